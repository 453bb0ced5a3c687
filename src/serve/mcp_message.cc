#include "serve/mcp_message.h"

#include <new>

#include <simdjson.h>

#include <cocite/mcp.h>

namespace cocite::serve {
namespace {

using simdjson::SUCCESS;
using simdjson::dom::element;

constexpr size_t kDeepest = 64;

std::string text_at(const element& object, std::string_view key) {
  std::string_view text;
  return object[key].get(text) == SUCCESS ? std::string(text) : std::string();
}

McpMessage wrong_message(int code, std::string why) {
  return {.id = "null", .wrong = std::move(why), .code = code};
}

// What the parameters say that any method looks at.
void read_params(const element& params, McpMessage& message) {
  message.name = text_at(params, "name");
  message.uri = text_at(params, "uri");
  message.version = text_at(params, "protocolVersion");
  element meta;
  if (params["_meta"].get(meta) == SUCCESS && meta.is_object()) {
    element found;
    message.is_modern = meta["io.modelcontextprotocol/protocolVersion"].get(found) == SUCCESS;
    message.revision = text_at(meta, "io.modelcontextprotocol/protocolVersion");
    message.has_capabilities =
        meta["io.modelcontextprotocol/clientCapabilities"].get(found) == SUCCESS;
  }
  element arguments;
  if (params["arguments"].get(arguments) != SUCCESS || arguments.is_null()) return;
  Result<Pairs> pairs = parse_body(simdjson::minify(arguments));
  if (pairs) {
    message.arguments = std::move(*pairs);
  } else {
    message.wrong = "arguments: " + pairs.error().message;
    message.code = kInvalidParams;
  }
}

}  // namespace

McpMessage parse_mcp(std::string_view json) {
  if (json.size() > kLongestMcpMessage)
    return wrong_message(kInvalidRequest, "the message is too long");
  simdjson::dom::parser parser;
  simdjson::error_code error = parser.allocate(json.size() + 1, kDeepest);
  element document;
  if (error == SUCCESS) error = parser.parse(json.data(), json.size()).get(document);
  if (error == simdjson::MEMALLOC) throw std::bad_alloc();
  if (error != SUCCESS) {
    return wrong_message(kParseError, std::string("not JSON: ") + simdjson::error_message(error));
  }
  if (!document.is_object()) return wrong_message(kInvalidRequest, "not a JSON-RPC object");
  McpMessage message;
  element id;
  if (document["id"].get(id) == SUCCESS && !id.is_null()) {
    if (!id.is_string() && !id.is_int64() && !id.is_uint64()) {
      return wrong_message(kInvalidRequest, "the id is neither a text nor a whole number");
    }
    message.id = simdjson::minify(id);
  }
  message.method = text_at(document, "method");
  element found;
  message.is_response =
      document["result"].get(found) == SUCCESS || document["error"].get(found) == SUCCESS;
  if (message.method.empty() && !message.is_response) {
    message.wrong = "the message has no method";
    message.code = kInvalidRequest;
    if (message.id.empty()) message.id = "null";
    return message;
  }
  element params;
  if (document["params"].get(params) == SUCCESS) {
    if (params.is_object()) {
      read_params(params, message);
    } else {
      message.wrong = "params is not an object";
      message.code = kInvalidParams;
    }
  }
  return message;
}

}  // namespace cocite::serve
