// Common Crawl's published graphs: vertices (number, reversed name), edges (from, to), and perhaps
// ranks, which become columns. The page of a host or domain is its root: "com.example.www" is
// http://www.example.com/. Edges are unpacked once, parts side by side, and wait as pairs of numbers.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "file/raw_file.h"
#include "ingest/numbered.h"
#include "ingest/vertices.h"
#include "read/common_crawl.h"
#include "read/line_reader.h"

namespace cocite::ingest {
namespace {

using read::common_crawl::Part;

constexpr size_t kPieceLinks = size_t{1} << 17;

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (size_t at = 0;;) {
    const size_t tab = line.find('\t', at);
    fields.push_back(line.substr(at, tab - at));
    if (tab == std::string_view::npos) return fields;
    at = tab + 1;
  }
}

template <class Number>
bool parse(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// Edges of one file, in the graph's own numbers.
struct EdgePart {
  file::RawFile file;
  uint64_t links = 0;
};

class EdgeFeed final : public LinkFeed {
 public:
  EdgeFeed(std::vector<EdgePart>& parts, std::vector<uint32_t> final_numbers, uint64_t size,
           uint32_t order)
      : parts_(&parts), final_(std::move(final_numbers)), size_(size), order_(order) {}
  [[nodiscard]] uint64_t size() const override { return size_; }
  [[nodiscard]] bool is_sorted() const override { return true; }
  void release() override {
    for (EdgePart& part : *parts_) part.file.remove();
  }

  Result<void> play(const Use& use) override {
    std::vector<PageLink> links;
    for (const EdgePart& part : *parts_) {
      for (uint64_t first = 0; first < part.links; first += kPieceLinks) {
        links.resize(std::min<uint64_t>(kPieceLinks, part.links - first));
        COCITE_CHECK(
            part.file.read_at(first * sizeof(PageLink), std::as_writable_bytes(std::span(links))));
        for (PageLink& link : links) link = {final_[link.page], final_[link.other]};
        std::erase_if(links, [](const PageLink& link) {
          return link.page == kNoTarget || link.other == kNoTarget;
        });
        COCITE_CHECK(use(links, stamp_of(0, order_)));
      }
    }
    return {};
  }

 private:
  std::vector<EdgePart>* parts_;
  std::vector<uint32_t> final_;
  uint64_t size_;
  uint32_t order_;
};

class CommonCrawlInput final : public NumberedGraph {
 public:
  CommonCrawlInput(Context& context, std::string scratch)
      : context_(&context), scratch_(std::move(scratch)) {}

  Result<void> add_input(const std::string& input) {
    std::error_code error;
    if (std::filesystem::is_directory(input, error)) {
      COCITE_TRY(const auto files, read::common_crawl::files_of_release(input));
      for (const std::string& file : files) COCITE_CHECK(add_file(file));
      return {};
    }
    return add_file(input);
  }
  Result<void> ready() const {
    if (!vertices_.empty() && !edges_.empty()) return {};
    const bool has_edges = !edges_.empty();
    return fail(
        ErrorCode::kInvalidArgument,
        (has_edges           ? edges_.front()
         : vertices_.empty() ? ranks_.front()
                             : vertices_.front()) +
            ": a Common Crawl graph needs vertices and edges; there are no " +
            (has_edges ? "vertices, and without these the pages would be numbers" : "edges"));
  }

  Result<void> name_pages(KeyBatches& batches) override {
    COCITE_CHECK(name_vertices(*context_, vertices_, batches, names_, skipped_));
    return read_edges();
  }
  Result<std::unique_ptr<LinkFeed>> links(const KeyBatches& batches, uint32_t order) override {
    COCITE_TRY(auto final, names_.final_numbers(batches));
    return std::unique_ptr<LinkFeed>(
        std::make_unique<EdgeFeed>(parts_, std::move(final), edge_count_, order));
  }

  // Header: #harmonicc_pos #harmonicc_val #pr_pos #pr_val #host_rev [#n_hosts]
  Result<std::vector<ImportedColumn>> columns(const file::StringTable& keys) override {
    std::vector<ImportedColumn> columns;
    if (ranks_.empty()) return columns;
    const double none = std::numeric_limits<double>::quiet_NaN();
    columns.push_back({"cc-harmonic", "harmonic centrality, as published by Common Crawl",
                       std::vector<double>(keys.size(), none)});
    columns.push_back({"cc-pagerank", "PageRank, as published by Common Crawl",
                       std::vector<double>(keys.size(), none)});
    std::string key;
    for (const std::string& file : ranks_) {
      COCITE_TRY(read::LineReader lines, read::LineReader::open(file));
      for (std::string_view line; lines.next(line);) {
        if (line.empty() || line.front() == '#') continue;
        const auto fields = fields_of(line);
        double harmonic = 0;
        double pagerank = 0;
        if (fields.size() < 5 || !parse(fields[1], harmonic) || !parse(fields[3], pagerank)) {
          skipped_.add("not a line of ranks", lines.place(), line);
          continue;
        }
        std::optional<uint64_t> page;
        if (key_of_reversed(context_->request(), fields[4], key).empty()) {
          COCITE_TRY(page, keys.find(key));
        }
        if (!page) {
          skipped_.add("rank of an unknown page", lines.place(), line);
          continue;
        }
        columns[0].values[*page] = harmonic;
        columns[1].values[*page] = pagerank;
      }
      COCITE_CHECK(lines.status());
      COCITE_CHECK(context_->report("reading ranks", 0, 0, ""));
    }
    return columns;
  }
  [[nodiscard]] bool has_names() const override { return true; }
  void add_to(ImportReport& report) const override {
    report.lines += names_.size() + edge_count_;
    report.links_read += edge_count_;
    skipped_.add_to(report);
  }

 private:
  Result<void> add_file(const std::string& input) {
    switch (read::common_crawl::part_of(input)) {
      case Part::kVertices:
        vertices_.push_back(input);
        return {};
      case Part::kEdges:
        edges_.push_back(input);
        return {};
      case Part::kRanks:
        ranks_.push_back(input);
        return {};
      case Part::kNone:
        break;
    }
    return fail(ErrorCode::kInvalidArgument,
                input +
                    ": is it vertices, edges or ranks? One of these words must be in its name, or "
                    "be the name of its folder");
  }

  Result<void> read_edges() {
    parts_.resize(edges_.size());
    std::mutex mutex;
    Result<void> outcome;
    uint64_t done = 0;
    parallel_for(edges_.size(), context_->threads(), [&](size_t i) {
      const auto report = [&](uint64_t links) {
        const std::scoped_lock lock(mutex);
        done += links;
        if (outcome) outcome = context_->report("reading edges", done, 0, "links");
        return outcome.has_value();
      };
      if (!report(0)) return;
      Result<void> part_outcome =
          read_part(edges_[i], scratch_ + std::to_string(i), parts_[i], report);
      const std::scoped_lock lock(mutex);
      if (!part_outcome && outcome) outcome = std::move(part_outcome);
    });
    COCITE_CHECK(outcome);
    for (const EdgePart& part : parts_) edge_count_ += part.links;
    return {};
  }

  // `report(links)`: false: stop.
  template <class Report>
  Result<void> read_part(const std::string& path, const std::string& scratch, EdgePart& part,
                         const Report& report) const {
    COCITE_TRY(part.file, file::RawFile::create(scratch));
    COCITE_TRY(read::LineReader lines, read::LineReader::open(path));
    std::vector<PageLink> links;
    const auto put = [&]() -> Result<bool> {
      COCITE_CHECK(part.file.append(std::as_bytes(std::span(links))));
      part.links += links.size();
      const bool goes_on = report(links.size());
      links.clear();
      return goes_on;
    };
    for (std::string_view line; lines.next(line);) {
      if (line.empty() || line.front() == '#') continue;
      const size_t tab = line.find('\t');
      uint64_t from = 0;
      uint64_t to = 0;
      if (tab == std::string_view::npos || !parse(line.substr(0, tab), from) ||
          !parse(line.substr(tab + 1), to)) {
        return fail(ErrorCode::kCorrupt, lines.place() + ": is not two numbers with a tab between");
      }
      if (from >= names_.size() || to >= names_.size()) {
        return fail(ErrorCode::kCorrupt, lines.place() +
                                             ": names a vertex that is not there (vertices: " +
                                             std::to_string(names_.size()) + ")");
      }
      links.push_back({static_cast<uint32_t>(from), static_cast<uint32_t>(to)});
      if (links.size() < kPieceLinks) continue;
      COCITE_TRY(const bool goes_on, put());
      if (!goes_on) return {};
    }
    COCITE_CHECK(lines.status());
    COCITE_TRY([[maybe_unused]] const bool goes_on, put());
    return part.file.flush();
  }

  Context* context_;
  std::string scratch_;
  std::vector<std::string> vertices_;
  std::vector<std::string> edges_;
  std::vector<std::string> ranks_;
  NodeNames names_;
  std::vector<EdgePart> parts_;
  uint64_t edge_count_ = 0;
  SkipCounter skipped_;
};

}  // namespace

Result<std::unique_ptr<NumberedGraph>> open_common_crawl(Context& context,
                                                         const std::vector<std::string>& inputs,
                                                         const std::string& scratch) {
  auto input = std::make_unique<CommonCrawlInput>(context, scratch);
  for (const std::string& one : inputs) COCITE_CHECK(input->add_input(one));
  COCITE_CHECK(input->ready());
  return std::unique_ptr<NumberedGraph>(std::move(input));
}

}  // namespace cocite::ingest
