#include <memory>
#include <string>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  Format format{};
};

Result<void> list_methods(const Options& options) {
  if (options.format == Format::kJson) {
    standard_output().write(to_json(methods(), rank_kinds()) + '\n');
    return {};
  }
  Table table(standard_output(), options.format,
              {{.name = "name"}, {.name = "summary"}, {.name = "paper"}, {.name = "parameters"}});
  for (const MethodItem& method : methods()) {
    std::string parameters;
    for (const MethodParameter& parameter : method.parameters) {
      parameters += (parameters.empty() ? "" : " ") + parameter.name + "=" + parameter.fallback;
    }
    table.row({method.name, method.summary, method.paper, parameters});
  }
  table.finish();
  return {};
}

}  // namespace

void add_methods(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add("methods", "the methods of 'related' and their parameters",
                                 "cocite methods\n"
                                 "cocite methods --format json");
  command.format(options->format);
  command.on([options] { return list_methods(*options); });
}

}  // namespace cocite::cli
