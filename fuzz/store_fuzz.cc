// links: store
// The files of a store with any bytes in their sections, under checksums that are right: whatever
// comes back is within the store, and nothing is read elsewhere. Bytes with wrong checksums never
// come so far; files made by an enemy do.
//
//   input: kind of file, 1 byte | its sections in order: length, 2 bytes, low first | bytes
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "file/scratch_file.h"
#include "store/store.h"

namespace {

using namespace cocite;

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

struct Kind {
  const char* kind;
  std::vector<const char*> sections;
  void (*read)(const std::string& path);
};

// Few bytes can truly mean very many links; that is slow, not wrong.
constexpr uint64_t kMaxPages = 2000;

void read_links(const std::string& path) {
  const auto links = graph::PackedLinks::open(path);
  if (!links || links->pages() > kMaxPages) return;
  const uint64_t pages = links->pages();
  const auto require_inside = [&](std::span<const PageId> list) {
    require(list.size() <= links->max_degree());
    for (const PageId page : list) require(index(page) < pages);
  };
  graph::ListBuffer buffer;
  bool all = true;
  for (uint64_t page = 0; page < pages; ++page) {
    const auto list = links->list(page_id(page), buffer);
    const auto degree = links->degree(page_id(page));
    if (list) {
      require_inside(*list);
      require(degree && *degree == list->size());
    }
    all = all && list;
  }
  auto scan = links->scan(page_id(0), pages);
  while (scan.next()) require_inside(scan.list());
  const auto checked = links->check();
  require(!checked || (all && scan.status()));
}

void read_pages(const std::string& path) {
  const auto container = file::Container::open(path, "page");
  if (!container) return;
  const auto keys = file::StringTable::open(*container, "keys");
  if (keys && keys->size() <= kMaxPages) {
    std::string key;
    for (uint64_t page = 0; page < keys->size(); ++page) {
      if (!keys->get(page, key)) continue;
      const auto found = keys->find(key);
      if (found && *found) require(**found < keys->size());
    }
    auto cursor = keys->cursor(0);
    uint64_t count = 0;
    for (std::string_view text; cursor.next(text);) ++count;
    require(count <= keys->size());
  }
  const auto hosts = file::Bitmap::open(*container, "hosts");
  if (!hosts || hosts->size() > kMaxPages) return;
  for (uint64_t page = 0; page < hosts->size(); ++page) {
    static_cast<void>(hosts->get(page));
    static_cast<void>(hosts->rank(page + 1));
  }
  for (uint64_t host = 0; host < hosts->ones(); ++host) {
    const auto place = hosts->select(host);
    if (place) require(*place < std::max<uint64_t>(64, (hosts->size() + 63) / 64 * 64));
  }
  static_cast<void>(hosts->check());
}

void read_titles(const std::string& path) {
  const auto container = file::Container::open(path, "text");
  if (!container) return;
  const auto titles = file::TextColumn::open(*container);
  if (!titles || titles->size() > kMaxPages) return;
  for (uint64_t page = 0; page < titles->size(); ++page) static_cast<void>(titles->get(page));
}

void read_manifest(const std::string& path) {
  const file::ScratchFile folder("fuzz_store");
  std::filesystem::create_directory(folder.path());
  std::filesystem::rename(path, folder.path() + "/manifest");
  const auto manifest = store::Manifest::read(folder.path());
  if (manifest) static_cast<void>(manifest->facts.pages);
  static_cast<void>(store::Store::open(folder.path()));
}

const std::array<Kind, 4> kKinds = {{
    {"link", {"meta", "codes", "groups", "stream"}, read_links},
    {"page", {"keys.meta", "keys.index", "keys.offsets", "keys.blocks", "hosts"}, read_pages},
    {"text", {"symbols", "offsets", "texts"}, read_titles},
    {"mani", {"facts", "files"}, read_manifest},
}};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const Kind& kind = kKinds[data[0] % kKinds.size()];
  auto rest = std::as_bytes(std::span(data + 1, size - 1));
  const file::ScratchFile file("fuzz");
  {
    auto writer = file::ContainerWriter::create(file.path(), kind.kind);
    require(writer.has_value());
    for (const char* name : kind.sections) {
      require(writer->begin(name).has_value());
      if (rest.size() < 2) continue;
      const size_t told = static_cast<size_t>(rest[0]) | static_cast<size_t>(rest[1]) << 8;
      rest = rest.subspan(2);
      const size_t length = std::min(told, rest.size());
      require(writer->write(rest.first(length)).has_value());
      rest = rest.subspan(length);
    }
    require(writer->finish().has_value());
  }
  kind.read(file.path());
  return 0;
}
