// WebGraph's BVGraph among the kinds of input. What is in its files, graph/bvgraph.h reads; pages
// are called by ingest/bvgraph_input.cc.
#include <filesystem>
#include <string>

#include "read/source.h"

namespace cocite::read::bvgraph {
namespace {

bool recognises(std::string_view input, std::string_view /*first_bytes*/) {
  std::error_code error;
  return input.ends_with(".graph") || input.ends_with(".properties") ||
         (!std::filesystem::exists(input, error) &&
          std::filesystem::exists(std::string(input) + ".properties", error));
}

}  // namespace

extern const SourceInfo kInfo;
const SourceInfo kInfo = {.name = "bvgraph",
                          .summary = "WebGraph's BVGraph; its basename, or any of its files",
                          .recognises = recognises,
                          .is_graph = true};

}  // namespace cocite::read::bvgraph
