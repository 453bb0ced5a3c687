#include "ingest/ingest.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include <sys/resource.h>

#include "base/machine.h"
#include "base/parallel.h"
#include "crawl/raw_bytes.h"
#include "crawl/record_stream.h"
#include "crawl/source.h"
#include "file/publish.h"
#include "ingest/aliases.h"
#include "ingest/context.h"
#include "ingest/gather.h"
#include "ingest/graph_writer.h"
#include "ingest/key_batches.h"
#include "ingest/line_reader.h"
#include "ingest/numbered.h"
#include "ingest/pages_writer.h"
#include "ingest/store_feed.h"
#include "ingest/texts_writer.h"
#include "store/store.h"
#include "url/key.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;

uint64_t peak_memory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

// "@list.txt" stands for the files named in it, one a line.
Result<std::vector<std::string>> expand(const std::vector<std::string>& inputs) {
  std::vector<std::string> all;
  for (const std::string& input : inputs) {
    if (!input.starts_with('@')) {
      all.push_back(input);
      continue;
    }
    COCITE_TRY(LineReader lines, LineReader::open(input.substr(1)));
    for (std::string_view line; lines.next(line);) {
      if (!line.empty() && line.front() != '#') all.emplace_back(line);
    }
    COCITE_CHECK(lines.status());
  }
  if (all.empty()) return fail(ErrorCode::kInvalidArgument, "no input was given");
  return all;
}

// The beginning of an input, unpacked: empty where there is nothing to look at, a folder say. By
// the reader that bears damage: whether the input must be whole is for its own source to say.
Result<std::string> first_bytes_of(const std::string& input, const std::atomic<bool>* stop) {
  constexpr size_t kHead = 4096;
  std::unique_ptr<crawl::RecordStream> stream;
  std::string packed;
  std::error_code error;
  if (input == "-") {
    constexpr size_t kEnough = size_t{1} << 20;  // holds the dictionary of a .warc.zst
    COCITE_TRY(const auto raw, crawl::RawBytes::open(input, stop, kEnough));
    COCITE_TRY(const auto bytes, raw->look(kEnough));
    packed.assign(bytes.begin(), bytes.end());
    COCITE_TRY(stream, crawl::RecordStream::from_memory(packed, raw->name()));
  } else if (fs::is_regular_file(input, error)) {
    COCITE_TRY(stream, crawl::RecordStream::open(input));
  } else {
    return std::string();
  }
  COCITE_TRY(const std::string_view head, stream->look(kHead));
  return std::string(head);
}

Result<std::unique_ptr<crawl::Source>> open_source(const Context& context,
                                                   const std::string& input) {
  const ImportRequest& request = context.request();
  const crawl::SourceOptions options{.opaque_names = request.opaque_names,
                                     .fold_www = request.fold_www,
                                     .frames = request.frames,
                                     .drop_nofollow = request.drop_nofollow,
                                     .keep_text = request.keep_text,
                                     .keep_anchors = request.keep_anchors,
                                     .aliases = request.aliases,
                                     .from_date = context.from_date(),
                                     .to_date = context.to_date(),
                                     .piece_bytes = context.limits().piece_bytes,
                                     .stop = request.stop};
  if (!request.from.empty()) {
    COCITE_TRY(const crawl::SourceInfo* info, crawl::find_source(request.from));
    return crawl::open_source(*info, input, options);
  }
  COCITE_TRY(const std::string head, first_bytes_of(input, request.stop));
  for (const crawl::SourceInfo& info : crawl::sources()) {
    if (info.recognises(input, head)) return crawl::open_source(info, input, options);
  }
  return fail(ErrorCode::kInvalidArgument,
              input + ": what kind of input is this? It is not text; say it with --from");
}

class Import {
 public:
  Import(const ImportRequest& request, Context& context, const file::Draft& draft)
      : request_(&request), context_(&context), draft_(&draft), batches_(context, draft) {}

