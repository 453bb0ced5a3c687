#include "static_site/own_pages.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ingest/imported_folders.h"
#include "map/names.h"
#include "url/escape.h"
#include "url/key.h"

namespace cocite::static_site {
namespace {

Result<std::string> key_host_of(const store::Store& store, const std::string& site) {
  std::string key;
  const url::KeyOptions options{.fold_www = store.facts().fold_www};
  if (url::make_key(site, options, key) != url::Skip::kNone) {
    return fail({.message = "'" + site + "' is not the name of a host", .about = "site"});
  }
  return std::string(url::host_of_key(key));
}

// "https://www.example.com/docs/a.html" -> "/docs/a.html"
std::string_view path_of(std::string_view address) {
  const size_t scheme = address.find("://");
  if (scheme == std::string_view::npos) return address;
  const size_t slash = address.find('/', scheme + 3);
  return slash == std::string_view::npos ? "/" : address.substr(slash);
}

// The path that all pages are below, with slashes at both ends: that of the one folder of this host.
Result<std::string> root_of(const store::Store& store, std::string_view host) {
  COCITE_TRY(const std::vector<std::string> folders, ingest::imported_folders(store));
  std::string root;
  for (const std::string& folder : folders) {
    if (url::host_of_key(folder) != host) continue;
    if (!root.empty()) return "/";  // two folders have only the host in common
    root = folder.substr(std::min(folder.size(), host.size() + 1));
  }
  return root.empty() ? "/" : root;
}

}  // namespace

std::string plain_path(std::string_view path) {
  std::string plain;
  for (size_t i = 0; i < path.size(); ++i) {
    const int byte = url::escape_at(path, i);
    plain += byte < 0 ? path[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  for (const std::string_view file : {"index.html", "index.htm"}) {
    if (plain == file || plain.ends_with("/" + std::string(file))) {
      plain.resize(plain.size() - file.size());
      return plain;
    }
  }
  for (const std::string_view ending : {".html", ".htm"}) {
    if (!plain.ends_with(ending)) continue;
    plain.resize(plain.size() - ending.size());
    break;
  }
  return plain;
}

std::string path_hash(std::string_view plain) {
  constexpr uint32_t kPrime = 16777619;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (uint32_t hash : {2166136261U, 3405691582U}) {
    for (const char c : plain) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[(hash >> shift) & 15U];
  }
  return text;
}

// Hosts are ranges of pages.
Result<std::string> OwnPages::host_with_most(const store::Store& store) const {
  std::string best;
  uint64_t most = 0;
  uint64_t hosts = 0;
  for (uint64_t i = 0; i < store.pages();) {
    COCITE_TRY(const HostId host, store.host_of(page_id(i)));
    COCITE_TRY(const auto range, store.pages_of(host));
    uint64_t count = 0;
    for (; i < range.second; ++i) {
      COCITE_TRY(const bool is_crawled, store.is_crawled(page_id(i)));
      count += is_crawled ? 1 : 0;
    }
    hosts += count > 0 ? 1 : 0;
    if (count <= most) continue;
    most = count;
    COCITE_TRY(const std::string key, store.key(range.first));
    best = url::host_of_key(key);
  }
  return best;
}

Result<OwnPages> OwnPages::choose(const store::Store& store, const ChooseOwn& options) {
  OwnPages own;
  own.numbers_.assign(store.pages(), kNone);
  const bool has_addresses = store.names() == store::Names::kUrl;
  std::string host;
  std::string root;
  if (!has_addresses && !options.site.empty()) {
    return fail({.message = store.path() + ": its pages have no addresses, so they have no hosts",
                 .about = "site"});
  }
  if (has_addresses) {
    COCITE_TRY(host,
               options.site.empty() ? own.host_with_most(store) : key_host_of(store, options.site));
    COCITE_TRY(root, root_of(store, host));
  }
  struct Ranked {
    uint32_t parents = 0;
    OwnPage page;
  };
  std::vector<Ranked> ranked;
  std::vector<std::string> titles;
  uint64_t other_hosts = 0;
  uint64_t with_query = 0;
  for (uint64_t i = 0; i < store.pages(); ++i) {
    const PageId page = page_id(i);
    COCITE_TRY(const bool is_crawled, store.is_crawled(page));
    if (!is_crawled || store.status(page).is_gone()) continue;
    COCITE_TRY(const std::string key, store.key(page));
    if (has_addresses && url::host_of_key(key) != host) {
      ++other_hosts;
      continue;
    }
    COCITE_TRY(std::string path, store.url(page, key));
    if (has_addresses) path = std::string(path_of(path));
    if (path.find('?') != std::string::npos) {
      ++with_query;
      continue;
    }
    if (!path.starts_with(root)) continue;
    path.erase(0, root.size());
    COCITE_TRY(const uint32_t parents, store.in().degree(page));
    titles.emplace_back();
    if (store.has_titles()) {
      COCITE_TRY(titles.back(), store.title(page));
    }
    ranked.push_back({parents, {.page = page, .path = std::move(path)}});
  }
  if (ranked.empty()) {
    return fail({.code = ErrorCode::kNotFound,
                 .message = "no page of this site was fetched",
                 .about = options.site.empty() ? "" : "site"});
  }
  titles = map::short_titles(titles);
  for (size_t i = 0; i < ranked.size(); ++i) {
    OwnPage& page = ranked[i].page;
    page.title = !titles[i].empty() ? titles[i] : page.path.empty() ? "/" : plain_path(page.path);
  }
  std::ranges::stable_sort(
      ranked, [](const Ranked& one, const Ranked& other) { return one.parents > other.parents; });
  for (Ranked& one : ranked) {
    own.numbers_[index(one.page.page)] = static_cast<uint32_t>(own.pages_.size());
    own.pages_.push_back(std::move(one.page));
  }
  if (other_hosts > 0) {
    own.notes_.push_back(std::to_string(other_hosts) +
                         " pages of other hosts are left out; name another host with site");
  }
  if (with_query > 0) {
    own.notes_.push_back(std::to_string(with_query) +
                         " addresses with a '?' are left out: a static site has none");
  }
  return own;
}

}  // namespace cocite::static_site
