// Which page did the author of a dead link mean?
//
//   Replacements replacements(site);
//   COCITE_TRY(const std::optional<PageId> page, replacements.find(target, from));   // nothing: unknown
//
// In this order: the only own page with the same file name; the only one whose title is the text of the
// link; the page of the same folder whose name differs least, in at most a fifth of its bytes. Names
// and titles of all own pages are read on first use. One thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <cocite/result.h>

#include "audit/site.h"
#include "base/ids.h"

namespace cocite::audit {

class Replacements {
 public:
  explicit Replacements(const Site& site) : site_(&site) {}
  // `from`: a page with the link.
  [[nodiscard]] Result<std::optional<PageId>> find(PageId target, PageId from);

 private:
  // Nothing: several have it.
  using Pages = std::unordered_map<std::string, std::optional<PageId>>;
  [[nodiscard]] Result<void> read();
  [[nodiscard]] Result<std::optional<PageId>> by_title(PageId target, PageId from) const;
  [[nodiscard]] Result<std::optional<PageId>> by_spelling(std::string_view key) const;

  const Site* site_;
  bool is_read_ = false;
  Pages by_name_;
  Pages by_title_;
};

// "com,example)/a/b.html?x=1" -> "b.html"; empty for a folder.
[[nodiscard]] std::string_view file_name_of(std::string_view key);

}  // namespace cocite::audit
