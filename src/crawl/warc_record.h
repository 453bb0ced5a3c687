// Records of a web archive, each a gzip member of its own: WARC 1.1 (ISO 28500:2017).
//
//   RecordMaker maker;                                  // one per thread
//   maker.add(WarcRecord{.type = "response", .uri = url, .date = now, .block = bytes}, packed);
//
// `packed` is what goes into the file. Byte by byte: docs/formats/crawl.md. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct libdeflate_compressor;

namespace cocite::crawl {

using Digest = std::array<unsigned char, 20>;  // SHA-1

[[nodiscard]] Digest sha1(std::string_view bytes);
// "sha1:" and 32 letters of base 32, as archives have it.
[[nodiscard]] std::string digest_text(const Digest& digest);
// "<urn:uuid:…>" of a random UUID.
[[nodiscard]] std::string new_record_id();

struct WarcRecord {
  std::string_view type = {};          // warcinfo, response, request, revisit, metadata
  std::string_view id = {};            // empty: a new one
  std::string_view uri = {};           // empty: none
  uint32_t date = 0;                   // seconds since 1970
  std::string_view content_type = {};  // of the block
  std::string_view head = {};          // the block is head and body, one behind the other
  std::string_view body = {};
  // More fields, as names and values.
  std::vector<std::pair<std::string_view, std::string>> fields = {};
};

class RecordMaker {
 public:
  RecordMaker();
  // Appends the record, compressed, to `packed`.
  void add(const WarcRecord& record, std::string& packed);

 private:
  struct Free {
    void operator()(libdeflate_compressor* compressor) const;
  };
  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  std::string plain_;
};

}  // namespace cocite::crawl
