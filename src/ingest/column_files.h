// Columns of a store as files that are made when they are wanted: for those that are written page by
// page, side by side.
//
//   LazyBlocks texts(writer, store::Part::kTexts);
//   COCITE_CHECK(texts.add(page, "First words"));      // the file is made now
//   COCITE_CHECK(texts.finish());
//
// One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "file/block_column.h"
#include "file/container.h"
#include "file/text_column.h"
#include "store/writer.h"

namespace cocite::ingest {

// Of so many texts every so many-th is one that a column's symbols are made from.
[[nodiscard]] constexpr size_t sample_step(size_t texts) {
  constexpr size_t kSampleTexts = 4096;
  return texts / kSampleTexts + 1;
}

// As much as a store keeps of what a page says of its language.
[[nodiscard]] constexpr std::string_view language_of(std::string_view declared) {
  return declared.substr(0, 35);
}

// A column file that is made when the first text comes.
class LazyBlocks {
 public:
  LazyBlocks(store::Writer& store, store::Part part) : store_(&store), part_(part) {}
  Result<void> add(uint32_t page, std::string_view text) {
    if (text.empty()) return {};
    if (!writer_) {
      COCITE_TRY(container_, store_->create(part_));
      COCITE_TRY(writer_, file::BlockColumnWriter::create(container_));
    }
    return writer_->add(page, text);
  }
  Result<void> finish() {
    if (!writer_) return {};
    COCITE_CHECK(writer_->finish());
    return container_.finish();
  }
  [[nodiscard]] uint64_t size() const { return writer_ ? writer_->size() : 0; }

 private:
  store::Writer* store_;
  store::Part part_;
  file::ContainerWriter container_;
  std::optional<file::BlockColumnWriter> writer_;
};

// A column of short texts, one for each page, if it is wanted at all.
class ShortColumn {
 public:
  Result<void> start(file::ContainerWriter container, std::span<const std::string> sample) {
    const std::vector<std::string_view> views(sample.begin(), sample.end());
    container_ = std::move(container);
    COCITE_TRY(writer_, file::TextColumnWriter::create(container_, views));
    return {};
  }
  [[nodiscard]] bool is_wanted() const { return writer_.has_value(); }
  Result<void> add(std::string_view text) { return writer_ ? writer_->add(text) : Result<void>(); }
  Result<void> finish() {
    if (!writer_) return {};
    COCITE_CHECK(writer_->finish());
    return container_.finish();
  }

 private:
  file::ContainerWriter container_;
  std::optional<file::TextColumnWriter> writer_;
};

}  // namespace cocite::ingest
