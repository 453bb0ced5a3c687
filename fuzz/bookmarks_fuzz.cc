// links: read
// Any bytes as bookmarks: every entry is in a folder, and every folder in one that comes before it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "read/bookmarks.h"

namespace {

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto all = cocite::read::read_bookmarks({reinterpret_cast<const char*>(data), size});
  require(!all.folders.empty());
  for (size_t i = 1; i < all.folders.size(); ++i) require(all.folders[i].parent < i);
  for (const auto& entry : all.entries) {
    require(entry.folder < all.folders.size() && !entry.address.empty());
  }
  return 0;
}
