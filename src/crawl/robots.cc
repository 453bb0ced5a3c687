#include "crawl/robots.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/ascii.h"

namespace cocite::crawl {
namespace {

constexpr size_t kMaxSitemaps = 1000;
constexpr double kLongestDelay = 86400;  // a day; a longer one is a mistake, or "never"

enum class Field { kOther, kUserAgent, kAllow, kDisallow, kCrawlDelay, kSitemap };

Field field_of(std::string_view name) {
  struct Spelling {
    std::string_view text;
    Field field;
  };
  static constexpr std::array kSpellings = {
      Spelling{"user-agent", Field::kUserAgent},   Spelling{"useragent", Field::kUserAgent},
      Spelling{"user agent", Field::kUserAgent},   Spelling{"allow", Field::kAllow},
      Spelling{"disallow", Field::kDisallow},      Spelling{"dissallow", Field::kDisallow},
      Spelling{"dissalow", Field::kDisallow},      Spelling{"disalow", Field::kDisallow},
      Spelling{"diasllow", Field::kDisallow},      Spelling{"disallaw", Field::kDisallow},
      Spelling{"crawl-delay", Field::kCrawlDelay}, Spelling{"crawldelay", Field::kCrawlDelay},
      Spelling{"crawl delay", Field::kCrawlDelay}, Spelling{"sitemap", Field::kSitemap},
      Spelling{"site-map", Field::kSitemap}};
  const auto found = std::ranges::find_if(
      kSpellings, [&](const Spelling& one) { return equals_ignore_case(name, one.text); });
  return found == kSpellings.end() ? Field::kOther : found->field;
}

struct Line {
  Field field = Field::kOther;
  std::string_view value;
};

Line read_line(std::string_view line) {
  line = trim(line.substr(0, line.find('#')));
  size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    // "Disallow /private": two words and nothing more.
    colon = static_cast<size_t>(std::ranges::find_if(line, is_space) - line.begin());
    if (colon == line.size()) return {};
    const std::string_view rest = trim(line.substr(colon));
    if (std::ranges::any_of(rest, is_space)) return {};
  }
  return {field_of(trim(line.substr(0, colon))), trim(line.substr(colon + 1))};
}

// Who a group is for.
enum class For { kNobody, kUs, kAll };

For meant(std::string_view value, std::string_view product) {
  if (value.starts_with('*') && (value.size() == 1 || is_space(value[1]))) return For::kAll;
  const auto is_name = [](char c) { return is_letter(c) || c == '-' || c == '_'; };
  const auto end = std::ranges::find_if_not(value, is_name);
  const std::string_view name = value.substr(0, static_cast<size_t>(end - value.begin()));
  if (name.empty() || name.size() != product.size()) return For::kNobody;
  return std::ranges::equal(name, product, {}, to_lower, to_lower) ? For::kUs : For::kNobody;
}

std::optional<double> seconds_of(std::string_view value) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error != std::errc() || !std::isfinite(seconds) || seconds < 0) return {};
  return std::min(seconds, kLongestDelay);
}

// As text.find(piece, at), in linear time for any bytes: rules and paths are both foreign.
size_t find_piece(std::string_view text, std::string_view piece, size_t at) {
  const void* const found =
      ::memmem(text.data() + at, text.size() - at, piece.data(), piece.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

bool is_unreserved(unsigned char c) {
  return is_alphanumeric(static_cast<char>(c)) || c == '-' || c == '.' || c == '_' || c == '~';
}

void escape(unsigned char c, std::string& to) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  to += '%';
  to += kDigits[c >> 4];
  to += kDigits[c & 15];
}

}  // namespace

std::string comparable_path(std::string_view path) {
  std::string result;
  result.reserve(path.size());
  for (size_t i = 0; i < path.size(); ++i) {
    const auto c = static_cast<unsigned char>(path[i]);
    if (c == '%' && i + 2 < path.size() && is_hex(path[i + 1]) && is_hex(path[i + 2])) {
      const auto meaning =
          static_cast<unsigned char>(hex_value(path[i + 1]) * 16 + hex_value(path[i + 2]));
      if (is_unreserved(meaning)) {
        result += static_cast<char>(meaning);
      } else {
        escape(meaning, result);
      }
      i += 2;
    } else if (c >= 0x80 || c == '%') {
      escape(c, result);  // a % alone would become part of what is written behind it: "%7%33"
    } else {
      result += static_cast<char>(c);
    }
  }
  return result;
}

bool fits(std::string_view pattern, std::string_view path) {
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  // The first piece stands at the beginning; each further one as early as it can.
  size_t star = pattern.find('*');
  const std::string_view first = pattern.substr(0, star);
  if (!path.starts_with(first)) return false;
  if (star == std::string_view::npos) return !to_end || path.size() == first.size();
  size_t at = first.size();
  for (;;) {
    const size_t begin = star + 1;
    star = pattern.find('*', begin);
    const bool is_last = star == std::string_view::npos;
    const std::string_view piece = pattern.substr(begin, is_last ? star : star - begin);
    if (is_last && to_end) return path.size() - at >= piece.size() && path.ends_with(piece);
    const size_t found = find_piece(path, piece, at);
    if (found == std::string_view::npos) return false;
    if (is_last) return true;
    at = found + piece.size();
  }
}

Robots Robots::parse(std::string_view text, std::string_view product) {
  text = text.substr(0, kMaxRobotsBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  struct Group {
    std::vector<Rule> rules;
    std::optional<double> crawl_delay;
  };
  Group ours;
  Group everybodys;
  bool is_named = false;  // some group is for us
  bool for_us = false;
  bool for_all = false;
  bool has_rules = false;  // the group has rules: another user-agent starts a new group
  Robots robots;

  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    const Line line = read_line(text.substr(at, end - at));
    at = end + 1;
    switch (line.field) {
      case Field::kUserAgent: {
        if (std::exchange(has_rules, false)) for_us = for_all = false;
        const For whom = meant(line.value, product);
        for_us |= whom == For::kUs;
        for_all |= whom == For::kAll;
        is_named |= for_us;
        break;
      }
      case Field::kAllow:
      case Field::kDisallow: {
        has_rules = true;
        if (line.value.empty()) break;
        const Rule rule{comparable_path(line.value), line.field == Field::kAllow};
        if (for_us) ours.rules.push_back(rule);
        if (for_all) everybodys.rules.push_back(rule);
        break;
      }
      case Field::kCrawlDelay:
        has_rules = true;
        if (const auto seconds = seconds_of(line.value)) {
          if (for_us) ours.crawl_delay = seconds;
          if (for_all) everybodys.crawl_delay = seconds;
        }
        break;
      case Field::kSitemap:
        if (robots.sitemaps_.size() < kMaxSitemaps) robots.sitemaps_.emplace_back(line.value);
        break;
      case Field::kOther:
        break;
    }
  }
  Group& group = is_named ? ours : everybodys;
  robots.rules_ = std::move(group.rules);
  robots.crawl_delay_ = group.crawl_delay;
  std::ranges::stable_sort(robots.rules_, [](const Rule& a, const Rule& b) {
    if (a.pattern.size() != b.pattern.size()) return a.pattern.size() > b.pattern.size();
    return a.allows && !b.allows;
  });
  return robots;
}

bool Robots::allows(std::string_view path) const {
  if (rules_.empty() || path == "/robots.txt") return true;
  const std::string plain = comparable_path(path);
  const auto found =
      std::ranges::find_if(rules_, [&](const Rule& rule) { return fits(rule.pattern, plain); });
  return found == rules_.end() || found->allows;
}

}  // namespace cocite::crawl
