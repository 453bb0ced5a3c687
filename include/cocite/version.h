// Which Cocite is this?
//
//   std::cout << cocite::version();  // "0.1.0"
//
// The version of the program and of these headers (semantic versioning); the store has its own.
// Any thread.
#pragma once

namespace cocite {

[[nodiscard]] const char* version();

}  // namespace cocite
