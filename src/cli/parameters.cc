#include "cli/parameters.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/values.h"

namespace cocite::cli {
namespace {

using api::Caller;
using api::Parameter;
using api::Type;

std::string words_of(const Parameter& parameter, const char* between) {
  std::string words;
  for (const std::string& word : parameter.choices) words += (words.empty() ? "" : between) + word;
  return words;
}

std::string help_of(const Parameter& parameter) {
  std::string help = parameter.shell.help.empty() ? parameter.help : parameter.shell.help;
  // Where a name stands for the words, help lists them.
  if (parameter.type == Type::kChoice && parameter.shell.value == "KIND") {
    help.insert(std::min(help.find(" (default"), help.size()), ": " + words_of(parameter, ", "));
  }
  const std::string& fallback = parameter.fallback;
  if (parameter.name == "threads") return "number of threads (default: all cores)";
  if (parameter.shell.fallback == "0") return help + " (default: all)";
  const bool says_default = help.find("(default") != std::string::npos;
  if (says_default || parameter.type == Type::kFlag) return help;
  const bool is_nothing = fallback.empty() || (parameter.type == Type::kCount && fallback == "0");
  return is_nothing ? help : help + " (default " + fallback + ')';
}

// What stands for the value in help.
std::string value_of(const Parameter& parameter) {
  if (!parameter.shell.value.empty()) return parameter.shell.value;
  switch (parameter.type) {
    case Type::kText:
    case Type::kFlag:
      return "TEXT";
    case Type::kCount:
      return "N";
    case Type::kNumber:
      return "X";
    case Type::kSize:
      return "SIZE";
    case Type::kChoice:
      break;
  }
  constexpr size_t kListed = 10;
  if (parameter.choices.size() > kListed) return "NAME";
  return words_of(parameter, "|");
}

bool comes_last(const Parameter& parameter) {
  return parameter.name == "on" || parameter.name == "mirrors";
}

}  // namespace

std::string option_name(std::string_view name) {
  std::string text = "--" + std::string(name);
  std::ranges::replace(text, '_', '-');
  return text;
}

void Given::add_argument(Command& command, const Parameter& parameter) {
  texts_.push_back({.parameter = &parameter});
  Texts& texts = texts_.back();
  const std::string& name = parameter.shell.argument;
  const std::string help = help_of(parameter);
  const bool is_required = parameter.is_required && !parameter.shell.is_optional;
  if (parameter.shell.is_last) {
    command.last_argument(name, help);
  } else if (!is_required) {
    command.optional_arguments(name, texts.all, help);
  } else if (parameter.is_repeatable) {
    command.arguments(name, texts.all, help);
  } else {
    command.argument(name, texts.one, help);
  }
}

void Given::give(const std::string& name, const std::string& text) {
  const Parameter* const parameter = known_->find(name, Caller::kShell);
  if (parameter != nullptr && !parameter->is_repeatable) {
    std::erase_if(pairs_, [&](const auto& pair) { return pair.first == name; });
  }
  pairs_.emplace_back(name, text);
}

void Given::add(Command& command, const Parameter& parameter) {
  const std::string name = option_name(parameter.name);
  const std::string help = help_of(parameter);
  if (parameter.type == Type::kFlag && !parameter.shell.off.empty()) {
    command.flag(
        option_name(parameter.shell.off), [this, &parameter] { give(parameter.name, "false"); },
        "do not " + help);
  } else if (parameter.type == Type::kFlag) {
    texts_.push_back({.parameter = &parameter});
    command.flag(name, texts_.back().is_on, help);
  } else if (!parameter.shell.listed.empty()) {
    texts_.push_back({.parameter = &parameter});
    std::string others = "there are " + words_of(parameter, ", ");
    if (parameter.shell.listed == "method") others = "'cocite methods' lists them";
    command.words(name, texts_.back().all, parameter.choices, parameter.shell.listed, others, help);
  } else if (parameter.type == Type::kText) {
    texts_.push_back({.parameter = &parameter});
    Texts& texts = texts_.back();
    const std::string value = value_of(parameter);
    if (value == "OUTPUT") {
      command.output(name, texts.one, help);
    } else if (value == "OUTDIR") {
      command.output_folder(name, texts.one, help);
    } else if (parameter.is_repeatable) {
      command.texts(name, texts.all, help, value);
    } else {
      command.text(name, texts.one, help, value);
    }
  } else {
    const auto read = [this, &parameter](const std::string& text) -> std::optional<std::string> {
      const Result<void> checked = check_value(parameter, text, Caller::kShell);
      if (!checked) return checked.error().message;
      constexpr uint64_t kMostThreads = 4096;
      if (parameter.name == "threads" && parse_count(text).value_or(0) - 1 >= kMostThreads) {
        return "'" + text + "' is not a number of threads";
      }
      give(parameter.name, text);
      return {};
    };
    command.value(name, read, help, value_of(parameter), parameter.choices);
  }
}

void Given::add_to(Command& command) {
  const auto add_all = [&](const auto& fits) {
    for (const Parameter& parameter : *known_) {
      if (!is_for(parameter, Caller::kShell) || !fits(parameter)) continue;
      if (parameter.name == "format") continue;  // all commands have it (ask.cc)
      const bool was_for_experts = command.is_for_experts();
      command.experts(was_for_experts || parameter.shell.is_expert);
      parameter.shell.argument.empty() ? add(command, parameter) : add_argument(command, parameter);
      command.experts(was_for_experts);
    }
  };
  const auto is_argument = [](const Parameter& one) { return !one.shell.argument.empty(); };
  add_all(is_argument);
  add_all([&](const Parameter& one) { return !is_argument(one) && !comes_last(one); });
  add_all(comes_last);
}

Result<api::Arguments> Given::check() const {
  api::Pairs pairs = pairs_;
  for (const Texts& texts : texts_) {
    const Parameter& parameter = *texts.parameter;
    const bool is_argument = !parameter.shell.argument.empty();
    if (parameter.shell.is_last) {
      if (!pairs.empty()) pairs.back().first = parameter.name;
      continue;
    }
    if (is_argument && !parameter.is_repeatable && !texts.all.empty()) {
      std::string whole;  // the shell may have cut it anywhere
      for (const std::string& text : texts.all) whole += (whole.empty() ? "" : " ") + text;
      pairs.emplace_back(parameter.name, whole);
      continue;
    }
    for (const std::string& text : texts.all) pairs.emplace_back(parameter.name, text);
    const bool is_required = parameter.is_required && !parameter.shell.is_optional;
    if (!texts.one.empty() || (is_argument && is_required && !parameter.is_repeatable)) {
      pairs.emplace_back(parameter.name, texts.one);
    }
    if (texts.is_on) pairs.emplace_back(parameter.name, "true");
  }
  for (const Parameter& parameter : *known_) {
    if (parameter.shell.fallback.empty() || !is_for(parameter, Caller::kShell)) continue;
    const bool is_given =
        std::ranges::any_of(pairs, [&](const auto& pair) { return pair.first == parameter.name; });
    if (!is_given) pairs.emplace_back(parameter.name, parameter.shell.fallback);
  }
  return api::Arguments::check(*known_, std::move(pairs), Caller::kShell);
}

}  // namespace cocite::cli
