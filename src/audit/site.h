// The site that is audited: its own pages in a store, its home pages, and the links between them.
//
//   COCITE_TRY(Site site, Site::make(store, {.site = "www.example.com", .under = "/docs/"}));
//   for (const PageId page : site.pages()) …
//   COCITE_TRY(const OwnLinks* links, site.links());
//
// Own pages are those that were fetched, are not gone, and are in scope. What several kinds of
// findings need is made on first use and kept. One thread; the store stays while this lives.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/budget.h"
#include "base/ids.h"
#include "store/store.h"
#include "words/own_texts.h"

namespace cocite::audit {

struct Scope {
  std::string site = {};   // only this host and those below it; empty: all
  std::string under = {};  // only paths that begin with this: "/docs/"
  // What keys begin with below addresses of which all pages were read, from folders of files.
  std::vector<std::string> folders = {};
  std::optional<PageId> home = {};  // where readers start; nothing: the root of each host
  Budget* budget = nullptr;
  unsigned threads = 1;
};

// Links between own pages by their positions in Site::pages(), both ways; none from a page to itself.
struct OwnLinks {
  std::vector<uint64_t> out_offsets = {};
  std::vector<uint32_t> out = {};
  std::vector<uint64_t> in_offsets = {};
  std::vector<uint32_t> in = {};

  [[nodiscard]] std::span<const uint32_t> children(uint32_t at) const {
    return std::span(out).subspan(out_offsets[at], out_offsets[at + 1] - out_offsets[at]);
  }
  [[nodiscard]] std::span<const uint32_t> parents(uint32_t at) const {
    return std::span(in).subspan(in_offsets[at], in_offsets[at + 1] - in_offsets[at]);
  }
};

class Site {
 public:
  static constexpr uint32_t kNotOwn = std::numeric_limits<uint32_t>::max();
  static constexpr uint32_t kUnreached = std::numeric_limits<uint32_t>::max();

  [[nodiscard]] static Result<Site> make(const store::Store& store, const Scope& scope);

  [[nodiscard]] const store::Store& store() const { return *store_; }
  [[nodiscard]] Budget* budget() const { return scope_.budget; }
  [[nodiscard]] unsigned threads() const { return scope_.threads; }
  [[nodiscard]] std::span<const PageId> pages() const { return pages_; }  // rising
  [[nodiscard]] std::span<const PageId> homes() const { return homes_; }  // rising
  [[nodiscard]] bool is_home(PageId page) const;
  [[nodiscard]] uint32_t position(PageId page) const { return positions_[index(page)]; }
  [[nodiscard]] bool is_own(PageId page) const { return position(page) != kNotOwn; }

  [[nodiscard]] bool has_folders() const { return !scope_.folders.empty(); }
  // Whether this key is below a folder that was imported whole.
  [[nodiscard]] bool is_in_folder(std::string_view key) const { return !folder_of(key).empty(); }
  // The longest such folder, as keys begin; empty: none.
  [[nodiscard]] std::string_view folder_of(std::string_view key) const;

  // kCancelled once the budget is spent.
  [[nodiscard]] Result<void> spend(uint64_t steps) const;
  // Calls use(page, its links) for each own page in order.
  using UseList = std::function<Result<void>(PageId page, std::span<const PageId> list)>;
  [[nodiscard]] Result<void> for_each_list(const UseList& use) const;

  [[nodiscard]] Result<const OwnLinks*> links();
  // Clicks from the nearest home page, by position; kUnreached: there is no way.
  [[nodiscard]] Result<const std::vector<uint32_t>*> depths();
  // REQUIRES: the store has texts.
  [[nodiscard]] Result<const words::OwnTexts*> texts();

 private:
  [[nodiscard]] Result<void> choose_pages();
  [[nodiscard]] Result<void> choose_homes();
  [[nodiscard]] Result<std::optional<PageId>> home_of(std::string_view host, size_t first,
                                                      size_t last) const;

  const store::Store* store_ = nullptr;
  Scope scope_;
  std::vector<PageId> pages_;
  std::vector<uint32_t> positions_;
  std::vector<PageId> homes_;
  std::shared_ptr<const OwnLinks> links_;
  std::shared_ptr<const std::vector<uint32_t>> depths_;
  std::shared_ptr<const words::OwnTexts> texts_;
};

}  // namespace cocite::audit
