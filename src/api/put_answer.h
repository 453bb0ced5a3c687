// Writes any described answer (describe.h), field by field. put.h has it for the answers of answers.def,
// compiled once; a question that describes its answer in its own file uses described.h.
//
//   put_answer(json, answer);
//
// Heavy. Pure function; any thread.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/answer_writer.h"
#include "api/describe.h"

namespace cocite::api {

// Answers whose fields are known only when they are made (free_form.h).
template <class S>
struct FreeForm;
template <class S>
concept IsFreeForm = requires {
  FreeForm<S>::schema;
};

namespace detail {

template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
using Counts = std::vector<std::pair<std::string, uint64_t>>;  // an object: {"200": 17}

template <class Value>
bool is_any(const Value& value) {
  if constexpr (kIsOptional<Value>) {
    return value.has_value();
  } else if constexpr (requires { value.empty(); }) {
    return !value.empty();
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return value != Value{};
  } else {
    return true;
  }
}

// How deep a value stands: lists right in the answer have a line for each element.
constexpr unsigned kTop = 1;

template <Described S>
void put_fields(AnswerWriter& out, const S& whole, const std::string& prefix, unsigned depth);

template <class Value>
void put_value(AnswerWriter& out, const Value& value, const Choice* choice, unsigned depth) {
  if constexpr (kIsOptional<Value>) {
    put_value(out, *value, choice, depth);
  } else if constexpr (IsFreeForm<Value>) {
    FreeForm<Value>::put(out, value);
  } else if constexpr (std::same_as<Value, Counts>) {
    out.begin('{');
    for (const auto& [name, count] : value) out.field(name, count);
    out.end('}');
  } else if constexpr (kIsList<Value>) {
    const bool has_lines = depth == kTop && !std::is_arithmetic_v<typename Value::value_type> &&
                           !std::same_as<typename Value::value_type, std::string>;
    out.begin('[');
    for (const auto& one : value) {
      if (has_lines) out.line();
      put_value(out, one, choice, depth + 1);
    }
    if (has_lines) out.line();
    out.end(']');
  } else if constexpr (std::same_as<Value, std::pair<uint64_t, uint64_t>>) {
    out.begin('[').value(value.first).value(value.second).end(']');
  } else if constexpr (Described<Value>) {
    out.begin('{');
    put_fields(out, value, "", depth + 1);
    out.end('}');
  } else if constexpr (std::is_enum_v<Value>) {
    out.value(choice->words[static_cast<size_t>(value)]);
  } else if constexpr (std::same_as<Value, bool>) {
    choice != nullptr ? out.value(choice->words[value ? 1 : 0]) : out.value(value);
  } else {
    out.value(value);
  }
}

// The fields of a struct; with a prefix, "ndcg": ndcg, ndcg_low, ndcg_high.
template <Described S>
void put_fields(AnswerWriter& out, const S& whole, const std::string& prefix, unsigned depth) {
  constexpr bool kHasLines = requires {
    Describe<S>::is_a_field_a_line;
  };
  bool is_first = true;
  for_each_field<S>([&](const auto& one) {
    decltype(auto) value = std::invoke(one.get, whole);
    if constexpr (Described<std::remove_cvref_t<decltype(value)>>) {
      if (one.is_embedded) return put_fields(out, value, prefix, depth);
      if (one.is_flattened) return put_fields(out, value, std::string(one.name), depth);
    }
    const bool is_prefix_itself = !prefix.empty() && std::exchange(is_first, false);
    if (one.is_optional && !is_any(value)) return;
    if (kHasLines) out.line();
    if (prefix.empty()) {
      out.key(one.name);
    } else {
      out.key(is_prefix_itself ? prefix : prefix + '_' + std::string(one.name));
    }
    put_value(out, value, one.choice, depth);
  });
  if (kHasLines) out.line();
}

}  // namespace detail

template <class Answer>
void put_answer(AnswerWriter& out, const Answer& answer) {
  if constexpr (requires { Describe<Answer>::is_one_line; }) {
    detail::put_value(out, answer, nullptr, detail::kTop);
  } else {
    detail::put_value(out, answer, nullptr, detail::kTop - 1);
  }
}

}  // namespace cocite::api
