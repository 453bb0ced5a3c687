// What the pages of a store are called, and how surely a name that stands in a text means a link.
//
//   COCITE_TRY(const Names names, Names::make(store, {.threads = 2}));
//   for (const Mention& mention : names.find(tokens)) …          // names in a text, longest first
//   for (const Sense& sense : names.senses(mention.name)) …      // pages that are called so
//
// Names of a page: its title without what all titles of the site share, the texts of links to it, the
// end of its address. The chance of a name is the share of pages with it in their text that link to
// the page: of up to 20,000 pages, spread evenly.
//
// After Milne & Witten, "Learning to link with Wikipedia", CIKM 2008 (link probability, commonness); here
// links are counted whether or not their texts are known. Never changes once it is made; any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <cocite/progress.h>
#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"
#include "suggest/hidden_links.h"
#include "suggest/tokens.h"

namespace cocite::suggest {

struct Sense {
  PageId page{};
  uint32_t linked = 0;    // pages that have the name in their text and link to this page
  bool is_title = false;  // or the end of the address of a page without title
};

struct Mention {
  uint32_t name = 0;   // number of the name
  uint32_t first = 0;  // token
  uint32_t tokens = 0;
};

struct MakeNames {
  unsigned threads = 1;
  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
  const HiddenLinks* hidden = nullptr;
};

class Names {
 public:
  static constexpr size_t kLongest = 6;  // words of a name

  [[nodiscard]] static Result<Names> make(const store::Store& store, const MakeNames& options);

  // Whether the page is one of the site's own: fetched, or with links, and not gone.
  [[nodiscard]] bool is_own(PageId page) const { return is_own_[index(page)]; }
  // Names in this text that no longer name contains, in order.
  [[nodiscard]] std::vector<Mention> find(std::span<const Token> tokens) const;
  [[nodiscard]] std::span<const Sense> senses(uint32_t name) const;
  // Pages that were looked at and have this name in their text.
  [[nodiscard]] uint32_t pages_with(uint32_t name) const { return names_[name].pages; }
  [[nodiscard]] double chance(uint32_t name, const Sense& sense) const;
  // Names that this page has.
  [[nodiscard]] std::vector<uint32_t> names_of(PageId page) const;
  // The title without what all titles share; else the end of the address.
  [[nodiscard]] Result<std::string> short_title(PageId page) const;

 private:
  struct Name {
    uint32_t first_sense = 0;
    uint32_t senses = 0;
    uint32_t pages = 0;
  };
  struct Given;  // a name that a page was given
  [[nodiscard]] Result<void> choose_pages();
  [[nodiscard]] Result<void> find_shared_parts();
  [[nodiscard]] Result<void> collect(const MakeNames& options, std::vector<Given>& given) const;
  void keep(std::vector<Given> given);
  [[nodiscard]] Result<void> count(const MakeNames& options);

  const store::Store* store_ = nullptr;
  std::vector<bool> is_own_;
  std::vector<std::string> shared_parts_;  // of titles: " - cppreference.com"
  uint32_t texts_ = 0;                     // that were looked at
  std::vector<Name> names_;
  std::vector<Sense> senses_;
  std::unordered_map<uint64_t, uint32_t> by_hash_;
  std::unordered_map<uint64_t, uint8_t> longest_;  // by first token: words of the longest name
};

}  // namespace cocite::suggest
