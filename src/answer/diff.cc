// Keys rise in both stores, so that one pass over both pairs the pages; then the lists of each page are compared, old
// numbers of pages turned into new ones. Memory: 4 bytes a page of each store.
#include "answer/diff.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "answer/diff_numbers.h"
#include "answer/present.h"
#include "answer/resolve.h"
#include "base/ascii.h"
#include "base/budget.h"
#include "graph/packed_links.h"
#include "url/key.h"

namespace cocite::answer {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kPagesBetweenLooks = 4096;

// One of the stores, as the other sees it.
struct Side {
  const store::Store* store = nullptr;
  std::vector<uint32_t> in_other = {};  // by page: its number there, or kNone
  std::vector<DiffAnswer::Page>* only_pages = nullptr;
  std::vector<DiffAnswer::Link>* only_links = nullptr;
  uint64_t* only_pages_total = nullptr;
  uint64_t* only_links_total = nullptr;
};

class Comparison {
 public:
  Comparison(const store::Store& old_store, const store::Store& new_store,
             const DiffRequest& request)
      : request_(request),
        budget_(0, request.stop),
        old_{&old_store,
             {},
             &answer_.pages.only_old,
             &answer_.links.only_old,
             &answer_.pages.only_old_total,
             &answer_.links.only_old_total},
        new_{&new_store,
             {},
             &answer_.pages.only_new,
             &answer_.links.only_new,
             &answer_.pages.only_new_total,
             &answer_.links.only_new_total} {}

  Result<DiffAnswer> answer() {
    if (old_.store->names() != new_.store->names()) {
      return fail(ErrorCode::kInvalidArgument,
                  "one store has addresses as names and the other has not: no page is in both");
    }
    if (!request_.since.empty()) COCITE_CHECK(check_since());
    COCITE_CHECK(pair_pages());
    if (!request_.page.empty()) {
      COCITE_CHECK(compare_page());
      return std::move(answer_);
    }
    COCITE_CHECK(compare_hosts());
    COCITE_CHECK(add_pages(old_, new_));
    COCITE_CHECK(add_pages(new_, old_));
    for (uint64_t page = 0; page < old_.store->pages(); ++page) {
      COCITE_CHECK(look(page, old_.store->pages() + new_.store->pages()));
      COCITE_CHECK(compare_children(page_id(page)));
    }
    for (uint64_t page = 0; page < new_.store->pages(); ++page) {
      COCITE_CHECK(look(old_.store->pages() + page, old_.store->pages() + new_.store->pages()));
      if (new_.in_other[page] != kNone || !is_recent(page_id(page))) continue;
      COCITE_CHECK(add_own_links(new_, page_id(page)));
    }
    COCITE_CHECK(compare_ranks(*old_.store, *new_.store, old_.in_other, request_, answer_));
    COCITE_CHECK(compare_communities(*old_.store, *new_.store, old_.in_other, answer_));
    return std::move(answer_);
  }

 private:
  Result<void> check_since() const {
    const std::string& day = request_.since;
    const bool is_day = day.size() == 10 && day[4] == '-' && day[7] == '-' &&
                        std::ranges::count_if(day, is_digit) == 8;
    if (!is_day) {
      return fail({.message = "'" + day + "' is no day such as 2026-05-01", .about = "since"});
    }
    if (new_.store->text_columns().has_dates()) return {};
    return fail({.code = ErrorCode::kUnsupported,
                 .message = new_.store->path() + " does not know when its pages were fetched",
                 .about = "since"});
  }

  // Of the newer store: whether what the page says is asked for.
  [[nodiscard]] bool is_recent(PageId page) const {
    return request_.since.empty() || fetched_on(*new_.store, page) >= request_.since;
  }

  // Whether a page that only one store has is asked for: it, or one that links to it, was fetched lately.
  Result<bool> is_recent(const Side& side, PageId page, std::span<const PageId> parents) const {
    if (request_.since.empty()) return true;
    const bool is_new = &side == &new_;
    if (is_new && is_recent(page)) return true;
    for (const PageId parent : parents) {
      const uint32_t number = is_new ? index(parent) : side.in_other[index(parent)];
      if (number != kNone && is_recent(page_id(number))) return true;
    }
    return false;
  }

  [[nodiscard]] bool has_room(size_t size) const {
    return request_.top == 0 || size < request_.top;
  }

