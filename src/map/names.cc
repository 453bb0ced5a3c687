#include "map/names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/function_words.h"

namespace cocite::map {
namespace {

constexpr std::array<std::string_view, 7> kSeparators = {" - ", " | ", " :: ", " — ",
                                                         " – ", " · ", " » "};
// Words that name nothing: of titles, and of addresses.
constexpr std::array<std::string_view, 8> kTitleWords = {"home", "homepage", "index", "new",
                                                         "page", "pages",    "site",  "welcome"};
constexpr std::array<std::string_view, 9> kAddressWords = {"com",  "edu", "gov", "htm", "html",
                                                           "http", "net", "org", "www"};
constexpr size_t kLongestLabel = 80;  // bytes; a name joins two

// The site's part of a title: what follows the last separator, or is before the first.
std::string_view tail_of(std::string_view title) {
  size_t best = std::string_view::npos;
  size_t size = 0;
  for (const std::string_view separator : kSeparators) {
    const size_t at = title.rfind(separator);
    if (at != std::string_view::npos && (best == std::string_view::npos || at > best)) {
      best = at;
      size = separator.size();
    }
  }
  return best == std::string_view::npos || size == 0 ? "" : title.substr(best);
}

std::string_view head_of(std::string_view title) {
  size_t best = std::string_view::npos;
  size_t size = 0;
  for (const std::string_view separator : kSeparators) {
    const size_t at = title.find(separator);
    if (at < best) {
      best = at;
      size = separator.size();
    }
  }
  return best == std::string_view::npos ? "" : title.substr(0, best + size);
}

template <class Part>
void cut(std::vector<std::string>& titles, Part part, bool is_tail) {
  std::map<std::string_view, size_t> counts;
  size_t named = 0;
  for (const std::string& title : titles) {
    named += title.empty() ? 0 : 1;
    if (const std::string_view found = part(title); !found.empty()) ++counts[found];
  }
  if (counts.empty()) return;
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
  if (most->second < 3 || most->second * 2 < named) return;
  const std::string common(most->first);
  for (std::string& title : titles) {
    if (title.size() <= common.size()) continue;
    if (is_tail && title.ends_with(common)) title.resize(title.size() - common.size());
    if (!is_tail && title.starts_with(common)) title.erase(0, common.size());
  }
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// A page without a name is labelled by its address.
bool is_address(std::string_view label) {
  return label.find(' ') == std::string_view::npos && label.find('.') != std::string_view::npos;
}

// A word of a label: in lower case, and as it is spelt there.
struct Word {
  std::string lower = {};
  std::string spelling = {};
  bool follows = false;  // the word before it in the list, with one blank between
};

// In order. Numbers, single letters and words that name nothing are left out.
std::vector<Word> words_in(std::string_view label) {
  std::vector<Word> words;
  const bool in_address = is_address(label);
  size_t last_end = std::string_view::npos;
  for (size_t at = 0; at < label.size();) {
    size_t end = at;
    while (end < label.size() && is_letter(label[end])) ++end;
    if (end - at > 1) {
      Word word{.spelling = std::string(label.substr(at, end - at))};
      word.lower = word.spelling;
      for (char& c : word.lower) c = to_lower(c);
      const auto is_one_of = [&](const auto& list) {
        return std::ranges::find(list, word.lower) != list.end();
      };
      const bool is_number =
          std::ranges::all_of(word.lower, [](char c) { return c >= '0' && c <= '9'; });
      if (!is_number && !is_function_word(word.lower) && !is_one_of(kTitleWords) &&
          !(in_address && is_one_of(kAddressWords))) {
        word.follows = !words.empty() && at == last_end + 1 && label[last_end] == ' ';
        words.push_back(std::move(word));
        last_end = end;
      }
    }
    at = end + 1;
  }
  return words;
}

// The same, each once.
std::map<std::string, std::string> words_of(std::string_view label) {
  std::map<std::string, std::string> words;
  for (Word& word : words_in(label)) {
    words.emplace(std::move(word.lower), std::move(word.spelling));
  }
  return words;
}

std::string shortened(std::string label) {
  if (label.size() <= kLongestLabel) return label;
  size_t end = kLongestLabel;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xC0) == 0x80) --end;
  label.resize(end);
  return label + "…";
}

}  // namespace

std::vector<std::string> short_titles(const std::vector<std::string>& titles) {
  std::vector<std::string> labels = titles;
  cut(labels, tail_of, true);
  cut(labels, head_of, false);
  return labels;
}

