// links: serve
//
// Any bytes as a query and as a body of a request: no crash; what is taken is UTF-8, fits its
// parameters, and says the same when it is asked for again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "serve/gzip.h"
#include "serve/http_server.h"
#include "serve/query_string.h"
#include "serve/rate_limit.h"
#include "serve/route.h"
#include "serve/static_files.h"

namespace {

using namespace cocite::serve;

void require(bool condition) {
  if (!condition) std::abort();
}

std::string encoded(const Pairs& pairs) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  const auto put = [&](std::string_view part) {
    for (const char c : part) {
      const auto byte = static_cast<unsigned char>(c);
      text += '%';
      text += kDigits[byte >> 4U];
      text += kDigits[byte & 15U];
    }
  };
  for (const auto& [name, value] : pairs) {
    put(name);
    text += '=';
    put(value);
    text += '&';
  }
  return text;
}

void check(const Pairs& pairs) {
  for (const auto& [name, value] : pairs) require(cocite::is_utf8(name) && cocite::is_utf8(value));
  for (const Route& route : routes()) {
    const auto arguments = Arguments::check(route.parameters, pairs);
    if (!arguments) {
      require(!arguments.error().message.empty());
      continue;
    }
    const auto again = Arguments::check(route.parameters, pairs);
    require(again && again->canonical() == arguments->canonical());
    for (const Parameter& parameter : route.parameters) {
      static_cast<void>(arguments->text(parameter.name));
      if (parameter.type == Type::kCount && parameter.most != 0) {
        require(arguments->count(parameter.name) <= parameter.most);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto pairs = parse_query(text)) {
    check(*pairs);
    const auto again = parse_query(encoded(*pairs));
    // A piece without a name and a value is dropped.
    require(again.has_value() && again->size() <= pairs->size());
  }
  if (const auto pairs = parse_body(text)) check(*pairs);
  static_cast<void>(parse_address(text));
  static_cast<void>(accepts_gzip(text));
  static_cast<void>(RateLimit::group_of(text));
  for (const StaticFile* const file : {find_static(text), find_page(text)}) {
    require(file == nullptr || text.find("..") == std::string_view::npos);
  }
  return 0;
}
