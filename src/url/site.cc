#include "url/site.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <utility>

#include <libpsl.h>

#include "base/hash.h"
#include "base/mapped_file.h"
#include "url/key.h"

namespace cocite::url {

struct SiteList::List {
  explicit List(psl_ctx_t* loaded)
      : owned(loaded), psl(loaded != nullptr ? loaded : psl_builtin()) {}
  ~List() { psl_free(owned); }
  List(const List&) = delete;
  List& operator=(const List&) = delete;

  psl_ctx_t* owned;
  const psl_ctx_t* psl;  // nullptr only in a libpsl that was built without a list
};

SiteList::SiteList() {
  static const std::shared_ptr<const List> system = std::make_shared<List>(psl_latest(nullptr));
  list_ = system;
}

SiteList::SiteList(std::shared_ptr<const List> list) : list_(std::move(list)) {}

Result<SiteList> SiteList::load(const std::string& path) {
  if (path.empty()) return SiteList();
  // Checks that it is a file, without waiting for a pipe.
  COCITE_TRY(const MappedFile mapped, MappedFile::open(path));
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    return fail(ErrorCode::kIo,
                path + ": cannot read the public suffix list: " + errno_text(errno));
  }
  psl_ctx_t* psl = psl_load_fp(file);
  std::fclose(file);
  // psl_suffix_count is negative for the compiled form, which says its size nowhere.
  if (psl == nullptr || psl_suffix_count(psl) == 0) {
    psl_free(psl);
    return fail(ErrorCode::kCorrupt,
                path + ": no public suffix list; take one from https://publicsuffix.org/list/");
  }
  return SiteList(std::make_shared<List>(psl));
}

std::string SiteList::site_of_host(std::string_view key_host) const {
  if (key_host.starts_with('[')) {  // IPv6
    return std::string(key_host.substr(0, std::min(key_host.find(']'), key_host.size() - 1) + 1));
  }
  const std::string_view labels = key_host.substr(0, key_host.find(':'));
  // A dot stands only in IPv4 addresses; a NUL in no host, but it would end the name for libpsl.
  if (labels.find_first_of(std::string_view(".\0", 2)) != std::string_view::npos ||
      list_->psl == nullptr) {
    return std::string(labels);
  }
  const std::string name = host_name(labels);
  const char* domain = psl_registrable_domain(list_->psl, name.c_str());
  if (domain == nullptr) return std::string(labels);
  // The domain is the end of the name, so the site is as many labels from the start.
  const std::string_view registrable(domain);
  size_t dots = static_cast<size_t>(std::count(registrable.begin(), registrable.end(), '.'));
  size_t end = labels.find(',');
  for (; dots > 0 && end != std::string_view::npos; --dots) end = labels.find(',', end + 1);
  return std::string(labels.substr(0, end));
}

bool SiteList::is_listed(std::string_view suffix) const {
  return list_->psl != nullptr && psl_is_public_suffix2(list_->psl, std::string(suffix).c_str(),
                                                        PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) != 0;
}

bool SiteList::is_suffix(std::string_view labels) const {
  return psl_is_public_suffix(list_->psl, host_name(labels).c_str()) != 0;
}

std::string_view SiteWalk::next(std::string_view key_host) {
  const std::string_view labels = key_host.substr(0, key_host.find(':'));
  const auto is_odd = [](char c) { return c == '.' || c == '\0' || c == '['; };
  if (std::ranges::any_of(labels, is_odd) || sites_.list_->psl == nullptr) {
    // An address: there is nothing to remember.
    return key_host.substr(0, sites_.site_of_host(key_host).size());
  }
  const auto common =
      static_cast<size_t>(std::ranges::mismatch(labels, labels_).in1 - labels.begin());
  const auto is_known = [&](const Level& level) {
    return level.end <= common && (level.end == labels.size() || labels[level.end] == ',');
  };
  while (!levels_.empty() && !is_known(levels_.back())) levels_.pop_back();
  while (levels_.empty() || levels_.back().end < labels.size()) {
    const size_t begin = levels_.empty() ? 0 : levels_.back().end + 1;
    const size_t end = std::min(labels.find(',', begin), labels.size());
    // As the list is read: the longest suffix counts, and the site is one label more.
    Level level{.end = end, .site_end = end, .is_suffix = sites_.is_suffix(labels.substr(0, end))};
    if (!level.is_suffix && !levels_.empty() && !levels_.back().is_suffix) {
      level.site_end = levels_.back().site_end;
    }
    levels_.push_back(level);
  }
  labels_.assign(labels);
  return labels.substr(0, levels_.back().site_end);
}

uint64_t SiteList::system_version() {
  static const uint64_t version = [] {
    // The one that psl_latest() takes is one of these two.
    uint64_t hash = hash64(psl_builtin_sha1sum() == nullptr ? "" : psl_builtin_sha1sum());
    const char* const path = psl_dist_filename();
    const auto file = MappedFile::open(path == nullptr ? "" : path);
    if (file) hash = mix(hash ^ hash64(file->bytes()));
    return hash;
  }();
  return version;
}

}  // namespace cocite::url
