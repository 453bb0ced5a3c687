#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/insight.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/parameters.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::vector<std::string> name;  // of one method; none: all
  Format format{};
};

// "B=2000 BF=8"
std::string parameters_of(const MethodItem& method) {
  std::string text;
  for (const MethodParameter& parameter : method.parameters) {
    text += (text.empty() ? "" : " ") + parameter.name + "=" + parameter.fallback;
  }
  return text;
}

// One method: its paper and its parameters, which are options of 'cocite related'.
Result<void> show_method(const Options& options) {
  const std::vector<MethodItem> all = methods();
  const std::string& name = options.name.front();
  const auto found = std::ranges::find(all, name, &MethodItem::name);
  if (found == all.end() || options.name.size() > 1) {
    return fail(ErrorCode::kNotFound,
                "there is no method '" + name + "'; 'cocite methods' lists them");
  }
  Output& out = standard_output();
  if (options.format == Format::kJson) {
    out.write(to_json(MethodsAnswer{.methods = {*found}}) + '\n');
    return {};
  }
  if (options.format == Format::kText) {
    out.write(found->name + ": " + found->summary + "\npaper: " + found->paper + "\n\n");
  }
  const Fields<MethodParameter> fields = {
      {{.name = "option"}, [](const MethodParameter& one) { return option_name(one.name); }},
      {{.name = "default"}, [](const MethodParameter& one) { return one.fallback; }},
      {{.name = "summary"}, [](const MethodParameter& one) { return one.summary; }}};
  write_table(out, options.format, fields, found->parameters);
  return {};
}

Result<void> list_methods(const Options& options) {
  if (!options.name.empty()) return show_method(options);
  if (options.format == Format::kJson) {
    standard_output().write(to_json(MethodsAnswer{methods(), rank_kinds(), insights()}) + '\n');
    return {};
  }
  const Fields<MethodItem> fields = {
      {{.name = "name"}, [](const MethodItem& method) { return method.name; }},
      {{.name = "summary"}, [](const MethodItem& method) { return method.summary; }},
      {{.name = "paper"}, [](const MethodItem& method) { return method.paper; }},
      {{.name = "parameters"}, [](const MethodItem& method) { return parameters_of(method); }}};
  write_table(standard_output(), options.format, fields, methods());
  return {};
}

}  // namespace

void add_methods(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("methods", "list the methods of 'related', or describe one with its parameters",
                   "cocite methods\n"
                   "cocite methods blend\n"
                   "cocite methods --format json");
  command.optional_arguments("NAME", options->name, "describe this method and its parameters");
  command.format(options->format);
  command.on([options] { return list_methods(*options); });
}

}  // namespace cocite::cli
