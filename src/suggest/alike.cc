#include "suggest/alike.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "graph/packed_links.h"

namespace cocite::suggest {
namespace {

constexpr size_t kMostAlike = 50;
// A page that more link to tells nothing about those that do.
constexpr uint32_t kMostParents = 1500;
constexpr double kFewLinks = 5;  // smooths the lengths of short lists

struct Neighbour {
  double likeness = 0;
  PageId page{};
};

}  // namespace

Result<Likely> Alike::find(PageId page, Budget* budget) {
  graph::ListBuffer own_buffer;
  graph::ListBuffer buffer;
  COCITE_TRY(const auto own, web_->out().list(page, own_buffer));
  touched_.clear();
  for (const PageId child : own) {
    if (is_hidden(hidden_, page, child)) continue;
    COCITE_TRY(const uint32_t degree, web_->in().degree(child));
    if (degree > kMostParents || degree < 2) continue;
    if (is_spent_after(budget, degree)) break;
    const double rarity = 1 / std::log(2.0 + degree);
    COCITE_TRY(const auto parents, web_->in().list(child, buffer));
    for (const PageId parent : parents) {
      if (parent == page || is_hidden(hidden_, parent, child)) continue;
      double& sum = sums_[index(parent)];
      if (sum == 0) touched_.push_back(index(parent));
      sum += rarity * rarity;
    }
  }
  std::vector<Neighbour> alike;
  alike.reserve(touched_.size());
  for (const uint32_t other : touched_) {
    COCITE_TRY(const uint32_t degree, web_->out().degree(page_id(other)));
    alike.push_back({sums_[other] / std::sqrt(degree + kFewLinks), page_id(other)});
    sums_[other] = 0;
  }
  const auto is_before = [](const Neighbour& a, const Neighbour& b) {
    return a.likeness != b.likeness ? a.likeness > b.likeness : a.page < b.page;
  };
  if (alike.size() > kMostAlike) {
    std::ranges::nth_element(alike, alike.begin() + kMostAlike, is_before);
    alike.resize(kMostAlike);
  }
  std::ranges::sort(alike, is_before);
  Likely likely{.alike = static_cast<uint32_t>(alike.size())};
  double total = 0;
  struct Vote {
    PageId page{};
    uint32_t by = 0;
  };
  std::vector<Vote> votes;
  for (uint32_t i = 0; i < alike.size(); ++i) {
    total += alike[i].likeness;
    COCITE_TRY(const auto children, web_->out().list(alike[i].page, buffer));
    if (is_spent_after(budget, children.size())) break;
    for (const PageId child : children) {
      if (!is_hidden(hidden_, alike[i].page, child)) votes.push_back({child, i});
    }
  }
  std::ranges::sort(votes, [](const Vote& a, const Vote& b) {
    return a.page != b.page ? a.page < b.page : a.by < b.by;
  });
  for (const Vote& vote : votes) {
    if (likely.shares.empty() || likely.shares.back().page != vote.page) {
      likely.shares.push_back({.page = vote.page, .most_alike = alike[vote.by].page});
    }
    likely.shares.back().share += alike[vote.by].likeness / total;
    ++likely.shares.back().pages;
  }
  return likely;
}

}  // namespace cocite::suggest
