#include "answer/complete.h"

#include <algorithm>
#include <numeric>

#include "answer/present.h"
#include "answer/resolve.h"
#include "base/ascii.h"
#include "text/folded_name.h"
#include "url/key.h"
#include "words/name_order.h"

namespace cocite::answer {
namespace {

constexpr std::string_view kNotes = "host-names";
constexpr std::string_view kAbout = "host-names 1";
constexpr std::string_view kHosts = "hosts";

std::string_view without_www(std::string_view name) {
  return name.starts_with("www.") ? name.substr(4) : name;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), to_lower);
  return lower;
}

Result<std::string> name_of(const store::Store& store, HostId host) {
  COCITE_TRY(const auto pages, store.pages_of(host));
  COCITE_TRY(const std::string key, store.key(pages.first));
  return std::string(without_www(url::host_name(url::host_of_key(key))));
}

// The text that stands behind all that begin with `prefix`; empty: there is none.
std::string behind(std::string_view prefix) {
  std::string text(prefix);
  while (!text.empty() && static_cast<unsigned char>(text.back()) == 0xFF) text.pop_back();
  if (!text.empty()) text.back() = static_cast<char>(static_cast<unsigned char>(text.back()) + 1);
  return text;
}

// What is typed, without scheme, blanks, user info; host in small letters.
std::string_view without_scheme(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  text.remove_prefix(std::min(begin, text.size()));
  const size_t scheme = text.find("://");
  if (scheme != std::string_view::npos && scheme <= 5) text.remove_prefix(scheme + 3);
  return text;
}

struct Range {
  uint64_t first = 0;
  uint64_t last = 0;
};

// A few pages of a range: all, or the first ones and others evenly from the rest.
void add_sample(Range range, uint64_t most, std::vector<PageId>& pages) {
  const uint64_t size = range.last - range.first;
  if (size <= most) {
    for (uint64_t page = range.first; page < range.last; ++page) pages.push_back(page_id(page));
    return;
  }
  const uint64_t in_order = most / 2;
  for (uint64_t i = 0; i < in_order; ++i) pages.push_back(page_id(range.first + i));
  const uint64_t rest = size - in_order;
  for (uint64_t i = 0; i < most - in_order; ++i) {
    pages.push_back(page_id(range.first + in_order + i * rest / (most - in_order)));
  }
}

Result<Range> keys_with(const store::Store& store, std::string_view prefix) {
  Range range{.last = store.pages()};
  if (prefix.empty()) return range;
  COCITE_TRY(range.first, store.keys().lower_bound(prefix));
  const std::string end = behind(prefix);
  if (!end.empty()) {
    COCITE_TRY(range.last, store.keys().lower_bound(end));
  }
  return range;
}

// Candidates for a text that has no path yet: the first page of each host that begins so; of few
// hosts more.
Result<uint64_t> add_hosts(const related::Web& web, std::string_view prefix,
                           std::vector<PageId>& pages) {
  COCITE_TRY(const auto names, HostNames::of(web));
  const std::string lower = in_lower_case(prefix);
  const std::string_view name = without_www(lower);
  COCITE_TRY(const auto range, names->range(web, name));
  const auto [first, last] = range;
  constexpr uint64_t kFewHosts = 4;
  std::vector<PageId> places;  // of hosts in the order of names
  add_sample({first, last}, kSample, places);
  for (const PageId place : places) {
    COCITE_TRY(const auto of_host, web.store().pages_of(names->at(index(place))));
    const uint64_t begin = index(of_host.first);
    const uint64_t most = last - first <= kFewHosts ? kSample / kFewHosts : 1;
    add_sample({begin, most == 1 ? begin + 1 : of_host.second}, most, pages);
  }
  return last - first;
}

Result<std::string> key_prefix(const store::Store& store, std::string_view text) {
  const url::KeyOptions options{.fold_www = store.facts().fold_www};
  std::string key;
  if (url::make_key(text, options, key) != url::Skip::kNone) return std::string();
  return key;
}

}  // namespace

bool HostNames::is_possible(const store::Store& store) {
  return store.names() == store::Names::kUrl && store.hosts() <= kMostHosts;
}

