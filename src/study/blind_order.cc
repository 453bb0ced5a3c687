#include "study/blind_order.h"

#include <string>

#include "base/hash.h"

namespace cocite::study {

uint64_t blind_place(std::string_view secret, std::string_view query, std::string_view page) {
  // Lengths between the parts: no two triples are the same text.
  std::string text = std::to_string(secret.size()) + ' ' + std::to_string(query.size()) + ' ';
  text += secret;
  text += query;
  text += page;
  return mix(hash64(text));
}

}  // namespace cocite::study
