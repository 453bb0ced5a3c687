#include <memory>
#include <string>
#include <utility>

#include <cocite/engine.h>

#include "answer/complete.h"
#include "answer/links.h"
#include "answer/present.h"
#include "answer/rank.h"
#include "answer/related.h"
#include "answer/resolve.h"
#include "answer/search.h"
#include "base/ids.h"
#include "engine/engine_state.h"
#include "engine/export_graph.h"
#include "engine/facts.h"
#include "export/exporter.h"
#include "ingest/ingest.h"
#include "measure/evaluate.h"
#include "prepare/import.h"
#include "read/source.h"
#include "related/linking_pages.h"
#include "related/tuned.h"
#include "sites/host_graph.h"
#include "sites/merged.h"
#include "sites/similar_sites.h"
#include "static_site/static_site.h"
#include "store/store.h"
#include "words/name_order.h"

namespace cocite {
namespace {

Patience patience_of(const GraphOptions& options) {
  if (options.stop == nullptr) return {};
  return {.is_over = [stop = options.stop] { return stop->load(std::memory_order_relaxed); }};
}

}  // namespace

Engine::Engine(std::unique_ptr<const State> state) : state_(std::move(state)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

Result<Engine> Engine::open(const std::string& path, const OpenOptions& options) {
  COCITE_TRY(store::Store store, store::Store::open(path));
  auto state = std::make_unique<State>(std::move(store), options);
  COCITE_CHECK(state->use_folder_hosts());
  return Engine(std::move(state));
}

Result<void> Engine::prepare() const {
  COCITE_CHECK(state_->stoplists.get(state_->web, state_->web.has_hosts(), ""));
  COCITE_CHECK(answer::HostNames::of(state_->web));
  for (const std::string& name : state_->store.column_names()) {
    // A damaged one is reported on use.
    if (auto saved = answer::PercentileTable::saved(state_->store, name)) {
      state_->percentiles.keep(name, *std::move(saved));
      continue;
    }
    const Result<store::NumberColumn> column = state_->store.column(name);
    if (column) state_->percentiles.keep(name, column->values());
  }
  if (state_->store.pages() == 0) return {};
  // What blend keeps about a web is its own business: ask it anything.
  COCITE_TRY(const std::string any_page, state_->store.key(page_id(0)));
  const Result<RelatedAnswer> answer = related({.pages = {any_page}});
  if (!answer && answer.error().code == ErrorCode::kCorrupt) {
    return tl::unexpected<Error>(answer.error());
  }
  return {};
}

Result<const Engine*> Engine::on(On on, const GraphOptions& options) const {
  if (on == On::kPages || on == state_->store.facts().on) return this;
  const auto make = [&]() -> Result<Engine> {
    COCITE_TRY(sites::HostGraph graph, sites::open_host_graph(state_->store, on, options));
    auto state = std::make_unique<State>(std::move(graph.store), state_->options);
    COCITE_CHECK(state->use_folder_hosts());
    if (on == On::kSites) COCITE_CHECK(related::LinkingPages::set(state->web, state_->store));
    state->is_kept = graph.is_kept;
    state->notes = std::move(graph.notes);
    return Engine(std::move(state));
  };
  const char* const name = on == On::kHosts ? "hosts" : "sites";
  COCITE_TRY(const auto inner, state_->inner.get(name, make, patience_of(options)));
  return inner.get();
}

Result<const Engine*> Engine::merged(const GraphOptions& options) const {
  if (state_->unmerged != nullptr) return this;
  const auto make = [&]() -> Result<Engine> {
    COCITE_TRY(sites::Merged merged, sites::open_merged(state_->store, options));
    auto state = std::make_unique<State>(std::move(merged.store), state_->options);
    COCITE_CHECK(state->use_folder_hosts());
    state->unmerged = &state_->store;
    state->other_hosts = std::move(merged.other_hosts);
    state->notes.push_back(std::to_string(merged.mirrors) +
                           " mirrored hosts count as one with the host that most links lead to");
    return Engine(std::move(state));
  };
  COCITE_TRY(const auto inner, state_->inner.get("merged", make, patience_of(options)));
  return inner.get();
}

const std::vector<std::string>& Engine::notes() const {
  return state_->notes;
}

std::string Engine::identity() const {
  return std::to_string(state_->store.manifest().content());
}

std::string Engine::seen_at(const std::string& path) {
  return store::seen_at(path);
}

const std::string& Engine::path() const {
  return state_->store.path();
}

bool Engine::has_urls() const {
  return state_->store.names() == store::Names::kUrl;
}

bool Engine::has_anchors() const {
  return state_->store.text_columns().has_anchors();
}

bool Engine::has_statuses() const {
  return state_->store.has_statuses();
}

bool Engine::has_visits() const {
  return state_->store.visits() != nullptr;
}

bool Engine::has_words() const {
  return state_->store.manifest().find(store::file_of(store::Part::kWords)) != nullptr;
}

bool Engine::has_anchor_names() const {
  return state_->store.has_anchor_names();
}

std::vector<InfoItem> Engine::info() const {
  return engine::facts_of(state_->store);
}

Result<std::string> Engine::report() const {
  return state_->store.report();
}

Result<PageInfo> Engine::page(std::string_view text) const {
  COCITE_TRY(const PageId page, answer::resolve(state_->store, text));
  return answer::present_page(state_->store, state_->percentiles, page);
}

Result<void> Engine::for_each_link(std::string_view text, const LinksOptions& options,
                                   const std::function<bool(const LinkItem&)>& use) const {
  return answer::for_each_link(*state_, text, options, use);
}

Result<std::vector<LinkItem>> Engine::links(std::string_view text,
                                            const LinksOptions& options) const {
  return answer::links(*state_, text, options);
}

Result<LinksAnswer> Engine::link_list(std::string_view text, const LinksOptions& options) const {
  return answer::link_list(*state_, text, options);
}

Result<CompletionAnswer> Engine::complete(std::string_view prefix, uint64_t top) const {
  return answer::complete(state_->web, prefix, top);
}

Result<std::vector<RankAnswer>> Engine::rank(const RankRequest& request,
                                             const UseRanked& use) const {
  return answer::rank(*state_, request, use);
}

Result<RankComparison> Engine::compare_ranks(const RankRequest& request) const {
  return answer::compare_ranks(*state_, request);
}

Result<RelatedAnswer> Engine::related(const RelatedRequest& request) const {
  return answer::related(*state_, request);
}

Result<void> Engine::related_each(const RelatedRequest& request, const UseRelated& use) const {
  return answer::related_each(*state_, request, use);
}

Result<ExplainAnswer> Engine::explain(const RelatedRequest& request,
                                      std::string_view answer) const {
  return answer::explain(*state_, request, answer);
}

Result<RelatedAllReport> Engine::related_all(const RelatedAllRequest& request) const {
  return answer::related_all(*state_, request);
}

Result<CompareAnswer> Engine::compare(const RelatedRequest& request,
                                      const std::vector<std::string>& names) const {
  return answer::compare(*state_, request, names);
}

Result<SearchAnswer> Engine::search(const SearchRequest& request) const {
  return answer::search(*state_, request);
}

Result<TraceAnswer> Engine::trace(const RelatedRequest& request) const {
  return answer::trace(*state_, request);
}

Result<VicinityAnswer> Engine::vicinity(const RelatedRequest& request) const {
  return answer::vicinity(*state_, request);
}

Result<LliAnswer> Engine::lli(const RelatedRequest& request) const {
  return answer::lli(*state_, request);
}

Result<SimilarSitesAnswer> Engine::similar_sites(const SimilarSitesRequest& request) const {
  if (request.sites.empty()) {
    return fail(ErrorCode::kInvalidArgument, "there is no site to ask about");
  }
  const bool is_graph = state_->store.facts().on != On::kPages;
  const Engine* graph = this;
  if (!is_graph) {
    COCITE_TRY(graph, on(On::kSites, {.progress = state_->options.progress, .stop = request.stop}));
  }
  return sites::similar_sites({.web = &graph->state_->web,
                               .stoplists = &graph->state_->stoplists,
                               .pages = is_graph ? nullptr : &state_->store},
                              request);
}

Result<WhatsRelatedAnswer> Engine::whats_related(const WhatsRelatedRequest& request) const {
  const auto find_sites = [&]() -> const answer::Opened* {
    const auto made = on(On::kSites, {.makes = false});
    return made ? (*made)->state_.get() : nullptr;
  };
  return sites::whats_related(*state_, find_sites, state_->similar_sites, request);
}

Result<EvalAnswer> Engine::evaluate(const EvalRequest& request) const {
  return measure::evaluate(*state_, request);
}

Result<EvalAnswer> Engine::evaluate_hidden(const HiddenRequest& request) const {
  return measure::evaluate_hidden(*state_, request);
}

Result<SpamAnswer> Engine::spam(const SpamRequest& request) const {
  return measure::spam(*state_, request);
}

Result<void> Engine::check() const {
  COCITE_CHECK(state_->store.check());
  COCITE_CHECK(related::Tuned::saved(state_->store));
  COCITE_TRY(const auto names, words::NameOrder::open(state_->store));
  if (names) COCITE_CHECK(names->check());
  for (const On on : {On::kHosts, On::kSites}) {
    const auto inner = sites::find_host_graph(state_->store, on);
    const Result<void> sound = inner ? inner->check() : tl::unexpected<Error>(inner.error());
    // A missing one, or one of an earlier store, is made on first use.
    if (sound || sound.error().code == ErrorCode::kNotFound) continue;
    return fail(sound.error().code,
                sound.error().message +
                    " (the store itself is not damaged; remove this folder, and it is made again)");
  }
  return {};
}

Result<ImportReport> import_store(const ImportRequest& request) {
  return prepare::import_store(request);
}

Result<ImportReport> add_to_store(const ImportRequest& request) {
  return prepare::add_to_store(request);
}

Result<ImportReport> assemble_store(const ImportRequest& request) {
  return prepare::assemble_store(request);
}

std::string report_text(const ImportReport& report) {
  return ingest::report_text(report);
}

Result<ExportReport> export_store(const ExportRequest& request) {
  for (const static_site::Format& format : static_site::formats()) {
    if (request.to != format.name) continue;
    COCITE_TRY(const auto opened, answer::Opened::open(request.store, {.progress = request.progress,
                                                                       .stop = request.stop}));
    return format.write(*opened, request);
  }
  COCITE_TRY(const exporter::Info* const format, exporter::format_of(request));
  if (request.graph != "links") return engine::export_derived(request);
  COCITE_TRY(const store::Store store, store::Store::open(request.store));
  if (request.on == On::kPages || request.on == store.facts().on) {
    return format->write(store, request);
  }
  COCITE_TRY(const sites::HostGraph graph,
             sites::open_host_graph(store, request.on,
                                    {.progress = request.progress, .stop = request.stop}));
  COCITE_TRY(ExportReport report, format->write(graph.store, request));
  report.notes.insert(report.notes.end(), graph.notes.begin(), graph.notes.end());
  return report;
}

std::vector<FormatInfo> import_formats() {
  std::vector<FormatInfo> formats;
  for (const read::SourceInfo* info : read::sources()) {
    formats.push_back({std::string(info->name), std::string(info->summary)});
  }
  return formats;
}

std::vector<FormatInfo> export_formats() {
  std::vector<FormatInfo> formats;
  for (const exporter::Info* info : exporter::exporters()) {
    formats.push_back({std::string(info->name), std::string(info->summary)});
  }
  for (const static_site::Format& format : static_site::formats()) {
    formats.push_back({std::string(format.name), std::string(format.summary)});
  }
  return formats;
}

std::vector<std::string> frontmatter_presets() {
  return static_site::data_presets();
}

}  // namespace cocite
