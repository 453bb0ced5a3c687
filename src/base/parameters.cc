#include "base/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "base/assert.h"

namespace cocite {
namespace {

bool is_choice(std::string_view choices, std::string_view word) {
  if (choices.empty()) return true;
  while (!choices.empty()) {
    const std::string_view choice = choices.substr(0, choices.find('|'));
    if (choice == word) return true;
    choices.remove_prefix(std::min(choices.size(), choice.size() + 1));
  }
  return false;
}

std::string shown(double value) {
  std::ostringstream text;
  text << std::setprecision(15) << value;
  return text.str();
}

tl::unexpected<Error> refuse(const ParameterInfo& info, std::string_view text,
                             const std::string& wanted) {
  std::string message = "'";
  message.append(text).append("' is not ").append(wanted);
  return fail({.message = std::move(message), .about = std::string(info.name)});
}

}  // namespace

Result<double> parameter_value(const ParameterInfo& info, std::string_view text) {
  if (info.kind == ParameterKind::kWord) {
    if (!is_choice(info.choices, text)) {
      return refuse(info, text, "one of " + std::string(info.choices));
    }
    return 0;
  }
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool is_count = info.kind == ParameterKind::kCount;
  const bool is_number =
      !text.empty() && error == std::errc() && stop == end && std::isfinite(number);
  if (!is_number || (is_count && number != std::floor(number))) {
    return refuse(info, text, is_count ? "a whole number" : "a number");
  }
  if (number < info.least || number > info.most) {
    return refuse(info, text, "from " + shown(info.least) + " to " + shown(info.most));
  }
  return number;
}

MethodParameter described(const ParameterInfo& info) {
  return {.name = std::string(info.name),
          .fallback = std::string(info.fallback),
          .summary = std::string(info.summary),
          .choices = std::string(info.choices),
          .kind = info.kind,
          .least = info.least,
          .most = info.most,
          .is_flag = info.is_flag,
          .is_local = info.is_local};
}

Result<Parameters> Parameters::make(std::string_view method, std::span<const ParameterInfo> infos,
                                    const Given& all) {
  // "same-site" is another spelling of "same_site".
  Given given = all;
  for (auto& [name, text] : given) std::ranges::replace(name, '-', '_');
  for (const auto& [name, text] : given) {
    if (std::ranges::find(infos, name, &ParameterInfo::name) != infos.end()) continue;
    std::string known;
    for (const ParameterInfo& info : infos) {
      known += (known.empty() ? "" : ", ") + std::string(info.name);
    }
    return fail({.message = std::string(method) + " has no parameter '" + name + "'; " +
                            (known.empty() ? "it has none" : "it has " + known),
                 .about = name});
  }
  Parameters parameters;
  parameters.infos_ = infos;
  for (const ParameterInfo& info : infos) {
    std::string_view text = info.fallback;
    for (const auto& [name, value] : given) {
      if (name == info.name) text = value;  // the last one counts
    }
    Value value{.text = std::string(text)};
    COCITE_TRY(value.number, parameter_value(info, text));
    parameters.values_.push_back(std::move(value));
  }
  return parameters;
}

const Parameters::Value& Parameters::at(std::string_view name) const {
  const auto found = std::ranges::find(infos_, name, &ParameterInfo::name);
  COCITE_ASSERT(found != infos_.end(), "a method asks for the parameters that it declares");
  return values_[static_cast<size_t>(found - infos_.begin())];
}

uint64_t Parameters::count(std::string_view name) const {
  return static_cast<uint64_t>(at(name).number);
}

double Parameters::number(std::string_view name) const {
  return at(name).number;
}

const std::string& Parameters::word(std::string_view name) const {
  return at(name).text;
}

}  // namespace cocite
