// Long because: the stages of an import stand one below the other, in the order in which they run.
#include "ingest/ingest.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <optional>

#include <sys/resource.h>

#include <cocite/readable.h>
#include <cocite/unread_inputs.h>

#include "base/machine.h"
#include "base/parallel.h"
#include "ingest/aliases.h"
#include "ingest/context.h"
#include "ingest/gather.h"
#include "ingest/graph_writer.h"
#include "ingest/input_ledger.h"
#include "ingest/inputs.h"
#include "ingest/key_batches.h"
#include "ingest/merged_store.h"
#include "ingest/numbered.h"
#include "ingest/pages_writer.h"
#include "ingest/statuses.h"
#include "ingest/store_feed.h"
#include "ingest/texts_writer.h"
#include "ingest/visits.h"
#include "ingest/years.h"
#include "read/source.h"
#include "store/save_columns.h"
#include "store/store.h"
#include "store/writer.h"
#include "url/key.h"

namespace cocite::ingest {
namespace {

uint64_t peak_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

constexpr size_t kMaxNoteBytes = 500;

// What the user hears of a file that is given once more.
std::string told_twice(const std::string& file, const InputEntry& same) {
  return readable(file) + ": " +
         (same.name == file ? std::string("is in the store already")
                            : "is in the store already, as " + same.name) +
         " (same size and digest), and does not count again; give force if it shall";
}

// A store whose pages are merged, instead of one that is added to.
struct Merge {
  const store::Store* from;
  std::span<const store::Alias> aliases;
  uint64_t origin;
};

class Import {
 public:
  Import(const ImportRequest& request, Context& context, store::Writer& writer)
      : request_(&request), context_(&context), writer_(&writer), batches_(context, writer) {}

  // `old`: the store that is added to, or nullptr. `graph`: what to import instead of the request's
  // inputs, or nullptr.
  Result<void> run(const store::Store* old, std::unique_ptr<NumberedGraph> graph,
                   const Merge* merge) {
    old_ = old;
    merge_ = merge;
    if (old_ != nullptr && merge_ == nullptr) {
      COCITE_TRY(ledger_, InputLedger::read(*old_));
    }
    facts_.names = request_->opaque_names ? store::Names::kOpaque : store::Names::kUrl;
    numbered_ = std::move(graph);
    if (!numbered_ && merge_ == nullptr) {
      COCITE_TRY(const std::vector<std::string> inputs,
                 expand_inputs(request_->inputs, request_->from));
      report_.inputs = inputs.size();
      COCITE_CHECK(open(inputs));
    }
    COCITE_CHECK(read());
    COCITE_CHECK(strict_check());
    COCITE_CHECK(gather_aliases());
    COCITE_CHECK(number_pages());
    COCITE_CHECK(pages_check());
    COCITE_CHECK(write_graph());
    COCITE_CHECK(write_columns());
    COCITE_CHECK(strict_check());
    return tell_facts();
  }
  [[nodiscard]] const store::Facts& facts() const { return facts_; }

 private:
  Result<void> open(const std::vector<std::string>& inputs) {
    inputs_ = inputs;
    for (const read::SourceInfo* const info : read::sources()) {
      if (!info->is_graph) continue;
      const bool is_it =
          request_->from.empty()
              ? std::ranges::any_of(
                    inputs, [&](const std::string& input) { return info->recognises(input, {}); })
              : request_->from == info->name;
      if (!is_it) continue;
      if (request_->order == LinkOrder::kPage && old_ == nullptr) {
        return fail({.message = std::string(info->name) +
                                ": lists of such a graph are sorted and have no page order",
                     .about = "order"});
      }
      COCITE_TRY(numbered_, open_graph(*context_, info->name, inputs, writer_->scratch("edges")));
      break;
    }
    return {};
  }

  Result<void> read() {
    if (old_ != nullptr) {
      batches_.set_store(*old_);
      context_->hold(old_->pages() * sizeof(uint32_t));  // their numbers in the new store
    }
    if (numbered_) {
      if (!numbered_->has_names()) {
        if (old_ != nullptr) {
          return fail({.message = "a graph without names cannot be added to a store",
                       .about = "names_file"});
        }
        facts_.names = store::Names::kNumbers;
      }
      for (const std::string& input : inputs_) {
        static_cast<void>(ledger_.add(InputKind::kPages, input));
      }
      COCITE_CHECK(numbered_->name_pages(batches_));
    } else {
      COCITE_TRY(gatherer_,
                 Gatherer::create(*context_, *writer_, batches_, old_ == nullptr ? 0 : 1));
      COCITE_CHECK(read_inputs());
      gatherer_->add_to(report_);
      COCITE_CHECK(links_check());
    }
    lap("reading");
    return {};
  }

