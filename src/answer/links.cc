#include "answer/links.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "answer/page_choice.h"
#include "answer/present.h"
#include "answer/resolve.h"
#include "graph/packed_links.h"

namespace cocite::answer {

Result<void> for_each_link(const Opened& opened, std::string_view text, const LinksOptions& options,
                           const std::function<bool(const LinkItem&)>& use) {
  const store::Store& store = opened.store;
  COCITE_TRY(const PageId page, resolve(store, text));
  graph::ListBuffer buffer;
  COCITE_TRY(std::span<const PageId> list,
             options.in ? store.parents(page, buffer) : store.children(page, buffer));
  const uint64_t skipped = std::min<uint64_t>(list.size(), options.skip);
  if (options.top != 0) list = list.first(std::min<uint64_t>(list.size(), skipped + options.top));
  COCITE_TRY(const auto choice, PageChoice::make(opened.web, options.dead, OnlyPages::kAny,
                                                 PageChoice::Of::kEverything));
  std::vector<std::string> anchors;
  if (!options.in) {
    COCITE_TRY(anchors, store.text_columns().anchors(page));
  }
  for (size_t i = skipped; i < list.size(); ++i) {
    COCITE_TRY(LinkItem item, present_link(store, i + 1, list[i]));
    COCITE_TRY(const bool is_listed, choice.takes(list[i]));
    if (!is_listed) continue;
    if (!choice.marks_dead()) item.gone.clear();
    if (options.in && store.text_columns().has_anchors()) {
      COCITE_TRY(item.anchor, anchor_of(store, list[i], page));
    } else if (i < anchors.size()) {
      item.anchor = std::move(anchors[i]);
    }
    if (!use(item)) break;
  }
  return {};
}

Result<std::vector<LinkItem>> links(const Opened& opened, std::string_view text,
                                    const LinksOptions& options) {
  std::vector<LinkItem> items;
  COCITE_CHECK(for_each_link(opened, text, options, [&](const LinkItem& item) {
    items.push_back(item);
    return true;
  }));
  return items;
}

Result<LinksAnswer> link_list(const Opened& opened, std::string_view text,
                              const LinksOptions& options) {
  const store::Store& store = opened.store;
  COCITE_TRY(const PageId page, resolve(store, text));
  LinksAnswer answer{.in = options.in};
  COCITE_TRY(answer.page, present_link(store, 0, page));
  COCITE_TRY(answer.total, options.in ? store.in().degree(page) : store.out().degree(page));
  COCITE_TRY(answer.is_crawled, store.is_crawled(page));
  COCITE_TRY(answer.items, links(opened, text, options));
  return answer;
}

}  // namespace cocite::answer
