// What this machine has.
#pragma once

#include <cstdint>

#include <unistd.h>

namespace cocite {

// All of it, in bytes, in use or not.
[[nodiscard]] inline uint64_t machine_memory() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(::sysconf(_SC_PAGE_SIZE));
}

}  // namespace cocite
