#include "ingest/statuses.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "file/string_table.h"
#include "store/page_status.h"

namespace cocite::ingest {
namespace {

// All that is known of one page, in order of time, as one entry: the last status, and since when
// pages of its kind (gone, or not) were said.
store::StatusEntry summed_up(std::span<const store::StatusEntry> facts) {
  store::StatusEntry last = facts.front();
  for (const store::StatusEntry& fact : facts.subspan(1)) {
    const bool is_same = store::is_gone(fact.status) == store::is_gone(last.status);
    const uint32_t since = is_same ? std::min(last.since, fact.since) : fact.since;
    last = fact;
    last.since = since;
  }
  return last;
}

}  // namespace

std::vector<store::StatusEntry> sum_up_statuses(std::vector<store::StatusEntry> entries) {
  std::ranges::stable_sort(entries, {}, [](const store::StatusEntry& entry) {
    return std::tuple(entry.page, entry.date, entry.status);
  });
  std::vector<store::StatusEntry> kept;
  for (size_t begin = 0; begin < entries.size();) {
    size_t end = begin + 1;
    while (end < entries.size() && entries[end].page == entries[begin].page) ++end;
    kept.push_back(summed_up(std::span(entries).subspan(begin, end - begin)));
    begin = end;
  }
  return kept;
}

Result<void> Statuses::write(store::Writer& writer, const store::Store* old,
                             const std::vector<uint32_t>& numbers) {
  std::vector<store::StatusEntry> entries;
  if (old != nullptr && old->statuses() != nullptr) {
    for (store::StatusEntry entry : old->statuses()->entries()) {
      entry.page = numbers[entry.page];
      entries.push_back(entry);
    }
  }
  if (entries.empty() && facts_.empty()) return {};
  COCITE_TRY(const auto pages, writer.written(store::Part::kPages));
  COCITE_TRY(const auto keys, file::StringTable::open(pages, "keys"));
  for (const Fact& fact : facts_) {
    COCITE_TRY(const std::optional<uint64_t> page, keys.find(fact.key));
    if (!page) continue;
    entries.push_back({static_cast<uint32_t>(*page), fact.status, fact.date, fact.date});
  }
  const std::vector<store::StatusEntry> kept = sum_up_statuses(std::move(entries));
  if (kept.empty()) return {};
  COCITE_TRY(auto file, writer.create(store::Part::kStatuses));
  return store::write_statuses(std::move(file), kept);
}

}  // namespace cocite::ingest
