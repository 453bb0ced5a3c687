// Common Crawl's web graphs among the kinds of input; ingest/common_crawl_input.cc reads them.
#include "read/common_crawl.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "read/file_tree.h"
#include "read/source.h"

namespace cocite::read::common_crawl {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, Part>, 3> kWords = {
    {{"vertices", Part::kVertices}, {"edges", Part::kEdges}, {"ranks", Part::kRanks}}};

// Pages about vertices, and files of a BVGraph.
constexpr std::array<std::string_view, 9> kOthers = {
    ".md", ".markdown", ".mdx", ".html", ".htm", ".json", ".graph", ".properties", ".offsets"};

Part part_in(std::string_view name) {
  for (const auto& [word, part] : kWords) {
    if (name.find(word) != std::string_view::npos) return part;
  }
  return Part::kNone;
}

// Edges alone are no graph of Common Crawl, since many a link list is called that; those that a release names are,
// and are refused without their vertices.
bool recognises(std::string_view input, std::string_view /*first_bytes*/) {
  std::error_code error;
  if (fs::is_directory(input, error)) {
    const auto files = files_of_release(std::string(input));
    return files && std::ranges::any_of(*files, [](const std::string& file) {
             return part_of(file) == Part::kVertices;
           });
  }
  const fs::path path(input);
  const std::string name = path.filename().string();
  const Part part = part_of(input);
  return part == Part::kVertices ||
         (part == Part::kEdges && (name.starts_with("cc-main-") ||
                                   (part_in(name) == Part::kNone && name.starts_with("part-"))));
}

}  // namespace

Part part_of(std::string_view path) {
  const fs::path whole(path);
  if (std::ranges::find(kOthers, extension_of(path)) != kOthers.end()) return Part::kNone;
  const Part part = part_in(whole.filename().string());
  return part != Part::kNone ? part : part_in(whole.parent_path().filename().string());
}

Result<std::vector<std::string>> files_of_release(const std::string& folder) {
  COCITE_TRY(const std::vector<TreeFile> all, files_of_tree(folder, {.skip_hidden = true}));
  std::vector<std::string> files;
  for (const TreeFile& file : all) {
    const std::string path = (fs::path(folder) / file.name).string();
    if (!file.is_outside && part_of(path) != Part::kNone) files.push_back(path);
  }
  std::ranges::sort(files, is_numbered_before);
  return files;
}

extern const SourceInfo kInfo;
const SourceInfo kInfo = {
    .name = "commoncrawl",
    .summary = "Common Crawl's web graph: vertices, edges and ranks, or the folder of a release",
    .recognises = recognises,
    .is_graph = true,
    .takes_folders = true};

}  // namespace cocite::read::common_crawl
