#include "insight/mirror_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "store/save_columns.h"

namespace cocite::insight {
namespace {

constexpr const char* kName = "mirrors";
constexpr const char* kAbout = "mirrors 1";

// As it stands in the file.
struct Row {
  uint32_t one;
  uint32_t other;
  uint64_t shared_paths;
  uint64_t compared;
  double paths;
  double weight;
  double links;    // NaN: not known
  double texts;    // likewise
  double targets;  // likewise
  double score;
  uint32_t kind;
  uint32_t address;  // 0: not known, 1: another, 2: the same
  uint32_t is_whole;
  uint32_t zero;
};

double number_of(const std::optional<double>& value) {
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}
std::optional<double> if_number(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

}  // namespace

Result<void> save_mirrors(const store::Store& store, std::span<const MirrorPair> pairs,
                          const std::function<bool()>& goes_on) {
  std::vector<Row> rows;
  for (const MirrorPair& pair : pairs) {
    rows.push_back({.one = index(pair.one),
                    .other = index(pair.other),
                    .shared_paths = pair.shared_paths,
                    .compared = pair.compared,
                    .paths = pair.paths,
                    .weight = pair.weight,
                    .links = number_of(pair.links),
                    .texts = number_of(pair.texts),
                    .targets = number_of(pair.targets),
                    .score = pair.score,
                    .kind = static_cast<uint32_t>(pair.kind),
                    .address = !pair.address   ? 0U
                               : *pair.address ? 2U
                                               : 1U,
                    .is_whole = pair.is_whole ? 1U : 0U,
                    .zero = 0});
  }
  const store::NewNotes notes{
      .name = kName, .about = kAbout, .parts = {{"pairs", std::as_bytes(std::span(rows))}}};
  return store::save_notes(store, notes, goes_on);
}

Result<std::optional<std::vector<MirrorPair>>> saved_mirrors(const store::Store& store) {
  COCITE_TRY(const auto notes, store.notes(kName));
  if (!notes || notes->about() != kAbout) return std::nullopt;
  COCITE_TRY(const auto rows, notes->part<Row>("pairs"));
  std::vector<MirrorPair> pairs;
  for (const Row& row : rows) {
    if (row.one >= store.hosts() || row.other >= store.hosts() || row.kind > 2) {
      return fail(ErrorCode::kCorrupt, store.path() + ": the table of mirrors is damaged");
    }
    pairs.push_back({.one = host_id(row.one),
                     .other = host_id(row.other),
                     .shared_paths = row.shared_paths,
                     .compared = row.compared,
                     .paths = row.paths,
                     .weight = row.weight,
                     .links = if_number(row.links),
                     .texts = if_number(row.texts),
                     .targets = if_number(row.targets),
                     .address = row.address == 0 ? std::nullopt : std::optional(row.address == 2),
                     .score = row.score,
                     .is_whole = row.is_whole != 0,
                     .kind = static_cast<MirrorKind>(row.kind)});
  }
  return pairs;
}

std::vector<std::vector<HostId>> mirror_groups(std::span<const MirrorPair> pairs) {
  std::map<uint32_t, uint32_t> parent;
  const auto root = [&](uint32_t host) {
    parent.try_emplace(host, host);
    while (parent[host] != host) host = parent[host] = parent[parent[host]];
    return host;
  };
  for (const MirrorPair& pair : pairs) {
    if (!pair.is_whole) continue;
    const uint32_t one = root(index(pair.one));
    const uint32_t other = root(index(pair.other));
    parent[std::max(one, other)] = std::min(one, other);
  }
  std::map<uint32_t, std::vector<HostId>> groups;
  std::vector<uint32_t> hosts;
  for (const auto& [host, unused] : parent) hosts.push_back(host);
  for (const uint32_t host : hosts) groups[root(host)].push_back(host_id(host));
  std::vector<std::vector<HostId>> all;
  for (auto& [first, group] : groups) all.push_back(std::move(group));
  return all;
}

}  // namespace cocite::insight
