#include "cli/ask.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>

#include <unistd.h>

#include "cli/graph.h"
#include "cli/output.h"
#include "cli/parameters.h"
#include "cli/spelling.h"
#include "cli/stop.h"

namespace cocite::cli {
namespace {

using api::Answer;
using api::Arguments;
using api::Question;

struct Options {
  explicit Options(const Question& question) : given(question.parameters) {}

  std::string store;
  Given given;
  Format format{};
  bool is_format_given = false;
  bool is_alias = false;
  bool is_quiet = false;
};

On on_of(const Arguments& arguments) {
  const std::string on = arguments.text("on");
  return on == "hosts" ? On::kHosts : on == "sites" ? On::kSites : On::kPages;
}

Result<void> ask(const Question& question, const Options& options, const Differs& differs) {
  COCITE_TRY(const Arguments arguments, options.given.check());
  const std::atomic<bool>* const stop = stop_on_signals();
  OpenOptions opening{.stop = stop};
  if (arguments.has("folder_hosts")) opening.folder_hosts = arguments.text("folder_hosts");
  const On on = differs.graph == nullptr ? on_of(arguments) : differs.graph(arguments);
  const bool merges = arguments.has("mirrors") && arguments.text("mirrors") == "merge";
  COCITE_TRY(const Graph graph, open_graph(options.store, on, options.is_quiet, opening, merges));
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  const api::Limits limits{.stop = stop,
                           .caller = api::Caller::kHere,
                           .progress = [&bar](const Progress& one) { bar.show(one); }};
  const Asked asked{.question = question,
                    .engine = *graph,
                    .arguments = arguments,
                    .limits = limits,
                    .bar = bar,
                    .store = options.store,
                    .is_alias = options.is_alias,
                    .format = options.format,
                    .is_format_given = options.is_format_given,
                    .is_quiet = options.is_quiet};
  if (differs.show != nullptr) return differs.show(asked);
  const Result<Answer> answer = question.answer(*graph, arguments, limits);
  bar.clear();
  COCITE_CHECK(answer);
  return show_answer(asked, *answer);
}

// "www.example.com/a by=companion all" -> "cocite related web.cocite www.example.com/a --by companion
// --all"
std::string examples_of(const Question& question) {
  std::string text;
  std::istringstream lines(question.examples);
  for (std::string line; std::getline(lines, line);) {
    text += (text.empty() ? "" : "\n") + ("cocite " + question.command) + " web.cocite";
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      const size_t equals = word.find('=');
      const std::string name = word.substr(0, equals);
      const api::Parameter* const known = question.parameters.find(name, api::Caller::kShell);
      const bool is_option =
          name == "format" || (known != nullptr && known->shell.argument.empty());
      if (!is_option) {
        text += ' ' + word;
      } else {
        text += ' ' + option_name(name);
        if (equals != std::string::npos) text += ' ' + word.substr(equals + 1);
      }
    }
  }
  return question.about.empty() ? text : text + "\n\n" + question.about;
}

// --format, and where the answer may also be a file for other programs, those.
void add_format(Command& command, const Question& question, Options& options) {
  const api::Parameter* const own = question.parameters.find("format", api::Caller::kHere);
  if (own == nullptr) {
    return command.format(options.format, [&options] { options.is_format_given = true; });
  }
  options.format = ::isatty(STDOUT_FILENO) == 1 ? Format::kText : Format::kTsv;
  std::vector<std::string> words = {"text", "tsv", "csv", "jsonl"};
  words.insert(words.end(), own->choices.begin(), own->choices.end());
  const auto use = [&options](const std::string& word) {
    options.format = word == "text" ? Format::kText : format_of_file("." + word, Format::kJson);
    if (options.format == Format::kJson) options.given.give("format", word);
  };
  command.choice("--format", words, use, own->help + " (default: text on a terminal, else tsv)",
                 "WORD");
}

void add(Commands& commands, const Question& question, const std::string& name,
         const Differs& differs) {
  const bool is_alias = name == question.alias;
  Command command = commands.add(name, question.summary, "", is_alias);
  if (!command.is_asked()) return;
  command.footer(examples_of(question));
  auto options = std::make_shared<Options>(question);
  options->is_alias = is_alias;
  command.store(options->store);
  options->given.add_to(command);
  add_format(command, question, *options);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.together([options, differs]() -> std::optional<std::string> {
    const Result<Arguments> arguments = options->given.check();
    if (!arguments) return complaint(arguments.error());
    return differs.wrong == nullptr ? std::nullopt : differs.wrong(*arguments, options->format);
  });
  command.on([options, &question, differs] { return ask(question, *options, differs); });
}

}  // namespace

void add_question(Commands& commands, std::string_view name, const Differs& differs) {
  const Question& question = *api::find_question(name);
  add(commands, question, question.command, differs);
  if (!question.alias.empty()) add(commands, question, question.alias, differs);
}

// Those that commands.def does not name: insights, and what is new.
void add_other_questions(Commands& commands) {
  constexpr std::string_view kNamed[] = {
#define COMMAND(name)
#define QUESTION(name) #name,
#define SHOWN(name) #name,
#include "cli/commands.def"
#undef SHOWN
#undef QUESTION
#undef COMMAND
  };
  for (const Question& question : api::questions()) {
    if (question.command.empty() || std::ranges::find(kNamed, question.name) != std::end(kNamed)) {
      continue;
    }
    add_question(commands, question.name, question.schema == "Insight" ? show_insight : Differs{});
  }
}

}  // namespace cocite::cli
