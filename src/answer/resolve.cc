#include "answer/resolve.h"

#include <algorithm>
#include <optional>

#include <cocite/readable.h>

#include "answer/nearest.h"
#include "url/key.h"
#include "url/site.h"

namespace cocite::answer {
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
  switch (store.facts().on) {
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
  if (store.names() != store::Names::kUrl) {
    keys.emplace_back(text);
    if (store.names() == store::Names::kNumbers && is_number(text) && store.pages() > 0) {
      COCITE_TRY(const std::string first, store.key(page_id(0)));
      keys.push_back(padded(text, first.size()));
    }
    return keys;
  }
  const url::KeyOptions options{.fold_www = store.facts().fold_www};
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

}  // namespace

Result<std::string> key_meant(const store::Store& store, std::string_view text) {
  url::Skip skip = url::Skip::kNone;
  COCITE_TRY(std::vector<std::string> keys, keys_meant(store, text, skip));
  if (keys.empty()) {
    return fail({.message = "'" + readable(text) +
                            "' is not a page: " + std::string(url::skip_reason(skip)) +
                            "; a page is a URL such as www.example.com/a",
                 .about = "page"});
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

Result<std::optional<PageId>> find_any_spelling(const store::Store& store, std::string_view text) {
  COCITE_TRY(const std::optional<PageId> page, find_page(store, text));
  if (page || store.names() != store::Names::kUrl) return page;
  url::Skip skip = url::Skip::kNone;
  COCITE_TRY(const std::vector<std::string> keys, keys_meant(store, text, skip));
  for (const std::string& key : keys) {
    for (const std::string& spelling : other_spellings(key)) {
      COCITE_TRY(const std::optional<PageId> other, store.find(spelling));
      if (other) return other;
    }
  }
  return std::optional<PageId>();
}

Result<PageId> resolve(const store::Store& store, std::string_view text) {
  COCITE_TRY(const std::string key, key_meant(store, text));
  COCITE_TRY(const std::optional<PageId> page, find_any_spelling(store, text));
  if (page) return *page;
  Error error{.code = ErrorCode::kNotFound,
              .message = readable(text) + " is not in this graph",
              .about = "page"};
  COCITE_TRY(const std::vector<std::string> nearest, nearest_keys(store, key));
  for (const std::string& one : nearest) {
    error.nearest.push_back(readable(store.address(one)));
  }
  if (nearest.empty()) error.message += ", which has no pages";
  return fail(std::move(error));
}

}  // namespace cocite::answer
