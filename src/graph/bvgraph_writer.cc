#include <algorithm>
#include <bit>
#include <charconv>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include "base/ids.h"
#include "graph/bvgraph.h"

namespace cocite::graph {
namespace {

// Bits wait in memory until there are this many bytes of them.
constexpr size_t kDrainBytes = size_t{1} << 16;

uint64_t difference(uint32_t successor, uint64_t node) {
  return to_natural(static_cast<int64_t>(successor) - static_cast<int64_t>(node));
}

std::string ratio(uint64_t dividend, uint64_t divisor) {
  const double value =
      divisor == 0 ? 0.0 : static_cast<double>(dividend) / static_cast<double>(divisor);
  char buffer[64];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 3);
  return error == std::errc{} ? std::string(buffer, end) : "0";
}

Result<void> check_options(const BvWriterOptions& options) {
  if (options.window > kMaxBvWindow) {
    return fail(ErrorCode::kInvalidArgument, "window is " + std::to_string(options.window) +
                                                 ", at most " + std::to_string(kMaxBvWindow) +
                                                 " is possible");
  }
  if (options.min_interval_length == 1) {
    return fail(ErrorCode::kInvalidArgument,
                "min_interval_length is 1; 0 means no intervals, otherwise 2 or more");
  }
  if (options.zeta_k < 1 || options.zeta_k > 7) {
    return fail(ErrorCode::kInvalidArgument,
                "zeta_k is " + std::to_string(options.zeta_k) + ", 1 to 7 are possible");
  }
  return {};
}

}  // namespace

Result<BvGraphWriter> BvGraphWriter::create(const std::string& basename,
                                            const BvWriterOptions& options) {
  COCITE_CHECK(check_options(options));
  BvGraphWriter writer;
  writer.options_ = options;
  writer.basename_ = basename;
  // Properties of an older graph must not vouch for the new one before it is whole.
  std::error_code error;
  std::filesystem::remove(basename + ".properties", error);
  if (error) {
    return fail(ErrorCode::kIo, basename + ".properties: cannot be replaced: " + error.message());
  }
  COCITE_TRY(writer.graph_file_, file::RawFile::create(basename + ".graph"));
  COCITE_TRY(writer.offsets_file_, file::RawFile::create(basename + ".offsets"));
  writer.window_.resize(std::bit_ceil(uint64_t{options.window} + 1));
  writer.is_open_ = true;
  return writer;
}

const BvGraphWriter::Slot& BvGraphWriter::slot_before(uint64_t distance) const {
  return window_[(nodes_ - distance) & (window_.size() - 1)];
}

Result<void> BvGraphWriter::add(std::span<const uint32_t> successors) {
  if (!is_open_) {
    return fail(ErrorCode::kInvalidArgument,
                basename_ + ": the graph is finished or failed, nothing can be added");
  }
  is_open_ = false;  // until all went well
  if (nodes_ >= kMaxPages) {
    return fail(ErrorCode::kUnsupported,
                basename_ + ": a graph has at most " + std::to_string(kMaxPages) + " nodes");
  }
  if (std::adjacent_find(successors.begin(), successors.end(), std::greater_equal<>()) !=
      successors.end()) {
    return fail(ErrorCode::kInvalidArgument, basename_ + ": the successors of node " +
                                                 std::to_string(nodes_) +
                                                 " are not strictly increasing");
  }
  Slot& slot = window_[nodes_ & (window_.size() - 1)];
  offsets_.gamma(graph_.position() - last_start_);
  last_start_ = graph_.position();
  graph_.gamma(successors.size());
  slot.chain = 0;
  if (!successors.empty()) {
    largest_ = std::max(largest_, successors.back());
    make_plan(successors, 0, best_);
    const uint64_t reach = std::min<uint64_t>(options_.window, nodes_);
    for (uint32_t distance = 1; distance <= reach; ++distance) {
      const Slot& other = slot_before(distance);
      if (other.chain >= options_.max_ref_count || other.successors.empty()) continue;
      make_plan(successors, distance, candidate_);
      if (candidate_.bits < best_.bits) std::swap(candidate_, best_);
    }
    if (best_.reference > 0) slot.chain = slot_before(best_.reference).chain + 1;
    write(successors, best_);
  }
  slot.successors.assign(successors.begin(), successors.end());
  ++nodes_;
  arcs_ += successors.size();
  COCITE_CHECK(drain(kDrainBytes));
  is_open_ = true;
  return {};
}

