// What this machine has.
#pragma once

#include <cstdint>

#include <sys/resource.h>
#include <unistd.h>

namespace cocite {

// All of it, in bytes, in use or not.
[[nodiscard]] inline uint64_t machine_memory() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

// As many open files as the machine allows this process: systems give programs few at first, 1024
// say, for the sake of very old ones, and leave it to them to ask for more.
inline void allow_many_open_files() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace cocite
