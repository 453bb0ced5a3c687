// links: read
// Any bytes as what Common Crawl says of a page: twice in a file, with its records around it.
//
//   input: size of pieces, 1 byte | JSON
#include "check_source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const std::string json(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string record =
      "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: http://a.example/\r\n"
      "Content-Type: application/json\r\nContent-Length: " +
      std::to_string(json.size()) + "\r\n\r\n" + json + "\r\n\r\n";
  cocite::fuzz::check_source(record + record, "wat", data[0]);
  return 0;
}
