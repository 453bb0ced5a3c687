// Lists that take long to decode, kept once they were: those of the most linked pages, which are
// asked for again and again, several times for one question even.
//
//   LongLists lists;
//   LongListBuffer buffer;
//   COCITE_TRY(const auto list, lists.read(links, page, degree, buffer));
//
// The list is valid until its buffer is used again. At most 64 MB are kept; whoever was not asked
// for longest goes. Any number of threads.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "graph/packed_links.h"

namespace cocite::graph {

struct LongListBuffer {
  ListBuffer decoded;
  std::shared_ptr<const std::vector<PageId>> kept;
};

class LongLists {
 public:
  // Fewer links are decoded in less than ten microseconds.
  static constexpr uint32_t kLong = 1024;
  static constexpr uint64_t kMostLinks = uint64_t{1} << 24;

  explicit LongLists(uint64_t most_links = kMostLinks) : most_links_(most_links) {}

  // `degree`: how long the list is, as far as anybody knows. REQUIRES: page < links.pages().
  [[nodiscard]] Result<std::span<const PageId>> read(const PackedLinks& links, PageId page,
                                                     uint64_t degree, LongListBuffer& buffer);

 private:
  using List = std::shared_ptr<const std::vector<PageId>>;
  struct Entry {
    PageId page{};
    List list;
  };

  [[nodiscard]] List find(PageId page);
  void keep(PageId page, List list);

  const uint64_t most_links_;
  std::mutex mutex_;
  uint64_t links_ = 0;      // of all that are kept
  std::list<Entry> order_;  // who was asked for last comes first
  std::unordered_map<uint32_t, std::list<Entry>::iterator> places_;
};

}  // namespace cocite::graph
