// Which files went into a store: their names, sizes and digests, so that none is added twice.
//
//   COCITE_TRY(InputLedger ledger, InputLedger::read(store));
//   if (const InputEntry* same = ledger.add(InputKind::kVisits, "access.log.gz")) {
//     // its content is in the store already, then called same->name
//   }
//   COCITE_CHECK(ledger.write(report_file));
//
// Kept in the part "report" of a store. A digest is of the whole file up to 64 MiB, and of samples
// from all over a larger one: adding 100 GB should not read them twice. What has no size (standard
// input, pipes) is not in it. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"
#include "store/store.h"

namespace cocite::ingest {

enum class InputKind : uint8_t { kPages, kVisits };

struct InputEntry {
  InputKind kind = InputKind::kPages;
  uint64_t bytes = 0;
  uint64_t digest = 0;
  std::string name;
};

class InputLedger {
 public:
  // Stores of earlier versions have none: it is empty.
  [[nodiscard]] static Result<InputLedger> read(const store::Store& store);

  // The entry with the same content, if there is one; else a new one is made, and nullptr returned.
  // Valid until the next add().
  [[nodiscard]] const InputEntry* add(InputKind kind, const std::string& path);
  // Forgets what was added of this path since it was read: it could not be read after all.
  void remove(InputKind kind, const std::string& path);
  // A section of the report.
  [[nodiscard]] Result<void> write(file::ContainerWriter& report) const;
  [[nodiscard]] std::span<const InputEntry> entries() const { return entries_; }

 private:
  std::vector<InputEntry> entries_;
  size_t read_ = 0;  // entries that were there before
};

}  // namespace cocite::ingest
