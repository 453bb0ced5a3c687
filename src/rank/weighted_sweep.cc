#include "rank/weighted_sweep.h"

#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

namespace cocite::rank {

Result<void> for_each_weight(const store::Store& store, const Options& options,
                             const UseWeight& use) {
  if (store.link_counts() == nullptr) {
    return fail(ErrorCode::kInvalidArgument, store.path() + ": its links have no weights");
  }
  COCITE_TRY(auto counts, store.link_counts()->cursor());
  auto scan = store.out().scan(page_id(0), store.pages());
  while (scan.next()) {
    if (index(scan.page()) % kPagesBetweenStops == 0 && options.stop != nullptr &&
        options.stop->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
    }
    for (const PageId child : scan.list()) {
      store::LinkCount count;
      if (!counts.next(count)) {
        return fail(ErrorCode::kCorrupt,
                    store.path() + "/counts: the number of counts is not the number of links");
      }
      use(index(scan.page()), index(child),
          static_cast<double>(options.weights == LinkWeights::kLinks ? count.links : count.pages));
    }
  }
  return scan.status();
}

std::vector<std::string> scratch_folders(const store::Store& store) {
  std::error_code error;
  std::vector<std::string> folders = {store.path()};
  if (const auto system = std::filesystem::temp_directory_path(error); !error) {
    folders.push_back(system.string());
  }
  return folders;
}

Result<double> total_weight(const store::Store& store, const Options& options) {
  double total = static_cast<double>(store.links());
  if (options.weights == LinkWeights::kOnce) return total;
  total = 0;
  COCITE_CHECK(
      for_each_weight(store, options, [&](uint32_t, uint32_t, double weight) { total += weight; }));
  return total;
}

Result<WeightedSweep> WeightedSweep::prepare(const store::Store& store, const Options& options,
                                             const SweepOptions& sweep_options) {
  constexpr uint64_t kLinkBytes = sizeof(uint32_t) + sizeof(double);
  const uint64_t needed =
      store.links() * kLinkBytes + store.pages() * (sweep_options.page_bytes + 2 * sizeof(double));
  if (needed > options.memory_bytes) {
    const std::string megabytes = std::to_string(needed / 1'000'000 + 1);
    return fail({.message = "ranks by weight need their links in memory: " + megabytes +
                            " MB, more than the " +
                            std::to_string(options.memory_bytes / 1'000'000) + " MB allowed",
                 .about = "memory",
                 .remedies = {{.options = {{"memory", megabytes + "M"}}},
                              {.options = {{"weights", "once"}}}}});
  }
  WeightedSweep weighted;
  SweepOptions in_memory = sweep_options;
  in_memory.memory_bytes = std::numeric_limits<uint64_t>::max();
  in_memory.opposite = nullptr;  // numbers of links are of no use here
  COCITE_TRY(weighted.sweep_, LinkSweep::prepare(sources_of(store, options), in_memory));
  weighted.weights_ = BigArray<double>(store.links());
  weighted.in_ = BigArray<double>(store.pages());
  weighted.out_ = BigArray<double>(store.pages());
  BigArray<uint64_t> next(store.pages());  // where the next weight of a page's list goes
  uint64_t place = 0;
  for (uint64_t page = 0; page < store.pages(); ++page) {
    next[page] = place;
    COCITE_TRY(const uint32_t degree, sources_of(store, options).degree(page_id(page)));
    place += degree;
  }
  // In-links stand by source, and so come up here in the order of their list.
  COCITE_CHECK(for_each_weight(store, options, [&](uint32_t from, uint32_t to, double weight) {
    const uint32_t page = options.reversed ? from : to;
    weighted.weights_[next[page]++] = weight;
    weighted.in_[page] += weight;
    weighted.out_[options.reversed ? to : from] += weight;
  }));
  return weighted;
}

}  // namespace cocite::rank