  // `read`: keys or links that were compared since the last call.
  [[nodiscard]] Result<void> check_stop(uint64_t read) {
    constexpr uint64_t kStepsEach = 16;
    if (budget_.is_spent_after(kStepsEach * read)) return fail(ErrorCode::kCancelled, "stopped");
    return {};
  }

  Result<void> look(uint64_t done, uint64_t total) {
    COCITE_CHECK(check_stop(1));
    if (done % kPagesBetweenLooks != 0 || !request_.progress) return {};
    Progress progress;
    progress.stage = "comparing";
    progress.done = done;
    progress.total = total;
    progress.unit = "pages";
    request_.progress(progress);
    return {};
  }

  Result<void> pair_pages() {
    old_.in_other.assign(old_.store->pages(), kNone);
    new_.in_other.assign(new_.store->pages(), kNone);
    std::string old_key;
    std::string new_key;
    uint64_t one = 0;
    uint64_t other = 0;
    const auto read = [](const Side& side, uint64_t page, std::string& key) -> Result<void> {
      if (page >= side.in_other.size()) return {};
      return side.store->keys().get(page, key);
    };
    COCITE_CHECK(read(old_, 0, old_key));
    COCITE_CHECK(read(new_, 0, new_key));
    while (one < old_.in_other.size() && other < new_.in_other.size()) {
      COCITE_CHECK(check_stop(1));
      const int order = old_key.compare(new_key);
      if (order == 0) {
        old_.in_other[one] = static_cast<uint32_t>(other);
        new_.in_other[other] = static_cast<uint32_t>(one);
        ++answer_.pages.in_both;
      }
      if (order <= 0) COCITE_CHECK(read(old_, ++one, old_key));
      if (order >= 0) COCITE_CHECK(read(new_, ++other, new_key));
    }
    return {};
  }

  // Whether a page was fetched in the other store.
  static Result<bool> is_fetched_there(const Side& side, const Side& there, PageId page) {
    const uint32_t number = side.in_other[index(page)];
    if (number == kNone) return false;
    return there.store->is_crawled(page_id(number));
  }

  Result<void> add_page(const Side& side, const Side& there, PageId page) {
    graph::ListBuffer buffer;
    std::span<const PageId> parents;
    const bool is_shown = has_room(side.only_pages->size());
    if (is_shown || !request_.since.empty()) {
      COCITE_TRY(parents, side.store->parents(page, buffer));
      COCITE_CHECK(check_stop(1 + parents.size()));
      COCITE_TRY(const bool is_wanted, is_recent(side, page, parents));
      if (!is_wanted) return {};
    }
    ++*side.only_pages_total;
    if (!is_shown) return {};
    DiffAnswer::Page one;
    COCITE_TRY(LinkItem named, present_link(*side.store, 0, page));
    one.ref() = std::move(named.ref());
    // Without a page that links to it, nothing could have led a crawl there.
    if (parents.empty()) one.state = Absence::kNotFetched;
    for (const PageId parent : parents) {
      COCITE_TRY(const bool is_fetched, is_fetched_there(side, there, parent));
      if (is_fetched) continue;
      one.state = Absence::kNotFetched;
      break;
    }
    side.only_pages->push_back(std::move(one));
    return {};
  }

  Result<void> add_pages(const Side& side, const Side& there) {
    for (uint64_t page = 0; page < side.in_other.size(); ++page) {
      if (side.in_other[page] == kNone) COCITE_CHECK(add_page(side, there, page_id(page)));
    }
    return {};
  }

  Result<void> add_link(const Side& side, PageId from, PageId to, Absence state) {
    ++*side.only_links_total;
    if (!has_room(side.only_links->size())) return {};
    COCITE_CHECK(check_stop(4));
    DiffAnswer::Link link{.state = state};
    COCITE_TRY(link.from, side.store->key(from));
    COCITE_TRY(link.to, side.store->key(to));
    if (side.store->text_columns().has_anchors()) {
      COCITE_TRY(link.anchor, anchor_of(*side.store, from, to));
    }
    side.only_links->push_back(std::move(link));
    return {};
  }

  // Of a page that the other store does not have.
  Result<void> add_own_links(const Side& side, PageId page) {
    graph::ListBuffer buffer;
    COCITE_TRY(const auto children, side.store->children(page, buffer));
    for (const PageId child : children) {
      COCITE_CHECK(add_link(side, page, child, Absence::kNotFetched));
    }
    return {};
  }

