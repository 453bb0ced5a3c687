#include "audit/site.h"

#include <algorithm>
#include <utility>

#include "url/key.h"

namespace cocite::audit {
namespace {

std::string_view path_of(std::string_view key) {
  return key.substr(std::min(url::host_of_key(key).size() + 1, key.size()));
}

Result<std::string> key_host_of(const std::string& site) {
  std::string key;
  if (url::make_key(site, {}, key) != url::Skip::kNone) {
    return fail({.message = "'" + site + "' is not the name of a host", .about = "site"});
  }
  return std::string(url::host_of_key(key));
}

}  // namespace

Result<Site> Site::make(const store::Store& store, const Scope& scope) {
  Site site;
  site.store_ = &store;
  site.scope_ = scope;
  COCITE_CHECK(site.choose_pages());
  COCITE_CHECK(site.choose_homes());
  return site;
}

Result<void> Site::choose_pages() {
  const bool has_scope = !scope_.site.empty() || !scope_.under.empty();
  if (has_scope && store_->names() != store::Names::kUrl) {
    return fail({.message = store_->path() + ": its pages have no addresses, so they have no hosts "
                                             "and no paths",
                 .about = scope_.site.empty() ? "under" : "site"});
  }
  std::string host;
  if (!scope_.site.empty()) {
    COCITE_TRY(host, key_host_of(scope_.site));
  }
  const auto is_in_scope = [&](std::string_view key) {
    if (!host.empty()) {
      if (!key.starts_with(host)) return false;
      const char next = key.size() > host.size() ? key[host.size()] : ')';
      if (next != ')' && next != ',' && next != ':') return false;
    }
    return path_of(key).starts_with(scope_.under);
  };
  positions_.assign(store_->pages(), kNotOwn);
  std::string key;
  for (uint64_t i = 0; i < store_->pages(); ++i) {
    COCITE_CHECK(spend(1));
    COCITE_TRY(const bool is_crawled, store_->is_crawled(page_id(i)));
    if (!is_crawled || store_->status(page_id(i)).is_gone()) continue;
    if (has_scope) {
      COCITE_CHECK(store_->keys().get(i, key));
      if (!is_in_scope(key)) continue;
    }
    positions_[i] = static_cast<uint32_t>(pages_.size());
    pages_.push_back(page_id(i));
  }
  if (!pages_.empty()) return {};
  return fail({.code = ErrorCode::kNotFound,
               .message = has_scope ? "no page that was fetched is in this part of the store"
                                    : store_->path() + ": no page of it was fetched",
               .about = !scope_.site.empty()    ? "site"
                        : !scope_.under.empty() ? "under"
                                                : ""});
}

// Of the own pages [first, last) of a host: the root, what `under` or a folder begins with, or else
// the page with the shortest address of those that some page links to.
Result<std::optional<PageId>> Site::home_of(std::string_view host, size_t first,
                                            size_t last) const {
  std::vector<std::string> tried = {std::string(host) + ")" + scope_.under,
                                    std::string(host) + ")/"};
  for (const std::string& folder : scope_.folders) {
    if (url::host_of_key(folder) == host) tried.push_back(folder);
  }
  for (const std::string& key : tried) {
    COCITE_TRY(const std::optional<PageId> page, store_->find(key));
    if (page && is_own(*page)) return page;
  }
  std::optional<PageId> best;
  size_t shortest = 0;
  std::string key;
  for (size_t i = first; i < last; ++i) {
    COCITE_CHECK(store_->keys().get(index(pages_[i]), key));
    if (best && key.size() >= shortest) continue;
    COCITE_TRY(const uint32_t parents, store_->in().degree(pages_[i]));
    if (parents == 0) continue;
    best = pages_[i];
    shortest = key.size();
  }
  return best;
}

Result<void> Site::choose_homes() {
  if (scope_.home) {
    if (!is_own(*scope_.home)) {
      return fail(
          {.message = "the home page is not one of the pages that are audited", .about = "home"});
    }
    homes_ = {*scope_.home};
    return {};
  }
  if (store_->names() != store::Names::kUrl) return {};
  for (size_t first = 0; first < pages_.size();) {
    COCITE_CHECK(spend(1));
    COCITE_TRY(const HostId host, store_->host_of(pages_[first]));
    COCITE_TRY(const auto range, store_->pages_of(host));
    size_t last = first;
    while (last < pages_.size() && index(pages_[last]) < range.second) ++last;
    COCITE_TRY(const std::string key, store_->key(pages_[first]));
    COCITE_TRY(const std::optional<PageId> home, home_of(url::host_of_key(key), first, last));
    if (home) homes_.push_back(*home);
    first = last;
  }
  std::ranges::sort(homes_);
  return {};
}

bool Site::is_home(PageId page) const {
  return std::ranges::binary_search(homes_, page);
}

std::string_view Site::folder_of(std::string_view key) const {
  std::string_view longest;
  for (const std::string& folder : scope_.folders) {
    if (key.starts_with(folder) && folder.size() > longest.size()) longest = folder;
  }
  return longest;
}

Result<void> Site::spend(uint64_t steps) const {
  if (!is_spent_after(scope_.budget, steps)) return {};
  return fail(ErrorCode::kCancelled, "stopped");
}

Result<void> Site::for_each_list(const UseList& use) const {
  const uint64_t end = uint64_t{index(pages_.back())} + 1;
  auto scan = store_->out().scan(pages_.front(), end);
  while (scan.next()) {
    COCITE_CHECK(spend(scan.list().size() + 1));
    if (is_own(scan.page())) COCITE_CHECK(use(scan.page(), scan.list()));
  }
  return scan.status();
}

Result<const OwnLinks*> Site::links() {
  if (links_) return links_.get();
  auto links = std::make_shared<OwnLinks>();
  links->out_offsets.push_back(0);
  links->in_offsets.assign(pages_.size() + 1, 0);
  COCITE_CHECK(for_each_list([&](PageId page, std::span<const PageId> list) -> Result<void> {
    for (const PageId child : list) {
      const uint32_t at = position(child);
      if (at == kNotOwn || child == page) continue;
      links->out.push_back(at);
      ++links->in_offsets[at + 1];
    }
    links->out_offsets.push_back(links->out.size());
    return {};
  }));
  for (size_t i = 1; i < links->in_offsets.size(); ++i) {
    links->in_offsets[i] += links->in_offsets[i - 1];
  }
  links->in.resize(links->out.size());
  std::vector<uint64_t> next(links->in_offsets.begin(), links->in_offsets.end() - 1);
  for (uint32_t at = 0; at < pages_.size(); ++at) {
    COCITE_CHECK(spend(links->children(at).size() + 1));
    for (const uint32_t child : links->children(at)) links->in[next[child]++] = at;
  }
  links_ = std::move(links);
  return links_.get();
}

Result<const std::vector<uint32_t>*> Site::depths() {
  if (depths_) return depths_.get();
  COCITE_TRY(const OwnLinks* const own, links());
  auto depths = std::make_shared<std::vector<uint32_t>>(pages_.size(), kUnreached);
  std::vector<uint32_t> queue;
  for (const PageId home : homes_) {
    (*depths)[position(home)] = 0;
    queue.push_back(position(home));
  }
  for (size_t i = 0; i < queue.size(); ++i) {
    const uint32_t at = queue[i];
    COCITE_CHECK(spend(own->children(at).size() + 1));
    for (const uint32_t child : own->children(at)) {
      if ((*depths)[child] != kUnreached) continue;
      (*depths)[child] = (*depths)[at] + 1;
      queue.push_back(child);
    }
  }
  depths_ = std::move(depths);
  return depths_.get();
}

Result<const words::OwnTexts*> Site::texts() {
  if (!texts_) {
    COCITE_TRY(words::OwnTexts texts, words::OwnTexts::make(*store_, pages_, threads(), budget()));
    texts_ = std::make_shared<const words::OwnTexts>(std::move(texts));
  }
  return texts_.get();
}

}  // namespace cocite::audit