  // `old`: the store that is added to, or nullptr. `graph`: what to import instead of the request's
  // inputs, or nullptr.
  Result<ImportReport> run(const store::Store* old, std::unique_ptr<NumberedGraph> graph) {
    old_ = old;
    names_ = request_->opaque_names ? "opaque" : "url";
    numbered_ = std::move(graph);
    if (!numbered_) {
      COCITE_TRY(const std::vector<std::string> inputs, expand(request_->inputs));
      report_.inputs = inputs.size();
      COCITE_CHECK(open(inputs));
    }
    COCITE_CHECK(read());
    COCITE_CHECK(strict_check());
    COCITE_CHECK(gather_aliases());
    COCITE_CHECK(number_pages());
    COCITE_CHECK(write_graph());
    COCITE_CHECK(write_columns());
    COCITE_CHECK(strict_check());
    COCITE_CHECK(write_manifest());
    return report_;
  }

 private:
  Result<void> open(const std::vector<std::string>& inputs) {
    inputs_ = inputs;
    const auto is = [&](std::string_view kind, bool looks_like_it) {
      return request_->from == kind || (request_->from.empty() && looks_like_it);
    };
    if (is("bvgraph", is_bvgraph(inputs[0]))) {
      if (inputs.size() != 1) {
        return fail(ErrorCode::kInvalidArgument,
                    "one BVGraph at a time: give its name without .graph");
      }
      COCITE_TRY(numbered_, open_bvgraph(*context_, inputs[0]));
    } else if (is("commoncrawl", is_common_crawl(inputs))) {
      COCITE_TRY(numbered_, open_common_crawl(*context_, inputs));
    }
    return {};
  }

  Result<void> read() {
    if (old_ != nullptr) batches_.set_store(old_->keys());
    if (numbered_) {
      if (!numbered_->has_names()) {
        if (old_ != nullptr) {
          return fail(ErrorCode::kInvalidArgument,
                      "a graph without names cannot be added to a store; give --names-file");
        }
        names_ = "numbers";
      }
      COCITE_CHECK(numbered_->name_pages(batches_));
    } else {
      COCITE_TRY(gatherer_,
                 Gatherer::create(*context_, *draft_, batches_, old_ == nullptr ? 0 : 1));
      for (const std::string& input : inputs_) {
        COCITE_TRY(const auto source, open_source(*context_, input));
        COCITE_CHECK(gatherer_->read(*source));
      }
      gatherer_->add_to(report_);
    }
    lap("reading");
    return {};
  }

  // With --strict what was left out is an error; nothing has been published yet.
  Result<void> strict_check() const {
    if (!request_->strict || report_.skipped.empty()) return {};
    const Skipped& first = report_.skipped.front();
    return fail(
        ErrorCode::kInvalidArgument,
        (first.samples.empty() ? first.reason : first.samples.front() + ": " + first.reason) +
            " (" + std::to_string(first.count) + " such; --strict allows none)");
  }

  // The old store's first: a newer fact replaces an older one.
  Result<void> gather_aliases() {
    if (old_ != nullptr && old_->aliases() != nullptr) {
      for (uint64_t i = 0; i < old_->aliases()->size(); ++i) {
        COCITE_TRY(const store::Alias alias, old_->aliases()->get(i));
        aliases_.add(alias);
      }
    }
    if (gatherer_) gatherer_->give_aliases(aliases_);
    if (aliases_.empty()) return {};
    const std::vector<store::Alias> facts = aliases_.facts();
    for (const store::Alias& alias : facts) {
      batches_.dictionary().add(alias.from);
      batches_.dictionary().add(alias.to);
    }
    aliases_.resolve();
    batches_.set_aliases(aliases_);
    report_.aliases = aliases_.size();
    return store::write_aliases(draft_->folder() + "/aliases", facts);
  }

