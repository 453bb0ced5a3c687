// A command: its options, its help, and what it does. One per file, one line in commands.def.
//
//   void add_check(Commands& commands) {
//     auto options = std::make_shared<Options>();
//     CLI::App* command = commands.add("check", "every checksum, every invariant", "cocite check
//     web.cocite"); command->add_option("STORE", options->store, "the store")->required();
//     commands.on(command, [options] { return check(*options); });
//   }
//
// One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <cocite/result.h>

#include "cli/table.h"

namespace cocite::cli {

// Exit codes, as documented: everybody's scripts depend on them.
inline constexpr int kDone = 0;
inline constexpr int kCouldNot = 1;
inline constexpr int kWrongUsage = 2;

class Commands {
 public:
  explicit Commands(CLI::App& program) : program_(&program) {}

  // `examples`: whole command lines, one a line, for the end of its help.
  CLI::App* add(const std::string& name, const std::string& summary, const std::string& examples);
  // What to do when this command was given.
  void on(CLI::App* command, std::function<Result<void>()> action);
  [[nodiscard]] const std::function<Result<void>()>& chosen() const { return chosen_; }

 private:
  CLI::App* program_;
  std::function<Result<void>()> chosen_;
};

#define COMMAND(name) void add_##name(Commands& commands);
#include "cli/commands.def"
#undef COMMAND

// --- options that several commands have ---------------------------------------------------------

void store_argument(CLI::App* command, std::string& store);
void page_argument(CLI::App* command, std::string& page);
// --format text|tsv|json; without it, text on a terminal and TSV elsewhere.
void format_option(CLI::App* command, Format& format);
// A whole number; anything else is wrong usage.
CLI::Option* count_option(CLI::App* command, const std::string& name, uint64_t& value,
                          const std::string& help);
// One of a few words; anything else is wrong usage, and the message lists the words.
CLI::Option* choice_option(CLI::App* command, const std::string& name,
                           const std::vector<std::string>& words,
                           std::function<void(const std::string&)> use, const std::string& help);
// Bytes: 512M, 6G.
CLI::Option* size_option(CLI::App* command, const std::string& name, uint64_t& value,
                         const std::string& help);

// A line on standard error that begins with "cocite: ".
void complain(const std::string& message);

}  // namespace cocite::cli
