#include "audit/replacements.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "base/edit_distance.h"

namespace cocite::audit {
namespace {

constexpr size_t kMostNeighbours = 5000;  // of one folder
constexpr size_t kShareOfName = 5;

std::string folded(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), to_lower);
  return small;
}

}  // namespace

std::string_view file_name_of(std::string_view key) {
  key = key.substr(0, key.find('?'));
  const size_t slash = key.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : key.substr(slash + 1);
}

Result<void> Replacements::read() {
  is_read_ = true;
  std::string key;
  const auto add = [](Pages& pages, std::string name, PageId page) {
    if (name.empty()) return;
    const auto [at, is_new] = pages.try_emplace(std::move(name), page);
    if (!is_new) at->second.reset();
  };
  for (const PageId page : site_->pages()) {
    COCITE_CHECK(site_->spend(100));
    COCITE_CHECK(site_->store().keys().get(index(page), key));
    add(by_name_, folded(file_name_of(key)), page);
    COCITE_TRY(const std::string title, site_->store().title(page));
    add(by_title_, folded(title), page);
  }
  return {};
}

Result<std::optional<PageId>> Replacements::find(PageId target, PageId from) {
  if (site_->store().names() != store::Names::kUrl) return std::optional<PageId>();
  if (!is_read_) COCITE_CHECK(read());
  COCITE_TRY(const std::string key, site_->store().key(target));
  if (const auto found = by_name_.find(folded(file_name_of(key))); found != by_name_.end()) {
    if (found->second) return found->second;
  }
  COCITE_TRY(const std::optional<PageId> titled, by_title(target, from));
  if (titled) return titled;
  return by_spelling(key);
}

Result<std::optional<PageId>> Replacements::by_title(PageId target, PageId from) const {
  const store::Store& store = site_->store();
  if (!store.text_columns().has_anchors()) return std::optional<PageId>();
  COCITE_TRY(const std::vector<std::string> anchors, store.text_columns().anchors(from));
  graph::ListBuffer buffer;
  COCITE_TRY(const auto children, store.children(from, buffer));
  const auto place = static_cast<size_t>(std::ranges::find(children, target) - children.begin());
  if (place >= anchors.size()) return std::optional<PageId>();
  const auto found = by_title_.find(folded(anchors[place]));
  return found == by_title_.end() ? std::optional<PageId>() : found->second;
}

Result<std::optional<PageId>> Replacements::by_spelling(std::string_view key) const {
  const std::string_view name = file_name_of(key);
  if (name.empty()) return std::optional<PageId>();
  const std::string folder(key.substr(0, key.find(name, key.rfind('/'))));
  const store::Store& store = site_->store();
  COCITE_TRY(const uint64_t first, store.keys().lower_bound(folder));
  std::optional<PageId> best;
  size_t least = std::max<size_t>(1, name.size() / kShareOfName) + 1;
  std::string other;
  for (uint64_t i = first; i < std::min(store.pages(), first + kMostNeighbours); ++i) {
    COCITE_CHECK(site_->spend(100));
    COCITE_CHECK(store.keys().get(i, other));
    if (!other.starts_with(folder)) break;
    if (!site_->is_own(page_id(i)) || other.find('/', folder.size()) != std::string::npos) continue;
    const size_t distance = edit_distance(name, file_name_of(other));
    if (distance >= least) continue;
    least = distance;
    best = page_id(i);
  }
  return best;
}

}  // namespace cocite::audit
