#include "store/alias_table.h"

#include <utility>
#include <vector>

namespace cocite::store {

Result<void> write_aliases(file::ContainerWriter container, std::span<const Alias> aliases) {
  std::vector<std::string> from_sample;
  std::vector<std::string_view> to_sample;
  constexpr size_t kSample = 4096;
  const size_t step = aliases.size() / kSample + 1;
  for (size_t i = 0; i < aliases.size(); i += step) {
    from_sample.push_back(aliases[i].from);
    to_sample.push_back(aliases[i].to);
  }
  COCITE_TRY(auto from, file::StringTableWriter::create(container, "from", from_sample));
  for (const Alias& alias : aliases) COCITE_CHECK(from.add(alias.from));
  COCITE_CHECK(from.finish());
  COCITE_TRY(auto to, file::TextColumnWriter::create(container, to_sample));
  for (const Alias& alias : aliases) COCITE_CHECK(to.add(alias.to));
  COCITE_CHECK(to.finish());
  std::vector<uint32_t> dates;
  for (const Alias& alias : aliases) dates.push_back(alias.date);
  COCITE_CHECK(container.begin("dates"));
  COCITE_CHECK(container.write_values(std::span<const uint32_t>(dates)));
  return container.finish();
}

Result<AliasTable> AliasTable::of(file::Container container) {
  AliasTable table;
  table.container_ = std::move(container);
  COCITE_TRY(table.from_, file::StringTable::open(table.container_, "from"));
  COCITE_TRY(table.to_, file::TextColumn::open(table.container_));
  COCITE_TRY(const file::Section dates, table.container_.section("dates"));
  COCITE_TRY(table.dates_, dates.values<uint32_t>());
  if (table.to_.size() != table.from_.size() || table.dates_.size() != table.from_.size()) {
    return dates.damage();
  }
  return table;
}

Result<Alias> AliasTable::get(uint64_t i) const {
  Alias alias;
  COCITE_CHECK(from_.get(i, alias.from));
  COCITE_TRY(alias.to, to_.get(i));
  alias.date = dates_[i];
  return alias;
}

Result<std::optional<std::string>> AliasTable::find(std::string_view from) const {
  COCITE_TRY(const std::optional<uint64_t> found, from_.find(from));
  if (!found) return std::optional<std::string>();
  COCITE_TRY(std::string to, to_.get(*found));
  return std::optional<std::string>(std::move(to));
}

}  // namespace cocite::store
