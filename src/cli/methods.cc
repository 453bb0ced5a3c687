#include <memory>
#include <string>

#include <cocite/engine.h>
#include <cocite/insight.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
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

Result<void> list_methods(const Options& options) {
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
  Command command = commands.add("methods", "list the methods of 'related' and their parameters",
                                 "cocite methods\n"
                                 "cocite methods --format json");
  command.format(options->format);
  command.on([options] { return list_methods(*options); });
}

}  // namespace cocite::cli
