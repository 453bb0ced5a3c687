// Related pages and a search box for a static site, as files that any web server can serve.
//
//   COCITE_TRY(const ExportReport report, write_site(opened, {.output = "public/cocite"}));
//   COCITE_TRY(const ExportReport report, write_data(opened, {.output = ".", .preset = "hugo"}));
//
// The folder appears whole or not at all (file/publish.h). Several threads.
#pragma once

#include <string>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "answer/opened.h"

namespace cocite::static_site {

// What request.to may be: "site", "frontmatter".
struct Format {
  std::string_view name;
  std::string_view summary;
  Result<ExportReport> (*write)(const answer::Opened& opened, const ExportRequest& request);
};
[[nodiscard]] std::span<const Format> formats();

// The script with <cocite-related> and <cocite-search>, a file for each page, and the words of the site.
[[nodiscard]] Result<ExportReport> write_site(const answer::Opened& opened,
                                              const ExportRequest& request);
// One file with the related pages of all pages, where a generator looks for data.
[[nodiscard]] Result<ExportReport> write_data(const answer::Opened& opened,
                                              const ExportRequest& request);
// Names of presets, in the order of the docs.
[[nodiscard]] std::vector<std::string> data_presets();

// cocite.min.js, embedded.
[[nodiscard]] std::string_view script();

}  // namespace cocite::static_site
