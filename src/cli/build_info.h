// Which Cocite this is, and what it was built with: cocite --version.
//
//   version_text()    // "cocite 0.2.0\ncommit    dc683cf01234\n..."
//
// The first line is the version alone; scripts may count on it. Any thread.
#pragma once

#include <string>

namespace cocite::cli {

[[nodiscard]] std::string version_text();

}  // namespace cocite::cli
