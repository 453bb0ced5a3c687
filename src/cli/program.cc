#include "cli/program.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <cocite/nearest_word.h>

#include "cli/ask.h"
#include "cli/build_info.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/spelling.h"
#include "cli/stop.h"

namespace cocite::cli {
namespace {

// A file that is opened while 0, 1 or 2 are free becomes standard output, and messages would go
// into a user's store. Opened for reading, so that writing to it still fails.
void occupy_standard_streams() {
  int fd = ::open("/dev/null", O_RDONLY);
  while (fd >= 0 && fd <= STDERR_FILENO) fd = ::open("/dev/null", O_RDONLY);
  if (fd >= 0) ::close(fd);
}

// What companion, HubFinder and LLI see: the commands in it are in files of their own.
constexpr const char* kInspect = "inspect";

void set_up(CLI::App& program, Commands& commands) {
  program.name("cocite");
  program.require_subcommand(1);
  program.set_version_flag("--version", "");
  program.set_help_flag("-h,--help");
  commands.group(
      kInspect,
      "show what a method works with: companion's graph, HubFinder's steps, LLI's numbers");
#define COMMAND(name) add_##name(commands);
#define QUESTION(name) add_question(commands, #name);
#define SHOWN(name) add_question(commands, #name, show_##name);
#include "cli/commands.def"
#undef SHOWN
#undef QUESTION
#undef COMMAND
}

// Is the first word not a command? CLI11 would say only that a command
// is missing.
std::string unknown_command(const Commands& commands, int argc, const char* const* argv) {
  const std::string first = argc >= 2 ? argv[1] : "";
  if (first == "-h" || first == "--help" || first == "--version") return "";
  if (first.starts_with('-')) return "there is no option '" + first + "' before the command";
  std::vector<std::string> names;
  std::string list;
  for (const CommandInfo& command : commands.described()) {
    if (command.name.find(' ') != std::string::npos) continue;
    names.push_back(command.name);
    if (!command.is_hidden) list += (list.empty() ? "" : ", ") + names.back();
  }
  if (argc < 2) return "a command is missing; there are " + list;
  if (std::find(names.begin(), names.end(), first) != names.end()) return "";
  const std::string nearest = nearest_word(first, names);
  return "there is no command '" + first + "'; " +
         (nearest.empty() ? "there are " + list : "did you mean '" + nearest + "'?");
}

int wrong_usage(const CLI::App& program, const std::string& message) {
  std::string command;
  for (const CLI::App* chosen : program.get_subcommands()) {
    command = " " + chosen->get_name();
    for (const CLI::App* inner : chosen->get_subcommands()) command += " " + inner->get_name();
  }
  complain(message + "\nSee 'cocite" + command + " --help'.");
  return kWrongUsage;
}

int could_not(const std::string& message) {
  complain(message);
  return kCouldNot;
}

// 'cocite search web.cocite bees -wasps': a word that must not match looks like an option. Those
// that are not options, long ones of one dash, are words.
std::vector<std::string> with_words(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments.front() != "search") return arguments;
  for (std::string& argument : arguments) {
    const bool is_word = argument.size() > 2 && argument[0] == '-' && argument[1] != '-';
    if (is_word) argument.insert(0, " ");  // which the words of a query do not mind
  }
  return arguments;
}

int parse_and_run(int argc, const char* const* argv) {
  CLI::App program;
  const std::vector<std::string> given(argv + 1, argv + argc);
  std::string asked = given.empty() ? "" : given[0];
  if (asked == kInspect && given.size() > 1) asked += ' ' + given[1];
  Commands commands(program, asked);
  set_up(program, commands);
  if (const std::string message = unknown_command(commands, argc, argv); !message.empty()) {
    return wrong_usage(program, message);
  }
  try {
    std::vector<std::string> arguments = with_words(argc, argv);
    std::ranges::reverse(arguments);  // as CLI11 takes them
    program.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    standard_output().write(help_of(commands.described(), asked, false));
  } catch (const CLI::CallForAllHelp&) {
    standard_output().write(help_of(commands.described(), asked, true));
  } catch (const CLI::CallForVersion&) {
    standard_output().write(version_text());
  } catch (const CLI::ParseError& error) {
    return wrong_usage(program, error.what());
  }
  if (commands.chosen()) {
    // What was printed before it failed still goes out, before the message.
    const Result<void> done = commands.chosen()();
    const Result<void> printed = standard_output().finish();
    if (!done) return could_not(complaint(done.error()));
    if (!printed) return could_not(complaint(printed.error()));
    return kDone;
  }
  const Result<void> printed = standard_output().finish();
  return printed ? kDone : could_not(complaint(printed.error()));
}

}  // namespace

std::vector<CommandInfo> describe_program() {
  CLI::App program;
  Commands commands(program, Commands::kAll);
  set_up(program, commands);
  return commands.described();
}

int run(int argc, const char* const* argv) {
  occupy_standard_streams();
  const SignalsKept kept;
  // A reader that goes away is noticed when writing (Output::is_closed), not by sudden death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  try {
    return parse_and_run(argc, argv);
  } catch (const std::bad_alloc&) {
    return could_not("memory is used up; try a smaller --memory or fewer --threads");
  } catch (const std::exception& error) {
    return could_not(std::string("unexpected: ") + error.what());
  }
}

}  // namespace cocite::cli
