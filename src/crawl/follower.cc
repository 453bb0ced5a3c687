#include "crawl/follower.h"

#include <unordered_set>
#include <utility>

#include "url/url.h"

namespace cocite::crawl {
namespace {

constexpr int kMaxHops = 5;                 // from one spelling of an address to another
constexpr uint32_t kMaxNesting = 5;         // of style sheets that need style sheets
constexpr uint32_t kMaxCopiesInARow = 100;  // of one host

}  // namespace

Result<void> Follower::follow(const ReadPage& page, const Address& address) {
  const uint32_t number = page.fetched.page;
  COCITE_TRY(const bool goes_on, redirect(page, address));
  if (goes_on) return {};
  hops_.erase(number);
  COCITE_CHECK(state_->finish(number, page.fetched.response.status));
  COCITE_CHECK(count_copies(page));
  COCITE_CHECK(sitemap(page, address));
  COCITE_CHECK(requisites(page, address));
  if (!page.fetched.unchanged || earlier_ == nullptr) return links(page, address, page.links);
  COCITE_TRY(const auto known, earlier_->links(page.fetched.url));
  std::vector<FoundLink> found;
  for (const std::string& url : known) found.push_back({.url = url});
  return links(page, address, found);
}

// True: the address is to be asked for again, under another spelling.
Result<bool> Follower::redirect(const ReadPage& page, const Address& address) {
  if (page.location.empty()) return false;
  const uint32_t number = page.fetched.page;
  if (frontier_->number_of(page.location) == number) {
    // Mostly http to https.
    if (page.location == page.fetched.url || ++hops_[number] > kMaxHops) return false;
    COCITE_CHECK(state_->move_address(number, page.location));
    frontier_->put_back(number);
    return true;
  }
  const bool is_seed = address.via == kNoVia;
  if (is_seed && frontier_->excludes(page.location)) return false;
  COCITE_CHECK(frontier_->see(page.location, {.depth = address.depth,
                                              .chain = address.chain,
                                              .via = is_seed ? kNoVia : number,
                                              .is_seed = is_seed,
                                              .is_sitemap = frontier_->is_sitemap(number),
                                              .is_requisite = frontier_->is_requisite(number)}));
  return false;
}

// A host that has nothing new to say, however many addresses it makes up, is left alone.
Result<void> Follower::count_copies(const ReadPage& page) {
  if (frontier_->is_requisite(page.fetched.page)) return {};  // small images are often the same
  const uint32_t host = frontier_->host_of(page.fetched.page);
  const bool is_copy = page.fetched.original && page.fetched.original->url != page.fetched.url;
  uint32_t& copies = copies_[host];
  copies = is_copy ? copies + 1 : 0;
  if (copies < kMaxCopiesInARow || frontier_->host(host).is_gone) return {};
  Result<void> result;
  frontier_->give_up(host, [&](uint32_t waiting) {
    frontier_->count_trap(Trap::kCopies, page.fetched.url);
    if (result) result = state_->finish(waiting, -kForbidden);
  });
  return result;
}

Result<bool> Follower::leaves_out(const std::string& url) {
  if (earlier_ == nullptr) return false;
  return earlier_->leaves_out(url);
}

Result<void> Follower::sitemap(const ReadPage& page, const Address& address) {
  const bool is_wanted = address.via == kNoVia || request_->sitemaps;
  if (!is_wanted) return {};
  for (const std::string& one : page.sitemap.sitemaps) {
    COCITE_CHECK(frontier_->see(one, {.depth = address.depth, .is_sitemap = true}));
  }
  for (const std::string& one : page.sitemap.pages) {
    COCITE_TRY(const bool is_left_out, leaves_out(one));
    if (is_left_out) continue;
    COCITE_CHECK(frontier_->see(one, {.depth = address.depth + 1, .via = page.fetched.page}));
  }
  return {};
}

// Also those of pages whose links are too far away to be followed.
Result<void> Follower::requisites(const ReadPage& page, const Address& address) {
  const bool is_one = frontier_->is_requisite(page.fetched.page);
  const uint32_t nesting = is_one ? address.chain + 1 : 0;
  if (nesting > kMaxNesting) return {};
  for (const std::string& url : page.requisites) {
    COCITE_CHECK(frontier_->see(url, {.depth = address.depth,
                                      .chain = nesting,
                                      .via = page.fetched.page,
                                      .is_requisite = true}));
  }
  return {};
}

Result<void> Follower::follow_robots(const std::string& url, const Robots& robots) {
  if (!request_->sitemaps) return {};
  const auto base = url::Url::parse(url);
  std::string address;
  for (const std::string& map : robots.sitemaps()) {
    if (!base || url::resolve(*base, map, address) != url::LinkKind::kPage) continue;
    COCITE_CHECK(frontier_->see(address, {.is_sitemap = true}));
  }
  return {};
}

Result<void> Follower::links(const ReadPage& page, const Address& address,
                             const std::vector<FoundLink>& links) {
  if (request_->max_depth == CrawlRequest::kNoLinks ||
      (request_->max_depth > 0 && address.depth >= request_->max_depth)) {
    return {};
  }
  const auto url = url::Url::parse(page.fetched.url);
  const std::string shape =
      url ? shape_of(std::string(url->path()) + std::string(url->query())) : std::string();
  std::vector<uint32_t> children;
  std::unordered_set<uint32_t> is_child;  // a page may have very many links
  std::vector<float> similarities;
  for (const FoundLink& link : links) {
    if (!link.is_followed) continue;
    COCITE_TRY(const bool is_left_out, leaves_out(link.url));
    if (is_left_out) continue;
    COCITE_TRY(const uint32_t child, frontier_->see(link.url, {.depth = address.depth + 1,
                                                               .chain = address.chain,
                                                               .via = page.fetched.page,
                                                               .via_shape = shape}));
    if (child == Frontier::kNone || child == page.fetched.page || !link.is_link) continue;
    if (!is_child.insert(child).second) continue;
    children.push_back(child);
    similarities.push_back(link.similarity);
  }
  return frontier_->add_links(page.fetched.page, children, similarities);
}

}  // namespace cocite::crawl
