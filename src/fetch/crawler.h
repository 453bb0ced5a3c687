// A crawl from its seeds to its end: fetches, archives, follows.
//
//   COCITE_TRY(CrawlReport report, run_crawl(request, seeds, "a topic"));
//
// Everything but reading pages (reader_pool.h) is done by the calling thread: one owner of the
// frontier, the state and the archive, and no locks between them.
#pragma once

#include <string>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/result.h>

namespace cocite::fetch {

// What became of an address that was not answered, as crawl_state.h keeps it: minus one of these.
// 100 and more: a Failure.
inline constexpr int kForbidden = 1;  // by robots.txt
inline constexpr int kFailed = 100;

// `seeds`: whole addresses, in the order in which they are to be seen. `topic`: text that the crawl
// is about; empty: nothing.
[[nodiscard]] Result<CrawlReport> run_crawl(const CrawlRequest& request,
                                            const std::vector<std::string>& seeds,
                                            const std::string& topic);

}  // namespace cocite::fetch
