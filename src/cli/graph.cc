#include "cli/graph.h"

#include <utility>

#include <unistd.h>

#include "cli/progress_bar.h"
#include "cli/stop.h"

namespace cocite::cli {

void on_option(Command& command, On& on) {
  command.one_of<On>(
      "--on", {{"pages", On::kPages}, {"hosts", On::kHosts}, {"sites", On::kSites}}, on,
      "ask about hosts or sites instead: one links to another where a page of it does, once; PAGE "
      "is then any page of it (default pages)",
      "WHAT");
}

Result<Graph> open_graph(const std::string& store, On on, bool is_quiet) {
  COCITE_TRY(Engine opened, Engine::open(store));
  auto engine = std::make_unique<const Engine>(std::move(opened));
  if (on == On::kPages) {
    const Engine* const itself = engine.get();
    return Graph(std::move(engine), itself);
  }
  ProgressBar bar(STDERR_FILENO, is_quiet);
  COCITE_TRY(const Engine* const graph,
             engine->on(on, {.progress = [&bar](const Progress& progress) { bar.show(progress); },
                             .stop = stop_on_signals()}));
  bar.clear();
  if (!is_quiet) {
    for (const std::string& note : graph->notes()) complain("note: " + note);
  }
  return Graph(std::move(engine), graph);
}

}  // namespace cocite::cli
