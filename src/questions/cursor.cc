#include "questions/cursor.h"

#include <array>
#include <charconv>

#include "base/hash.h"

namespace cocite::questions {
namespace {

// Hands everything on; before the last bracket closes it adds a field.
class WithField final : public answers::AnswerWriter {
 public:
  WithField(AnswerWriter& out, std::string_view name, std::string_view text)
      : out_(&out), name_(name), text_(text) {}

  AnswerWriter& begin(char bracket) override {
    ++depth_;
    out_->begin(bracket);
    return *this;
  }
  AnswerWriter& end(char bracket) override {
    if (--depth_ == 0) out_->field(name_, text_);
    out_->end(bracket);
    return *this;
  }
  AnswerWriter& key(std::string_view name) override {
    out_->key(name);
    return *this;
  }
  AnswerWriter& line() override {
    out_->line();
    return *this;
  }
  AnswerWriter& value(std::string_view text) override {
    out_->value(text);
    return *this;
  }
  AnswerWriter& value(double number) override {
    out_->value(number);
    return *this;
  }
  AnswerWriter& value(bool is_true) override {
    out_->value(is_true);
    return *this;
  }
  AnswerWriter& whole(uint64_t number) override {
    out_->whole(number);
    return *this;
  }

 private:
  AnswerWriter* out_;
  std::string_view name_;
  std::string_view text_;
  unsigned depth_ = 0;
};

class ContentWithNext final : public Content {
 public:
  ContentWithNext(std::shared_ptr<const Content> content, std::string next)
      : content_(std::move(content)), next_(std::move(next)) {}
  void write(answers::AnswerWriter& out) const override {
    WithField with_next(out, "next", next_);
    content_->write(with_next);
  }

 private:
  std::shared_ptr<const Content> content_;
  std::string next_;
};

std::string hex(uint64_t number) {
  std::array<char, 20> room{};
  const auto end = std::to_chars(room.data(), room.data() + room.size(), number, 16).ptr;
  return {room.data(), end};
}

}  // namespace

std::shared_ptr<const Content> with_next(std::shared_ptr<const Content> content, std::string next) {
  return std::make_shared<const ContentWithNext>(std::move(content), std::move(next));
}

Result<ListPart> ListPart::of(std::string_view question, const Engine& engine,
                              const Arguments& arguments) {
  ListPart part;
  part.top = arguments.count("top");
  const std::string store = hex(hash64(engine.identity()));
  const std::string asked =
      hex(hash64(std::string(question) + '?' + arguments.canonical({"cursor", "skip", "top"})));
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

}  // namespace cocite::questions