std::vector<std::string> community_names(const std::vector<std::string>& labels,
                                         std::span<const uint32_t> community,
                                         std::span<const double> weights) {
  struct Count {
    size_t all = 0;
    std::map<uint32_t, size_t> in;
    std::map<std::string, size_t> spellings;
  };
  std::map<std::string, Count> counts;
  size_t communities = 0;
  for (const uint32_t one : community) communities = std::max<size_t>(communities, one + 1);
  std::vector<std::vector<size_t>> members(communities);
  for (size_t page = 0; page < labels.size(); ++page) {
    members[community[page]].push_back(page);
    for (auto& [word, spelling] : words_of(labels[page])) {
      Count& count = counts[word];
      ++count.all;
      ++count.in[community[page]];
      ++count.spellings[spelling];
    }
  }
  std::vector<std::string> names(communities);
  std::set<std::string> taken;
  for (uint32_t one = 0; one < communities; ++one) {
    std::ranges::stable_sort(members[one],
                             [&](size_t a, size_t b) { return weights[a] > weights[b]; });
    // A word names a community if a third of its pages have it, and half of the pages that have it are here.
    std::vector<std::pair<size_t, std::string>> words;
    for (const auto& [word, count] : counts) {
      const auto found = count.in.find(one);
      if (found == count.in.end()) continue;
      const size_t here = found->second;
      if (here < 3 || here * 3 < members[one].size() || here * 2 < count.all) continue;
      words.emplace_back(here, std::ranges::max_element(count.spellings, {}, [](const auto& pair) {
                                 return pair.second;
                               })->first);
    }
    std::ranges::stable_sort(words, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (size_t i = 0; i < words.size() && i < 2; ++i) {
      names[one] += (i == 0 ? "" : " ") + words[i].second;
    }
    if (names[one].empty() || taken.contains(names[one])) {
      names[one].clear();
      size_t used = 0;
      for (size_t i = 0; i < members[one].size() && used < 2; ++i) {
        const std::string& label = labels[members[one][i]];
        if (label.empty() || label == names[one]) continue;
        names[one] += (used == 0 ? "" : " · ") + shortened(label);
        ++used;
      }
    }
    taken.insert(names[one]);
  }
  return names;
}

namespace {

// What the labels of one community use, and what stands side by side in them.
struct Uses {
  struct Use {
    size_t count = 0;
    std::string spelling = {};  // of the first label that has it
  };
  std::map<std::string, Use> words = {};
  std::map<std::pair<std::string, std::string>, size_t> pairs = {};
  size_t sum = 0;  // of all words

  void add(std::string_view label) {
    std::set<std::string> seen;
    const std::vector<Word> all = words_in(label);
    for (size_t i = 0; i < all.size(); ++i) {
      if (i > 0 && all[i].follows) ++pairs[{all[i - 1].lower, all[i].lower}];
      if (!seen.insert(all[i].lower).second) continue;
      Use& use = words[all[i].lower];
      if (use.count++ == 0) use.spelling = all[i].spelling;
      ++sum;
    }
  }

  // "States", "War", "United" -> "United States, War": words that mostly stand together are one name.
  [[nodiscard]] std::string joined(std::vector<std::string> best) const {
    for (size_t i = 0; i < best.size(); ++i) {
      for (size_t j = 0; j < best.size(); ++j) {
        const auto pair = i == j ? pairs.end() : pairs.find({best[i], best[j]});
        if (pair == pairs.end()) continue;
        const size_t fewer = std::min(words.at(best[i]).count, words.at(best[j]).count);
        if (pair->second * 2 <= fewer) continue;
        std::string rest;
        for (size_t k = 0; k < best.size(); ++k) {
          if (k != i && k != j) rest += ", " + words.at(best[k]).spelling;
        }
        return words.at(best[i]).spelling + " " + words.at(best[j]).spelling + rest;
      }
    }
    std::string name;
    for (const std::string& word : best) {
      name += (name.empty() ? "" : ", ") + words.at(word).spelling;
    }
    return name;
  }
};

}  // namespace

std::vector<std::string> telling_names(const std::vector<std::string>& labels,
                                       std::span<const uint32_t> community,
                                       std::span<const double> weights) {
  constexpr size_t kWords = 3;
  constexpr size_t kEnoughTitles = 5;
  std::vector<std::string> names = community_names(labels, community, weights);
  std::vector<size_t> titles(names.size());
  for (size_t i = 0; i < labels.size(); ++i) titles[community[i]] += is_address(labels[i]) ? 0 : 1;
  std::vector<Uses> uses(names.size());
  std::set<std::pair<uint32_t, std::string_view>> seen;  // many pages of one title say it once
  for (size_t i = 0; i < labels.size(); ++i) {
    const bool counts = titles[community[i]] < kEnoughTitles || !is_address(labels[i]);
    if (counts && seen.emplace(community[i], labels[i]).second) uses[community[i]].add(labels[i]);
  }
  std::map<std::string, size_t> all;
  double sum = 0;
  for (const Uses& one : uses) {
    for (const auto& [word, use] : one.words) all[word] += use.count;
    sum += static_cast<double>(one.sum);
  }
  const double average = names.empty() ? 0 : sum / static_cast<double>(names.size());
  for (size_t one = 0; one < names.size(); ++one) {
    std::vector<std::pair<double, std::string>> best;
    for (const auto& [word, use] : uses[one].words) {
      if (use.count < 2) continue;
      const double share = static_cast<double>(use.count) / static_cast<double>(uses[one].sum);
      best.emplace_back(share * std::log(1 + average / static_cast<double>(all[word])), word);
    }
    std::ranges::stable_sort(best, [](const auto& a, const auto& b) { return a.first > b.first; });
    if (best.empty()) continue;
    if (best.size() > kWords) best.resize(kWords);
    std::vector<std::string> words;
    for (auto& [score, word] : best) words.push_back(std::move(word));
    names[one] = uses[one].joined(std::move(words));
  }
  return names;
}

}  // namespace cocite::map
