#include "cli/related_options.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <cocite/engine.h>

#include "cli/command.h"

namespace cocite::cli {
namespace {

void switch_option(Command& command, const std::string& name, Switch& value,
                   const std::string& help) {
  command.one_of<Switch>(name,
                         {{"auto", Switch::kAuto}, {"on", Switch::kOn}, {"off", Switch::kOff}},
                         value, help, "WORD");
}

// One option a parameter, however many methods have it; its help names the defaults.
void add_parameters(Command& command, RelatedRequest& request) {
  std::vector<std::string> names;
  std::map<std::string, std::string> summaries;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> defaults;
  for (const MethodItem& method : methods()) {
    for (const MethodParameter& parameter : method.parameters) {
      if (!summaries.contains(parameter.name)) names.push_back(parameter.name);
      std::string& summary = summaries[parameter.name];
      if (summary.empty()) {
        summary = parameter.summary + (parameter.choices.empty() ? "" : ": " + parameter.choices);
      }
      auto& known = defaults[parameter.name];
      bool is_new = true;
      for (auto& [value, users] : known) {
        if (value != parameter.fallback) continue;
        users += ", " + method.name;
        is_new = false;
      }
      if (is_new) known.emplace_back(parameter.fallback, method.name);
    }
  }
  for (const std::string& name : names) {
    std::string help = summaries[name] + " (default";
    for (const auto& [value, users] : defaults[name]) help += " " + value + " for " + users + ";";
    help.back() = ')';
    command.value(
        "--" + name,
        [&request, name](const std::string& text) -> std::optional<std::string> {
          request.parameters.emplace_back(name, text);
          return std::nullopt;
        },
        help, "VALUE");
  }
}

}  // namespace

void pages_argument(Command& command, std::vector<std::string>& pages) {
  command.optional_arguments(
      "PAGE", pages,
      "a URL, with or without http://, or a page key; in a store of opaque names the name, in one "
      "of numbers the number; several are asked about together");
}

void add_neighbourhood_options(Command& command, RelatedRequest& request,
                               const std::string& seed_help) {
  switch_option(command, "--hosts", request.hosts,
                "whether links within a host count less; off: every page is its own host "
                "(default auto: off where over 90 % of links stay on their host)");
  command.text("--stoplist", request.stoplist,
               "pages to ignore: a file of addresses, auto:K for the K most linked, none "
               "(default: auto:21 for graphs of a million pages or more, else none)",
               "FILE|auto:K|none");
  command.count("--seed", request.seed, seed_help);
  add_parameters(command, request);
}

void add_related_options(Command& command, RelatedRequest& request) {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  command.choice(
      "--by", names, [&request](const std::string& word) { request.by = word; },
      "the method (default " + request.by + "); 'cocite methods' tells about each", "NAME");
  switch_option(command, "--chop", request.chop,
                "on: a page without evidence gives way to one nearer the root of its host "
                "(default: on for cocitation)");
  command.count("--budget-ms", request.budget_ms,
                "end after so long with the best answer so far (default: none)");
  add_neighbourhood_options(command, request);
}

}  // namespace cocite::cli
