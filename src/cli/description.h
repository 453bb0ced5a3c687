// What a command is: its name, arguments, options and examples, as data. Commands::add and Command fill
// it while they tell the parser the same, so help, manual pages and completion cannot differ from it.
//
//   for (const CommandInfo& command : describe_program()) std::cout << command.name << '\n';
//
// Values; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cocite::cli {

struct OptionInfo {
  std::string name = {};        // "--by"; an argument: "STORE"
  std::string short_name = {};  // "-q"
  std::string value = {};       // what stands for the value: "N", "FILE"; empty: a flag
  std::string help = {};
  std::vector<std::string> choices = {};  // the values that it takes; empty: any
  bool is_list = false;                   // several values with commas between them
  bool is_expert = false;                 // listed by --help-all only
  bool is_required = false;
  bool is_repeatable = false;
};

struct CommandInfo {
  std::string name = {};  // "inspect companion"
  std::string summary = {};
  std::vector<OptionInfo> arguments = {};
  std::vector<OptionInfo> options = {};
  std::vector<std::string> examples = {};  // whole command lines
  std::string about = {};                  // more, below the examples
  bool is_hidden = false;                  // an old name
  bool is_group = false;                   // only has commands of its own
};

// What people want to do, and the commands for it.
struct TaskInfo {
  std::string_view title;
  std::vector<std::string_view> commands;
};
[[nodiscard]] const std::vector<TaskInfo>& task_infos();
// The title of the task of a command; commands that no task names are for research.
[[nodiscard]] std::string_view task_of(std::string_view command);

// Every command with all of its options. In program.cc.
[[nodiscard]] std::vector<CommandInfo> describe_program();

}  // namespace cocite::cli
