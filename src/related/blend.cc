// Blend: cocitation, coupling, direct links and common neighbours together. The default.
//
//   S(u,v) = I + 0.8 O + 2 D + 0.1 U
//
// I, u and v stand on the same pages x: near each other counts more, a host counts once, and
// parents that nobody else links to count next to nothing (votes.h), with beta = 0.25:
//   I = sum of sqrt(t_u t_v) p(d) k_u^-(1-beta) k_v^-beta / (n(u)^(1-beta) n(v)^beta) * c / (c +
//   1), p(d) = 0.3 + 0.7 / (1 + (d - 1) / 2) with d the places between the two links (1 without
//   order)
// O, u and v link to the same pages x: rare ones, and links at the top of a page, count more:
//   O = sum of in(x)^-0.3 e_u e_v / sqrt((m(u) + 1)(m(v) + 1)),  e = 1 / (1 + place / 10)
// D, a link between u and v on different hosts, against how many links there are;
// U, the cosine of the closed undirected neighbourhoods.
// Candidates: the parents (B sampled) and their children, within 1000 places where there are more
// than 2000; the first F children and B sampled parents of each, T in all. All that counts for a
// candidate is then counted exactly.
// Found by measurement on graphs with human ground truth; see docs/methods/blend.md. Several query
// pages: related to more of them first, then by sum. Negative pages w: minus half the largest
// S(w,v). Needs PageRank; the links of all candidates are read both ways.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "related/hits.h"
#include "related/link_arena.h"
#include "related/method.h"
#include "related/order.h"
#include "related/page_map.h"
#include "related/sampled_parents.h"
#include "related/votes.h"
#include "related/window.h"

namespace cocite::related::blend {
namespace {

constexpr std::array kParameters = {
    ParameterInfo{"B", ParameterKind::kCount, "2000", "parents of the page that are looked at"},
    ParameterInfo{"F", ParameterKind::kCount, "2000",
                  "first children of the page that are looked at"},
    ParameterInfo{"T", ParameterKind::kCount, "50000", "parents of all its children together"},
};

constexpr double kBeta = 0.25;
constexpr double kCoupling = 0.8;
constexpr double kDirect = 2;
constexpr double kNeighbours = 0.1;
constexpr double kNegative = 0.5;
constexpr double kRareness = -0.3;
constexpr size_t kLongList = 2000;
constexpr size_t kNearPlaces = 1000;

double nearness(uint64_t distance) {
  return 0.3 + 0.7 / (1 + (static_cast<double>(distance) - 1) / 2);
}

double prominence(uint64_t place) {
  return 1 / (1 + static_cast<double>(place) / 10);
}

// x to a fixed power, for the small whole numbers that degrees and groups mostly are.
class PowerTable {
 public:
  explicit PowerTable(double power) : power_(power), known_(kKnown) {
    for (size_t i = 0; i < kKnown; ++i) known_[i] = std::pow(static_cast<double>(i), power);
  }
  double operator()(uint64_t x) const {
    return x < kKnown ? known_[x] : std::pow(static_cast<double>(x), power_);
  }

 private:
  static constexpr size_t kKnown = 1 << 14;
  double power_;
  std::vector<double> known_;
};

double rareness(uint64_t in_degree) {
  static const PowerTable table(kRareness);
  return table(in_degree);
}

double to_minus_beta(uint64_t group_size) {
  static const PowerTable table(-kBeta);
  return table(group_size);
}

// A shared parent of the query page and a candidate.
struct Meeting {
  uint32_t candidate = 0;
  uint32_t parent = 0;  // which of the query page's sampled parents
  double nearness = 1;
};

// All about one query page, and then the score of each candidate.
class Around {
 public:
  explicit Around(const Query& query) : query_(&query) {}

  // Reasons are collected where `only` is set, for that page.
  Result<void> look(PageId page, const Endorsements& endorsements, const PageId* only);
  Result<void> score_all(const Endorsements& endorsements);

  [[nodiscard]] const PageMap<uint32_t>& candidates() const { return candidates_; }
  [[nodiscard]] double score(uint32_t candidate) const { return scores_[candidate]; }
  std::vector<Reason> reasons;

