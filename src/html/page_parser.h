// What does this page say, and link to, in order?
//
//   PageParser parser;                                    // one per thread, for all its pages
//   const PageContent& page = parser.parse(utf8_html);
//   for (const Link& link : page.links) use(link.href, link.anchor);
//
// One pass over the bytes, no tree: memory is bounded by ParseOptions whatever the page holds, and
// deep nesting costs nothing. Any bytes are a page. Text should be UTF-8 (charset.h makes it so);
// other bytes pass through as they are.
//
// Everything in a PageContent is a view, of the page or of the parser: valid until the parser's
// next parse() and while the page's bytes live. A parser belongs to one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/arena.h"
#include "html/meta.h"
#include "html/tokenizer.h"
#include "html/word_sink.h"

namespace cocite::html {

struct ParseOptions {
  bool frames = false;             // frame and iframe src are links too
  bool requisites = false;         // images, styles, scripts and fonts are listed
  size_t max_links = 200'000;      // further ones are counted only
  size_t max_anchor_bytes = 1500;  // what a search reads of a link, 20 terms of 64 bytes, fits
  size_t max_title_bytes = 500;
  size_t max_words = 1000;                     // of visible text; 0: none
  size_t max_text_bytes = 64 << 10;            // the same limit for pages without spaces
  size_t max_attribute_bytes = 64 << 10;       // a longer href is no link: data, or a mistake
  size_t max_stored_bytes = size_t{64} << 20;  // anchors and decoded hrefs of one page together
};

enum class LinkKind : uint8_t { kA, kArea, kFrame, kIframe };

struct Link {
  std::string_view href;    // references decoded; spaces and newlines are the URL code's business
  std::string_view anchor;  // of an area its alt text; an image in a link speaks by its alt text
  size_t offset = 0;        // of the tag in the page
  LinkKind kind = LinkKind::kA;
  uint8_t rel = 0;  // kRelNofollow | kRelUgc | kRelSponsored
};

struct PageContent {
  std::string_view title;  // of the first title element that says something
  bool has_base = false;
  std::string_view base_href;  // of the first base that has one
  std::vector<Link> links;     // in page order
  std::string_view canonical;  // href of the first link rel=canonical
  // Images, styles, scripts and what styles in the page need; asked for only. At most max_links.
  std::vector<std::string_view> requisites;
  bool has_refresh = false;
  Refresh refresh;        // the first meta refresh that is not inside noscript
  bool nofollow = false;  // meta robots nofollow or none
  bool noindex = false;
  std::string_view lang;     // of the html element
  std::string_view charset;  // as declared in a meta element
  std::string_view text;     // the first words a reader sees, one space between
  size_t words = 0;
  uint64_t links_left_out = 0;  // over max_links or max_stored_bytes, or with a too long href
};

class PageParser {
 public:
  PageParser() = default;
  PageParser(const PageParser&) = delete;
  PageParser& operator=(const PageParser&) = delete;

  const PageContent& parse(std::string_view html, const ParseOptions& options = {});

 private:
  void text(const Token& token);
  void start_tag(const Token& token);
  void end_tag(const Token& token);
  void add_link(const Token& token, LinkKind kind, const std::string_view* href);
  void close_anchor();
  void read_meta(const Token& token);
  void read_link_element(const Token& token);
  void add_requisite(std::string_view href);
  void add_requisites(const Token& token);
  void add_styles(std::string_view css);
  void update_hidden_start(const Token& token);
  void update_hidden_end(const Token& token);
  [[nodiscard]] bool hides(const Token& token) const;
  // Decoded, and kept until the next page; cut to nothing when it is longer than allowed.
  [[nodiscard]] std::string_view keep(const std::string_view* raw);

  ParseOptions options_;
  PageContent content_;
  Tokenizer tokens_;
  Arena arena_;
  std::string buffer_;
  WordSink title_;
  WordSink anchor_;
  WordSink text_;
  bool in_title_ = false;
  bool in_anchor_ = false;  // the last link is an <a> that is still open
  bool in_style_ = false;
  bool skip_text_ = false;  // inside a script, style, iframe, noembed or noframes
  uint64_t template_depth_ = 0;
  uint64_t noscript_depth_ = 0;
  // The outermost element that hides its text, and how many of its name are open inside it.
  Tag hidden_tag_ = Tag::kUnknown;
  std::string_view hidden_name_;
  uint64_t hidden_depth_ = 0;
};

}  // namespace cocite::html
