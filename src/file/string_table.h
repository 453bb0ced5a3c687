// A sorted table of strings in a container: number -> string and string -> number.
//
//   COCITE_TRY(auto keys, StringTable::open(container, "keys"));
//   COCITE_TRY(auto number, keys.find("edu,cornell,cs)/info"));   // std::optional<uint64_t>
//   COCITE_CHECK(keys.get(*number, text));
//
// Strings are any bytes up to 1 MiB. 32 neighbours form a block: each is written as the number
// of bytes it shares with the one before and the codes (SymbolTable) of the rest. A tree of short
// separators (SeparatorIndex) tells the block of a string, Elias-Fano where the block stands.
//
//   block: width u8 | shared x 31 | code bytes x 32 | codes x 32     numbers of 1 or 4 bytes
//   sections: <prefix>.blocks  <prefix>.offsets  <prefix>.index  <prefix>.meta
//
// Byte by byte: docs/formats/string_table.md; why so: docs/decisions/0001-string-table.md.
//
// A writer belongs to one thread. Any number of threads may read one StringTable, which is a view,
// valid while its Container lives; each Cursor belongs to one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"
#include "file/elias_fano.h"
#include "file/separator_index.h"
#include "file/symbol_table.h"

namespace cocite::file {

// Strings to a block: 16 take 7 % more space at the same speed; see the decision.
inline constexpr uint64_t kBlockStrings = 32;
inline constexpr size_t kMaxStringBytes = size_t{1} << 20;

// Writes a table, the strings in strictly increasing order of their bytes.
//
//   COCITE_TRY(auto table, StringTableWriter::create(writer, "keys", sample));
//   for (...) COCITE_CHECK(table.add(key));
//   COCITE_CHECK(table.finish());
//
// Keeps about 16 bytes a block of 32 strings in memory, and nothing else that grows.
class StringTableWriter {
 public:
  // `prefix`: at most 8 bytes. `sample`: strings like those to come, to learn from; best in order
  // and in runs of neighbours, as StringSampler draws them; may be empty, which only costs space.
  // `writer` must stay where it is, and begin no other section, until finish().
  [[nodiscard]] static Result<StringTableWriter> create(ContainerWriter& writer,
                                                        std::string_view prefix,
                                                        std::span<const std::string> sample);
  // kInvalidArgument when not above the string before or too long; the table can go on after it.
  [[nodiscard]] Result<void> add(std::string_view key);
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] uint64_t size() const { return count_; }

 private:
  StringTableWriter() = default;
  [[nodiscard]] Result<void> end_block();

  ContainerWriter* writer_ = nullptr;
  std::string prefix_;
  SymbolTable symbols_;
  uint64_t count_ = 0;
  std::string last_;  // with kPadBytes behind it
  size_t last_size_ = 0;
  // The block that is being filled.
  std::array<uint32_t, kBlockStrings> shared_{};
  std::array<uint32_t, kBlockStrings> lengths_{};
  size_t in_block_ = 0;
  std::string codes_;
  std::string pending_;         // blocks that are not handed on yet
  uint64_t written_ = 0;        // bytes of blocks before the current one
  std::vector<uint8_t> sizes_;  // of blocks, 7 bits a byte
  uint64_t blocks_ = 0;
  SeparatorIndexBuilder index_;
};

class StringTable {
 public:
  class Cursor;

  [[nodiscard]] static Result<StringTable> open(const Container& container,
                                                std::string_view prefix);
  StringTable() = default;

  [[nodiscard]] uint64_t size() const { return count_; }
  // String i. Fails with kInvalidArgument when i >= size(), kCorrupt when damaged.
  [[nodiscard]] Result<void> get(uint64_t i, std::string& out) const;
  // The number of `key`, or nothing.
  [[nodiscard]] Result<std::optional<uint64_t>> find(std::string_view key) const;
  // The first number whose string is at least `key`; size() if there is none.
  [[nodiscard]] Result<uint64_t> lower_bound(std::string_view key) const;
  // Reads the strings from number `first` on.
  [[nodiscard]] Cursor cursor(uint64_t first = 0) const;
  [[nodiscard]] const SymbolTable& symbols() const { return symbols_; }

 private:
  // A block taken apart. Entry k: `shared[k]` bytes of the string before, then the text of
  // codes[ends[k] - length .. ends[k]).
  struct Block {
    const uint8_t* codes = nullptr;
    uint32_t size = 0;
    std::array<uint32_t, kBlockStrings> shared;
    std::array<uint32_t, kBlockStrings + 1> ends;  // ends[0] = 0: where the codes of entry 0 begin
  };
  [[nodiscard]] bool read_block(uint64_t number, Block& block) const;
  template <class Number>
  [[nodiscard]] static bool take_apart(const uint8_t* at, const uint8_t* end, Block& block);
  struct Place {
    uint64_t number = 0;
    bool is_equal = false;
  };
  [[nodiscard]] bool search(const PaddedText& key, Place& place) const;

  Section blocks_;
  EliasFano offsets_;
  SeparatorIndex index_;
  SymbolTable symbols_;
  uint64_t count_ = 0;
};

// One string after the other, many times faster than get().
//
//   auto cursor = keys.cursor(first);
//   for (std::string_view key; cursor.next(key);) ...
//   COCITE_CHECK(cursor.status());          // the end, or damage?
class StringTable::Cursor {
 public:
  // The next string, valid until the next call; false at the end and at damage.
  [[nodiscard]] bool next(std::string_view& key);
  // The number of the string that next() will give.
  [[nodiscard]] uint64_t number() const { return number_; }
  // kCorrupt if next() stopped because of damage.
  [[nodiscard]] Result<void> status() const;

 private:
  friend class StringTable;
  Cursor(const StringTable& table, uint64_t first) : table_(&table), number_(first) {}
  [[nodiscard]] bool decode_entry(size_t entry);

  const StringTable* table_;
  uint64_t number_;
  bool is_damaged_ = false;
  Block block_;  // valid when the last string was of the same block
  bool has_block_ = false;
  std::vector<char> text_ = std::vector<char>(512);  // the last string, and room
  size_t size_ = 0;
};

}  // namespace cocite::file
