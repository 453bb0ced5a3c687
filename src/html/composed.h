// One spelling for letters that have two: "e" and an accent behind it become "é" (Unicode's NFC).
//
//   std::string text = "Cafe\u0301";
//   compose(text);  // "Caf\u00E9"
//
// Pure function; any thread.
#pragma once

#include <string>

namespace cocite::html {

// Text that is not UTF-8 stays as it is.
void compose(std::string& text);

}  // namespace cocite::html
