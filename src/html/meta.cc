#include "html/meta.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"

namespace cocite::html {
namespace {

template <class Use>
void for_each_word(std::string_view list, Use use) {
  size_t pos = 0;
  while (pos < list.size()) {
    const size_t from = pos;
    while (pos < list.size() && !is_space(list[pos]) && list[pos] != ',') ++pos;
    if (pos > from) use(list.substr(from, pos - from));
    ++pos;
  }
}

void skip_space(std::string_view& text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
}

bool skip_letter(std::string_view& text, char lower) {
  if (text.empty() || to_lower(text.front()) != lower) return false;
  text.remove_prefix(1);
  return true;
}

// "url =" in any case, if it stands here; then what follows is the address itself.
std::string_view without_url_word(std::string_view text) {
  std::string_view rest = text;
  if (!skip_letter(rest, 'u') || !skip_letter(rest, 'r') || !skip_letter(rest, 'l')) return text;
  skip_space(rest);
  if (rest.empty() || rest.front() != '=') return text;
  rest.remove_prefix(1);
  skip_space(rest);
  return rest;
}

}  // namespace

uint8_t read_rel(std::string_view rel) {
  uint8_t flags = 0;
  for_each_word(rel, [&](std::string_view word) {
    if (equals_ignore_case(word, "nofollow")) flags |= kRelNofollow;
    if (equals_ignore_case(word, "ugc")) flags |= kRelUgc;
    if (equals_ignore_case(word, "sponsored")) flags |= kRelSponsored;
    if (equals_ignore_case(word, "canonical")) flags |= kRelCanonical;
  });
  return flags;
}

std::optional<Refresh> read_refresh(std::string_view content) {
  std::string_view rest = content;
  skip_space(rest);
  if (rest.empty() || (!is_digit(rest.front()) && rest.front() != '.')) return std::nullopt;

  Refresh refresh;
  constexpr double kLongestDelay = 1e9;  // thirty years; more digits only mean "never"
  while (!rest.empty() && is_digit(rest.front())) {
    refresh.delay_s = std::min(refresh.delay_s * 10 + (rest.front() - '0'), kLongestDelay);
    rest.remove_prefix(1);
  }
  // The standard reads fractions and throws them away.
  while (!rest.empty() && (is_digit(rest.front()) || rest.front() == '.')) rest.remove_prefix(1);
  if (rest.empty()) return refresh;

  if (rest.front() != ';' && rest.front() != ',' && !is_space(rest.front())) return std::nullopt;
  skip_space(rest);
  if (!rest.empty() && (rest.front() == ';' || rest.front() == ',')) rest.remove_prefix(1);
  skip_space(rest);
  if (rest.empty()) return refresh;

  rest = without_url_word(rest);
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  refresh.url = rest;
  return refresh;
}

Robots read_robots(std::string_view content) {
  Robots robots;
  for_each_word(content, [&](std::string_view word) {
    const bool none = equals_ignore_case(word, "none");
    if (none || equals_ignore_case(word, "nofollow")) robots.nofollow = true;
    if (none || equals_ignore_case(word, "noindex")) robots.noindex = true;
  });
  return robots;
}

std::string_view charset_of_content_type(std::string_view content) {
  constexpr std::string_view kWord = "charset";
  for (size_t pos = 0; pos + kWord.size() <= content.size(); ++pos) {
    if (!equals_ignore_case(content.substr(pos, kWord.size()), kWord)) continue;
    std::string_view rest = content.substr(pos + kWord.size());
    skip_space(rest);
    if (rest.empty() || rest.front() != '=') continue;
    rest.remove_prefix(1);
    skip_space(rest);
    if (rest.empty()) return {};
    if (rest.front() == '"' || rest.front() == '\'') {
      const size_t end = rest.find(rest.front(), 1);
      return end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
    }
    size_t end = 0;
    while (end < rest.size() && !is_space(rest[end]) && rest[end] != ';') ++end;
    return rest.substr(0, end);
  }
  return {};
}

}  // namespace cocite::html
