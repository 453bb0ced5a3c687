#include "answer/host_menus.h"

#include <string>
#include <vector>

#include "words/own_texts.h"

namespace cocite::answer {
namespace {

constexpr size_t kPagesOfHost = 100;  // that are looked at

}  // namespace

Result<std::shared_ptr<const text::Shingles>> menus_of(const related::Web& web, HostId host,
                                                       Budget* budget) {
  return web.keep<text::Shingles>(
      "menu words " + std::to_string(index(host)),
      [host](const related::Web& from) -> Result<text::Shingles> {
        const store::Store& store = from.store();
        COCITE_TRY(const auto range, store.pages_of(host));
        std::vector<PageId> fetched;
        for (uint64_t number = index(range.first); number < range.second; ++number) {
          const PageId page = page_id(number);
          COCITE_TRY(const bool is_crawled, store.is_crawled(page));
          if (is_crawled) fetched.push_back(page);
        }
        return words::menu_runs(store, fetched, kPagesOfHost, nullptr);
      },
      budget);
}

}  // namespace cocite::answer
