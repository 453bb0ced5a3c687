// links: related
// Any bytes as what was learned about a store. No crash, no endless walk down a tree; a chance is a
// number from 0 to 1, and what was read is written and read again as the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "related/model.h"

namespace {

void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto model = cocite::related::parse_model(text);
  if (!model) return 0;
  for (const double value : {0.0, 1e-300, 0.25, 1e6}) {
    const double chance = model->chance(std::vector<double>(model->terms.size(), value));
    require(chance >= 0 && chance <= 1);
  }
  const std::string written = cocite::related::model_text(*model);
  const auto again = cocite::related::parse_model(written);
  require(again.has_value());
  require(cocite::related::model_text(*again) == written);
  return 0;
}
