#include "engine/present.h"

#include <cmath>

#include "url/key.h"

namespace cocite::engine {

std::string display_name(const store::Store& store, std::string_view key) {
  return store.names() == store::Names::kUrl ? url::url_of_key(key) : std::string(key);
}

std::string readable(std::string_view text) {
  constexpr size_t kLongest = 300;  // bytes; a message is read, not parsed
  std::string result(text.substr(0, kLongest));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  if (text.size() > kLongest) result += "...";
  return result;
}

Result<LinkItem> present_link(const store::Store& store, uint64_t place, PageId page) {
  LinkItem item;
  item.place = place;
  COCITE_TRY(item.key, store.key(page));
  if (store.names() == store::Names::kUrl) item.url = url::url_of_key(item.key);
  COCITE_TRY(item.title, store.title(page));
  return item;
}

Result<PageInfo> present_page(const store::Store& store, PageId page) {
  PageInfo info;
  COCITE_TRY(info.key, store.key(page));
  info.host = info.key;
  if (store.names() == store::Names::kUrl) {
    info.url = url::url_of_key(info.key);
    info.host = url::host_name(url::host_of_key(info.key));
  }
  COCITE_TRY(info.title, store.title(page));
  COCITE_TRY(info.out_links, store.out().degree(page));
  COCITE_TRY(info.in_links, store.in().degree(page));
  COCITE_TRY(info.is_crawled, store.is_crawled(page));
  for (const std::string& name : store.column_names()) {
    COCITE_TRY(const store::NumberColumn column, store.column(name));
    const double value = column.values()[index(page)];
    if (!std::isnan(value)) info.columns.emplace_back(name, value);  // NaN: no number for it
  }
  return info;
}

}  // namespace cocite::engine
