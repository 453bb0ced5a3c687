#include "engine/present.h"

#include <algorithm>
#include <cmath>
#include <ctime>

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

std::string date_text(uint32_t seconds) {
  if (seconds == 0) return "";
  const std::time_t time = seconds;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[32];
  const size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, size};
}

Result<LinkItem> present_link(const store::Store& store, uint64_t place, PageId page) {
  LinkItem item;
  item.place = place;
  COCITE_TRY(item.key, store.key(page));
  if (store.names() == store::Names::kUrl) {
    COCITE_TRY(item.url, store.said().url(page, item.key));
  }
  COCITE_TRY(item.title, store.title(page));
  return item;
}

Result<std::string> anchor_of(const store::Store& store, PageId from, PageId to) {
  COCITE_TRY(std::vector<std::string> anchors, store.said().anchors(from));
  if (anchors.empty()) return std::string();
  graph::ListBuffer buffer;
  COCITE_TRY(const std::span<const PageId> children, store.children(from, buffer));
  const auto place = static_cast<size_t>(std::ranges::find(children, to) - children.begin());
  return place < anchors.size() ? std::move(anchors[place]) : std::string();
}

Result<PageInfo> present_page(const store::Store& store, const Percentiles& percentiles,
                              PageId page) {
  PageInfo info;
  COCITE_TRY(info.key, store.key(page));
  info.host = info.key;
  if (store.names() == store::Names::kUrl) {
    COCITE_TRY(info.url, store.said().url(page, info.key));
    info.host = url::host_name(url::host_of_key(info.key));
  }
  COCITE_TRY(info.title, store.title(page));
  COCITE_TRY(info.out_links, store.out().degree(page));
  COCITE_TRY(info.in_links, store.in().degree(page));
  COCITE_TRY(info.is_crawled, store.is_crawled(page));
  info.date = date_text(store.said().date(page));
  COCITE_TRY(info.language, store.said().language(page));
  COCITE_TRY(info.text, store.said().text(page));
  for (const std::string& name : store.column_names()) {
    COCITE_TRY(const store::NumberColumn column, store.column(name));
    const double value = column.values()[index(page)];
    if (std::isnan(value)) continue;  // no number for it
    info.columns.push_back({name, value, percentiles.of(name, column.values(), page)});
  }
  return info;
}

}  // namespace cocite::engine
