// The Model Context Protocol over stores: one message in, at most one out.
//
//   const McpServer server(stores);
//   const McpReply reply = server.answer(line, limits);     // reply.text: JSON-RPC, or empty
//
// The server has no state between messages: the handshake of older revisions is answered and
// forgotten. Any number of threads.
#pragma once

#include <string>
#include <string_view>

#include "api/question.h"
#include "serve/mcp_message.h"
#include "serve/store_set.h"

namespace cocite::serve {

// What HTTP says beside the message: MCP-Protocol-Version, Mcp-Method and Mcp-Name.
struct McpHeaders {
  std::string_view version = {};
  std::string_view method = {};
  std::string_view name = {};
};

struct McpReply {
  std::string text = {};  // empty: nothing to say (a notification)
  int code = 0;           // of a JSON-RPC error; 0: none
};

class McpServer {
 public:
  // `stores` must stay.
  explicit McpServer(const StoreSet& stores) : stores_(&stores) {}

  // `headers`: of a message that came by HTTP; they must agree with it.
  [[nodiscard]] McpReply answer(std::string_view json, const api::Limits& limits,
                                const McpHeaders* headers = nullptr) const;

 private:
  [[nodiscard]] McpReply answer(const McpMessage& message, const api::Limits& limits) const;
  [[nodiscard]] std::string tools() const;
  [[nodiscard]] std::string resources() const;
  [[nodiscard]] Result<std::string> use_tool(std::string_view name, Pairs pairs,
                                             const api::Limits& limits) const;
  [[nodiscard]] Result<std::string> read_resource(const std::string& uri,
                                                  const api::Limits& limits) const;

  const StoreSet* stores_;
};

}  // namespace cocite::serve
