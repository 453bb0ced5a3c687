// Pages that tell nothing about what links to them (browsers, counters, share buttons): ignored in
// every neighbourhood and never an answer.
//
//   COCITE_TRY(const Stoplist stoplist, Stoplist::shipped(web));
//   COCITE_TRY(const Stoplist frequent, Stoplist::most_frequent(web, web.has_hosts(), 21));
//   stoplist.contains(page)
//
// Never changes once made; any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/page_map.h"
#include "related/web.h"

namespace cocite::related {

class Stoplist {
 public:
  // Empty.
  Stoplist() = default;
  explicit Stoplist(std::span<const PageId> pages);
  // The pages of src/related/stoplist.txt, as it was when the program was built.
  [[nodiscard]] static Result<Stoplist> shipped(const Web& web);
  // The `count` pages that are most often among the first ten answers of cocitation (ties: in-degree
  // in hosts, in-degree, key). Asked are the 1,000 pages with 5 to 500 parents that have the smallest
  // hash; pages that are never an answer are not taken.
  [[nodiscard]] static Result<Stoplist> most_frequent(const Web& web, bool hosts_on,
                                                      uint64_t count);

  [[nodiscard]] bool empty() const { return pages_.empty(); }
  [[nodiscard]] size_t size() const { return pages_.size(); }
  [[nodiscard]] std::span<const PageId> pages() const { return pages_.pages(); }
  [[nodiscard]] bool contains(PageId page) const {
    return !pages_.empty() && pages_.contains(page);
  }

 private:
  PageSet pages_;
};

// How many hosts other than the page's own link to it. `parents`: all of them, rising.
[[nodiscard]] Result<uint64_t> in_degree_in_hosts(const store::Store& store, PageId page,
                                                  std::span<const PageId> parents);

}  // namespace cocite::related
