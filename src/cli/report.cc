#include <memory>
#include <string>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/output.h>
#include <cocite/report.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  std::string out;
  InsightRequest request{.name = "overview"};
  bool force = false;
  bool is_quiet = false;
};

Result<void> report(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph, open_graph(options.store, On::kPages, options.is_quiet,
                                           {.stop = options.request.stop}));
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  const Result<InsightAnswer> answer = graph->insight(options.request);
  bar.clear();
  COCITE_CHECK(answer);
  std::string name = options.store;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  name.erase(0, name.rfind('/') + 1);
  return write_output(options.out, overview_html(*answer, name), {.force = options.force});
}

}  // namespace

void add_report(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("report", "a store at a glance, as one HTML file",
                   "cocite report web.cocite --out report.html\n\nRanks that it needs and the "
                   "store does not have are computed and kept in it: the next is quick.");
  command.store(options->store);
  command.output("--out", options->out, "the file to write (default: standard output)");
  command.flag("--force", options->force, "replace what is there");
  command.size("--memory", options->request.memory_bytes,
               "how much of it to use (default: half of the machine's)");
  command.threads(options->request.threads);
  command.flag("-q,--quiet", options->is_quiet, "no progress and no report");
  command.on([options] { return report(*options); });
}

}  // namespace cocite::cli
