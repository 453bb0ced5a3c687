// What does the text of a wiki page link to, in order, and what does it say?
//
//   Wikitext page(site);                      // one per thread, for all its pages
//   page.read("'''Bees''' are [[insect|flying insects]] …", 1000);
//   page.links()                              // {"insect", "flying insects", ""}
//   page.text()                               // "Bees are flying insects …"
//
// One pass, nothing is expanded: links inside templates, tables, captions and notes count as they
// are written, while their text is not what a reader sees first and is left out. Links in comments,
// <nowiki>, <pre> and similar elements are ignored. Any bytes are a page; deep nesting costs nothing.
// Everything returned is a view of the page or of this: valid until the next read().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "html/word_sink.h"
#include "read/wiki_title.h"

namespace cocite::read {

class Wikitext {
 public:
  struct Link {
    std::string_view target;  // as written, with its fragment
    std::string_view anchor;  // markup and all; the target where there is none
    std::string_view trail;   // letters right behind it, which belong to the anchor: [[bee]]s
  };

  explicit Wikitext(const WikiSite& site) : site_(&site) {}

  void read(std::string_view text, size_t max_words);
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] std::string_view text() const { return words_.text(); }

 private:
  // Each looks at what begins at `at_`, and moves on if it is theirs.
  bool comment_or_tag();
  bool link();
  bool brackets();
  bool line_start();
  void plain();
  void say(std::string_view text);
  [[nodiscard]] bool is_silent() const {
    return templates_ > 0 || tables_ > 0 || files_ > 0 || in_note_;
  }

  void add_link(std::string_view target, std::string_view anchor);

  const WikiSite* site_;
  std::string_view page_;
  size_t at_ = 0;
  bool at_line_start_ = true;
  size_t templates_ = 0;  // open {{
  size_t tables_ = 0;     // open {|
  size_t files_ = 0;      // open [[ of pictures whose captions have links
  bool in_note_ = false;
  bool in_heading_ = false;
  std::vector<Link> links_;
  html::WordSink words_;
  html::WordSink anchor_;
};

// The target of "#REDIRECT [[target]]", in the words of the larger languages; empty if it is not a redirect.
[[nodiscard]] std::string_view redirect_target(std::string_view text);

// "''a'' [[b]]" -> "a b": an anchor as it is read, at most `max_bytes`. Valid until the sink's next
// use.
[[nodiscard]] std::string_view plain_anchor(std::string_view anchor, html::WordSink& words,
                                            size_t max_bytes);

}  // namespace cocite::read
