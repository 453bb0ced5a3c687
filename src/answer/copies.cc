#include "answer/copies.h"

#include <string>
#include <utility>

#include "answer/host_menus.h"
#include "words/own_texts.h"

namespace cocite::answer {
namespace {

constexpr size_t kLeastRuns = 20;
constexpr double kSame = 0.9;
// Pages beyond these are not compared any more.
constexpr size_t kMostCompared = 2000;
constexpr size_t kLooked = 16;  // runs of each of two texts, before they are compared as a whole

// Whether half of the least runs of the two are the same: of texts that are alike at 0.9, fewer are
// once in a hundred million.
bool may_be_same(const text::Shingles& one, const text::Shingles& other) {
  const size_t smaller = std::min(one.size(), other.size());
  if (static_cast<double>(smaller) <
      kSame * static_cast<double>(std::max(one.size(), other.size())))
    return false;
  size_t same = 0;
  for (size_t i = 0, j = 0, looked = 0; looked < kLooked && i < smaller && j < smaller; ++looked) {
    if (one[i] == other[j])
      ++same, ++i, ++j;
    else if (one[i] < other[j])
      ++i;
    else
      ++j;
  }
  return same * 2 >= kLooked;
}

}  // namespace

Result<text::Shingles> CopyFinder::own_runs(PageId page) {
  const store::Store& store = web_->store();
  if (!store.text_columns().has_texts() || budget_->was_spent()) return text::Shingles();
  COCITE_TRY(const std::string text, store.text_columns().text(page));
  if (budget_->is_spent_after(4 * text.size() + 1)) return text::Shingles();
  text::Shingles runs = reader_.read(text);
  if (runs.size() < kLeastRuns) return text::Shingles();
  COCITE_TRY(const HostId host, store.host_of(page));
  COCITE_TRY(const auto menus, menus_of(*web_, host, budget_));
  return words::without_menus(std::move(runs), *menus);
}

Result<size_t> CopyFinder::add(PageId page) {
  const size_t number = added_++;
  if (known_.size() == kMostCompared) return number;
  COCITE_TRY(text::Shingles runs, own_runs(page));
  if (runs.size() < kLeastRuns) return number;
  if (budget_->is_spent_after(known_.size() * kLooked)) return number;
  for (const Known& known : known_) {
    if (may_be_same(runs, known.runs) && text::resemblance(runs, known.runs) >= kSame) {
      return known.number;
    }
  }
  known_.push_back({.number = number, .runs = std::move(runs)});
  return number;
}

}  // namespace cocite::answer
