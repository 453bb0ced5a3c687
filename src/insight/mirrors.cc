// Mirrored hosts: pairs of hosts that hold the same pages under the same paths.
//
// Idea: what only a few hosts have, and two of them have together, is seldom there by chance. Pairs
// that share rare paths are compared in full: which share of the smaller host's paths, weighed by
// rarity ln(H/h), is on the other one too; whether the pages that were fetched from both link to the
// same places and say the same words; whether the two link to the same hosts.
//
//   score = paths * weight/(weight + 4) * min(links, texts), and where no page was fetched from both
//   score = paths * weight/(weight + 16) / 2; a name with and without "www." is believed sooner.
//
// Paper: Bharat, Broder, Dean & Henzinger, "A Comparison of Techniques to Find Mirrored Hosts on
// the WWW", JASIS 51(12), 2000. Theirs compares ways to rank pairs; here all kinds of evidence are
// looked at for each pair, which a store makes cheap.
// Cost: two readings of all keys; for each candidate pair, at most 64 a host, the paths of the smaller
// host, and if enough of them are shared the lists and texts of 64 to 1000 of them. Does badly where hosts were seen by a page or two, and with two hosts in all,
// where every shared path is on all hosts and tells nothing.
#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <set>

#include "base/parallel.h"
#include "insight/insight.h"
#include "insight/mirror_table.h"

namespace cocite::insight::mirrors {
namespace {

constexpr std::array<std::string_view, 11> kColumns = {"rank",         "score", "host1",  "host2",
                                                       "shared_paths", "paths", "links",  "texts",
                                                       "targets",      "kind",  "address"};

constexpr std::array<ParameterInfo, 1> kParameters = {{{"min_score",
                                                        ParameterKind::kNumber,
                                                        "0.3",
                                                        "pairs with a lower score are left out",
                                                        {},
                                                        0,
                                                        1}}};

Result<std::vector<MirrorPair>> find_pairs(Context& context) {
  const double least = context.parameters().number("min_score");
  COCITE_TRY(const PathCounts counts, PathCounts::make(context));
  // A score is at most the share of paths.
  COCITE_TRY(const auto candidates, find_candidates(context, counts, least));
  COCITE_CHECK(context.tell("finding sites", 0, context.store().hosts(), "hosts"));
  COCITE_TRY(const HostSites sites, HostSites::make(context.store()));
  // In rounds, so that one thread reports progress.
  constexpr size_t kRound = 256;
  std::vector<MirrorPair> pairs;
  std::vector<Result<std::optional<MirrorPair>>> round(kRound);
  const unsigned threads = context.threads();
  std::vector<EvidenceReader> readers;
  for (unsigned i = 0; i < threads; ++i)
    readers.emplace_back(context.store(), counts, sites, least);
  for (size_t first = 0; first < candidates.size(); first += kRound) {
    COCITE_CHECK(context.tell("comparing hosts", first, candidates.size(), "pairs"));
    const size_t size = std::min(kRound, candidates.size() - first);
    std::atomic<size_t> next = 0;
    parallel_for(threads, threads, [&](size_t thread) {
      for (size_t i = next++; i < size && !context.is_stopped(); i = next++) {
        const MirrorCandidate& candidate = candidates[first + i];
        round[i] = readers[thread].compare(candidate.one, candidate.other);
      }
    });
    if (context.is_stopped()) break;
    for (size_t i = 0; i < size; ++i) {
      COCITE_CHECK(round[i]);
      if (*round[i]) pairs.push_back(**round[i]);
    }
  }
  COCITE_CHECK(context.tell("comparing hosts", candidates.size(), candidates.size(), "pairs"));
  std::ranges::sort(pairs, [](const MirrorPair& a, const MirrorPair& b) {
    if (a.score != b.score) return a.score > b.score;
    return std::pair(index(a.one), index(a.other)) < std::pair(index(b.one), index(b.other));
  });
  context.fact("candidates", candidates.size());
  return pairs;
}

InsightValue if_any(const std::optional<double>& value) {
  return value ? InsightValue(*value) : InsightValue();
}

Result<void> run(Context& context) {
  const store::Store& store = context.store();
  COCITE_CHECK(needs_hosts(store, "mirrors"));
  std::set<uint32_t> wanted;
  for (const std::string& text : context.request().about) {
    COCITE_TRY(const auto host, find_host(store, text));
    if (!host) return fail(ErrorCode::kNotFound, "there is no host '" + text + "' in the store");
    wanted.insert(index(*host));
  }
  // Saved mirrors are what a new search would give; a request to save searches again.
  COCITE_TRY(const auto saved, saved_mirrors(store));
  std::vector<MirrorPair> pairs;
  const bool is_default = context.parameters().word("min_score") == kParameters[0].fallback;
  if (saved && is_default && !context.request().save) {
    pairs = *saved;
  } else {
    COCITE_CHECK(may_work(context, "mirrors"));
    COCITE_TRY(pairs, find_pairs(context));
    if (context.request().save) {
      COCITE_CHECK(save_mirrors(store, pairs, [&] { return !context.is_stopped(); }));
    }
  }
  context.fact("pairs", uint64_t{pairs.size()});
  context.fact("saved", std::string(saved || context.request().save ? "yes" : "no"));
  uint64_t rank = 0;
  for (const MirrorPair& pair : pairs) {
    ++rank;
    if (!wanted.empty() && !wanted.contains(index(pair.one)) &&
        !wanted.contains(index(pair.other))) {
      continue;
    }
    COCITE_TRY(std::string one, name_of(store, pair.one));
    COCITE_TRY(std::string other, name_of(store, pair.other));
    InsightValue address;
    if (pair.address) address = std::string(*pair.address ? "same" : "other");
    if (!context.row({rank, pair.score, std::move(one), std::move(other), pair.shared_paths,
                      pair.paths, if_any(pair.links), if_any(pair.texts), if_any(pair.targets),
                      std::string(word_of(pair.kind)), std::move(address)})) {
      break;
    }
  }
  return {};
}

}  // namespace

extern const Info kInfo{.name = "mirrors",
                        .summary = "find hosts that hold the same pages under the same paths",
                        .paper = "Bharat, Broder, Dean & Henzinger 2000",
                        .about = "HOST",
                        .about_help = "only pairs with one of these hosts",
                        .can_save = true,
                        .is_heavy = true,
                        .examples =
                            "\n"
                            "www.example.com\n"
                            "save\n",
                        .columns = kColumns,
                        .parameters = kParameters,
                        .run = run};

}  // namespace cocite::insight::mirrors
