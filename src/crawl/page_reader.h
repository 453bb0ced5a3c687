// What came back becomes records of the archive and links to follow; the work that threads share.
//
//   PageReader reader(topic);                          // one per thread
//   ReadPage page = reader.read(std::move(fetched));
//   page.records                                       // for the archive
//   page.links                                         // in page order, each once
//
// Everything else that a crawl does is done by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/crawl_state.h"
#include "crawl/sitemap.h"
#include "crawl/topic.h"
#include "crawl/transfer.h"
#include "crawl/warc_record.h"
#include "html/charset.h"
#include "html/page_parser.h"
#include "read/http_message.h"

namespace cocite::crawl {

// In the metadata of a page that has not changed: a line of what the server said.
inline constexpr std::string_view kHttpResponse = "httpResponse: ";

// kRequisite: what a page needs to be shown. It is archived, and is no page.
enum class FetchKind : uint8_t { kPage, kRobots, kSitemap, kRequisite };

// An answer, and what the crawl knows about it.
struct FetchedPage {
  FetchKind kind = FetchKind::kPage;
  uint32_t page = 0;  // of kRobots: the one that waits for it
  std::string url = {};
  uint32_t depth = 0;
  std::string via = {};
  Response response = {};
  Digest digest = {};
  std::optional<Original> original = {};  // it has the same bytes
  // The server says (304) that the page is as it was then.
  std::optional<PageVersion> unchanged = {};
  [[nodiscard]] bool is_revisit() const { return original || unchanged; }
};

struct FoundLink {
  std::string url;          // absolute
  float similarity = 0;     // to the topic
  bool is_followed = true;  // false: nofollow
  bool is_link = true;      // false: another name of the page itself: canonical, refresh
  bool is_frame = false;
};

struct ReadPage {
  FetchedPage fetched = {};
  std::string mime = {};
  std::string digest = {};    // of the payload, as text
  std::string records = {};   // response or revisit, request, metadata
  size_t response_bytes = 0;  // of the first of these
  uint64_t body_bytes = 0;    // as sent
  std::string location = {};  // of a redirect: absolute
  std::vector<FoundLink> links = {};
  std::vector<std::string> requisites = {};  // absolute addresses, each once
  std::string text = {};                     // of robots.txt
  Sitemap sitemap = {};                      // what it lists, where it is one
  PageVersion version = {};  // by which a later crawl asks again; without fields: it cannot
};

[[nodiscard]] bool is_redirect(int status);

struct ReadOptions {
  bool frames = true;       // frames and iframes are links, too
  bool requisites = false;  // what pages need to be shown is looked for
};

class PageReader {
 public:
  // `topic`: nullptr where the crawl is about nothing.
  explicit PageReader(std::unique_ptr<Topic> topic, const ReadOptions& options = {})
      : topic_(std::move(topic)), options_(options) {}
  [[nodiscard]] ReadPage read(FetchedPage fetched);

 private:
  void read_html(ReadPage& page);
  void read_feed(ReadPage& page);
  void read_styles(ReadPage& page);
  void make_records(ReadPage& page);

  std::unique_ptr<Topic> topic_;
  ReadOptions options_;
  read::HttpReader http_;
  html::CharsetDecoder decoder_;
  html::PageParser parser_;
  RecordMaker maker_;
  std::string title_;
  std::string block_;
};

// The head of an answer as the archive has it: without chunks, which are gone from the body, and as
// HTTP/1.1 whatever it came by.
[[nodiscard]] std::string archived_head(std::string_view head);

// The version of a page that an answer with this head is or confirms; without fields where it tells
// none.
[[nodiscard]] PageVersion version_of(const FetchedPage& fetched, const read::HttpReader& http,
                                     const std::string& digest);
// What an answer lists, if it is a sitemap: asked for as one, or by its look. `body`: unpacked as
// far as HTTP goes.
[[nodiscard]] Sitemap sitemap_of(const FetchedPage& fetched, std::string_view mime,
                                 std::string_view body);

}  // namespace cocite::crawl
