// Inputs of an import that could not be read: they are left out, and the rest is imported.
//
//   if (const Skipped* unread = unread_inputs(report)) unread->samples   // "a.gz: why", one each
//
// Pure function; any thread.
#pragma once

#include <algorithm>
#include <string_view>

#include <cocite/query.h>

namespace cocite {

// Skipped::reason of these; its samples name all of them.
inline constexpr std::string_view kUnreadInputs = "input that cannot be read";

[[nodiscard]] inline const Skipped* unread_inputs(const ImportReport& report) {
  const auto found = std::ranges::find(report.skipped, kUnreadInputs, &Skipped::reason);
  return found == report.skipped.end() ? nullptr : &*found;
}

}  // namespace cocite
