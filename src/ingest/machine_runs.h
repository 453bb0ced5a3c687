// From which machines pages came, host by host: the part `machines` of a store, while it is made.
//
//   MachineRuns machines;
//   COCITE_CHECK(machines.start(writer));                 // the draft knows which were fetched
//   COCITE_CHECK(machines.add(page, key, "192.0.2.7"));   // pages that say something, rising
//   COCITE_CHECK(machines.write(writer));                 // nothing, if no machine is known
//
// One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <cocite/result.h>

#include "file/bitmap.h"
#include "file/container.h"
#include "store/machine_table.h"
#include "store/writer.h"
#include "url/key.h"

namespace cocite::ingest {

class MachineRuns {
 public:
  // REQUIRES: the draft has its part `crawled`.
  Result<void> start(store::Writer& writer) {
    COCITE_TRY(container_, writer.written(store::Part::kCrawled));
    COCITE_TRY(crawled_, file::Bitmap::open(container_, "crawled"));
    return {};
  }
  Result<void> add(uint32_t page, std::string_view key, std::string_view ip) {
    const std::string_view host = url::host_of_key(key);
    bool joins = host == host_;
    if (joins) {
      // Pages between the two that were fetched say nothing of their machine.
      COCITE_TRY(const uint64_t before, crawled_.rank(next_));
      COCITE_TRY(const uint64_t now, crawled_.rank(page));
      joins = before == now;
    } else {
      host_ = host;
    }
    next_ = page + 1;
    table_.add(page, ip, joins);
    return {};
  }
  Result<void> write(store::Writer& writer) {
    if (table_.empty()) return {};
    COCITE_TRY(auto file, writer.create(store::Part::kMachines));
    return table_.write(std::move(file));
  }

 private:
  file::Container container_;
  file::Bitmap crawled_;
  std::string host_;
  uint32_t next_ = 0;
  store::MachineTableBuilder table_;
};

}  // namespace cocite::ingest
