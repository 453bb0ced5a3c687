// links: html
// Any bytes, in any encoding, are a page: what is found is bounded, in order, and lies in the page.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "html/charset.h"
#include "html/css.h"
#include "html/feed.h"
#include "html/page_parser.h"

namespace {

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

void check(std::string_view page, const cocite::html::ParseOptions& options) {
  static cocite::html::PageParser parser;
  const cocite::html::PageContent& content = parser.parse(page, options);
  require(content.links.size() <= options.max_links);
  require(content.requisites.size() <= options.max_links);
  require(content.title.size() <= options.max_title_bytes);
  require(content.text.size() <= options.max_text_bytes);
  require(content.words <= options.max_words);
  // The shortest link is "<a href>".
  require(content.links.size() + content.links_left_out <= page.size() / 8);
  size_t last = 0;
  for (const cocite::html::Link& link : content.links) {
    require(link.offset < page.size() && page[link.offset] == '<');
    require(link.offset > last || &link == content.links.data());
    require(link.anchor.size() <= options.max_anchor_bytes);
    last = link.offset;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The first byte chooses the limits and the charset of the header, the second where to cut.
  if (size < 2) return 0;
  static constexpr std::string_view kCharsets[] = {
      "", "utf-8", "latin1", "utf-16le", "shift_jis", "iso-2022-jp", "gb18030", "big5"};
  // An own copy of exactly its size, so that a read past its end is seen.
  const std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  static cocite::html::CharsetDecoder decoder;
  const std::string_view text = decoder.to_utf8(bytes, kCharsets[data[0] % 8]).text;
  require(cocite::is_utf8(text));
  // The same as a feed, and as a style sheet.
  const cocite::html::Feed feed = cocite::html::read_feed(text);
  require(feed.is_feed || (feed.links.empty() && feed.title.empty()));
  require(feed.links.size() <= text.size() / 6);  // the shortest is "<guid>"
  for (const std::string& one : cocite::html::css_addresses(text)) require(!one.empty());

  cocite::html::ParseOptions options;
  options.frames = (data[0] & 8U) != 0;
  options.requisites = (data[0] & 32U) != 0;
  if ((data[0] & 16U) != 0) {
    options.max_links = 3;
    options.max_anchor_bytes = 5;
    options.max_title_bytes = 4;
    options.max_words = 2;
    options.max_text_bytes = 7;
    options.max_attribute_bytes = 10;
    options.max_stored_bytes = 20;
  }
  check(text, options);
  check(bytes, options);
  const std::string cut = bytes.substr(0, bytes.size() * data[1] / 256);
  check(cut, options);
  return 0;
}
