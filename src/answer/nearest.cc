#include "answer/nearest.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "base/edit_distance.h"
#include "url/key.h"

namespace cocite::answer {
namespace {

// This many keys on each side of the key's place.
constexpr uint64_t kBeside = 200;
// Longer hosts and names are not typed by hand.
constexpr size_t kLongestTyped = 60;
constexpr std::string_view kTyped = "abcdefghijklmnopqrstuvwxyz0123456789-_";

// "com,example,www:8080" -> "com,example,www" and ":8080".
std::pair<std::string, std::string> split_port(std::string_view host) {
  const size_t at = host.find_last_of(",:");
  if (at == std::string_view::npos || host[at] == ',') return {std::string(host), ""};
  return {std::string(host.substr(0, at)), std::string(host.substr(at))};
}

std::string turned_www(std::string_view host) {
  const auto [name, port] = split_port(host);
  return (name.ends_with(",www") ? name.substr(0, name.size() - 4) : name + ",www") + port;
}

// All texts that one slip of the finger makes of `text`.
template <class Use>
Result<void> for_each_slip(const std::string& text, Use&& use) {
  for (size_t i = 0; i <= text.size(); ++i) {
    for (const char c : kTyped) {
      COCITE_CHECK(use(text.substr(0, i) + c + text.substr(i)));
      if (i < text.size() && text[i] != ',' && text[i] != c) {
        COCITE_CHECK(use(text.substr(0, i) + c + text.substr(i + 1)));
      }
    }
    if (i < text.size()) COCITE_CHECK(use(text.substr(0, i) + text.substr(i + 1)));
    if (i + 1 < text.size() && text[i] != text[i + 1]) {
      std::string swapped = text;
      std::swap(swapped[i], swapped[i + 1]);
      COCITE_CHECK(use(swapped));
    }
  }
  return {};
}

class Search {
 public:
  Search(const store::Store& store, std::string_view key) : store_(&store), key_(key) {}

  Result<void> add(const std::string& key) {
    if (key == key_ || found_.contains(key)) return {};
    COCITE_TRY(const std::optional<PageId> page, store_->find(key));
    if (page) found_.emplace(key, *page);
    return {};
  }

  Result<void> add_beside() {
    COCITE_TRY(const uint64_t place, store_->keys().lower_bound(key_));
    const uint64_t first = place > kBeside ? place - kBeside : 0;
    const uint64_t last = std::min(store_->pages(), place + kBeside);
    std::string key;
    for (uint64_t i = first; i < last; ++i) {
      COCITE_CHECK(store_->keys().get(i, key));
      if (key != key_) found_.emplace(key, page_id(i));
    }
    return {};
  }

  // Of a host that is alike: the page with the same path, or else its first one.
  Result<void> add_of_host(const std::string& host) {
    COCITE_TRY(const uint64_t first, store_->keys().lower_bound(host + ")"));
    if (first == store_->pages()) return {};
    std::string key;
    COCITE_CHECK(store_->keys().get(first, key));
    if (!key.starts_with(host + ")")) return {};
    const std::string same = host + std::string(key_.substr(url::host_of_key(key_).size()));
    COCITE_TRY(const std::optional<PageId> page, store_->find(same));
    found_.emplace(page ? same : key, page ? *page : page_id(first));
    return {};
  }

  Result<void> add_slips() {
    const bool has_urls = store_->names() == store::Names::kUrl;
    if (!has_urls) {
      if (key_.size() > kLongestTyped) return {};
      return for_each_slip(std::string(key_), [&](const std::string& name) { return add(name); });
    }
    auto [name, port] = split_port(url::host_of_key(key_));
    if (name.ends_with(",www")) name.resize(name.size() - 4);
    if (name.size() > kLongestTyped) return {};
    return for_each_slip(name, [&, &own_port = port](const std::string& host) -> Result<void> {
      COCITE_CHECK(add_of_host(host + own_port));
      return add_of_host(host + ",www" + own_port);
    });
  }

  Result<std::vector<std::string>> best() {
    std::vector<std::tuple<size_t, std::string, PageId>> alike;
    // The same address without its query is as like as can be.
    const std::string_view bare = key_.substr(0, key_.find('?'));
    for (const auto& [key, page] : found_) {
      alike.emplace_back(key == bare ? 0 : edit_distance(key, key_), key, page);
    }
    std::ranges::sort(alike);
    // In-links decide among those that are equally alike; only the first of all are looked at.
    constexpr size_t kLookedAt = 50;
    if (alike.size() > kLookedAt) alike.resize(kLookedAt);
    std::vector<std::tuple<size_t, uint64_t, std::string>> ranked;
    for (const auto& [distance, key, page] : alike) {
      COCITE_TRY(const uint64_t in_links, store_->in().degree(page));
      ranked.emplace_back(distance, UINT64_MAX - in_links, key);
    }
    std::ranges::sort(ranked);
    std::vector<std::string> keys;
    for (const auto& [distance, few_links, key] : ranked) {
      if (keys.size() == kMaxNearest) break;
      // Whatever has nothing in common with it helps only where there is nothing better.
      if (distance >= std::max(key.size(), key_.size()) && keys.size() >= 2) break;
      keys.push_back(key);
    }
    return keys;
  }

 private:
  const store::Store* store_;
  std::string_view key_;
  std::map<std::string, PageId> found_;
};

}  // namespace

std::vector<std::string> other_spellings(std::string_view key) {
  std::vector<std::string> result;
  const std::string_view host = url::host_of_key(key);
  if (host.size() == key.size()) return result;
  const std::string path(key.substr(host.size()));  // ")/a?x=1"
  const size_t query = std::min(path.find('?'), path.size());
  const std::string bare = path.substr(0, query);
  const std::string rest = path.substr(query);
  const std::string turned = bare.ends_with('/') ? bare.substr(0, bare.size() - 1) : bare + '/';
  const std::string own(host);
  const std::string other = turned_www(host);
  const bool is_root = bare == ")/";
  if (!is_root) result.push_back(own + turned + rest);
  result.push_back(other + bare + rest);
  if (!is_root) result.push_back(other + turned + rest);
  return result;
}

Result<std::vector<std::string>> nearest_keys(const store::Store& store, std::string_view key) {
  Search search(store, key);
  if (store.names() == store::Names::kUrl) {
    for (const std::string& spelling : other_spellings(key)) {
      COCITE_CHECK(search.add(spelling));
      COCITE_CHECK(search.add(spelling.substr(0, spelling.find('?'))));
    }
    COCITE_CHECK(search.add(std::string(key.substr(0, key.find('?')))));
  }
  COCITE_CHECK(search.add_beside());
  COCITE_CHECK(search.add_slips());
  return search.best();
}

}  // namespace cocite::answer
