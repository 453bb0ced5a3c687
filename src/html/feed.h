// Which pages does this feed list? RSS 0.9 to 2.0 and Atom.
//
//   const Feed feed = read_feed(utf8_xml);
//   if (feed.is_feed) for (const FeedLink& link : feed.links) use(link.href, link.title);
//
// One pass, any bytes, no DTDs and no references but those of characters. Links are those of the channel and
// of its items, in the order of the file: <link> of RSS (<guid> where an item has none), and of Atom those
// that are alternates. What stands in an item's text is not looked at: the page has it. Pure functions; any
// thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cocite::html {

inline constexpr size_t kMaxFeedLinks = 100'000;

struct FeedLink {
  std::string href;
  std::string title;  // of its item; of the channel none
};

struct Feed {
  bool is_feed = false;
  std::string title;
  std::string base;  // xml:base of the whole; empty: none
  std::vector<FeedLink> links;
};

[[nodiscard]] Feed read_feed(std::string_view text);

// Whether a content type leaves it open that this is a feed: those of feeds, and of XML.
[[nodiscard]] bool may_be_feed(std::string_view content_type);
// The encoding that an XML declaration names; empty: none.
[[nodiscard]] std::string_view xml_encoding(std::string_view bytes);

}  // namespace cocite::html