  Result<void> read_inputs() {
    COCITE_CHECK(check_inputs(*context_, inputs_));
    for (const std::string& input : inputs_) {
      const auto source = open_input(*context_, input);
      std::optional<Error> trouble;
      if (source) {
        COCITE_TRY(trouble, gatherer_->read(**source));
        if (taken_for_.empty()) taken_for_ = (*source)->taken_for();
        if (std::string note = (*source)->note(); !note.empty()) {
          report_.notes.push_back(readable(note, kMaxNoteBytes));
        }
      } else {
        trouble = source.error();
      }
      if (!trouble) {
        static_cast<void>(ledger_.add(InputKind::kPages, input));
        continue;
      }
      if (trouble->code == ErrorCode::kCancelled) return tl::unexpected<Error>(*trouble);
      COCITE_CHECK(leave_out(*trouble));
    }
    const Skipped* const unread = unread_inputs(report_);
    if (unread == nullptr || unread->count < inputs_.size()) return {};
    Error error = *first_trouble_;
    if (inputs_.size() > 1) {
      error.message += " (none of the " + std::to_string(inputs_.size()) +
                       " inputs could be read; no store is made)";
    }
    return tl::unexpected<Error>(std::move(error));
  }

  // Leaves out an input that cannot be read; the others are imported.
  Result<void> leave_out(const Error& trouble) {
    if (request_->strict) return tl::unexpected<Error>(trouble);
    if (!first_trouble_) first_trouble_ = trouble;
    if (unread_inputs(report_) == nullptr) {
      report_.skipped.insert(
          report_.skipped.begin(),
          Skipped{.reason = std::string(kUnreadInputs), .count = 0, .samples = {}});
    }
    ++report_.skipped.front().count;
    report_.skipped.front().samples.push_back(readable(trouble.message));
    return {};
  }

  // Where nothing may be left out, what was left out is an error; nothing has been published yet.
  Result<void> strict_check() const {
    if (!request_->strict || report_.skipped.empty()) return {};
    const Skipped& first = report_.skipped.front();
    return fail({.message = (first.samples.empty() ? first.reason
                                                   : first.samples.front() + ": " + first.reason) +
                            " (" + std::to_string(first.count) + " of these)",
                 .about = "strict"});
  }

  // Lists and tables without links, or with more than half of their lines broken, are another format.
  Result<void> links_check() const {
    if (request_->may_be_empty || taken_for_.empty() || report_.fetches > 0) return {};
    const uint64_t broken = gatherer_->broken_lines();
    const bool is_mostly_broken = broken * 2 > report_.lines;
    if (!is_mostly_broken && (report_.links_read > 0 || gatherer_->is_empty())) return {};
    std::string why = inputs_[0] + (inputs_.size() > 1 ? " and the other inputs" : "") + ": ";
    why += is_mostly_broken ? std::to_string(broken) + " of " + std::to_string(report_.lines) +
                                  " lines are not links"
                            : "there are no links";
    return fail({.message = why + ", and no store is made; " + taken_for_,
                 .remedies = {{.options = {{"columns", "source=1,target=2"}}}}});
  }

  // A store without any page is a mistake: the wrong file, or the wrong kind of names.
  Result<void> pages_check() const {
    if (report_.pages > 0 || inputs_.empty() || request_->may_be_empty) return {};
    std::string why = inputs_[0] + (inputs_.size() > 1 ? " and the other inputs" : "") +
                      ": there is no page in it, and no store is made";
    if (!report_.skipped.empty()) {
      const Skipped& most = *std::ranges::max_element(report_.skipped, {}, &Skipped::count);
      why += "; " + std::to_string(most.count) + " times " + most.reason;
      if (!most.samples.empty()) why += ", as in " + most.samples.front();
    }
    return fail(ErrorCode::kInvalidArgument, why);
  }

