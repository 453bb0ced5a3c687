// A request and a response, whatever speaks HTTP.
//
//   Response response{.status = 200, .type = "application/json", .body = share(json)};
//
// Plain data.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cocite::serve {

enum class Verb : uint8_t { kGet, kHead, kPost, kDelete, kOptions, kOther };

// Views into the connection's buffers: valid until the response was handed over.
struct Request {
  Verb verb = Verb::kGet;
  std::string_view method = "GET";
  std::string_view target = {};  // "/api/related?page=…", as sent
  std::string_view body = {};
  std::string_view client = {};  // its address, without port
  std::string_view host = {};
  std::string_view origin = {};
  std::string_view authorization = {};
  std::string_view accept_encoding = {};
  std::string_view if_none_match = {};
  std::string_view content_type = {};
  std::string_view accept = {};
  std::string_view mcp_version = {};  // MCP-Protocol-Version, Mcp-Method, Mcp-Name
  std::string_view mcp_method = {};
  std::string_view mcp_name = {};
  bool is_checked = false;  // by Handler::refuse_early(): it may ask
};

using Body = std::shared_ptr<const std::string>;

struct Response {
  unsigned status = 200;
  std::string type = {};     // of the content; empty: there is none
  std::string headers = {};  // further ones: lines that end in \r\n
  Body body = {};            // nullptr: empty
};

[[nodiscard]] inline Body share(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

// Whether one of the tags that the client has (If-None-Match) is this one; weak ones count as well.
[[nodiscard]] inline bool has_tag(std::string_view if_none_match, std::string_view etag) {
  if (if_none_match.empty()) return false;
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  return if_none_match == "*" || if_none_match.find(etag) != std::string_view::npos;
}

// Of ASCII.
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// What stands behind "Bearer "; empty: nothing does.
[[nodiscard]] inline std::string_view bearer(std::string_view authorization) {
  constexpr std::string_view kBearer = "bearer ";
  if (lower(authorization.substr(0, kBearer.size())) != kBearer) return {};
  return authorization.substr(kBearer.size());
}

}  // namespace cocite::serve
