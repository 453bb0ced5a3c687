#include <iostream>
#include <memory>
#include <string>

#include <cocite/mcp.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/stop.h"

namespace cocite::cli {
namespace {

// Of a longer line only this much is kept, which shows that it is too long.
bool read_line(std::istream& in, std::string& line) {
  constexpr size_t kMostBytes = kLongestMcpMessage + 1;
  constexpr int kEnd = std::char_traits<char>::eof();
  line.clear();
  int next = in.rdbuf()->sbumpc();
  if (next == kEnd) return false;
  for (; next != kEnd && next != '\n'; next = in.rdbuf()->sbumpc()) {
    if (line.size() < kMostBytes) line += static_cast<char>(next);
  }
  return true;
}

Result<void> run(McpRequest& request) {
  request.stop = stop_on_signals();
  request.read_line = [](std::string& line) { return read_line(std::cin, line); };
  Output& out = standard_output();
  Result<void> written;
  request.write_line = [&](std::string_view line) {
    std::string text(line);
    // One message, one line.
    std::erase(text, '\n');
    out.write(text + '\n');
    if (const Result<void> flushed = out.finish(); !flushed) written = flushed;
  };
  COCITE_CHECK(run_mcp(request));
  return written;
}

}  // namespace

void add_mcp(Commands& commands) {
  auto request = std::make_shared<McpRequest>();
  Command command = commands.add(
      "mcp", "give agents tools to search and follow links in stores (Model Context Protocol)",
      "cocite mcp docs.cocite\n"
      "cocite mcp docs.cocite wiki.cocite\n"
      "\n"
      "Talks over standard input and output: a JSON-RPC message a line. Clients start it "
      "themselves;\n"
      "docs/guide/mcp.md says how. Its tools only read: search, related, page and audit.");
  command.arguments("STORE", request->stores,
                    "stores; web.cocite is called web, the first is the default");
  command.on([request] { return run(*request); });
}

}  // namespace cocite::cli