Result<std::vector<HostId>> HostNames::sorted_hosts(const store::Store& store) {
  std::vector<std::pair<std::string, HostId>> sorted(store.hosts());
  for (uint64_t i = 0; i < sorted.size(); ++i) {
    sorted[i].second = host_id(i);
    COCITE_TRY(sorted[i].first, name_of(store, host_id(i)));
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<HostId> hosts;
  hosts.reserve(sorted.size());
  for (const auto& [name, host] : sorted) hosts.push_back(host);
  return hosts;
}

store::NewNotes HostNames::notes_of(std::span<const HostId> hosts) {
  return {.name = std::string(kNotes),
          .about = std::string(kAbout),
          .parts = {{std::string(kHosts), std::as_bytes(hosts)}}};
}

bool HostNames::has_notes(const related::Web& web) {
  return web.notes(kNotes, kAbout) != nullptr;
}

Result<HostNames> HostNames::make(const related::Web& web) {
  const store::Store& store = web.store();
  HostNames names;
  if (!is_possible(store)) return names;
  if (auto notes = web.notes(kNotes, kAbout)) {
    const auto hosts = notes->part<HostId>(kHosts);
    const auto is_host = [&](HostId host) { return index(host) < store.hosts(); };
    // Damaged notes are like none.
    if (hosts && hosts->size() == store.hosts() && std::ranges::all_of(*hosts, is_host)) {
      names.hosts_ = *hosts;
      names.saved_ = std::move(notes);
      return names;
    }
  }
  COCITE_TRY(names.made_, sorted_hosts(store));
  names.hosts_ = names.made_;
  return names;
}

Result<std::shared_ptr<const HostNames>> HostNames::of(const related::Web& web) {
  return web.keep<HostNames>("host-names", [](const related::Web& own) { return make(own); });
}

Result<uint64_t> HostNames::lower_bound(const related::Web& web, std::string_view text) const {
  uint64_t low = 0;
  uint64_t high = hosts_.size();
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    COCITE_TRY(const std::string name, name_of(web.store(), hosts_[middle]));
    if (name < text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Result<std::pair<uint64_t, uint64_t>> HostNames::range(const related::Web& web,
                                                       std::string_view prefix) const {
  if (prefix.empty()) return std::pair<uint64_t, uint64_t>(0, hosts_.size());
  COCITE_TRY(const uint64_t first, lower_bound(web, prefix));
  const std::string end = behind(prefix);
  uint64_t last = hosts_.size();
  if (!end.empty()) {
    COCITE_TRY(last, lower_bound(web, end));
  }
  return std::pair(first, last);
}

namespace {

Result<CompletionItem> item_of(const store::Store& store, PageId page) {
  COCITE_TRY(LinkItem item, present_link(store, 0, page));
  COCITE_TRY(const uint64_t in_links, store.in().degree(page));
  return CompletionItem{std::move(item.ref()), in_links};
}

// Pages whose name has what is typed; none where the store has no order of names.
Result<std::vector<CompletionItem>> complete_names(const related::Web& web, std::string_view typed,
                                                   uint64_t top) {
  const store::Store& store = web.store();
  using Names = std::optional<words::NameOrder>;
  COCITE_TRY(const std::shared_ptr<const Names> names,
             web.keep<Names>("name-order", [](const related::Web& own) {
               return words::NameOrder::open(own.store());
             }));
  std::vector<CompletionItem> items;
  if (!*names) return items;
  // Some more, so that others can take the places of pages that are gone.
  constexpr uint64_t kMore = 32;
  const uint64_t wanted = store.has_statuses() ? top + kMore : top;
  COCITE_TRY(auto matches, (*names)->find(typed, wanted));
  std::stable_partition(matches.begin(), matches.end(), [&](const words::NameMatch& match) {
    return !store.status(match.page).is_gone();
  });
  if (matches.size() > top) matches.resize(top);
  for (const words::NameMatch& match : matches) {
    COCITE_TRY(CompletionItem item, item_of(store, match.page));
    // What others call it, where its title does not say why it is here.
    if (match.by_called && !words::name_has(item.title, typed)) {
      COCITE_TRY(item.called, store.anchor_name(match.page));
    }
    items.push_back(std::move(item));
  }
  return items;
}

// The front page of the most linked host whose name goes on with a dot: "yahoo" -> www.yahoo.com/.
Result<std::optional<PageId>> front_page(const related::Web& web, std::string_view text) {
  std::optional<PageId> best;
  if (!HostNames::is_possible(web.store())) return best;
  const std::string lower = in_lower_case(text) + '.';
  const std::string_view name = without_www(lower);
  COCITE_TRY(const auto names, HostNames::of(web));
  COCITE_TRY(const auto range, names->range(web, name));
  std::vector<PageId> places;  // of hosts in the order of names
  add_sample({range.first, range.second}, kSample, places);
  uint64_t most = 0;
  bool is_best_gone = false;
  for (const PageId place : places) {
    COCITE_TRY(const auto pages, web.store().pages_of(names->at(index(place))));
    COCITE_TRY(const std::string key, web.store().key(pages.first));
    if (!key.ends_with(")/")) continue;
    COCITE_TRY(const uint64_t in_links, web.store().in().degree(pages.first));
    const bool is_gone = web.store().status(pages.first).is_gone();
    const bool is_better = is_gone == is_best_gone ? in_links > most : is_best_gone;
    if (best && !is_better) continue;
    best = pages.first;
    most = in_links;
    is_best_gone = is_gone;
  }
  return best;
}

// Which page the text names as it stands; a function of the text and the store, so that pressing
// Enter early or late means the same.
Result<void> find_meant(const related::Web& web, std::string_view prefix,
                        CompletionAnswer& answer) {
  const std::string_view text = trim(prefix);
  if (text.empty()) return {};
  const store::Store& store = web.store();
  const auto take = [&](PageId page, std::string_view by) -> Result<void> {
    COCITE_TRY(answer.meant, item_of(store, page));
    answer.meant_by = by;
    return {};
  };
  COCITE_TRY(const std::optional<PageId> page, find_any_spelling(store, text));
  if (page) return take(*page, "address");
  text::FoldedName typed;
  text::fold_name(text, typed);
  text::FoldedName name;
  for (const CompletionItem& item : answer.names) {
    text::fold_name(item.title.empty() ? item.called : item.title, name);
    if (name.text != typed.text) continue;
    answer.meant = item;
    answer.meant_by = "name";
    return {};
  }
  // The name of a host, or the beginning of one up to a dot; no path, and no words.
  const std::string_view host = without_scheme(text);
  if (host.find_first_of(" \t/?#") != std::string_view::npos) return {};
  COCITE_TRY(const std::optional<PageId> front, front_page(web, host));
  return front ? take(*front, "host") : Result<void>();
}

}  // namespace

Result<CompletionAnswer> complete(const related::Web& web, std::string_view prefix, uint64_t top) {
  const store::Store& store = web.store();
  CompletionAnswer answer{.prefix = std::string(prefix)};
  COCITE_TRY(answer.names, complete_names(web, prefix, top));
  std::vector<PageId> pages;
  const bool has_urls = store.names() == store::Names::kUrl;
  const std::string_view text = has_urls ? without_scheme(prefix) : prefix;
  const bool is_key = text.find(')') < text.find('/') || text.find(',') < text.find('/');
  if (!has_urls || is_key) {
    COCITE_TRY(const Range range, keys_with(store, text));
    answer.matches = range.last - range.first;
    add_sample(range, kSample, pages);
  } else if (text.find('/') == std::string_view::npos) {
    COCITE_TRY(answer.matches, add_hosts(web, text, pages));
  } else {
    COCITE_TRY(const std::string key, key_prefix(store, text));
    if (!key.empty()) {
      COCITE_TRY(const Range range, keys_with(store, key));
      answer.matches = range.last - range.first;
      add_sample(range, kSample, pages);
    }
  }
  std::vector<uint32_t> degrees;
  COCITE_CHECK(web.in_degrees(pages, degrees));
  std::vector<bool> is_gone(pages.size());
  for (size_t i = 0; store.has_statuses() && i < pages.size(); ++i) {
    is_gone[i] = store.status(pages[i]).is_gone();
  }
  std::vector<size_t> order(pages.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t shown = std::min<uint64_t>(top, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(shown), order.end(),
                    [&](size_t a, size_t b) {
                      if (is_gone[a] != is_gone[b]) return !is_gone[a];
                      return degrees[a] != degrees[b] ? degrees[a] > degrees[b]
                                                      : pages[a] < pages[b];
                    });
  for (size_t i = 0; i < shown; ++i) {
    COCITE_TRY(CompletionItem item, item_of(store, pages[order[i]]));
    answer.items.push_back(std::move(item));
  }
  COCITE_CHECK(find_meant(web, prefix, answer));
  return answer;
}

}  // namespace cocite::answer