 private:
  void add_candidate(PageId page) {
    if (page == page_ || query_->is_stopped(page) || candidates_.contains(page)) return;
    const auto number = static_cast<uint32_t>(candidates_.size());
    candidates_[page] = number;
  }
  Result<void> gather_candidates();
  void meet();
  // I, O, D and U of a candidate.
  Result<void> score_parents(uint32_t candidate, PageId other, std::span<const PageId> parents,
                             const Endorsements& endorsements);
  Result<void> score_children(uint32_t candidate, std::span<const PageId> children);
  Result<void> score_direct(uint32_t candidate, PageId other, size_t parents,
                            std::span<const PageId> children);
  void score_neighbours(uint32_t candidate, PageId other, std::span<const PageId> parents,
                        std::span<const PageId> children);
  void add(uint32_t candidate, double amount, PageId because, std::string_view kind) {
    scores_[candidate] += amount;
    if (only_ != nullptr && candidates_.pages()[candidate] == *only_ && amount > 0) {
      reasons.push_back({because, amount, kind});
    }
  }

  const Query* query_;
  PageId page_{};
  const PageId* only_ = nullptr;
  bool has_order_ = true;
  std::vector<PageId> parents_;  // all, rising
  std::vector<PageId> sampled_;
  std::vector<double> pull_;      // of each sampled parent: its part of I on the side of u
  double votes_ = 0;              // n(u)
  std::vector<PageId> children_;  // all, in page order
  PageMap<std::pair<double, double>> links_;  // x of C(u): in(x)^-0.3 and e_u(x)
  double mass_ = 0;                           // m(u)
  PageSet neighbours_;                        // N[u]
  uint32_t host_ = 0;
  PageMap<uint32_t> candidates_;
  std::vector<double> scores_;
  Votes their_votes_;
  std::vector<uint32_t> degrees_;
  LinkArena lists_;
  std::vector<Meeting> meetings_;  // by candidate
  std::vector<uint32_t> offsets_;
};

Result<void> Around::gather_candidates() {
  const Web& web = *query_->web;
  const Parameters& parameters = *query_->parameters;
  COCITE_CHECK(lists_.load(web.out(), sampled_));
  for (const PageId parent : sampled_) {
    add_candidate(parent);
    const auto list = lists_.list(parent);
    if (list.size() <= kLongList) {
      for (const PageId child : list) add_candidate(child);
      continue;
    }
    const size_t own = place_of(list, page_);
    const size_t first = own - std::min(own, kNearPlaces);
    const size_t last = std::min(list.size(), own + kNearPlaces + 1);
    for (size_t i = first; i < last; ++i) add_candidate(list[i]);
  }
  std::vector<PageId> first;
  for (const PageId child : children_) {
    if (first.size() == parameters.count("F")) break;
    first.push_back(child);
  }
  std::erase_if(first, [&](PageId child) { return query_->is_stopped(child); });
  for (const PageId child : first) add_candidate(child);
  uint64_t left = parameters.count("T");
  SampledParents sample;
  const uint64_t most = parameters.count("B");
  COCITE_CHECK(web.in_degrees(first, degrees_));
  std::vector<PageId> few;  // whose parents are no crowd
  for (size_t i = 0; i < first.size(); ++i) {
    if (!web.crowds().is_crowd(degrees_[i])) few.push_back(first[i]);
  }
  auto batch = web.in().batch(few);
  for (size_t i = 0; i < first.size() && left > 0 && !query_->is_spent(); ++i) {
    std::span<const PageId> parents;
    if (web.crowds().is_crowd(degrees_[i])) {
      COCITE_TRY(parents, sample.of(*query_, first[i], most));
    } else {
      if (!batch.next()) break;
      parents = sample.from(*query_, first[i], batch.list(), most);
    }
    for (const PageId parent : parents.first(std::min<uint64_t>(left, parents.size()))) {
      add_candidate(parent);
    }
    left -= std::min<uint64_t>(left, parents.size());
  }
  return batch.status();
}

// Where u and each candidate stand together.
void Around::meet() {
  std::vector<Meeting> all;
  for (uint32_t i = 0; i < sampled_.size(); ++i) {
    const auto list = lists_.list(sampled_[i]);
    const size_t own = place_of(list, page_);
    for (size_t place = 0; place < list.size(); ++place) {
      const uint32_t* candidate = candidates_.find(list[place]);
      if (candidate == nullptr) continue;
      const uint64_t distance = place < own ? own - place : place - own;
      all.push_back({*candidate, i, has_order_ ? nearness(distance) : 1});
    }
  }
  offsets_.assign(candidates_.size() + 1, 0);
  for (const Meeting& meeting : all) ++offsets_[meeting.candidate + 1];
  for (size_t i = 0; i < candidates_.size(); ++i) offsets_[i + 1] += offsets_[i];
  std::vector<uint32_t> next(offsets_.begin(), offsets_.end() - 1);
  meetings_.resize(all.size());
  for (const Meeting& meeting : all) meetings_[next[meeting.candidate]++] = meeting;
}

Result<void> Around::look(PageId page, const Endorsements& endorsements, const PageId* only) {
  const Web& web = *query_->web;
  page_ = page;
  only_ = only;
  has_order_ = web.store().has_link_order();
  graph::ListBuffer buffer;
  COCITE_TRY(std::span<const PageId> list, web.in().list(page, buffer));
  parents_.assign(list.begin(), list.end());
  COCITE_TRY(list, web.out().list(page, buffer));
  children_.assign(list.begin(), list.end());
  COCITE_TRY(host_, query_->host(page));

  SampledParents sample;
  const auto chosen = sample.from(*query_, page, parents_, query_->parameters->count("B"));
  sampled_.assign(chosen.begin(), chosen.end());
  Votes votes;
  COCITE_CHECK(votes.count(*query_, endorsements, page, parents_));
  votes_ = votes.sum();
  size_t at = 0;
  for (const PageId parent : sampled_) {
    while (parents_[at] != parent) ++at;  // both rise
    pull_.push_back(std::sqrt(votes.weight(at)) * std::pow(votes.group_size(at), -(1 - kBeta)));
  }

  neighbours_[page];
  for (const PageId parent : parents_) {
    if (!query_->is_stopped(parent)) neighbours_[parent];
  }
  COCITE_CHECK(web.in_degrees(children_, degrees_));
  for (size_t i = 0; i < children_.size(); ++i) {
    if (query_->is_stopped(children_[i])) continue;
    neighbours_[children_[i]];
    const double rare = rareness(degrees_[i]);
    const double top = has_order_ ? prominence(i) : 1;
    links_[children_[i]] = {rare, top};
    mass_ += rare * top * top;
  }
  COCITE_CHECK(gather_candidates());
  scores_.assign(candidates_.size(), 0);
  meet();
  return {};
}

Result<void> Around::score_parents(uint32_t candidate, PageId other,
                                   std::span<const PageId> parents,
                                   const Endorsements& endorsements) {
  const auto met = std::span(meetings_).subspan(offsets_[candidate],
                                                offsets_[candidate + 1] - offsets_[candidate]);
  if (met.empty()) return {};
  COCITE_CHECK(their_votes_.count(*query_, endorsements, other, parents));
  const auto common = static_cast<double>(met.size());
  const double share =
      common / (common + 1) / (std::pow(votes_, 1 - kBeta) * std::pow(their_votes_.sum(), kBeta));
  size_t at = 0;
  for (const Meeting& meeting : met) {  // by rising parent, as `parents` are
    const PageId parent = sampled_[meeting.parent];
    while (at < parents.size() && parents[at] < parent) ++at;
    if (at == parents.size() || parents[at] != parent) continue;  // damaged: directions differ
    const double amount = pull_[meeting.parent] * meeting.nearness *
                          std::sqrt(their_votes_.weight(at)) *
                          to_minus_beta(their_votes_.group_size(at)) * share;
    add(candidate, amount, parent, "parent");
  }
  return {};
}

Result<void> Around::score_children(uint32_t candidate, std::span<const PageId> children) {
  const auto is_shared = [&](PageId child) { return links_.contains(child); };
  if (std::ranges::none_of(children, is_shared)) return {};
  COCITE_CHECK(query_->web->in_degrees(children, degrees_));
  double mass = 0;
  for (size_t k = 0; k < children.size(); ++k) {
    if (query_->is_stopped(children[k])) continue;
    const double top = has_order_ ? prominence(k) : 1;
    mass += rareness(degrees_[k]) * top * top;
  }
  const double share = kCoupling / std::sqrt((mass_ + 1) * (mass + 1));
  for (size_t k = 0; k < children.size(); ++k) {
    const auto* own = links_.find(children[k]);
    if (own == nullptr) continue;
    const double top = has_order_ ? prominence(k) : 1;
    add(candidate, own->first * own->second * top * share, children[k], "child");
  }
  return {};
}

Result<void> Around::score_direct(uint32_t candidate, PageId other, size_t parents,
                                  std::span<const PageId> children) {
  COCITE_TRY(const uint32_t host, query_->host(other));
  if (host == host_) return {};
  const auto degree = [](size_t links) { return static_cast<double>(links) + 1; };
  double direct = 0;
  if (const auto* own = links_.find(other)) {
    direct += own->second / std::sqrt(degree(children_.size()) * degree(parents));
  }
  if (const size_t place = place_of(children, page_); place != children.size()) {
    direct += (has_order_ ? prominence(place) : 1) /
              std::sqrt(degree(children.size()) * degree(parents_.size()));
  }
  if (direct > 0) add(candidate, kDirect * direct, other, "link");
  return {};
}

void Around::score_neighbours(uint32_t candidate, PageId other, std::span<const PageId> parents,
                              std::span<const PageId> children) {
  uint64_t size = 1;
  uint64_t shared = neighbours_.contains(other) ? 1 : 0;
  for (const PageId parent : parents) {
    if (query_->is_stopped(parent)) continue;
    ++size;
    if (neighbours_.contains(parent)) ++shared;
  }
  for (const PageId child : children) {
    // A neighbour in both directions is one neighbour.
    if (query_->is_stopped(child) || std::binary_search(parents.begin(), parents.end(), child)) {
      continue;
    }
    ++size;
    if (neighbours_.contains(child)) ++shared;
  }
  if (shared == 0) return;
  const double sizes = static_cast<double>(neighbours_.size()) * static_cast<double>(size);
  add(candidate, kNeighbours * static_cast<double>(shared) / std::sqrt(sizes), other, "neighbours");
}

Result<void> Around::score_all(const Endorsements& endorsements) {
  auto in = query_->web->in().batch(candidates_.pages());
  auto out = query_->web->out().batch(candidates_.pages());
  for (uint32_t i = 0; in.next() && out.next(); ++i) {
    COCITE_CHECK(score_parents(i, in.page(), in.list(), endorsements));
    COCITE_CHECK(score_children(i, out.list()));
    COCITE_CHECK(score_direct(i, in.page(), in.list().size(), out.list()));
    score_neighbours(i, in.page(), in.list(), out.list());
    if (i % 64 == 63 && query_->is_spent()) break;
  }
  COCITE_CHECK(in.status());
  return out.status();
}

Result<std::shared_ptr<const Endorsements>> endorsements_of(const Web& web) {
  return web.keep<Endorsements>("endorsements",
                                [](const Web& all) { return Endorsements::make(all); });
}

Result<Answer> find_one(const Query& query, PageId page) {
  COCITE_TRY(const auto endorsements, endorsements_of(*query.web));
  Around around(query);
  COCITE_CHECK(around.look(page, *endorsements, nullptr));
  COCITE_CHECK(around.score_all(*endorsements));
  Answer answer;
  around.candidates().for_each([&](PageId other, uint32_t candidate) {
    answer.items.push_back({.page = other, .score = around.score(candidate)});
  });
  drop_zeros(query, answer.items);
  answer.is_sufficient = !answer.items.empty();
  return answer;
}

Result<Answer> find(const Query& query) {
  COCITE_TRY(Answer answer, sum_over_pages(query, find_one));
  if (query.not_pages.empty()) return answer;
  PageMap<double> against;
  for (const PageId page : query.not_pages) {
    COCITE_TRY(const Answer one, find_one(query, page));
    for (const Item& item : one.items) {
      double& most = against[item.page];
      most = std::max(most, item.score);
    }
  }
  for (Item& item : answer.items) {
    if (const double* most = against.find(item.page)) item.score -= kNegative * *most;
  }
  drop_zeros(query, answer.items);
  return answer;
}

Result<Explanation> explain(const Query& query, PageId answer) {
  COCITE_TRY(const auto endorsements, endorsements_of(*query.web));
  Explanation explanation;
  for (const PageId page : query.pages) {
    Around around(query);
    COCITE_CHECK(around.look(page, *endorsements, &answer));
    COCITE_CHECK(around.score_all(*endorsements));
    if (const uint32_t* candidate = around.candidates().find(answer)) {
      explanation.score += around.score(*candidate);
    }
    explanation.reasons.insert(explanation.reasons.end(), around.reasons.begin(),
                               around.reasons.end());
  }
  sort_reasons(explanation);
  return explanation;
}

}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = {
    .name = "blend",
    .summary = "shared parents near each other, shared children, direct links, common neighbours",
    .paper = "this project; see docs/methods/blend.md",
    .parameters = kParameters,
    .takes_not = true,
    .find = find,
    .explain = explain,
};

}  // namespace cocite::related::blend
