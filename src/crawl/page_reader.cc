#include "crawl/page_reader.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "base/date_text.h"
#include "crawl/earlier.h"
#include "crawl/robots.h"
#include "html/css.h"
#include "html/feed.h"
#include "html/meta.h"
#include "url/url.h"

namespace cocite::crawl {
namespace {

constexpr double kMaxRefreshSeconds = 5;
constexpr std::string_view kResourceType = "WARC-Resource-Type";

std::string_view mime_of(std::string_view content_type) {
  return trim(content_type.substr(0, content_type.find(';')));
}

// "nofollow" or "none" in an X-Robots-Tag that is for everybody or for us.
bool forbids_following(std::string_view tag) {
  std::string lower;
  for (const char c : tag) lower += to_lower(c);
  return lower.find("nofollow") != std::string::npos || lower.find("none") != std::string::npos;
}

// One line, whatever a page puts into it.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += is_control(c) ? ' ' : c;
  return line;
}

template <class Hrefs>
void add_requisites(const Hrefs& hrefs, const url::Url& base, std::vector<std::string>& to) {
  std::unordered_set<std::string> seen;
  std::string address;
  for (const auto& href : hrefs) {
    if (url::resolve(base, href, address) != url::LinkKind::kPage) continue;
    address.resize(std::min(address.find('#'), address.size()));
    if (seen.insert(address).second) to.push_back(address);
  }
}

}  // namespace

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

std::string archived_head(std::string_view head) {
  std::string result;
  bool is_first = true;
  for (size_t at = 0; at < head.size();) {
    const size_t end = std::min(head.find('\n', at), head.size() - 1) + 1;
    std::string_view line = head.substr(at, end - at);
    at = end;
    if (std::exchange(is_first, false) && !line.starts_with("HTTP/1.")) {
      const size_t space = std::min(line.find_first_of(" \r\n"), line.size());
      result += "HTTP/1.1";
      line.remove_prefix(space);
    }
    constexpr std::string_view kChunks = "transfer-encoding:";
    if (equals_ignore_case(line.substr(0, kChunks.size()), kChunks)) result += "X-Archive-Orig-";
    result += line;
  }
  return result;
}

// "httpResponse: HTTP/1.1 304 Not Modified" and so on, a line each.
void add_head(std::string_view head, std::string& about) {
  for (size_t at = 0; at < head.size();) {
    const size_t end = std::min(head.find('\n', at), head.size());
    const std::string_view line = trim(head.substr(at, end - at));
    at = end + 1;
    if (!line.empty()) about += std::string(kHttpResponse) + std::string(line) + "\r\n";
  }
}

PageVersion version_of(const FetchedPage& fetched, const read::HttpReader& http,
                       const std::string& digest) {
  PageVersion version;
  if (fetched.unchanged) {
    version = *fetched.unchanged;
  } else if (fetched.response.status == 200 && !fetched.response.is_cut) {
    version = {.date = fetched.response.date, .digest = digest};
  } else {
    return version;
  }
  read_version(http.field("etag"), http.field("last-modified"), version);
  return version;
}

Sitemap sitemap_of(const FetchedPage& fetched, std::string_view mime, std::string_view body) {
  // A seed may be a plain list of addresses even if it is not declared a sitemap.
  const bool is_list = fetched.kind == FetchKind::kSitemap ||
                       (fetched.via.empty() && fetched.depth == 0 && mime == "text/plain");
  if (!is_list && !mime.ends_with("/xml") && !is_packed(body)) return {};
  return read_sitemap(body, is_list);
}

