#include "cli/completion.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include <cocite/engine.h>
#include <cocite/readable.h>

namespace cocite::cli {
namespace {

constexpr const char* kFiles = ":files\n";
constexpr uint64_t kPages = 30;

// Every script hands over the words up to the cursor.
// clang-format off
constexpr std::string_view kBash = R"sh(# cocite: completion for bash. To use it: eval "$(cocite help --as bash)"
_cocite() {
  local line cur=${COMP_WORDS[COMP_CWORD]} files=
  # Words as they were typed: bash cuts them at colons and equal signs.
  local typed=${COMP_LINE:0:COMP_POINT} words
  IFS=$' \t' read -r -a words <<<"$typed"
  [[ $typed == *[[:space:]] ]] && words+=('')
  local whole=${words[${#words[@]}-1]}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then files=1; continue; fi
    line=${line%%$'\t'*}
    COMPREPLY+=("${line#"${whole%"$cur"}"}")
  done < <("${COMP_WORDS[0]}" help --complete -- "${words[@]:1}" 2>/dev/null)
  [[ $files ]] && compopt -o default -o bashdefault
  return 0
}
complete -F _cocite cocite
)sh";
constexpr std::string_view kZsh = R"sh(#compdef cocite
# cocite: completion for zsh. To use it: cocite help --as zsh > a folder of $fpath, as _cocite
_cocite() {
  local line word files
  local -a found
  for line in "${(@f)$("${words[1]}" help --complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ $line == :files ]] && { files=1; continue }
    [[ -z $line ]] && continue
    word=${line%%$'\t'*}
    found+=("${word//:/\\:}:${line#*$'\t'}")
  done
  (( ${#found} )) && _describe -V 'cocite' found
  [[ -n $files ]] && _files
}
if [[ ${funcstack[1]} == _cocite ]]; then _cocite "$@"; else compdef _cocite cocite; fi
)sh";
constexpr std::string_view kFish = R"sh(# cocite: completion for fish. To use it: cocite help --as fish > ~/.config/fish/completions/cocite.fish
function __cocite_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in ($words[1] help --complete -- $words[2..-1] 2>/dev/null)
    if test "$line" = :files
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c cocite -f -a '(__cocite_complete)'
)sh";
// clang-format on

std::string line_of(const std::string& word, const std::string& meaning) {
  return word + '\t' + readable(meaning, 100) + '\n';
}

bool names_files(const std::string& value) {
  return value.starts_with("FILE") || value == "DIR" || value == "INPUT" || value == "SEGMENTS" ||
         value == "SEED" || value == "STORE" || value == "OUTPUT" || value == "OUTDIR" ||
         value == "FOLDER";
}

// The pages of a store whose addresses begin like this, spelt as it was begun.
std::string pages_of(const std::string& store, const std::string& typed) {
  const Result<Engine> engine = Engine::open(store);
  if (!engine) return "";
  const Result<CompletionAnswer> answer = engine->complete(typed, kPages);
  if (!answer) return "";
  std::string lines;
  for (const CompletionItem& item : answer->items) {
    std::string word = item.url.empty() ? item.key : item.url;
    const size_t scheme = word.find("://");
    if (!word.starts_with(typed) && scheme != std::string::npos) word.erase(0, scheme + 3);
    if (!word.starts_with(typed)) word = item.key;
    const bool is_safe = readable(word, 0) == word;
    if (is_safe && word.starts_with(typed)) lines += line_of(word, item.title);
  }
  return lines;
}

struct Line {
  const CommandInfo* command = nullptr;
  std::vector<std::string> arguments = {};
  const OptionInfo* awaited = nullptr;  // the option whose value comes next
};

const OptionInfo* option_of(const CommandInfo& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  for (const OptionInfo& option : command.options) {
    if (option.name == name || (!name.empty() && option.short_name == name)) return &option;
  }
  return nullptr;
}

// What the words before the last one mean.
Line read_line(const CommandInfo& command, std::span<const std::string> words) {
  Line line{.command = &command};
  for (const std::string& word : words) {
    if (line.awaited != nullptr) {
      line.awaited = nullptr;
    } else if (word.starts_with('-') && word.size() > 1) {
      const OptionInfo* const option = option_of(command, word);
      const bool awaits = option != nullptr && !option->value.empty();
      if (awaits && word.find('=') == std::string::npos) line.awaited = option;
    } else {
      line.arguments.push_back(word);
    }
  }
  return line;
}

std::string value_of(const Line& line, const OptionInfo& option, const std::string& prefix,
                     const std::string& typed) {
  std::string kept = prefix;
  std::string last = typed;
  if (option.is_list) {
    const size_t comma = typed.rfind(',') + 1;  // 0: none
    kept += typed.substr(0, comma);
    last = typed.substr(comma);
  }
  std::string lines;
  for (const std::string& choice : option.choices) {
    if (choice.starts_with(last)) lines += line_of(kept + choice, "");
  }
  if (!option.choices.empty()) return lines;
  if (option.value == "PAGE" && !line.arguments.empty()) {
    return pages_of(line.arguments.front(), typed);
  }
  return names_files(option.value) ? kFiles : "";
}

std::string commands_of(const std::vector<CommandInfo>& commands, const std::string& within,
                        const std::string& typed) {
  std::string lines;
  for (const CommandInfo& command : commands) {
    if (command.is_hidden || !command.name.starts_with(within)) continue;
    const std::string word = command.name.substr(within.size());
    if (word.find(' ') == std::string::npos && word.starts_with(typed)) {
      lines += line_of(word, command.summary);
    }
  }
  return lines;
}

}  // namespace

std::string completion_script(std::string_view shell) {
  return std::string(shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish);
}

std::string complete_words(const std::vector<CommandInfo>& commands,
                           const std::vector<std::string>& words) {
  const std::string typed = words.empty() ? "" : words.back();
  if (words.size() < 2) {
    std::string lines = commands_of(commands, "", typed);
    for (const std::string option : {"--version", "--help"}) {
      if (!typed.empty() && option.starts_with(typed)) lines += line_of(option, "");
    }
    return lines;
  }
  std::string name = words[0];
  size_t used = 1;
  auto command = std::ranges::find(commands, name, &CommandInfo::name);
  if (command == commands.end()) return "";
  if (command->is_group) {
    if (words.size() == 2) return commands_of(commands, name + ' ', typed);
    name += ' ' + words[1];
    used = 2;
    command = std::ranges::find(commands, name, &CommandInfo::name);
    if (command == commands.end()) return "";
  }
  if (name == "help") return words.size() == 2 ? commands_of(commands, "", typed) : "";
  const Line line = read_line(*command, std::span(words).subspan(used, words.size() - used - 1));
  if (line.awaited != nullptr) return value_of(line, *line.awaited, "", typed);
  if (typed.starts_with('-')) {
    const size_t equals = typed.find('=');
    if (equals != std::string::npos) {
      const OptionInfo* const option = option_of(*command, typed);
      return option == nullptr
                 ? ""
                 : value_of(line, *option, typed.substr(0, equals + 1), typed.substr(equals + 1));
    }
    std::string lines;
    for (const OptionInfo& option : command->options) {
      if (option.name.starts_with(typed)) lines += line_of(option.name, option.help);
    }
    for (const std::string option : {"--help", "--help-all"}) {
      if (option.starts_with(typed)) lines += line_of(option, "print help");
    }
    return lines;
  }
  if (command->arguments.empty()) return "";
  const size_t place = std::min(line.arguments.size(), command->arguments.size() - 1);
  const OptionInfo& argument = command->arguments[place];
  const bool is_full = line.arguments.size() > place && !argument.is_repeatable;
  if (is_full) return "";
  return value_of(line, argument, "", typed);
}

}  // namespace cocite::cli
