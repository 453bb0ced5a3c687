// The pages that a static site consists of, with their paths below its root.
//
//   COCITE_TRY(const OwnPages own, OwnPages::choose(store, {.site = "www.example.com"}));
//   own.pages()[0].path                      // "guide/setup.html"; empty: the home page
//   own.number(page)                         // its place in pages(), or kNone
//
// Own pages were fetched and are not gone. They come in the order in which a search breaks ties: by links to
// them, most first, then by key. The root is the address of the folder that was imported, else the root of the
// host. Never changes; any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "store/store.h"

namespace cocite::static_site {

struct OwnPage {
  PageId page{};
  std::string path = {};   // below the root, as links to it have it
  std::string title = {};  // without the name of the site; the path if it has none
};

struct ChooseOwn {
  std::string site = {};  // a host; empty: the one with the most pages
};

class OwnPages {
 public:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  // kNotFound if no page of the host was fetched.
  [[nodiscard]] static Result<OwnPages> choose(const store::Store& store, const ChooseOwn& options);

  [[nodiscard]] std::span<const OwnPage> pages() const { return pages_; }
  [[nodiscard]] uint32_t number(PageId page) const { return numbers_[index(page)]; }
  // What the user should know: pages that are left out.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  [[nodiscard]] Result<std::string> host_with_most(const store::Store& store) const;

  std::vector<OwnPage> pages_;
  std::vector<uint32_t> numbers_;  // by page of the store
  std::vector<std::string> notes_;
};

// What a path and its other spellings have in common: "a/index.html" and "a/" are "a/", "a.html" and "a" are
// "a". Without escapes. The script does the same.
[[nodiscard]] std::string plain_path(std::string_view path);
// The name of a page's file, from its plain path: two rounds of FNV-1a, 16 hexadecimal digits.
[[nodiscard]] std::string path_hash(std::string_view plain);

}  // namespace cocite::static_site
