#include "cli/command.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <cocite/nearest_word.h>
#include <cocite/output.h>

#include "cli/values.h"

namespace cocite::cli {

// What the command reads and writes: values that are filled in when the action runs.
struct Command::Files {
  std::vector<const std::string*> inputs;
  std::vector<const std::vector<std::string>*> input_lists;
  std::vector<const std::string*> outputs;
  std::vector<const std::string*> output_folders;
  const bool* force = nullptr;

  [[nodiscard]] Result<void> check() const {
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

Command::Command(CLI::App* app, Commands& commands)
    : app_(app), commands_(&commands), files_(std::make_shared<Files>()) {}

// Where help lists it: nowhere without --help-all, if it is for experts.
void Command::list(CLI::Option* option) {
  if (is_expert_) option->group(commands_->shows_all_ ? "Options for experts" : "");
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
}

void Command::arguments(const std::string& name, std::vector<std::string>& values,
                        const std::string& help) {
  if (app_ == nullptr) return;
  if (names_files(name)) files_->input_lists.push_back(&values);
  app_->add_option(name, values, help)->required();
}

void Command::optional_arguments(const std::string& name, std::vector<std::string>& values,
                                 const std::string& help) {
  if (app_ == nullptr) return;
  if (names_files(name)) files_->input_lists.push_back(&values);
  app_->add_option(name, values, help);
}

void Command::store(std::string& store) {
  argument("STORE", store, "the store, a folder such as web.cocite");
}

void Command::page(std::string& page) {
  argument("PAGE", page,
           "a URL, with or without http://, or a page key; in a store of opaque names the name, in "
           "one of numbers the number");
}

void Command::flag(const std::string& name, bool& value, const std::string& help) {
  if (app_ == nullptr) return;
  if (name == "--force") files_->force = &value;
  list(app_->add_flag(name, value, help));
}

void Command::flag(const std::string& name, std::function<void()> is_given,
                   const std::string& help) {
  if (app_ == nullptr) return;
  list(app_->add_flag_callback(name, std::move(is_given), help));
}

void Command::off(const std::string& name, bool& value, const std::string& help) {
  if (app_ == nullptr) return;
  list(app_->add_flag_callback(
      name, [&value] { value = false; }, help));
}

void Command::text(const std::string& name, std::string& value, const std::string& help,
                   Type type) {
  if (app_ == nullptr) return;
  if (names_files(type)) files_->inputs.push_back(&value);
  list(app_->add_option(name, value, help)->type_name(type));
}

void Command::texts(const std::string& name, std::vector<std::string>& values,
                    const std::string& help, Type type) {
  if (app_ == nullptr) return;
  if (names_files(type)) files_->input_lists.push_back(&values);
  list(app_->add_option(name, values, help)->expected(1)->take_all()->type_name(type));
}

void Command::value(const std::string& name, Read read, const std::string& help, Type type) {
  if (app_ == nullptr) return;
  list(app_->add_option_function<std::string>(
               name,
               [name, read = std::move(read)](const std::string& text) {
                 if (const auto wrong = read(text)) throw CLI::ValidationError(name, *wrong);
               },
               help)
           ->trigger_on_parse()
           ->type_name(type));
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

void Command::number(const std::string& name, double& value, const std::string& help, Type type) {
  const auto read = [&value](const std::string& text) -> std::optional<std::string> {
    const auto parsed = parse_number(text);
    if (!parsed) return "'" + text + "' is not a number";
    value = *parsed;
    return {};
  };
  this->value(name, read, help, type);
}

void Command::size(const std::string& name, uint64_t& value, const std::string& help) {
  const auto read = [&value](const std::string& text) -> std::optional<std::string> {
    const auto parsed = parse_size(text);
    if (!parsed) return "'" + text + "' is not a size such as 512M or 6G";
    value = *parsed;
    return {};
  };
  this->value(name, read, help, "SIZE");
}

void Command::threads(unsigned& value) {
  constexpr uint64_t kMost = 4096;
  const auto read = [&value](const std::string& text) -> std::optional<std::string> {
    const auto threads = parse_count(text);
    if (!threads || *threads == 0 || *threads > kMost) {
      return "'" + text + "' is not a number of threads";
    }
    value = static_cast<unsigned>(*threads);
    return {};
  };
  this->value("--threads", read, "how many to use (default: all cores)", "N");
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
  value(name, read, help, shown);
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
  value(name, read, help, "NAME,...");
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
  app_->parse_complete_callback([check = std::move(check)] {
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
  command->group(is_hidden ? "" : "Commands");
  if (name != asked_) return {nullptr, *this};
  command->set_help_all_flag("--help-all", "print this with the options for experts");
  std::string footer = "Examples:\n";
  for (size_t at = 0; at < examples.size();) {
    const size_t end = std::min(examples.find('\n', at), examples.size());
    footer += (end > at ? "  " : "") + examples.substr(at, end - at) + '\n';
    at = end + 1;
  }
  footer.pop_back();
  command->footer(footer);
  return {command, *this};
}

void Commands::group(const std::string& name, const std::string& summary) {
  program_->add_subcommand(name, summary)->group("Commands")->require_subcommand(1);
}

void complain(const std::string& message) {
  std::fprintf(stderr, "cocite: %s\n", message.c_str());
}

}  // namespace cocite::cli
