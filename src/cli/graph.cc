#include "cli/graph.h"

#include <memory>
#include <utility>

#include <unistd.h>

#include "cli/command.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"

namespace cocite::cli {

Result<Graph> open_graph(const std::string& store, On on, bool is_quiet, const OpenOptions& options,
                         bool merges_mirrors) {
  // What a first request has to wait for is shown; lines end with an empty stage, before answers.
  auto first_use = std::make_shared<ProgressBar>(STDERR_FILENO, is_quiet);
  OpenOptions told = options;
  told.progress = [first_use](const Progress& progress) {
    if (progress.stage.empty()) return first_use->clear();
    first_use->show(progress);
  };
  COCITE_TRY(Engine opened, Engine::open(store, told));
  auto engine = std::make_unique<const Engine>(std::move(opened));
  if (on == On::kPages && !merges_mirrors) {
    const Engine* const itself = engine.get();
    return Graph(std::move(engine), itself);
  }
  ProgressBar bar(STDERR_FILENO, is_quiet);
  const cocite::GraphOptions making{
      .progress = [&bar](const Progress& progress) { bar.show(progress); },
      .stop = stop_on_signals()};
  const Engine* graph = engine.get();
  if (merges_mirrors) {
    COCITE_TRY(graph, graph->merged(making));
  }
  COCITE_TRY(graph, graph->on(on, making));
  bar.clear();
  if (!is_quiet) {
    for (const std::string& note : graph->notes()) complain("note: " + note);
  }
  return Graph(std::move(engine), graph);
}

}  // namespace cocite::cli