ReadPage PageReader::read(FetchedPage fetched) {
  ReadPage page;
  page.fetched = std::move(fetched);
  title_.clear();
  Response& response = page.fetched.response;
  response.head = archived_head(response.head);
  block_ = response.head;
  block_ += response.body;
  http_.read_head(block_);
  page.mime = on_one_line(mime_of(http_.content_type()));
  if (is_redirect(response.status)) {
    const auto base = url::Url::parse(page.fetched.url);
    if (!base ||
        url::resolve(*base, http_.field("location"), page.location) != url::LinkKind::kPage) {
      page.location.clear();
    }
  } else if (response.status == 200 || response.status == 203) {
    if (page.fetched.kind == FetchKind::kRobots) {
      page.text = http_.body().substr(0, kMaxRobotsBytes);
    } else {
      page.sitemap = sitemap_of(page.fetched, page.mime, http_.body());
    }
    if (page.fetched.kind == FetchKind::kPage) read_html(page);
    if (page.fetched.kind == FetchKind::kRequisite && page.mime == "text/css") read_styles(page);
  }
  page.digest =
      page.fetched.unchanged ? page.fetched.unchanged->digest : digest_text(page.fetched.digest);
  page.version = version_of(page.fetched, http_, page.digest);
  make_records(page);
  page.body_bytes = response.body.size();
  response.body.clear();
  response.body.shrink_to_fit();
  return page;
}

void PageReader::read_html(ReadPage& page) {
  const std::string_view body = http_.body();
  if (!read::is_html(http_.content_type(), body)) {
    if (html::may_be_feed(http_.content_type())) read_feed(page);
    return;
  }
  const auto document = url::Url::parse(page.fetched.url, url::Escaping::kAsKeys);
  if (!document) return;
  const std::string_view charset = html::charset_of_content_type(http_.content_type());
  const std::string_view text = decoder_.to_utf8(body, charset).text;
  const html::PageContent& content =
      parser_.parse(text, {.frames = options_.frames,
                           .requisites = options_.requisites,
                           .max_words = topic_ ? size_t{1000} : size_t{0}});
  title_ = on_one_line(content.title);
  const url::Url base = content.has_base ? url::base_url(*document, content.base_href) : *document;
  const bool follows = !content.nofollow && !forbids_following(http_.field("x-robots-tag"));
  float page_similarity = 0;
  if (topic_) {
    page_similarity =
        topic_->similarity(std::string(content.title) + ' ' + std::string(content.text));
  }
  std::string address;
  std::unordered_set<std::string> seen;
  const auto add = [&](std::string_view href, FoundLink link, std::string_view anchor) {
    if (url::resolve(base, href, address) != url::LinkKind::kPage) return;
    address.resize(std::min(address.find('#'), address.size()));
    if (!seen.insert(address).second) return;
    link.url = address;
    if (topic_) link.similarity = topic_->of_link(anchor, address, page_similarity);
    page.links.push_back(std::move(link));
  };
  for (const html::Link& link : content.links) {
    const bool is_frame =
        link.kind == html::LinkKind::kFrame || link.kind == html::LinkKind::kIframe;
    add(link.href,
        {.url = {},
         .is_followed = follows && (link.rel & html::kRelNofollow) == 0,
         .is_frame = is_frame},
        link.anchor);
  }
  add_requisites(content.requisites, base, page.requisites);
  if (!content.canonical.empty()) {
    add(content.canonical, {.url = {}, .is_link = false}, {});
  } else if (std::string same;  // relative to the page's address, whatever base it names
             url::resolve(*document, http_.canonical(), same) == url::LinkKind::kPage &&
             !http_.canonical().empty()) {
    add(same, {.url = {}, .is_link = false}, {});
  } else if (content.has_refresh && content.refresh.delay_s <= kMaxRefreshSeconds &&
             !content.refresh.url.empty()) {
    add(content.refresh.url, {.url = {}, .is_link = false}, {});
  }
}

void PageReader::read_styles(ReadPage& page) {
  const auto document = url::Url::parse(page.fetched.url, url::Escaping::kAsKeys);
  if (!document || !options_.requisites) return;
  add_requisites(html::css_addresses(http_.body()), *document, page.requisites);
}

void PageReader::read_feed(ReadPage& page) {
  const std::string_view body = http_.body();
  std::string_view charset = html::charset_of_content_type(http_.content_type());
  if (charset.empty()) charset = html::xml_encoding(body);
  const html::Feed feed = html::read_feed(decoder_.to_utf8(body, charset).text);
  const auto document = url::Url::parse(page.fetched.url, url::Escaping::kAsKeys);
  if (!feed.is_feed || !document) return;
  title_ = on_one_line(feed.title);
  const url::Url base = feed.base.empty() ? *document : url::base_url(*document, feed.base);
  const bool follows = !forbids_following(http_.field("x-robots-tag"));
  std::string address;
  std::unordered_set<std::string> seen;
  for (const html::FeedLink& one : feed.links) {
    if (url::resolve(base, one.href, address) != url::LinkKind::kPage) continue;
    address.resize(std::min(address.find('#'), address.size()));
    if (!seen.insert(address).second) continue;
    const float similarity = topic_ ? topic_->of_link(one.title, address, 0) : 0;
    page.links.push_back({.url = address, .similarity = similarity, .is_followed = follows});
  }
}

