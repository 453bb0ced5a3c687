// The description of commands in other forms: manual pages and JSON.
//
//   program_manual(commands)          // cocite.1
//   command_manual(related)           // cocite-related.1
//   described_json(commands)          // for tools: docs/commands/ are made from it
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "cli/description.h"

namespace cocite::cli {

[[nodiscard]] std::string program_manual(const std::vector<CommandInfo>& commands);
[[nodiscard]] std::string command_manual(const CommandInfo& command);
[[nodiscard]] std::string described_json(const std::vector<CommandInfo>& commands);

}  // namespace cocite::cli
