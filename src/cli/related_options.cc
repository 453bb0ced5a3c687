#include "cli/related_options.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <cocite/engine.h>

#include "api/related_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"

namespace cocite::cli {
namespace {

// One option a parameter, however many of the methods have it; its help names the defaults.
void add_parameters(Command& command, RelatedRequest& request,
                    const std::vector<std::string>& methods) {
  command.experts();
  for (const MethodParameter& parameter : method_parameters(methods)) {
    const std::string choices = parameter.choices.empty() ? "" : ": " + parameter.choices;
    command.value(
        "--" + parameter.name,
        [&request, parameter](const std::string& text) -> std::optional<std::string> {
          const Result<void> checked = check_parameter(parameter, text);
          if (!checked) return checked.error().message;
          request.parameters.emplace_back(parameter.name, text);
          return std::nullopt;
        },
        parameter.summary + choices, "VALUE");
  }
  command.experts(false);
}

}  // namespace

void pages_argument(Command& command, std::vector<std::string>& pages) {
  command.optional_arguments(
      "PAGE", pages,
      "a URL, with or without http://, or a page key; in a store of opaque names the name, in one "
      "of numbers the number; several are asked about together");
}

void add_neighbourhood_options(Command& command, RelatedRequest& request,
                               const std::vector<std::string>& methods) {
  add_options(command, api::kNeighbourhoodOptions, request);
  add_parameters(command, request, methods);
}

std::string copies_text(const std::vector<PageRef>& copies) {
  constexpr size_t kShown = 2;
  std::string text = "also at ";
  for (size_t i = 0; i < std::min(kShown, copies.size()); ++i) {
    text += (i == 0 ? "" : ", ") + (copies[i].url.empty() ? copies[i].key : copies[i].url);
  }
  if (copies.size() > kShown) text += " and " + std::to_string(copies.size() - kShown) + " more";
  return text;
}

void add_related_options(Command& command, RelatedRequest& request) {
  std::vector<std::string> names;
  for (const MethodItem& method : methods()) names.push_back(method.name);
  command.choice(
      "--by", names, [&request](const std::string& word) { request.by = word; },
      "the method (default " + request.by + "); 'cocite methods' describes each", "NAME");
  add_options(command, api::kChopOption, request);
  add_options(command, api::kBudgetOption, request);
  add_neighbourhood_options(command, request);
}

}  // namespace cocite::cli
