// A finished crawl as one WACZ file: its archives, their index, and a list of its pages.
//
//   WaczFile wacz("site.crawl/site.wacz");
//   wacz.add_page("https://example.org/", date);              // in the order in which they were fetched
//   COCITE_CHECK(wacz.write(archives, "site.crawl/indexes/index.cdxj", seed, tick));
//
// WACZ 1.1.1: archives are stored as they are; the index is packed in blocks of 3,000 lines with a list of the blocks
// (ZipNum), as replay programs read it. Rules: docs/formats/wacz.md. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

namespace cocite::crawl {

class WaczFile {
 public:
  explicit WaczFile(std::string path);
  void add_page(std::string_view url, uint32_t date);
  // Replaces the file of an earlier run. `tick` is called periodically.
  [[nodiscard]] Result<void> write(const std::vector<std::string>& archives,
                                   const std::string& index, const std::function<void()>& tick);

 private:
  std::string path_;
  std::string pages_;  // JSON lines
  std::string first_url_;
  uint32_t first_date_ = 0;
};

}  // namespace cocite::crawl
