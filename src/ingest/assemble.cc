#include "ingest/assemble.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <optional>

#include <sys/resource.h>

#include "base/machine.h"
#include "base/parallel.h"
#include "file/bitmap.h"
#include "graph/packed_links.h"
#include "ingest/aliases.h"
#include "ingest/context.h"
#include "ingest/key_sample.h"
#include "ingest/pages_writer.h"
#include "ingest/record_columns.h"
#include "ingest/segment_set.h"
#include "ingest/statuses.h"
#include "store/link_counts.h"
#include "store/page_status.h"
#include "store/writer.h"
#include "url/site.h"

namespace cocite::ingest {
namespace {

// What is copied at a time.
constexpr uint64_t kCopyBytes = uint64_t{4} << 20;

class Assembly {
 public:
  Assembly(const SegmentSet& set, const ImportRequest& request, Context& context,
           store::Writer& writer)
      : set_(&set), request_(&request), context_(&context), writer_(&writer) {}

  Result<void> run() {
    facts_ = set_->facts();
    COCITE_CHECK(read_report());
    COCITE_CHECK(write_aliases());
    COCITE_CHECK(write_pages());
    lap("writing keys");
    COCITE_CHECK(copy_links(SegmentKind::kOut));
    COCITE_CHECK(copy_links(SegmentKind::kIn));
    if (facts_.on != On::kPages) COCITE_CHECK(copy_counts());
    lap("copying links");
    COCITE_CHECK(write_records());
    COCITE_CHECK(write_statuses());
    lap("titles and texts");
    return tell_facts();
  }
  [[nodiscard]] const store::Facts& facts() const { return facts_; }

  Result<ImportReport> finish(const Finish& finish) {
    COCITE_TRY(report_.store_bytes, writer_->seal(facts_));
    if (finish) {
      COCITE_TRY(const std::vector<std::string> said, finish(*writer_, facts_));
      report_.notes.insert(report_.notes.end(), said.begin(), said.end());
      lap("preparing");
    }
    report_.seconds = seconds_since(begin_);
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    report_.peak_memory_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
    COCITE_TRY(auto file, writer_->create(store::Part::kReport));
    COCITE_CHECK(file.begin("text"));
    const std::string text = report_text(report_);
    COCITE_CHECK(file.write(std::as_bytes(std::span(text))));
    COCITE_CHECK(file.finish());
    COCITE_TRY(report_.store_bytes, writer_->seal(facts_));
    return report_;
  }

 private:
  // Lines name<TAB>value of what was read where the segments were made.
  Result<void> read_report() {
    COCITE_TRY(const std::string text, set_->text("report"));
    for (std::string_view left = text; !left.empty();) {
      const std::string_view line = left.substr(0, left.find('\n'));
      left.remove_prefix(std::min(left.size(), line.size() + 1));
      const size_t tab = line.find('\t');
      if (tab == std::string_view::npos) return set_->head().damage("its report");
      read_line(line.substr(0, tab), line.substr(tab + 1));
    }
    return {};
  }

  void read_line(std::string_view name, std::string_view value) {
    const auto number = [](std::string_view word) {
      uint64_t parsed = 0;
      std::from_chars(word.data(), word.data() + word.size(), parsed);
      return parsed;
    };
    const size_t tab = value.find('\t');
    const std::string first(value.substr(0, tab));
    const std::string_view second = tab == std::string_view::npos ? "" : value.substr(tab + 1);
    const std::pair<std::string_view, uint64_t*> counts[] = {
        {"inputs", &report_.inputs},
        {"fetches", &report_.fetches},
        {"lines", &report_.lines},
        {"bytes", &report_.bytes},
        {"links_read", &report_.links_read},
        {"self_links", &report_.self_links},
        {"repeated_links", &report_.repeated_links},
        {"replaced_links", &report_.replaced_links},
        {"pages_seen_again", &report_.pages_seen_again}};
    for (const auto& [known, count] : counts) {
      if (name == known) *count = number(value);
    }
    if (name == "note") report_.notes.emplace_back(value);
    if (name == "record") report_.records.emplace_back(first, number(second));
    if (name == "link_use") report_.link_uses.emplace_back(first, number(second));
    if (name == "skipped") report_.skipped.push_back({first, number(second), {}});
    if (name == "sample" && !report_.skipped.empty()) {
      report_.skipped.back().samples.emplace_back(value);
    }
  }

