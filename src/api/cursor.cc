#include "api/cursor.h"

#include <array>
#include <charconv>

#include "base/hash.h"

namespace cocite::api {
namespace {

std::string hex(uint64_t number) {
  std::array<char, 20> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number, 16).ptr;
  return {room.data(), end};
}

}  // namespace

Result<ListPart> ListPart::of(std::string_view question, const Engine& engine,
                              const Arguments& arguments) {
  ListPart part;
  part.top = arguments.count("top");
  const std::string store = hex(hash64(engine.identity()));
  const std::string asked = hex(hash64(std::string(question) + '?' +
                                       arguments.canonical({"cursor", "format", "skip", "top"})));
  part.mark_ = store + '.' + asked;
  const std::string cursor = arguments.text("cursor");
  if (cursor.empty()) {
    if (arguments.has("skip")) part.skip = arguments.count("skip");
    return part;
  }
  const auto wrong = [](std::string_view why) {
    return fail({.message = std::string(why), .about = "cursor"});
  };
  const size_t first = cursor.find('.');
  const size_t second = first == std::string::npos ? first : cursor.find('.', first + 1);
  const char* const end = cursor.data() + std::min(first, cursor.size());
  const auto parsed = std::from_chars(cursor.data(), end, part.skip);
  // No list is longer: places beyond would not be numbers any more when the part is added.
  constexpr uint64_t kFarthest = uint64_t{1} << 60U;
  if (second == std::string::npos || parsed.ptr != end || parsed.ec != std::errc() ||
      part.skip > kFarthest) {
    return wrong("this is no cursor: a cursor is the text of 'next' in an answer, as it is");
  }
  if (cursor.substr(second + 1) != asked) {
    return wrong(
        "this cursor is of another question: repeat the request that it came from, with nothing "
        "but cursor and top changed");
  }
  if (cursor.substr(first + 1, second - first - 1) != store) {
    return wrong(
        "the store was replaced since this list was begun, so that its parts would not fit "
        "together; begin again without a cursor");
  }
  return part;
}

std::string ListPart::next() const {
  return std::to_string(skip + top) + '.' + mark_;
}

}  // namespace cocite::api
