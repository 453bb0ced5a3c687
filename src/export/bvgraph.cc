// BVGraph, the format of WebGraph: BASENAME.graph, .offsets and .properties, and beside them
// BASENAME.urls with the name of node i on line i (none where the pages are numbers anyway).
//
// The format knows sets, so the order of the links on a page is lost; the report says so. With
// `transposed` the lists are the parents. The four files are written aside and renamed, the
// properties last and removed first: what is half there is not taken for a graph.
#include "graph/bvgraph.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "base/ids.h"
#include "base/mapped_file.h"
#include "export/bvgraph_files.h"
#include "export/exporter.h"
#include "export/walk.h"
#include "file/output_file.h"

namespace cocite::exporter {
namespace {

constexpr std::array kParts = {".graph", ".offsets", ".properties"};

// Removes what was written aside unless it came to a good end.
struct Cleanup {
  std::string basename;
  ~Cleanup() {
    std::error_code ignored;  // nothing more can be done about a file that will not go
    for (const char* part : kParts) std::filesystem::remove(basename + part, ignored);
  }
};

Result<void> write_names(const store::Store& store, Walk& walk, file::OutputFile& file) {
  std::string name;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    COCITE_CHECK(walk.name_of(page_id(i), name));
    if (name.find('\n') != std::string::npos) {
      return fail(ErrorCode::kUnsupported, "page " + std::to_string(i) +
                                               " has a line end in its name, which a list of names "
                                               "cannot hold");
    }
    COCITE_CHECK(file.write(name + '\n'));
    COCITE_CHECK(walk.tell(i));
  }
  return {};
}

Result<void> move_over(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return {};
  return fail(ErrorCode::kIo, to + ": cannot put in place: " + errno_text(errno));
}

}  // namespace

Result<ExportReport> write_bvgraph(const store::Store& store, const ExportRequest& request,
                                   const FillBvGraph& fill) {
  std::string basename = request.output;
  if (basename.ends_with(".graph")) basename.resize(basename.size() - 6);
  if (basename == "-") {
    return fail(ErrorCode::kInvalidArgument,
                "a BVGraph is several files and cannot go to standard output; give a basename");
  }
  const bool has_names = store.names() != store::Names::kNumbers;
  for (const char* part : kParts) {
    COCITE_CHECK(check_output(basename + part, {.force = request.force}));
  }

  Walk walk(store, request);
  const Cleanup aside{basename + std::string(kPartEnding)};
  const auto write_graph = [&](const std::string& name) -> Result<void> {
    COCITE_TRY(auto writer, graph::BvGraphWriter::create(name));
    COCITE_CHECK(fill(writer, walk));
    return writer.finish();
  };
  std::vector<std::string> files;
  if (has_names) {
    COCITE_TRY(file::OutputFile names,
               file::OutputFile::begin(basename + ".urls", {.force = request.force}));
    COCITE_CHECK(write_graph(aside.basename));
    COCITE_CHECK(write_names(store, walk, names));
    std::remove((basename + ".properties").c_str());
    COCITE_CHECK(names.publish());
    files.push_back(basename + ".urls");
  } else {
    COCITE_CHECK(write_graph(aside.basename));
    std::remove((basename + ".properties").c_str());
  }
  for (const char* part : kParts) {
    COCITE_CHECK(move_over(aside.basename + part, basename + part));
    files.push_back(basename + part);
  }
  uint64_t bytes = 0;
  for (const std::string& file : files) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (!error) bytes += size;
  }
  return walk.report(files, bytes);
}

namespace bvgraph {
namespace {

Result<ExportReport> write(const store::Store& store, const ExportRequest& request) {
  const graph::PackedLinks& links = request.transposed ? store.in() : store.out();
  const auto fill = [&](graph::BvGraphWriter& writer, Walk& walk) -> Result<void> {
    auto scan = links.scan(page_id(0), store.pages());
    std::vector<uint32_t> list;
    while (scan.next()) {
      list.clear();
      for (const PageId page : scan.list()) list.push_back(index(page));
      std::ranges::sort(list);
      COCITE_CHECK(writer.add(list));
      COCITE_CHECK(walk.tell(index(scan.page())));
    }
    return scan.status();
  };
  COCITE_TRY(ExportReport report, write_bvgraph(store, request, fill));
  if (store.has_link_order() && !request.transposed) {
    report.notes.emplace_back("the order of the links on a page is lost: BVGraph has sorted lists");
  }
  return report;
}

}  // namespace

extern const Info kInfo;
const Info kInfo = {
    .name = "bvgraph",
    .summary = "WebGraph's BVGraph with OUTPUT as basename: .graph .offsets .properties .urls",
    .extension = ".graph",
    .write = write,
};

}  // namespace bvgraph
}  // namespace cocite::exporter
