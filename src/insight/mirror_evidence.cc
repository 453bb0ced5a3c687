#include "insight/mirror_evidence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "url/key.h"

namespace cocite::insight {
namespace {

// Of very large hosts a sample of this many pages, evenly spread, is enough.
constexpr size_t kMostCompared = 1000;
// After so many a pair is dropped if it could not be one with this much more agreement: for one that
// agrees enough in truth, four standard deviations.
constexpr uint64_t kPilot = 64;
constexpr double kPilotMargin = 0.25;
constexpr double kTextsAgree = 0.9;
// A rare path may be shared by chance: this many nats make it half sure. More are needed if no page
// was fetched from both hosts, because their contents cannot be compared.
constexpr double kHalfSure = 4;
constexpr double kHalfSureUnseen = 16;

// Machines serve many sites: one address alone is no evidence. Of what a score lacks, this much of the
// shared paths' weight is added.
constexpr double kSameMachine = 0.2;

double sureness(double weight, double half) {
  return weight / (weight + half);
}

// How many must be shared of two lists, given the length of the longer: 95 %.
constexpr uint64_t least_shared(uint64_t longer) {
  return (19 * longer + 19) / 20;
}

// "com,example,www:8080" -> "com,example:8080"
std::string without_www(std::string_view key_host) {
  const size_t port = key_host.find(':');
  std::string name(key_host.substr(0, port));
  if (name.ends_with(",www")) name.resize(name.size() - 4);
  return name + (port == std::string_view::npos ? "" : std::string(key_host.substr(port)));
}

std::string_view path_of(std::string_view key) {
  return key.substr(url::host_of_key(key).size());
}

}  // namespace

std::string_view word_of(MirrorKind kind) {
  return kind == MirrorKind::kMirror ? "mirror" : kind == MirrorKind::kAlias ? "alias" : "partial";
}

double score_of(const MirrorPair& pair, bool is_same_name) {
  constexpr double kUnseen = 0.5;
  constexpr double kUnseenSameName = 0.9;  // www.example.com and example.com
  const bool is_seen = pair.compared > 0;
  const double half = is_seen || is_same_name ? kHalfSure : kHalfSureUnseen;
  const double agreement = is_seen        ? std::min(pair.links.value_or(1), pair.texts.value_or(1))
                           : is_same_name ? kUnseenSameName
                                          : kUnseen;
  const double score = pair.paths * sureness(pair.weight, half) * agreement;
  return pair.address.value_or(false) ? score + kSameMachine * pair.paths * (1 - score) : score;
}

bool is_whole(const MirrorPair& pair, uint64_t pages) {
  // But for what changed since one was copied from the other.
  constexpr double kWhole = 0.6;
  return pair.paths >= kWhole && pair.shared_paths * 2 >= pages;
}

Result<std::optional<MirrorPair>> EvidenceReader::compare(HostId one, HostId other) {
  MirrorPair pair{.one = one, .other = other};
  const auto range = [&](HostId host) -> Result<Host> {
    COCITE_TRY(const auto pages, store_->pages_of(host));
    return Host{index(pages.first), pages.second};
  };
  COCITE_TRY(const Host a, range(one));
  COCITE_TRY(const Host b, range(other));
  COCITE_CHECK(compare_paths(a, b, pair));
  pair.address = have_same_machine(a, b);
  // As if one page had been fetched from both, and it agreed.
  const double best = pair.paths * sureness(pair.weight, kHalfSure);
  const double added = pair.address.value_or(false) ? kSameMachine * pair.paths : 0;
  const double least = (least_score_ - added) / (1 - added);  // before an address adds to it
  if (best < least) return std::nullopt;
  COCITE_TRY(const bool may_agree, compare_contents(b, best, least, pair));
  if (!may_agree) return std::nullopt;
  COCITE_TRY(const std::string name, key_host(*store_, one));
  COCITE_TRY(const std::string other_name, key_host(*store_, other));
  const bool is_same_name = without_www(name) == without_www(other_name);
  pair.score = score_of(pair, is_same_name);
  if (pair.score < least_score_) return std::nullopt;
  COCITE_CHECK(compare_targets(a, b, pair));
  // Of the name that is used less, few pages are known.
  pair.is_whole = is_same_name || is_whole(pair, std::max(a.end - a.first, b.end - b.first));
  const bool is_same_site = is_same_name || sites_->of(one) == sites_->of(other);
  pair.kind = is_same_site    ? MirrorKind::kAlias
              : pair.is_whole ? MirrorKind::kMirror
                              : MirrorKind::kPartial;
  return pair;
}

Result<void> EvidenceReader::walk_paths(const Host& one, const Host& other) {
  auto first = store_->keys().cursor(one.first);
  auto second = store_->keys().cursor(other.first);
  std::string_view key;
  std::string_view other_key;
  uint64_t i = one.first;
  uint64_t j = other.first;
  bool has_key = i < one.end && first.next(key);
  bool has_other = j < other.end && second.next(other_key);
  while (has_key && has_other) {
    const int order = path_of(key).compare(path_of(other_key));
    if (order == 0) same_.emplace_back(page_id(i), page_id(j));
    if (order <= 0) has_key = ++i < one.end && first.next(key);
    if (order >= 0) has_other = ++j < other.end && second.next(other_key);
  }
  COCITE_CHECK(first.status());
  return second.status();
}

Result<void> EvidenceReader::look_paths_up(const Host& from, const Host& in, HostId in_host) {
  COCITE_TRY(const std::string host, key_host(*store_, in_host));
  auto cursor = store_->keys().cursor(from.first);
  std::string_view key;
  std::string wanted;
  for (uint64_t page = from.first; page < from.end && cursor.next(key); ++page) {
    if (counts_->of(page_id(page)) < 2) continue;
    wanted = host;
    wanted += path_of(key);
    COCITE_TRY(const auto found, store_->keys().find(wanted));
    if (found && in.has(page_id(*found))) same_.emplace_back(page_id(page), page_id(*found));
  }
  return cursor.status();
}

Result<void> EvidenceReader::compare_paths(const Host& one, const Host& other, MirrorPair& pair) {
  // Finding a key takes as long as reading about this many.
  constexpr uint64_t kFarSmaller = 32;
  const uint64_t pages = one.end - one.first;
  const uint64_t other_pages = other.end - other.first;
  same_.clear();
  if (pages * kFarSmaller < other_pages) {
    COCITE_CHECK(look_paths_up(one, other, pair.other));
  } else if (other_pages * kFarSmaller < pages) {
    COCITE_CHECK(look_paths_up(other, one, pair.one));
    for (auto& [a, b] : same_) std::swap(a, b);
  } else {
    COCITE_CHECK(walk_paths(one, other));
  }
  for (const auto& [a, b] : same_) pair.weight += counts_->weight(a);
  pair.shared_paths = same_.size();
  const double weight = counts_->of_host(pair.one).all;
  const double other_weight = counts_->of_host(pair.other).all;
  const double smaller = pages < other_pages   ? weight
                         : other_pages < pages ? other_weight
                                               : std::min(weight, other_weight);
  pair.paths = smaller > 0 ? std::min(1.0, pair.weight / smaller) : 0;
  return {};
}

Result<bool> EvidenceReader::compare_contents(const Host& other, double best, double least,
                                              MirrorPair& pair) {
  std::vector<std::pair<PageId, PageId>> fetched;
  for (const auto& [a, b] : same_) {
    COCITE_TRY(const bool is_crawled, store_->is_crawled(a));
    if (!is_crawled) continue;
    COCITE_TRY(const bool is_other_crawled, store_->is_crawled(b));
    if (is_other_crawled) fetched.emplace_back(a, b);
  }
  pair.compared = std::min(fetched.size(), kMostCompared);
  if (fetched.empty()) return true;
  const bool has_texts = store_->text_columns().has_texts();
  uint64_t links = 0;
  uint64_t texts = 0;
  // Evenly spread, the first few as well as all: a step that has no factor in common with their
  // number meets each once, and the golden section leaves no large gaps.
  uint64_t stride = std::max<uint64_t>(1, pair.compared * 618 / 1000);
  while (std::gcd(stride, pair.compared) != 1) ++stride;
  for (uint64_t i = 0, place = 0; i < pair.compared;
       ++i, place = (place + stride) % pair.compared) {
    if (i == kPilot) {
      const uint64_t agreeing = has_texts ? std::min(links, texts) : links;
      const double likely = static_cast<double>(agreeing) / kPilot + kPilotMargin;
      if (best * likely < least) return false;
    }
    const auto& [a, b] = fetched[place * fetched.size() / pair.compared];
    COCITE_TRY(const bool is_linked_alike, links_agree(other, a, b));
    links += is_linked_alike ? 1 : 0;
    if (!has_texts) continue;
    COCITE_TRY(const bool is_worded_alike, texts_agree(a, b));
    texts += is_worded_alike ? 1 : 0;
  }
  const auto share = [&](uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(pair.compared);
  };
  pair.links = share(links);
  if (has_texts) pair.texts = share(texts);
  return true;
}

Result<void> EvidenceReader::compare_targets(const Host& one, const Host& other, MirrorPair& pair) {
  COCITE_TRY(const Targets from, targets_of(one, pair.one, pair.other));
  COCITE_TRY(const Targets to, targets_of(other, pair.other, pair.one));
  double dot = 0;
  double norm = 0;
  double other_norm = 0;
  for (const auto& [host, links] : from) norm += static_cast<double>(links) * links;
  for (const auto& [host, links] : to) other_norm += static_cast<double>(links) * links;
  for (size_t i = 0, j = 0; i < from.size() && j < to.size();) {
    if (from[i].first == to[j].first) {
      dot += static_cast<double>(from[i++].second) * static_cast<double>(to[j++].second);
    } else {
      from[i].first < to[j].first ? ++i : ++j;
    }
  }
  if (norm > 0 && other_norm > 0) pair.targets = dot / std::sqrt(norm * other_norm);
  return {};
}

Result<bool> EvidenceReader::links_agree(const Host& other, PageId a, PageId b) {
  COCITE_TRY(const auto list, store_->children(a, buffer_));
  children_.assign(list.begin(), list.end());
  COCITE_TRY(const auto other_list, store_->children(b, buffer_));
  other_children_.assign(other_list.begin(), other_list.end());
  // The other host's pages by the name of this one: a page without one of the same path here can
  // stand in no list of this host.
  for (PageId& child : other_children_) {
    if (!other.has(child)) continue;
    const auto same =
        std::ranges::lower_bound(same_, child, {}, [](const auto& entry) { return entry.second; });
    if (same != same_.end() && same->second == child) child = same->first;
  }
  std::ranges::sort(children_);
  std::ranges::sort(other_children_);
  other_children_.erase(std::unique(other_children_.begin(), other_children_.end()),
                        other_children_.end());
  size_t shared = 0;
  for (size_t i = 0, j = 0; i < children_.size() && j < other_children_.size();) {
    if (children_[i] == other_children_[j])
      ++shared, ++i, ++j;
    else if (children_[i] < other_children_[j])
      ++i;
    else
      ++j;
  }
  return shared >= least_shared(std::max(children_.size(), other_children_.size()));
}

Result<bool> EvidenceReader::texts_agree(PageId a, PageId b) {
  COCITE_TRY(const std::string text, store_->text_columns().text(a));
  COCITE_TRY(const std::string other, store_->text_columns().text(b));
  if (text == other) return true;
  const text::Shingles shingles = shingles_.read(text);
  return text::resemblance(shingles, shingles_.read(other)) >= kTextsAgree;
}

std::optional<bool> EvidenceReader::have_same_machine(const Host& one, const Host& other) const {
  const store::MachineTable* machines = store_->machines();
  if (machines == nullptr) return {};
  const auto numbers = [&](const Host& host) {
    std::vector<uint32_t> found;
    for (const auto& run : machines->within(host.first, host.end)) found.push_back(run.number);
    std::ranges::sort(found);
    return found;
  };
  const std::vector<uint32_t> here = numbers(one);
  const std::vector<uint32_t> there = numbers(other);
  if (here.empty() || there.empty()) return {};
  return std::ranges::any_of(
      here, [&](uint32_t number) { return std::ranges::binary_search(there, number); });
}

Result<EvidenceReader::Targets> EvidenceReader::targets_of(const Host& host, HostId own,
                                                           HostId without) {
  std::vector<uint32_t> hosts;
  auto scan = store_->out().scan(page_id(host.first), host.end);
  while (scan.next()) {
    for (const PageId child : scan.list()) {
      if (host.has(child)) continue;
      COCITE_TRY(const HostId target, store_->host_of(child));
      if (target != own && target != without) hosts.push_back(index(target));
    }
  }
  COCITE_CHECK(scan.status());
  std::ranges::sort(hosts);
  Targets targets;
  for (const uint32_t target : hosts) {
    if (targets.empty() || targets.back().first != target) targets.emplace_back(target, 0);
    ++targets.back().second;
  }
  return targets;
}

}  // namespace cocite::insight
