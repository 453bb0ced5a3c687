// A command for a question (api/question.h): options from its parameters, output as it describes it.
//
//   add_question(commands, "explain");                            // shown by its Shown (api/shown.h)
//   add_question(commands, "related", {.show = show_related});    // shown by a function of its own
//
// One thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <cocite/engine.h>
#include <cocite/result.h>

#include "api/question.h"
#include "cli/command.h"
#include "cli/progress_bar.h"
#include "cli/table.h"

namespace cocite::cli {

struct Asked {
  const api::Question& question;
  const Engine& engine;  // the graph that is asked
  const api::Arguments& arguments;
  const api::Limits& limits;
  ProgressBar& bar;  // to be cleared before anything is printed
  std::string store = {};
  bool is_alias = false;  // by the old name of the command
  Format format{};
  bool is_format_given = false;
  bool is_quiet = false;
};

// What a command does that differs from others.
struct Differs {
  Result<void> (*show)(const Asked& asked) = nullptr;
  // What is wrong with the options together, or nothing.
  std::optional<std::string> (*wrong)(const api::Arguments& arguments, Format format) = nullptr;
  // The graph that it asks, if not that of --on.
  On (*graph)(const api::Arguments& arguments) = nullptr;
};

void add_question(Commands& commands, std::string_view name, const Differs& differs = {});
// Prints an answer as its question describes it.
[[nodiscard]] Result<void> show_answer(const Asked& asked, const api::Answer& answer);
// The question's own answer, as JSON.
[[nodiscard]] Result<void> show_json(const Asked& asked);

extern const Differs show_insight;
#define COMMAND(name)
#define QUESTION(name)
#define SHOWN(name) extern const Differs show_##name;
#include "cli/commands.def"
#undef SHOWN
#undef QUESTION
#undef COMMAND

}  // namespace cocite::cli
