// Common Crawl's web graphs among the kinds of input; ingest/common_crawl_input.cc reads them.
#include <filesystem>
#include <string>

#include "crawl/source.h"

namespace cocite::crawl::common_crawl {
namespace {

// Edges alone are no graph of Common Crawl: many a link list is called that.
bool recognises(std::string_view input, std::string_view /*first_bytes*/) {
  const std::string name = std::filesystem::path(input).filename().string();
  return name.find("vertices") != std::string::npos;
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {.name = "commoncrawl",
                          .summary = "Common Crawl's web graph: vertices, edges and ranks",
                          .recognises = recognises,
                          .is_graph = true};

}  // namespace cocite::crawl::common_crawl
