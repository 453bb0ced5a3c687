#include "cli/stop.h"

namespace cocite::cli {
namespace {

std::atomic<bool> stop_wanted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait for a lock");

void want_stop(int /*signal*/) {
  stop_wanted.store(true, std::memory_order_relaxed);
}

}  // namespace

const std::atomic<bool>* stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = want_stop;
  action.sa_flags = SA_RESETHAND;  // and not SA_RESTART: a read that waits for input gives up
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    // What nohup asked for stays so. (A script that starts us with & hands down that SIGINT is to
    // be ignored; but a user who then sends it means it.)
    const bool is_known = sigaction(signal, nullptr, &before) == 0;
    if (signal == SIGHUP && is_known && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
  return &stop_wanted;
}

SignalsKept::SignalsKept() {
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], nullptr, &before_[i]);
}

SignalsKept::~SignalsKept() {
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  stop_wanted = false;
}

}  // namespace cocite::cli