  // The old store's first: a newer fact replaces an older one.
  Result<void> gather_aliases() {
    if (old_ != nullptr && old_->aliases() != nullptr) {
      for (uint64_t i = 0; i < old_->aliases()->size(); ++i) {
        COCITE_TRY(const store::Alias alias, old_->aliases()->get(i));
        context_->hold(Aliases::bytes_of(alias));
        aliases_.add(alias);
      }
    }
    if (gatherer_) gatherer_->give_aliases(aliases_);
    if (merge_ != nullptr) {
      for (const store::Alias& alias : merge_->aliases) {
        context_->hold(Aliases::bytes_of(alias));
        aliases_.add(alias);
      }
    }
    if (aliases_.empty()) return {};
    const std::vector<store::Alias> facts = aliases_.facts();
    for (const store::Alias& alias : facts) {
      batches_.dictionary().add(alias.from);
      batches_.dictionary().add(alias.to);
    }
    aliases_.resolve();
    batches_.set_aliases(aliases_);
    report_.aliases = aliases_.size();
    COCITE_TRY(auto file, writer_->create(store::Part::kAliases));
    return store::write_aliases(std::move(file), facts);
  }

  Result<void> number_pages() {
    if (facts_.names == store::Names::kUrl) {
      COCITE_TRY(sites_, url::SiteList::load(request_->suffix_list));
    }
    pages_.emplace(*writer_, sites_ ? &*sites_ : nullptr);
    COCITE_CHECK(batches_.assign(
        [&](std::span<const std::string> sample) { return pages_->start(sample); },
        [&](std::string_view key, bool is_secure) { return pages_->add(key, is_secure); }));
    COCITE_CHECK(pages_->finish());
    report_.pages = batches_.size();
    report_.hosts = pages_->host_count();
    lap("numbering pages");
    return {};
  }

  Result<void> write_graph() {
    std::vector<std::unique_ptr<LinkFeed>> feeds;
    if (old_ != nullptr) {
      feeds.push_back(std::make_unique<StoreFeed>(*old_, batches_.numbers_of_store()));
    }
    if (numbered_) {
      COCITE_TRY(auto feed, numbered_->links(batches_, old_ == nullptr ? 0 : 1));
      feeds.push_back(std::move(feed));
    } else {
      feeds.push_back(gatherer_->links());
    }
    GraphWriter graph(*context_, *writer_, report_.pages, pages_->host_starts());
    COCITE_CHECK(graph.write(feeds));
    counts_ = graph.counts();
    facts_.crawled = graph.crawled().ones();
    report_.links = counts_.links;
    report_.self_links += counts_.self_links;
    report_.repeated_links = counts_.repeated_links;
    report_.replaced_links = counts_.replaced_links;
    report_.pages_seen_again = counts_.pages_seen_again;
    COCITE_TRY(auto file, writer_->create(store::Part::kCrawled));
    COCITE_CHECK(graph.crawled().write(file, "crawled"));
    COCITE_CHECK(file.finish());
    if (report_.pages_seen_again > 0 && old_ == nullptr && report_.fetches == 0) {
      report_.notes.push_back(
          std::to_string(report_.pages_seen_again) +
          " pages have links in more than one input; the " +
          (request_->seen_again == SeenAgain::kOldest ? "first" : "last") +
          " list of each counts. If the inputs are parts of one list, import them with "
          "seen-again union");
    }
    if (counts_.links > 0) tell_order();
    lap("packing links");
    return write_texts(graph);
  }

  void tell_order() {
    if (request_->order == LinkOrder::kNone && old_ != nullptr && old_->has_link_order()) {
      report_.notes.emplace_back(
          "the links of the store had an order, which is dropped: places of links say nothing");
    } else if (request_->order == LinkOrder::kAuto && !numbered_ && !counts_.link_order) {
      report_.notes.emplace_back(
          "every list came sorted by key: the store has no link order (places of links say "
          "nothing). If the pages have their links so, import with order page");
    }
  }

  Result<void> write_texts(const GraphWriter& graph) {
    TextsWriter texts(*context_, *writer_, batches_, old_, facts_.names == store::Names::kUrl);
    COCITE_CHECK(texts.write(gatherer_.get(), graph, report_));
    if (numbered_) COCITE_CHECK(numbered_->write_parts(report_));
    Statuses statuses;
    if (gatherer_) gatherer_->give_statuses(statuses);
    COCITE_CHECK(statuses.write(*writer_, old_, batches_.numbers_of_store()));
    if (texts.has_any()) lap("titles and texts");
    return {};
  }

