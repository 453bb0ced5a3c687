// All segments of a store, checked against each other.
//
//   COCITE_TRY(const SegmentSet set, SegmentSet::open("parts"));
//   for (const Segment& segment : set.of(SegmentKind::kOut)) …     // in order of page, no gaps
//
// Opening looks at the metas alone; every byte is checked when it is read. Any thread may read.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "ingest/segment.h"
#include "store/alias_table.h"
#include "store/facts.h"

namespace cocite::ingest {

class SegmentSet {
 public:
  // kNotFound: no segments there; kCorrupt: one is damaged; kInvalidArgument: they do not make a
  // whole, and which one is missing.
  [[nodiscard]] static Result<SegmentSet> open(const std::string& folder);

  [[nodiscard]] std::span<const Segment> of(SegmentKind kind) const {
    return by_kind_[static_cast<size_t>(kind)];
  }
  [[nodiscard]] const Segment& head() const { return of(SegmentKind::kHead).front(); }
  [[nodiscard]] const store::Facts& facts() const { return facts_; }
  // The sum of one number over all segments of a kind.
  [[nodiscard]] uint64_t sum(SegmentKind kind, uint64_t SegmentMeta::*number) const;
  [[nodiscard]] Result<std::vector<store::Alias>> aliases() const;
  [[nodiscard]] Result<std::string> text(std::string_view section) const;  // of the head

 private:
  [[nodiscard]] Result<void> check_whole(const std::string& folder);

  std::array<std::vector<Segment>, 4> by_kind_;
  store::Facts facts_;
};

}  // namespace cocite::ingest
