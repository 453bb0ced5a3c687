// Where plain sentences stand in a Markdown file: outside of headings, links, images, code, tables, HTML and front
// matter. A link can be put there.
//
//   for (const MarkdownSpan& span : markdown_prose(file)) file.substr(span.begin, span.end - span.begin);
//
// Each piece is within one line. Pure function; any thread.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cocite::read {

struct MarkdownSpan {
  size_t begin = 0;  // in bytes of the file
  size_t end = 0;
};

// In order.
[[nodiscard]] std::vector<MarkdownSpan> markdown_prose(std::string_view file);

}  // namespace cocite::read
