// In which pages does this word stand, and how often?
//
//   COCITE_TRY(auto container, file::Container::open(path, kIndexKind));
//   COCITE_TRY(auto index, Index::open(container));
//   COCITE_TRY(auto list, index.find("bees"));            // std::optional<TermList>
//   Cursor cursor(index, *list);
//   for (bool ok = cursor.seek(0); ok && !cursor.at_end(); ok = cursor.seek(cursor.doc() + 1)) {
//     use(cursor.doc());
//   }
//
// A document is a page with words; documents are numbered in the order of pages. Terms are as a
// TermReader and the index's stemmer make them. Opening costs the same for any size; bytes are
// checked when touched, and no file makes a reader look out of bounds.
//
// Any number of threads may read one Index, which is a view, valid while its Container lives; each
// Cursor belongs to one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/bitmap.h"
#include "file/container.h"
#include "file/elias_fano.h"
#include "file/string_table.h"
#include "text/index_format.h"
#include "text/lengths.h"
#include "text/posting_block.h"
#include "text/scoring.h"

namespace cocite::text {

// The list of a term: a view.
struct TermList {
  uint64_t number = 0;      // of the term
  uint64_t df = 0;          // documents that have it
  uint64_t content_df = 0;  // of these, those that have it in title or text
  uint64_t begin = 0;       // of the blocks, in the section of lists
  uint64_t end = 0;
  // A block each; empty where there is but one.
  std::span<const SkipEntry> skips;

  [[nodiscard]] uint32_t blocks() const {
    return skips.empty() ? 1 : static_cast<uint32_t>(skips.size());
  }
  [[nodiscard]] uint32_t block_size(uint32_t block) const {
    const uint64_t left = df - uint64_t{block} * kBlockPostings;
    return static_cast<uint32_t>(left < kBlockPostings ? left : kBlockPostings);
  }
};

class Index {
 public:
  [[nodiscard]] static Result<Index> open(const file::Container& container);

  [[nodiscard]] const IndexMeta& meta() const { return meta_; }
  [[nodiscard]] std::string stem() const { return meta_.stem.data(); }
  [[nodiscard]] const AverageLengths& averages() const { return averages_; }
  [[nodiscard]] const file::StringTable& terms() const { return terms_; }

  // Stands for the file: the same for the same bytes.
  [[nodiscard]] uint64_t identity() const { return container_.identity(); }

  // Nothing: no page has the term.
  [[nodiscard]] Result<std::optional<TermList>> find(std::string_view term) const;
  // REQUIRES: number < meta().terms.
  [[nodiscard]] Result<TermList> list(uint64_t number) const;

  // REQUIRES of all: doc < meta().documents.
  [[nodiscard]] Result<PageId> page(uint32_t doc) const;
  [[nodiscard]] const Lengths& lengths() const { return lengths_; }
  // The length of the document's vector; 0 where it has neither title nor text. False: damaged.
  [[nodiscard]] bool norm(uint32_t doc, TfKind kind, double& norm) const;

  // One divided by the lengths of documents [begin, end), into out[0] and on; 0 for a length of 0.
  [[nodiscard]] bool inverse_norms(uint32_t begin, uint32_t end, TfKind kind, float* out) const;
  // Of documents [begin, end), at [begin]: the share that terms of class `number` are of the vector
  // (log), in units of 1 / kShareUnit, not below it. nullptr: damaged.
  [[nodiscard]] const uint8_t* frequent(size_t number, uint32_t begin, uint32_t end) const {
    const uint64_t first = number * meta_.documents;
    if (!frequent_.is_sound(first + begin, first + end)) return nullptr;
    return reinterpret_cast<const uint8_t*>(frequent_.data()) + first;
  }
  [[nodiscard]] tl::unexpected<Error> damage() const { return lists_.damage(); }
  // The places of a block's terms, packed (positions.h). nullptr: damaged.
  // REQUIRES: block < list.blocks().
  [[nodiscard]] std::span<const uint8_t> positions_of(const TermList& list, uint32_t block) const;

  // The first document whose page is not before this one.
  [[nodiscard]] Result<uint32_t> first_doc(uint64_t page) const;
  // Nothing: the page has no words.
  [[nodiscard]] Result<std::optional<uint32_t>> doc(PageId page) const;

  // Every checksum, and that what one part says of another is so: counts of lists, bounds of
  // blocks, lengths of documents and of vectors.
  [[nodiscard]] Result<void> check() const;

 private:
  friend class Cursor;

  file::Container container_;
  IndexMeta meta_;
  AverageLengths averages_;
  file::StringTable terms_;
  file::EliasFano offsets_;
  file::EliasFano docs_;
  file::Bitmap content_;
  file::Section lists_;
  file::Section skips_;
  file::Section positions_;
  file::EliasFano position_offsets_;
  file::Section position_skips_;
  Lengths lengths_;
  file::Section norms_;
  file::Section frequent_;
};

// Walks the postings of one term; a value.
class Cursor {
 public:
  // Before the first posting: seek() comes first. The index stays where it is.
  Cursor(const Index& index, const TermList& list) : index_(&index), list_(list) {}

  [[nodiscard]] const TermList& list() const { return list_; }
  // To the first posting with this document or a later one; also backwards. False: damaged.
  [[nodiscard]] bool seek(uint32_t doc) {
    if (loaded_ && doc <= block_.docs[block_.size - 1] && doc >= block_.docs[0]) {
      place_ = place_in_block(doc);
      at_end_ = false;
      return true;
    }
    return seek_far(doc);
  }
  [[nodiscard]] bool at_end() const { return at_end_; }
  // REQUIRES: seek() was true, and not at the end.
  [[nodiscard]] uint32_t doc() const { return block_.docs[place_]; }
  [[nodiscard]] uint32_t place() const { return place_; }
  // Counts of the posting; false: damaged.
  [[nodiscard]] bool counts(FieldCounts& counts) {
    if (!has_counts_ && !load_counts()) return false;
    counts = block_.counts(place_);
    return true;
  }

  // Block by block. False: damaged. REQUIRES: block < list().blocks().
  [[nodiscard]] bool load(uint32_t block);
  [[nodiscard]] bool load_counts();
  // This block will be loaded soon: what lies far away in memory is fetched meanwhile.
  void expect(uint32_t block) const;
  [[nodiscard]] const PostingBlock& block() const { return block_; }
  [[nodiscard]] uint32_t block_number() const { return number_; }
  // The first block whose last document is this one or a later one; blocks(): none. Of a list with
  // one block: 0.
  [[nodiscard]] uint32_t block_of(uint32_t doc) const;

  // The first place of the loaded block with this document or a later one.
  [[nodiscard]] uint32_t place_in_block(uint32_t doc) const {
    // Without branches: which way each step goes is a coin's toss.
    uint32_t place = 0;
    for (uint32_t step = kBlockPostings / 2; step > 0; step /= 2) {
      const uint32_t next = place + step;
      place = next <= block_.size && block_.docs[next - 1] < doc ? next : place;
    }
    // The steps add up to one less than a block.
    return place < block_.size && block_.docs[place] < doc ? place + 1 : place;
  }

 private:
  [[nodiscard]] bool seek_far(uint32_t doc);

  const Index* index_;
  TermList list_;
  uint32_t number_ = 0;  // of the block
  uint32_t place_ = 0;
  bool loaded_ = false;
  bool has_counts_ = false;
  bool at_end_ = false;
  PostingBlock block_;
};

}  // namespace cocite::text
