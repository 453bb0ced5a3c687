// Content: pages with the same words.
//
// The cosine of the tf idf vectors of title and text, tf = 1 + ln(count), idf = ln(N/df) over pages
// with title or text. Candidates are all pages that share a word that not every page has; the best
// are found exactly without reading most of them (text/search.h).
//
// Papers: the vector space model of G. Salton, as What's Related and HubFinder use it beside links.
// Costs a few milliseconds in a store of 100,000 pages, 20 in one of a million. Does badly for pages
// with little text, and for those that say the same about something else: spelling bees.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "related/method.h"
#include "related/order.h"
#include "related/words_of.h"
#include "text/search.h"
#include "words/term_maker.h"

namespace cocite::related::content {
namespace {

// The terms of a page, and the word that it has first for each, for people.
struct About {
  text::Request request;
  std::map<std::string, std::string> words{};
};

Result<About> about(const Query& query, const text::Index& index, PageId page) {
  const store::Store& store = query.web->store();
  COCITE_TRY(words::TermMaker maker, words::TermMaker::create(index.stem()));
  COCITE_TRY(const std::string title, store.title(page));
  COCITE_TRY(const std::string text, store.text_columns().text(page));
  About about{.request = {.model = text::Model::kVector, .tf = text::TfKind::kLog}};
  for (const std::string& field : {title, text}) {
    maker.read_words(field, [&](std::string_view term, const std::string& word) {
      about.request.terms.emplace_back(term);
      about.words.emplace(term, word);
    });
  }
  std::ranges::sort(about.request.terms);  // in which sums are made
  return about;
}

Result<Answer> find(const Query& query) {
  COCITE_TRY(const auto index, needed_words_of(*query.web, query.budget));
  COCITE_TRY(About of_page, about(query, *index, query.pages[0]));
  text::Request& request = of_page.request;
  request.top = std::min<uint64_t>(query.wanted, index->meta().documents);
  request.accept = [&](PageId found) -> Result<bool> {
    if (query.is_asked_for(found) || query.is_stopped(found)) return false;
    return query.takes == nullptr ? Result<bool>(true) : (*query.takes)(found);
  };
  request.tie = [&](PageId found) -> Result<uint64_t> {
    COCITE_TRY(const uint64_t links, query.web->in().degree(found));
    if (!query.hosts_on) return links;
    COCITE_TRY(const uint64_t hosts, query.web->in_degree_in_hosts(found, links));
    return hosts << 32 | links;
  };
  request.budget = query.budget;
  COCITE_TRY(const std::vector<text::Hit> hits, text::search(*index, request));
  Answer answer;
  answer.by_links = false;
  answer.by_words = true;
  for (const text::Hit& hit : hits) answer.items.push_back({.page = hit.page, .score = hit.score});
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

Result<Explanation> explain_one(const Query& query, PageId answer) {
  COCITE_TRY(const auto index, needed_words_of(*query.web, query.budget));
  Explanation explanation{.by_links = false, .by_words = true};
  COCITE_TRY(const About of_page, about(query, *index, query.pages[0]));
  COCITE_TRY(const auto shares, text::explain(*index, of_page.request, answer));
  for (const text::TermShare& share : shares) {
    explanation.score += share.share;
    explanation.reasons.push_back({.page = answer,
                                   .amount = share.share,
                                   .kind = "word",
                                   .word = of_page.words.at(share.term)});
  }
  std::ranges::stable_sort(explanation.reasons, std::ranges::greater(), &Reason::amount);
  return explanation;
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "content",
    .summary = "the same words: cosine of tf idf vectors of title and text",
    .paper = "the vector space model; Chirita, Olmedilla & Nejdl 2004",
    .needs_words = true,
    .together = Together::kSum,
    .find = find,
    .explain_one = explain_one,
};

}  // namespace cocite::related::content
