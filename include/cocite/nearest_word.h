// Which known word was perhaps meant by one that is not known?
//
//   nearest_word("imprt", {"import", "export"})    // "import"
//
// Pure function; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cocite {

// At most two letters wrong. Empty: none is that near.
[[nodiscard]] std::string nearest_word(std::string_view text,
                                       const std::vector<std::string>& words);

}  // namespace cocite
