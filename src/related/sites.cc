#include "related/sites.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "url/site.h"

namespace cocite::related {
namespace {

struct Made {
  std::vector<uint64_t> starts;
  std::vector<uint32_t> before;
  std::vector<uint32_t> site_of_range;
};

}  // namespace

Result<Sites> Sites::make(const store::Store& store, const url::FolderHosts& folders) {
  Sites sites;
  if (store.names() != store::Names::kUrl) {
    sites.is_page_a_site_ = true;
    return sites;
  }
  auto made = std::make_shared<Made>();
  made->starts.resize(store.pages() / 64 + 1);
  url::PageSites names(url::SiteList(), folders);
  std::unordered_map<std::string, uint32_t> numbers;
  std::string last;
  auto cursor = store.keys().cursor();
  uint64_t page = 0;
  for (std::string_view key; cursor.next(key); ++page) {
    if (page % kBlockPages == 0) {
      made->before.push_back(static_cast<uint32_t>(made->site_of_range.size()));
    }
    const std::string_view name = names.next(key);
    if (page > 0 && name == last) continue;
    last.assign(name);
    made->starts[page / 64] |= uint64_t{1} << (page % 64);
    const auto number = static_cast<uint32_t>(numbers.size());
    made->site_of_range.push_back(numbers.try_emplace(last, number).first->second);
  }
  COCITE_CHECK(cursor.status());
  sites.parts_ = {made->starts, made->before, made->site_of_range};
  sites.owner_ = std::move(made);
  return sites;
}

std::optional<Sites> Sites::of_parts(const Parts& parts, uint64_t pages,
                                     std::shared_ptr<const void> owner) {
  // Data manipulated past the checksums gives other answers, but no crash.
  if (parts.starts.size() != pages / 64 + 1) return std::nullopt;
  if (parts.before.size() != (pages + kBlockPages - 1) / kBlockPages) return std::nullopt;
  uint64_t ranges = 0;
  for (size_t word = 0; word < parts.starts.size(); ++word) {
    const size_t per_block = kBlockPages / 64;
    if (word % per_block == 0 && word / per_block < parts.before.size() &&
        parts.before[word / per_block] != ranges) {
      return std::nullopt;
    }
    ranges += static_cast<uint64_t>(std::popcount(parts.starts[word]));
  }
  if (ranges != parts.site_of_range.size() || (pages > 0 && (parts.starts[0] & 1) == 0)) {
    return std::nullopt;
  }
  Sites sites;
  sites.parts_ = parts;
  sites.owner_ = std::move(owner);
  return sites;
}

}  // namespace cocite::related
