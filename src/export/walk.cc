#include "export/walk.h"

#include <utility>

#include "url/scheme.h"

namespace cocite::exporter {
namespace {

constexpr auto kTellEvery = std::chrono::milliseconds(200);
constexpr uint64_t kPagesPerLook = 256;  // a clock costs more than a page

// Pages are written with the scheme that they are shown with.
Result<std::string> name_of_key(const store::Store& store, PageId page, std::string_view key) {
  if (store.names() != store::Names::kUrl) return std::string(key);
  COCITE_TRY(const bool is_secure, store.is_secure(page));
  return url::url_of_key(key, is_secure);
}

}  // namespace

Walk::Walk(const store::Store& store, const ExportRequest& request)
    : store_(&store), request_(&request) {}

Result<void> Walk::name_of(PageId page, std::string& name) const {
  COCITE_TRY(name, store_->key(page));
  COCITE_TRY(name, name_of_key(*store_, page, name));
  return {};
}

Result<void> Walk::tell(uint64_t pages_done) {
  if (request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed)) {
    return fail(ErrorCode::kCancelled, "stopped; nothing was written");
  }
  const auto now = std::chrono::steady_clock::now();
  if (request_->progress && now - told_ >= kTellEvery) {
    told_ = now;
    request_->progress({.stage = "writing",
                        .done = pages_done,
                        .total = store_->pages(),
                        .unit = "pages",
                        .links = links_});
  }
  return {};
}

Result<void> Walk::for_each_page(const std::function<Result<void>(const Page&)>& use) {
  auto scan = store_->out().scan(page_id(0), store_->pages());
  auto keys = store_->keys().cursor();
  std::string_view key;
  while (scan.next()) {
    if (!keys.next(key)) break;
    Page page;
    page.id = scan.page();
    COCITE_TRY(const std::string name, name_of_key(*store_, page.id, key));
    page.key = key;
    page.name = name;
    page.children = scan.list();
    COCITE_TRY(page.in_links, store_->in().degree(page.id));
    COCITE_TRY(page.is_crawled, store_->is_crawled(page.id));
    COCITE_CHECK(use(page));
    links_ += page.children.size();
    if (index(page.id) % kPagesPerLook == 0) COCITE_CHECK(tell(index(page.id)));
  }
  COCITE_CHECK(scan.status());
  return keys.status();
}

ExportReport Walk::report(std::vector<std::string> files, uint64_t bytes) const {
  ExportReport report;
  report.files = std::move(files);
  report.bytes = bytes;
  report.pages = store_->pages();
  report.links = store_->links();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return report;
}

}  // namespace cocite::exporter
