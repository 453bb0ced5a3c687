// Options as a command line has them.
//
//   spell_option("budget_ms", "500")    // "--budget-ms 500"
//   complaint(error)                    // "--top: 'x' is not a whole number"
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include <cocite/result.h>

namespace cocite::cli {

// Empty for what is an argument here: a page is not called --page.
[[nodiscard]] std::string spell_option(std::string_view name, std::string_view value);
// An error as the user should read it.
[[nodiscard]] std::string complaint(const Error& error);

}  // namespace cocite::cli
