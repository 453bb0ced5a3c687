// The parts of a store: one table of them all, in parts.cc.
//
//   file_of(Part::kColumn, "pagerank")     // "column-pagerank"
//   info_of(Part::kOut).on_add             // what 'cocite add' does with it
//
// A part is a file, one container. An entry says what it is called, how it is opened and checked,
// when it is written, and what happens to it when pages are added to the store. A new part is an entry
// here and its own code: a reader that takes a container, and a writer that fills one
// (writer.h: Writer::create).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "file/bitmap.h"
#include "file/container.h"
#include "file/string_table.h"
#include "file/text_column.h"
#include "graph/packed_links.h"
#include "store/alias_table.h"
#include "store/link_counts.h"
#include "store/machine_table.h"
#include "store/page_status.h"
#include "store/page_texts.h"
#include "store/visit_counts.h"

namespace cocite::store {

class Store;

enum class Part : uint8_t {
  kPages,
  kCrawled,
  kOut,
  kIn,
  kTitles,
  kTexts,
  kAnchors,
  kUrls,
  kLanguages,
  kDates,
  kAliases,
  kStatuses,
  kMachines,
  kCounts,
  kVisits,
  kReport,
  kWords,
  kTuned,
  kColumn,  // a family: as many as there are names
  kNotes,   // likewise
};

// When it is written.
enum class Written : uint8_t {
  kAlways,  // import; without it this is no store
  kIfAny,   // import, where there is something to write
  kLater,   // what follows from the rest, and is made when it is wanted (save_parts.h)
};

// What becomes of it when pages are added.
enum class OnAdd : uint8_t {
  kMerged,  // rewritten from the old one and from the added pages
  kRemade,  // derived from the old links: computed again
  kKept,    // it tells of no page: taken over as it is
};

// What Store::open() has opened. Pages come first: the others are checked against their number.
struct OpenedParts {
  file::Container pages_file;
  file::StringTable keys;
  std::optional<file::Bitmap> host_starts;
  std::optional<file::Bitmap> secure;
  file::Container crawled_file;
  file::Bitmap crawled;
  graph::PackedLinks out;
  graph::PackedLinks in;
  std::optional<file::Container> titles_file;
  std::optional<file::TextColumn> titles;
  PageTextColumns texts;
  std::optional<AliasTable> aliases;
  std::optional<StatusTable> statuses;
  std::optional<MachineTable> machines;
  std::optional<LinkCounts> counts;
  std::optional<VisitTable> visits;
};

struct PartInfo {
  Part part;
  std::string_view name;  // of its file; of a family, what the names of its files begin with
  std::string_view kind;  // of the container
  bool is_family;
  bool is_graph;  // what was made from the store holds as long as these files are the same
  Written written;
  OnAdd on_add;
  // nullptr: opened on first use.
  Result<void> (*open)(file::Container container, OpenedParts& opened);
  // What checksums cannot tell; nullptr: nothing.
  Result<void> (*check)(const Store& store, const OpenedParts& opened);
};

// In the order in which they are opened.
[[nodiscard]] std::span<const PartInfo> part_table();
[[nodiscard]] const PartInfo& info_of(Part part);
// Of the file with this name; nullptr: no part that this version knows.
[[nodiscard]] const PartInfo* part_of_file(std::string_view file);
// `name`: which one of a family.
[[nodiscard]] std::string file_of(Part part, std::string_view name = {});
// Which one of the family it is; empty for other parts.
[[nodiscard]] std::string_view name_in_family(const PartInfo& info, std::string_view file);

}  // namespace cocite::store