  // The links on a page of the old store, and what it is called.
  Result<void> compare_children(PageId page) {
    const uint32_t there = old_.in_other[index(page)];
    if (there == kNone) {
      // That its links are not there says nothing of what was fetched lately.
      return request_.since.empty() ? add_own_links(old_, page) : Result<void>();
    }
    if (!is_recent(page_id(there))) return {};
    COCITE_TRY(const auto old_list, old_.store->children(page, old_buffer_));
    COCITE_TRY(const auto new_list, new_.store->children(page_id(there), new_buffer_));
    COCITE_TRY(const bool was_fetched, old_.store->is_crawled(page));
    COCITE_TRY(const bool is_fetched, new_.store->is_crawled(page_id(there)));
    COCITE_CHECK(check_stop(old_list.size() + new_list.size()));
    kept_.assign(new_list.begin(), new_list.end());
    std::ranges::sort(kept_);
    matched_.clear();
    for (const PageId child : old_list) {
      const uint32_t number = old_.in_other[index(child)];
      if (number != kNone && std::ranges::binary_search(kept_, page_id(number))) {
        ++answer_.links.in_both;
        matched_.push_back(page_id(number));
        continue;
      }
      COCITE_CHECK(
          add_link(old_, page, child, is_fetched ? Absence::kAbsent : Absence::kNotFetched));
    }
    std::ranges::sort(matched_);
    for (const PageId child : new_list) {
      if (std::ranges::binary_search(matched_, child)) continue;
      COCITE_CHECK(add_link(new_, page_id(there), child,
                            was_fetched ? Absence::kAbsent : Absence::kNotFetched));
    }
    COCITE_CHECK(compare_anchors(page, page_id(there), old_list, new_list));
    return compare_facts(page, page_id(there));
  }

  // Of links that both have.
  Result<void> compare_anchors(PageId page, PageId there, std::span<const PageId> old_list,
                               std::span<const PageId> new_list) {
    const auto& old_texts = old_.store->text_columns();
    const auto& new_texts = new_.store->text_columns();
    if (!old_texts.has_anchors() || !new_texts.has_anchors() || matched_.empty()) return {};
    COCITE_TRY(const std::vector<std::string> old_anchors, old_texts.anchors(page));
    COCITE_TRY(const std::vector<std::string> new_anchors, new_texts.anchors(there));
    if (old_anchors.empty() || new_anchors.empty()) return {};
    std::vector<std::pair<PageId, size_t>> places;  // on the newer page
    for (size_t i = 0; i < new_list.size(); ++i) places.emplace_back(new_list[i], i);
    std::ranges::sort(places);
    for (size_t i = 0; i < std::min(old_list.size(), old_anchors.size()); ++i) {
      const uint32_t number = old_.in_other[index(old_list[i])];
      if (number == kNone) continue;
      const auto place = std::ranges::lower_bound(places, std::pair(page_id(number), size_t{0}));
      if (place == places.end() || place->first != page_id(number)) continue;
      if (place->second >= new_anchors.size()) continue;
      const std::string& new_anchor = new_anchors[place->second];
      if (old_anchors[i] == new_anchor) continue;
      ++answer_.anchors_total;
      if (!has_room(answer_.anchors.size())) continue;
      DiffAnswer::Anchor anchor{.old_anchor = old_anchors[i], .new_anchor = new_anchor};
      COCITE_TRY(anchor.from, old_.store->key(page));
      COCITE_TRY(anchor.to, old_.store->key(old_list[i]));
      answer_.anchors.push_back(std::move(anchor));
    }
    return {};
  }

  // Hosts as keys have them, in order of keys.
  static Result<std::vector<std::string>> hosts_of(const store::Store& store) {
    std::vector<std::string> hosts;
    for (uint64_t page = 0; page < store.pages();) {
      COCITE_TRY(const HostId host, store.host_of(page_id(page)));
      COCITE_TRY(const std::string key, store.key(page_id(page)));
      hosts.emplace_back(url::host_of_key(key));
      COCITE_TRY(const auto range, store.pages_of(host));
      page = range.second;
    }
    std::ranges::sort(hosts);
    return hosts;
  }

