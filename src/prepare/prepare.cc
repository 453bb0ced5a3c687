#include "prepare/prepare.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include <cocite/engine.h>

#include "answer/complete.h"
#include "answer/percentiles.h"
#include "answer/rank_job.h"
#include "base/parallel.h"
#include "file/scratch_folder.h"
#include "prepare/index_words.h"
#include "related/blend/notes.h"
#include "related/blend/words.h"
#include "related/menus.h"
#include "related/parent_sample_notes.h"
#include "sites/host_graph.h"
#include "sites/merged.h"
#include "store/save_columns.h"
#include "words/anchor_names.h"
#include "words/name_order.h"

namespace cocite::prepare {
namespace {

unsigned threads_of(const GraphOptions& options) {
  return options.threads != 0 ? options.threads : hardware_threads();
}

tl::unexpected<Error> cancelled() {
  return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
}

Result<void> make_parent_samples(const related::Web& web, const GraphOptions& /*options*/,
                                 const TakeNotes& take) {
  if (related::ParentSampleNotes::saved(web) != nullptr) return {};
  COCITE_TRY(const related::ParentSampleNotes samples, related::ParentSampleNotes::make(web));
  return samples.size() == 0 ? Result<void>() : take(samples.to_save());
}

Result<void> make_host_names(const related::Web& web, const GraphOptions& options,
                             const TakeNotes& take) {
  // A name and its place while they are sorted.
  constexpr uint64_t kBytesAHost = 96;
  const bool fits =
      options.memory_bytes == 0 || web.store().hosts() * kBytesAHost <= options.memory_bytes;
  if (!fits || answer::HostNames::has_notes(web) || !answer::HostNames::is_possible(web.store()))
    return {};
  COCITE_TRY(const std::vector<HostId> hosts, answer::HostNames::sorted_hosts(web.store()));
  return take(answer::HostNames::notes_of(hosts));
}

Result<void> make_percentiles(const related::Web& web, const GraphOptions& options,
                              const TakeNotes& take) {
  for (const std::string& name : web.store().column_names()) {
    if (answer::PercentileTable::saved(web.store(), name)) continue;
    const Result<store::NumberColumn> column = web.store().column(name);
    if (!column) continue;  // damaged; reported on use
    const answer::PercentileTable table(column->values(), threads_of(options));
    COCITE_CHECK(take(table.notes(web.store(), name)));
  }
  return {};
}

Result<void> make_menus(const related::Web& web, const GraphOptions& options,
                        const TakeNotes& take) {
  // Menus are of pages; a host of a graph of hosts is one page.
  if (web.store().facts().on != On::kPages || web.store().names() != store::Names::kUrl ||
      related::Menus::saved(web.store())) {
    return {};
  }
  const auto goes_on = [&](uint64_t done, uint64_t total) {
    if (options.progress && done % 1024 == 0) {
      options.progress({.stage = "finding menus", .done = done, .total = total, .unit = "hosts"});
    }
    return !sites::is_stopped(options);
  };
  COCITE_TRY(const related::Menus menus, related::Menus::find(web.store(), goes_on));
  return take({.name = std::string(related::Menus::kNotes),
               .about = std::string(related::Menus::kAbout),
               .parts = {{"links", std::as_bytes(menus.links())}}});
}

Result<void> make_blend(const related::Web& web, const GraphOptions& options,
                        const TakeNotes& take) {
  using related::blend::PageNotes;
  if (web.pages() == 0 || PageNotes::saved(web, web.folder_hosts())) return {};
  std::mutex mutex;  // it tells of its progress from any thread
  const auto progress = [&](uint64_t done, uint64_t of) {
    const std::scoped_lock lock(mutex);
    if (!options.progress) return;
    options.progress({.stage = "preparing blend", .done = done, .total = of, .unit = "pages"});
  };
  COCITE_TRY(const PageNotes notes, PageNotes::make(web, {.threads = options.threads,
                                                          .stop = options.stop,
                                                          .progress = progress,
                                                          .folders = &web.folder_hosts()}));
  return take(notes.to_save());
}

// A folder for scratch files: that of the draft, where one is being written.
Result<file::Scratch> scratch_for(const store::Store& store) {
  const std::string of_draft = store.path() + "/scratch";
  std::error_code error;
  return file::Scratch::make(std::filesystem::is_directory(of_draft, error) ? of_draft : "");
}

words::FindNames find_names(const file::Scratch& scratch, const GraphOptions& options) {
  words::FindNames find{.scratch = scratch.file("words")};
  if (options.memory_bytes != 0) find.memory_bytes = options.memory_bytes;
  find.report = [&](std::string_view stage, uint64_t done, uint64_t total) -> Result<void> {
    if (sites::is_stopped(options)) return cancelled();
    if (options.progress) {
      options.progress(
          {.stage = std::string(stage), .done = done, .total = total, .unit = "pages"});
    }
    return {};
  };
  return find;
}

Result<void> make_anchor_names(const related::Web& web, const GraphOptions& options,
                               const TakeNotes& take) {
  const store::Store& store = web.store();
  if (store.has_anchor_names() || !store.text_columns().has_anchors()) return {};
  COCITE_TRY(const file::Scratch scratch, scratch_for(store));
  const words::FindNames find = find_names(scratch, options);
  COCITE_TRY(words::AnchorNames names, words::AnchorNames::find(store, find));
  return take(names.notes());
}

Result<void> make_name_order(const related::Web& web, const GraphOptions& options,
                             const TakeNotes& take) {
  const store::Store& store = web.store();
  if (!store.has_titles() && !store.has_anchor_names()) return {};
  COCITE_TRY(const auto there, words::NameOrder::open(store));
  if (there) return {};
  COCITE_TRY(const file::Scratch scratch, scratch_for(store));
  const words::FindNames find = find_names(scratch, options);
  COCITE_TRY(words::NameOrderMaker maker, words::NameOrderMaker::make(store, find));
  return take(maker.notes());
}

Result<void> make_text_lengths(const related::Web& web, const GraphOptions& /*options*/,
                               const TakeNotes& take) {
  using related::blend::TextLengths;
  COCITE_TRY(const auto index, web.store().words());
  if (!index) return {};
  COCITE_TRY(const auto saved, TextLengths::saved(web, *index));
  if (saved != nullptr) return {};
  COCITE_TRY(const TextLengths lengths, TextLengths::make(*index));
  return take(lengths.to_save());
}

Result<void> make_title_grams(const related::Web& web, const GraphOptions& /*options*/,
                              const TakeNotes& take) {
  using related::blend::TitleGrams;
  const bool has_words =
      web.store().manifest().find(store::file_of(store::Part::kWords)) != nullptr;
  if (!has_words || !web.store().has_titles()) return {};
  COCITE_TRY(const auto saved, TitleGrams::saved(web));
  if (saved != nullptr) return {};
  COCITE_TRY(const TitleGrams grams, TitleGrams::make(web.store()));
  return take(grams.to_save());
}

constexpr std::array kPreparations = {
    Preparation{"anchor-names", "finding names for pages", make_anchor_names, Round::kFirst},
    Preparation{"name-order", "sorting names", make_name_order},
    Preparation{"crowds", "reading the parents of the most linked pages", make_parent_samples},
    Preparation{"host-names", "sorting host names", make_host_names},
    Preparation{"menus", "finding menus", make_menus},
    Preparation{"blend", "preparing blend", make_blend},
    Preparation{"text-lengths", "weighing words", make_text_lengths},
    Preparation{"title-grams", "weighing titles", make_title_grams},
    Preparation{"percentiles", "sorting columns", make_percentiles},
};

// The graph of hosts or sites, in the folder of the store, with what it needs itself. False: the
// store has none.
Result<bool> prepare_inner(const store::Store& store, On on, const GraphOptions& options) {
  if (store.names() != store::Names::kUrl || store.facts().on != On::kPages) return false;
  COCITE_TRY(const sites::HostGraph graph, sites::open_host_graph(store, on, options));
  if (!graph.is_kept) {
    return fail(ErrorCode::kIo, "the graph of " + std::string(store::word_of(on)) +
                                    " cannot be kept in the store: " + graph.why_not_kept);
  }
  const auto goes_on = [&] { return !sites::is_stopped(options); };
  const auto take = [&](const store::NewNotes& notes) {
    return store::save_notes(graph.store, notes, goes_on);
  };
  if (store.has_anchor_names() && !graph.store.has_anchor_names()) {
    COCITE_TRY(const file::Scratch scratch, scratch_for(store));
    COCITE_TRY(words::AnchorNames names,
               words::AnchorNames::of_roots(store, graph.store, find_names(scratch, options)));
    COCITE_CHECK(take(names.notes()));
  }
  COCITE_TRY(const store::Store named, store::Store::open(graph.store.path()));
  COCITE_CHECK(prepare(named, Round::kSecond, options, take));
  return true;
}

double number_after(std::string_view text, std::string_view word, double otherwise) {
  const size_t at = text.find(word);
  if (at == std::string_view::npos) return otherwise;
  double value = 0;
  const char* const begin = text.data() + at + word.size();
  const auto [stop, error] = std::from_chars(begin, text.data() + text.size(), value);
  return error == std::errc() ? value : otherwise;
}

// The request that made this column, from its name and description; empty if it
// cannot be made again: a rank of chosen pages, or the user's own numbers.
std::optional<RankRequest> request_for(const SavedColumn& column) {
  constexpr std::string_view kReversed = "-reversed";
  RankRequest request;
  std::string name = column.name;
  if (name.ends_with(kReversed)) {
    name.resize(name.size() - kReversed.size());
    request.reversed = true;
  }
  const auto kind = rank::find_kind(name);
  if (!kind || (*kind)->needs_seeds || !column.about.starts_with(name)) return std::nullopt;
  request.by = {name};
  request.epsilon = number_after(column.about, ", epsilon ", request.epsilon);
  request.tolerance = number_after(column.about, ", tolerance ", request.tolerance);
  return request;
}

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

std::span<const Preparation> preparations() {
  return kPreparations;
}

std::vector<SavedColumn> saved_columns(const store::Store& store) {
  std::vector<SavedColumn> columns;
  for (const std::string& name : store.column_names()) {
    columns.push_back({.name = name, .about = store.about_column(name).value_or("")});
  }
  return columns;
}

Result<void> prepare(const store::Store& store, Round round, const GraphOptions& options,
                     const TakeNotes& take) {
  const auto make_rank = [&](const std::string& name) -> Result<related::Web::Ranked> {
    RankRequest request;
    request.by = {name};
    request.memory_bytes = options.memory_bytes;
    request.threads = options.threads;
    request.progress = options.progress;
    request.stop = options.stop;
    COCITE_TRY(answer::RankJob job, answer::RankJob::make(store, request));
    COCITE_TRY(const answer::RankJob::Ranked ranked, job.compute(name));
    const std::span<const double> values(ranked.values);
    return related::Web::Ranked{{values.begin(), values.end()}, job.about(name, ranked.run)};
  };
  const related::Web web(store, make_rank);
  for (const Preparation& preparation : kPreparations) {
    if (preparation.round != round) continue;
    if (sites::is_stopped(options)) return cancelled();
    if (options.progress) options.progress({.stage = std::string(preparation.stage)});
    COCITE_CHECK(preparation.make(web, options, take));
  }
  return {};
}

namespace {

// Columns that the store had before pages were added to it, for the links that it has now. What the
// user should know of them.
Result<std::vector<std::string>> remake_columns(const store::Store& store, store::Writer& writer,
                                                const ImportRequest& request,
                                                std::span<const SavedColumn> had) {
  std::vector<std::string> made;
  std::vector<std::string> left_out;
  for (const SavedColumn& column : had) {
    std::optional<RankRequest> rank = request_for(column);
    if (!request.keep_ranks || !rank) {
      left_out.push_back(column.name);
      continue;
    }
    rank->memory_bytes = request.memory_bytes;
    rank->threads = request.threads;
    rank->progress = request.progress;
    rank->stop = request.stop;
    COCITE_TRY(answer::RankJob job, answer::RankJob::make(store, *rank));
    COCITE_TRY(const answer::RankJob::Ranked ranked, job.compute(rank->by.front()));
    COCITE_CHECK(writer.add({.name = column.name,
                             .values = ranked.values.view(),
                             .about = job.about(rank->by.front(), ranked.run)}));
    made.push_back(column.name);
  }
  std::vector<std::string> said;
  if (!made.empty()) said.push_back("computed again for the new links: " + list_of(made));
  if (!left_out.empty()) {
    said.push_back("left out, because they were about the old links: " + list_of(left_out));
  }
  return said;
}

}  // namespace

Result<std::vector<std::string>> finish_draft(store::Writer& writer, const store::Facts& facts,
                                              const ImportRequest& request,
                                              std::span<const SavedColumn> had) {
  std::vector<std::string> said;
  if (!had.empty()) {
    COCITE_TRY(const store::Store bare, store::Store::open(writer.folder()));
    COCITE_TRY(said, remake_columns(bare, writer, request, had));
    COCITE_CHECK(writer.seal(facts));
  }
  if (facts.index) {
    COCITE_TRY(const store::Store bare, store::Store::open(writer.folder()));
    COCITE_CHECK(index_draft(bare, writer, request, facts.stem));
    COCITE_CHECK(writer.seal(facts));
  }
  if (!request.prepare) return said;
  const GraphOptions options{.memory_bytes = request.memory_bytes,
                             .threads = request.threads,
                             .progress = request.progress,
                             .stop = request.stop};
  for (const Round round : {Round::kFirst, Round::kSecond}) {
    COCITE_TRY(const store::Store store, store::Store::open(writer.folder()));
    COCITE_CHECK(prepare(store, round, options,
                         [&](const store::NewNotes& notes) { return writer.add(notes); }));
    // Once more, with what was found.
    COCITE_CHECK(writer.seal(facts));
  }
  COCITE_TRY(const store::Store prepared, store::Store::open(writer.folder()));
  for (const On on : {On::kHosts, On::kSites}) COCITE_CHECK(prepare_inner(prepared, on, options));
  return said;
}

}  // namespace cocite::prepare

namespace cocite {

Result<PrepareReport> prepare_store(const PrepareRequest& request) {
  {
    COCITE_TRY(const store::Store store, store::Store::open(request.store));
    COCITE_CHECK(store::can_save_columns(store));
  }
  const GraphOptions options{.memory_bytes = request.memory_bytes,
                             .threads = request.threads,
                             .progress = request.progress,
                             .stop = request.stop};
  const auto goes_on = [&] { return !sites::is_stopped(options); };
  PrepareReport report;
  for (const prepare::Round round : {prepare::Round::kFirst, prepare::Round::kSecond}) {
    COCITE_TRY(const store::Store store, store::Store::open(request.store));
    COCITE_CHECK(prepare::prepare(store, round, options, [&](const store::NewNotes& notes) {
      report.made.push_back(notes.name);
      return store::save_notes(store, notes, goes_on);
    }));
  }
  COCITE_TRY(const store::Store prepared, store::Store::open(request.store));
  for (const On on : {On::kHosts, On::kSites}) {
    const bool was_there = sites::find_host_graph(prepared, on).has_value();
    COCITE_TRY(const bool is_there, prepare::prepare_inner(prepared, on, options));
    if (is_there && !was_there) {
      report.made.push_back("the graph of " + std::string(store::word_of(on)));
    }
  }
  const bool was_merged = sites::has_merged(prepared);
  COCITE_TRY(const bool is_merged, sites::prepare_merged(prepared, options));
  if (is_merged && !was_merged) report.made.emplace_back("the store with mirrored hosts as one");
  COCITE_TRY(const store::Store after, store::Store::open(request.store));
  for (const store::FileEntry& file : after.manifest().files) {
    const store::PartInfo* const info = store::part_of_file(file.name);
    if (info != nullptr && info->part == store::Part::kNotes) report.bytes += file.size_bytes;
  }
  report.pages = after.pages();
  return report;
}

}  // namespace cocite
