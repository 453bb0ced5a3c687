// The methods as the public header lists them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>

#include "related/method.h"

namespace cocite {
namespace {

// "paper|exact" and "exact|none" -> "paper|exact|none".
void add_words(std::string_view more, std::string& words) {
  while (!more.empty()) {
    const std::string word(more.substr(0, more.find('|')));
    more.remove_prefix(std::min(more.size(), word.size() + 1));
    if (("|" + words + "|").find("|" + word + "|") == std::string::npos) words += "|" + word;
  }
}

// A default, and the methods that have it.
using Defaults = std::vector<std::pair<std::string, std::string>>;

void add_default(const std::string& value, const std::string& method, Defaults& defaults) {
  const auto known = std::ranges::find(defaults, value, &Defaults::value_type::first);
  if (known == defaults.end()) {
    defaults.emplace_back(value, method);
  } else {
    known->second += ", " + method;
  }
}

// "2000 for blend, companion; 200 for lli"; of one value the value alone.
std::string text_of(const Defaults& defaults) {
  if (defaults.size() == 1) return defaults[0].first;
  std::string text;
  for (const auto& [value, methods] : defaults) {
    text += (text.empty() ? "" : "; ") + value + " for " + methods;
  }
  return text;
}

}  // namespace

std::vector<MethodItem> methods() {
  std::vector<MethodItem> items;
  for (const related::MethodInfo* info : related::methods()) {
    MethodItem item{.name = std::string(info->name),
                    .summary = std::string(info->summary),
                    .paper = std::string(info->paper),
                    .chops = info->chops,
                    .flags = info->flags};
    for (const ParameterInfo& parameter : info->parameters) {
      item.parameters.push_back(described(parameter));
    }
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<MethodParameter> method_parameters(const std::vector<std::string>& names) {
  std::vector<MethodParameter> all;
  std::vector<Defaults> defaults;
  for (const related::MethodInfo* info : related::methods()) {
    const std::string method(info->name);
    if (!names.empty() && std::ranges::find(names, method) == names.end()) continue;
    for (const ParameterInfo& own : info->parameters) {
      auto known = std::ranges::find(all, own.name, &MethodParameter::name);
      if (known == all.end()) {
        all.push_back(described(own));
        defaults.emplace_back();
        known = all.end() - 1;
      } else {
        known->least = std::min(known->least, own.least);
        known->most = std::max(known->most, own.most);
        add_words(own.choices, known->choices);
      }
      add_default(std::string(own.fallback), method,
                  defaults[static_cast<size_t>(known - all.begin())]);
    }
  }
  for (size_t i = 0; i < all.size(); ++i) {
    // "default" stands for something that the summary tells.
    const std::string text = text_of(defaults[i]);
    if (text != "default") all[i].summary += " (default: " + text + ")";
    if (defaults[i].size() > 1) all[i].fallback.clear();
  }
  return all;
}

Result<void> check_parameter(const MethodParameter& parameter, std::string_view text) {
  const ParameterInfo info{.name = parameter.name,
                           .kind = parameter.kind,
                           .fallback = {},
                           .summary = {},
                           .choices = parameter.choices,
                           .least = parameter.least,
                           .most = parameter.most};
  COCITE_CHECK(parameter_value(info, text));
  return {};
}

}  // namespace cocite
