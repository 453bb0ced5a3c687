// The file "pages" of a store: keys in order, where hosts begin, and which pages are https.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include <cocite/result.h>

#include "file/bitmap.h"
#include "file/container.h"
#include "file/string_table.h"
#include "store/writer.h"
#include "url/site.h"

namespace cocite::ingest {

class PagesWriter {
 public:
  // `sites`: nullptr where pages are no URLs; then every page is its own host and site.
  PagesWriter(store::Writer& writer, const url::SiteList* sites) : writer_(&writer) {
    if (sites != nullptr) sites_.emplace(*sites);
  }

  [[nodiscard]] Result<void> start(std::span<const std::string> sample);
  // In order of key.
  [[nodiscard]] Result<void> add(std::string_view key, bool is_secure);
  [[nodiscard]] Result<void> finish();

  // nullptr where every page is its own host.
  [[nodiscard]] const file::BitmapBuilder* host_starts() const {
    return sites_ ? &hosts_ : nullptr;
  }
  [[nodiscard]] uint64_t host_count() const { return sites_ ? host_count_ : pages_; }
  [[nodiscard]] uint64_t site_count() const { return sites_ ? site_hashes_.size() : pages_; }

 private:
  store::Writer* writer_;
  std::optional<url::SiteWalk> sites_;  // keys come in order
  file::ContainerWriter container_;
  std::optional<file::StringTableWriter> keys_;
  file::BitmapBuilder hosts_;
  file::BitmapBuilder secure_;
  std::string last_host_;
  uint64_t pages_ = 0;
  uint64_t host_count_ = 0;
  std::unordered_set<uint64_t> site_hashes_;
};

}  // namespace cocite::ingest
