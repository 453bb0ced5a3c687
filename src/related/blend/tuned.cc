#include "related/blend/tuned.h"

#include <string>

#include "related/visit_scores.h"

namespace cocite::related::blend {

Result<std::vector<TermValues>> terms_of(const Query& query, const BlendWords* words, PageId page,
                                         Search& around, std::span<const PageId> others) {
  COCITE_TRY(const std::vector<Terms> links, around.terms(others));
  BlendWords::Likeness likeness;
  if (words != nullptr) {
    COCITE_TRY(likeness, words->likeness(page, others));
  }
  const store::Store& store = query.web->store();
  COCITE_TRY(const std::string own, store.key(page));
  std::vector<TermValues> all(others.size());
  const auto set = [&](size_t i, Term term, double value) {
    all[i].at(static_cast<size_t>(term)) = value;
  };
  for (size_t i = 0; i < others.size(); ++i) {
    set(i, Term::kParents, links[i].parents);
    set(i, Term::kChildren, links[i].children);
    set(i, Term::kLink, links[i].link / link_weight(query.hosts_on));
    set(i, Term::kText, words == nullptr ? 0 : likeness.texts[i]);
    set(i, Term::kTitle, words == nullptr ? 0 : likeness.titles[i]);
    COCITE_TRY(const std::string key, store.key(others[i]));
    const AddressLikeness addresses = address_likeness(own, key);
    set(i, Term::kFolder, addresses.folder);
    set(i, Term::kName, addresses.name);
  }
  if (store.visits() != nullptr) {
    COCITE_TRY(const VisitScores visits, VisitScores::needed(*query.web, page));
    for (size_t i = 0; i < others.size(); ++i) {
      COCITE_TRY(const double score, visits.score(others[i]));
      set(i, Term::kVisits, score);
    }
  }
  return all;
}

Result<std::vector<double>> tuned_scores(const Query& query, const Tuned& tuned,
                                         const BlendWords* words, PageId page, Search& around,
                                         std::span<const PageId> others) {
  COCITE_TRY(const auto terms, terms_of(query, words, page, around, others));
  std::vector<double> scores;
  scores.reserve(terms.size());
  for (const TermValues& one : terms) scores.push_back(tuned.score(one));
  return scores;
}

}  // namespace cocite::related::blend