void BvGraphWriter::make_plan(std::span<const uint32_t> list, uint32_t reference,
                              Plan& plan) const {
  plan.reference = reference;
  plan.copied = 0;
  plan.blocks.clear();
  plan.extras.clear();
  if (reference == 0) {
    plan.extras.assign(list.begin(), list.end());
  } else {
    // Runs of the other list that are in ours (copied) and that are not (skipped), in turn.
    const std::vector<uint32_t>& other = slot_before(reference).successors;
    size_t i = 0;
    bool is_copying = true;
    uint32_t run = 0;
    size_t j = 0;
    for (; j < other.size(); ++j) {
      while (i < list.size() && list[i] < other[j]) plan.extras.push_back(list[i++]);
      if (i == list.size()) break;
      const bool is_shared = list[i] == other[j];
      if (is_shared != is_copying) {
        plan.blocks.push_back(run);
        is_copying = is_shared;
        run = 0;
      }
      ++run;
      if (is_shared) {
        ++i;
        ++plan.copied;
      }
    }
    // A last run that is skipped, or copied to the very end, goes without saying.
    if (is_copying && j < other.size()) plan.blocks.push_back(run);
    plan.extras.insert(plan.extras.end(), list.begin() + static_cast<std::ptrdiff_t>(i),
                       list.end());
  }
  split_extras(plan);
  plan.bits = cost(plan);
}

void BvGraphWriter::split_extras(Plan& plan) const {
  plan.lefts.clear();
  plan.lengths.clear();
  plan.residuals.clear();
  const std::vector<uint32_t>& extras = plan.extras;
  if (options_.min_interval_length == 0) {
    plan.residuals.assign(extras.begin(), extras.end());
    return;
  }
  for (size_t i = 0; i < extras.size();) {
    size_t end = i + 1;
    while (end < extras.size() && extras[end] == extras[end - 1] + 1) ++end;
    if (end - i >= options_.min_interval_length) {
      plan.lefts.push_back(extras[i]);
      plan.lengths.push_back(static_cast<uint32_t>(end - i));
    } else {
      plan.residuals.insert(plan.residuals.end(), extras.begin() + static_cast<std::ptrdiff_t>(i),
                            extras.begin() + static_cast<std::ptrdiff_t>(end));
    }
    i = end;
  }
}

uint64_t BvGraphWriter::cost(const Plan& plan) const {
  uint64_t bits = plan.reference + 1;
  if (plan.reference > 0) {
    bits += gamma_bits(plan.blocks.size());
    for (size_t i = 0; i < plan.blocks.size(); ++i) bits += gamma_bits(plan.blocks[i] - (i > 0));
  }
  if (plan.extras.empty()) return bits;
  if (options_.min_interval_length > 0) {
    bits += gamma_bits(plan.lefts.size());
    for (size_t i = 0; i < plan.lefts.size(); ++i) {
      bits += gamma_bits(i == 0 ? difference(plan.lefts[0], nodes_)
                                : plan.lefts[i] - plan.lefts[i - 1] - plan.lengths[i - 1] - 1);
      bits += gamma_bits(plan.lengths[i] - options_.min_interval_length);
    }
  }
  for (size_t i = 0; i < plan.residuals.size(); ++i) {
    bits += zeta_bits(i == 0 ? difference(plan.residuals[0], nodes_)
                             : plan.residuals[i] - plan.residuals[i - 1] - 1,
                      options_.zeta_k);
  }
  return bits;
}

