// Secrets: made so that nobody can guess them, compared so that nobody learns from the time it
// took.
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

// So many bytes from the system's source of randomness, as hexadecimal digits.
[[nodiscard]] Result<std::string> random_secret(size_t bytes = 16);

// The same time whatever the difference.
[[nodiscard]] bool is_equal_secret(std::string_view secret, std::string_view given);

}  // namespace cocite
