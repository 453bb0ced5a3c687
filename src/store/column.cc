#include "store/column.h"

#include <utility>

namespace cocite::store {

Result<void> write_column(file::ContainerWriter writer, std::span<const double> values,
                          std::string_view about) {
  COCITE_CHECK(writer.begin("values"));
  COCITE_CHECK(writer.write_values(values));
  COCITE_CHECK(writer.begin("about"));
  COCITE_CHECK(writer.write(std::as_bytes(std::span(about))));
  return writer.finish();
}

Result<std::string> about_column(const file::Container& container) {
  COCITE_TRY(const file::Section about, container.section("about"));
  COCITE_TRY(const std::span<const char> text, about.values<char>());
  return std::string(text.data(), text.size());
}

Result<NumberColumn> NumberColumn::of(file::Container container) {
  NumberColumn column;
  column.container_ = std::move(container);
  COCITE_TRY(const file::Section values, column.container_.section("values"));
  COCITE_TRY(column.values_, values.values<double>());
  COCITE_TRY(column.about_, about_column(column.container_));
  return column;
}

}  // namespace cocite::store
