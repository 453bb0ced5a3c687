#include "related/stoplist.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace cocite::related {

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

namespace {

// The same from a saved column, which has the in-degrees in hosts already.
Result<Stoplist> from_column(const Web& web, uint64_t count) {
  COCITE_TRY(const Web::Numbers hosts, web.rank("host-indegree"));
  std::vector<double> sorted(hosts.begin(), hosts.end());
  const auto last = sorted.begin() + static_cast<ptrdiff_t>(count - 1);
  std::nth_element(sorted.begin(), last, sorted.end(), std::greater());
  std::vector<PageId> pages;  // with at least as many hosts as the last one
  for (uint64_t i = 0; i < hosts.size(); ++i) {
    if (hosts[i] >= *last) pages.push_back(page_id(i));
  }
  std::vector<uint32_t> degrees;
  COCITE_CHECK(web.in_degrees(pages, degrees));
  std::vector<std::tuple<double, uint32_t, PageId>> ranked;
  for (size_t i = 0; i < pages.size(); ++i) {
    ranked.emplace_back(-hosts[index(pages[i])], ~degrees[i], pages[i]);
  }
  std::ranges::sort(ranked);
  pages.clear();
  for (uint64_t i = 0; i < count; ++i) pages.push_back(std::get<PageId>(ranked[i]));
  return Stoplist(pages);
}

}  // namespace

Result<Stoplist> Stoplist::most_linked(const Web& web, uint64_t count) {
  // A page's in-degree bounds its in-degree in hosts. So pages are looked at by falling in-degree,
  // until the next one could not come in even if each of its parents had a host of its own.
  struct Candidate {
    uint64_t hosts;
    uint32_t in_degree;
    PageId page;
    [[nodiscard]] bool before(const Candidate& other) const {
      return std::tuple(other.hosts, other.in_degree, index(page)) <
             std::tuple(hosts, in_degree, index(other.page));
    }
  };
  if (count == 0 || web.pages() == 0) return Stoplist();
  if (web.has_column("host-indegree")) return from_column(web, std::min(count, web.pages()));
  std::vector<PageId> all(web.pages());
  for (uint64_t i = 0; i < all.size(); ++i) all[i] = page_id(i);
  std::vector<uint32_t> degrees;
  COCITE_CHECK(web.in_degrees(all, degrees));
  const auto by_degree = [&](PageId a, PageId b) {
    const uint32_t degree_a = degrees[index(a)];
    const uint32_t degree_b = degrees[index(b)];
    return degree_a != degree_b ? degree_a > degree_b : a < b;
  };
  std::vector<Candidate> best;
  graph::ListBuffer buffer;
  // Sorted piece by piece: mostly the first piece is enough.
  size_t sorted = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == sorted) {
      sorted = std::min(all.size(), std::max<size_t>(sorted * 4, count * 16));
      std::nth_element(all.begin() + static_cast<ptrdiff_t>(i),
                       all.begin() + static_cast<ptrdiff_t>(sorted - 1), all.end(), by_degree);
      std::sort(all.begin() + static_cast<ptrdiff_t>(i),
                all.begin() + static_cast<ptrdiff_t>(sorted), by_degree);
    }
    const PageId page = all[i];
    Candidate candidate{degrees[index(page)], degrees[index(page)], page};
    if (best.size() == count && best.back().before(candidate)) break;
    COCITE_TRY(const std::span<const PageId> parents, web.in().list(page, buffer));
    COCITE_TRY(candidate.hosts, in_degree_in_hosts(web.store(), page, parents));
    const auto place =
        std::ranges::find_if(best, [&](const Candidate& other) { return candidate.before(other); });
    best.insert(place, candidate);
    if (best.size() > count) best.pop_back();
  }
  std::vector<PageId> pages;
  for (const Candidate& candidate : best) pages.push_back(candidate.page);
  return Stoplist(pages);
}

}  // namespace cocite::related
