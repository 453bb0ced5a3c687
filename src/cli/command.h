// A command: its options, its help, and what it does. One per file, one line in commands.def.
//
//   void add_check(Commands& commands) {
//     auto options = std::make_shared<Options>();
//     Command command = commands.add("check", "every checksum, every invariant",
//                                    "cocite check web.cocite");
//     command.store(options->store);
//     command.flag("-q,--quiet", options->is_quiet, "say nothing if it is sound");
//     command.on([options] { return check(*options); });
//   }
//
// CLI11, which does the work, is seen by command.cc and program.cc alone: every file that reads it
// takes six seconds more to compile. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "cli/description.h"
#include "cli/table.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cocite::cli {

// Exit codes, as documented: everybody's scripts depend on them.
inline constexpr int kDone = 0;
inline constexpr int kCouldNot = 1;
inline constexpr int kWrongUsage = 2;

class Commands;

// What is given by reference is filled in before the action runs, and keeps its value, the default,
// where the option is not given. `type` stands for the value in the help. A value that makes no
// sense is wrong usage.
class Command {
 public:
  using Type = const std::string&;

  // Arguments: all have to be given.
  void argument(const std::string& name, std::string& value, const std::string& help);
  void arguments(const std::string& name, std::vector<std::string>& values,
                 const std::string& help);
  // The same, but it may be left out.
  // The last of the arguments before it, which the caller takes from there.
  void last_argument(const std::string& name, const std::string& help);
  void optional_arguments(const std::string& name, std::vector<std::string>& values,
                          const std::string& help);
  void store(std::string& store);
  // Files and folders that the command writes. Before the action runs each is checked by
  // <cocite/output.h>, with all that the command reads (FILE, DIR and INPUT) and --force. Their help
  // says OUTPUT and OUTDIR: a test finds them by that.
  void output(const std::string& name, std::string& value, const std::string& help);
  void output_folder(const std::string& name, std::string& value, const std::string& help);

  void flag(const std::string& name, bool& value, const std::string& help);
  // The same; `is_given` hears of it if it is there.
  void flag(const std::string& name, std::function<void()> is_given, const std::string& help);
  // Turns something off: --no-text.
  void off(const std::string& name, bool& value, const std::string& help);
  void text(const std::string& name, std::string& value, const std::string& help, Type type);
  // May be given several times; each takes one value.
  void texts(const std::string& name, std::vector<std::string>& values, const std::string& help,
             Type type);
  // A whole number of at least `least`.
  void count(const std::string& name, uint64_t& value, const std::string& help, Type type = "N",
             uint64_t least = 0);
  // --top N, at least 1.
  void top(uint64_t& value, const std::string& help) { count("--top", value, help, "N", 1); }
  // One of a few words; the complaint about another lists them, and so does the help where `type` is
  // "WORD".
  void choice(const std::string& name, const std::vector<std::string>& words,
              std::function<void(const std::string&)> use, const std::string& help, Type type);
  // Anything else: `read` returns what is wrong with the text, as in "'x' is not …", or nothing.
  // `choices` are for completion.
  using Read = std::function<std::optional<std::string>(const std::string& text)>;
  void value(const std::string& name, Read read, const std::string& help, Type type,
             std::vector<std::string> choices = {});
  // Words with commas between them; may be given again. `what` they are, and `others`, what to say
  // of them where none is near the one that was typed.
  void words(const std::string& name, std::vector<std::string>& values,
             const std::vector<std::string>& known, const std::string& what,
             const std::string& others, const std::string& help);
  // --format text|tsv|csv|json|jsonl; without it, text on a terminal and TSV elsewhere. `is_given`
  // hears of it if it is there.
  void format(Format& format, const std::function<void()>& is_given = {});

  // What is wrong with the options together, or nothing: asked when all have been read.
  void together(std::function<std::optional<std::string>()> check);

  // Which options stand on the line, by their long names without dashes; to be asked when all have
  // been read.
  [[nodiscard]] std::function<std::vector<std::string>()> given() const;

  // What fills in the request, before options are looked at together and before the action.
  void before(std::function<Result<void>()> fill);

  // What to do when this command was given.
  void on(std::function<Result<void>()> action);

  // The options that follow are for experts (or everyday again): only --help-all lists them.
  void experts(bool is_expert = true) { is_expert_ = is_expert; }
  [[nodiscard]] bool is_for_experts() const { return is_expert_; }
  // Whole command lines, one a line; after an empty line what else its help says.
  void footer(const std::string& examples);
  // Whether it is the command of this line; the options of others are not there.
  [[nodiscard]] bool is_asked() const { return app_ != nullptr; }

 private:
  friend class Commands;
  struct Files;
  Command(CLI::App* app, Commands& commands, CommandInfo& info);
  OptionInfo& list(const std::string& name, const std::string& value, const std::string& help);
  CLI::App* app_;  // none where another command was asked for: its options would cost more than a
                   // search does
  Commands* commands_;
  CommandInfo* info_;
  std::shared_ptr<Files> files_;
  bool is_expert_ = false;
};

class Commands {
 public:
  // Only the command that was `asked` for gets its options: the first word of the line, of
  // "inspect companion" both; kAll: all commands do.
  static constexpr const char* kAll = "*";
  Commands(CLI::App& program, std::string asked) : program_(&program), asked_(std::move(asked)) {}

  // `examples`: whole command lines, one a line, for the end of its help. "inspect companion" is the
  // command companion of inspect. Hidden: an old name, which no help lists.
  [[nodiscard]] Command add(const std::string& name, const std::string& summary,
                            const std::string& examples, bool is_hidden = false);
  // A command that only has commands of its own: "inspect".
  void group(const std::string& name, const std::string& summary);
  [[nodiscard]] const std::function<Result<void>()>& chosen() const { return chosen_; }
  // What was added, in that order; of commands that were not asked for without options.
  [[nodiscard]] std::vector<CommandInfo> described() const {
    return {infos_.begin(), infos_.end()};
  }

 private:
  friend class Command;
  CLI::App* program_;
  std::string asked_;
  std::deque<CommandInfo> infos_;  // where they are, commands fill them in
  std::function<Result<void>()> chosen_;
};

#define COMMAND(name) void add_##name(Commands& commands);
#define QUESTION(name)
#define SHOWN(name)
#include "cli/commands.def"
#undef SHOWN
#undef QUESTION
#undef COMMAND

// A line on standard error that begins with "cocite: ".
void complain(const std::string& message);

}  // namespace cocite::cli
