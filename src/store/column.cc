#include "store/column.h"

namespace cocite::store {

Result<void> write_column(const std::string& path, std::span<const double> values,
                          std::string_view about) {
  COCITE_TRY(auto writer, file::ContainerWriter::create(path, "colu"));
  COCITE_CHECK(writer.begin("values"));
  COCITE_CHECK(writer.write_values(values));
  COCITE_CHECK(writer.begin("about"));
  COCITE_CHECK(writer.write(std::as_bytes(std::span(about))));
  return writer.finish();
}

Result<NumberColumn> NumberColumn::open(const std::string& path) {
  NumberColumn column;
  COCITE_TRY(column.container_, file::Container::open(path, "colu"));
  COCITE_TRY(const file::Section values, column.container_.section("values"));
  COCITE_TRY(column.values_, values.values<double>());
  COCITE_TRY(const file::Section about, column.container_.section("about"));
  COCITE_TRY(const std::span<const char> text, about.values<char>());
  column.about_.assign(text.data(), text.size());
  return column;
}

}  // namespace cocite::store
