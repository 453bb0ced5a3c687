// links: read
// Any bytes as GEXF, GraphML, Pajek's networks, papers and BibTeX: the same links whatever the size of the pieces.
//
//   input: which of the readers, 1 byte | size of pieces, 1 byte | the file, perhaps compressed
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "check_source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr std::array<const char*, 5> kKinds = {"graphxml", "pajek", "references", "bibtex",
                                                 "sitemap"};
  if (size < 2) return 0;
  const std::span bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  cocite::fuzz::check_text_source(bytes, kKinds[data[0] % kKinds.size()], data[1]);
  return 0;
}
