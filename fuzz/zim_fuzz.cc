// links: read
// Any bytes as a ZIM file: entries and blobs lie within it or in unpacked clusters, or are refused.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "read/zim_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace cocite::read;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto zim = ZimFile::of(bytes, "fuzz");
  if (!zim) return 0;
  uint64_t letters = zim->metadata("Source").size();
  constexpr uint32_t kMostEntries = 64;  // more is slow, not wrong
  for (uint32_t i = 0; i < std::min(zim->entries(), kMostEntries); ++i) {
    const auto entry = zim->entry(i);
    if (!entry) continue;
    for (const char c : entry->path) letters += static_cast<uint8_t>(c);
    for (const char c : entry->title) letters += static_cast<uint8_t>(c);
    if (!entry->is_content) continue;
    const auto cluster = zim->cluster(entry->cluster);
    if (!cluster) continue;
    const auto blob = cluster->blob(entry->blob);
    if (!blob) continue;
    for (const char c : *blob) letters += static_cast<uint8_t>(c);  // all are there to be read
  }
  return letters == UINT64_MAX ? 1 : 0;
}