  Result<void> number_pages() {
    if (names_ == "url") {
      if (!request_->suffix_list.empty()) {
        COCITE_TRY(auto loaded, url::SiteList::load(request_->suffix_list));
        sites_.emplace(std::move(loaded));
      } else {
        sites_.emplace();
      }
    }
    pages_.emplace(draft_->folder() + "/pages", sites_ ? &*sites_ : nullptr);
    COCITE_CHECK(
        batches_.assign([&](std::span<const std::string> sample) { return pages_->start(sample); },
                        [&](std::string_view key) { return pages_->add(key); }));
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
    GraphWriter writer(*context_, *draft_, report_.pages, pages_->host_starts());
    COCITE_CHECK(writer.write(feeds));
    counts_ = writer.counts();
    crawled_ = writer.crawled().ones();
    report_.links = counts_.links;
    report_.self_links += counts_.self_links;
    report_.repeated_links = counts_.repeated_links;
    report_.replaced_links = counts_.replaced_links;
    report_.pages_seen_again = counts_.pages_seen_again;
    COCITE_TRY(auto file, file::ContainerWriter::create(draft_->folder() + "/crawled", "bits"));
    COCITE_CHECK(writer.crawled().write(file, "crawled"));
    COCITE_CHECK(file.finish());
    if (report_.pages_seen_again > 0 && old_ == nullptr && report_.fetches == 0) {
      report_.notes.push_back(
          std::to_string(report_.pages_seen_again) +
          " pages have links in more than one input; the " +
          (request_->seen_again == SeenAgain::kOldest ? "first" : "last") +
          " list of each counts. If the inputs are parts of one list: --seen-again union");
    }
    if (!numbered_ && !counts_.link_order && counts_.links > 0) {
      report_.notes.emplace_back(
          "every list came sorted by key: the store has no link order (places of links say "
          "nothing)");
    }
    lap("packing links");
    return write_texts(writer);
  }

  Result<void> write_texts(const GraphWriter& writer) {
    TextsWriter texts(*context_, *draft_, batches_, old_, names_ == "url");
    COCITE_CHECK(texts.write(gatherer_.get(), writer, report_));
    if (numbered_) COCITE_CHECK(numbered_->write_parts(report_));
    if (texts.has_any()) lap("titles and texts");
    return {};
  }

  Result<void> write_columns() {
    if (old_ != nullptr && !old_->column_names().empty()) {
      report_.notes.emplace_back(
          "columns of the old store are left out: they told of the old links");
    }
    if (!numbered_) return {};
    COCITE_TRY(const auto pages, file::Container::open(draft_->folder() + "/pages", "page"));
    COCITE_TRY(const auto keys, file::StringTable::open(pages, "keys"));
    COCITE_TRY(const auto columns, numbered_->columns(keys));
    for (const ImportedColumn& column : columns) {
      COCITE_CHECK(store::write_column(draft_->folder() + "/" + store::column_file(column.name),
                                       column.values, column.about));
    }
    numbered_->add_to(report_);  // only now all is read
    return {};
  }

  Result<void> write_manifest() {
    COCITE_TRY(const auto out, graph::PackedLinks::open(draft_->folder() + "/out"));
    COCITE_TRY(const auto in, graph::PackedLinks::open(draft_->folder() + "/in"));
    const auto bits = [](const graph::PackedSize& size) {
      return size.stream_bits + size.index_bits;
    };
    if (report_.links > 0) {
      report_.bits_per_link = static_cast<double>(bits(out.size()) + bits(in.size())) /
                              static_cast<double>(report_.links);
    }
    report_.peak_memory_bytes = peak_memory();
    store::Manifest manifest;
    manifest.set("pages", report_.pages);
    manifest.set("links", report_.links);
    manifest.set("hosts", report_.hosts);
    manifest.set("sites", pages_->site_count());
    manifest.set("same_host_links", counts_.same_host_links);
    manifest.set("crawled", crawled_);
    manifest.set("aliases", report_.aliases);
    manifest.set("childless", counts_.childless);
    manifest.set("max_in", counts_.max_in);
    manifest.set("max_out", counts_.max_out);
    manifest.set("link_order", counts_.link_order ? "yes" : "no");
    manifest.set("names", names_);
    manifest.set("fold_www", request_->fold_www ? "yes" : "no");
    manifest.set("fast", request_->fast ? "yes" : "no");
    manifest.set("created_by", "cocite " COCITE_VERSION);
    if (numbered_) numbered_->add_to(manifest);
    COCITE_CHECK(write_report());
    for (const auto& entry : fs::directory_iterator(draft_->folder())) {
      if (!entry.is_regular_file()) continue;
      COCITE_TRY(const auto container, file::Container::open_any(entry.path().string()));
      manifest.files.push_back({.name = entry.path().filename().string(),
                                .size_bytes = container.size(),
                                .identity = container.identity()});
      report_.store_bytes += container.size();
    }
    std::ranges::sort(manifest.files, {}, &store::FileEntry::name);
    return manifest.write(draft_->folder());
  }