  Result<void> compare_hosts() {
    if (old_.store->names() != store::Names::kUrl || old_.store->facts().on != On::kPages)
      return {};
    COCITE_TRY(const std::vector<std::string> old_hosts, hosts_of(*old_.store));
    COCITE_TRY(const std::vector<std::string> new_hosts, hosts_of(*new_.store));
    DiffAnswer::Hosts& hosts = answer_.hosts;
    const auto add = [&](const std::vector<std::string>& own,
                         const std::vector<std::string>& others, std::vector<std::string>& only,
                         uint64_t& total) {
      for (const std::string& host : own) {
        if (std::ranges::binary_search(others, host)) continue;
        ++total;
        if (has_room(only.size())) only.push_back(url::host_name(host));
      }
    };
    add(old_hosts, new_hosts, hosts.only_old, hosts.only_old_total);
    add(new_hosts, old_hosts, hosts.only_new, hosts.only_new_total);
    hosts.in_both = old_hosts.size() - hosts.only_old_total;
    return {};
  }

  Result<void> compare_facts(PageId page, PageId there) {
    if (new_.store->status(there).is_gone() && !old_.store->status(page).is_gone()) {
      ++answer_.pages.gone_total;
      if (has_room(answer_.pages.gone.size())) {
        COCITE_TRY(LinkItem named, present_link(*new_.store, 0, there));
        answer_.pages.gone.push_back(std::move(named.ref()));
      }
    }
    if (!old_.store->has_titles() || !new_.store->has_titles()) return {};
    COCITE_TRY(std::string old_title, old_.store->title(page));
    COCITE_TRY(std::string new_title, new_.store->title(there));
    if (old_title == new_title) return {};
    ++answer_.titles_total;
    if (!has_room(answer_.titles.size())) return {};
    COCITE_TRY(std::string key, old_.store->key(page));
    answer_.titles.push_back({std::move(key), std::move(old_title), std::move(new_title)});
    return {};
  }

  Result<void> compare_page() {
    answer_.pages.in_both = 0;
    Result<PageId> in_old = resolve(*old_.store, request_.page);
    Result<PageId> in_new = resolve(*new_.store, request_.page);
    if (!in_old && !in_new) return tl::unexpected<Error>(in_old.error());
    if (!in_old) {
      COCITE_CHECK(add_page(new_, old_, *in_new));
      COCITE_CHECK(add_own_links(new_, *in_new));
    } else if (!in_new) {
      COCITE_CHECK(add_page(old_, new_, *in_old));
      COCITE_CHECK(add_own_links(old_, *in_old));
    } else {
      answer_.pages.in_both = 1;
      COCITE_CHECK(compare_children(*in_old));
    }
    COCITE_CHECK(add_parents(old_, new_, in_old, in_new, true));
    return add_parents(new_, old_, in_new, in_old, false);
  }

  // Links to the page that only one store has; `counts`: those that both have, too.
  Result<void> add_parents(const Side& side, const Side& there, const Result<PageId>& page,
                           const Result<PageId>& page_there, bool counts) {
    if (!page) return {};
    graph::ListBuffer buffer;
    COCITE_TRY(const auto parents, side.store->parents(*page, buffer));
    std::span<const PageId> others;
    graph::ListBuffer other_buffer;
    if (page_there) {
      COCITE_TRY(others, there.store->parents(*page_there, other_buffer));
    }
    for (const PageId parent : parents) {
      const uint32_t number = side.in_other[index(parent)];
      if (number != kNone && std::ranges::binary_search(others, page_id(number))) {
        answer_.links.in_both += counts ? 1 : 0;
        continue;
      }
      COCITE_TRY(const bool is_fetched, is_fetched_there(side, there, parent));
      COCITE_CHECK(
          add_link(side, parent, *page, is_fetched ? Absence::kAbsent : Absence::kNotFetched));
    }
    return {};
  }

  const DiffRequest& request_;
  Budget budget_;  // without an end: its stop flag
  DiffAnswer answer_;
  Side old_;
  Side new_;
  graph::ListBuffer old_buffer_;
  graph::ListBuffer new_buffer_;
  std::vector<PageId> kept_;
  std::vector<PageId> matched_;
};

}  // namespace

Result<DiffAnswer> diff(const store::Store& old_store, const store::Store& new_store,
                        const DiffRequest& request) {
  return Comparison(old_store, new_store, request).answer();
}

}  // namespace cocite::answer
