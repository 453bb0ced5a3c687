#include "api/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <cocite/engine.h>
#include <cocite/parse_size.h>
#include <cocite/readable.h>

#include "base/assert.h"

namespace cocite::api {
namespace {

char folded(char c) {
  return c == '-' ? '_' : c;
}

// FNV-1a.
uint32_t hash_of_name(std::string_view name) {
  uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(folded(c))) * 16777619U;
  return hash ^ (hash >> 15);
}

bool is_same_name(std::string_view a, std::string_view b) {
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

}  // namespace

Result<void> check_value(const Parameter& parameter, std::string_view value, Caller caller) {
  // What `shown` changes is no number either way.
  if (parameter.of_method) return check_parameter(*parameter.of_method, shown(value));
  const auto quoted = [&] { return "'" + shown(value) + "' "; };
  switch (parameter.type) {
    case Type::kText:
      return {};
    case Type::kCount: {
      const auto number = whole(value);
      const bool is_free = parameter.may_be_zero_here && caller != Caller::kClient;
      const uint64_t least = is_free ? 0 : parameter.least;
      if (!number || *number < least) {
        return refuse(parameter,
                      quoted() + "is not a whole number of at least " + std::to_string(least));
      }
      if (parameter.is_firm && *number > parameter.most) {
        return refuse(parameter, quoted() + "is not a number from " + std::to_string(least) +
                                     " to " + std::to_string(parameter.most));
      }
      if (caller == Caller::kClient && parameter.most != 0 && *number > parameter.most) {
        return refuse(parameter, quoted() + "is more than " + std::to_string(parameter.most) +
                                     ", the most that this service gives");
      }
      return {};
    }
    case Type::kNumber:
      if (!is_number(value)) return refuse(parameter, quoted() + "is not a number");
      return {};
    case Type::kChoice:
      if (std::ranges::find(parameter.choices, value) == parameter.choices.end() &&
          !(parameter.may_be_file && caller != Caller::kClient)) {
        return refuse(parameter, quoted() + "is not one of " + listed(parameter.choices));
      }
      return {};
    case Type::kFlag:
      if (!truth(value)) return refuse(parameter, quoted() + "is neither true nor false");
      return {};
    case Type::kSize:
      if (!parse_size(value))
        return refuse(parameter, quoted() + "is not a size such as 512M or 6G");
      return {};
  }
  return {};
}

bool is_for(const Parameter& parameter, Caller caller) {
  if (caller == Caller::kShell && parameter.shell.is_hidden) return false;
  switch (parameter.whom) {
    case For::kAll:
      return true;
    case For::kClients:
      return caller == Caller::kClient;
    case For::kHere:
      return caller != Caller::kClient;
    case For::kShell:
      return caller == Caller::kShell;
  }
  return false;
}

ParameterTable::ParameterTable(std::vector<Parameter> all) : later_(std::make_shared<Later>()) {
  std::call_once(later_->once, [&] {
    later_->made.all = std::move(all);
    index(later_->made);
  });
}

const ParameterTable::Made& ParameterTable::made() const {
  std::call_once(later_->once, [this] {
    later_->made.all = later_->make();
    index(later_->made);
  });
  return later_->made;
}

void ParameterTable::index(Made& made) {
  size_t room = 2;
  while (room < 2 * made.all.size() + 2) room *= 2;
  made.slots.assign(room, 0);
  for (uint32_t place = 0; place < made.all.size(); ++place) {
    size_t slot = hash_of_name(made.all[place].name) & (room - 1);
    while (made.slots[slot] != 0) slot = (slot + 1) & (room - 1);
    made.slots[slot] = place + 1;
    if (made.all[place].is_required) made.required.push_back(place);
  }
}

template <class Fits>
const Parameter* ParameterTable::find_if(std::string_view name, const Fits& fits) const {
  const auto& [all, slots, required] = made();
  // Those of one name stand in the order in which they were added.
  for (size_t slot = hash_of_name(name);; ++slot) {
    const uint32_t found = slots[slot & (slots.size() - 1)];
    if (found == 0) return nullptr;
    const Parameter& parameter = all[found - 1];
    if (is_same_name(parameter.name, name) && fits(parameter)) return &parameter;
  }
}

const Parameter* ParameterTable::find(std::string_view name) const {
  return find_if(name, [](const Parameter&) { return true; });
}

const Parameter* ParameterTable::find(std::string_view name, Caller caller) const {
  return find_if(name, [&](const Parameter& one) { return is_for(one, caller); });
}

Result<Arguments> Arguments::check(const ParameterTable& known, Pairs given, Caller caller) {
  Arguments arguments;
  arguments.known_ = &known;
  arguments.given_.reserve(given.size());
  std::vector<uint64_t> times(known.size());  // given so far; there may be thousands of one
  for (auto& [name, value] : given) {
    const Parameter* const parameter = known.find(name, caller);
    if (parameter == nullptr) {
      std::vector<std::string> names;
      for (const Parameter& one : known) {
        if (is_for(one, caller)) names.push_back(one.name);
      }
      return fail({.message = "there is no parameter '" + shown(name) + "' here; " +
                              (names.empty() ? "there are none" : "there are " + listed(names)),
                   .about = shown(name)});
    }
    COCITE_CHECK(check_value(*parameter, value, caller));
    const uint64_t before = times[known.place_of(*parameter)]++;
    const bool is_listed = caller == Caller::kShell && !parameter->shell.listed.empty();
    if (before > 0 && !parameter->is_repeatable && !is_listed) {
      return refuse(*parameter, "is given more than once");
    }
    if (caller == Caller::kClient && parameter->is_repeatable && parameter->most != 0 &&
        before >= parameter->most) {
      return refuse(*parameter, "is given more than " + std::to_string(parameter->most) +
                                    " times, the most that this service takes");
    }
    arguments.given_.push_back({parameter, std::move(value)});
  }
  for (const uint32_t place : known.required()) {
    const bool may_miss = caller == Caller::kShell && known[place].shell.is_optional;
    if (!may_miss && !arguments.has(known[place].name)) return refuse(known[place], "is required");
  }
  return arguments;
}

bool Arguments::has(std::string_view name) const {
  return std::ranges::any_of(
      given_, [&](const Argument& argument) { return argument.parameter->name == name; });
}

Pairs Arguments::given_of(const ParameterTable& table) const {
  Pairs pairs;
  for (const Argument& argument : given_) {
    const Parameter* const found = table.find(argument.parameter->name);
    if (found != nullptr) pairs.emplace_back(found->name, argument.value);
  }
  return pairs;
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
  const Parameter* const parameter = known_->find(name);
  COCITE_ASSERT(parameter != nullptr, "a question asks for the parameters that it declares");
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

std::string Arguments::canonical(std::initializer_list<std::string_view> without) const {
  std::string result;
  for (const Parameter& parameter : *known_) {
    if (std::ranges::find(without, parameter.name) != without.end()) continue;
    for (const Argument& argument : given_) {
      if (argument.parameter != &parameter) continue;
      if (!parameter.is_repeatable && argument.value == parameter.fallback) continue;
      // Sizes before texts: no value can be taken for the end of another.
      result += parameter.name + ':' + std::to_string(argument.value.size()) + '=' + argument.value;
    }
  }
  return result;
}

}  // namespace cocite::api
