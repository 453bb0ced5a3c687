// What a Markdown file says and links to: CommonMark and GitHub's additions, wiki links, HTML inside.
//
//   MarkdownParser parser;
//   const MarkdownPage& page = parser.parse("# Pears\n\nSee [apples](apples.md) and [[Plums|those]].");
//   page.title  "Pears"    page.links[1].target  "Plums"
//
// Links come in page order. Images are no links, embedded notes (![[Page]]) are. Fenced and indented code is not
// part of the text. A page is valid until the next parse(). One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "read/front_matter.h"

namespace cocite::read {

struct MarkdownLink {
  std::string target;  // as it is written, references decoded
  std::string anchor;
  bool is_wiki = false;  // [[target]]
};

struct MarkdownPage {
  FrontMatter front;
  std::string title;  // of the front matter, else the first heading; may be empty
  std::string text;
  std::vector<MarkdownLink> links;
  size_t links_left_out = 0;
};

class MarkdownParser {
 public:
  MarkdownParser();
  ~MarkdownParser();
  MarkdownParser(const MarkdownParser&) = delete;
  MarkdownParser& operator=(const MarkdownParser&) = delete;

  // `max_words`: 0: no text.
  [[nodiscard]] const MarkdownPage& parse(std::string_view file, size_t max_words = 1000);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace cocite::read
