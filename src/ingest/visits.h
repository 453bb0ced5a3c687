// Files of visits become counts of how often people went from page to page.
//
//   VisitReader visits(context, store, scratch);
//   for (const std::string& file : request.visit_files) COCITE_CHECK(visits.read(file));
//   COCITE_CHECK(visits.write(std::move(container), nullptr, {}, report));
//
// Lines are read on all cores; what they say is added up in memory and, where that is full, in
// sorted runs in scratch files. Only counts between pages of the store stay, and of those only what
// was seen at least ImportRequest::visits_at_least times; people and times are not read.
// One thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "file/container.h"
#include "file/string_sorter.h"
#include "ingest/context.h"
#include "read/visit_lines.h"
#include "store/store.h"

namespace cocite::ingest {

class VisitReader {
 public:
  // The store has all pages that are to be; it stays while this lives. `scratch`: what the names of
  // temporary files begin with.
  VisitReader(Context& context, const store::Store& store, const std::string& scratch);
  ~VisitReader();

  [[nodiscard]] Result<std::optional<Error>> read(const std::string& file);
  // `old`: what was known before, of pages that have these numbers now; nullptr: nothing. False: no
  // transition is left, and nothing was written. `create` makes the file.
  using Create = std::function<Result<file::ContainerWriter>()>;
  [[nodiscard]] Result<bool> write(const Create& create, const store::VisitTable* old,
                                   std::span<const uint32_t> numbers, ImportReport& report);

 private:
  struct Lane;
  struct Sample {
    read::VisitSkip skip;
    uint64_t line;
    std::string text;
  };

  [[nodiscard]] Result<void> give_counts(uint64_t from_bytes);
  void take_samples(const std::string& file, uint64_t first_line, Lane& lane);

  Context* context_;
  const store::Store* store_;
  std::string scratch_;
  file::StringSorter transitions_;  // from, to, count
  std::vector<Lane> lanes_;
  uint64_t lines_ = 0;
  uint64_t bytes_ = 0;
  std::array<Skipped, read::kVisitSkips> skipped_;
};

// How often a transition must be seen to be kept, by default.
inline constexpr uint64_t kVisitsAtLeast = 5;

}  // namespace cocite::ingest
