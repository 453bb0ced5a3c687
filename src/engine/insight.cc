// Insights: the functions that src/insight/ needs from this folder, and the call of the insight.
#include "insight/insight.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <cocite/engine.h>
#include <cocite/text_file.h>

#include "answer/answering.h"
#include "answer/resolve.h"
#include "engine/engine_state.h"
#include "measure/judgement_files.h"
#include "measure/judgements.h"
#include "related/words_of.h"
#include "sites/similar_sites.h"
#include "store/save_columns.h"
#include "url/key.h"

namespace cocite {
namespace {

using answer::Answering;
using insight::Above;
using insight::Neighbour;

// One way to ask a method, for all pages that an insight asks about.
struct Asked {
  RelatedRequest request;
  answer::Answering answering;
};

class Methods {
 public:
  Methods(const related::Web& web, const answer::Stoplists& stoplists,
          const std::atomic<bool>* stop)
      : web_(&web), stoplists_(&stoplists), stop_(stop) {}

  Result<std::vector<Neighbour>> related(const std::string& by, PageId page, uint64_t top,
                                         const Above::Takes& takes) {
    if (!takes) return ask_for(by, page, top, {});
    // Most often enough of the first answers are taken, and a method that is asked for some spares
    // itself the others.
    const uint64_t first = kAtFirst + kTimes * top;
    COCITE_TRY(std::vector<Neighbour> neighbours, ask_for(by, page, first, {}));
    const bool are_all = neighbours.size() < first;
    std::erase_if(neighbours, [&](const Neighbour& one) { return !takes(one.page); });
    if (!are_all && neighbours.size() < top) return ask_for(by, page, top, takes);
    if (neighbours.size() > top) neighbours.resize(top);
    return neighbours;
  }
  Result<const Asked*> ask(const std::string& by, uint64_t top, bool is_choosy) {
    const std::scoped_lock lock(mutex_);
    std::unique_ptr<Asked>& asked = asked_[{by, top, is_choosy}];
    if (!asked) {
      auto made = std::make_unique<Asked>();
      made->request = {.by = by,
                       .top = top,
                       .chop = Switch::kOff,
                       .copies = Copies::kKeep,
                       .media = Media::kKeep,
                       .only = OnlyPages::kAny,
                       .dead = DeadPages::kKeep,
                       .stop = stop_};
      Budget budget(0, stop_);
      COCITE_TRY(made->answering,
                 Answering::make(*web_, *stoplists_, made->request, budget, is_choosy));
      asked = std::move(made);
    }
    return asked.get();
  }

 private:
  static constexpr uint64_t kAtFirst = 100;
  static constexpr uint64_t kTimes = 4;

  Result<std::vector<Neighbour>> ask_for(const std::string& by, PageId page, uint64_t top,
                                         const Above::Takes& takes) {
    COCITE_TRY(const Asked* const asked, ask(by, top, static_cast<bool>(takes)));
    Budget budget(0, stop_);
    Answering::LeavesOut leaves_out;
    if (takes) leaves_out = [&](PageId answer) { return !takes(answer); };
    COCITE_TRY(const answer::Found found, asked->answering.find(page, budget, leaves_out));
    std::vector<Neighbour> neighbours;
    for (const related::Item& item : found.items) neighbours.push_back({item.page, item.score});
    return neighbours;
  }

