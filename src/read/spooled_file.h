// An input as bytes in memory, for formats that have their index at the end: mapped if it is a plain file, else unpacked
// into a nameless file of the temporary folder (TMPDIR) first.
//
//   COCITE_TRY(const MappedFile file, map_input("-", options.stop));
//
// Any thread.
#pragma once

#include <atomic>
#include <string>

#include <cocite/result.h>

#include "base/mapped_file.h"

namespace cocite::read {

[[nodiscard]] Result<MappedFile> map_input(const std::string& input, const std::atomic<bool>* stop);

}  // namespace cocite::read
