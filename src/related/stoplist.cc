#include "related/stoplist.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/hash.h"
#include "base/parallel.h"
#include "related/method.h"
#include "related/order.h"
#include "url/key.h"

namespace cocite::related {

extern const std::string_view kShippedStoplist;  // made by CMake from stoplist.txt

Stoplist::Stoplist(std::span<const PageId> pages) {
  for (const PageId page : pages) pages_[page];
}

Result<uint64_t> in_degree_in_hosts(const store::Store& store, PageId page,
                                    std::span<const PageId> parents) {
  if (store.hosts() == store.pages()) return parents.size();
  COCITE_TRY(const HostId own, store.host_of(page));
  uint64_t hosts = 0;
  uint64_t host_end = 0;  // of the host of the parent before; parents rise, hosts are ranges
  for (const PageId parent : parents) {
    if (index(parent) < host_end) continue;
    COCITE_TRY(const HostId host, store.host_of(parent));
    COCITE_TRY(const auto range, store.pages_of(host));
    host_end = range.second;
    if (host != own) ++hosts;
  }
  return hosts;
}

Result<Stoplist> Stoplist::shipped(const Web& web) {
  std::vector<PageId> pages;
  if (web.store().names() != store::Names::kUrl) return Stoplist();
  const url::KeyOptions options{.fold_www = web.store().facts().fold_www};
  std::string key;
  for (std::string_view text = kShippedStoplist; !text.empty();) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty() || line.front() == '#') continue;
    // By the key alone: in a graph of sites a page must not stand for its whole site.
    if (url::make_key(line, options, key) != url::Skip::kNone) continue;
    COCITE_TRY(const auto page, web.store().find(key));
    if (page) pages.push_back(*page);
  }
  return Stoplist(pages);
}

namespace {

// The pages that most_frequent() asks about.
Result<std::vector<PageId>> pages_to_ask(const Web& web) {
  constexpr uint32_t kFewestParents = 5;
  constexpr uint32_t kMostParents = 500;
  constexpr size_t kAsked = 1000;
  constexpr uint64_t kPiece = uint64_t{1} << 16;
  using Hashed = std::pair<uint64_t, PageId>;
  std::vector<Hashed> hashed;
  const auto shrink = [&] {
    if (hashed.size() <= kAsked) return;
    std::ranges::nth_element(hashed, hashed.begin() + kAsked);
    hashed.resize(kAsked);
  };
  std::vector<PageId> pages;
  std::vector<uint32_t> degrees;
  for (uint64_t first = 0; first < web.pages(); first += kPiece) {
    pages.resize(std::min(kPiece, web.pages() - first));
    degrees.resize(pages.size());
    for (uint64_t i = 0; i < pages.size(); ++i) pages[i] = page_id(first + i);
    COCITE_CHECK(web.in().degrees(pages, degrees));
    for (size_t i = 0; i < pages.size(); ++i) {
      if (degrees[i] < kFewestParents || degrees[i] > kMostParents) continue;
      hashed.emplace_back(mix(mix(0) ^ index(pages[i])), pages[i]);
    }
    shrink();
  }
  pages.clear();
  for (const Hashed& one : hashed) pages.push_back(one.second);
  return pages;
}

Result<PageMap<uint32_t>> count_answers(const Web& web, bool hosts_on) {
  constexpr uint64_t kFirst = 10;
  COCITE_TRY(const MethodInfo* const method, method_named("cocitation"));
  COCITE_TRY(const Parameters parameters, Parameters::make(method->name, method->parameters, {}));
  COCITE_TRY(const std::vector<PageId> asked, pages_to_ask(web));
  PageMap<uint32_t> counts;
  Result<void> outcome;
  std::mutex mutex;
  const auto ask = [&](PageId page) -> Result<std::vector<Item>> {
    const Query query{
        .web = &web, .pages = {&page, 1}, .parameters = &parameters, .hosts_on = hosts_on};
    COCITE_TRY(Answer answer, method->find(query));
    return best(web, hosts_on, std::move(answer.items), kFirst);
  };
  parallel_for(asked.size(), hardware_threads(), [&](size_t i) {
    const Result<std::vector<Item>> items = ask(asked[i]);
    const std::scoped_lock lock(mutex);
    if (!items) {
      outcome = tl::unexpected<Error>(items.error());
      return;
    }
    for (const Item& item : *items) ++counts[item.page];
  });
  COCITE_CHECK(outcome);
  return counts;
}

}  // namespace

Result<Stoplist> Stoplist::most_frequent(const Web& web, bool hosts_on, uint64_t count) {
  if (count == 0) return Stoplist();
  web.tell({.stage = "finding the stoplist"});
  const Result<PageMap<uint32_t>> counts = count_answers(web, hosts_on);
  web.tell({});
  COCITE_CHECK(counts);
  struct Frequent {
    uint32_t answers = 0;
    uint64_t hosts = 0;
    uint32_t links = 0;
    PageId page{};
    [[nodiscard]] bool comes_before(const Frequent& other) const {
      return std::tie(other.answers, other.hosts, other.links, page) <
             std::tie(answers, hosts, links, other.page);
    }
  };
  std::vector<PageId> pages;
  std::vector<uint32_t> answers;
  counts->for_each([&](PageId page, uint32_t times) {
    pages.push_back(page);
    answers.push_back(times);
  });
  std::vector<uint32_t> degrees;
  COCITE_CHECK(web.in_degrees(pages, degrees));
  std::vector<Frequent> ranked;
  for (size_t i = 0; i < pages.size(); ++i) {
    COCITE_TRY(const uint64_t hosts, web.in_degree_in_hosts(pages[i], degrees[i]));
    ranked.push_back({answers[i], hosts, degrees[i], pages[i]});
  }
  std::ranges::sort(ranked, [](const auto& a, const auto& b) { return a.comes_before(b); });
  pages.clear();
  for (const Frequent& one : ranked) {
    if (pages.size() == count) break;
    pages.push_back(one.page);
  }
  return Stoplist(pages);
}

}  // namespace cocite::related
