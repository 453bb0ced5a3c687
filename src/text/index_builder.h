// Makes the index of a store's words: pages in, in order, a container out.
//
//   COCITE_TRY(auto builder, IndexBuilder::create({.pages = pages, .stem = "english",
//                                                  .scratch = folder, .threads = 2}));
//   // pages rise
//   COCITE_CHECK(builder.add(page, {.title = title, .text = text, .anchors = anchors}));
//   COCITE_CHECK(builder.write(container));       // a ContainerWriter of kind kIndexKind
//
// Texts are gathered in chunks, each inverted by one thread into a run sorted by term; write()
// merges the runs. Memory: `memory_bytes`, and 40 bytes a page with words, and the packed list and
// places of the most frequent term. The bytes depend on the pages only, not on threads or memory. One thread
// at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/container.h"
#include "file/spill.h"
#include "text/index_format.h"
#include "text/inverter.h"
#include "text/run_merger.h"
#include "text/scoring.h"

namespace cocite::text {

struct IndexOptions {
  uint64_t pages = 0;         // of the store
  std::string stem = "none";  // a language, by Snowball's name or ISO 639
  std::string scratch{};      // prefix of scratch files, which are gone when the builder is
  uint64_t memory_bytes = uint64_t{256} << 20;
  unsigned threads = 1;
};

class IndexBuilder {
 public:
  [[nodiscard]] static Result<IndexBuilder> create(IndexOptions options);
  IndexBuilder(IndexBuilder&&) = default;
  IndexBuilder& operator=(IndexBuilder&&) = default;
  ~IndexBuilder();

  // REQUIRES: pages rise. A page without a term is not a document.
  [[nodiscard]] Result<void> add(PageId page, const Fields& fields);
  // Everything that was added; nothing can be added afterwards.
  [[nodiscard]] Result<IndexMeta> write(file::ContainerWriter& writer);

 private:
  // Texts of pages, one after the other.
  struct Chunk {
    struct Page {
      PageId page{};
      uint32_t title_bytes = 0;
      uint32_t text_bytes = 0;
      uint32_t anchors = 0;
    };
    struct Link {
      uint64_t host = 0;
      uint32_t bytes = 0;
    };
    std::string letters;
    std::vector<Page> pages;
    std::vector<Link> anchors;
    // What came out.
    std::string run;
    std::vector<PageId> documents;
    std::vector<uint64_t> lengths;
    uint32_t count = 0;
  };
  struct Lists;

  IndexBuilder() = default;
  static void invert(Chunk& chunk, Inverter& inverter);
  [[nodiscard]] Result<void> invert_chunks();
  [[nodiscard]] Result<void> merge(Lists& lists);
  [[nodiscard]] Result<void> write_terms(file::ContainerWriter& writer, Lists& lists) const;
  [[nodiscard]] Result<void> write_lists(file::ContainerWriter& writer, Lists& lists) const;
  [[nodiscard]] Result<void> write_positions(file::ContainerWriter& writer, Lists& lists) const;
  [[nodiscard]] Result<void> write_pages(file::ContainerWriter& writer, const Lists& lists) const;

  IndexOptions options_;
  uint64_t chunk_bytes_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<Inverter> inverters_;
  file::Spill runs_;
  std::vector<RunMerger::Run> run_places_;
  std::vector<PageId> documents_;
  std::vector<uint64_t> lengths_;  // FieldCounts::packed(), by document
  IndexMeta meta_;
  AverageLengths averages_;
};

}  // namespace cocite::text
