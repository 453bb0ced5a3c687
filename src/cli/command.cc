#include "cli/command.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cocite/nearest_word.h>
#include <cocite/output.h>

#include "cli/spelling.h"
#include "cli/values.h"

namespace cocite::cli {

// What the command reads and writes: values that are filled in when the action runs.
struct Command::Files {
  std::vector<const std::string*> inputs;
  std::vector<const std::vector<std::string>*> input_lists;
  std::vector<const std::string*> outputs;
  std::vector<const std::string*> output_folders;
  const bool* force = nullptr;
  std::vector<std::function<Result<void>()>> before;

  [[nodiscard]] Result<void> fill() const {
    for (const auto& one : before) COCITE_CHECK(one());
    return {};
  }

  [[nodiscard]] Result<void> check() const {
    COCITE_CHECK(fill());
    OutputRules rules{.force = force != nullptr && *force};
    for (const std::string* input : inputs) rules.inputs.push_back(*input);
    for (const std::vector<std::string>* list : input_lists) {
      rules.inputs.insert(rules.inputs.end(), list->begin(), list->end());
    }
    for (const std::string* output : outputs) {
      if (!output->empty()) COCITE_CHECK(check_output(*output, rules));
    }
    for (const std::string* folder : output_folders) {
      if (!folder->empty()) COCITE_CHECK(check_output_folder(*folder, rules));
    }
    return {};
  }
};

namespace {

bool names_files(const std::string& type) {
  return type.starts_with("FILE") || type == "DIR" || type == "INPUT" || type == "SEGMENTS" ||
         type == "SEED";
}

}  // namespace

Command::Command(CLI::App* app, Commands& commands, CommandInfo& info)
    : app_(app), commands_(&commands), info_(&info), files_(std::make_shared<Files>()) {}

// Describes an argument or option: "STORE", "--by" or "-q,--quiet".
OptionInfo& Command::list(const std::string& name, const std::string& value,
                          const std::string& help) {
  const bool is_option = name.starts_with('-');
  const size_t comma = name.find(',');
  OptionInfo option{.name = name.substr(comma == std::string::npos ? 0 : comma + 1),
                    .value = value,
                    .help = help,
                    .is_expert = is_expert_};
  if (comma != std::string::npos) option.short_name = name.substr(0, comma);
  std::vector<OptionInfo>& all = is_option ? info_->options : info_->arguments;
  return all.emplace_back(std::move(option));
}

void Command::output(const std::string& name, std::string& value, const std::string& help) {
  files_->outputs.push_back(&value);
  text(name, value, help, "OUTPUT");
}

void Command::output_folder(const std::string& name, std::string& value, const std::string& help) {
  files_->output_folders.push_back(&value);
  text(name, value, help, "OUTDIR");
}

void Command::argument(const std::string& name, std::string& value, const std::string& help) {
  if (app_ == nullptr) return;
  app_->add_option(name, value, help)->required();
  list(name, name, help).is_required = true;
}

void Command::arguments(const std::string& name, std::vector<std::string>& values,
                        const std::string& help) {
  if (app_ == nullptr) return;
  if (names_files(name)) files_->input_lists.push_back(&values);
  app_->add_option(name, values, help)->required();
  OptionInfo& listed = list(name, name, help);
  listed.is_required = true;
  listed.is_repeatable = true;
}

void Command::last_argument(const std::string& name, const std::string& help) {
  if (app_ == nullptr) return;
  list(name, name, help).is_required = true;
}

void Command::optional_arguments(const std::string& name, std::vector<std::string>& values,
                                 const std::string& help) {
  if (app_ == nullptr) return;
  if (names_files(name)) files_->input_lists.push_back(&values);
  app_->add_option(name, values, help);
  list(name, name, help).is_repeatable = true;
}

void Command::store(std::string& store) {
  argument("STORE", store, "the store, a folder such as web.cocite");
}

void Command::flag(const std::string& name, bool& value, const std::string& help) {
  if (app_ == nullptr) return;
  if (name == "--force") files_->force = &value;
  app_->add_flag(name, value, help);
  list(name, "", help);
}

void Command::flag(const std::string& name, std::function<void()> is_given,
                   const std::string& help) {
  if (app_ == nullptr) return;
  app_->add_flag_callback(name, std::move(is_given), help);
  list(name, "", help);
}

void Command::off(const std::string& name, bool& value, const std::string& help) {
  if (app_ == nullptr) return;
  app_->add_flag_callback(
      name, [&value] { value = false; }, help);
  list(name, "", help);
}

void Command::text(const std::string& name, std::string& value, const std::string& help,
                   Type type) {
  if (app_ == nullptr) return;
  if (names_files(type)) files_->inputs.push_back(&value);
  app_->add_option(name, value, help);
  list(name, type, help);
}

void Command::texts(const std::string& name, std::vector<std::string>& values,
                    const std::string& help, Type type) {
  if (app_ == nullptr) return;
  if (names_files(type)) files_->input_lists.push_back(&values);
  // "PAGE...": several may stand behind one name.
  const int most = type.ends_with("...") ? CLI::detail::expected_max_vector_size : 1;
  app_->add_option(name, values, help)->expected(1, most)->take_all();
  list(name, type, help).is_repeatable = true;
}

void Command::value(const std::string& name, Read read, const std::string& help, Type type,
                    std::vector<std::string> choices) {
  if (app_ == nullptr) return;
  app_->add_option_function<std::string>(
          name,
          [name, read = std::move(read)](const std::string& text) {
            if (const auto wrong = read(text)) throw CLI::ValidationError(name, *wrong);
          },
          help)
      ->trigger_on_parse();
  list(name, type, help).choices = std::move(choices);
}

void Command::count(const std::string& name, uint64_t& value, const std::string& help, Type type,
                    uint64_t least) {
  const auto read = [&value, least](const std::string& text) -> std::optional<std::string> {
    const auto parsed = parse_count(text);
    if (!parsed || *parsed < least) {
      return "'" + text + "' is not a whole number of at least " + std::to_string(least);
    }
    value = *parsed;
    return {};
  };
  this->value(name, read, help, type);
}

void Command::choice(const std::string& name, const std::vector<std::string>& words,
                     std::function<void(const std::string&)> use, const std::string& help,
                     Type type) {
  const auto read = [words,
                     use = std::move(use)](const std::string& text) -> std::optional<std::string> {
    if (std::find(words.begin(), words.end(), text) == words.end()) {
      std::string list;
      for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
      return "'" + text + "' is not one of " + list;
    }
    use(text);
    return {};
  };
  // The words themselves, where no better name stands for them.
  std::string shown = type;
  if (type == "WORD") {
    shown.clear();
    for (const std::string& word : words) shown += (shown.empty() ? "" : "|") + word;
  }
  value(name, read, help, shown, words);
}

void Command::words(const std::string& name, std::vector<std::string>& values,
                    const std::vector<std::string>& known, const std::string& what,
                    const std::string& others, const std::string& help) {
  const auto read = [&values, known, what,
                     others](const std::string& text) -> std::optional<std::string> {
    for (size_t at = 0; at <= text.size();) {
      const size_t end = std::min(text.find(',', at), text.size());
      const std::string word = text.substr(at, end - at);
      if (std::find(known.begin(), known.end(), word) == known.end()) {
        const std::string nearest = nearest_word(word, known);
        return "there is no " + what + " '" + word + "'; " +
               (nearest.empty() ? others : "did you mean '" + nearest + "'?");
      }
      values.push_back(word);
      at = end + 1;
    }
    return {};
  };
  value(name, read, help, "NAME,...", known);
  if (app_ != nullptr) info_->options.back().is_list = true;
}

namespace {

const std::vector<std::pair<std::string, Format>> kFormats = {{"text", Format::kText},
                                                              {"tsv", Format::kTsv},
                                                              {"csv", Format::kCsv},
                                                              {"json", Format::kJson},
                                                              {"jsonl", Format::kJsonl}};

}  // namespace

void Command::format(Format& format, const std::function<void()>& is_given) {
  format = ::isatty(STDOUT_FILENO) == 1 ? Format::kText : Format::kTsv;
  std::vector<std::string> words;
  for (const auto& [word, meaning] : kFormats) words.push_back(word);
  const auto use = [&format, is_given](const std::string& word) {
    for (const auto& [known, meaning] : kFormats) {
      if (known == word) format = meaning;
    }
    if (is_given) is_given();
  };
  choice("--format", words, use,
         "text, tsv, csv, json or jsonl (default: text on a terminal, else tsv)", "FORMAT");
}

void Command::together(std::function<std::optional<std::string>()> check) {
  if (app_ == nullptr) return;
  app_->parse_complete_callback([files = files_, check = std::move(check)] {
    if (const auto filled = files->fill(); !filled) {
      throw CLI::ValidationError(complaint(filled.error()));
    }
    if (const auto wrong = check()) throw CLI::ValidationError(*wrong);
  });
}

std::function<std::vector<std::string>()> Command::given() const {
  return [app = app_] {
    std::vector<std::string> names;
    if (app == nullptr) return names;
    for (const CLI::Option* option : app->get_options()) {
      if (option->count() > 0) {
        names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
      }
    }
    return names;
  };
}

void Command::before(std::function<Result<void>()> fill) {
  files_->before.push_back(std::move(fill));
}

void Command::on(std::function<Result<void>()> action) {
  if (app_ == nullptr) return;
  app_->callback([commands = commands_, files = files_, action = std::move(action)] {
    commands->chosen_ = [files, action]() -> Result<void> {
      COCITE_CHECK(files->check());
      return action();
    };
  });
}

Command Commands::add(const std::string& name, const std::string& summary,
                      const std::string& examples, bool is_hidden) {
  CLI::App* parent = program_;
  const size_t space = name.find(' ');
  if (space != std::string::npos) parent = program_->get_subcommand(name.substr(0, space));
  CLI::App* command = parent->add_subcommand(name.substr(space + 1), summary);
  infos_.push_back({.name = name, .summary = summary, .is_hidden = is_hidden});
  if (name != asked_ && asked_ != kAll) return {nullptr, *this, infos_.back()};
  command->set_help_all_flag("--help-all", "print this with the options for experts");
  Command added(command, *this, infos_.back());
  added.footer(examples);
  return added;
}

void Command::footer(const std::string& examples) {
  const size_t end_of_examples = std::min(examples.find("\n\n"), examples.size());
  info_->examples.clear();
  for (size_t at = 0; at < end_of_examples;) {
    const size_t end = std::min(examples.find('\n', at), end_of_examples);
    info_->examples.push_back(examples.substr(at, end - at));
    at = end + 1;
  }
  info_->about = examples.substr(std::min(end_of_examples + 2, examples.size()));
}

void Commands::group(const std::string& name, const std::string& summary) {
  program_->add_subcommand(name, summary)->require_subcommand(1);
  infos_.push_back({.name = name, .summary = summary, .is_group = true});
}

void complain(const std::string& message) {
  std::fprintf(stderr, "cocite: %s\n", message.c_str());
}

}  // namespace cocite::cli
