#include <memory>
#include <string>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/related_options.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options : GraphOptions {
  RelatedRequest request;
};

Result<void> trace(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph,
             open_graph(options.store, options.on, false, {.stop = options.request.stop}));
  const Engine& engine = *graph;
  COCITE_TRY(const TraceAnswer answer, engine.trace(options.request));
  if (options.format == Format::kJson) {
    standard_output().write(to_json(answer) + '\n');
    return {};
  }
  const Fields<TraceStep> fields = {
      {{.name = "step"}, [](const TraceStep& step) { return step.step; }},
      {{.name = "discovered"}, [](const TraceStep& step) { return step.discovered; }},
      {{.name = "new"}, [](const TraceStep& step) { return step.fresh; }},
      {{.name = "kept"}, [](const TraceStep& step) { return step.kept; }},
      {{.name = "total"}, [](const TraceStep& step) { return step.total; }}};
  write_table(standard_output(), options.format, fields, answer.steps);
  return {};
}

void add(Commands& commands, const std::string& name, bool is_hidden) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add(name, "how HubFinder widens its circle, step by step",
                   "cocite inspect hubfinder web.cocite www.example.com/a", is_hidden);
  command.store(options->store);
  pages_argument(command, options->request.pages);
  command.experts();
  command.choice(
      "--by", {"hubfinder"}, [](const std::string&) {}, "the method (default hubfinder)", "NAME");
  command.experts(false);
  add_neighbourhood_options(command, options->request, {"hubfinder"});
  ask_graph(command, options, trace);
}

}  // namespace

void add_trace(Commands& commands) {
  add(commands, "inspect hubfinder", false);
  add(commands, "trace", true);
}

}  // namespace cocite::cli
