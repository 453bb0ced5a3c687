// Are these pages still there? A crawl of nothing but them, and what it learns into the store.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/crawl.h>
#include <cocite/engine.h>

#include "url/key.h"

namespace cocite {
namespace {

// A folder beside the store, gone when this ends.
class VerifyFolder {
 public:
  explicit VerifyFolder(const std::string& store)
      : path_(store + ".verify-" + std::to_string(::getpid())) {}
  VerifyFolder(const VerifyFolder&) = delete;
  VerifyFolder& operator=(const VerifyFolder&) = delete;
  ~VerifyFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Result<std::vector<VerifyItem>> find_pages(const VerifyRequest& request, const Engine& engine) {
  std::vector<VerifyItem> items;
  const auto add = [&](const std::string& text) -> Result<void> {
    COCITE_TRY(const PageInfo page, engine.page(text));
    const auto is_same = [&](const VerifyItem& item) { return item.key == page.key; };
    if (std::ranges::none_of(items, is_same)) items.push_back({.key = page.key, .url = page.url});
    return {};
  };
  for (const std::string& page : request.pages) COCITE_CHECK(add(page));
  if (!request.answers_of.empty()) {
    COCITE_TRY(
        const RelatedAnswer answer,
        engine.related({.pages = {request.answers_of}, .by = request.by, .top = request.top}));
    for (const RelatedItem& item : answer.items) COCITE_CHECK(add(item.key));
  }
  return items;
}

// What the log of the crawl says of each page, by key: its last word counts, and the first redirect.
void take_events(const std::vector<CrawlEvent>& events, std::vector<VerifyItem>& items) {
  std::string key;
  for (const CrawlEvent& event : events) {
    if (url::make_key(event.url, {}, key) != url::Skip::kNone) continue;
    for (VerifyItem& item : items) {
      if (item.key != key) continue;
      item.status = static_cast<uint64_t>(event.status);
      item.failure = event.failure;
      if (!event.location.empty()) item.location = event.location;
    }
  }
  // Of those that were not asked for the host says why: its robots.txt could not be had.
  for (const CrawlEvent& event : events) {
    if (event.failure.empty() || url::make_key(event.url, {}, key) != url::Skip::kNone) continue;
    for (VerifyItem& item : items) {
      const bool is_open = item.status == 0 && item.failure.empty();
      if (is_open && url::host_of_key(item.key) == url::host_of_key(key)) {
        item.failure = event.failure;
      }
    }
  }
}

}  // namespace

Result<VerifyAnswer> verify_pages(const VerifyRequest& request) {
  // A crawl does not ask twice for a page, and keeps its own options.
  std::error_code error;
  const std::string& out = request.fetch.out;
  if (!out.empty() && std::filesystem::exists(out + "/state.sqlite", error)) {
    return fail({.message = out + ": has a crawl already; name a new folder", .about = "out"});
  }
  VerifyAnswer answer;
  {
    COCITE_TRY(const Engine engine, Engine::open(request.store));
    if (!engine.has_urls()) {
      return fail(ErrorCode::kInvalidArgument, request.store + ": its pages have no addresses");
    }
    COCITE_TRY(answer.items, find_pages(request, engine));
  }
  const VerifyFolder scratch(request.store);
  CrawlRequest crawl = request.fetch;
  if (crawl.out.empty()) crawl.out = scratch.path();
  crawl.seeds.clear();
  for (const VerifyItem& item : answer.items) crawl.seeds.push_back(item.url);
  crawl.refresh.clear();
  crawl.order = "breadth";
  crawl.max_depth = CrawlRequest::kNoLinks;
  crawl.max_pages = 0;
  std::vector<CrawlEvent> events;
  crawl.log = [&](const CrawlEvent& event) {
    events.push_back(event);
    if (request.fetch.log) request.fetch.log(event);
  };
  COCITE_TRY(const CrawlReport report, crawl_web(crawl));
  take_events(events, answer.items);
  if (!request.add || report.files.empty() || report.fetched == 0) return answer;
  ImportRequest import{.store = request.store, .inputs = report.files};
  import.stop = request.fetch.stop;
  COCITE_TRY(const ImportReport added, add_to_store(import));
  answer.is_added = true;
  COCITE_TRY(const Engine engine, Engine::open(request.store));
  for (VerifyItem& item : answer.items) {
    // One that moved is an alias now.
    if (const auto page = engine.page(item.key); page && page->key == item.key) {
      item.gone = page->gone;
    }
  }
  return answer;
}

}  // namespace cocite
