#include "store/machine_table.h"

#include <algorithm>
#include <utility>

namespace cocite::store {

Result<MachineTable> MachineTable::of(file::Container container) {
  MachineTable table;
  COCITE_TRY(const file::Section runs, container.section("runs"));
  COCITE_TRY(table.runs_, runs.values<MachineRun>());
  COCITE_TRY(const file::Section machines, container.section("machines"));
  COCITE_TRY(table.machines_, machines.values<IpAddress>());
  table.container_ = std::move(container);
  return table;
}

std::optional<IpAddress> MachineTable::find(PageId page) const {
  const auto next = std::ranges::upper_bound(runs_, index(page), {}, &MachineRun::first);
  if (next == runs_.begin()) return {};
  const MachineRun& run = *std::prev(next);
  return index(page) < run.end ? ip(run) : std::nullopt;
}

std::span<const MachineRun> MachineTable::within(uint64_t first, uint64_t end) const {
  const auto begins = std::ranges::lower_bound(runs_, first, {}, &MachineRun::first);
  const auto ends = std::ranges::lower_bound(begins, runs_.end(), end, {}, &MachineRun::first);
  return {begins, ends};
}

std::optional<IpAddress> MachineTable::ip(const MachineRun& run) const {
  if (run.number >= machines_.size()) return {};
  return machines_[run.number];
}

Result<void> MachineTable::check(uint64_t pages) const {
  for (size_t i = 0; i < runs_.size(); ++i) {
    const bool rises = i == 0 || runs_[i - 1].end <= runs_[i].first;
    if (!rises || runs_[i].first >= runs_[i].end || runs_[i].end > pages) {
      return fail(ErrorCode::kCorrupt, container_.path() + ": pages out of order");
    }
    if (runs_[i].number >= machines_.size()) {
      return fail(ErrorCode::kCorrupt, container_.path() + ": an unknown machine");
    }
  }
  if (std::ranges::adjacent_find(machines_, std::greater_equal<>()) != machines_.end()) {
    return fail(ErrorCode::kCorrupt, container_.path() + ": machines out of order");
  }
  return {};
}

void MachineTableBuilder::add(uint32_t page, std::string_view ip, bool joins) {
  const auto parsed = IpAddress::parse(ip);
  if (!parsed) {
    is_open_ = false;
    return;
  }
  const auto [known, is_new] =
      numbers_.try_emplace(*parsed, static_cast<uint32_t>(numbers_.size()));
  if (joins && is_open_ && runs_.back().number == known->second) {
    runs_.back().end = page + 1;
  } else {
    runs_.push_back({.first = page, .end = page + 1, .number = known->second});
  }
  is_open_ = true;
}

Result<void> MachineTableBuilder::write(file::ContainerWriter container) {
  // Numbered as they came; written in their own order.
  std::vector<uint32_t> places(numbers_.size());
  std::vector<IpAddress> machines;
  for (const auto& [ip, number] : numbers_) {
    places[number] = static_cast<uint32_t>(machines.size());
    machines.push_back(ip);
  }
  for (MachineRun& run : runs_) run.number = places[run.number];
  COCITE_CHECK(container.begin("runs"));
  COCITE_CHECK(container.write_values(std::span<const MachineRun>(runs_)));
  COCITE_CHECK(container.begin("machines"));
  COCITE_CHECK(container.write_values(std::span<const IpAddress>(machines)));
  return container.finish();
}

}  // namespace cocite::store
