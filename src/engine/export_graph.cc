#include "engine/export_graph.h"

#include <algorithm>
#include <vector>

#include <cocite/engine.h>

#include "answer/answering.h"
#include "answer/rank_job.h"
#include "base/machine.h"
#include "base/parallel.h"
#include "export/derived_graph.h"
#include "insight/common_links.h"
#include "sites/host_graph.h"

namespace cocite::engine {
namespace {

using exporter::DerivedGraph;
using exporter::WeightedLink;

// Says how far it is while pages are counted of which nothing is written.
class Teller {
 public:
  Teller(const ExportRequest& request, uint64_t pages) : request_(&request), pages_(pages) {}
  Result<void> operator()(uint64_t done) {
    if (request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed)) {
      return fail(ErrorCode::kCancelled, "stopped; nothing was written");
    }
    const auto now = std::chrono::steady_clock::now();
    if (request_->progress && now - told_ > std::chrono::milliseconds(200)) {
      told_ = now;
      request_->progress(
          {.stage = "finding what pages share", .done = done, .total = pages_, .unit = "pages"});
    }
    return {};
  }

 private:
  const ExportRequest* request_;
  uint64_t pages_;
  std::chrono::steady_clock::time_point told_{};
};

DerivedGraph common_graph(const store::Store& store, const ExportRequest& request,
                          insight::Side side) {
  const auto rows = [&store, &request, side](bool both_ways,
                                             const DerivedGraph::Use& use) -> Result<void> {
    const insight::CommonOptions options{
        .side = side,
        .min = std::max<uint64_t>(1, request.min_weight),
        .window = request.window,
        .max_children = request.max_children,
        .both_ways = both_ways,
        .memory_bytes = request.memory_bytes == 0 ? machine_memory() / 2 : request.memory_bytes,
        .threads = request.threads == 0 ? hardware_threads() : request.threads};
    std::vector<WeightedLink> links;
    return insight::for_each_common(
        store, options, Teller(request, store.pages()),
        [&](PageId page, std::span<const insight::Common> others) {
          links.clear();
          for (const insight::Common& other : others) {
            links.push_back({other.page, static_cast<double>(other.count)});
          }
          return use(page, links);
        });
  };
  return {.is_directed = false, .for_each_row = rows};
}

DerivedGraph related_graph(const related::Web& web, const answer::Answering& answering,
                           const ExportRequest& request) {
  const auto rows = [&web, &answering, &request](bool /*both_ways*/,
                                                 const DerivedGraph::Use& use) -> Result<void> {
    constexpr uint64_t kRound = 256;
    const unsigned threads = request.threads == 0 ? hardware_threads() : request.threads;
    Teller tell(request, web.pages());
    std::vector<Result<answer::Found>> found(kRound);
    std::vector<WeightedLink> links;
    for (uint64_t first = 0; first < web.pages(); first += kRound) {
      COCITE_CHECK(tell(first));
      const uint64_t size = std::min(kRound, web.pages() - first);
      parallel_for(size, threads, [&](size_t i) {
        Budget budget(request.related.budget_ms, request.stop);
        found[i] = answering.find(page_id(first + i), budget);
      });
      COCITE_CHECK(tell(first));
      for (uint64_t i = 0; i < size; ++i) {
        COCITE_CHECK(found[i]);
        links.clear();
        for (const related::Item& item : found[i]->items) links.push_back({item.page, item.score});
        if (!links.empty()) COCITE_CHECK(use(page_id(first + i), links));
      }
    }
    return {};
  };
  return {.is_directed = true, .for_each_row = rows};
}

}  // namespace

Result<ExportReport> with_derived(const store::Store& store, const ExportRequest& request,
                                  const UseDerived& use) {
  if (request.graph == "cocitation" || request.graph == "coupling") {
    const insight::Side side =
        request.graph == "coupling" ? insight::Side::kChildren : insight::Side::kParents;
    return use(common_graph(store, request, side));
  }
  if (request.graph == "related") {
    const OpenOptions options{.progress = request.progress, .stop = request.stop};
    const related::Web web(
        store, [&](const std::string& name) { return answer::make_rank(store, name, options); });
    const answer::Stoplists stoplists;
    RelatedRequest asked = request.related;
    asked.stop = request.stop;
    Budget at_first(asked.budget_ms, asked.stop);
    COCITE_TRY(const answer::Answering answering,
               answer::Answering::make(web, stoplists, asked, at_first));
    return use(related_graph(web, answering, request));
  }
  return fail(
      {.message = "'" + request.graph + "' is not one of links, cocitation, coupling, related",
       .about = "graph"});
}

Result<ExportReport> export_derived(const ExportRequest& request) {
  if (request.graph == "related" && request.related.top == 0) {
    return fail(
        {.message = "a graph of what is related needs at least 1 answer a page", .about = "top"});
  }
  COCITE_TRY(store::Store store, store::Store::open(request.store));
  std::vector<std::string> notes;
  if (request.on != On::kPages && request.on != store.facts().on) {
    COCITE_TRY(sites::HostGraph inner,
               sites::open_host_graph(store, request.on,
                                      {.progress = request.progress, .stop = request.stop}));
    notes = inner.notes;
    store = std::move(inner.store);
  }
  const auto write = [&](const DerivedGraph& graph) {
    return exporter::write_derived(store, graph, request);
  };
  COCITE_TRY(ExportReport report, with_derived(store, request, write));
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  return report;
}

}  // namespace cocite::engine
