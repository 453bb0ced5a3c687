// Which sites are like these? The methods of related pages, asked on the graph of sites; the reasons
// are those of the pages behind it.
#include "sites/similar_sites.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "answer/answering.h"
#include "answer/evidence.h"
#include "answer/present.h"
#include "answer/present_answer.h"
#include "related/link_pages.h"
#include "sites/site_reasons.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::sites {

std::string site_asked(std::string_view text) {
  std::string key;
  if (url::make_key(text, {}, key) != url::Skip::kNone &&
      url::make_key("http://" + std::string(text), {}, key) != url::Skip::kNone) {
    return std::string(text);
  }
  return url::host_name(url::SiteList().site_of_host(url::host_of_key(key)));
}

namespace {

Result<SimilarSite> present_site(const related::Web& graph, const SiteReasons& reasons,
                                 DeadPages dead, PageId page) {
  SimilarSite site;
  COCITE_TRY(LinkItem item, answer::present_link(graph.store(), 0, page));
  COCITE_TRY(site.site, reasons.name(page));
  site.ref() = std::move(item.ref());
  COCITE_TRY(site.pages, reasons.pages_of(page));
  COCITE_TRY(site.linked_from, graph.in().degree(page));
  if (dead == DeadPages::kMark) {
    COCITE_TRY(site.gone, reasons.gone_since(page));
  }
  return site;
}

// Once so many have asked that it would have paid, the links of sites are all in memory.
Result<void> count_query(const related::Web& web) {
  using Count = std::shared_ptr<std::atomic<uint64_t>>;
  COCITE_TRY(const auto asked, web.keep<Count>("queries", [](const related::Web&) -> Result<Count> {
    return std::make_shared<std::atomic<uint64_t>>(0);
  }));
  // Sites have long lists: a question reads as many links as dozens about pages.
  constexpr uint64_t kAsMany = 50;
  return web.expect(kAsMany * ++**asked);
}

Result<answer::Found> find_sites(const answer::Answering& answering, const RelatedRequest& asked,
                                 const SiteReasons& reasons, DeadPages dead, Budget& budget) {
  if (dead != DeadPages::kDrop || !reasons.has_statuses()) {
    return answering.find(asked.pages, budget);
  }
  Result<void> read;
  const auto is_gone = [&](PageId site) {
    const Result<std::string> since = reasons.gone_since(site);
    if (!since) read = tl::unexpected<Error>(since.error());
    return since && !since->empty();
  };
  COCITE_TRY(answer::Found found, answering.find(asked.pages, budget, is_gone));
  COCITE_CHECK(read);
  return found;
}

// Sites that only a short walk reaches, and those with next to no links in common.
void drop_meaningless(answer::Found& found) {
  constexpr double kLeast = 0.001;
  constexpr double kLeastShare = 0.02;  // of the first
  const double first = found.items.empty() ? 0 : found.items[0].score;
  const double least = std::max(kLeast, kLeastShare * first);
  size_t kept = 0;
  for (size_t i = 0; i < found.items.size(); ++i) {
    if (found.items[i].is_filler || found.items[i].score < least) continue;
    std::swap(found.items[kept], found.items[i]);
    std::swap(found.copies[kept], found.copies[i]);
    ++kept;
  }
  found.items.resize(kept);
  found.copies.resize(kept);
}

}  // namespace

Result<SimilarSitesAnswer> find_similar_sites(const SiteGraph& graph,
                                              const SimilarSitesRequest& request,
                                              uint64_t most_pages) {
  const related::Web& web = *graph.web;
  const DeadPages dead = answer::PageChoice::dead_of(request.dead);
  COCITE_CHECK(count_query(web));
  RelatedRequest asked{.by = request.by.empty() ? std::string(kSimilarSitesBy) : request.by,
                       .top = request.top,
                       .copies = request.copies,
                       .only = request.only,
                       .dead = dead,
                       .flagged = request.flagged,
                       .budget_ms = request.budget_ms,
                       .stop = request.stop};
  if (graph.most_parents != 0 && asked.by == kSimilarSitesBy) {
    asked.parameters = {{"B", std::to_string(graph.most_parents)}};
  }
  const bool on_hosts = web.store().facts().on == On::kHosts;
  for (const std::string& site : request.sites) {
    asked.pages.push_back(on_hosts ? site : site_asked(site));
  }
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const answer::Answering answering,
             answer::Answering::make(web, *graph.stoplists, asked, budget));
  COCITE_TRY(const auto link_pages, related::LinkPages::of(web, &budget));
  const SiteReasons reasons(graph.pages, web.store(), *link_pages, most_pages);
  COCITE_TRY(answer::Found found, find_sites(answering, asked, reasons, dead, budget));
  if (asked.by == kSimilarSitesBy) drop_meaningless(found);
  SimilarSitesAnswer answer{
      .by = asked.by, .with = answer::took_part(found.answer), .is_complete = found.is_complete};
  for (const PageId page : found.pages) {
    COCITE_TRY(SimilarSite site, present_site(web, reasons, dead, page));
    answer.sites.push_back(std::move(site));
  }
  std::vector<PageId> pages;
  for (const related::Item& item : found.items) pages.push_back(item.page);
  std::vector<std::vector<answer::Evidence>> evidence;
  if (request.why > 0 && !budget.is_spent()) {
    COCITE_TRY(evidence,
               answer::gather_evidence(
                   answering.asker().query(found.pages, budget), pages,
                   graph.most_parents == 0 ? answer::kEvidenceParents : graph.most_parents));
  }
  for (size_t i = 0; i < pages.size(); ++i) {
    COCITE_TRY(SimilarSite site, present_site(web, reasons, dead, pages[i]));
    site.rank = i + 1;
    site.score = found.items[i].score;
    site.flagged = found.items[i].is_flagged;
    COCITE_TRY(site.copies, answer::present_copies(web.store(), found.copies[i]));
    for (size_t which = 0; !evidence.empty() && which < found.pages.size(); ++which) {
      COCITE_TRY(auto own, reasons.of(found.pages[which], pages[i], evidence[i][which],
                                      request.why - site.reasons.size()));
      for (SiteReason& reason : own) {
        site.why.push_back(site_sentence(reason, site.site));
        site.reasons.push_back(std::move(reason));
      }
    }
    answer.items.push_back(std::move(site));
  }
  if (!answer.is_complete || budget.was_spent()) {
    answer.is_complete = false;
    answer.notes.push_back(answer::spent_note(request.budget_ms) + "the best answer so far");
  }
  if (!found.answer.note.empty()) answer.notes.push_back(found.answer.note);
  return answer;
}

Result<SimilarSitesAnswer> similar_sites(const SiteGraph& graph,
                                         const SimilarSitesRequest& request) {
  constexpr uint64_t kMostPages = 5000;
  COCITE_TRY(SimilarSitesAnswer answer, find_similar_sites(graph, request, kMostPages));
  if (answer.items.empty() && !answer.is_complete) {
    return fail(answer::budget_spent(request.budget_ms,
                                     answer.by + " found a site like " + answer.sites[0].site));
  }
  if (answer.items.empty()) {
    Error error{.code = ErrorCode::kNoEvidence,
                .message = "no evidence: " + answer.by + " finds no site like " +
                           answer.sites[0].site + " (too few links around it)"};
    for (const char* const other : {"coupling", "companion"}) {
      if (answer.by != other) error.remedies.push_back({.options = {{"by", other}}});
    }
    return fail(std::move(error));
  }
  return answer;
}

}  // namespace cocite::sites