  Result<void> write_aliases() {
    COCITE_TRY(const std::vector<store::Alias> facts, set_->aliases());
    if (facts.empty()) return {};
    for (const store::Alias& alias : facts) {
      context_->hold(Aliases::bytes_of(alias));
      aliases_.add(alias);
    }
    aliases_.resolve();
    alias_keys_ = aliases_.keys();
    COCITE_TRY(auto file, writer_->create(store::Part::kAliases));
    return store::write_aliases(std::move(file), facts);
  }

  // Calls use(place among all keys, key, whether it is a page's) in bytewise order.
  template <class Use>
  Result<void> for_each_key(Use&& use) {
    uint64_t place = 0;
    auto alias = alias_keys_.begin();
    std::string last;
    for (const Segment& segment : set_->of(SegmentKind::kPages)) {
      COCITE_TRY(const auto keys, file::StringTable::open(segment.container(), "keys"));
      if (keys.size() != segment.size()) return segment.damage("its keys");
      auto cursor = keys.cursor(0);
      std::string_view key;
      uint64_t seen = 0;
      while (cursor.next(key)) {
        if (seen == 0 && place > 0 && key <= last) return segment.damage("its keys do not rise");
        for (; alias != alias_keys_.end() && *alias < key; ++alias) {
          COCITE_CHECK(use(place++, *alias, false));
        }
        COCITE_CHECK(use(place++, key, true));
        if (++seen == keys.size()) last.assign(key);
        if (place % 65536 == 0) {
          COCITE_CHECK(context_->report("writing keys", place, set_->facts().pages, "pages"));
        }
      }
      COCITE_CHECK(cursor.status());
      if (seen != keys.size()) return segment.damage("its keys");
    }
    for (; alias != alias_keys_.end(); ++alias) COCITE_CHECK(use(place++, *alias, false));
    return {};
  }

  Result<void> write_pages() {
    if (facts_.names == store::Names::kUrl) {
      COCITE_TRY(sites_, url::SiteList::load(request_->suffix_list));
    }
    pages_.emplace(*writer_, sites_ ? &*sites_ : nullptr);
    std::map<uint64_t, std::string> sampled;
    const uint64_t all = facts_.pages + alias_keys_.size();
    for_each_sampled(all, [&](size_t place) { sampled[place]; });
    auto next = sampled.begin();
    COCITE_CHECK(for_each_key([&](uint64_t place, std::string_view key, bool) -> Result<void> {
      if (next == sampled.end() || next->first != place) return {};
      (next++)->second = sampled_part(key);
      return {};
    }));
    std::vector<std::string> sample;
    for_each_sampled(all, [&](size_t place) { sample.push_back(sampled[place]); });
    COCITE_CHECK(pages_->start(sample));
    std::vector<bool> secure(facts_.pages);
    COCITE_CHECK(for_each_bits("secure", [&](uint64_t at, bool bit) { secure[at] = bit; }));
    uint64_t page = 0;
    COCITE_CHECK(for_each_key([&](uint64_t, std::string_view key, bool is_page) -> Result<void> {
      if (!is_page) return {};
      return pages_->add(key, secure[page++]);
    }));
    COCITE_CHECK(pages_->finish());
    file::BitmapBuilder crawled;
    COCITE_CHECK(for_each_bits("crawled", [&](uint64_t, bool bit) { crawled.push(bit); }));
    facts_.crawled = crawled.ones();
    COCITE_TRY(auto file, writer_->create(store::Part::kCrawled));
    COCITE_CHECK(crawled.write(file, "crawled"));
    return file.finish();
  }

  template <class Use>
  Result<void> for_each_bits(std::string_view section, Use&& use) const {
    for (const Segment& segment : set_->of(SegmentKind::kPages)) {
      if (!segment.container().has(section)) continue;  // it is older than these bits
      COCITE_TRY(const auto words, segment.bits(section));
      for (uint64_t i = 0; i < segment.size(); ++i) use(segment.meta().first + i, bit_of(words, i));
    }
    return {};
  }

