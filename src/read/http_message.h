// What a web server answered: status, headers, and the body as a browser would see it.
//
//   HttpReader http;                                    // one per thread, for all its messages
//   if (http.read_head(block)) {
//     http.status(); http.field("location"); http.content_type();
//     std::string_view body = http.body();              // unchunked and unpacked
//   }
//
// Bodies come out of chunks, gzip, deflate (with or without its header), brotli and zstd, in any
// order. Archives often hold bodies that were decoded before, under headers that say otherwise:
// what does not decode is taken as it is; what decodes halfway is taken as far as it goes. No
// message makes more than kMaxBody bytes. Everything returned is a view, of the block or of the
// reader: valid until the next read_head() and while the block lives.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "read/header_fields.h"
#include "read/unpacker.h"

namespace cocite::read {

// The head alone, and where the body begins.
struct HttpHead {
  int status = 0;  // 0: none
  HeaderFields fields;
  std::string_view body;  // as it was sent

  // False: there is no status line; then the whole block is the body, and there are no fields.
  bool read(std::string_view block);
};

// The address in the first link of a Link field whose rel has "canonical"; empty: there is none.
[[nodiscard]] std::string canonical_of_link(std::string_view field);

class HttpReader {
 public:
  static constexpr size_t kMaxBody = size_t{32} << 20;

  // As HttpHead::read().
  bool read_head(std::string_view block) {
    is_body_cut_ = false;
    return head_.read(block);
  }

  [[nodiscard]] int status() const { return head_.status; }
  // By its name in lower case; empty where there is none.
  [[nodiscard]] std::string_view field(std::string_view name) const {
    return head_.fields.find(name);
  }
  [[nodiscard]] std::string_view content_type() const { return field("content-type"); }
  // Where a Link field says that the page is known by another address; empty: it does not.
  [[nodiscard]] std::string canonical() const {
    return canonical_of_link(head_.fields.find_list("link"));
  }
  [[nodiscard]] std::string_view body();
  // Whether body() left out the end, for its size.
  [[nodiscard]] bool is_body_cut() const { return is_body_cut_; }

 private:
  [[nodiscard]] std::string_view unpack(std::string_view coding, std::string_view bytes);
  // Unpacks to `to`, as far as it goes. kGoesOn: the packed bytes end too early.
  [[nodiscard]] Unpacker::State unpack(Packing packing, std::string_view bytes, std::string& to);

  HttpHead head_;
  bool is_body_cut_ = false;
  GzipMember gzip_;
  std::string unchunked_;
  std::string unpacked_[2];  // one is read while the other is filled
};

// Whether these bytes are an HTML page, by their type, and by their look where that says nothing.
[[nodiscard]] bool is_html(std::string_view content_type, std::string_view body);

// The body inside the chunks. False: not chunked. Of damaged chunks, as much as can be read.
[[nodiscard]] bool unchunk(std::string_view bytes, std::string& body);

}  // namespace cocite::read
