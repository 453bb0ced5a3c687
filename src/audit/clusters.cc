// Clusters: two parts of the site that say much the same and hardly link to each other.
//
// Parts are communities of the links within the site (Leiden), without links to what a fifth of the pages
// link to, which are menus. Two parts of five pages or more are alike if the cosine of the words that their
// pages share is 0.5 or more; words count ln(pages / pages that have them). They hardly link if there
// are no more links between them than a tenth of the pages of the smaller one, or one. Of large parts
// 200 pages are read, of many parts the 300 largest. Cost: Leiden's, and a look at those texts.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "audit/kind.h"
#include "map/leiden.h"
#include "text/terms.h"

namespace cocite::audit::clusters {
namespace {

constexpr size_t kMostPages = 200'000;
constexpr size_t kLeastPages = 5;   // of a part
constexpr size_t kMostParts = 300;  // that are compared
constexpr size_t kMostRead = 200;   // pages of a part
constexpr double kAlike = 0.5;
constexpr size_t kMenuShare = 5;      // more than a fifth of the pages link to it
constexpr size_t kLinksShare = 10;    // links between two parts, to pages of the smaller one
constexpr size_t kLeastWithWord = 4;  // a quarter of the pages of a part have a word that it shares
constexpr size_t kTold = 3;

map::Ties ties_of(const Site& site, const OwnLinks& links) {
  const size_t pages = site.pages().size();
  const auto is_menu = [&](uint32_t at) {
    return links.parents(at).size() * kMenuShare > pages && pages > kMenuShare;
  };
  map::Ties ties{.begins = {0}};
  std::vector<uint32_t> all;
  for (uint32_t at = 0; at < pages; ++at) {
    all.clear();
    for (const uint32_t child : links.children(at)) {
      if (!is_menu(child)) all.push_back(child);
    }
    if (!is_menu(at)) all.insert(all.end(), links.parents(at).begin(), links.parents(at).end());
    std::ranges::sort(all);
    for (size_t i = 0; i < all.size();) {
      const uint32_t other = all[i];
      float weight = 0;
      for (; i < all.size() && all[i] == other; ++i) ++weight;
      ties.others.push_back(other);
      ties.weights.push_back(weight);
    }
    ties.begins.push_back(ties.others.size());
  }
  return ties;
}

struct Part {
  std::vector<uint32_t> pages = {};  // positions
  size_t read = 0;
  std::map<std::string, double> words = {};  // pages with the word, then its weight
  double length = 0;
};

std::vector<Part> parts_of(const map::Partition& partition) {
  std::vector<Part> parts(partition.communities);
  for (uint32_t at = 0; at < partition.community.size(); ++at) {
    parts[partition.community[at]].pages.push_back(at);
  }
  std::erase_if(parts, [](const Part& part) { return part.pages.size() < kLeastPages; });
  std::ranges::stable_sort(parts, std::greater<>(),
                           [](const Part& part) { return part.pages.size(); });
  if (parts.size() > kMostParts) parts.resize(kMostParts);
  return parts;
}

Result<void> read_words(const Site& site, std::vector<Part>& parts) {
  store::PageTextColumns::Reader reader(site.store().text_columns());
  text::TermReader terms;
  std::unordered_map<std::string, size_t> pages_with;
  size_t read = 0;
  for (Part& part : parts) {
    const size_t step = (part.pages.size() + kMostRead - 1) / kMostRead;
    for (size_t i = 0; i < part.pages.size(); i += step) {
      COCITE_TRY(const std::string_view text, reader.text(site.pages()[part.pages[i]]));
      COCITE_CHECK(site.spend(4 * text.size() + 1));
      std::vector<std::string> own;
      terms.read(text, [&](std::string_view term) { own.emplace_back(term); });
      std::ranges::sort(own);
      own.erase(std::unique(own.begin(), own.end()), own.end());
      for (std::string& word : own) {
        ++pages_with[word];
        ++part.words[std::move(word)];
      }
      ++part.read;
      ++read;
    }
  }
  for (Part& part : parts) {
    std::erase_if(part.words, [&](const auto& word) {
      return word.second < 2 || word.second * kLeastWithWord < static_cast<double>(part.read);
    });
    double squares = 0;
    for (auto& [word, weight] : part.words) {
      const double idf =
          std::log(static_cast<double>(read) / static_cast<double>(pages_with.at(word)));
      weight = weight / static_cast<double>(part.read) * idf;
      squares += weight * weight;
    }
    part.length = std::sqrt(squares);
  }
  return {};
}

struct Alike {
  double cosine = 0;
  std::string words = {};  // that both have, the most telling
};

Alike compare(const Part& one, const Part& other) {
  std::vector<std::pair<double, std::string>> both;
  double sum = 0;
  for (const auto& [word, weight] : one.words) {
    const auto found = other.words.find(word);
    if (found == other.words.end()) continue;
    sum += weight * found->second;
    both.emplace_back(-weight * found->second, word);
  }
  Alike alike;
  if (one.length > 0 && other.length > 0) alike.cosine = sum / one.length / other.length;
  std::ranges::sort(both);
  for (size_t i = 0; i < std::min(kTold, both.size()); ++i) {
    alike.words += (i == 0 ? "" : ", ") + both[i].second;
  }
  return alike;
}

// The page that most of its own part link to.
uint32_t middle_of(const Part& part, const OwnLinks& links, const std::vector<uint32_t>& part_of) {
  uint32_t best = part.pages.front();
  size_t most = 0;
  for (const uint32_t at : part.pages) {
    const auto own = static_cast<size_t>(std::ranges::count_if(
        links.parents(at), [&](uint32_t from) { return part_of[from] == part_of[at]; }));
    if (own > most) most = own, best = at;
  }
  return best;
}

Result<void> find(Site& site, Found& found) {
  if (!site.store().text_columns().has_texts()) {
    found.unknown = "Needs the texts of pages: import a crawl or a folder, and keep them.";
    return {};
  }
  if (site.pages().size() > kMostPages) {
    found.unknown = "Needs a smaller part: ask for the pages below one path.";
    return {};
  }
  COCITE_TRY(const OwnLinks* const links, site.links());
  COCITE_CHECK(site.spend(20 * links->out.size()));
  const map::Partition partition = map::leiden(ties_of(site, *links));
  std::vector<Part> parts = parts_of(partition);
  if (parts.size() < 2) return {};
  COCITE_CHECK(read_words(site, parts));
  std::vector<uint32_t> part_of(site.pages().size(), Site::kNotOwn);
  for (uint32_t i = 0; i < parts.size(); ++i) {
    for (const uint32_t at : parts[i].pages) part_of[at] = i;
  }
  std::map<std::pair<uint32_t, uint32_t>, size_t> between;
  for (uint32_t at = 0; at < part_of.size(); ++at) {
    for (const uint32_t child : links->children(at)) {
      if (part_of[at] == Site::kNotOwn || part_of[child] == Site::kNotOwn) continue;
      ++between[std::minmax(part_of[at], part_of[child])];
    }
  }
  for (uint32_t one = 0; one < parts.size(); ++one) {
    COCITE_CHECK(site.spend(100 * parts.size()));
    for (uint32_t other = one + 1; other < parts.size(); ++other) {
      const auto known = between.find({one, other});
      const size_t linked = known == between.end() ? 0 : known->second;
      // Parts are sorted by size: the other is the smaller one.
      if (linked > std::max<size_t>(1, parts[other].pages.size() / kLinksShare)) continue;
      const Alike alike = compare(parts[one], parts[other]);
      if (alike.cosine < kAlike) continue;
      Item item{.page = site.pages()[middle_of(parts[one], *links, part_of)],
                .text = alike.words,
                .weight = parts[other].pages.size()};
      const uint32_t middle = middle_of(parts[other], *links, part_of);
      item.pages.push_back(site.pages()[middle]);
      for (const uint32_t at : parts[other].pages) {
        if (at != middle) item.pages.push_back(site.pages()[at]);
      }
      item.why = counted(parts[one].pages.size(), "page", "pages") + " around it and " +
                 counted(parts[other].pages.size(), "page", "pages") +
                 " around another write of the same (" + alike.words + "), with " +
                 counted(linked, "link", "links") + " between them";
      found.items.push_back(std::move(item));
    }
  }
  return {};
}

}  // namespace

extern const Kind kKind{
    .name = "clusters",
    .title = "Parts that hardly link to each other",
    .one = "pair of parts writes of the same, almost without links between them",
    .many = "pairs of parts write of the same, almost without links between them",
    .why =
        "Readers of one part never learn of the other. Link their main pages to each other; "
        "'cocite suggest' names more links.",
    .find = find};

}  // namespace cocite::audit::clusters
