// Thin pages: fewer than 20 words that are not in a menu (own_texts.h).
//
// Cost: each text is read once.
#include <string>

#include "audit/kind.h"

namespace cocite::audit::thin {
namespace {

constexpr uint32_t kFew = 20;

Result<void> find(Site& site, Found& found) {
  if (!site.store().text_columns().has_texts()) {
    found.unknown = "Needs the texts of pages: import a crawl or a folder, and keep them.";
    return {};
  }
  COCITE_TRY(const words::OwnTexts* const texts, site.texts());
  for (uint32_t at = 0; at < site.pages().size(); ++at) {
    if (texts->words(at) >= kFew) continue;
    COCITE_TRY(const uint32_t parents, site.store().in().degree(site.pages()[at]));
    found.items.push_back(
        {.page = site.pages()[at],
         .why = texts->words(at) == 0
                    ? "has no words of its own"
                    : "has only " + std::to_string(texts->words(at)) + " words of its own",
         .weight = parents});
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "thin",
    .title = "Thin pages",
    .one = "page has fewer than 20 words of its own",
    .many = "pages have fewer than 20 words of their own",
    .why =
        "Readers who follow a link to them learn next to nothing. Extend them or merge them into "
        "others.",
    .find = find};

}  // namespace cocite::audit::thin
