// What is known about a store without looking into its parts: counts, and how it was made.
//
//   store.facts().links
//   store.facts().names == Names::kUrl
//
// One field a fact; how it is called in the manifest stands in one table, in facts.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/query.h>

namespace cocite::store {

// What pages are called: addresses, names that mean nothing, or the numbers of a graph.
enum class Names : uint8_t { kUrl, kOpaque, kNumbers };

struct Facts {
  uint64_t pages = 0;
  uint64_t links = 0;
  uint64_t hosts = 0;
  uint64_t sites = 0;
  uint64_t same_host_links = 0;  // from a page to one of its own host
  uint64_t crawled = 0;          // pages that were seen themselves
  uint64_t aliases = 0;
  uint64_t childless = 0;
  uint64_t max_in = 0;   // links to one page, at most
  uint64_t max_out = 0;  // links on one page, at most
  bool link_order = false;
  LinkOrder order = LinkOrder::kAuto;  // as requested; kAuto: not requested
  Names names = Names::kOpaque;
  bool fold_www = false;
  bool fast = false;  // larger, and faster to read
  // Of the words of pages: what was asked for when the store was made.
  bool index = true;          // an index of them
  std::string stem = "auto";  // a language, "auto" or "none"
  bool given_texts = false;   // some texts came from a file, not from the pages
  std::string created_by;
  // Of a graph of hosts or sites.
  On on = On::kPages;
  uint64_t made_from = 0;  // stands for the store that it was made from
  // What a newer version wrote; kept as it is.
  std::vector<std::pair<std::string, std::string>> others;

  friend bool operator==(const Facts&, const Facts&) = default;
};

[[nodiscard]] std::string_view word_of(Names names);
[[nodiscard]] std::string_view word_of(On on);
[[nodiscard]] std::string_view word_of(LinkOrder order);

// Each fact as a name and a word, in the order of the manifest.
void for_each_fact(const Facts& facts,
                   const std::function<void(std::string_view name, const std::string& word)>& use);
// The other way round. A word that cannot be understood is as if it were not there.
void read_fact(std::string_view name, std::string_view word, Facts& facts);

}  // namespace cocite::store
