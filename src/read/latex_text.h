// Text as LaTeX writes it, as plain text: "{\'E}tude of {\TeX}" -> "Étude of TeX".
//
// Braces go, accents become letters, commands without a letter of their own become their name. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace cocite::read {

[[nodiscard]] std::string text_of_latex(std::string_view latex);

}  // namespace cocite::read
