#include "engine/resolve.h"

#include <algorithm>
#include <optional>

#include "engine/host_graph.h"
#include "engine/present.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::engine {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "17" -> "0017" where the store's numbers have four digits.
std::string padded(std::string_view number, size_t width) {
  const size_t zeros = std::min(number.find_first_not_of('0'), number.size() - 1);
  number.remove_prefix(zeros);
  return std::string(number.size() < width ? width - number.size() : 0, '0') + std::string(number);
}

// In a graph of hosts or sites a page stands for its host or site.
std::string node_of(const store::Store& store, std::string_view key) {
  const std::string_view host = url::host_of_key(key);
  switch (nodes_of(store)) {
    case On::kPages:
      return std::string(key);
    case On::kHosts:
      return std::string(host) + ")/";
    case On::kSites:
      return url::SiteList().site_of_host(host) + ")/";
  }
  return std::string(key);
}

// The keys that a text can stand for, best guess first. Empty: it is no page, because of `skip`.
Result<std::vector<std::string>> keys_meant(const store::Store& store, std::string_view text,
                                            url::Skip& skip) {
  std::vector<std::string> keys;
  if (store.names() == store::Names::kOpaque) {
    keys.emplace_back(text);
    if (store.manifest().fact("names") == "numbers" && is_number(text) && store.pages() > 0) {
      COCITE_TRY(const std::string first, store.key(page_id(0)));
      keys.push_back(padded(text, first.size()));
    }
    return keys;
  }
  const url::KeyOptions options{.fold_www = store.manifest().fact("fold_www") == "yes"};
  std::string key;
  skip = url::make_key(text, options, key);
  if (skip == url::Skip::kNone) keys.push_back(node_of(store, key));
  // A key read as an address has a host with ")" in it, which no page has; so the two readings do
  // not get in each other's way. Going by its address the key passes through the store's folding.
  if (text.find(')') < text.find('/') &&
      url::make_key(url::url_of_key(text), options, key) == url::Skip::kNone) {
    keys.push_back(node_of(store, key));
    skip = url::Skip::kNone;
  }
  return keys;
}

size_t shared_bytes(std::string_view a, std::string_view b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// The same page as people also write it.
std::vector<std::string> spellings(std::string_view key) {
  std::vector<std::string> result;
  const std::string_view host = url::host_of_key(key);
  if (host.size() == key.size()) return result;
  const std::string path(key.substr(host.size()));  // ")/a?x=1"
  const size_t query = path.find('?');
  const std::string bare = path.substr(0, query);
  const std::string rest = query == std::string::npos ? "" : path.substr(query);
  const std::string turned = bare.ends_with('/') ? bare.substr(0, bare.size() - 1) : bare + '/';

  const size_t colon = host.find_last_of(",:");  // the port, if there is one, stands last
  const bool has_port = colon != std::string_view::npos && host[colon] == ':';
  const std::string name(has_port ? host.substr(0, colon) : host);
  const std::string port(has_port ? host.substr(colon) : "");
  const std::string other_host =
      (name.ends_with(",www") ? name.substr(0, name.size() - 4) : name + ",www") + port;

  for (const std::string& some_host : {std::string(host), other_host}) {
    for (const std::string& some_path : {bare, turned}) {
      result.push_back(some_host + some_path + rest);
      if (!rest.empty()) result.push_back(some_host + some_path);
    }
  }
  return result;
}

}  // namespace

Result<std::vector<std::string>> nearest_keys(const store::Store& store, std::string_view key) {
  std::vector<std::string> nearest;
  const auto keep = [&](const std::string& found) {
    if (found != key && std::ranges::find(nearest, found) == nearest.end()) {
      nearest.push_back(found);
    }
  };
  if (store.names() == store::Names::kUrl) {
    for (const std::string& spelling : spellings(key)) {
      COCITE_TRY(const std::optional<PageId> page, store.find(spelling));
      if (page && nearest.size() < kMaxNearest) keep(spelling);
    }
  }
  // Outward from where the key would stand; the side that shares more comes first.
  COCITE_TRY(uint64_t right, store.keys().lower_bound(key));
  uint64_t left = right;
  std::string before;
  std::string after;
  if (left > 0) COCITE_CHECK(store.keys().get(left - 1, before));
  if (right < store.pages()) COCITE_CHECK(store.keys().get(right, after));
  while (nearest.size() < kMaxNearest && (left > 0 || right < store.pages())) {
    const bool take_left = left > 0 && (right == store.pages() ||
                                        shared_bytes(before, key) > shared_bytes(after, key));
    const std::string& found = take_left ? before : after;
    // Neighbours without a common beginning help only where there is nothing better.
    if (shared_bytes(found, key) == 0 && nearest.size() >= 2) break;
    keep(found);
    if (take_left) {
      if (--left > 0) COCITE_CHECK(store.keys().get(left - 1, before));
    } else {
      if (++right < store.pages()) COCITE_CHECK(store.keys().get(right, after));
    }
  }
  return nearest;
}

Result<std::string> key_meant(const store::Store& store, std::string_view text) {
  url::Skip skip = url::Skip::kNone;
  COCITE_TRY(std::vector<std::string> keys, keys_meant(store, text, skip));
  if (keys.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                "'" + readable(text) + "' is not a page: " + std::string(url::skip_reason(skip)) +
                    "; a page is a URL such as www.example.com/a");
  }
  return std::move(keys.back());
}

Result<std::optional<PageId>> find_page(const store::Store& store, std::string_view text) {
  url::Skip skip = url::Skip::kNone;
  COCITE_TRY(const std::vector<std::string> keys, keys_meant(store, text, skip));
  for (const std::string& key : keys) {
    COCITE_TRY(const std::optional<PageId> page, store.find(key));
    if (page) return page;
  }
  return std::optional<PageId>();
}

Result<PageId> resolve(const store::Store& store, std::string_view text) {
  COCITE_TRY(const std::string key, key_meant(store, text));
  COCITE_TRY(const std::optional<PageId> page, find_page(store, text));
  if (page) return *page;
  std::string message = readable(text) + " is not in this graph";
  COCITE_TRY(const std::vector<std::string> nearest, nearest_keys(store, key));
  for (size_t i = 0; i < nearest.size(); ++i) {
    message += i == 0 ? "; nearest keys: " : ", ";
    message += readable(display_name(store, nearest[i]));
  }
  if (nearest.empty()) message += ", which has no pages";
  return fail(ErrorCode::kNotFound, message);
}

}  // namespace cocite::engine
