// All that a button in a browser needs, in one answer (whats_related.h of the public headers).
//
// Everything is bounded: the parents and the pages of a site that are read, whatever the size
// of the store. Nothing is made that is not there yet: a store without its graph of sites has no
// similar sites, and a note says so.
#include "sites/whats_related.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "answer/answering.h"
#include "answer/evidence.h"
#include "answer/present.h"
#include "answer/present_answer.h"
#include "answer/resolve.h"
#include "base/ascii.h"
#include "base/date_text.h"
#include "base/parallel.h"
#include "related/sampled_parents.h"
#include "sites/similar_sites.h"
#include "url/key.h"

namespace cocite::sites {
namespace {

using AllEvidence = std::vector<std::vector<answer::Evidence>>;  // of each answer, one page

constexpr uint64_t kMostParents = 500;  // of the page, read for linking pages and names
constexpr uint64_t kMostAnchors = 100;  // read for names
constexpr uint64_t kMostSitePages = 200;
constexpr uint64_t kMostSiteParents = 100;

std::string word_of_status(const store::Store& store, PageId page) {
  const store::PageStatus status = store.status(page);
  if (status.status == 0) return "unknown";
  if (status.is_gone()) return "gone";
  return status.status >= 400 ? "failing" : "alive";
}

Result<void> add_page(const store::Store& store, const std::string& asked, PageId page,
                      WhatsRelatedAnswer& answer) {
  COCITE_TRY(answer.page, answer::present_asked(store, asked, page));
  answer.host = answer.page.key;
  if (store.names() == store::Names::kUrl) {
    answer.host = url::host_name(url::host_of_key(answer.page.key));
  }
  COCITE_TRY(answer.in_links, store.in().degree(page));
  COCITE_TRY(answer.out_links, store.out().degree(page));
  COCITE_TRY(answer.is_crawled, store.is_crawled(page));
  const store::PageStatus status = store.status(page);
  answer.status = word_of_status(store, page);
  answer.status_code = status.status;
  answer.status_date = date_text(status.date);
  answer.gone = answer::gone_since(store, page);
  return {};
}

// Pages that link here and to several of the related ones; fewer links say more. The evidence for
// the related pages names them all.
Result<void> add_hubs(const store::Store& store, const answer::PageChoice& choice,
                      const AllEvidence& evidence, uint64_t top, WhatsRelatedAnswer& answer) {
  struct Hub {
    uint64_t related = 0;
    uint64_t links = 0;
    PageId page{};
  };
  std::map<PageId, Hub> by_page;
  for (const std::vector<answer::Evidence>& one : evidence) {
    for (const answer::CommonParent& parent : one[0].parents) {
      Hub& hub = by_page[parent.page];
      hub = {.related = hub.related + 1, .links = parent.links, .page = parent.page};
    }
  }
  std::vector<Hub> hubs;
  for (const auto& [page, hub] : by_page) {
    COCITE_TRY(const bool is_taken, choice.takes(page));
    if (hub.related >= 2 && is_taken) hubs.push_back(hub);
  }
  std::ranges::sort(hubs, [](const Hub& a, const Hub& b) {
    if (a.related != b.related) return a.related > b.related;
    return a.links != b.links ? a.links < b.links : a.page < b.page;
  });
  if (hubs.size() > top) hubs.resize(top);
  for (const Hub& hub : hubs) {
    COCITE_TRY(LinkItem item, answer::present_link(store, 0, hub.page));
    answer.hubs.push_back({std::move(item.ref()), hub.related, hub.links});
  }
  return {};
}

// Linking pages: one of each host, other hosts first, the most linked first.
Result<void> add_linking(const related::Web& web, const answer::PageChoice& choice, PageId page,
                         std::span<const PageId> parents, uint64_t top,
                         WhatsRelatedAnswer& answer) {
  const store::Store& store = web.store();
  std::vector<uint32_t> degrees;
  COCITE_CHECK(web.in_degrees(parents, degrees));
  COCITE_TRY(const HostId own, store.host_of(page));
  struct Parent {
    bool is_own = false;
    bool is_again = false;  // of a host that has one already
    uint32_t degree = 0;
    HostId host{};
    PageId page{};
  };
  std::vector<Parent> order;
  for (size_t i = 0; i < parents.size(); ++i) {
    COCITE_TRY(const bool is_taken, choice.takes(parents[i]));
    if (!is_taken) continue;
    COCITE_TRY(const HostId host, store.host_of(parents[i]));
    order.push_back(
        {.is_own = host == own, .degree = degrees[i], .host = host, .page = parents[i]});
  }
  std::ranges::sort(order, [](const Parent& a, const Parent& b) {
    return a.degree != b.degree ? a.degree > b.degree : a.page < b.page;
  });
  std::map<HostId, bool> seen;
  for (Parent& parent : order) parent.is_again = !seen.emplace(parent.host, true).second;
  std::ranges::stable_sort(
      order, {}, [](const Parent& parent) { return std::pair(parent.is_own, parent.is_again); });
  if (order.size() > top) order.resize(top);
  for (const Parent& parent : order) {
    COCITE_TRY(LinkItem shown, answer::present_link(store, 0, parent.page));
    answer.linked_from.push_back(std::move(shown.ref()));
  }
  return {};
}

// Anchor texts of links to it, however it is spelled; the most frequent spelling is shown.
Result<void> add_names(const store::Store& store, PageId page, std::span<const PageId> parents,
                       uint64_t top, WhatsRelatedAnswer& answer) {
  if (!store.text_columns().has_anchors()) return {};
  std::map<std::string, std::map<std::string, uint64_t>> spellings;
  for (size_t i = 0; i < std::min<size_t>(parents.size(), kMostAnchors); ++i) {
    COCITE_TRY(const std::string anchor, answer::anchor_of(store, parents[i], page));
    if (anchor.empty()) continue;
    std::string folded = anchor;
    for (char& c : folded) c = to_lower(c);
    ++spellings[folded][anchor];
  }
  std::vector<NameItem> names;
  for (const auto& [folded, texts] : spellings) {
    NameItem name;
    uint64_t most = 0;
    for (const auto& [text, count] : texts) {
      name.links += count;
      if (count > most) {
        most = count;
        name.text = text;
      }
    }
    names.push_back(std::move(name));
  }
  std::ranges::stable_sort(names, std::ranges::greater(), &NameItem::links);
  if (names.size() > top) names.resize(top);
  answer.names = std::move(names);
  return {};
}

// Similar sites are found beside the pages, where the machine has a core for it: no more of these
// at once than it has.
class SecondThread {
 public:
  SecondThread() : is_free_(running_.fetch_add(1) + 1 < hardware_threads()) {}
  ~SecondThread() { running_.fetch_sub(1); }
  SecondThread(const SecondThread&) = delete;
  SecondThread& operator=(const SecondThread&) = delete;
  [[nodiscard]] unsigned threads() const { return is_free_ ? 2 : 1; }

