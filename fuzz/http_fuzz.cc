// links: read
// Any bytes as an HTTP message: the head lies in the block, the body is bounded, and both are the
// same when asked again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "read/http_message.h"

namespace {

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // An own copy of exactly its size, so that a read past its end is seen.
  const std::string block(reinterpret_cast<const char*>(data), size);
  static cocite::read::HttpReader http;
  const bool is_http = http.read_head(block);
  require(http.status() >= 0 && http.status() <= 999);
  if (!is_http) require(http.status() == 0 && http.body() == block);
  require(http.canonical().size() <= size);
  const std::string body(http.body());
  require(body.size() <= cocite::read::HttpReader::kMaxBody);
  const bool is_html = cocite::read::is_html(http.content_type(), body);
  require(http.read_head(block) == is_http);
  require(http.body() == body);
  require(cocite::read::is_html(http.content_type(), body) == is_html);
  return 0;
}
