#include "crawl/resume.h"

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "crawl/robots_book.h"
#include "url/url.h"

namespace cocite::crawl {

Result<uint64_t> Resume::run(bool links_are_new, const Tell& tell) {
  COCITE_CHECK(frontier_->load([&] { tell("reading the state of the crawl"); }));
  went_on_ = frontier_->seen() > 0;
  if (links_are_new && went_on_) {
    COCITE_CHECK(archive_->for_each_page([&](ReadPage&& page) {
      tell("reading the links of the archive");
      return add_links(page);
    }));
  }
  const auto is_sitemap = [this](const std::string& url) {
    return frontier_->is_sitemap(frontier_->number_of(url));
  };
  uint64_t found = 0;
  requisites_ = frontier_->requisites_before();
  COCITE_CHECK(
      archive_->recover(is_sitemap, [&](ReadPage&& page, const WarcPlace& place) -> Result<void> {
        tell("reading the end of the archive");
        if (page.fetched.kind != FetchKind::kRobots) ++found;
        if (page.fetched.kind == FetchKind::kRequisite) ++requisites_;
        return take_over(std::move(page), place);
      }));
  went_on_ = went_on_ || found > 0;
  return found;
}

// A page that a run before this one archived and did not come to note.
Result<void> Resume::take_over(ReadPage page, const WarcPlace& place) {
  FetchedPage& fetched = page.fetched;
  if (fetched.kind == FetchKind::kRobots) {
    COCITE_CHECK(archive_->keep(page, place));
    const auto url = url::Url::parse(fetched.url);
    const int status = fetched.response.status;
    if (!url || is_redirect(status) || status >= 500) return {};
    return state_->keep_robots(
        origin_of(*url), {.status = status, .date = fetched.response.date, .text = page.text});
  }
  fetched.page = frontier_->number_of(fetched.url);
  if (fetched.page == Frontier::kNone) {  // the state is older, or was rebuilt
    const uint32_t via = fetched.via.empty() ? kNoVia : frontier_->number_of(fetched.via);
    COCITE_TRY(fetched.page, frontier_->see(fetched.url, {.depth = fetched.depth,
                                                          .via = via,
                                                          .is_seed = fetched.via.empty(),
                                                          .is_requisite = fetched.kind ==
                                                                          FetchKind::kRequisite}));
  }
  COCITE_CHECK(archive_->keep(page, place));
  if (fetched.page == Frontier::kNone) return {};  // not in the scope of the crawl any more
  COCITE_TRY(const Address address, state_->address(fetched.page));
  fetched.depth = address.depth;
  frontier_->forget(fetched.page);
  return follower_->follow(page, address);
}

// Of a page that the state knows.
Result<void> Resume::add_links(const ReadPage& page) {
  const uint32_t number = frontier_->number_of(page.fetched.url);
  if (number == Frontier::kNone || page.fetched.kind != FetchKind::kPage) return {};
  std::vector<uint32_t> children;
  std::unordered_set<uint32_t> is_child;
  for (const FoundLink& link : page.links) {
    if (!link.is_followed || !link.is_link) continue;
    const uint32_t child = frontier_->number_of(link.url);
    if (child == Frontier::kNone || child == number || !is_child.insert(child).second) continue;
    children.push_back(child);
  }
  return frontier_->add_links(number, children, {});
}

}  // namespace cocite::crawl
