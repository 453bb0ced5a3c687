// The interface of kinds of findings: what is wrong with a site.
//
//   COCITE_TRY(Site site, Site::make(store, {.under = "/docs/"}));
//   COCITE_TRY(const Kind* kind, kind_named("dead-links"));
//   Found found;
//   COCITE_CHECK(kind->find(site, found));
//   found.items[0].target                   // most important first
//
// A new kind is one file in a namespace of its own that defines kKind, and one line in kinds.def: the
// command line, the service, Python and the reports follow. A kind is a function of a site. It never
// guesses: if the store does not know enough, Found::unknown says what is missing. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "audit/site.h"
#include "base/ids.h"

namespace cocite::audit {

struct Item {
  // One of these three: a page with a fault, a page that links lead to, an address that is no page.
  std::optional<PageId> page = {};
  std::optional<PageId> target = {};
  std::string address = {};            // its key
  std::string text = {};               // of anchors: the text of the links
  std::string why = {};                // a sentence without a full stop
  std::vector<PageId> from = {};       // pages with the link in question
  std::vector<PageId> pages = {};      // what else it is about: copies, pages behind a bridge
  std::optional<PageId> instead = {};  // where the link should lead
  uint64_t weight = 0;                 // larger ones first
};

struct Found {
  std::vector<Item> items = {};
  std::string unknown = {};             // what the store lacks to judge this; a sentence
  std::vector<std::string> notes = {};  // what else the reader should know
};

struct Kind {
  std::string_view name;   // "dead-links"
  std::string_view title;  // "Dead links"
  std::string_view one;    // "link leads to a page that does not exist"
  std::string_view many;   // "links lead to pages that do not exist"
  std::string_view why;    // why it pays to mend them, a sentence
  Result<void> (*find)(Site& site, Found& found);
};

// All of kinds.def, in that order.
[[nodiscard]] std::span<const Kind* const> kinds();
// kInvalidArgument for an unknown name; the message lists the known ones.
[[nodiscard]] Result<const Kind*> kind_named(std::string_view name);

// "1 page", "1,204 pages"
[[nodiscard]] std::string counted(uint64_t number, std::string_view one, std::string_view many);
// Larger weights first, then by page.
void sort_items(std::vector<Item>& items);

}  // namespace cocite::audit
