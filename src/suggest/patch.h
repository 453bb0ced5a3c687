// Changes of lines of a file as a patch that `patch -p1` and `git apply` take.
//
//   patch_of("guide/setup.md", before, after)     // --- a/guide/setup.md …
//
// Both have the same number of lines: changes are within lines. Pure function; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cocite::suggest {

[[nodiscard]] std::string patch_of(std::string_view name, std::string_view before,
                                   std::string_view after);

}  // namespace cocite::suggest