  Result<void> copy_links(SegmentKind kind) {
    const bool is_out = kind == SegmentKind::kOut;
    const bool is_ordered = is_out && facts_.link_order;
    COCITE_TRY(auto file, writer_->create(is_out ? store::Part::kOut : store::Part::kIn));
    COCITE_TRY(auto packer, graph::LinkPacker::create(
                                std::move(file), facts_.pages,
                                is_ordered ? graph::ListOrder::kPage : graph::ListOrder::kSorted,
                                facts_.fast ? graph::ListCoding::kBytes : graph::ListCoding::kBits,
                                context_->threads()));
    COCITE_TRY(const std::string codes, set_->text(is_out ? "out_codes" : "in_codes"));
    if (!packer.take_codes(std::as_bytes(std::span(codes)))) {
      return set_->head().damage("the codes of its links");
    }
    for (const Segment& segment : set_->of(kind)) {
      COCITE_CHECK(
          copy_segment(segment, is_out ? "copying out-links" : "copying in-links", packer));
      links_done_ += segment.meta().links;
    }
    links_done_ = 0;
    return packer.finish();
  }

  Result<void> copy_segment(const Segment& segment, std::string_view stage,
                            graph::LinkPacker& packer) {
    const SegmentMeta& meta = segment.meta();
    COCITE_TRY(const file::Section stream, segment.container().section("stream"));
    COCITE_TRY(const file::Section section, segment.container().section("sizes"));
    COCITE_TRY(const std::span<const uint64_t> sizes, section.values<uint64_t>());
    if (sizes.size() != (segment.size() + graph::kGroupPages - 1) / graph::kGroupPages) {
      return section.damage();
    }
    // All but the last of the store has whole groups: the next one begins at one.
    graph::PackedChunk chunk;
    uint64_t at = 0;
    uint64_t pages_left = segment.size();
    chunk.links = meta.links;
    chunk.list_bits = meta.list_bits;
    chunk.max_degree = meta.max_degree;
    for (size_t g = 0; g < sizes.size();) {
      uint64_t bytes = 0;
      chunk.group_sizes.clear();
      chunk.pages = 0;
      for (; g < sizes.size() && (bytes == 0 || bytes < kCopyBytes); ++g) {
        if (sizes[g] > stream.size() - at - bytes) return section.damage();
        bytes += sizes[g];
        chunk.group_sizes.push_back(sizes[g]);
        chunk.pages += std::min(pages_left - chunk.pages, graph::kGroupPages);
      }
      if (!stream.is_sound(at, at + bytes)) return stream.damage();
      chunk.bytes.assign(stream.data() + at, stream.data() + at + bytes);
      COCITE_CHECK(packer.add_packed(chunk));
      pages_left -= chunk.pages;
      chunk.links = chunk.list_bits = 0;  // counted once
      at += bytes;
      COCITE_CHECK(context_->report(stage, links_done_ + (g == sizes.size() ? meta.links : 0),
                                    set_->sum(segment.kind(), &SegmentMeta::links), "links"));
    }
    if (at != stream.size()) return section.damage();
    segment.container().let_go();
    return {};
  }

  // What stands behind the links of a graph of hosts or sites.
  Result<void> copy_counts() {
    COCITE_TRY(auto file, writer_->create(store::Part::kCounts));
    COCITE_TRY(auto counts, store::LinkCountWriter::create(std::move(file)));
    for (const Segment& segment : set_->of(SegmentKind::kOut)) {
      if (segment.meta().links == 0) continue;
      const auto some = store::LinkCounts::of(segment.container());
      COCITE_CHECK(some.check(segment.meta().links));
      COCITE_TRY(auto cursor, some.cursor());
      for (store::LinkCount count; cursor.next(count);) COCITE_CHECK(counts.add(count));
    }
    return counts.finish();
  }

  Result<void> write_records() {
    RecordColumns columns(*set_, *context_, *writer_);
    COCITE_CHECK(columns.write());
    report_.titles = columns.titles();
    report_.texts = columns.texts();
    return {};
  }