  Result<void> write_columns() {
    if (gatherer_) {
      return write_years(*writer_, gatherer_->years(), old_, batches_.numbers_of_store(),
                         report_.pages);
    }
    if (!numbered_) return {};
    COCITE_TRY(const auto pages, writer_->written(store::Part::kPages));
    COCITE_TRY(const auto keys, file::StringTable::open(pages, "keys"));
    COCITE_TRY(const auto columns, numbered_->columns(keys));
    for (const ImportedColumn& column : columns) {
      COCITE_CHECK(writer_->add(
          store::NewColumn{.name = column.name, .values = column.values, .about = column.about}));
    }
    numbered_->add_to(report_);  // only now all is read
    return {};
  }

  Result<void> tell_facts() {
    const auto bits_of = [&](store::Part part) -> Result<uint64_t> {
      COCITE_TRY(auto file, writer_->written(part));
      COCITE_TRY(const auto links, graph::PackedLinks::of(std::move(file)));
      return links.size().stream_bits + links.size().index_bits;
    };
    COCITE_TRY(const uint64_t out_bits, bits_of(store::Part::kOut));
    COCITE_TRY(const uint64_t in_bits, bits_of(store::Part::kIn));
    if (report_.links > 0) {
      report_.bits_per_link =
          static_cast<double>(out_bits + in_bits) / static_cast<double>(report_.links);
    }
    report_.peak_memory_bytes = peak_memory();
    facts_.pages = report_.pages;
    facts_.links = report_.links;
    facts_.hosts = report_.hosts;
    facts_.sites = pages_->site_count();
    facts_.same_host_links = counts_.same_host_links;
    facts_.aliases = report_.aliases;
    facts_.childless = counts_.childless;
    facts_.max_in = counts_.max_in;
    facts_.max_out = counts_.max_out;
    facts_.link_order = counts_.link_order;
    facts_.order = request_->order;
    facts_.fold_www = request_->fold_www;
    facts_.fast = request_->fast;
    facts_.index = request_->index;
    facts_.stem = request_->stem.empty() ? "auto" : request_->stem;
    facts_.given_texts =
        !request_->text_file.empty() || (old_ != nullptr && old_->facts().given_texts);
    facts_.created_by = "cocite " COCITE_VERSION;
    if (numbered_) numbered_->add_to(facts_);
    if (merge_ != nullptr) facts_.made_from = merge_->origin;
    return {};
  }

 public:
  // What is still to be done with the store, its report, and then it is whole.
  Result<ImportReport> finish(const Finish& finish) {
    COCITE_TRY(report_.store_bytes, writer_->seal(facts_));
    COCITE_CHECK(write_visits());
    if (finish) {
      COCITE_TRY(const std::vector<std::string> said, finish(*writer_, facts_));
      report_.notes.insert(report_.notes.end(), said.begin(), said.end());
      lap("preparing");
    }
    COCITE_CHECK(write_report());
    COCITE_TRY(report_.store_bytes, writer_->seal(facts_));
    return report_;
  }

 private:
  // Between pages of the draft, which is a store by now.
  Result<void> write_visits() {
    const bool has_old = old_ != nullptr && old_->visits() != nullptr;
    if (request_->visit_files.empty() && !has_old) return {};
    COCITE_TRY(const store::Store draft, store::Store::open(writer_->folder()));
    VisitReader visits(*context_, draft, writer_->scratch("visits"));
    for (const std::string& file : request_->visit_files) {
      const InputEntry* const same = ledger_.add(InputKind::kVisits, file);
      if (same != nullptr && !(old_ != nullptr && request_->force)) {
        report_.notes.push_back(told_twice(file, *same));
        continue;
      }
      COCITE_TRY(const std::optional<Error> trouble, visits.read(file));
      if (!trouble) continue;
      ledger_.remove(InputKind::kVisits, file);
      if (request_->visit_files.size() == 1) return tl::unexpected<Error>(*trouble);
      COCITE_CHECK(leave_out(*trouble));
    }
    COCITE_TRY(const bool has_any,
               visits.write([&] { return writer_->create(store::Part::kVisits); },
                            has_old ? old_->visits() : nullptr,
                            has_old ? std::span<const uint32_t>(batches_.numbers_of_store())
                                    : std::span<const uint32_t>(),
                            report_));
    if (has_any) {
      COCITE_TRY(report_.store_bytes, writer_->seal(facts_));
    }
    lap("visits");
    return {};
  }
  // The report as it can be known before it is written: without its own time and size.
  Result<void> write_report() {
    report_.seconds = seconds_since(begin_);
    COCITE_TRY(auto file, writer_->create(store::Part::kReport));
    COCITE_CHECK(file.begin("text"));
    const std::string text = report_text(report_);
    COCITE_CHECK(file.write(std::as_bytes(std::span(text))));
    COCITE_CHECK(ledger_.write(file));
    return file.finish();
  }

  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  void lap(const std::string& stage) {
    report_.stage_seconds.emplace_back(stage, seconds_since(lap_));
    lap_ = Clock::now();
  }

