// Reasons that a person believes: what the links around two pages say, counted and in sentences.
//
//   COCITE_TRY(const auto evidence, gather_evidence(query, answers));
//   for (const Evidence& one : evidence[i]) use(one);        // of answer i and each query page
//   MenuLinks menus(web);
//   COCITE_TRY(const auto why,
//              sentences(web.store(), pages, answer, evidence[i], explanation, menus));
//
// Facts of the graph, whatever the method counts: pages that link to both, pages that both link to,
// links between them. Of very many parents a sample is looked at, and the sentence says "at least".
// Pure reading; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "related/menus.h"
#include "related/method.h"
#include "store/store.h"

namespace cocite::answer {

// A page that links to the query page and to the answer.
struct CommonParent {
  PageId page{};
  uint64_t distance = 0;  // places between the two links; 0: not known
  uint64_t links = 0;     // on the page
  size_t page_place = 0;  // of its link to the query page
  size_t answer_place = 0;
};

// Of one answer and one query page.
struct Evidence {
  std::vector<CommonParent> parents = {};  // rising
  bool are_sampled = false;                // there may be more parents
  std::vector<PageId> children = {};       // that both link to, fetched ones and rare ones first
  bool links_here = false;                 // the answer links to the query page
  bool is_linked = false;                  // the query page links to the answer
  size_t links_here_place = 0;             // where these links stand
  size_t is_linked_place = 0;
};

inline constexpr uint64_t kEvidenceParents = 2000;

// For each answer, for each of query.pages. Settings of the query count: stoplist, seed. Of more
// than `most_parents` a sample is looked at.
[[nodiscard]] Result<std::vector<std::vector<Evidence>>> gather_evidence(
    const related::Query& query, std::span<const PageId> answers,
    uint64_t most_parents = kEvidenceParents);

// Links that stand on most pages of their host (related/menus.h): as the store has them saved, else
// found out host by host.
class MenuLinks {
 public:
  explicit MenuLinks(const related::Web& web);
  // Whether the link from one page to the other is one of these.
  [[nodiscard]] Result<bool> has(PageId from, PageId to);

 private:
  const store::Store* store_;
  std::shared_ptr<const related::Menus> saved_;  // of the whole store; null: none
  std::map<HostId, std::vector<PageId>> menus_;
};

// The most telling first, by what the method's own reasons of that kind add; menus last.
[[nodiscard]] Result<std::vector<std::string>> sentences(
    const store::Store& store, std::span<const PageId> pages, PageId answer,
    std::span<const Evidence> evidence, const related::Explanation& why, MenuLinks& menus);

}  // namespace cocite::answer
