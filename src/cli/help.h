// Help as text: of the program by task, of a command in two levels.
//
//   program_help(commands)                  // cocite --help
//   command_help(related, false)            // cocite related --help: everyday options, three examples
//   command_help(related, true)             // cocite related --help-all
//
// Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/description.h"

namespace cocite::cli {

inline constexpr size_t kEverydayOptions = 15;  // at most, without --help (a test counts them)
inline constexpr size_t kEverydayExamples = 3;

// Of the program, or of the command of this name.
[[nodiscard]] std::string help_of(const std::vector<CommandInfo>& commands, std::string_view name,
                                  bool shows_all);
[[nodiscard]] std::string program_help(const std::vector<CommandInfo>& commands);
[[nodiscard]] std::string command_help(const CommandInfo& command, bool shows_all);
// Of a command that only has commands of its own.
[[nodiscard]] std::string group_help(const CommandInfo& group,
                                     const std::vector<CommandInfo>& commands);
// "cocite related [OPTIONS] STORE [PAGE...]"
[[nodiscard]] std::string usage_of(const CommandInfo& command);
// "-q,--quiet", "--by NAME"
[[nodiscard]] std::string spelled(const OptionInfo& option);

}  // namespace cocite::cli
