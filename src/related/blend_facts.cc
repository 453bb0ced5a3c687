#include "related/blend_facts.h"

#include <algorithm>
#include <utility>

#include "related/blend_notes.h"

namespace cocite::related::blend {

Result<PageFacts> PageFacts::make(const Web& web, const PageNotes& notes) {
  PageFacts facts;
  std::vector<std::pair<uint32_t, uint32_t>> linked;  // in-degree, page
  const auto few = static_cast<uint32_t>(std::min<uint64_t>(256, web.pages() / 64));
  for (uint32_t page = 0; page < web.pages(); ++page) {
    const uint32_t in_degree = notes.in_degree(page_id(page));
    if (in_degree > few) linked.emplace_back(in_degree, page);
  }
  const size_t popular = std::min(kPopular, linked.size());
  std::ranges::partial_sort(linked, linked.begin() + static_cast<ptrdiff_t>(popular),
                            [](const auto& a, const auto& b) { return a > b; });
  for (uint32_t bit = 0; bit < popular; ++bit) facts.bits_[page_id(linked[bit].second)] = bit;
  facts.pages_.resize(web.pages());
  auto scan = web.out().scan(page_id(0), web.pages());
  while (scan.next()) {
    Page& page = facts.pages_[index(scan.page())];
    for (const PageId child : scan.list()) {
      page.mass += rareness(notes.in_degree(child));
      if (notes.in_degree(child) <= few) continue;
      if (const auto bit = facts.bit_of(child)) page.popular |= uint64_t{1} << *bit;
    }
  }
  COCITE_CHECK(scan.status());
  return facts;
}

const PageFacts* FactsWhenWorthIt::get(const Web& web, const PageNotes& notes, uint64_t read) {
  if (const PageFacts* const made = made_.load(std::memory_order_acquire)) return made;
  if (web.pages() > PageFacts::kMostPages || web.store().has_link_order()) return nullptr;
  const uint64_t all = read_.fetch_add(read, std::memory_order_relaxed) + read;
  if (all < web.pages() / 4) return nullptr;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock() || is_tried_) return nullptr;
  is_tried_ = true;
  Result<PageFacts> made = PageFacts::make(web, notes);
  if (!made) return nullptr;  // damaged: whoever reads the same lists is told
  owner_ = std::make_unique<const PageFacts>(*std::move(made));
  made_.store(owner_.get(), std::memory_order_release);
  return owner_.get();
}

}  // namespace cocite::related::blend
