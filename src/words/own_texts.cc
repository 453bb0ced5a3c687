#include "words/own_texts.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/parallel.h"

namespace cocite::words {
namespace {

constexpr size_t kSample = 400;
constexpr uint32_t kLeastPages = 5;
constexpr size_t kMenuShare = 5;  // on more than a fifth of the pages
constexpr uint32_t kLeastWords = 8;
constexpr uint32_t kEmptyBin = std::numeric_limits<uint32_t>::max();
// Pages that one page is compared with in one band: more look alike by chance only if they are all
// copies of a few.
constexpr size_t kMostCompared = 32;

Result<void> spend(Budget* budget, uint64_t steps) {
  if (!is_spent_after(budget, steps)) return {};
  return fail(ErrorCode::kCancelled, "stopped");
}

}  // namespace

Result<text::Shingles> menu_runs(const store::Store& store, std::span<const PageId> pages,
                                 size_t most, Budget* budget) {
  store::PageTextColumns::Reader reader(store.text_columns());
  text::ShingleReader shingles;
  std::unordered_map<uint64_t, uint32_t> pages_with;
  const size_t step = std::max<size_t>(1, pages.size() / most);
  size_t sampled = 0;
  for (size_t i = 0; i < pages.size(); i += step) {
    COCITE_TRY(const std::string_view text, reader.text(pages[i]));
    COCITE_CHECK(spend(budget, text.size() * 4 + 1));
    const text::Shingles runs = shingles.read(text);
    for (const uint64_t run : runs) ++pages_with[run];
    if (!runs.empty()) ++sampled;
  }
  text::Shingles menus;
  for (const auto& [run, count] : pages_with) {
    if (count >= kLeastPages && count * kMenuShare > sampled) menus.push_back(run);
  }
  std::ranges::sort(menus);
  return menus;
}

text::Shingles without_menus(text::Shingles runs, const text::Shingles& menus) {
  if (menus.empty()) return runs;
  std::erase_if(runs, [&](uint64_t run) { return std::ranges::binary_search(menus, run); });
  return runs;
}

Result<OwnTexts> OwnTexts::make(const store::Store& store, std::span<const PageId> pages,
                                unsigned threads, Budget* budget) {
  OwnTexts texts;
  texts.store_ = &store;
  texts.pages_ = pages;
  COCITE_TRY(texts.menus_, menu_runs(store, pages, kSample, budget));
  texts.words_.resize(pages.size());
  texts.sketches_.resize(pages.size());
  // In rounds, so that one thread looks at the budget.
  constexpr size_t kPiece = 64;
  const size_t round = kPiece * std::max(1U, threads) * 2;
  std::mutex mutex;
  Result<void> status;
  for (size_t first = 0; first < pages.size(); first += round) {
    if (is_spent(budget)) return fail(ErrorCode::kCancelled, "stopped");
    const size_t last = std::min(pages.size(), first + round);
    parallel_for((last - first + kPiece - 1) / kPiece, threads, [&](size_t piece) {
      store::PageTextColumns::Reader reader(store.text_columns());
      text::ShingleReader shingles;
      const size_t begin = first + piece * kPiece;
      for (size_t i = begin; i < std::min(last, begin + kPiece); ++i) {
        const auto text = reader.text(pages[i]);
        if (!text) {
          const std::scoped_lock lock(mutex);
          status = tl::unexpected<Error>(text.error());
          return;
        }
        const text::Shingles own = without_menus(shingles.read(*text), texts.menus_);
        // Each run but the first adds a word.
        texts.words_[i] =
            own.empty() ? 0 : static_cast<uint32_t>(own.size() + text::kShingleTerms - 1);
        texts.sketches_[i] = sketch_of(own);
      }
    });
    COCITE_CHECK(status);
  }
  return texts;
}

OwnTexts::Sketch OwnTexts::sketch_of(const text::Shingles& shingles) {
  Sketch sketch;
  sketch.fill(kEmptyBin);
  for (const uint64_t run : shingles) {
    const uint64_t hash = mix(run);
    uint32_t& bin = sketch[hash % kBins];
    bin = std::min(bin, static_cast<uint32_t>(hash >> 32U));
  }
  if (shingles.empty()) return sketch;
  // An empty bin takes the next one that is not, with its distance.
  Sketch dense = sketch;
  for (size_t i = 0; i < kBins; ++i) {
    for (size_t away = 1; dense[i] == kEmptyBin; ++away) {
      const uint32_t next = sketch[(i + away) % kBins];
      if (next != kEmptyBin) dense[i] = static_cast<uint32_t>(mix(uint64_t{next} + (away << 32U)));
    }
  }
  return dense;
}

bool OwnTexts::may_be_alike(const Sketch& one, const Sketch& other) {
  size_t equal = 0;
  for (size_t i = 0; i < kBins; ++i) equal += one[i] == other[i] ? 1 : 0;
  return equal * 2 >= kBins;
}

Result<double> OwnTexts::resemblance(uint32_t one, uint32_t other) const {
  text::ShingleReader reader;
  COCITE_TRY(const std::string first, store_->text_columns().text(pages_[one]));
  COCITE_TRY(const std::string second, store_->text_columns().text(pages_[other]));
  return text::resemblance(without_menus(reader.read(first), menus_),
                           without_menus(reader.read(second), menus_));
}

Result<std::vector<SameTexts>> OwnTexts::groups(double least, Budget* budget) const {
  // Each page belongs to the first page that it is a copy of.
  std::vector<uint32_t> first_of(pages_.size());
  std::iota(first_of.begin(), first_of.end(), 0U);
  std::vector<double> alike(pages_.size(), 1);
  for (size_t band = 0; band < kBands; ++band) {
    std::unordered_map<uint64_t, std::vector<uint32_t>> firsts;
    for (uint32_t i = 0; i < pages_.size(); ++i) {
      COCITE_CHECK(spend(budget, kRows));
      if (first_of[i] != i || words_[i] < kLeastWords) continue;
      uint64_t hash = band;
      for (size_t row = 0; row < kRows; ++row) {
        hash = mix(hash ^ sketches_[i][band * kRows + row]);
      }
      std::vector<uint32_t>& others = firsts[hash];
      for (const uint32_t other : others) {
        COCITE_CHECK(spend(budget, kBins));
        if (!may_be_alike(sketches_[i], sketches_[other])) continue;
        COCITE_CHECK(spend(budget, 20'000));  // two texts are read
        COCITE_TRY(const double share, resemblance(i, other));
        if (share < least) continue;
        first_of[i] = other;
        alike[i] = share;
        break;
      }
      if (first_of[i] == i && others.size() < kMostCompared) others.push_back(i);
    }
  }
  std::map<uint32_t, SameTexts> groups;
  for (uint32_t i = 0; i < pages_.size(); ++i) {
    uint32_t first = i;
    while (first_of[first] != first) first = first_of[first];
    if (first == i) continue;
    SameTexts& group = groups[first];
    if (group.pages.empty()) group.pages.push_back(first);
    group.pages.push_back(i);
    group.resemblance = std::min(group.resemblance, alike[i]);
  }
  std::vector<SameTexts> found;
  for (auto& [first, group] : groups) {
    std::ranges::sort(group.pages);
    found.push_back(std::move(group));
  }
  return found;
}

}  // namespace cocite::words
