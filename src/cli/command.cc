#include "cli/command.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include <unistd.h>

#include "cli/values.h"

namespace cocite::cli {
namespace {

using Parse = std::optional<uint64_t> (*)(std::string_view);

CLI::Option* add_parsed(CLI::App* command, const std::string& name, uint64_t& value,
                        const std::string& help, Parse parse, const std::string& wanted) {
  return command
      ->add_option_function<std::string>(
          name,
          [&value, parse, name, wanted](const std::string& text) {
            const std::optional<uint64_t> parsed = parse(text);
            if (!parsed) throw CLI::ValidationError(name, "'" + text + "' is not " + wanted);
            value = *parsed;
          },
          help)
      ->trigger_on_parse();
}

}  // namespace

CLI::App* Commands::add(const std::string& name, const std::string& summary,
                        const std::string& examples) {
  CLI::App* command = program_->add_subcommand(name, summary)->group("Commands");
  std::string footer = "Examples:\n";
  for (size_t at = 0; at < examples.size();) {
    const size_t end = std::min(examples.find('\n', at), examples.size());
    footer += (end > at ? "  " : "") + examples.substr(at, end - at) + '\n';
    at = end + 1;
  }
  footer.pop_back();
  command->footer(footer);
  return command;
}

void Commands::on(CLI::App* command, std::function<Result<void>()> action) {
  command->callback([this, action = std::move(action)] { chosen_ = action; });
}

void store_argument(CLI::App* command, std::string& store) {
  command->add_option("STORE", store, "the store, a folder such as web.cocite")->required();
}

void page_argument(CLI::App* command, std::string& page) {
  command
      ->add_option("PAGE", page,
                   "a URL, with or without http://, or a page key; in a store of opaque names the "
                   "name, in one of numbers the number")
      ->required();
}

void format_option(CLI::App* command, Format& format) {
  format = ::isatty(STDOUT_FILENO) == 1 ? Format::kText : Format::kTsv;
  const auto use = [&format](const std::string& word) {
    format = word == "text" ? Format::kText : word == "tsv" ? Format::kTsv : Format::kJson;
  };
  choice_option(command, "--format", {"text", "tsv", "json"}, use,
                "text, tsv or json (default: text on a terminal, else tsv)")
      ->type_name("FORMAT");
}

CLI::Option* choice_option(CLI::App* command, const std::string& name,
                           const std::vector<std::string>& words,
                           std::function<void(const std::string&)> use, const std::string& help) {
  const auto check = [name, words, use = std::move(use)](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) == words.end()) {
      std::string list;
      for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
      throw CLI::ValidationError(name, "'" + text + "' is none of " + list);
    }
    use(text);
  };
  return command->add_option_function<std::string>(name, check, help);
}

CLI::Option* count_option(CLI::App* command, const std::string& name, uint64_t& value,
                          const std::string& help) {
  return add_parsed(command, name, value, help, parse_count, "a whole number")->type_name("N");
}

CLI::Option* size_option(CLI::App* command, const std::string& name, uint64_t& value,
                         const std::string& help) {
  return add_parsed(command, name, value, help, parse_size, "a size such as 512M or 6G")
      ->type_name("SIZE");
}

void complain(const std::string& message) {
  std::fprintf(stderr, "cocite: %s\n", message.c_str());
}

}  // namespace cocite::cli
