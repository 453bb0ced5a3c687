#include "read/visit_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "base/ascii.h"

namespace cocite::read {
namespace {

constexpr size_t kNowhere = std::string_view::npos;

size_t find(std::string_view text, char c, size_t from = 0) {
  if (from >= text.size()) return kNowhere;
  const void* const at = std::memchr(text.data() + from, c, text.size() - from);
  return at == nullptr ? kNowhere : static_cast<size_t>(static_cast<const char*>(at) - text.data());
}

bool read_count(std::string_view text, uint64_t& count) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

VisitSkip read_transition(std::string_view line, VisitLine& visit) {
  const size_t first = find(line, '\t');
  if (first == kNowhere) return VisitSkip::kBadLine;
  const size_t second = find(line, '\t', first + 1);
  visit.from = line.substr(0, first);
  visit.to = line.substr(first + 1, second == kNowhere ? kNowhere : second - first - 1);
  visit.count = 1;
  if (visit.from.empty() || visit.to.empty()) return VisitSkip::kBadLine;
  // Without a count: once, as lists of single clicks have it.
  if (second == kNowhere) return VisitSkip::kNone;
  return read_count(line.substr(second + 1), visit.count) ? VisitSkip::kNone : VisitSkip::kBadLine;
}

VisitSkip read_clickstream(std::string_view line, VisitLine& visit) {
  const size_t first = find(line, '\t');
  const size_t second = first == kNowhere ? kNowhere : find(line, '\t', first + 1);
  const size_t third = second == kNowhere ? kNowhere : find(line, '\t', second + 1);
  if (third == kNowhere) return VisitSkip::kBadLine;
  visit.from = line.substr(0, first);
  visit.to = line.substr(first + 1, second - first - 1);
  if (line.substr(third + 1) == "n" && visit.from == "prev") return VisitSkip::kNothing;
  if (!read_count(line.substr(third + 1), visit.count)) return VisitSkip::kBadLine;
  if (visit.from.empty() || visit.to.empty()) return VisitSkip::kBadLine;
  // "other-search", "other-empty" and so on: where they came from is no page.
  const bool is_outside =
      visit.from.starts_with("other-") && line.substr(second + 1, third - second - 1) != "link";
  return is_outside ? VisitSkip::kOutside : VisitSkip::kNone;
}

// The quote that ends a field which begins at `from`: one before which no backslash stands.
size_t end_of_quoted(std::string_view line, size_t from) {
  for (size_t at = find(line, '"', from); at != kNowhere; at = find(line, '"', at + 1)) {
    size_t slashes = 0;
    while (at > from + slashes && line[at - slashes - 1] == '\\') ++slashes;
    if (slashes % 2 == 0) return at;
  }
  return kNowhere;
}

// Between quotes, from behind `at` on, which moves behind it. False: there is none.
bool take_quoted(std::string_view line, size_t& at, std::string_view& field) {
  const size_t begin = find(line, '"', at);
  if (begin == kNowhere) return false;
  const size_t end = end_of_quoted(line, begin + 1);
  if (end == kNowhere) return false;
  field = line.substr(begin + 1, end - begin - 1);
  at = end + 1;
  return true;
}

// "example.org:443 1.2.3.4 - - " begins with a host; "1.2.3.4 - - " does not.
std::string_view host_before(std::string_view start) {
  const size_t end = find(start, ' ');
  const auto blanks = std::count(start.begin(), start.end(), ' ');
  return end == kNowhere || blanks < 4 ? std::string_view() : start.substr(0, end);
}

VisitSkip read_log(std::string_view line, VisitLine& visit) {
  const size_t bracket = find(line, '[');
  if (bracket == kNowhere) return VisitSkip::kBadLine;
  size_t at = find(line, ']', bracket);
  std::string_view request;
  if (at == kNowhere || !take_quoted(line, at, request)) return VisitSkip::kBadLine;
  // ` 200 1234`
  if (at + 4 > line.size() || line[at] != ' ' || !is_digit(line[at + 1]) ||
      !is_digit(line[at + 2]) || !is_digit(line[at + 3])) {
    return VisitSkip::kBadLine;
  }
  const std::string_view status = line.substr(at + 1, 3);
  if (!request.starts_with("GET ")) return VisitSkip::kMethod;
  if (status[0] != '2' && status != "304") return VisitSkip::kStatus;
  at += 4;
  if (!take_quoted(line, at, visit.from)) return VisitSkip::kNoReferrer;
  if (visit.from.empty() || visit.from == "-") return VisitSkip::kNoReferrer;
  if (!take_quoted(line, at, visit.agent)) visit.agent = {};
  request.remove_prefix(4);
  // Old clients name no version.
  const size_t end = request.rfind(' ');
  if (end != kNowhere && request.substr(end + 1).starts_with("HTTP/")) {
    request = request.substr(0, end);
  }
  visit.to = request;
  visit.host = host_before(line.substr(0, bracket));
  visit.count = 1;
  return visit.to.empty() ? VisitSkip::kBadLine : VisitSkip::kNone;
}

// Words that stand in the names of robots, in lower case.
constexpr std::array<std::string_view, 34> kRobotWords = {
    "bot",
    "crawl",
    "spider",
    "slurp",
    "archiver",
    "curl/",
    "wget",
    "python",
    "java/",
    "libwww",
    "http_",
    "httpclient",
    "go-http",
    "okhttp",
    "axios",
    "node-fetch",
    "facebookexternalhit",
    "feed",
    "headless",
    "lighthouse",
    "pingdom",
    "monitor",
    "uptime",
    "preview",
    "validator",
    "checker",
    "scan",
    "fetch",
    "harvest",
    "mediapartners",
    "scrapy",
    "winhttp",
    "+http",
    "phantomjs",
};

}  // namespace

std::optional<VisitFormat> visit_format_named(std::string_view name) {
  if (name == "transitions") return VisitFormat::kTransitions;
  if (name == "clickstream") return VisitFormat::kClickstream;
  if (name == "log") return VisitFormat::kLog;
  return {};
}

Result<VisitFormat> told_format(std::string_view first_bytes, const std::string& name) {
  for (size_t begin = 0; begin < first_bytes.size();) {
    const size_t end = std::min(find(first_bytes, '\n', begin), first_bytes.size());
    std::string_view line = first_bytes.substr(begin, end - begin);
    begin = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    VisitLine visit;
    const auto tabs = std::count(line.begin(), line.end(), '\t');
    if (tabs == 3 && read_clickstream(line, visit) != VisitSkip::kBadLine) {
      return VisitFormat::kClickstream;
    }
    if (read_log(line, visit) != VisitSkip::kBadLine) return VisitFormat::kLog;
    if (tabs == 2 && read_transition(line, visit) == VisitSkip::kNone) {
      return VisitFormat::kTransitions;
    }
  }
  return fail({.message = name + ": no line of it looks like visits (from<TAB>to<TAB>count, a "
                                 "clickstream of Wikipedia, or an access log); say what it is",
               .about = "visits_from"});
}

std::string_view reason_of(VisitSkip skip) {
  switch (skip) {
    case VisitSkip::kNone:
    case VisitSkip::kNothing:
      return "visits: kept";
    case VisitSkip::kBadLine:
      return "visits: not a line of this kind of file";
    case VisitSkip::kTooLong:
      return "visits: line too long";
    case VisitSkip::kNoReferrer:
      return "visits: no referrer";
    case VisitSkip::kOutside:
      return "visits: from outside (other-…)";
    case VisitSkip::kMethod:
      return "visits: not a GET";
    case VisitSkip::kStatus:
      return "visits: an error or a redirect";
    case VisitSkip::kRobot:
      return "visits: by a robot";
    case VisitSkip::kAsset:
      return "visits: an image, a style, a script or another asset";
    case VisitSkip::kUnknownFrom:
      return "visits: from a page that the store does not have";
    case VisitSkip::kUnknownTo:
      return "visits: to a page that the store does not have";
    case VisitSkip::kItself:
      return "visits: from a page to itself";
  }
  return "";
}

VisitSkip read_visit(VisitFormat format, std::string_view line, VisitLine& visit) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty() || line.front() == '#') return VisitSkip::kNothing;
  if (line.size() > kMaxVisitLine) return VisitSkip::kTooLong;
  switch (format) {
    case VisitFormat::kTransitions:
      return read_transition(line, visit);
    case VisitFormat::kClickstream:
      return read_clickstream(line, visit);
    case VisitFormat::kLog:
      return read_log(line, visit);
  }
  return VisitSkip::kBadLine;
}

std::string_view unescaped(std::string_view text, std::string& room) {
  if (find(text, '\\') == kNowhere) return text;
  room.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      room.push_back(text[i]);
      continue;
    }
    unsigned byte = 0;
    const char* const digits = text.data() + i + 2;
    if (text[i + 1] == 'x' && i + 3 < text.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      room.push_back(static_cast<char>(byte));
      i += 3;
    } else {
      room.push_back(text[++i]);
    }
  }
  return room;
}

bool is_robot(std::string_view agent) {
  if (agent.empty() || agent == "-") return true;
  std::string lower(agent.substr(0, kMaxVisitLine));
  for (char& c : lower) c = to_lower(c);
  for (const std::string_view word : kRobotWords) {
    for (size_t at = lower.find(word); at != kNowhere; at = lower.find(word, at + 1)) {
      // Cubot makes telephones.
      if (word == "bot" && at >= 2 && lower.compare(at - 2, 2, "cu") == 0) continue;
      return true;
    }
  }
  return false;
}

}  // namespace cocite::read
