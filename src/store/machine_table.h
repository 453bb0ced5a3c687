// Which machine was a page fetched from? The IP addresses that archives tell.
//
//   const auto ip = store.machine(page);                  // nothing: not known
//   for (const MachineRun& run : machines.within(first, end)) machines.ip(run)
//
// Nearly all pages of a host come from one machine, so what is kept is runs: all pages that were
// fetched from `first` up to `end` came from machine `number`. A run is within one host.
//
//   runs:     first u32 | end u32 | number u32, in order of pages
//   machines: 16 bytes each, rising
//
// Any number of threads may read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "base/ip_address.h"
#include "file/container.h"

namespace cocite::store {

struct MachineRun {
  uint32_t first = 0;
  uint32_t end = 0;
  uint32_t number = 0;
};
static_assert(sizeof(MachineRun) == 12);

class MachineTable {
 public:
  [[nodiscard]] static Result<MachineTable> of(file::Container container);
  // Of a page that was fetched; of others it may tell that of their neighbours.
  [[nodiscard]] std::optional<IpAddress> find(PageId page) const;
  // The runs of the pages of a host, [first, end).
  [[nodiscard]] std::span<const MachineRun> within(uint64_t first, uint64_t end) const;
  // Nothing where the file is not as it should be.
  [[nodiscard]] std::optional<IpAddress> ip(const MachineRun& run) const;
  [[nodiscard]] size_t machines() const { return machines_.size(); }
  // Runs rise and are of pages, machines rise and are there.
  [[nodiscard]] Result<void> check(uint64_t pages) const;

 private:
  file::Container container_;
  std::span<const MachineRun> runs_;
  std::span<const IpAddress> machines_;
};

// Makes one: page by page, rising. 12 bytes a run and some 80 a machine in memory.
class MachineTableBuilder {
 public:
  // `ip`: as text; an invalid one counts as empty. `joins`: the page is of the same
  // host as the one added last, and none between them was fetched.
  void add(uint32_t page, std::string_view ip, bool joins);
  [[nodiscard]] bool empty() const { return runs_.empty(); }
  [[nodiscard]] Result<void> write(file::ContainerWriter container);

 private:
  std::map<IpAddress, uint32_t> numbers_;
  std::vector<MachineRun> runs_;
  bool is_open_ = false;  // the last page added is the end of the last run
};

}  // namespace cocite::store
