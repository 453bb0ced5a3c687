// For each link of a graph of hosts or sites: the number of links and of pages behind it.
//
//   COCITE_TRY(auto writer, LinkCountWriter::create(std::move(container)));
//   COCITE_CHECK(writer.add({.links = 17, .pages = 3}));        // in the order of out-links
//   COCITE_CHECK(writer.finish());
//
//   auto cursor = store.link_counts()->cursor();
//   for (LinkCount count; cursor.next(count);) use(count);
//
// File "counts": docs/formats/store.md. Any number of threads may read one, each with its cursor.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"
#include "file/number_reader.h"

namespace cocite::store {

struct LinkCount {
  uint64_t links = 0;  // from a page of the one to a page of the other
  uint64_t pages = 0;  // of the one that have such links
};

class LinkCountWriter {
 public:
  [[nodiscard]] static Result<LinkCountWriter> create(file::ContainerWriter container);
  [[nodiscard]] Result<void> add(LinkCount count);
  // One, as the file has it.
  static void put(LinkCount count, std::vector<std::byte>& bytes);
  [[nodiscard]] Result<void> finish();

 private:
  file::ContainerWriter container_;
  std::vector<std::byte> bytes_;
};

class LinkCounts {
 public:
  [[nodiscard]] static LinkCounts of(file::Container container);

  static constexpr std::string_view kSection = "pairs";

  // In the order of out-links: the children of page 0, of page 1, …
  class Cursor {
   public:
    // False at the end; what is there then is no count: a file that ends within one, or has none
    // for each link, is detected by check() and by callers that count.
    [[nodiscard]] bool next(LinkCount& count) {
      return numbers_.take(count.links) && numbers_.take(count.pages);
    }

   private:
    friend class LinkCounts;
    explicit Cursor(std::span<const uint8_t> bytes) : numbers_(bytes) {}
    file::NumberReader numbers_;
  };
  // Checks all of the file on first use.
  [[nodiscard]] Result<Cursor> cursor() const;
  // Whether there are counts for `links` links, each of at least one page and as many links.
  [[nodiscard]] Result<void> check(uint64_t links) const;
  [[nodiscard]] const file::Container& container() const { return container_; }

 private:
  file::Container container_;
};

}  // namespace cocite::store
