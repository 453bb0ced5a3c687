// What the owner of a site wants apart from what links and words say: pins, blocks, hidden pages.
//
//   COCITE_TRY(const Rules rules, Rules::read("rules.tsv", store, own));
//   rules.pins(number)                      // pages that come first in its list
//   rules.blocks(number, other)
//
// A line has fields with tabs between them: "pin PAGE OTHER [WHY]", "block PAGE OTHER", "hide PAGE". PAGE may be *
// for all pages. Lines that begin with # are comments. Never changes; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "static_site/own_pages.h"
#include "store/store.h"

namespace cocite::static_site {

struct Pin {
  uint32_t page = 0;     // number of an own page
  std::string why = {};  // a sentence; may be empty
};

class Rules {
 public:
  // An empty name: no rules. An error names the line.
  [[nodiscard]] static Result<Rules> read(const std::string& file, const store::Store& store,
                                          const OwnPages& own);
  // Of this page, then those of all pages, in the order of the file.
  [[nodiscard]] std::vector<Pin> pins(uint32_t page) const;
  // Whether `other` must not be in the list of this page.
  [[nodiscard]] bool blocks(uint32_t page, uint32_t other) const;
  // Neither found by a search nor in any list.
  [[nodiscard]] bool hides(uint32_t page) const { return hidden_.contains(page); }

 private:
  std::map<uint32_t, std::vector<Pin>> pins_;  // kNone: of all pages
  std::set<std::pair<uint32_t, uint32_t>> blocks_;
  std::set<uint32_t> hidden_;
};

}  // namespace cocite::static_site
