// Which pages do the pages like this one link to?
//
//   Alike alike(web);
//   COCITE_TRY(const Likely likely, alike.find(page));
//   likely.shares       // page, share of the pages like it that link there, how many these are
//
// Pages are alike by the links that they share, rare ones counting more; the 50 most alike have a say
// in proportion. This is collaborative filtering by neighbours: Sarwar et al., "Item-based collaborative filtering
// recommendation algorithms", WWW 2001, with pages as users. One thread.
#pragma once

#include <cstdint>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "related/web.h"
#include "suggest/hidden_links.h"

namespace cocite::suggest {

struct Likely {
  struct Share {
    PageId page{};
    double share = 0;     // 0 to 1
    uint32_t pages = 0;   // that link there, of those that are alike
    PageId most_alike{};  // the first of them
  };
  std::vector<Share> shares = {};  // by page
  uint32_t alike = 0;              // pages that are alike, at most 50
};

class Alike {
 public:
  explicit Alike(const related::Web& web, const HiddenLinks* hidden = nullptr)
      : web_(&web), hidden_(hidden), sums_(web.pages()) {}
  // Once the budget is spent, from the links read so far.
  [[nodiscard]] Result<Likely> find(PageId page, Budget* budget = nullptr);

 private:
  const related::Web* web_;
  const HiddenLinks* hidden_;
  std::vector<double> sums_;  // by page; zero between calls
  std::vector<uint32_t> touched_;
};

}  // namespace cocite::suggest