  Result<void> write_statuses() {
    std::vector<store::StatusEntry> all;
    for (const Segment& segment : set_->of(SegmentKind::kPages)) {
      COCITE_TRY(const file::Section section, segment.container().section("statuses"));
      COCITE_TRY(const std::span<const store::StatusEntry> some,
                 section.values<store::StatusEntry>());
      for (const store::StatusEntry& entry : some) {
        if (entry.page < segment.meta().first || entry.page >= segment.meta().end) {
          return section.damage();
        }
      }
      const auto kept = sum_up_statuses({some.begin(), some.end()});
      all.insert(all.end(), kept.begin(), kept.end());
    }
    if (all.empty()) return {};
    COCITE_TRY(auto file, writer_->create(store::Part::kStatuses));
    return store::write_statuses(std::move(file), all);
  }

  Result<void> tell_facts() {
    uint64_t bits = 0;
    for (const store::Part part : {store::Part::kOut, store::Part::kIn}) {
      COCITE_TRY(auto file, writer_->written(part));
      COCITE_TRY(const auto links, graph::PackedLinks::of(std::move(file)));
      bits += links.size().stream_bits + links.size().index_bits;
    }
    facts_.links = set_->sum(SegmentKind::kOut, &SegmentMeta::links);
    facts_.hosts = pages_->host_count();
    facts_.sites = pages_->site_count();
    facts_.same_host_links = set_->sum(SegmentKind::kOut, &SegmentMeta::same_host_links);
    facts_.aliases = alias_keys_.size();
    facts_.childless = set_->sum(SegmentKind::kOut, &SegmentMeta::childless);
    facts_.max_out = facts_.max_in = 0;
    for (const Segment& one : set_->of(SegmentKind::kOut)) {
      facts_.max_out = std::max(facts_.max_out, one.meta().max_degree);
    }
    for (const Segment& one : set_->of(SegmentKind::kIn)) {
      facts_.max_in = std::max(facts_.max_in, one.meta().max_degree);
    }
    facts_.created_by = "cocite " COCITE_VERSION;
    report_.pages = facts_.pages;
    report_.links = facts_.links;
    report_.hosts = facts_.hosts;
    report_.aliases = facts_.aliases;
    if (report_.links > 0) {
      report_.bits_per_link = static_cast<double>(bits) / static_cast<double>(report_.links);
    }
    return {};
  }

  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  void lap(const std::string& stage) {
    report_.stage_seconds.emplace_back(stage, seconds_since(lap_));
    lap_ = Clock::now();
  }

  const SegmentSet* set_;
  const ImportRequest* request_;
  Context* context_;
  store::Writer* writer_;
  store::Facts facts_;
  Aliases aliases_;
  std::vector<std::string_view> alias_keys_;
  std::optional<url::SiteList> sites_;
  std::optional<PagesWriter> pages_;
  uint64_t links_done_ = 0;
  ImportReport report_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point lap_ = Clock::now();
};

}  // namespace

Result<ImportReport> assemble(const ImportRequest& request, const Finish& finish) {
  if (request.inputs.size() != 1) {
    return fail(ErrorCode::kInvalidArgument, "name one folder: it holds all segments of the store");
  }
  COCITE_TRY(store::Writer writer,
             store::Writer::begin(request.store, request.force ? store::Writer::Existing::kReplace
                                                               : store::Writer::Existing::kRefuse));
  allow_many_open_files();
  COCITE_TRY(const SegmentSet set, SegmentSet::open(request.inputs[0]));
  Context context(request, {},
                  request.memory_bytes != 0 ? request.memory_bytes : machine_memory() / 2,
                  request.threads != 0 ? request.threads : hardware_threads());
  ImportReport report;
  store::Facts facts;
  {
    Assembly assembly(set, request, context, writer);
    COCITE_CHECK(assembly.run());
    COCITE_TRY(report, assembly.finish(finish));
    facts = assembly.facts();
  }
  if (context.is_stopped()) return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
  COCITE_CHECK(writer.publish(facts));
  return report;
}

}  // namespace cocite::ingest