  // The report as it can be known before it is written: without its own time and size.
  Result<void> write_report() {
    report_.seconds = seconds_since(begin_);
    COCITE_TRY(auto file, file::ContainerWriter::create(draft_->folder() + "/report", "repo"));
    COCITE_CHECK(file.begin("text"));
    const std::string text = report_text(report_);
    COCITE_CHECK(file.write(std::as_bytes(std::span(text))));
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
  const file::Draft* draft_;
  const store::Store* old_ = nullptr;
  std::vector<std::string> inputs_;
  KeyBatches batches_;
  Aliases aliases_;
  std::string names_;
  std::unique_ptr<NumberedGraph> numbered_;
  std::unique_ptr<Gatherer> gatherer_;
  std::optional<url::SiteList> sites_;
  std::optional<PagesWriter> pages_;
  GraphCounts counts_;
  uint64_t crawled_ = 0;
  ImportReport report_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point lap_ = Clock::now();
};

Result<ImportReport> run(const ImportRequest& asked, const Limits& limits, bool adds,
                         const MakeGraph& make = {}) {
  const bool replaces = adds || asked.force;
  COCITE_TRY(file::Draft draft,
             file::Draft::begin(asked.store, replaces ? file::Draft::Existing::kReplace
                                                      : file::Draft::Existing::kRefuse));
  ImportRequest request = asked;
  std::optional<store::Store> old;
  if (adds) {
    // Opened under the lock: what somebody else adds meanwhile would be lost.
    COCITE_TRY(old, store::Store::open(asked.store));
    if (old->manifest().fact("names") == "numbers") {
      return fail(
          ErrorCode::kInvalidArgument,
          asked.store + ": its pages are numbers of a BVGraph; nothing can be added to them");
    }
    request.opaque_names = old->names() == store::Names::kOpaque;
    request.fold_www = old->manifest().fact("fold_www") == "yes";
    request.fast = request.fast || old->manifest().fact("fast") == "yes";
  }
  allow_many_open_files();  // the less memory, the more files links are sorted in
  const uint64_t memory =
      std::max(limits.least_memory_bytes,
               request.memory_bytes != 0 ? request.memory_bytes : machine_memory() / 2);
  Context context(request, limits, memory,
                  request.threads != 0 ? request.threads : hardware_threads());
  COCITE_CHECK(context.read_dates());
  Result<ImportReport> report;
  {
    Import import(request, context, draft);
    report = import.run(old ? &*old : nullptr, make ? make(context, draft) : nullptr);
  }
  COCITE_CHECK(report);
  if (context.is_stopped()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  COCITE_CHECK(draft.publish());
  return report;
}

}  // namespace

Result<ImportReport> import_store(const ImportRequest& request, const Limits& limits) {
  return run(request, limits, false);
}

Result<ImportReport> add_to_store(const ImportRequest& request, const Limits& limits) {
  // Before anything is made: is there a store at all?
  COCITE_TRY(const store::Store seen, store::Store::open(request.store));
  return run(request, limits, true);
}

Result<ImportReport> import_graph(const ImportRequest& request, const MakeGraph& make,
                                  const Limits& limits) {
  return run(request, limits, false, make);
}

}  // namespace cocite::ingest