void PageReader::make_records(ReadPage& page) {
  const FetchedPage& fetched = page.fetched;
  const Response& response = fetched.response;
  const std::string id = new_record_id();
  const auto& original = fetched.original;
  const auto& unchanged = fetched.unchanged;
  WarcRecord main{
      .type = fetched.is_revisit() ? "revisit" : "response",
      .id = id,
      .uri = fetched.url,
      .date = response.date,
      .content_type = "application/http; msgtype=response",
      // Programs that show archives take the status of a record that has one, and would show an empty
      // page for a 304; without one they show the copy that it refers to. Metadata have what came.
      .head = unchanged ? std::string_view() : std::string_view(response.head),
      .body = fetched.is_revisit() ? std::string_view() : std::string_view(response.body)};
  if (!response.ip.empty()) main.fields.emplace_back("WARC-IP-Address", response.ip);
  if (!page.digest.empty()) main.fields.emplace_back("WARC-Payload-Digest", page.digest);
  // So that an error page sent as one is not taken for a page.
  if (fetched.kind == FetchKind::kRequisite) {
    main.fields.emplace_back(kResourceType, "requisite");
  }
  if (response.is_http2) main.fields.emplace_back("WARC-Protocol", "h2");
  if (response.is_cut && !fetched.is_revisit()) {
    main.fields.emplace_back("WARC-Truncated", response.cut_by);
  }
  if (original) {
    main.fields.emplace_back("WARC-Profile",
                             "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest");
    main.fields.emplace_back("WARC-Refers-To-Target-URI", original->url);
    main.fields.emplace_back("WARC-Refers-To-Date", date_text(original->date));
  }
  if (unchanged) {
    main.fields.emplace_back("WARC-Profile",
                             "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
    main.fields.emplace_back("WARC-Refers-To-Target-URI", fetched.url);
    if (unchanged->date > 0) {
      main.fields.emplace_back("WARC-Refers-To-Date", date_text(unchanged->date));
    }
  }
  maker_.add(main, page.records);
  page.response_bytes = page.records.size();

  maker_.add({.type = "request",
              .uri = fetched.url,
              .date = response.date,
              .content_type = "application/http; msgtype=request",
              .head = response.request,
              .fields = {{"WARC-Concurrent-To", id}}},
             page.records);

  std::string about;
  if (!fetched.via.empty()) about += "via: " + fetched.via + "\r\n";
  about += "hopsFromSeed: " + std::to_string(fetched.depth) + "\r\n";
  about += "fetchTimeMs: " + std::to_string(static_cast<int64_t>(response.seconds * 1000)) + "\r\n";
  if (original && original->url != fetched.url) about += "duplicateOf: " + original->url + "\r\n";
  if (!title_.empty()) about += "title: " + title_ + "\r\n";
  if (unchanged) add_head(response.head, about);
  for (const FoundLink& link : page.links) {
    about += "outlink: " + link.url;
    about += !link.is_link ? " R link/@href" : link.is_frame ? " L frame/@src" : " L a/@href";
    about += link.is_followed ? "\r\n" : " nofollow\r\n";
  }
  for (const std::string& url : page.requisites) about += "outlink: " + url + " E */@src\r\n";
  std::vector<std::pair<std::string_view, std::string>> about_fields = {{"WARC-Concurrent-To", id}};
  if (fetched.kind == FetchKind::kRequisite) about_fields.emplace_back(kResourceType, "requisite");
  maker_.add({.type = "metadata",
              .uri = fetched.url,
              .date = response.date,
              .content_type = "application/warc-fields",
              .body = about,
              .fields = std::move(about_fields)},
             page.records);
}

}  // namespace cocite::crawl
