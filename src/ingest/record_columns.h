// What pages say, from their segments into the columns of a store.
//
//   RecordColumns columns(set, context, writer);
//   COCITE_CHECK(columns.write());  // titles, texts, anchors, urls, languages, dates and machines
//
// Short columns are coded with symbols that are learned from a sample of all pages, and longer texts
// are packed in blocks that are cut from the first page on: both as an import does it. One thread.
#pragma once

#include <cstdint>

#include <cocite/result.h>

#include "file/block_column.h"
#include "ingest/column_files.h"
#include "ingest/context.h"
#include "ingest/machine_runs.h"
#include "ingest/segment_set.h"
#include "store/writer.h"

namespace cocite::ingest {

class RecordColumns {
 public:
  RecordColumns(const SegmentSet& set, Context& context, store::Writer& writer)
      : set_(&set),
        context_(&context),
        writer_(&writer),
        texts_(writer, store::Part::kTexts),
        anchors_(writer, store::Part::kAnchors) {}
  [[nodiscard]] Result<void> write();
  [[nodiscard]] uint64_t titles() const { return titled_; }
  [[nodiscard]] uint64_t texts() const { return texts_.size(); }

 private:
  [[nodiscard]] bool has(uint64_t flag) const;
  // Trains the short columns on a sample of non-empty values.
  [[nodiscard]] Result<void> start();
  // Makes the file of a short column, if it is wanted.
  [[nodiscard]] Result<void> start(ShortColumn& column, store::Part part, bool is_wanted,
                                   std::span<const std::string> sample);
  [[nodiscard]] Result<void> write_dates(std::span<const uint32_t> dates);

  const SegmentSet* set_;
  Context* context_;
  store::Writer* writer_;
  LazyBlocks texts_;
  LazyBlocks anchors_;
  ShortColumn titles_;
  ShortColumn urls_;
  ShortColumn languages_;
  MachineRuns machines_;
  uint64_t titled_ = 0;
};

}  // namespace cocite::ingest
