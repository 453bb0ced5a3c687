// The line that begins a record of an ARC file.
//
//   http://example.org/ 10.0.0.1 20060919172024 text/html 1234                       (version 1)
//   http://example.org/ 10.0.0.1 20060919172024 text/html 200 - - 0 file.arc 1234    (version 2)
//
// An address may hold blanks: the date tells where it ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cocite::read {

struct ArcHeader {
  std::string_view url;
  std::string_view ip;
  std::string_view date;
  std::string_view content_type;
  std::optional<uint64_t> length;  // nothing: it is no number
};

// Nothing for a line that does not look like one. Views of the line.
[[nodiscard]] std::optional<ArcHeader> parse_arc_header(std::string_view line);

}  // namespace cocite::read
