// Ctrl-C as a flag that long work looks at.
//
//   request.stop = stop_on_signals();   // SIGINT, SIGTERM and SIGHUP set it from now on
//
// The second signal of a kind ends the process at once, for whoever cannot wait; what that leaves
// behind the next run clears away. Call it from main's thread.
#pragma once

#include <atomic>

namespace cocite::cli {

[[nodiscard]] const std::atomic<bool>* stop_on_signals();

}  // namespace cocite::cli
