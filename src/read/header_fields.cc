#include "read/header_fields.h"

#include <algorithm>

namespace cocite::read {
namespace {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

}  // namespace

size_t header_size(std::string_view text) {
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    size_t next = at + 1;
    while (next < text.size() && text[next] == '\r') ++next;  // more than one, where \n became \r\n
    if (next < text.size() && text[next] == '\n') return next + 1;
  }
  return 0;
}

std::string_view trimmed(std::string_view text) {
  // find_first_not_of() would ask memchr for every byte.
  constexpr auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_same_name(std::string_view name, std::string_view lower_name) {
  return std::ranges::equal(name, lower_name, {}, lower);
}

void HeaderFields::parse(std::string_view text) {
  fields_.clear();
  folded_.clear();
  bool last_is_folded = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view content = trimmed(line);
    if (content.empty()) continue;
    if ((line.front() == ' ' || line.front() == '\t') && !fields_.empty()) {
      if (!last_is_folded) folded_.emplace_back(fields_.back().value);
      last_is_folded = true;
      folded_.back().append(" ").append(content);
      fields_.back().value = folded_.back();
      continue;
    }
    last_is_folded = false;
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || fields_.size() >= kMaxFields) continue;
    fields_.push_back({trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))});
  }
}

std::string_view HeaderFields::find(std::string_view lower_name) const {
  for (const Field& field : fields_) {
    if (is_same_name(field.name, lower_name)) return field.value;
  }
  return {};
}

std::string HeaderFields::find_list(std::string_view lower_name) const {
  std::string all;
  for (const Field& field : fields_) {
    if (!is_same_name(field.name, lower_name)) continue;
    if (!all.empty()) all += ',';
    all += field.value;
  }
  return all;
}

}  // namespace cocite::read
