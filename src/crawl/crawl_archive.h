// What a crawl leaves behind: archive files, what the state says is in them, and the index.
//
//   CrawlArchive archive(request, state, links);
//   COCITE_CHECK(archive.recover(is_sitemap, [&](ReadPage&& page, WarcPlace place) {…}));
//   COCITE_TRY(WarcPlace place, archive.append(page));
//   COCITE_CHECK(archive.keep(page, place));
//   COCITE_CHECK(archive.commit(fetched));                          // from here on it is safe
//   COCITE_CHECK(archive.write_index(tick));
//
// The archive is written before the state, so that what the state says is there is there; what a
// killed crawl wrote beyond that is found again by recover(). One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "crawl/crawl_state.h"
#include "crawl/links_file.h"
#include "crawl/page_reader.h"
#include "crawl/recovery.h"
#include "crawl/warc_files.h"

namespace cocite::crawl {

class CrawlArchive {
 public:
  // All of them live longer than this.
  CrawlArchive(const CrawlRequest& request, CrawlState& state, LinksFile& links);

  // Reads the state's marks, and hands over what the archive has beyond them.
  using UsePage = std::function<Result<void>(ReadPage&& page, const WarcPlace& place)>;
  [[nodiscard]] Result<void> recover(const IsSitemap& is_sitemap, const UsePage& use);

  // All pages that the state's marks say are in the archive, in the order in which they were fetched.
  using UseOld = std::function<Result<void>(ReadPage&& page)>;
  [[nodiscard]] Result<void> for_each_page(const UseOld& use);

  // An earlier page with the same bytes that is in the archive, or will be before this one.
  [[nodiscard]] Result<std::optional<Original>> find_original(const FetchedPage& fetched);
  // Writes the page's records; keep() notes in the state what was written.
  [[nodiscard]] Result<WarcPlace> append(const ReadPage& page);
  [[nodiscard]] Result<void> keep(const ReadPage& page, const WarcPlace& place);
  // A new archive file was begun since the last commit.
  [[nodiscard]] bool has_new_file() const { return files_.name() != kept_name_; }

  [[nodiscard]] Result<void> commit(uint64_t fetched);
  // What the marks said when the crawl began.
  [[nodiscard]] uint64_t fetched_before() const { return fetched_before_; }
  // Of bodies, of all runs.
  [[nodiscard]] uint64_t bytes() const { return marks_.bytes; }

  // Paths of the archive files.
  [[nodiscard]] Result<std::vector<std::string>> paths();
  // indexes/index.cdxj of all that is in the archive. `tick` is called periodically. Returns its path.
  [[nodiscard]] Result<std::string> write_index(const std::function<void()>& tick);
  // The whole crawl as one WACZ file, once its index is written. Returns its path.
  [[nodiscard]] Result<std::string> write_wacz(const std::function<void()>& tick);

 private:
  [[nodiscard]] Result<void> recover_file(const std::string& name, uint32_t serial, uint64_t offset,
                                          const IsSitemap& is_sitemap, const UsePage& use);

  std::string folder_;
  CrawlState* state_;
  LinksFile* links_;
  WarcFiles files_;
  std::map<Digest, Original> under_way_;  // pages that no other one has the bytes of
  Marks marks_;
  uint64_t fetched_before_ = 0;
  std::string kept_name_;
};

}  // namespace cocite::crawl
