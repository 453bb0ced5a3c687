#include "words/sort_anchors.h"

#include <algorithm>
#include <string>
#include <vector>

namespace cocite::words {

Result<uint32_t> voter_of(const store::Store& store, PageId page) {
  if (store.is_one_site()) return index(page);
  COCITE_TRY(const HostId host, store.host_of(page));
  return index(host);
}

Result<void> sort_anchors(const store::Store& store, const TellOfWords& tell,
                          AnchorSorter& sorter) {
  constexpr uint64_t kPagesAReport = 4096;
  if (!store.text_columns().has_anchors()) return sorter.finish();
  store::PageTextColumns::Reader reader(store.text_columns());
  auto lists = store.out().scan(page_id(0), store.pages());
  for (uint64_t done = 0; lists.next(); ++done) {
    if (tell && done % kPagesAReport == 0) {
      COCITE_CHECK(tell("reading links' words", done, store.pages()));
    }
    const std::span<const PageId> children = lists.list();
    if (children.empty()) continue;
    COCITE_TRY(const std::vector<std::string> anchors, reader.anchors(lists.page()));
    if (anchors.empty()) continue;
    COCITE_TRY(const uint32_t host, voter_of(store, lists.page()));
    for (size_t i = 0; i < std::min(children.size(), anchors.size()); ++i) {
      if (anchors[i].empty()) continue;
      COCITE_TRY(const uint32_t target_host, voter_of(store, children[i]));
      if (target_host != host) COCITE_CHECK(sorter.add(children[i], host, anchors[i]));
    }
  }
  COCITE_CHECK(lists.status());
  return sorter.finish();
}

}  // namespace cocite::words
