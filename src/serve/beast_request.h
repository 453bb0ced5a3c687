// Boost.Beast's parser, bounded: what a client may send before it is parsed.
//
//   RequestReader reader(options);
//   while (!reader.is_done()) {
//     …read into buffer…
//     reader.take(buffer, error);                 // consumes what was understood
//   }
//
// Takes 20 s to compile, so only http_server.cc includes it. One thread.
#pragma once

#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include "serve/http_server.h"

namespace cocite::serve {

namespace http = boost::beast::http;
using BeastError = boost::system::error_code;

// As Beast's string_body, which takes all the memory that Content-Length names before a byte of it
// has come.
struct GrowingBody {
  using value_type = std::string;

  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>& /*head*/, value_type& body) : body_(&body) {}
    template <class Length>
    void init(const Length& /*length*/, BeastError& error) {
      error = {};
    }
    template <class Buffers>
    size_t put(const Buffers& buffers, BeastError& error) {
      error = {};
      size_t size = 0;
      for (const auto buffer : boost::beast::buffers_range_ref(buffers)) {
        body_->append(static_cast<const char*>(buffer.data()), buffer.size());
        size += buffer.size();
      }
      return size;
    }
    void finish(BeastError& error) { error = {}; }

   private:
    value_type* body_;
  };
};

