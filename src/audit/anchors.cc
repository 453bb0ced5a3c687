// Anchors: links whose text says nothing ("click here", a bare address, nothing at all), one text that
// leads to several pages, one page under ten names or more.
//
// A bare address is the usual text of a link to another site, and no fault there. Texts are compared
// without case and outer blanks. Words that every page has for getting around (next, up, home) may lead
// anywhere. Cost: each anchor text is read once.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "audit/kind.h"
#include "base/ascii.h"
#include "base/hash.h"

namespace cocite::audit::anchors {
namespace {

constexpr std::array<std::string_view, 9> kVague = {"click here", "here", "read more",
                                                    "more",       "this", "learn more",
                                                    "this page",  "link", "this link"};
constexpr std::array<std::string_view, 14> kGettingAround = {
    "next", "previous", "prev",     "back", "up",    "top",    "first",
    "last", "home",     "contents", "edit", "index", "source", "print"};
constexpr size_t kManyNames = 10;
constexpr size_t kMostTargets = 100;  // of one text that are kept

std::string folded(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::string small(text);
  std::ranges::transform(small, small.begin(), to_lower);
  return small;
}

template <class List>
bool has(const List& list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

bool is_address(std::string_view text) {
  return (text.starts_with("http://") || text.starts_with("https://") ||
          text.starts_with("www.")) &&
         text.find(' ') == std::string_view::npos;
}

// Digits and signs number things; they name nothing.
bool has_letters(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; });
}

struct Text {
  std::string text = {};
  std::vector<PageId> targets = {};
  std::vector<PageId> from = {};  // a page for each
};

class Reading {
 public:
  explicit Reading(const Site& site) : site_(&site) {}

  void link(PageId from, PageId target, const std::string& anchor) {
    std::string text = folded(anchor);
    const bool is_empty = text.empty();
    const bool is_own = site_->is_own(target);
    if (is_empty || has(kVague, text) || (is_own && is_address(text))) {
      Item& item = vague_[{target, is_address(text) ? "http" : text}];
      if (item.from.empty()) item.text = anchor;
      item.from.push_back(from);
      return;
    }
    if (!is_own || !has_letters(text) || has(kGettingAround, text)) return;
    std::set<std::string>& names = names_[target];
    if (names.size() < 2 * kManyNames) names.insert(text);
    Text& known = texts_[hash64(text)];
    if (known.targets.empty()) known.text = std::move(text);
    if (known.targets.size() >= kMostTargets ||
        std::ranges::find(known.targets, target) != known.targets.end()) {
      return;
    }
    known.targets.push_back(target);
    known.from.push_back(from);
  }

  void finish(Found& found) {
    for (auto& [about, item] : vague_) {
      const uint64_t links = item.from.size();
      item.target = about.first;
      item.weight = links + 2 * kMostTargets;
      const std::string these = counted(links, "link", "links") + " to it ";
      item.why = these + (about.second.empty()     ? "without any text"
                          : about.second == "http" ? "with only an address as text"
                                                   : "with only '" + about.second + "' as text");
      found.items.push_back(std::move(item));
    }
    for (const auto& [target, names] : names_) {
      if (names.size() < kManyNames) continue;
      Item item{.target = target, .weight = kMostTargets + names.size()};
      size_t told = 0;
      for (const std::string& name : names) {
        if (told++ < 3) item.text += (item.text.empty() ? "" : ", ") + name;
      }
      item.why = "links call it by " + std::to_string(names.size()) +
                 (names.size() == 2 * kManyNames ? " names or more" : " names");
      found.items.push_back(std::move(item));
    }
    for (auto& [hash, known] : texts_) {
      if (known.targets.size() < 2) continue;
      std::vector<PageId> targets = known.targets;
      std::ranges::sort(targets);
      Item item{.target = targets.front(), .text = known.text, .weight = targets.size()};
      item.why = "'" + known.text + "' leads to this page and to " +
                 counted(targets.size() - 1, "other", "others");
      item.pages.assign(targets.begin() + 1, targets.end());
      item.from = std::move(known.from);
      found.items.push_back(std::move(item));
    }
  }

 private:
  const Site* site_;
  std::map<std::pair<PageId, std::string>, Item> vague_;
  std::map<PageId, std::set<std::string>> names_;
  std::unordered_map<uint64_t, Text> texts_;
};

Result<void> find(Site& site, Found& found) {
  const store::PageTextColumns& columns = site.store().text_columns();
  if (!columns.has_anchors()) {
    found.unknown = "Needs the texts of links: import a crawl or a folder, and keep them.";
    return {};
  }
  store::PageTextColumns::Reader reader(columns);
  Reading reading(site);
  COCITE_CHECK(site.for_each_list([&](PageId page, std::span<const PageId> list) -> Result<void> {
    COCITE_TRY(std::vector<std::string> anchors, reader.anchors(page));
    COCITE_CHECK(site.spend(100 * anchors.size()));
    anchors.resize(list.size());  // those at the end may have none
    for (size_t i = 0; i < list.size(); ++i) reading.link(page, list[i], anchors[i]);
    return {};
  }));
  reading.finish(found);
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "anchors",
    .title = "Texts of links",
    .one = "text of links says too little, or too many things",
    .many = "texts of links say too little, or too many things",
    .why = "Readers cannot tell where such a link leads before they follow it. Name the target.",
    .find = find};

}  // namespace cocite::audit::anchors
