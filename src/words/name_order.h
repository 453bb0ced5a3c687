// Pages by the beginning of their name: completion while a user types.
//
//   COCITE_TRY(const auto names, NameOrder::open(store));                // std::optional
//   COCITE_TRY(const auto matches, names->find("honey b", 8));
//   matches[0].page
//
// A page has two names at most: its title and what others call it. Typing may begin at any word of
// a name (text/folded_name.h), so a name has an entry for each of its words; entries are in the
// order of what follows from there. What is typed is then a range, found by a few looks at names;
// the most linked pages of it are found by the least numbers in the range, since pages are numbered
// by in-degree. Costs some ten microseconds, whatever the size of the store and of the range.
//
//   pages     u32 each: the page of each number, most linked first
//   entries   blocks of 64: u32 numbers | u8 places; place = which word it is, + 128 for what
//             others call it
//   heads     u64 a block: the first eight bytes of its first entry's text
//   minima    the least number of each block, of each 64 of these, and so on
//   meta      u64: how many entries
//
// Byte by byte: docs/formats/store.md. Any number of threads; valid while its Store lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/container.h"
#include "file/string_sorter.h"
#include "store/notes.h"
#include "store/store.h"
#include "text/folded_name.h"
#include "words/anchor_names.h"

namespace cocite::words {

struct NameMatch {
  PageId page{};
  bool by_called = false;  // it is what others call it that goes on so
};

// Whether what is typed stands in this name, from a word on.
[[nodiscard]] bool name_has(std::string_view name, std::string_view typed);

class NameOrder {
 public:
  static constexpr std::string_view kNotes = "name-order";
  static constexpr std::string_view kAbout = "name-order 1";
  // This many bytes after a word count for the order; the rest is compared in the end.
  static constexpr size_t kKeyBytes = 48;
  static constexpr size_t kMaxStarts = 48;  // words of a name

  // Nothing where the store has none, or none that is of use.
  [[nodiscard]] static Result<std::optional<NameOrder>> open(const store::Store& store);

  [[nodiscard]] uint64_t size() const { return entries_count_; }
  // Names that are just this first (three at most; of those longer than what is sorted by it cannot
  // be told), then the most linked pages; each page once.
  [[nodiscard]] Result<std::vector<NameMatch>> find(std::string_view typed, size_t top) const;
  // That everything is where it should be: reads all of it.
  [[nodiscard]] Result<void> check() const;

 private:
  friend class NameOrderMaker;
  static constexpr uint64_t kBlockEntries = 64;
  static constexpr uint64_t kBlockBytes = kBlockEntries * 5;
  static constexpr uint8_t kCalled = 0x80;

  struct Entry {
    uint32_t number = 0;
    uint8_t place = 0;
  };
  struct Least {
    uint32_t number = 0xFFFFFFFF;
    uint64_t at = 0;
  };
  struct Range {
    uint64_t first = 0;
    uint64_t last = 0;
  };

  // The first eight bytes as a number that sorts like them; what is missing is `fill`.
  [[nodiscard]] static uint64_t head_of(std::string_view key, unsigned char fill);
  // The text that entries are sorted by: what follows the word, with a space behind it.
  [[nodiscard]] static std::string_view key_of(text::FoldedName& name, size_t start);
  [[nodiscard]] Result<Entry> entry(uint64_t at) const;
  [[nodiscard]] Result<PageId> page(uint32_t number) const;
  // Folded into `name`; returns what follows the entry's word, whole, with a space behind it.
  [[nodiscard]] Result<std::string_view> text_of(const Entry& entry, text::FoldedName& name) const;
  // The first entry that is not below `key`; `after`: nor begins with it.
  [[nodiscard]] Result<uint64_t> bound(std::string_view key, bool after) const;
  [[nodiscard]] Result<Range> range_of(std::string_view key) const;
  // The least number among [first, last) of a level, 0 being that of entries.
  [[nodiscard]] bool scan(size_t level, Range range, Least& least) const;
  [[nodiscard]] bool find_least(size_t level, Range range, Least& least) const;

  const store::Store* store_ = nullptr;
  std::optional<store::Notes> notes_;
  file::Section pages_;
  file::Section entries_;
  file::Section heads_;
  file::Section minima_;
  uint64_t pages_count_ = 0;
  uint64_t entries_count_ = 0;
  std::vector<Range> levels_;  // of minima_, as numbers of u32; [0] is not used
};

// Finds and writes it. One thread.
class NameOrderMaker {
 public:
  // 12 bytes a page in memory, and options.memory_bytes for sorting.
  [[nodiscard]] static Result<NameOrderMaker> make(const store::Store& store,
                                                   const FindNames& options);
  // To be written once, while this lives.
  [[nodiscard]] store::NewNotes notes();

 private:
  [[nodiscard]] Result<void> number_pages(const store::Store& store);
  [[nodiscard]] Result<void> sort_names(const store::Store& store, const FindNames& options);
  [[nodiscard]] Result<void> add(const text::FoldedName& name, uint32_t number, uint8_t which);
  [[nodiscard]] Result<void> write(file::ContainerWriter& writer);

  std::vector<PageId> pages_;        // by number
  std::vector<uint32_t> number_of_;  // by page
  std::unique_ptr<file::StringSorter> sorter_;
};

}  // namespace cocite::words
