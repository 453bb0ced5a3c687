#include "sites/site_reasons.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "answer/present.h"
#include "related/window.h"
#include "url/key.h"

namespace cocite::sites {
namespace {

double telling(uint64_t pages) {
  return std::log1p(static_cast<double>(pages));
}

std::string counted(uint64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

Result<std::string> SiteReasons::name(PageId site) const {
  COCITE_TRY(const std::string key, graph_->key(site));
  return url::host_name(url::host_of_key(key));
}

// The hosts of a site are next to each other, but for those with a port: "org,eff)/", "org,eff,www)/".
Result<SiteReasons::Range> SiteReasons::range_of(PageId site) const {
  COCITE_TRY(const std::string key, graph_->key(site));
  const std::string start(url::host_of_key(key));
  Range range;
  COCITE_TRY(range.first, pages_->keys().lower_bound(start + ")"));
  const bool is_host = graph_->facts().on == On::kHosts;
  COCITE_TRY(range.end, pages_->keys().lower_bound(start + (is_host ? "*" : "-")));
  return range;
}

Result<uint64_t> SiteReasons::pages_of(PageId site) const {
  if (pages_ == nullptr) return 0;
  COCITE_TRY(const Range range, range_of(site));
  return range.end - range.first;
}

Result<std::string> SiteReasons::gone_since(PageId site) const {
  if (!has_statuses()) return std::string();
  COCITE_TRY(const Range range, range_of(site));
  constexpr uint64_t kMostLooks = 20'000;
  if (range.end - range.first > kMostLooks) return std::string();  // this many cannot all be gone
  // The last that went: until then the site was there.
  std::string since;
  for (uint64_t page = range.first; page < range.end; ++page) {
    const store::PageStatus status = pages_->status(page_id(page));
    if (status.status == 0) continue;
    if (!status.is_gone()) return std::string();
    since = std::max(since, answer::gone_since(*pages_, page_id(page)));
  }
  return since;
}

Result<std::string> SiteReasons::address(PageId page) const {
  COCITE_TRY(const LinkItem item, answer::present_link(*pages_, 0, page));
  return readable(item.url.empty() ? item.key : item.url);
}

Result<uint64_t> SiteReasons::pages_behind(PageId from, PageId to) const {
  graph::ListBuffer buffer;
  COCITE_TRY(const std::span<const PageId> list, graph_->children(from, buffer));
  const size_t place = related::place_of(list, to);
  return place == list.size() ? 0 : link_pages_->of(from, place);
}

Result<void> SiteReasons::add_example(PageId from, PageId here, PageId there,
                                      SiteReason& reason) const {
  if (pages_ == nullptr) return {};
  COCITE_TRY(const Range source, range_of(from));
  COCITE_TRY(const Range one, range_of(here));
  COCITE_TRY(const Range other, range_of(there));
  struct Seen {
    bool is_there = false;
    PageId page{};
    PageId target{};
  };
  Seen first;
  Seen second;
  auto scan =
      pages_->out().scan(page_id(source.first), std::min(source.end, source.first + most_pages_));
  while (scan.next()) {
    Seen to_one;
    Seen to_other;
    for (const PageId child : scan.list()) {
      if (!to_one.is_there && one.has(child)) to_one = {true, scan.page(), child};
      if (!to_other.is_there && other.has(child)) to_other = {true, scan.page(), child};
    }
    if (to_one.is_there && to_other.is_there) {
      first = to_one;
      second = to_other;
      break;
    }
    if (!first.is_there) first = to_one;
    if (!second.is_there) second = to_other;
  }
  COCITE_CHECK(scan.status());
  if (!first.is_there || !second.is_there) return {};
  COCITE_TRY(reason.page, address(first.page));
  COCITE_TRY(reason.links_to, address(first.target));
  if (second.page != first.page) {
    COCITE_TRY(reason.page_too, address(second.page));
  }
  COCITE_TRY(reason.links_to_too, address(second.target));
  return {};
}

Result<void> SiteReasons::add_example(PageId from, PageId to, std::string& page,
                                      std::string& links_to) const {
  if (pages_ == nullptr) return {};
  COCITE_TRY(const Range source, range_of(from));
  COCITE_TRY(const Range target, range_of(to));
  auto scan =
      pages_->out().scan(page_id(source.first), std::min(source.end, source.first + most_pages_));
  while (scan.next()) {
    const auto list = scan.list();
    const auto found = std::ranges::find_if(list, [&](PageId child) { return target.has(child); });
    if (found == list.end()) continue;
    COCITE_TRY(page, address(scan.page()));
    COCITE_TRY(links_to, address(*found));
    return {};
  }
  return scan.status();
}

SiteReasons::Bare SiteReasons::by_parents(const answer::Evidence& evidence) const {
  // The one whose links to both say most; among equals the one with the fewest links.
  Bare bare{.reason = {.kind = "parents", .sites = evidence.parents.size()}};
  double most = -1;
  // Of very many, those with the fewest links, which say most of each.
  constexpr size_t kLooks = 32;
  std::vector<answer::CommonParent> looked_at = evidence.parents;
  std::ranges::stable_sort(looked_at, {}, &answer::CommonParent::links);
  if (looked_at.size() > kLooks) looked_at.resize(kLooks);
  for (const answer::CommonParent& parent : looked_at) {
    const uint64_t here = link_pages_->of(parent.page, parent.page_place);
    const uint64_t there = link_pages_->of(parent.page, parent.answer_place);
    const double says =
        telling(here) * telling(there) / std::log(2.0 + static_cast<double>(parent.links));
    bare.weight += 2 * says;
    if (says <= most) continue;
    most = says;
    bare.site = parent.page;
    bare.reason.pages = here;
    bare.reason.other_pages = there;
  }
  return bare;
}

Result<SiteReason> SiteReasons::whole(Bare bare, PageId site, PageId answer) const {
  SiteReason reason = std::move(bare.reason);
  COCITE_TRY(reason.site, name(bare.site));
  if (reason.kind == "parents") {
    COCITE_CHECK(add_example(bare.site, site, answer, reason));
  } else if (reason.kind == "links-to") {
    COCITE_CHECK(add_example(answer, site, reason.page, reason.links_to));
  } else if (reason.kind == "linked-from") {
    COCITE_CHECK(add_example(site, answer, reason.page, reason.links_to));
  } else {
    COCITE_TRY(reason.pages, pages_behind(site, bare.site));
    COCITE_TRY(reason.other_pages, pages_behind(answer, bare.site));
    COCITE_CHECK(add_example(site, bare.site, reason.page, reason.links_to));
    COCITE_CHECK(add_example(answer, bare.site, reason.page_too, reason.links_to_too));
  }
  return reason;
}

Result<std::vector<SiteReason>> SiteReasons::of(PageId site, PageId answer,
                                                const answer::Evidence& evidence,
                                                uint64_t most) const {
  std::vector<Bare> found;
  if (!evidence.parents.empty()) found.push_back(by_parents(evidence));
  if (evidence.links_here) {
    const uint64_t pages = link_pages_->of(answer, evidence.links_here_place);
    found.push_back({.weight = telling(pages),
                     .reason = {.kind = "links-to", .sites = 1, .pages = pages},
                     .site = answer});
  }
  if (evidence.is_linked) {
    const uint64_t pages = link_pages_->of(site, evidence.is_linked_place);
    found.push_back({.weight = telling(pages),
                     .reason = {.kind = "linked-from", .sites = 1, .other_pages = pages},
                     .site = site});
  }
  if (!evidence.children.empty()) {
    // They stand with fetched and rare ones first.
    found.push_back({.weight = 0.2 * static_cast<double>(evidence.children.size()),
                     .reason = {.kind = "children", .sites = evidence.children.size()},
                     .site = evidence.children.front()});
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &Bare::weight);
  if (found.size() > most) found.resize(most);
  std::vector<SiteReason> reasons;
  for (Bare& bare : found) {
    COCITE_TRY(SiteReason reason, whole(std::move(bare), site, answer));
    reasons.push_back(std::move(reason));
  }
  return reasons;
}

std::string site_sentence(const SiteReason& reason, const std::string& answer) {
  const auto pages = [](uint64_t count) { return counted(count, "page", "pages"); };
  std::string text;
  if (reason.kind == "parents") {
    text = reason.sites == 1 ? reason.site + " links to both"
                             : counted(reason.sites, "site links", "sites link") +
                                   " to both, most of all " + reason.site;
    text += " (" + pages(reason.pages) + " here, " + std::to_string(reason.other_pages) + " there)";
    if (reason.page.empty()) return text;
    text += "; e.g. " + reason.page + " links to " + reason.links_to + " and ";
    if (!reason.page_too.empty()) text += reason.page_too + " to ";
    return text + reason.links_to_too;
  }
  if (reason.kind == "children") {
    text = "both link to " +
           (reason.sites == 1
                ? reason.site
                : counted(reason.sites, "site", "of the same sites") + ", such as " + reason.site);
    if (reason.page.empty() || reason.page_too.empty()) return text;
    return text + "; e.g. " + reason.page + " links to " + reason.links_to + " and " +
           reason.page_too + " to " + reason.links_to_too;
  }
  const bool is_here = reason.kind == "links-to";
  const uint64_t behind = is_here ? reason.pages : reason.other_pages;
  text = pages(behind) + (is_here
                              ? " of " + answer + (behind == 1 ? " links" : " link") + " here"
                              : std::string(behind == 1 ? " here links" : " here link") + " to it");
  if (reason.page.empty()) return text;
  return text + "; e.g. " + reason.page + " links to " + reason.links_to;
}

}  // namespace cocite::sites
