// What agents can do with stores: tools over the questions of src/api/, answered as short texts.
//
//   const McpTool* tool = find_mcp_tool("related");
//   COCITE_TRY(std::string text, use_mcp_tool(*tool, engine, pairs, limits));
//
// Answers keep to a budget of tokens: they are cut at whole items, and say so. What comes from pages
// stands between marks that call it untrusted data. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "api/question.h"
#include "serve/query_string.h"

namespace cocite::serve {

inline constexpr uint64_t kMcpBudget = 2000;  // tokens of an answer, unless asked for otherwise
inline constexpr uint64_t kMcpLeastBudget = 100;
inline constexpr uint64_t kMcpMostBudget = 50000;

struct McpParameter {
  std::string_view name;
  std::string_view type;  // of JSON Schema; "strings": a text or a list of texts
  std::string_view help;
  bool is_required = false;
};

struct McpTool {
  std::string_view name;
  std::string_view question;  // of src/api/; a tool whose question is not there is not listed
  std::string_view help;
  std::vector<McpParameter> parameters;
  Pairs always;  // what the question is asked with besides
};

[[nodiscard]] const std::vector<McpTool>& mcp_tools();
[[nodiscard]] const McpTool* find_mcp_tool(std::string_view name);
// `given`: parameters of the tool, "store" aside.
[[nodiscard]] Result<std::string> use_mcp_tool(const McpTool& tool, const Engine& engine,
                                               const Pairs& given, const api::Limits& limits);
// No less than a tokenizer counts, nearly always; by the number of bytes.
[[nodiscard]] uint64_t mcp_tokens(std::string_view text);

}  // namespace cocite::serve
