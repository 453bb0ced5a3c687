#include <cocite/readable.h>

#include "base/ascii.h"

namespace cocite {

std::string readable(std::string_view text, size_t most) {
  const bool is_cut = most != 0 && text.size() > most;
  if (is_cut) {
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80) --most;
    text = text.substr(0, most);
  }
  std::string result;
  result.reserve(text.size() + 3);
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_c1 = byte == 0xC2 && i + 1 < text.size() &&
                       static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                       static_cast<unsigned char>(text[i + 1]) <= 0x9F;
    if (is_c1) ++i;
    result += is_control(text[i]) || is_c1 ? '?' : text[i];
  }
  return is_cut ? result + "…" : result;
}

}  // namespace cocite
