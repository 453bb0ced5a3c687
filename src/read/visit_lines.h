// Who went from where to where? A line of a file of visits, cut into its fields.
//
//   COCITE_TRY(const VisitFormat format, told_format(first_bytes, "access.log"));
//   VisitLine visit;
//   if (read_visit(format, line, visit) == VisitSkip::kNone) {
//     // visit.from, visit.to: texts of the line; visit.count
//   }
//
// Three kinds of file (docs/guide/visits.md):
//
//   transitions   from<TAB>to<TAB>count
//   clickstream   prev<TAB>curr<TAB>type<TAB>n, as Wikipedia publishes them
//   log           1.2.3.4 - - [date] "GET /a HTTP/1.1" 200 17 "https://example.org/b" "agent"
//                 with or without the host before it; without referrer and agent (common form) a
//                 line tells nothing
//
// Nothing of a line is kept but the two pages. Pure functions on bytes; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite::read {

enum class VisitFormat : uint8_t { kTransitions, kClickstream, kLog };

// "transitions", "clickstream", "log"; nothing for other words.
[[nodiscard]] std::optional<VisitFormat> visit_format_named(std::string_view name);
// By the first line that is one. kInvalidArgument where none is; `name` is for the message.
[[nodiscard]] Result<VisitFormat> told_format(std::string_view first_bytes,
                                              const std::string& name);

// Why a line tells of no visit from a page to a page.
enum class VisitSkip : uint8_t {
  kNone,
  kNothing,     // an empty line, a comment, a heading: not counted
  kBadLine,     // not of this form
  kTooLong,     // longer than anything of this kind is
  kNoReferrer,  // the source page is unknown
  kOutside,     // clickstream: from a search engine, another site, …
  kMethod,      // not a GET
  kStatus,      // the server had no page: neither 2xx nor 304
  // Decided by the caller, which knows more than the line:
  kRobot,
  kAsset,
  kUnknownFrom,
  kUnknownTo,
  kItself,
};
inline constexpr size_t kVisitSkips = 13;
[[nodiscard]] std::string_view reason_of(VisitSkip skip);

inline constexpr size_t kMaxVisitLine = size_t{64} << 10;

struct VisitLine {
  std::string_view from;
  std::string_view to;
  std::string_view host;   // log: of `to`, where the line begins with one ("example.org:443")
  std::string_view agent;  // log
  uint64_t count = 1;
};

// Views into `line`, which has no newline.
[[nodiscard]] VisitSkip read_visit(VisitFormat format, std::string_view line, VisitLine& visit);

// What a log has written as \" or \x22, as it was. `text` where there is nothing to do.
[[nodiscard]] std::string_view unescaped(std::string_view text, std::string& room);

// Whether the user agent is a program that reads pages by itself: by the words that such programs
// say of themselves. A browser always says what it is, so that nothing is a robot, too.
[[nodiscard]] bool is_robot(std::string_view agent);

}  // namespace cocite::read