[[nodiscard]] inline std::string_view view(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

[[nodiscard]] inline Verb verb_of(http::verb verb) {
  switch (verb) {
    case http::verb::get:
      return Verb::kGet;
    case http::verb::head:
      return Verb::kHead;
    case http::verb::post:
      return Verb::kPost;
    case http::verb::delete_:
      return Verb::kDelete;
    case http::verb::options:
      return Verb::kOptions;
    default:
      return Verb::kOther;
  }
}

// Why a request is not read to its end.
struct Refusal {
  unsigned status = 400;
  std::string why = {};
};

class RequestReader {
 public:
  using Parser = http::request_parser<GrowingBody>;
  using Message = Parser::value_type;

  explicit RequestReader(const HttpOptions& options) : options_(&options) {
    parser_.header_limit(options.max_header_bytes);
    parser_.body_limit(options.max_body_bytes);
    parser_.on_chunk_header(count_extensions_);
  }
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  // Consumes what can be understood, at first up to the end of the head; gives what to say where
  // that is no request, or too much of one.
  [[nodiscard]] std::optional<Refusal> take(boost::beast::flat_buffer& buffer) {
    if (!has_begun_) has_begun_ = passes_blank(buffer);
    if (!has_begun_ || buffer.size() == 0) return std::nullopt;
    // First the head alone, so that it can be read before trailers are added to its fields.
    parser_.eager(parser_.is_header_done());
    BeastError error;
    const size_t used = parser_.put(buffer.data(), error);
    buffer.consume(used);
    if (!parser_.is_header_done()) head_bytes_ += used;
    if (error && error != http::error::need_more) return refusal(error);
    if (!parser_.is_header_done()) {
      line_bytes_ = bytes_of_line(buffer);
      return std::nullopt;
    }
    if (has_doubtful_length(parser_.get())) {
      return Refusal{400,
                     "it is not certain where the request ends: Transfer-Encoding is `chunked`, "
                     "without a Content-Length, or it is not sent"};
    }
    // What is left behind the head is the line of a chunk, or trailers, without an end.
    const bool is_unfinished = parser_.eager() && !parser_.is_done();
    if (is_too_long_ || (is_unfinished && buffer.size() > options_->max_chunk_extra_bytes)) {
      return refusal(http::error::header_limit);
    }
    if (std::distance(parser_.get().begin(), parser_.get().end()) > options_->max_fields) {
      return refusal(http::error::header_limit);
    }
    return std::nullopt;
  }

  // REQUIRES: has_head(). What is wrong with it, if anything is.
  [[nodiscard]] std::optional<Refusal> check_head() const {
    const Message& message = parser_.get();
    if (message.target().size() > options_->max_target_bytes) {
      return Refusal{414,
                     "the address of the request is too long; a POST to /api/related takes more"};
    }
    if (message.version() == 11 && message.count(http::field::host) != 1) {
      return Refusal{400, "the request has no Host, or several"};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool has_head() const { return parser_.is_header_done(); }
  [[nodiscard]] bool is_done() const { return parser_.is_done(); }
  // In memory for this request, without what is still in the buffer.
  [[nodiscard]] size_t held_bytes() const { return head_bytes_ + parser_.get().body().size(); }
  [[nodiscard]] const Message& message() const { return parser_.get(); }
  [[nodiscard]] bool wants_to_be_told_to_go_on() const {
    return parser_.get().version() == 11 &&
           view(parser_.get()[http::field::expect]) == "100-continue";
  }

  // REQUIRES: has_head(). Views into this; of a body that has come so far.
  [[nodiscard]] Request request(std::string_view client) const {
    const Message& message = parser_.get();
    const auto field = [&](http::field name) { return view(message[name]); };
    return {.verb = verb_of(message.method()),
            .method = view(message.method_string()),
            .target = view(message.target()),
            .body = message.body(),
            .client = client,
            .host = field(http::field::host),
            .origin = field(http::field::origin),
            .authorization = field(http::field::authorization),
            .accept_encoding = field(http::field::accept_encoding),
            .if_none_match = field(http::field::if_none_match),
            .content_type = field(http::field::content_type),
            .accept = field(http::field::accept),
            .mcp_version = view(message["MCP-Protocol-Version"]),
            .mcp_method = view(message["Mcp-Method"]),
            .mcp_name = view(message["Mcp-Name"])};
  }

 private:
  // RFC 9112, 6.3: whether two readers could take this message to end at two places, so that what
  // one takes for its body is another request to the other. Beast passes over codings that it does
  // not know.
  static bool has_doubtful_length(const Message& message) {
    const size_t codings = message.count(http::field::transfer_encoding);
    if (codings == 0) return false;
    return codings > 1 || lower(view(message[http::field::transfer_encoding])) != "chunked" ||
           message.count(http::field::content_length) > 0 || message.version() != 11;
  }

  static std::string_view text_of(const boost::beast::flat_buffer& buffer) {
    return {static_cast<const char*>(buffer.data().data()), buffer.size()};
  }
  // RFC 9112, 2.2: one empty line may stand before a request. False: that is not known yet.
  static bool passes_blank(boost::beast::flat_buffer& buffer) {
    const std::string_view text = text_of(buffer);
    if (text.empty() || text == "\r") return false;
    if (text.starts_with("\r\n")) buffer.consume(2);
    return true;
  }
  // Bytes of the first line if it has no end yet, else 0.
  static size_t bytes_of_line(const boost::beast::flat_buffer& buffer) {
    const std::string_view text = text_of(buffer);
    return text.find('\n') == std::string_view::npos ? text.size() : 0;
  }

  [[nodiscard]] Refusal refusal(BeastError error) const {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      // Beast takes the first line out of the buffer once it has read it.
      const bool is_target =
          parser_.get().target().empty() && line_bytes_ > options_->max_target_bytes;
      if (is_target) return {414, "the address of the request is too long"};
      return {431, "the headers of the request, or of a chunk, are too large"};
    }
    if (error == http::error::body_limit) {
      return {413, "the body of the request is larger than " +
                       std::to_string(options_->max_body_bytes) + " bytes"};
    }
    if (error == http::error::bad_version) return {505, "this service speaks HTTP/1.1"};
    return {400, "this is not an HTTP request: " + error.message()};
  }

  const HttpOptions* options_;
  size_t extension_bytes_ = 0;
  bool is_too_long_ = false;
  std::function<void(uint64_t, boost::beast::string_view, BeastError&)> count_extensions_ =
      [this](uint64_t /*size*/, boost::beast::string_view extensions, BeastError& /*error*/) {
        extension_bytes_ += extensions.size();
        is_too_long_ = extension_bytes_ > options_->max_chunk_extra_bytes;
      };
  Parser parser_;
  bool has_begun_ = false;
  size_t head_bytes_ = 0;
  size_t line_bytes_ = 0;  // of the request line, while that is all there is
};

}  // namespace cocite::serve
