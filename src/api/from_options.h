// Parameters over HTTP and in Python, from the table of a request's options (api/option.h).
//
//   .parameters = together({page_parameter(), parameters_of(kWhatsRelatedOptions)})
//   read_options(arguments, kWhatsRelatedOptions, request);
//
// Pure functions; any thread.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

#include "api/option.h"
#include "api/parameter_groups.h"
#include "api/parameters.h"

namespace cocite::api {

[[nodiscard]] std::string number_text(double number);

template <class Option>
[[nodiscard]] Parameter parameter_of(const Option& option) {
  using Value = typename Option::Value;
  const Value fallback = typename Option::Request{}.*option.member;
  Parameter parameter{.name = std::string(option.name), .help = std::string(option.help)};
  if (!option.fallback.empty())
    parameter.help += " (default: " + std::string(option.fallback) + ')';
  parameter.least = option.least;
  parameter.most = option.most;
  parameter.is_firm = option.is_firm;
  if (option.audience == Audience::kHere) parameter.whom = For::kHere;
  parameter.shell = {.value = std::string(option.value),
                     .off = std::string(option.off),
                     .listed = std::string(option.listed),
                     .is_expert = option.level == Level::kExpert};
  if constexpr (std::is_enum_v<Value> || std::same_as<Value, bool>) {
    if (option.choice != nullptr) {
      parameter.type = Type::kChoice;
      parameter.choices.assign(option.choice->words.begin(), option.choice->words.end());
      parameter.fallback = parameter.choices[static_cast<size_t>(fallback)];
      return parameter;
    }
  }
  if (option.known != nullptr) {
    parameter.type = Type::kChoice;
    parameter.choices = option.known();
  }
  if constexpr (std::same_as<Value, bool>) {
    parameter.type = Type::kFlag;
    parameter.fallback = fallback ? "true" : "false";
  } else if constexpr (std::unsigned_integral<Value>) {
    parameter.type = option.is_size ? Type::kSize : Type::kCount;
    if (!option.is_size) parameter.fallback = std::to_string(fallback);
  } else if constexpr (std::floating_point<Value>) {
    parameter.type = Type::kNumber;
    parameter.fallback = number_text(fallback);
  } else if constexpr (std::same_as<Value, std::vector<std::string>>) {
    parameter.is_repeatable = true;
  } else if constexpr (std::same_as<Value, std::string>) {
    parameter.fallback = fallback;
  }
  return parameter;
}

template <class Table>
[[nodiscard]] List parameters_of(const Table& table) {
  List list;
  for_each_option(table, [&](const auto& option) { list.push_back(parameter_of(option)); });
  return list;
}

// What was given, or else the default, into the request.
template <class Table, class Request>
void read_options(const Arguments& arguments, const Table& table, Request& request) {
  for_each_option(table, [&](const auto& option) {
    using Value = typename std::remove_cvref_t<decltype(option)>::Value;
    if (!arguments.has(option.name)) return;
    Value& value = request.*option.member;
    if constexpr (std::is_enum_v<Value> || std::same_as<Value, bool>) {
      if (option.choice != nullptr) {
        const std::string word = arguments.text(option.name);
        for (size_t i = 0; i < option.choice->words.size(); ++i) {
          if (option.choice->words[i] == word) value = static_cast<Value>(i);
        }
        return;
      }
    }
    if constexpr (std::same_as<Value, bool>) {
      value = arguments.flag(option.name);
    } else if constexpr (std::unsigned_integral<Value>) {
      value = static_cast<Value>(option.is_size ? arguments.size(option.name)
                                                : arguments.count(option.name));
    } else if constexpr (std::floating_point<Value>) {
      value = arguments.number(option.name);
    } else if constexpr (std::same_as<Value, std::vector<std::string>>) {
      value = arguments.texts(option.name);
    } else if constexpr (std::same_as<Value, std::string>) {
      value = arguments.text(option.name);
    }
  });
}

}  // namespace cocite::api
