// A message of the Model Context Protocol: a JSON-RPC request or notification.
//
//   const McpMessage message = parse_mcp(line);
//   if (!message.wrong.empty()) ...           // not a request; `code` says of which kind
//
// Values; any thread.
#pragma once

#include <string>
#include <string_view>

#include "serve/query_string.h"

namespace cocite::serve {

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kUnsupportedVersion = -32022;

struct McpMessage {
  std::string id = {};  // as JSON; empty: a notification, which gets no answer
  std::string method = {};
  std::string name = {};      // of a tool
  std::string uri = {};       // of a resource
  std::string version = {};   // that initialize asks for
  bool is_modern = false;     // it says by itself which revision it follows (2026-07-28)
  std::string revision = {};  // which
  bool has_capabilities = false;
  Pairs arguments = {};  // of a tool
  bool is_response = false;
  std::string wrong = {};  // empty: it is a message
  int code = 0;
};

[[nodiscard]] McpMessage parse_mcp(std::string_view json);

}  // namespace cocite::serve
