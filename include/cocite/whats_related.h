// Similar sites, and all that a button in a browser needs: requests and answers as plain data.
//
//   SimilarSitesRequest sites{.sites = {"www.eff.org"}, .top = 10};
//   WhatsRelatedRequest button{.page = "http://www.eff.org/"};
//
// Part of query.h, where everything of this kind is. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <cocite/related_query.h>

namespace cocite {

struct SimilarSitesRequest {
  std::vector<std::string> sites = {};  // names of sites, or addresses of pages on them
  std::string by = {};                  // the name of a method; empty: blend
  uint64_t top = 10;
  // As of related pages. A site is gone where every page of it that a crawl asked for is.
  Copies copies = Copies::kAuto;
  OnlyPages only = OnlyPages::kAuto;  // a site was fetched where any page of it was
  DeadPages dead = DeadPages::kAuto;
  FlaggedAnswers flagged = FlaggedAnswers::kKeep;
  uint64_t why = 3;        // reasons shown with each, at most
  uint64_t budget_ms = 0;  // then the best answer so far; 0: as long as it takes
  const std::atomic<bool>* stop = nullptr;
};

// Why two sites are similar: sites that link to both, that both link to, links between them; and
// example pages.
struct SiteReason {
  std::string kind = {};  // "parents", "children", "links-to", "linked-from"
  uint64_t sites = 0;     // how many there are of this kind
  std::string site = {};  // the strongest of them
  uint64_t pages =
      0;  // pages of it (or of the one that links) behind the link to the site asked about
  uint64_t other_pages = 0;  // and to the answer
  // An example: this page links to these two; the second is empty where there is one link only.
  std::string page = {};
  std::string links_to = {};
  std::string page_too = {};  // where no one page has both links: the page with the second
  std::string links_to_too = {};
};

// Key, address and title are those of its front page.
struct SimilarSite : PageRef {
  uint64_t rank = 0;
  double score = 0;
  std::string site = {};     // "eff.org"
  uint64_t pages = 0;        // that the store has of it
  uint64_t linked_from = 0;  // sites that link to it
  std::string gone = {};     // since when none of its pages is there any more; empty: not known
  bool flagged = false;      // easily forged: see FlaggedAnswers
  std::vector<PageRef> copies = {};  // near-copies folded into it
  std::vector<SiteReason> reasons = {};
  std::vector<std::string> why = {};  // in sentences
};

struct SimilarSitesAnswer {
  std::string by = {};
  std::vector<SimilarSite> sites = {};  // those asked about: rank and score are 0
  std::vector<SimilarSite> items = {};
  std::vector<std::string> with = {};  // what took part: "links"
  bool is_complete = true;
  std::vector<std::string> notes = {};
};

struct WhatsRelatedRequest {
  std::string page = {};
  uint64_t top = 10;   // related pages, at most
  uint64_t sites = 5;  // similar sites, hubs, links and names, at most; 0: none
  OnlyPages only = OnlyPages::kAuto;
  DeadPages dead = DeadPages::kAuto;
  uint64_t why = 2;        // reasons shown with each, at most
  uint64_t budget_ms = 0;  // then the best answer so far; 0: as long as it takes
  const std::atomic<bool>* stop = nullptr;
};

// A page that links here and to related pages.
struct HubItem : PageRef {
  uint64_t related = 0;  // how many of the related pages it links to
  uint64_t links = 0;    // on it
};

// Anchor texts of links to a page.
struct NameItem {
  std::string text = {};
  uint64_t links = 0;
};

struct WhatsRelatedAnswer {
  RelatedAnswer::Page page = {};
  std::string host = {};
  uint64_t in_links = 0;
  uint64_t out_links = 0;
  bool is_crawled = false;
  // What the server said when a crawl asked last: "alive", "gone", "failing", "unknown"; and when.
  std::string status = {};
  uint64_t status_code = 0;
  std::string status_date = {};
  std::string gone = {};               // since when
  std::vector<std::string> with = {};  // what took part: "links", "text", "visits"
  std::string tuned = {};              // as RelatedAnswer::tuned
  std::vector<RelatedItem> related = {};
  std::vector<SimilarSite> sites = {};
  std::vector<HubItem> hubs = {};
  std::vector<PageRef> linked_from = {};
  std::vector<NameItem> names = {};
  bool is_complete = true;
  std::vector<std::string> notes = {};  // why something is missing
};

}  // namespace cocite
