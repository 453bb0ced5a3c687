// links: ingest
// Segments with any bytes in their sections, under checksums that are right: they are refused, or
// become a store that opens, whose answers are within it. Bytes with wrong checksums never come so
// far; files made by an enemy do.
//
//   input: the sections of a head, pages, out-links and in-links in order, and the counts behind the
//          out-links, each after its length: 2 bytes, low first
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "file/scratch_file.h"
#include "ingest/assemble.h"
#include "ingest/segment.h"
#include "store/store.h"

namespace {

using namespace cocite;

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

struct Place {
  const char* kind;
  std::vector<const char*> sections;
};
const std::array<Place, 5> kSegments = {{
    {"head", {"meta", "facts", "out_codes", "in_codes", "aliases", "report"}},
    {"pages",
     {"meta", "blocks", "index", "keys.blocks", "keys.offsets", "keys.index", "keys.meta",
      "crawled", "recorded", "titled", "statuses"}},
    {"out", {"meta", "stream", "sizes"}},
    {"in", {"meta", "stream", "sizes"}},
    {"out", {"pairs"}},  // last, where older inputs have nothing
}};

void write_segments(std::span<const std::byte> rest, const std::string& folder) {
  std::map<std::string, file::ContainerWriter> files;
  for (const auto& [kind, sections] : kSegments) {
    if (!files.contains(kind)) {
      auto writer = file::ContainerWriter::create(
          folder + "/" + kind + std::string(ingest::kSegmentExtension), ingest::kSegmentContainer);
      require(writer.has_value());
      files.emplace(kind, *std::move(writer));
    }
    for (const char* name : sections) {
      require(files.at(kind).begin(name).has_value());
      if (rest.size() < 2) continue;
      const size_t told = static_cast<size_t>(rest[0]) | static_cast<size_t>(rest[1]) << 8;
      rest = rest.subspan(2);
      const size_t length = std::min(told, rest.size());
      require(files.at(kind).write(rest.first(length)).has_value());
      rest = rest.subspan(length);
    }
  }
  for (auto& [kind, file] : files) require(file.finish().has_value());
}

void read_store(const std::string& path) {
  const auto store = store::Store::open(path);
  require(store.has_value());
  const uint64_t pages = store->pages();
  graph::ListBuffer buffer;
  for (uint64_t page = 0; page < pages; ++page) {
    for (const graph::PackedLinks* links : {&store->out(), &store->in()}) {
      const auto list = links->list(page_id(page), buffer);
      if (!list) continue;
      for (const PageId other : *list) require(index(other) < pages);
    }
    // Keys were written again: all that are there are valid.
    require(store->key(page_id(page)).has_value());
    static_cast<void>(store->title(page_id(page)));
    static_cast<void>(store->texts(page_id(page)));
    static_cast<void>(store->machine(page_id(page)));
  }
  static_cast<void>(store->check());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const file::ScratchFile folder("fuzz_segments");
  const std::string parts = folder.path() + "/parts";
  const std::string store = folder.path() + "/web.cocite";
  std::filesystem::create_directories(parts);
  write_segments(std::as_bytes(std::span(data, size)), parts);
  const auto report = ingest::assemble({.store = store, .inputs = {parts}, .threads = 1});
  require(report.has_value() == std::filesystem::exists(store));
  if (report) read_store(store);
  return 0;
}
