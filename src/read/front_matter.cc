#include "read/front_matter.h"

#include <algorithm>
#include <limits>

#include "base/ascii.h"
#include "read/archive_date.h"

namespace cocite::read {
namespace {

constexpr size_t kMaxBytes = size_t{1} << 18;
constexpr size_t kMaxAliases = 100;

// A value without quotes, and without the comment behind it.
std::string plain_value(std::string_view value) {
  value = trim(value);
  if (value.empty()) return {};
  const char quote = value.front();
  if (quote != '"' && quote != '\'') {
    const size_t comment = value.find(" #");
    return std::string(trim(value.substr(0, comment)));
  }
  std::string plain;
  for (size_t at = 1; at < value.size(); ++at) {
    if (quote == '"' && value[at] == '\\' && at + 1 < value.size()) {
      plain += value[++at];
    } else if (value[at] != quote) {
      plain += value[at];
    } else if (quote == '\'' && at + 1 < value.size() && value[at + 1] == quote) {
      plain += value[++at];
    } else {
      break;
    }
  }
  return plain;
}

bool has_aliases(std::string_view key) {
  return key == "aliases" || key == "alias" || key == "redirect_from";
}

// "[One, 'Two, three']", and what stands between such brackets on a line of its own.
void take_list(std::string_view values, std::vector<std::string>& list) {
  values = trim(values);
  if (values.starts_with('[')) values.remove_prefix(1);
  if (values.ends_with(']')) values.remove_suffix(1);
  while (!trim(values).empty() && list.size() < kMaxAliases) {
    values = trim(values);
    const char quote = values.front() == '"' || values.front() == '\'' ? values.front() : '\0';
    const size_t closed = quote == '\0' ? 0 : values.find(quote, 1);
    const size_t comma = closed == std::string_view::npos ? closed : values.find(',', closed);
    if (std::string one = plain_value(values.substr(0, comma)); !one.empty()) {
      list.push_back(std::move(one));
    }
    values.remove_prefix(comma == std::string_view::npos ? values.size() : comma + 1);
  }
}

void take(std::string_view key, std::string_view value, FrontMatter& front) {
  if (key == "title") {
    front.title = plain_value(value);
  } else if (has_aliases(key)) {
    take_list(value, front.aliases);
  } else if (key == "slug") {
    front.slug = plain_value(value);
  } else if (key == "url" || key == "permalink") {
    front.url = plain_value(value);
  } else if (key == "id") {
    front.id = plain_value(value);
  } else if (key == "draft") {
    front.is_draft = plain_value(value) == "true";
  } else if (key == "date") {
    std::string text = plain_value(value);
    if (text.size() > 10 && text[10] == ' ') text.resize(10);  // "2024-05-01 12:00:00 +0200"
    const auto date = parse_date(text);
    const bool fits = date && *date > 0 && *date <= std::numeric_limits<uint32_t>::max();
    if (fits) front.date = static_cast<uint32_t>(*date);
  }
}

}  // namespace

FrontMatter read_front_matter(std::string_view file) {
  FrontMatter front;
  const std::string_view text = file.substr(0, kMaxBytes);
  const bool is_yaml = text.starts_with("---\n") || text.starts_with("---\r\n");
  const bool is_toml = text.starts_with("+++\n") || text.starts_with("+++\r\n");
  if (!is_yaml && !is_toml) return front;
  const std::string_view fence = text.substr(0, 3);
  FrontMatter found;
  bool is_in_aliases = false;  // a list with a line for each
  for (size_t at = text.find('\n') + 1; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at = end + 1;
    if (trim(line) == fence || (is_yaml && line == "...")) {
      found.size = std::min(at, file.size());
      return found;
    }
    if (const std::string_view item = trim(line); is_in_aliases && !item.empty()) {
      const bool is_item = is_yaml ? item.starts_with("-") : item.front() != '[';
      if (is_item) {
        take_list(is_yaml ? item.substr(1) : item, found.aliases);
        is_in_aliases = is_yaml || !item.ends_with(']');
        continue;
      }
      is_in_aliases = false;
    }
    const size_t separator = line.find(is_yaml ? ':' : '=');
    if (separator == std::string_view::npos || is_space(line.front()) || line.front() == '#') {
      continue;
    }
    if (is_toml && line.front() == '[') continue;
    const std::string_view key = trim(line.substr(0, separator));
    const std::string_view value = trim(line.substr(separator + 1));
    take(key, value, found);
    is_in_aliases = has_aliases(key) && (is_yaml ? value.empty() : !value.ends_with(']'));
  }
  return front;  // never closed: a rule, and what follows it
}

}  // namespace cocite::read
