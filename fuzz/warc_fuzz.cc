// links: read
// Any bytes as a web archive: bounded, the same whatever the size of the pieces, and never stuck.
//
//   input: size of pieces, 1 byte | the file, perhaps compressed
#include "check_source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const std::span bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  cocite::fuzz::check_source(bytes, "warc", data[0]);
  return 0;
}