// Field by field what cost() counts.
void BvGraphWriter::write(std::span<const uint32_t> list, const Plan& plan) {
  if (options_.window > 0) graph_.unary(plan.reference);
  if (plan.reference > 0) {
    graph_.gamma(plan.blocks.size());
    for (size_t i = 0; i < plan.blocks.size(); ++i) graph_.gamma(plan.blocks[i] - (i > 0));
    chain_sum_ += slot_before(plan.reference).chain + 1;
    distance_sum_ += plan.reference;
  }
  copied_arcs_ += plan.copied;
  residual_arcs_ += plan.residuals.size();
  interval_arcs_ += list.size() - plan.copied - plan.residuals.size();
  if (plan.extras.empty()) return;
  if (options_.min_interval_length > 0) {
    graph_.gamma(plan.lefts.size());
    for (size_t i = 0; i < plan.lefts.size(); ++i) {
      graph_.gamma(i == 0 ? difference(plan.lefts[0], nodes_)
                          : plan.lefts[i] - plan.lefts[i - 1] - plan.lengths[i - 1] - 1);
      graph_.gamma(plan.lengths[i] - options_.min_interval_length);
    }
  }
  for (size_t i = 0; i < plan.residuals.size(); ++i) {
    graph_.zeta(i == 0 ? difference(plan.residuals[0], nodes_)
                       : plan.residuals[i] - plan.residuals[i - 1] - 1,
                options_.zeta_k);
  }
}

Result<void> BvGraphWriter::drain(size_t threshold) {
  if (graph_.bytes().size() >= threshold) {
    COCITE_CHECK(graph_file_.append(graph_.bytes()));
    graph_.bytes().clear();
  }
  if (offsets_.bytes().size() >= threshold) {
    COCITE_CHECK(offsets_file_.append(offsets_.bytes()));
    offsets_.bytes().clear();
  }
  return {};
}

Result<void> BvGraphWriter::finish() {
  if (!is_open_) {
    return fail(ErrorCode::kInvalidArgument, basename_ + ": the graph is finished or failed");
  }
  is_open_ = false;
  if (arcs_ > 0 && largest_ >= nodes_) {
    return fail(ErrorCode::kInvalidArgument, basename_ + ": a list names node " +
                                                 std::to_string(largest_) + ", but only " +
                                                 std::to_string(nodes_) + " nodes were added");
  }
  offsets_.gamma(graph_.position() - last_start_);
  graph_.finish();
  offsets_.finish();
  COCITE_CHECK(drain(0));
  COCITE_CHECK(graph_file_.sync());
  COCITE_CHECK(offsets_file_.sync());
  COCITE_TRY(auto properties, file::RawFile::create(basename_ + ".properties"));
  const std::string text = properties_text();
  COCITE_CHECK(properties.append(std::as_bytes(std::span(text))));
  return properties.sync();
}

std::string BvGraphWriter::properties_text() const {
  std::string text = "#BVGraph properties\n";
  const auto line = [&](const char* key, const std::string& value) {
    text += std::string(key) + "=" + value + "\n";
  };
  line("graphclass", "it.unimi.dsi.webgraph.BVGraph");
  line("version", "0");
  line("nodes", std::to_string(nodes_));
  line("arcs", std::to_string(arcs_));
  line("windowsize", std::to_string(options_.window));
  line("maxrefcount", std::to_string(options_.max_ref_count));
  line("minintervallength", std::to_string(options_.min_interval_length));
  line("zetak", std::to_string(options_.zeta_k));
  line("compressionflags", "");
  line("bitsperlink", ratio(graph_bits(), arcs_));
  line("bitspernode", ratio(graph_bits(), nodes_));
  line("avgref", ratio(chain_sum_, nodes_));
  line("avgdist", ratio(distance_sum_, nodes_));
  line("copiedarcs", std::to_string(copied_arcs_));
  line("intervalisedarcs", std::to_string(interval_arcs_));
  line("residualarcs", std::to_string(residual_arcs_));
  return text;
}

}  // namespace cocite::graph