  const related::Web* web_;
  const answer::Stoplists* stoplists_;
  const std::atomic<bool>* stop_;
  std::mutex mutex_;
  std::map<std::tuple<std::string, uint64_t, bool>, std::unique_ptr<Asked>> asked_;
};

Result<Above::LabelledPages> read_labelled(const store::Store& store, const std::string& path,
                                           const std::atomic<bool>* stop) {
  COCITE_TRY(const std::string text, read_text_file(path, {.stop = stop}));
  COCITE_TRY(const std::vector<measure::LabelLine> lines, measure::read_labels(text, path));
  const measure::PageNumbers numbers(store);
  Above::LabelledPages labelled;
  for (const measure::LabelLine& line : lines) {
    COCITE_TRY(const auto page, numbers.find(line.page));
    if (page) {
      labelled.labels.emplace_back(*page, line.label);
    } else {
      ++labelled.unknown;
    }
  }
  return labelled;
}

Result<void> check_files(const insight::Info& info, const InsightRequest& request) {
  if (request.reads_files) return {};
  for (const ParameterInfo& parameter : info.parameters) {
    if (!parameter.is_local) continue;
    for (const auto& [name, value] : request.parameters) {
      if (name == parameter.name) {
        return fail({.message = "files of the machine cannot be named here", .about = name});
      }
    }
  }
  return {};
}

void cut(InsightAnswer& answer, uint64_t top) {
  if (top == 0) return;
  for (InsightTable& table : answer.tables) {
    if (table.rows.size() > top) table.rows.resize(top);
  }
}

}  // namespace

std::vector<InsightItem> insights() {
  std::vector<InsightItem> items;
  for (const insight::Info* info : insight::insights()) {
    InsightItem item{.name = std::string(info->name),
                     .summary = std::string(info->summary),
                     .paper = std::string(info->paper),
                     .about = std::string(info->about),
                     .needs_about = info->needs_about,
                     .about_help = std::string(info->about_help),
                     .can_save = info->can_save,
                     .is_heavy = info->is_heavy,
                     .examples = std::string(info->examples),
                     .columns = {info->columns.begin(), info->columns.end()}};
    for (const ParameterInfo& parameter : info->parameters) {
      item.parameters.push_back(described(parameter));
    }
    items.push_back(std::move(item));
  }
  return items;
}

Result<InsightAnswer> Engine::insight(const InsightRequest& request,
                                      const UseInsightRow& use) const {
  COCITE_TRY(const insight::Info* const info, insight::insight_named(request.name));
  COCITE_CHECK(check_files(*info, request));
  if (request.save && !info->can_save) {
    return fail({.message = request.name + " finds nothing that could be kept", .about = "save"});
  }
  if (request.save) COCITE_CHECK(store::can_save_columns(state_->store));
  if (info->needs_about && request.about.empty()) {
    return fail(
        {.message = request.name + ": say which " + std::string(info->about), .about = "page"});
  }
  COCITE_TRY(const Parameters parameters,
             Parameters::make(info->name, info->parameters, request.parameters));
  const related::Web& web = state_->web;
  const store::Store& store = state_->store;
  Methods methods(web, state_->stoplists, request.stop);
  Above above;
  above.related = [&](const std::string& by, PageId page, uint64_t top, const Above::Takes& takes) {
    return methods.related(by, page, top, takes);
  };
  above.check_method = [&](const std::string& by) -> Result<void> {
    COCITE_TRY(const Asked* const asked, methods.ask(by, 1, false));
    if (!asked->answering.asker().method().needs_words) return {};
    COCITE_CHECK(related::needed_words_of(state_->web, nullptr));
    return {};
  };
  above.related_hosts = [&](const std::string& host, bool is_site,
                            uint64_t top) -> Result<std::vector<Above::LikeHost>> {
    std::vector<Above::LikeHost> found;
    const auto graph = on(is_site ? On::kSites : On::kHosts, {.makes = false});
    if (!graph) return found;
    constexpr uint64_t kMostPages = 500;
    const auto answer = sites::find_similar_sites(
        {.web = &(*graph)->state_->web, .stoplists = &(*graph)->state_->stoplists, .pages = &store},
        {.sites = {host}, .top = top, .why = 1, .stop = request.stop}, kMostPages);
    if (!answer) return found;
    for (const SimilarSite& one : answer->items) {
      found.push_back({one.site, one.score, one.why.empty() ? std::string() : one.why[0]});
    }
    return found;
  };
  above.rank = [&](const std::string& name) {
    Budget budget(0, request.stop);
    return web.rank(name, &budget);
  };
  above.resolve = [&](std::string_view text) { return answer::resolve(store, text); };
  above.read_labels = [&](const std::string& path) {
    return read_labelled(store, path, request.stop);
  };
  above.read_file = [&](const std::string& path) {
    return read_text_file(path, {.stop = request.stop});
  };
  above.insight = [&](const InsightRequest& other) { return insight(other); };
  above.keep = [&](const std::string& name,
                   const std::function<Result<Above::Kept>()>& make) -> Result<Above::Kept> {
    // `make` works for this request: on its thread, and until it is stopped.
    Budget budget(0, request.stop);
    COCITE_TRY(const auto kept,
               state_->insights.get(name, make, {.is_over = [&] { return budget.is_spent(); }}));
    return *kept;
  };
  insight::Context context(*info, store, request, parameters, above, use);
  COCITE_CHECK(info->run(context));
  if (context.is_stopped()) return fail(ErrorCode::kCancelled, "stopped");
  cut(context.answer(), request.top);
  return std::move(context.answer());
}

}  // namespace cocite
