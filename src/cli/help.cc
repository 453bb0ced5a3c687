#include "cli/help.h"

#include <algorithm>

namespace cocite::cli {
namespace {

constexpr size_t kColumn = 30;  // where descriptions begin
constexpr size_t kWidth = 100;

constexpr std::string_view kDescription =
    "Cocite builds a compact link graph on disk and finds related pages, with reasons.";
constexpr std::string_view kMore =
    R"(A first try:
  cocite import web.cocite links.tsv.gz
  cocite related web.cocite www.example.com/
  cocite serve web.cocite

'cocite COMMAND --help' describes a command, '--help-all' all of its options.
Exit codes: 0 done; 1 failed (standard error says why and what to try); 2 wrong usage.
)";

// "  name      what it is, in lines that fit".
std::string row(std::string_view name, std::string_view help) {
  std::string text = "  " + std::string(name);
  size_t column = text.size();
  if (column + 2 > kColumn) {
    text += '\n';
    column = 0;
  }
  text.append(kColumn - column, ' ');
  column = kColumn;
  for (size_t at = 0; at < help.size();) {
    const size_t end = std::min(help.find(' ', at), help.size());
    const std::string_view word = help.substr(at, end - at);
    if (column > kColumn && column + 1 + word.size() > kWidth) {
      text += '\n' + std::string(kColumn, ' ');
      column = kColumn;
    } else if (column > kColumn) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
    at = end + 1;
  }
  while (text.ends_with(' ')) text.pop_back();
  return text + '\n';
}

std::string last_word(const std::string& name) {
  return name.substr(name.rfind(' ') + 1);
}

}  // namespace

const std::vector<TaskInfo>& task_infos() {
  static const std::vector<TaskInfo> tasks = {
      {"Make a store", {"up", "crawl", "import", "add", "prepare", "export"}},
      {"Look up", {"info", "page", "links", "search", "overview", "site"}},
      {"Find related pages",
       {"related", "explain", "whats-related", "similar-sites", "compare", "map", "cluster",
        "methods"}},
      {"Rank", {"rank"}},
      {"Audit", {"audit", "verify", "mirrors", "check"}},
      {"Research",
       {"linkers", "path", "communities", "diff", "scope", "sample", "categorize", "inspect"}},
      {"Measure", {"eval", "tune"}},
      {"Serve", {"serve", "mcp"}},
      {"Help", {"help"}}};
  return tasks;
}

std::string_view task_of(std::string_view command) {
  const std::string_view first = command.substr(0, command.find(' '));
  for (const TaskInfo& task : task_infos()) {
    if (std::ranges::find(task.commands, first) != task.commands.end()) return task.title;
  }
  return "Research";
}

std::string program_help(const std::vector<CommandInfo>& commands) {
  std::string text(kDescription);
  text += "\nUsage: cocite COMMAND [OPTIONS] ...\n";
  for (const TaskInfo& task : task_infos()) {
    text += '\n' + std::string(task.title) + ":\n";
    const auto add = [&](const CommandInfo& command) {
      text += row(command.name, command.summary);
    };
    for (const std::string_view name : task.commands) {
      const auto found = std::ranges::find(commands, name, &CommandInfo::name);
      if (found != commands.end()) add(*found);
    }
    for (const CommandInfo& command : commands) {
      const bool is_inner = command.name.find(' ') != std::string::npos;
      const bool is_named = std::ranges::find(task.commands, command.name) != task.commands.end();
      if (is_inner || command.is_hidden || is_named || task_of(command.name) != task.title)
        continue;
      add(command);
    }
  }
  text += "\nOptions:\n" + row("--version", "print the version and what this build can do") +
          row("-h,--help", "print this") + '\n';
  return text + std::string(kMore);
}

std::string usage_of(const CommandInfo& command) {
  std::string text = "cocite " + command.name;
  if (command.is_group) return text + " COMMAND";
  if (!command.options.empty()) text += " [OPTIONS]";
  for (const OptionInfo& argument : command.arguments) {
    const std::string name = argument.name + (argument.is_repeatable ? "..." : "");
    text += argument.is_required ? ' ' + name : " [" + name + ']';
  }
  return text;
}

std::string spelled(const OptionInfo& option) {
  std::string text =
      option.short_name.empty() ? option.name : option.short_name + ',' + option.name;
  if (!option.value.empty()) text += ' ' + option.value;
  return text;
}

std::string command_help(const CommandInfo& command, bool shows_all) {
  std::string text = command.summary + "\nUsage: " + usage_of(command) + '\n';
  if (!command.arguments.empty()) text += "\nArguments:\n";
  for (const OptionInfo& argument : command.arguments) {
    text += row(argument.name + (argument.is_repeatable ? "  ..." : ""), argument.help);
  }
  size_t experts = 0;
  text += "\nOptions:\n";
  for (const OptionInfo& option : command.options) {
    experts += static_cast<size_t>(option.is_expert);
    if (!option.is_expert) text += row(spelled(option), option.help);
  }
  text += row("-h,--help", "print this");
  if (experts > 0 && !shows_all) {
    text += row("--help-all", "print this with " + std::to_string(experts) + " more options");
  } else if (experts > 0) {
    text += "\nOptions for experts:\n";
    for (const OptionInfo& option : command.options) {
      if (option.is_expert) text += row(spelled(option), option.help);
    }
  }
  const size_t examples =
      shows_all ? command.examples.size() : std::min(command.examples.size(), kEverydayExamples);
  if (examples > 0) text += "\nExamples:\n";
  for (size_t i = 0; i < examples; ++i) text += "  " + command.examples[i] + '\n';
  if (!command.about.empty()) text += '\n' + command.about + '\n';
  return text;
}

std::string group_help(const CommandInfo& group, const std::vector<CommandInfo>& commands) {
  std::string text = group.summary + "\nUsage: " + usage_of(group) + "\n\nCommands:\n";
  for (const CommandInfo& command : commands) {
    if (command.name.starts_with(group.name + ' ')) {
      text += row(last_word(command.name), command.summary);
    }
  }
  return text;
}

std::string help_of(const std::vector<CommandInfo>& commands, std::string_view name,
                    bool shows_all) {
  const auto found = std::ranges::find(commands, name, &CommandInfo::name);
  if (found == commands.end()) return program_help(commands);
  return found->is_group ? group_help(*found, commands) : command_help(*found, shows_all);
}

}  // namespace cocite::cli