 private:
  static inline std::atomic<unsigned> running_ = 0;
  bool is_free_;
};

// One question, and what it takes to answer it.
struct Question {
  const WhatsRelatedRequest* request = nullptr;
  const RelatedRequest* asked = nullptr;
  const answer::Answering* answering = nullptr;
  const related::Web* web = nullptr;
  Budget* budget = nullptr;
};

// Related pages with their reasons, and the evidence for them: gathered once, for the reasons and
// for the hubs.
Result<RelatedAnswer> find_pages(const Question& question, answer::Chosen chosen,
                                 AllEvidence& evidence) {
  Budget& budget = *question.budget;
  std::vector<answer::Chosen> one;
  one.push_back(std::move(chosen));
  COCITE_TRY(const answer::Found found, question.answering->find(std::move(one), budget));
  std::vector<PageId> pages;
  for (const related::Item& item : found.items) pages.push_back(item.page);
  if (!budget.is_spent()) {
    COCITE_TRY(evidence, answer::gather_evidence(
                             question.answering->asker().query(found.pages, budget), pages));
  }
  return answer::present_answer(*question.web, *question.answering, *question.asked, found, budget,
                                evidence.empty() ? nullptr : &evidence);
}

// Adds hubs, linking pages and names.
Result<void> add_pages(const Question& question, answer::Chosen chosen, PageId page,
                       WhatsRelatedAnswer& answer) {
  AllEvidence evidence;
  COCITE_TRY(RelatedAnswer related, find_pages(question, std::move(chosen), evidence));
  answer.with = std::move(related.with);
  answer.tuned = std::move(related.tuned);
  answer.notes = std::move(related.notes);
  answer.is_complete = related.is_complete;
  if (!related.pages.empty()) answer.page.copies = related.pages[0].copies;
  answer.related = std::move(related.items);
  if (answer.related.empty())
    answer.notes.emplace_back("no page is related: too few links around it");
  const uint64_t top = question.request->sites;
  if (top == 0) return {};
  const related::Query query = question.answering->asker().query({&page, 1}, *question.budget);
  related::SampledParents sample;
  COCITE_TRY(const std::span<const PageId> sampled, sample.of(query, page, kMostParents));
  const std::vector<PageId> parents(sampled.begin(), sampled.end());
  const store::Store& store = question.web->store();
  const answer::PageChoice& choice = question.answering->asker().choice();
  COCITE_CHECK(add_hubs(store, choice, evidence, top, answer));
  COCITE_CHECK(add_linking(*question.web, choice, page, parents, top, answer));
  return add_names(store, page, parents, top, answer);
}

}  // namespace

Result<WhatsRelatedAnswer> whats_related(const answer::Opened& opened, const FindSites& find_sites,
                                         KeptSites& kept, const WhatsRelatedRequest& request) {
  const store::Store& store = opened.store;
  const related::Web& web = opened.web;
  WhatsRelatedAnswer answer;
  Budget budget(request.budget_ms, request.stop);
  const RelatedRequest asked{.pages = {request.page},
                             .top = request.top,
                             .copies = Copies::kFold,
                             .media = Media::kDrop,
                             .only = request.only,
                             .dead = request.dead,
                             .why = request.why,
                             .budget_ms = request.budget_ms,
                             .stop = request.stop};
  COCITE_TRY(const answer::Answering answering,
             answer::Answering::make(web, opened.stoplists, asked, budget));
  COCITE_TRY(answer::Chosen chosen, answering.asker().choose(request.page, budget));
  const PageId page = chosen.asked_page.value_or(chosen.page);
  COCITE_CHECK(add_page(store, request.page, page, answer));

  const bool wants_sites = request.sites > 0 && store.names() == store::Names::kUrl;
  const answer::Opened* const graph = wants_sites ? find_sites() : nullptr;
  const Question question{.request = &request,
                          .asked = &asked,
                          .answering = &answering,
                          .web = &web,
                          .budget = &budget};
  const uint64_t why = std::min<uint64_t>(request.why, 1);
  std::string site;  // and how much of it is asked for
  std::shared_ptr<const SimilarSitesAnswer> known;
  if (graph != nullptr) {
    site = site_asked(answer.host) + " " + std::to_string(request.sites) + " " +
           std::to_string(why) + " " + std::to_string(static_cast<int>(request.only)) +
           std::to_string(static_cast<int>(request.dead));
    known = kept.find(site);
  }
  Result<void> pages;
  Result<SimilarSitesAnswer> sites;
  if (known != nullptr) sites = *known;
  const SecondThread second;
  parallel_for(graph != nullptr && known == nullptr ? 2 : 1, second.threads(), [&](size_t part) {
    if (part == 0) {
      pages = add_pages(question, std::move(chosen), page, answer);
      return;
    }
    sites = find_similar_sites({.web = &graph->web,
                                .stoplists = &graph->stoplists,
                                .pages = &store,
                                .most_parents = kMostSiteParents},
                               {.sites = {answer.host},
                                .top = request.sites,
                                .copies = Copies::kFold,
                                .only = request.only,
                                .dead = request.dead,
                                .why = why,
                                .budget_ms = budget.left_ms(),
                                .stop = request.stop},
                               kMostSitePages);
    if (sites && sites->is_complete) {
      kept.keep(site, std::make_shared<const SimilarSitesAnswer>(*sites), 1);
    }
  });
  COCITE_CHECK(pages);
  for (RelatedItem& item : answer.related) {
    COCITE_TRY(item.mirrors, opened.mirrors_of(item.key));
  }
  if (wants_sites && graph == nullptr) {
    answer.notes.emplace_back("similar sites: the graph of sites is not made yet (cocite prepare)");
  } else if (!sites) {
    const store::Store& asked_graph = graph == nullptr ? store : graph->store;
    answer.notes.push_back("similar sites: " +
                           answer::without_path(asked_graph, sites.error().message));
  } else if (graph != nullptr) {
    answer.sites = std::move(sites->items);
    answer.is_complete = answer.is_complete && sites->is_complete;
  }
  return answer;
}

}  // namespace cocite::sites
