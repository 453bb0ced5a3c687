// links: read
// Any bytes as a zip file and as a WACZ: members lie within the file and are no longer than they say, and what their
// archives tell is of pages that exist.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "read/source.h"
#include "read/zip_file.h"

namespace {

constexpr uint64_t kMaxUnpackedBytes = 1 << 20;

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cocite::read;
  const int memory = ::memfd_create("wacz", 0);
  require(memory >= 0 && ::write(memory, data, size) == static_cast<ssize_t>(size));
  const std::string path = "/proc/self/fd/" + std::to_string(memory);
  if (const auto zip = ZipFile::open(path)) {
    uint64_t packed = 0;
    for (const ZipEntry& entry : zip->entries()) {
      packed += entry.packed_bytes;
      const auto text = zip->unpack(entry, kMaxUnpackedBytes);
      require(!text || (text->size() == entry.bytes && text->size() <= kMaxUnpackedBytes));
    }
    require(packed <= size);
  }
  const auto source = open_source(**find_source("wacz"), path, {});
  LinkBlock block;
  while (source) {
    const auto piece = (*source)->next();
    require(piece.has_value());
    if (*piece == nullptr) break;
    block.clear();
    (*piece)->parse(block);
    require(block.fetches().size() <= block.lines);
    for (const auto& link : block.links()) require(link.source < block.names().size());
  }
  ::close(memory);
  return 0;
}
