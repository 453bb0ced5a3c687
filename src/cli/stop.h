// Ctrl-C as a flag that long work looks at.
//
//   const SignalsKept kept;             // once, around the whole program
//   request.stop = stop_on_signals();   // SIGINT, SIGTERM and SIGHUP set it from now on
//
// The second signal of a kind ends the process at once, for users who cannot wait; what that leaves
// behind the next run clears away. Call it from main's thread.
#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace cocite::cli {

[[nodiscard]] const std::atomic<bool>* stop_on_signals();

// Puts back, at its end, what signals did before: programs that run this one as a part of another
// process (Python) ends by SIGTERM and hears Ctrl-C afterwards as before.
class SignalsKept {
 public:
  SignalsKept();
  ~SignalsKept();
  SignalsKept(const SignalsKept&) = delete;
  SignalsKept& operator=(const SignalsKept&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

}  // namespace cocite::cli
