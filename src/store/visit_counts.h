// How often people went from one page to another: counts of clicks, and nothing about who or when.
//
//   COCITE_TRY(auto writer, VisitWriter::create(std::move(container), pages));
//   COCITE_CHECK(writer.add(page, {{.page = other, .to = 312, .from = 40}}));   // pages rise
//   COCITE_CHECK(writer.finish(5));                       // none was seen less often than that
//
//   VisitTable::Buffer buffer;
//   COCITE_TRY(const VisitList visits, store.visits()->list(page, buffer));
//   visits.total;              // all clicks at the page, in and out
//   visits.with(other).both(); // n(page→other) + n(other→page)
//
// Each pair of pages stands in the lists of both, so that a page's list tells all about it. File
// "visits", byte by byte: docs/formats/visits.md. Any number of threads may read, each with its own
// buffer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/container.h"
#include "file/elias_fano.h"
#include "file/length_list.h"

namespace cocite::store {

// Between a page and another one.
struct Visits {
  PageId page{};      // the other one
  uint64_t to = 0;    // clicks from the page to the other one
  uint64_t from = 0;  // and back

  [[nodiscard]] uint64_t both() const { return to + from; }
};

// All that is known of a page. Others rise.
struct VisitList {
  uint64_t total = 0;  // clicks at the page, in and out
  std::span<const Visits> others = {};

  // Zeros if there were no visits.
  [[nodiscard]] Visits with(PageId other) const;
};

class VisitWriter {
 public:
  [[nodiscard]] static Result<VisitWriter> create(file::ContainerWriter container, uint64_t pages);
  // REQUIRES: pages rise, and others do; no page is its own other; no pair without clicks.
  [[nodiscard]] Result<void> add(PageId page, std::span<const Visits> others);
  // `at_least`: how often each transition that is kept was seen.
  [[nodiscard]] Result<void> finish(uint64_t at_least);

 private:
  void put(uint64_t value);

  file::ContainerWriter container_;
  uint64_t pages_ = 0;
  file::LengthList lengths_;
  std::vector<std::byte> bytes_;
  uint64_t transitions_ = 0;
  uint64_t clicks_ = 0;
  uint64_t visited_pages_ = 0;
};

class VisitTable {
 public:
  using Buffer = std::vector<Visits>;

  // kCorrupt if it does not have `pages` pages.
  [[nodiscard]] static Result<VisitTable> of(file::Container container, uint64_t pages);

  [[nodiscard]] uint64_t transitions() const { return transitions_; }  // from one page to another
  [[nodiscard]] uint64_t clicks() const { return clicks_; }            // all of them
  [[nodiscard]] uint64_t visited_pages() const { return visited_pages_; }
  [[nodiscard]] uint64_t at_least() const { return at_least_; }

  // The list is valid until the buffer is used again. Empty for pages without visits.
  [[nodiscard]] Result<VisitList> list(PageId page, Buffer& buffer) const;
  // Its total alone: clicks at the page, in and out.
  [[nodiscard]] Result<uint64_t> total(PageId page) const;

  // Others rise and are pages, totals are sums, and both lists of each pair say the same.
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] const file::Container& container() const { return container_; }

 private:
  // The bytes of a page's list.
  [[nodiscard]] Result<std::span<const uint8_t>> bytes_of(PageId page) const;

  file::Container container_;
  file::EliasFano offsets_;
  file::Section lists_;
  uint64_t pages_ = 0;
  uint64_t transitions_ = 0;
  uint64_t clicks_ = 0;
  uint64_t visited_pages_ = 0;
  uint64_t at_least_ = 0;
};

}  // namespace cocite::store
