#include "export/node_facts.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/date_text.h"
#include "url/key.h"

namespace cocite::exporter {

Result<NodeFacts> NodeFacts::of(const store::Store& store) {
  NodeFacts facts(store);
  if (store.names() == store::Names::kUrl) facts.kinds_.push_back({"host", "string"});
  if (store.has_anchor_names()) facts.kinds_.push_back({"called", "string"});
  if (store.text_columns().has_dates()) facts.kinds_.push_back({"date", "string"});
  for (const std::string& name : store.column_names()) {
    COCITE_TRY(store::NumberColumn column, store.column(name));
    facts.kinds_.push_back({name, "double"});
    facts.columns_.push_back(std::move(column));
  }
  return facts;
}

Result<void> NodeFacts::for_each(
    PageId page, std::string_view key,
    const std::function<void(size_t fact, const std::string& value)>& use) const {
  size_t fact = 0;
  if (store_->names() == store::Names::kUrl) {
    use(fact++, url::host_name(url::host_of_key(key)));
  }
  if (store_->has_anchor_names()) {
    COCITE_TRY(const bool has_title, store_->has_title(page));
    if (!has_title) {
      COCITE_TRY(const std::string name, store_->anchor_name(page));
      if (!name.empty()) use(fact, name);
    }
    ++fact;
  }
  if (store_->text_columns().has_dates()) {
    const std::string date = date_text(store_->text_columns().date(page));
    if (!date.empty()) use(fact, date);
    ++fact;
  }
  for (const store::NumberColumn& column : columns_) {
    const double value = column.values()[index(page)];
    if (std::isfinite(value)) {
      std::array<char, 32> room{};
      const auto end = std::to_chars(room.data(), room.data() + room.size(), value).ptr;
      use(fact, std::string(room.data(), end));
    }
    ++fact;
  }
  return {};
}

}  // namespace cocite::exporter
