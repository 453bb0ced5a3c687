// Options of a command, from the table of a request's options (api/option.h).
//
//   add_options(command, api::kSearchOptions, options->request);
//
// One thread, as command.h.
#pragma once

#include <algorithm>
#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "api/option.h"
#include "cli/command.h"

namespace cocite::cli {

// "same_site" -> "--same-site"
[[nodiscard]] inline std::string option_name(std::string_view name) {
  std::string text = "--" + std::string(name);
  std::ranges::replace(text, '_', '-');
  return text;
}

template <class Option, class Request>
void add_plain_option(Command& command, const Option& option, Request& request) {
  using Value = typename Option::Value;
  Value& value = request.*option.member;
  const std::string name = option_name(option.name);
  const auto help = [&](const std::string& fallback) {
    if (!option.fallback.empty()) {
      return std::string(option.help) + " (default: " + std::string(option.fallback) + ')';
    }
    return std::string(option.help) + (fallback.empty() ? "" : " (default " + fallback + ')');
  };
  const auto kind = [&](std::string_view usual) {
    return std::string(option.value.empty() ? usual : option.value);
  };
  if constexpr (std::is_enum_v<Value> || std::same_as<Value, bool>) {
    if (option.choice != nullptr) {
      std::vector<std::pair<std::string, Value>> meanings;
      for (size_t i = 0; i < option.choice->words.size(); ++i) {
        meanings.emplace_back(option.choice->words[i], static_cast<Value>(i));
      }
      command.one_of<Value>(name, meanings, value, help(meanings[static_cast<size_t>(value)].first),
                            kind("WORD"));
      return;
    }
  }
  if constexpr (std::same_as<Value, bool>) {
    if (option.off.empty()) {
      command.flag(name, value, std::string(option.help));
    } else {
      command.off(option_name(option.off), value, "do not " + std::string(option.help));
    }
  } else if constexpr (std::same_as<Value, unsigned>) {
    command.threads(value);
  } else if constexpr (std::unsigned_integral<Value>) {
    if (option.is_size) {
      command.size(name, value, help(""));
    } else {
      command.count(name, value, help(value == 0 ? "" : std::to_string(value)), kind("N"),
                    option.least);
    }
  } else if constexpr (std::floating_point<Value>) {
    command.number(name, value, help(text_of(Cell(value))), kind("X"));
  } else if constexpr (std::same_as<Value, std::vector<std::string>>) {
    command.texts(name, value, help(""), kind("TEXT"));
  } else if constexpr (std::same_as<Value, std::string>) {
    command.text(name, value, help(value), kind("TEXT"));
  }
}

template <class Option, class Request>
void add_option(Command& command, const Option& option, Request& request) {
  if (option.level == api::Level::kExpert) command.experts();
  add_plain_option(command, option, request);
  if (option.level == api::Level::kExpert) command.experts(false);
}

template <class Table, class Request>
void add_options(Command& command, const Table& table, Request& request) {
  api::for_each_option(table, [&](const auto& option) { add_option(command, option, request); });
}

}  // namespace cocite::cli
