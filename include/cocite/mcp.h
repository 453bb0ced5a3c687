// Cocite for agents: stores behind the Model Context Protocol, one JSON-RPC message a line.
//
//   McpRequest request{.stores = {"docs.cocite"}, .read_line = next_line, .write_line = print_line};
//   auto ended = run_mcp(request);           // returns when read_line has no more
//
// Revisions 2025-11-25 (and older ones, with a handshake) and 2026-07-28 (stateless). Tools only read.
// docs/guide/mcp.md describes tools and resources. One thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

namespace cocite {

inline constexpr size_t kLongestMcpMessage = size_t{1} << 20;  // bytes

struct McpRequest {
  std::vector<std::string> stores = {};  // paths; web.cocite is called "web"; the first is default
  std::function<bool(std::string& line)> read_line = {};  // false: there is no more
  std::function<void(std::string_view line)> write_line = {};
  const std::atomic<bool>* stop = nullptr;  // set it: the answer under way ends early
};

[[nodiscard]] Result<void> run_mcp(const McpRequest& request);

}  // namespace cocite
