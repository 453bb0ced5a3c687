// A crawl from its seeds to its end: fetches, archives, follows.
//
//   COCITE_TRY(CrawlReport report, run_crawl(request, {.seeds = seeds, .topic = "honey bees"}));
//
// Everything but reading pages (reader_pool.h) is done by the calling thread: one owner of the
// frontier, the state and the archive, and no locks between them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/result.h>

#include "crawl/earlier.h"

namespace cocite::crawl {

// The start of a crawl, made from the request by the caller.
struct CrawlStart {
  std::vector<std::string> seeds =
      {};                           // whole addresses, in the order in which they are to be seen
  std::string topic = {};           // text that the crawl is about; empty: nothing
  EarlierPages* earlier = nullptr;  // nullptr: all pages are asked for as if they were new
  std::set<std::string> secret_hosts = {};  // those that secrets in request.headers are for
};

[[nodiscard]] Result<CrawlReport> run_crawl(const CrawlRequest& request, const CrawlStart& start);

}  // namespace cocite::crawl
