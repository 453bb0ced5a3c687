#include "insight/labels.h"

#include <algorithm>
#include <map>

#include "store/save_columns.h"

namespace cocite::insight {
namespace {

constexpr const char* kName = "labels";
constexpr const char* kAbout = "labels 1";

}  // namespace

Labels::Labels(std::vector<std::string> names, std::vector<std::pair<PageId, uint32_t>> pairs)
    : names_(std::move(names)) {
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [page, label] : pairs) {
    if (pages_.empty() || pages_.back() != page) {
      pages_.push_back(page);
      begins_.push_back(labels_.size());
    }
    labels_.push_back(label);
  }
  begins_.push_back(labels_.size());
}

size_t Labels::place(PageId page) const {
  const auto found = std::ranges::lower_bound(pages_, page);
  if (found == pages_.end() || *found != page) return pages_.size();
  return static_cast<size_t>(found - pages_.begin());
}

std::span<const uint32_t> Labels::of(PageId page) const {
  const size_t at = place(page);
  if (at == pages_.size()) return {};
  return std::span(labels_).subspan(begins_[at], begins_[at + 1] - begins_[at]);
}

Result<Labels> Labels::read(Context& context, const std::string& path) {
  COCITE_TRY(const Above::LabelledPages read, context.above().read_labels(path));
  std::map<std::string_view, uint32_t> numbers;
  std::vector<std::string> names;
  std::vector<std::pair<PageId, uint32_t>> pairs;
  for (const auto& [page, label] : read.labels) {
    const auto [known, is_new] = numbers.try_emplace(label, static_cast<uint32_t>(names.size()));
    if (is_new) names.push_back(label);
    pairs.emplace_back(page, known->second);
  }
  if (pairs.empty()) {
    return fail({.message = path + ": no page of the store has a label in it", .about = "labels"});
  }
  if (read.unknown > 0) {
    context.note(std::to_string(read.unknown) + " lines of " + path +
                 " name pages that are not in the store");
  }
  return Labels(std::move(names), std::move(pairs));
}

Result<std::optional<Labels>> Labels::saved(const store::Store& store) {
  COCITE_TRY(const auto notes, store.notes(kName));
  if (!notes || notes->about() != kAbout) return std::nullopt;
  COCITE_TRY(const auto pages, notes->part<uint32_t>("pages"));
  COCITE_TRY(const auto labels, notes->part<uint32_t>("labels"));
  COCITE_TRY(const auto text, notes->part<char>("names"));
  std::vector<std::string> names;
  for (std::string_view rest(text.data(), text.size()); !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find('\n'));
    names.emplace_back(name);
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  std::vector<std::pair<PageId, uint32_t>> pairs;
  bool is_sound = pages.size() == labels.size();
  for (size_t i = 0; is_sound && i < pages.size(); ++i) {
    is_sound = pages[i] < store.pages() && labels[i] < names.size();
    pairs.emplace_back(page_id(pages[i]), labels[i]);
  }
  if (!is_sound) return fail(ErrorCode::kCorrupt, store.path() + ": the saved labels are damaged");
  return Labels(std::move(names), std::move(pairs));
}

Result<Labels> Labels::get(Context& context, const std::string& path) {
  if (!path.empty()) return read(context, path);
  COCITE_TRY(auto found, saved(context.store()));
  if (found) return *std::move(found);
  return fail({.message = "the store has no labels; name a file of page<TAB>label lines, which can "
                          "be kept in the store",
               .about = "labels",
               .remedies = {{.options = {{"labels", "FILE"}, {"save", ""}},
                             .command = "categorize",
                             .arguments = {context.store().path()}}}});
}

Result<void> Labels::save(Context& context) const {
  std::vector<uint32_t> pages;
  for (size_t i = 0; i < pages_.size(); ++i) {
    for (size_t k = begins_[i]; k < begins_[i + 1]; ++k) pages.push_back(index(pages_[i]));
  }
  std::string names;
  for (const std::string& name : names_) names += name + '\n';
  const store::NewNotes notes{.name = kName,
                              .about = kAbout,
                              .parts = {{"pages", std::as_bytes(std::span(pages))},
                                        {"labels", std::as_bytes(std::span(labels_))},
                                        {"names", std::as_bytes(std::span(names))}}};
  return store::save_notes(context.store(), notes, [&] { return !context.is_stopped(); });
}

}  // namespace cocite::insight
