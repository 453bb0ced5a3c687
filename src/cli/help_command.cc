// Help, manual pages and completion, from one description of the commands.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/manual.h"
#include "cli/output.h"

namespace cocite::cli {
namespace {

struct Options {
  std::vector<std::string> words;
  std::string as = "text";
  bool completes = false;
};

Result<void> help(const Options& options) {
  const std::vector<CommandInfo> commands = describe_program();
  Output& out = standard_output();
  if (options.completes) {
    out.write(complete_words(commands, options.words));
    return {};
  }
  std::string name;
  for (const std::string& word : options.words) name += (name.empty() ? "" : " ") + word;
  const auto found = std::ranges::find(commands, name, &CommandInfo::name);
  if (!name.empty() && found == commands.end()) {
    return fail(ErrorCode::kNotFound,
                "there is no command '" + name + "'; 'cocite help' lists them");
  }
  if (options.as == "text") {
    out.write(help_of(commands, name, true));
  } else if (options.as == "man") {
    out.write(name.empty() ? program_manual(commands) : command_manual(*found));
  } else if (options.as == "json") {
    out.write(described_json(name.empty() ? commands : std::vector<CommandInfo>{*found}));
  } else {
    out.write(completion_script(options.as));
  }
  return {};
}

}  // namespace

void add_help(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("help", "print help about a command, its manual page, or completion for a shell",
                   "cocite help related\n"
                   "cocite help related --as man | man -l -\n"
                   "eval \"$(cocite help --as bash)\"");
  command.optional_arguments("COMMAND", options->words, "the command (default: all)");
  command.choice(
      "--as", {"text", "man", "json", "bash", "zsh", "fish"},
      [options](const std::string& word) { options->as = word; },
      "text; man: a manual page; json: the description of all options; bash, zsh, fish: a "
      "script for completion (default text)",
      "WORD");
  command.experts();
  command.flag("--complete", options->completes,
               "print what may come next on a command line; for the scripts of shells");
  command.on([options] { return help(*options); });
}

}  // namespace cocite::cli
