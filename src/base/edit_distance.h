// How unlike are two texts?
//
//   edit_distance("yaho", "yahoo")    // 1
//
// Pure function; any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace cocite {

// Bytes to change, put in or take out to make one of the other. Of what is left between a common
// beginning and a common end at most 100 bytes are compared; more than that counts in full.
[[nodiscard]] size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace cocite
