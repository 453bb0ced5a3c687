#include "related/votes.h"

#include <algorithm>

#include "related/every_list.h"

namespace cocite::related {

Result<Endorsements> Endorsements::make(const Web& web) {
  COCITE_TRY(const Web::Numbers page_rank, web.rank("pagerank"));
  double least = page_rank.empty() ? 0 : page_rank[0];
  for (const double rank : page_rank) least = std::min(least, rank);
  constexpr double kHighEnough = 1.2;
  auto all = std::make_shared<std::vector<Witnesses>>(web.pages());
  COCITE_CHECK(
      for_every_list(web, Direction::kIn, [&](PageId page, std::span<const PageId> parents) {
        if (!parents.empty() && page_rank[index(page)] >= kHighEnough * least) {
          (*all)[index(page)] = {index(parents.front()), index(parents.back())};
        }
        return true;
      }));
  return Endorsements(*all, all);
}

namespace {

bool is_outside(PageId page, PageId v, std::span<const PageId> parents_of_v) {
  return page != v && !std::binary_search(parents_of_v.begin(), parents_of_v.end(), page);
}

}  // namespace

Endorsed Endorsements::at_a_glance(PageId x, PageId v, std::span<const PageId> parents_of_v) const {
  const Witnesses& witnesses = witnesses_[index(x)];
  if (witnesses.first == kNobody) return Endorsed::kNo;
  const bool is_settled = is_outside(page_id(witnesses.first), v, parents_of_v) ||
                          is_outside(page_id(witnesses.last), v, parents_of_v);
  return is_settled ? Endorsed::kYes : Endorsed::kUnclear;
}

Result<bool> Endorsements::is_endorsed(const Web& web, PageId x, PageId v,
                                       std::span<const PageId> parents_of_v,
                                       graph::ListBuffer& buffer) const {
  const Endorsed endorsed = at_a_glance(x, v, parents_of_v);
  if (endorsed != Endorsed::kUnclear) return endorsed == Endorsed::kYes;
  COCITE_TRY(const std::span<const PageId> parents, web.in().list(x, buffer));
  return std::ranges::any_of(parents,
                             [&](PageId page) { return is_outside(page, v, parents_of_v); });
}

Result<void> Votes::count(const Query& query, const Endorsements& endorsements, PageId page,
                          std::span<const PageId> parents) {
  weights_.clear();
  hosts_.clear();
  sizes_.clear();
  loose_ = 0;
  uint32_t last_host = kLoose;  // parents rise, so those of a host follow each other
  bool has_host = false;
  for (const PageId parent : parents) {
    if (query.is_stopped(parent)) {
      weights_.push_back(0);
      hosts_.push_back(kLoose);
      continue;
    }
    COCITE_TRY(const bool is_endorsed,
               endorsements.is_endorsed(*query.web, parent, page, parents, buffer_));
    if (!is_endorsed) {
      weights_.push_back(kLooseWeight);
      hosts_.push_back(kLoose);
      ++loose_;
      continue;
    }
    COCITE_TRY(const uint32_t host, query.host(parent));
    if (!has_host || host != last_host) sizes_.push_back(0);
    has_host = true;
    last_host = host;
    ++sizes_.back();
    weights_.push_back(1);
    hosts_.push_back(static_cast<uint32_t>(sizes_.size() - 1));
  }
  return {};
}

}  // namespace cocite::related
