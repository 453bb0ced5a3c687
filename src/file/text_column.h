// A short text per page, such as its title; many may be empty.
//
//   COCITE_TRY(auto writer, TextColumnWriter::create(container, sample));
//   COCITE_CHECK(writer.add("Main page"));   // once per page, in order
//   COCITE_CHECK(writer.finish());
//   ...
//   COCITE_TRY(auto titles, TextColumn::open(container));
//   COCITE_TRY(std::string title, titles.get(17));
//
// Texts are compressed one by one with a trained symbol table (symbol_table.h), so that reading one
// touches nothing else. Sections: symbols, texts, offsets. Any number of threads may read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "file/container.h"
#include "file/elias_fano.h"
#include "file/length_list.h"
#include "file/symbol_table.h"

namespace cocite::file {

class TextColumnWriter {
 public:
  [[nodiscard]] static Result<TextColumnWriter> create(ContainerWriter& writer,
                                                       std::span<const std::string_view> sample);
  [[nodiscard]] Result<void> add(std::string_view text);
  [[nodiscard]] Result<void> finish();

 private:
  explicit TextColumnWriter(ContainerWriter& writer) : writer_(&writer) {}

  ContainerWriter* writer_;
  SymbolTable symbols_;
  LengthList lengths_;
  std::string codes_;
};

class TextColumn {
 public:
  [[nodiscard]] static Result<TextColumn> open(const Container& container);
  [[nodiscard]] uint64_t size() const { return offsets_.size() - 1; }
  // REQUIRES: i < size().
  [[nodiscard]] Result<std::string> get(uint64_t i) const;
  // Whether text i is empty, without reading it. REQUIRES: i < size().
  [[nodiscard]] Result<bool> is_empty(uint64_t i) const;

 private:
  Section texts_;
  EliasFano offsets_;
  SymbolTable symbols_;
};

}  // namespace cocite::file
