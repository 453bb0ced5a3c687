#include <cocite/nearest_word.h>

#include "base/edit_distance.h"

namespace cocite {

std::string nearest_word(std::string_view text, const std::vector<std::string>& words) {
  constexpr size_t kWrong = 2;
  std::string best;
  size_t least = kWrong + 1;
  for (const std::string& word : words) {
    const size_t distance = edit_distance(text, word);
    if (distance < least && distance < word.size()) {
      least = distance;
      best = word;
    }
  }
  return best;
}

}  // namespace cocite
