#include "text/query.h"

#include <algorithm>
#include <array>

namespace cocite::text {

namespace {

[[nodiscard]] bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

// What stands from `at` on: to the next space, or in quotes to the next quote. Goes past it.
struct Part {
  std::string_view text;
  bool is_quoted = false;
  bool is_closed = true;
};
[[nodiscard]] Part take_part(std::string_view text, size_t& at) {
  const size_t begin = at;
  if (text[begin] == '"') {
    const size_t end = text.find('"', begin + 1);
    at = end == std::string_view::npos ? text.size() : end + 1;
    const size_t last = end == std::string_view::npos ? text.size() : end;
    return {text.substr(begin + 1, last - begin - 1), true, end != std::string_view::npos};
  }
  while (at < text.size() && !is_space(text[at])) ++at;
  return {text.substr(begin, at - begin), false};
}

}  // namespace

Query parse_query(std::string_view text) {
  Query query;
  const auto follows = [&](size_t at, size_t bytes) {
    return at + bytes < text.size() && !is_space(text[at + bytes]);
  };
  const auto remark = [&](const std::string& sentence) {
    if (std::ranges::find(query.remarks, sentence) == query.remarks.end()) {
      query.remarks.push_back(sentence);
    }
  };
  for (size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    struct Prefix {
      std::string_view name;
      std::vector<std::string>* list;
      std::string_view example;
    };
    const std::array<Prefix, 4> prefixes = {
        Prefix{"-", &query.excluded, ""}, Prefix{"title:", &query.in_title, "bees"},
        Prefix{"site:", &query.sites, "example.org"}, Prefix{"lang:", &query.languages, "en"}};
    std::vector<std::string>* list = nullptr;
    for (const Prefix& prefix : prefixes) {
      if (text.substr(at).starts_with(prefix.name) && follows(at, prefix.name.size())) {
        list = prefix.list;
        at += prefix.name.size();
        break;
      }
    }
    const Part part = take_part(text, at);
    if (!part.is_closed) {
      remark("a quote is not closed: all that follows it is taken as a phrase");
    }
    if (list == nullptr && !part.is_quoted) {
      for (const Prefix& prefix : prefixes) {
        if (prefix.example.empty() || part.text != prefix.name) continue;
        const std::string name(prefix.name);
        remark("'" + name + "' is taken as a word; as a condition it has no space behind it: " +
               name + std::string(prefix.example));
      }
    }
    if (part.text.empty()) continue;
    if (list == nullptr) list = part.is_quoted ? &query.phrases : &query.words;
    list->emplace_back(part.text);
  }
  return query;
}

}  // namespace cocite::text
