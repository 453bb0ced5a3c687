// What the groups of a saved column are called.
//
//   names = store.notes(kGroupNames)           // part "names": those of 1, 2, 3, …, each with a line end
//
// Constants.
#pragma once

#include <string_view>

namespace cocite::answer {

// Notes whose `about` is the column, ": ", and how that was made.
inline constexpr std::string_view kGroupNames = "community-names";

}  // namespace cocite::answer
