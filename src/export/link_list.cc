// A link list: source, tab, target, in page order; a page that neither links nor is linked to
// stands alone on its line, and so does one that was crawled and has no links. Reading it back with
// `cocite import` gives the same pages, links and order.
//
// Cost: one pass over the out-links, one key looked up a link.
#include <algorithm>
#include <string>

#include "base/ids.h"
#include "export/exporter.h"
#include "export/walk.h"
#include "file/output_file.h"

namespace cocite::exporter::link_list {
namespace {

// What a line of a link list cannot say.
Result<void> check_name(std::string_view name, bool begins_line) {
  if (name.find_first_of("\t\n\r") != std::string_view::npos || name.empty() ||
      (begins_line && name.front() == '#')) {
    return fail({.code = ErrorCode::kUnsupported,
                 .message = "the page '" + std::string(name) +
                            "' cannot stand in a link list: its names have no tabs and line ends, "
                            "and a line that begins with # is a comment",
                 .remedies = {{.options = {{"to", "bvgraph"}}}}});
  }
  return {};
}

Result<ExportReport> write(const store::Store& store, const ExportRequest& request) {
  Walk walk(store, request);
  COCITE_TRY(file::OutputFile file,
             file::OutputFile::begin(request.output, {.force = request.force}));
  constexpr uint64_t kLinksPerLook = 4096;  // a hub may have millions, and Ctrl-C should not wait
  std::string target;
  uint64_t written = 0;
  const auto write_page = [&](const Walk::Page& page) -> Result<void> {
    const bool stands_alone = page.children.empty() && (page.is_crawled || page.in_links == 0);
    if (page.children.empty() && !stands_alone) return {};
    COCITE_CHECK(check_name(page.name, true));
    const std::string source(page.name);
    if (stands_alone) return file.write(source + '\n');
    for (const PageId child : page.children) {
      if (++written % kLinksPerLook == 0) COCITE_CHECK(walk.tell(index(page.id)));
      COCITE_CHECK(walk.name_of(child, target));
      COCITE_CHECK(check_name(target, false));
      COCITE_CHECK(file.write(source + '\t' + target + '\n'));
    }
    return {};
  };
  COCITE_CHECK(walk.for_each_page(write_page));
  COCITE_CHECK(file.publish());
  return walk.report({request.output}, file.bytes());
}

}  // namespace

extern const Info kInfo;
const Info kInfo = {
    .name = "links",
    .summary = "a link list, source<TAB>target; packed if the name ends in .gz or .zst",
    .extension = ".tsv",
    .write = write,
};

}  // namespace cocite::exporter::link_list
