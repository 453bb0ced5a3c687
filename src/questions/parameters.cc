#include "questions/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <cocite/engine.h>
#include <cocite/parse_size.h>
#include <cocite/readable.h>

#include "base/assert.h"

namespace cocite::questions {
namespace {

bool is_same_name(std::string_view a, std::string_view b) {
  const auto folded = [](char c) { return c == '-' ? '_' : c; };
  return std::ranges::equal(a, b, [&](char x, char y) { return folded(x) == folded(y); });
}

std::optional<uint64_t> whole(std::string_view text) {
  uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

bool is_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return !text.empty() && error == std::errc() && stop == end && std::isfinite(value);
}

std::optional<bool> truth(std::string_view text) {
  if (text.empty() || text == "true" || text == "1" || text == "on") return true;
  if (text == "false" || text == "0" || text == "off") return false;
  return std::nullopt;
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

// For messages.
std::string shown(std::string_view text) {
  constexpr size_t kLongest = 100;
  return readable(text, kLongest);
}

tl::unexpected<Error> refuse(const Parameter& parameter, const std::string& wrong) {
  return fail({.message = wrong, .about = parameter.name});
}

Result<void> check_value(const Parameter& parameter, std::string_view value, Caller caller) {
  // What `shown` changes is no number either way.
  if (parameter.of_method) return check_parameter(*parameter.of_method, shown(value));
  const std::string quoted = "'" + shown(value) + "' ";
  switch (parameter.type) {
    case Type::kText:
      return {};
    case Type::kCount: {
      const auto number = whole(value);
      if (!number) return refuse(parameter, quoted + "is not a whole number");
      if (caller == Caller::kClient && parameter.most != 0 && *number > parameter.most) {
        return refuse(parameter, quoted + "is more than " + std::to_string(parameter.most) +
                                     ", the most that this service gives");
      }
      return {};
    }
    case Type::kNumber:
      if (!is_number(value)) return refuse(parameter, quoted + "is not a number");
      return {};
    case Type::kChoice:
      if (std::ranges::find(parameter.choices, value) == parameter.choices.end() &&
          !(parameter.may_be_file && caller == Caller::kHere)) {
        return refuse(parameter, quoted + "is not one of " + listed(parameter.choices));
      }
      return {};
    case Type::kFlag:
      if (!truth(value)) return refuse(parameter, quoted + "is neither true nor false");
      return {};
    case Type::kSize:
      if (!parse_size(value)) return refuse(parameter, quoted + "is not a size such as 512M or 6G");
      return {};
  }
  return {};
}

}  // namespace

bool is_for(const Parameter& parameter, Caller caller) {
  return parameter.whom == For::kAll || (parameter.whom == For::kHere) == (caller == Caller::kHere);
}

Result<Arguments> Arguments::check(std::span<const Parameter> known, Pairs given, Caller caller) {
  Arguments arguments;
  arguments.known_ = known;
  std::vector<uint64_t> times(known.size());  // given so far; there may be thousands of one
  for (auto& [name, value] : given) {
    // By another name, since clang 14 lets no lambda have a structured binding.
    const std::string& wanted = name;
    const auto parameter = std::ranges::find_if(known, [&](const Parameter& one) {
      return is_same_name(one.name, wanted) && is_for(one, caller);
    });
    if (parameter == known.end()) {
      std::vector<std::string> names;
      for (const Parameter& one : known) {
        if (is_for(one, caller)) names.push_back(one.name);
      }
      return fail({.message = "there is no parameter '" + shown(name) + "' here; " +
                              (names.empty() ? "there are none" : "there are " + listed(names)),
                   .about = shown(name)});
    }
    COCITE_CHECK(check_value(*parameter, value, caller));
    const uint64_t before = times[static_cast<size_t>(parameter - known.begin())]++;
    if (before > 0 && !parameter->is_repeatable) {
      return refuse(*parameter, "is given more than once");
    }
    if (caller == Caller::kClient && parameter->is_repeatable && parameter->most != 0 &&
        before >= parameter->most) {
      return refuse(*parameter, "is given more than " + std::to_string(parameter->most) +
                                    " times, the most that this service takes");
    }
    arguments.given_.push_back({&*parameter, std::move(value)});
  }
  for (const Parameter& parameter : known) {
    if (parameter.is_required && !arguments.has(parameter.name)) {
      return refuse(parameter, "is required");
    }
  }
  return arguments;
}

bool Arguments::has(std::string_view name) const {
  return std::ranges::any_of(
      given_, [&](const Argument& argument) { return argument.parameter->name == name; });
}

std::vector<std::string> Arguments::texts(std::string_view name) const {
  std::vector<std::string> values;
  for (const Argument& argument : given_) {
    if (argument.parameter->name == name) values.push_back(argument.value);
  }
  return values;
}

std::string Arguments::text(std::string_view name) const {
  for (const Argument& argument : given_) {
    if (argument.parameter->name == name) return argument.value;
  }
  const auto parameter = std::ranges::find(known_, name, &Parameter::name);
  COCITE_ASSERT(parameter != known_.end(), "a question asks for the parameters that it declares");
  return parameter->fallback;
}

uint64_t Arguments::count(std::string_view name) const {
  return whole(text(name)).value_or(0);
}

double Arguments::number(std::string_view name) const {
  const std::string given = text(name);
  double value = 0;
  std::from_chars(given.data(), given.data() + given.size(), value);
  return value;
}

uint64_t Arguments::size(std::string_view name) const {
  return parse_size(text(name)).value_or(0);
}

bool Arguments::flag(std::string_view name) const {
  const std::string given = text(name);
  return (has(name) || !given.empty()) && truth(given).value_or(false);
}

std::string Arguments::canonical() const {
  std::string result;
  for (const Parameter& parameter : known_) {
    for (const Argument& argument : given_) {
      if (argument.parameter != &parameter) continue;
      if (!parameter.is_repeatable && argument.value == parameter.fallback) continue;
      // Sizes before texts: no value can be taken for the end of another.
      result += parameter.name + ':' + std::to_string(argument.value.size()) + '=' + argument.value;
    }
  }
  return result;
}

}  // namespace cocite::questions
