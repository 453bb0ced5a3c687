// links: read
// Any bytes as an Arrow file or stream: batches are read or refused, and links are of pages that exist.
#include "check_source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const cocite::read::SourceOptions options{.opaque_names = true};
  cocite::fuzz::read_text({reinterpret_cast<const char*>(data), size}, options, "arrow");
  return 0;
}
