// Duplicates: pages with the same words, or nearly (own_texts.h), apart from menus.
//
// The page to keep is the one that most pages link to, then the one with the shortest address.
// Cost: each text is read once, and those of pages that look alike again.
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "audit/kind.h"

namespace cocite::audit::duplicates {
namespace {

constexpr double kLeast = 0.9;

Result<PageId> page_to_keep(const Site& site, const std::vector<uint32_t>& positions) {
  std::optional<std::tuple<uint32_t, size_t, PageId>> best;
  for (const uint32_t position : positions) {
    const PageId page = site.pages()[position];
    COCITE_TRY(const uint32_t parents, site.store().in().degree(page));
    COCITE_TRY(const std::string key, site.store().key(page));
    const auto rank = std::tuple(~parents, key.size(), page);
    if (!best || rank < *best) best = rank;
  }
  return std::get<2>(*best);
}

// A store keeps the first 1,000 words of a page: nothing is known of the rest.
Result<bool> is_text_cut(const Site& site, PageId page) {
  constexpr ptrdiff_t kMostWords = 1000;
  COCITE_TRY(const std::string text, site.store().text_columns().text(page));
  return std::ranges::count(text, ' ') + 1 >= kMostWords;
}

Result<void> find(Site& site, Found& found) {
  if (!site.store().text_columns().has_texts()) {
    found.unknown = "Needs the texts of pages: import a crawl or a folder, and keep them.";
    return {};
  }
  COCITE_TRY(const words::OwnTexts* const texts, site.texts());
  COCITE_TRY(const std::vector<words::SameTexts> groups, texts->groups(kLeast, site.budget()));
  for (const words::SameTexts& group : groups) {
    COCITE_TRY(const PageId kept, page_to_keep(site, group.pages));
    Item item{.page = kept, .weight = group.pages.size() - 1};
    for (const uint32_t position : group.pages) {
      if (site.pages()[position] != kept) item.pages.push_back(site.pages()[position]);
    }
    const auto percent = static_cast<uint64_t>(std::floor(group.resemblance * 100));
    COCITE_TRY(const bool is_cut, is_text_cut(site, kept));
    const std::string words = is_cut ? "first 1,000 words" : "words";
    item.why = counted(item.pages.size(), "other page has", "other pages have") +
               (percent == 100 ? " the same " + words
                               : " at least " + std::to_string(percent) + " % of its " + words);
    found.items.push_back(std::move(item));
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "duplicates",
    .title = "Duplicates",
    .one = "page has copies",
    .many = "pages have copies",
    .why =
        "Readers and search engines do not know which one counts, and corrections miss the copies. "
        "Keep one and redirect the others to it.",
    .find = find};

}  // namespace cocite::audit::duplicates
