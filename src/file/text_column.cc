#include "file/text_column.h"

#include <utility>

namespace cocite::file {

Result<TextColumnWriter> TextColumnWriter::create(ContainerWriter& writer,
                                                  std::span<const std::string_view> sample) {
  TextColumnWriter column(writer);
  column.symbols_ = SymbolTable::train(sample);
  const std::string symbols = column.symbols_.serialize();
  COCITE_CHECK(writer.begin("symbols"));
  COCITE_CHECK(writer.write(std::as_bytes(std::span(symbols))));
  COCITE_CHECK(writer.begin("texts"));
  return column;
}

Result<void> TextColumnWriter::add(std::string_view text) {
  if (text.empty()) {
    lengths_.add(0);
    return {};
  }
  codes_.clear();
  symbols_.encode(text, codes_);
  lengths_.add(codes_.size());
  return writer_->write(std::as_bytes(std::span(codes_)));
}

Result<void> TextColumnWriter::finish() {
  return lengths_.write_offsets(*writer_, "offsets");
}

Result<TextColumn> TextColumn::open(const Container& container) {
  TextColumn column;
  COCITE_TRY(const Section symbols, container.section("symbols"));
  COCITE_TRY(const std::span<const char> bytes, symbols.values<char>());
  auto table = SymbolTable::parse({bytes.data(), bytes.size()});
  if (!table) return symbols.damage();
  column.symbols_ = *std::move(table);
  COCITE_TRY(column.texts_, container.section("texts"));
  COCITE_TRY(column.offsets_, EliasFano::open(container, "offsets"));
  if (column.offsets_.size() == 0 || column.offsets_.max_value() != column.texts_.size()) {
    return column.texts_.damage();
  }
  return column;
}

Result<bool> TextColumn::is_empty(uint64_t i) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!offsets_.get_pair(i, begin, end)) return offsets_.damage();
  return begin == end;
}

Result<std::string> TextColumn::get(uint64_t i) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!offsets_.get_pair(i, begin, end)) return offsets_.damage();
  if (!texts_.is_sound(begin, end)) return texts_.damage();
  std::string text;
  const auto* codes = reinterpret_cast<const char*>(texts_.data());
  if (!symbols_.decode({codes + begin, end - begin}, text)) return texts_.damage();
  return text;
}

}  // namespace cocite::file