  const ImportRequest* request_;
  Context* context_;
  store::Writer* writer_;
  const store::Store* old_ = nullptr;
  const Merge* merge_ = nullptr;
  std::vector<std::string> inputs_;
  KeyBatches batches_;
  Aliases aliases_;
  store::Facts facts_;
  std::unique_ptr<NumberedGraph> numbered_;
  std::unique_ptr<Gatherer> gatherer_;
  std::optional<url::SiteList> sites_;
  std::optional<PagesWriter> pages_;
  GraphCounts counts_;
  ImportReport report_;
  InputLedger ledger_;
  std::string taken_for_;               // the first list or table of links
  std::optional<Error> first_trouble_;  // of inputs that were left out
  Clock::time_point begin_ = Clock::now();
  Clock::time_point lap_ = Clock::now();
};

uint64_t memory_for(const ImportRequest& request, const Limits& limits) {
  return std::max(limits.least_memory_bytes,
                  request.memory_bytes != 0 ? request.memory_bytes : machine_memory() / 2);
}

// Nothing but visits: pages and links stay the files that they are.
Result<ImportReport> add_visits(const ImportRequest& request, const Limits& limits,
                                const store::Store& store) {
  const auto begin = std::chrono::steady_clock::now();
  allow_many_open_files();
  Context context(request, limits, memory_for(request, limits),
                  request.threads != 0 ? request.threads : hardware_threads());
  ImportReport report;
  report.pages = store.pages();
  report.links = store.links();
  report.hosts = store.hosts();
  InputLedger ledger;
  std::string old_report;
  Skipped unread{.reason = std::string(kUnreadInputs), .count = 0, .samples = {}};
  const auto write = [&](file::ContainerWriter file, const std::string& scratch) -> Result<void> {
    // Under the lock: another process may have added visits meanwhile.
    COCITE_TRY(const store::Store now, store::Store::open(store.path()));
    std::vector<uint32_t> numbers(now.visits() == nullptr ? 0 : now.pages());
    std::iota(numbers.begin(), numbers.end(), 0U);
    VisitReader visits(context, now, scratch);
    COCITE_TRY(ledger, InputLedger::read(now));
    COCITE_TRY(old_report, now.report());
    for (const std::string& input : request.visit_files) {
      const InputEntry* const same = ledger.add(InputKind::kVisits, input);
      if (same != nullptr && !request.force) {
        report.notes.push_back(told_twice(input, *same));
        continue;
      }
      COCITE_TRY(const std::optional<Error> trouble, visits.read(input));
      if (!trouble) continue;
      ledger.remove(InputKind::kVisits, input);
      if (request.strict || request.visit_files.size() == 1) return tl::unexpected<Error>(*trouble);
      unread.samples.push_back(readable(trouble->message));
    }
    unread.count = unread.samples.size();
    if (unread.count == request.visit_files.size()) {
      return fail(ErrorCode::kInvalidArgument,
                  unread.samples.front() + " (none of the files could be read)");
    }
    if (unread.count > 0) report.skipped.push_back(unread);
    const auto create = [&]() -> Result<file::ContainerWriter> { return std::move(file); };
    COCITE_TRY(const bool has_any, visits.write(create, now.visits(), numbers, report));
    if (has_any) return {};
    return fail(ErrorCode::kInvalidArgument,
                "no transition between pages of the store is left, and nothing was changed\n" +
                    report_text(report));
  };
  const auto write_report = [&](file::ContainerWriter file,
                                const std::string& /*scratch*/) -> Result<void> {
    COCITE_CHECK(file.begin("text"));
    COCITE_CHECK(file.write(std::as_bytes(std::span(old_report))));
    COCITE_CHECK(ledger.write(file));
    return file.finish();
  };
  // In this order: the report names the files that were read.
  const std::array parts = {store::NewPart{.part = store::Part::kVisits, .write = write},
                            store::NewPart{.part = store::Part::kReport, .write = write_report}};
  const std::function<bool()> goes_on = [&context] { return !context.is_stopped(); };
  COCITE_CHECK(store::save_parts(store, {.others = parts}, goes_on));
  COCITE_TRY(const store::Store now, store::Store::open(store.path()));
  for (const store::FileEntry& file : now.manifest().files) report.store_bytes += file.size_bytes;
  report.peak_memory_bytes = peak_memory();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

constexpr int kTriesToReadLedger = 20;

// Removes from the request what is in the store already; what the user should hear of it.
Result<std::vector<std::string>> leave_out_known(const store::Store& store,
                                                 ImportRequest& request) {
  std::vector<std::string> notes;
  COCITE_TRY(InputLedger ledger, InputLedger::read(store));
  if (ledger.entries().empty()) return notes;
  const auto keep_new = [&](InputKind kind, std::vector<std::string>& files) {
    std::erase_if(files, [&](const std::string& file) {
      const InputEntry* const same = ledger.add(kind, file);
      if (same != nullptr) notes.push_back(told_twice(file, *same));
      return same != nullptr;
    });
  };
  // Titles and texts need the pages that they come with.
  if (request.title_file.empty() && request.text_file.empty()) {
    keep_new(InputKind::kPages, request.inputs);
  }
  keep_new(InputKind::kVisits, request.visit_files);
  return notes;
}

ImportReport nothing_to_add(const store::Store& store) {
  ImportReport report;
  report.pages = store.pages();
  report.links = store.links();
  report.hosts = store.hosts();
  for (const store::FileEntry& file : store.manifest().files) {
    report.store_bytes += file.size_bytes;
  }
  report.notes.emplace_back("nothing was changed: the store has all of it");
  return report;
}

// A store that is added to, as it was when its list of inputs was read.
struct Addition {
  const store::Store* seen;
  bool is_outdated = false;  // found under the lock: another process has replaced it since
};

// `addition`: nullptr where nothing is added to.
Result<ImportReport> write_store(const ImportRequest& asked, const Limits& limits,
                                 Addition* addition, const Finish& finish, const MakeGraph& make,
                                 const Merge* merge) {
  const bool adds = addition != nullptr;
  const bool replaces = adds || asked.force;
  COCITE_TRY(store::Writer writer,
             store::Writer::begin(asked.store, replaces ? store::Writer::Existing::kReplace
                                                        : store::Writer::Existing::kRefuse));
  ImportRequest request = asked;
  std::optional<store::Store> old;
  if (adds || merge != nullptr) {
    // Opened under the lock: pages that another process adds meanwhile would be lost.
    COCITE_TRY(old, store::Store::open(merge != nullptr ? merge->from->path() : asked.store));
    if (adds && old->manifest().identity != addition->seen->manifest().identity) {
      addition->is_outdated = true;
      return fail(ErrorCode::kBusy, asked.store + ": was replaced by another process meanwhile");
    }
    if (old->names() == store::Names::kNumbers) {
      return fail(
          ErrorCode::kInvalidArgument,
          asked.store + ": its pages are numbers of a BVGraph; nothing can be added to them");
    }
    request.opaque_names = old->names() == store::Names::kOpaque;
    request.fold_www = old->facts().fold_www;
    request.fast = request.fast || old->facts().fast;
    request.index = request.index && old->facts().index;
    if (request.stem.empty()) request.stem = old->facts().stem;
    const LinkOrder order = old->facts().order;
    if (order == LinkOrder::kNone && request.order == LinkOrder::kPage) {
      return fail({.message = asked.store + ": was made without link order, and what order its "
                                            "links had is not known any more",
                   .about = "order"});
    }
    if (request.order == LinkOrder::kAuto) request.order = order;
  } else if (has_pages_by_path(request)) {
    request.opaque_names = true;
  }
  if (request.seen_again == SeenAgain::kNewest) {
    // A page may have its links in several parts of one table.
    const auto inputs = expand_inputs(request.inputs, request.from);
    if (inputs && are_parts(*inputs)) request.seen_again = SeenAgain::kUnion;
  }
  allow_many_open_files();  // the less memory, the more files links are sorted in
  const uint64_t memory = memory_for(request, limits);
  const bool is_less = request.memory_bytes != 0 && request.memory_bytes < memory;
  Context context(request, limits, memory,
                  request.threads != 0 ? request.threads : hardware_threads());
  COCITE_CHECK(context.read_dates());
  ImportReport report;
  store::Facts facts;
  {
    Import import(request, context, writer);
    COCITE_CHECK(import.run(old ? &*old : nullptr, make ? make(context, writer) : nullptr, merge));
    COCITE_TRY(report, import.finish(finish));
    facts = import.facts();
  }
  if (is_less) {
    report.notes.push_back(std::to_string(request.memory_bytes >> 20) +
                           " MiB of memory is less than an import needs; " +
                           std::to_string(memory >> 20) + " MiB was used, and the program itself");
  }
  if (context.is_stopped()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  COCITE_CHECK(writer.publish(facts));
  return report;
}

// Adds the state of the store to errors of a failing disk.
Result<ImportReport> run(const ImportRequest& asked, const Limits& limits, Addition* addition,
                         const Finish& finish, const MakeGraph& make = {},
                         const Merge* merge = nullptr) {
  Result<ImportReport> report = write_store(asked, limits, addition, finish, make, merge);
  const bool is_early = !report && report.error().code == ErrorCode::kIo &&
                        report.error().message.find("is in place") == std::string::npos;
  if (is_early && !make && merge == nullptr) {
    std::error_code ignored;
    report.error().message += std::filesystem::exists(asked.store, ignored)
                                  ? "; the store is as it was"
                                  : "; no store was made";
  }
  return report;
}

}  // namespace

Result<ImportReport> import_store(const ImportRequest& request, const Limits& limits,
                                  const Finish& finish) {
  return run(request, limits, nullptr, finish);
}

Result<ImportReport> add_to_store(const ImportRequest& request, const Limits& limits,
                                  const Finish& finish) {
  // Before anything is made: is there a store at all?
  COCITE_CHECK(store::Store::open(request.store));
  store::remove_leftovers(request.store);
  std::vector<std::string> inputs;
  if (!request.inputs.empty()) {
    COCITE_TRY(inputs, expand_inputs(request.inputs, request.from));
  }
  // Another process may replace the store between the two steps; then both are repeated.
  for (int tries = 0;; ++tries) {
    COCITE_TRY(const store::Store seen, store::Store::open(request.store));
    ImportRequest what = request;
    what.inputs = inputs;
    Result<std::vector<std::string>> known;
    if (!request.force) known = leave_out_known(seen, what);
    if (!known && tries < kTriesToReadLedger) continue;
    COCITE_CHECK(known);
    if (limits.before_lock != nullptr) (*limits.before_lock)();
    const bool has_files = !what.title_file.empty() || !what.text_file.empty();
    Addition addition{.seen = &seen};
    Result<ImportReport> report;
    if (what.inputs.empty() && what.visit_files.empty() && !known->empty()) {
      report = nothing_to_add(seen);
    } else if (what.inputs.empty() && !what.visit_files.empty() && !has_files) {
      report = add_visits(what, limits, seen);  // looks under the lock itself
    } else {
      report = run(what, limits, &addition, finish);
      if (addition.is_outdated) continue;
    }
    if (report) report->notes.insert(report->notes.begin(), known->begin(), known->end());
    return report;
  }
}

Result<void> make_merged_store(const store::Store& store, std::span<const store::Alias> aliases,
                               uint64_t origin, const std::string& path, bool replaces,
                               const GraphOptions& options) {
  ImportRequest request{.store = path,
                        .memory_bytes = options.memory_bytes,
                        .threads = options.threads,
                        .force = replaces,
                        .progress = options.progress,
                        .stop = options.stop};
  const Merge merge{.from = &store, .aliases = aliases, .origin = origin};
  COCITE_CHECK(run(request, {}, nullptr, {}, {}, &merge));
  return {};
}

Result<ImportReport> import_graph(const ImportRequest& request, const MakeGraph& make,
                                  const Limits& limits) {
  return run(request, limits, nullptr, {}, make);
}

}  // namespace cocite::ingest
