#include "insight/hosts.h"

#include <map>

#include "url/key.h"
#include "url/site.h"

namespace cocite::insight {

Result<std::string> key_host(const store::Store& store, HostId host) {
  COCITE_TRY(const auto pages, store.pages_of(host));
  COCITE_TRY(const std::string key, store.key(pages.first));
  return std::string(url::host_of_key(key));
}

Result<std::string> name_of(const store::Store& store, HostId host) {
  COCITE_TRY(const std::string key, key_host(store, host));
  return url::host_name(key);
}

bool is_host_name(std::string_view text) {
  return text.find_first_of("/?#)") == std::string_view::npos;
}

Result<std::optional<HostId>> find_host(const store::Store& store, std::string_view text) {
  std::string key;
  const std::string address = text.find("://") == std::string_view::npos
                                  ? "http://" + std::string(text)
                                  : std::string(text);
  if (text.find(')') != std::string_view::npos && text.find(',') != std::string_view::npos) {
    key = text;  // a page key
  } else if (url::make_key(address, {.fold_www = store.facts().fold_www}, key) !=
             url::Skip::kNone) {
    return std::nullopt;
  }
  const std::string begin = std::string(url::host_of_key(key)) + ")";
  COCITE_TRY(const uint64_t at, store.keys().lower_bound(begin));
  if (at >= store.pages()) return std::nullopt;
  COCITE_TRY(const std::string found, store.key(page_id(at)));
  if (!found.starts_with(begin)) return std::nullopt;
  COCITE_TRY(const HostId host, store.host_of(page_id(at)));
  return host;
}

Result<void> for_each_host(
    const store::Store& store,
    const std::function<Result<void>(HostId host, std::string_view key_host)>& use) {
  std::string key;
  for (uint64_t i = 0; i < store.hosts(); ++i) {
    COCITE_TRY(const auto pages, store.pages_of(host_id(i)));
    COCITE_CHECK(store.keys().get(index(pages.first), key));
    COCITE_CHECK(use(host_id(i), url::host_of_key(key)));
  }
  return {};
}

Result<HostSites> HostSites::make(const store::Store& store) {
  HostSites made;
  made.sites_.reserve(store.hosts());
  url::SiteWalk walk{url::SiteList()};
  // Hosts of a site need not be neighbours: "com,a" "com,a-b" "com,a,www".
  std::map<std::string, uint32_t, std::less<>> numbers;
  COCITE_CHECK(for_each_host(store, [&](HostId, std::string_view host) -> Result<void> {
    const std::string_view site = walk.next(host);
    auto known = numbers.find(site);
    if (known == numbers.end()) {
      known = numbers.emplace(std::string(site), static_cast<uint32_t>(numbers.size())).first;
    }
    made.sites_.push_back(known->second);
    return {};
  }));
  made.count_ = static_cast<uint32_t>(numbers.size());
  return made;
}

}  // namespace cocite::insight
