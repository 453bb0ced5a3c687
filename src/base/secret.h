// Random secrets that cannot be guessed, and comparison in constant time, so that its duration
// reveals nothing.
//
//   COCITE_TRY(const std::string secret, random_secret());      // 32 hexadecimal digits
//   is_equal_secret(secret, what_was_sent)
//
// Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite {

// `bytes` bytes from the system's random source, as hexadecimal digits.
[[nodiscard]] Result<std::string> random_secret(size_t bytes = 16);

// The same time whatever the difference.
[[nodiscard]] bool is_equal_secret(std::string_view secret, std::string_view given);

}  // namespace cocite
