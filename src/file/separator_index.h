// Which block may hold a key? A tree of the shortest texts that tell one block from the one before.
//
//   SeparatorIndexBuilder builder;
//   builder.add("");                 // for block 0, then one for each block, rising
//   COCITE_CHECK(builder.write(writer, "keys.index"));
//   ...
//   uint64_t block;                  // the last whose separator is at most the key
//   if (!index.find(PaddedText(key), block)) return index.damage();
//
// A node stands for up to 64 children. It holds, for each but the first (whose separator is known
// from above), how many bytes of its separator are those of the one before, and the others. One
// search passes each node once from the left and compares only where that number is the number of
// bytes of the key that agree so far. Ten million keys: three small levels that stay in the cache
// and one node of some 300 bytes. docs/formats/string_table.md.
//
// A builder belongs to one thread; any number of threads may read one SeparatorIndex, which is a
// view, valid while its Container lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"
#include "file/padded_text.h"

namespace cocite::file {

// Children of a node; 32 to 128 do not differ by more than the noise.
inline constexpr uint64_t kNodeChildren = 64;

class SeparatorIndexBuilder {
 public:
  // REQUIRES: above the separator before; the first is "".
  void add(std::string_view separator);
  [[nodiscard]] Result<void> write(ContainerWriter& writer, std::string_view section_name);

 private:
  struct Level {
    std::vector<uint64_t> starts;  // of nodes, in bytes
    std::string nodes;
    std::string last;  // separator
    uint64_t children = 0;
    // The node that is being filled.
    std::vector<uint32_t> shared;
    std::vector<uint32_t> lengths;
    std::string texts;
  };
  void add(size_t level, std::string_view separator);
  static void end_node(Level& level);

  std::vector<Level> levels_;
};

class SeparatorIndex {
 public:
  // `count`: how many separators there must be.
  [[nodiscard]] static Result<SeparatorIndex> open(const Container& container,
                                                   std::string_view section_name, uint64_t count);
  // The number of the last separator that is at most `key`; false when damaged, or without any.
  [[nodiscard]] bool find(const PaddedText& key, uint64_t& number) const;
  [[nodiscard]] tl::unexpected<Error> damage() const { return section_.damage(); }

 private:
  struct Level {
    uint64_t nodes = 0;
    uint64_t children = 0;
    uint64_t starts = 0;  // place in the section
    uint64_t bytes = 0;   // place in the section
    uint64_t size = 0;
  };
  template <class Number>
  [[nodiscard]] static bool scan(const char* at, const char* end, uint64_t children,
                                 const PaddedText& key, size_t& match, uint64_t& child);

  Section section_;
  std::vector<Level> levels_;  // the root first
};

}  // namespace cocite::file
