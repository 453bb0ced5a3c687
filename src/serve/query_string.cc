#include "serve/query_string.h"

#include <algorithm>
#include <optional>

#include "base/utf8.h"

namespace cocite::serve {
namespace {

std::optional<unsigned> hex(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return std::nullopt;
}

Result<std::string> decode(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      decoded += ' ';
    } else if (text[i] != '%') {
      decoded += text[i];
    } else {
      const auto high = i + 2 < text.size() ? hex(text[i + 1]) : std::nullopt;
      const auto low = i + 2 < text.size() ? hex(text[i + 2]) : std::nullopt;
      if (!high || !low) {
        return fail(ErrorCode::kInvalidArgument,
                    "the query has a % that two hexadecimal digits do not follow; write %25 for %");
      }
      decoded += static_cast<char>(*high * 16 + *low);
      i += 2;
    }
  }
  if (!is_utf8(decoded)) {
    return fail(ErrorCode::kInvalidArgument, "the query is not UTF-8");
  }
  return decoded;
}

}  // namespace

Result<Pairs> parse_query(std::string_view query) {
  Pairs pairs;
  while (!query.empty()) {
    const std::string_view piece = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), piece.size() + 1));
    if (piece.empty()) continue;
    if (pairs.size() == kMostPairs) {
      return fail(ErrorCode::kInvalidArgument, "the query has too many parameters");
    }
    const size_t equals = std::min(piece.find('='), piece.size());
    COCITE_TRY(std::string name, decode(piece.substr(0, equals)));
    COCITE_TRY(std::string value, decode(piece.substr(std::min(piece.size(), equals + 1))));
    pairs.emplace_back(std::move(name), std::move(value));
  }
  return pairs;
}

}  // namespace cocite::serve
