// What people who study a web ask: who links to these, how two pages are connected, what differs between two stores.
#include <cocite/diff.h>
#include <cocite/linkers.h>
#include <cocite/path.h>

#include "answer/diff.h"
#include "answer/linkers.h"
#include "answer/path.h"
#include "engine/engine_state.h"
#include "sites/host_graph.h"
#include "store/store.h"

namespace cocite {

Result<LinkersAnswer> linkers(const Engine& engine, const LinkersRequest& request) {
  return answer::linkers(EngineGraph::state(engine), request);
}

Result<PathAnswer> find_paths(const Engine& engine, const PathRequest& request) {
  return answer::find_paths(EngineGraph::state(engine), request);
}

Result<DiffAnswer> diff_stores(const Engine& old_engine, const DiffRequest& request) {
  COCITE_TRY(const store::Store other, store::Store::open(request.other));
  const store::Store& old_store = EngineGraph::store(old_engine);
  const On on = old_store.facts().on;
  if (on == other.facts().on) return answer::diff(old_store, other, request);
  // The old one is asked about its hosts or sites.
  COCITE_TRY(
      const sites::HostGraph graph,
      sites::open_host_graph(other, on, {.progress = request.progress, .stop = request.stop}));
  return answer::diff(old_store, graph.store, request);
}

Result<DiffAnswer> diff_stores(const Engine& old_engine, const Engine& new_engine,
                               const DiffRequest& request) {
  return answer::diff(EngineGraph::store(old_engine), EngineGraph::store(new_engine), request);
}

}  // namespace cocite
