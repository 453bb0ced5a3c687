// Which file of a Common Crawl web graph is this, as its names tell.
//
//   common_crawl::part_of("cc-main-2024-host-vertices.txt.gz")     // kVertices
//   common_crawl::part_of("edges/part-00017-c000.txt.gz")          // kEdges, by its folder
//   common_crawl::files_of_release("cc-main-2024-domain/")         // all of them, parts in numeric order
//
// Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite::read::common_crawl {

enum class Part : uint8_t { kNone, kVertices, kEdges, kRanks };

[[nodiscard]] Part part_of(std::string_view path);
// Vertices, edges and ranks in a folder and the folders in it.
[[nodiscard]] Result<std::vector<std::string>> files_of_release(const std::string& folder);

}  // namespace cocite::read::common_crawl
