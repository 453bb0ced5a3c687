#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include <cocite/engine.h>
#include <cocite/output.h>

#include "base/ids.h"
#include "crawl/source.h"
#include "engine/complete.h"
#include "engine/engine_state.h"
#include "engine/export_graph.h"
#include "engine/facts.h"
#include "engine/host_graph.h"
#include "engine/index_words.h"
#include "engine/page_choice.h"
#include "engine/prepare.h"
#include "engine/present.h"
#include "engine/resolve.h"
#include "export/exporter.h"
#include "graph/packed_links.h"
#include "ingest/ingest.h"
#include "related/tuned.h"
#include "segments/assemble.h"
#include "store/store.h"
#include "words/name_order.h"

namespace cocite {

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
  COCITE_CHECK(state_->stoplists.get(state_->web, ""));
  COCITE_CHECK(engine::HostNames::of(state_->web));
  for (const std::string& name : state_->store.column_names()) {
    // A damaged one is reported on use.
    if (auto saved = engine::PercentileTable::saved(state_->store, name)) {
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
  if (on == On::kPages || on == engine::nodes_of(state_->store)) return this;
  Patience patience;
  if (options.stop != nullptr) {
    patience.is_over = [&] { return options.stop->load(std::memory_order_relaxed); };
  }
  COCITE_TRY(const std::shared_ptr<const Engine> inner,
             state_->inner.get(
                 on == On::kHosts ? "hosts" : "sites",
                 [&]() -> Result<Engine> {
                   COCITE_TRY(engine::HostGraph graph,
                              engine::open_host_graph(state_->store, on, options));
                   auto state = std::make_unique<State>(std::move(graph.store), state_->options);
                   COCITE_CHECK(state->use_folder_hosts());
                   state->is_kept = graph.is_kept;
                   state->notes = std::move(graph.notes);
                   return Engine(std::move(state));
                 },
                 patience));
  return inner.get();
}

const std::vector<std::string>& Engine::notes() const {
  return state_->notes;
}

std::string Engine::identity() const {
  return std::to_string(state_->store.manifest().identity);
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
  COCITE_TRY(const PageId page, engine::resolve(state_->store, text));
  return engine::present_page(state_->store, state_->percentiles, page);
}

Result<void> Engine::for_each_link(std::string_view text, const LinksOptions& options,
                                   const std::function<bool(const LinkItem&)>& use) const {
  const store::Store& store = state_->store;
  COCITE_TRY(const PageId page, engine::resolve(store, text));
  graph::ListBuffer buffer;
  COCITE_TRY(std::span<const PageId> list,
             options.in ? store.parents(page, buffer) : store.children(page, buffer));
  const uint64_t skipped = std::min<uint64_t>(list.size(), options.skip);
  if (options.top != 0) list = list.first(std::min<uint64_t>(list.size(), skipped + options.top));
  COCITE_TRY(const auto choice, engine::PageChoice::make(state_->web, options.dead, OnlyPages::kAny,
                                                         engine::PageChoice::Of::kEverything));
  std::vector<std::string> anchors;
  if (!options.in) {
    COCITE_TRY(anchors, store.text_columns().anchors(page));
  }
  for (size_t i = skipped; i < list.size(); ++i) {
    COCITE_TRY(LinkItem item, engine::present_link(store, i + 1, list[i]));
    COCITE_TRY(const bool is_listed, choice.takes(list[i]));
    if (!is_listed) continue;
    if (!choice.marks_dead()) item.gone.clear();
    if (options.in && store.text_columns().has_anchors()) {
      COCITE_TRY(item.anchor, engine::anchor_of(store, list[i], page));
    } else if (i < anchors.size()) {
      item.anchor = std::move(anchors[i]);
    }
    if (!use(item)) break;
  }
  return {};
}

Result<std::vector<LinkItem>> Engine::links(std::string_view text,
                                            const LinksOptions& options) const {
  std::vector<LinkItem> items;
  COCITE_CHECK(for_each_link(text, options, [&](const LinkItem& item) {
    items.push_back(item);
    return true;
  }));
  return items;
}

Result<LinksAnswer> Engine::link_list(std::string_view text, const LinksOptions& options) const {
  const store::Store& store = state_->store;
  COCITE_TRY(const PageId page, engine::resolve(store, text));
  LinksAnswer answer{.in = options.in};
  COCITE_TRY(answer.page, engine::present_link(store, 0, page));
  COCITE_TRY(answer.total, options.in ? store.in().degree(page) : store.out().degree(page));
  COCITE_TRY(answer.is_crawled, store.is_crawled(page));
  COCITE_TRY(answer.items, links(text, options));
  return answer;
}

Result<CompletionAnswer> Engine::complete(std::string_view prefix, uint64_t top) const {
  return engine::complete(state_->web, prefix, top);
}

Result<void> Engine::check() const {
  COCITE_CHECK(state_->store.check());
  COCITE_CHECK(related::Tuned::saved(state_->store));
  COCITE_TRY(const auto names, words::NameOrder::open(state_->store));
  if (names) COCITE_CHECK(names->check());
  for (const On on : {On::kHosts, On::kSites}) {
    const auto inner = engine::find_host_graph(state_->store, on);
    const Result<void> sound = inner ? inner->check() : tl::unexpected<Error>(inner.error());
    // A missing one, or one of an earlier store, is made on first use.
    if (sound || sound.error().code == ErrorCode::kNotFound) continue;
    return fail(sound.error().code,
                sound.error().message +
                    " (the store itself is not damaged; remove this folder, and it is made again)");
  }
  return {};
}

namespace {

// A store in a store would be taken for something else's file.
Result<void> check_place(const std::string& path) {
  std::string name = path;
  while (name.size() > 1 && name.ends_with('/')) name.pop_back();
  const std::string parent = std::filesystem::path(name).parent_path().string();
  return check_output_folder(parent.empty() ? "." : parent, {});
}

}  // namespace

Result<ImportReport> import_store(const ImportRequest& request) {
  COCITE_CHECK(engine::check_stem(request));
  COCITE_CHECK(check_place(request.store));
  return ingest::import_store(request, {}, [&](store::Writer& writer, const store::Facts& facts) {
    return engine::finish_draft(writer, facts, request, {});
  });
}

Result<ImportReport> add_to_store(const ImportRequest& request) {
  COCITE_CHECK(engine::check_stem(request));
  using Said = std::vector<std::string>;
  const auto finish = [&](store::Writer& writer, const store::Facts& facts) -> Result<Said> {
    // Opened under the lock, so that it has what others have saved meanwhile.
    COCITE_TRY(const store::Store old, store::Store::open(request.store));
    const std::vector<engine::SavedColumn> had = engine::saved_columns(old);
    Said kept;
    for (const store::FileEntry& file : old.manifest().files) {
      const store::PartInfo* const info = store::part_of_file(file.name);
      if (info == nullptr || info->on_add != store::OnAdd::kKept) continue;
      COCITE_CHECK(writer.take_over(old.path(), file));
      kept.push_back(file.name +
                     ": kept from before; run 'tune' again to learn from the new links");
    }
    if (!kept.empty()) COCITE_CHECK(writer.seal(facts));
    COCITE_TRY(Said said, engine::finish_draft(writer, facts, request, had));
    said.insert(said.end(), kept.begin(), kept.end());
    return said;
  };
  return ingest::add_to_store(request, {}, finish);
}

Result<ImportReport> assemble_store(const ImportRequest& request) {
  COCITE_CHECK(check_place(request.store));
  return segments::assemble(request, [&](store::Writer& writer, const store::Facts& facts) {
    return engine::finish_draft(writer, facts, request, {});
  });
}

std::string report_text(const ImportReport& report) {
  return ingest::report_text(report);
}

Result<ExportReport> export_store(const ExportRequest& request) {
  COCITE_TRY(const exporter::Info* const format, exporter::format_of(request));
  if (request.graph != "links") return engine::export_derived(request);
  COCITE_TRY(const store::Store store, store::Store::open(request.store));
  if (request.on == On::kPages || request.on == engine::nodes_of(store)) {
    return format->write(store, request);
  }
  COCITE_TRY(const engine::HostGraph graph,
             engine::open_host_graph(store, request.on,
                                     {.progress = request.progress, .stop = request.stop}));
  COCITE_TRY(ExportReport report, format->write(graph.store, request));
  report.notes.insert(report.notes.end(), graph.notes.begin(), graph.notes.end());
  return report;
}

std::vector<FormatInfo> import_formats() {
  std::vector<FormatInfo> formats;
  for (const crawl::SourceInfo& info : crawl::sources()) {
    formats.push_back({std::string(info.name), std::string(info.summary)});
  }
  return formats;
}

std::vector<FormatInfo> export_formats() {
  std::vector<FormatInfo> formats;
  for (const exporter::Info* info : exporter::exporters()) {
    formats.push_back({std::string(info->name), std::string(info->summary)});
  }
  return formats;
}

}  // namespace cocite
