// All pages of a store in order, each with its name, links and degrees: what every exporter needs.
//
//   Walk walk(store, request);
//   COCITE_CHECK(walk.for_each_page([&](const Walk::Page& page) -> Result<void> { ... }));
//   return walk.report({request.output}, file.bytes());
//
// Tells the request's progress and obeys its stop. One thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::exporter {

class Walk {
 public:
  // Valid during the call.
  struct Page {
    PageId id{};
    std::string_view key;
    std::string_view name;             // the url, or the name where names are no urls
    std::span<const PageId> children;  // in page order
    uint64_t in_links = 0;
    bool is_crawled = false;
  };

  Walk(const store::Store& store, const ExportRequest& request);

  [[nodiscard]] Result<void> for_each_page(const std::function<Result<void>(const Page&)>& use);
  // Replaces `name` by the name of a page.
  [[nodiscard]] Result<void> name_of(PageId page, std::string& name) const;
  // Exporters with their own loop call this periodically; kCancelled when it is time to stop.
  [[nodiscard]] Result<void> tell(uint64_t pages_done);
  [[nodiscard]] ExportReport report(std::vector<std::string> files, uint64_t bytes) const;

 private:
  const store::Store* store_;
  const ExportRequest* request_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point told_ = start_;
  uint64_t links_ = 0;
};

}  // namespace cocite::exporter
