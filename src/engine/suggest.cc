// Links that are missing: the names of pages are found once for an engine, then asked for.
#include "suggest/suggest.h"

#include <memory>
#include <utility>

#include <cocite/engine.h>
#include <cocite/suggest.h>

#include "base/budget.h"
#include "base/parallel.h"
#include "engine/engine_state.h"
#include "suggest/apply.h"
#include "suggest/names.h"

namespace cocite {

Result<SuggestAnswer> suggest_links(const Engine& engine, const SuggestRequest& request) {
  const auto& state = EngineGraph::state(engine);
  if (state.store.link_counts() != nullptr) {
    return fail({.code = ErrorCode::kUnsupported,
                 .message = "links are suggested for pages, not for hosts or sites",
                 .about = "on"});
  }
  const unsigned threads = request.threads == 0 ? hardware_threads() : request.threads;
  // Made on a thread of its own if the caller's time may be up before: then it outlives the request.
  const bool is_aside = state.options.makes_aside || request.budget_ms != 0;
  suggest::MakeNames options{.threads = threads};
  if (!is_aside) {
    options.progress = request.progress;
    options.stop = request.stop;
  }
  const auto make = [&store = state.store, options]() -> Result<std::shared_ptr<const void>> {
    COCITE_TRY(suggest::Names names, suggest::Names::make(store, options));
    return std::make_shared<const suggest::Names>(std::move(names));
  };
  Budget budget(request.budget_ms, request.stop);
  COCITE_TRY(const auto kept, state.insights.get("names of pages", make,
                                                 {.is_over = [&] { return budget.is_spent(); },
                                                  .makes_aside = is_aside}));
  COCITE_TRY(SuggestAnswer answer,
             suggest::suggest(state, *static_cast<const suggest::Names*>(kept->get()), request));
  if (request.apply) {
    COCITE_CHECK(
        suggest::apply(state.store, {.dry_run = request.dry_run, .stop = request.stop}, answer));
  }
  return answer;
}

}  // namespace cocite
