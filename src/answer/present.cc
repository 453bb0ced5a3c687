#include "answer/present.h"

#include <algorithm>
#include <cmath>

#include "base/date_text.h"
#include "url/key.h"

namespace cocite::answer {
namespace {

constexpr size_t kDayLength = std::string_view("2014-03-25").size();

}  // namespace

std::string without_path(const store::Store& store, const std::string& message) {
  const std::string& path = store.path();
  std::string text = message;
  if (text.starts_with(path + ": ")) text.erase(0, path.size() + 2);
  for (size_t at = 0; !path.empty() && (at = text.find(path, at)) != std::string::npos;) {
    text.replace(at, path.size(), "store");
  }
  return text;
}

Result<LinkItem> present_link(const store::Store& store, uint64_t place, PageId page) {
  LinkItem item;
  item.place = place;
  COCITE_TRY(item.key, store.key(page));
  if (store.names() == store::Names::kUrl) {
    COCITE_TRY(item.url, store.url(page, item.key));
  }
  COCITE_TRY(item.title, store.title(page));
  if (item.title.empty()) {
    COCITE_TRY(item.called, store.anchor_name(page));
  }
  item.gone = gone_since(store, page);
  return item;
}

std::string gone_since(const store::Store& store, PageId page) {
  if (!store.has_statuses()) return {};
  const store::PageStatus status = store.status(page);
  return status.is_gone() ? date_text(status.since).substr(0, kDayLength) : std::string();
}

std::string fetched_on(const store::Store& store, PageId page) {
  const uint32_t date = store.text_columns().date(page);
  return date == 0 ? std::string() : date_text(date).substr(0, kDayLength);
}

Result<std::string> anchor_of(const store::Store& store, PageId from, PageId to) {
  COCITE_TRY(std::vector<std::string> anchors, store.text_columns().anchors(from));
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
    COCITE_TRY(info.url, store.url(page, info.key));
    info.host = url::host_name(url::host_of_key(info.key));
  }
  COCITE_TRY(info.title, store.title(page));
  if (info.title.empty()) {
    COCITE_TRY(info.called, store.anchor_name(page));
  }
  COCITE_TRY(info.out_links, store.out().degree(page));
  COCITE_TRY(info.in_links, store.in().degree(page));
  COCITE_TRY(info.is_crawled, store.is_crawled(page));
  info.date = date_text(store.text_columns().date(page));
  const store::PageStatus status = store.status(page);
  info.status = status.status;
  info.status_date = date_text(status.date);
  info.gone = gone_since(store, page);
  if (store.visits() != nullptr) {
    COCITE_TRY(info.visits, store.visits()->total(page));
  }
  COCITE_TRY(info.language, store.text_columns().language(page));
  if (const auto machine = store.machine(page)) info.ip = machine->text();
  COCITE_TRY(info.text, store.text_columns().text(page));
  for (const std::string& name : store.column_names()) {
    COCITE_TRY(const store::NumberColumn column, store.column(name));
    const double value = column.values()[index(page)];
    if (std::isnan(value)) continue;  // no number for it
    info.columns.push_back({name, value, percentiles.of(store, name, column.values(), page)});
  }
  return info;
}

}  // namespace cocite::answer
