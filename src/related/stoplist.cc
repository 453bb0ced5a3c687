#include "related/stoplist.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "related/most_linked_pages.h"

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

constexpr std::string_view kNotes = "stoplist";
constexpr std::string_view kAbout = "stoplist 1";
constexpr std::string_view kPages = "pages";

}  // namespace

Result<std::vector<PageId>> Stoplist::find_most_linked(const Web& web, uint64_t count) {
  // A page's in-degree bounds its in-degree in hosts. So pages are looked at by falling in-degree,
  // until the next one could not come in even if each of its parents had a host of its own.
  struct Candidate {
    uint64_t hosts;
    Linked linked;
    [[nodiscard]] bool before(const Candidate& other) const {
      return hosts != other.hosts ? hosts > other.hosts : linked < other.linked;
    }
  };
  count = std::min(count, web.pages());
  std::vector<PageId> found;
  if (count == 0) return found;
  graph::ListBuffer buffer;
  std::vector<Candidate> best;
  size_t seen = 0;
  for (uint64_t most = std::max<uint64_t>(count * 16, 1024);; most *= 8) {
    COCITE_TRY(const std::vector<Linked> linked, most_linked_pages(web, most));
    bool is_over = linked.size() == web.pages();
    for (; seen < linked.size(); ++seen) {
      Candidate candidate{linked[seen].in_degree, linked[seen]};
      if (best.size() == count && best.back().before(candidate)) {
        is_over = true;
        break;
      }
      const PageId page = candidate.linked.page;
      COCITE_TRY(const std::span<const PageId> parents, web.in().list(page, buffer));
      COCITE_TRY(candidate.hosts, in_degree_in_hosts(web.store(), page, parents));
      const auto place = std::ranges::find_if(
          best, [&](const Candidate& other) { return candidate.before(other); });
      best.insert(place, candidate);
      if (best.size() > count) best.pop_back();
    }
    if (is_over) break;
  }
  for (const Candidate& candidate : best) found.push_back(candidate.linked.page);
  return found;
}

store::NewNotes Stoplist::notes_of(std::span<const PageId> pages) {
  return {.name = std::string(kNotes),
          .about = std::string(kAbout),
          .parts = {{std::string(kPages), std::as_bytes(pages)}}};
}

bool Stoplist::has_notes(const Web& web) {
  return web.notes(kNotes, kAbout) != nullptr;
}

Result<Stoplist> Stoplist::most_linked(const Web& web, uint64_t count) {
  count = std::min(count, web.pages());
  if (const auto notes = web.notes(kNotes, kAbout)) {
    const auto pages = notes->part<uint32_t>(kPages);
    // Damaged notes are like none.
    if (pages && pages->size() >= count &&
        std::ranges::all_of(*pages, [&](uint32_t page) { return page < web.pages(); })) {
      std::vector<PageId> first;
      for (const uint32_t page : pages->first(count)) first.push_back(page_id(page));
      return Stoplist(first);
    }
  }
  web.tell({.stage = "finding the stoplist"});
  const Result<std::vector<PageId>> pages = find_most_linked(web, count);
  web.tell({});
  COCITE_CHECK(pages);
  return Stoplist(*pages);
}

}  // namespace cocite::related
