// Common Crawl's published graphs: vertices (number, reversed name), edges (from, to), and perhaps
// ranks, which become columns. The page of a host or domain is its root: "com.example.www" is
// http://www.example.com/.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>

#include "ingest/line_reader.h"
#include "ingest/numbered.h"

namespace cocite::ingest {
namespace {

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

// "com.example.www" -> "http://www.example.com/"
std::string url_of_reversed(std::string_view reversed) {
  std::string host;
  while (!reversed.empty()) {
    const size_t dot = reversed.rfind('.');
    const size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    if (!host.empty()) host += '.';
    host += reversed.substr(begin);
    reversed = reversed.substr(0, begin == 0 ? 0 : begin - 1);
  }
  return "http://" + host + "/";
}

enum class Part : uint8_t { kVertices, kEdges, kRanks };

Result<Part> part_of(const std::string& input) {
  const std::string name = std::filesystem::path(input).filename().string();
  if (name.find("vertices") != std::string::npos) return Part::kVertices;
  if (name.find("edges") != std::string::npos) return Part::kEdges;
  if (name.find("ranks") != std::string::npos) return Part::kRanks;
  return fail(ErrorCode::kInvalidArgument,
              input + ": is it vertices, edges or ranks? One of these words must be in its name");
}

// Why there is no page of this name, or nothing.
std::string_view key_of_reversed(const ImportRequest& request, std::string_view reversed,
                                 std::string& key) {
  if (request.opaque_names || reversed.empty()) return key_of_name(request, reversed, key);
  return key_of_name(request, url_of_reversed(reversed), key);
}

class EdgeFeed final : public LinkFeed {
 public:
  EdgeFeed(const std::vector<std::string>& files, std::vector<uint32_t> final_numbers,
           uint64_t size, uint32_t order)
      : files_(&files), final_(std::move(final_numbers)), size_(size), order_(order) {}
  [[nodiscard]] uint64_t size() const override { return size_; }
  [[nodiscard]] bool is_sorted() const override { return true; }

  Result<void> play(const Use& use) override {
    std::vector<PageLink> links;
    for (const std::string& file : *files_) {
      COCITE_TRY(LineReader lines, LineReader::open(file));
      for (std::string_view line; lines.next(line);) {
        if (line.empty() || line.front() == '#') continue;
        const size_t tab = line.find('\t');
        uint64_t from = 0;
        uint64_t to = 0;
        if (tab == std::string_view::npos || !parse(line.substr(0, tab), from) ||
            !parse(line.substr(tab + 1), to)) {
          return fail(ErrorCode::kCorrupt,
                      lines.place() + ": is not two numbers with a tab between");
        }
        if (from >= final_.size() || to >= final_.size()) {
          return fail(ErrorCode::kCorrupt, lines.place() +
                                               ": names a vertex that is not there (vertices: " +
                                               std::to_string(final_.size()) + ")");
        }
        if (final_[from] == kNoTarget || final_[to] == kNoTarget) continue;
        links.push_back({final_[from], final_[to]});
        if (links.size() < kPieceLinks) continue;
        COCITE_CHECK(use(links, stamp_of(0, order_)));
        links.clear();
      }
      COCITE_CHECK(lines.status());
    }
    return use(links, stamp_of(0, order_));
  }

 private:
  const std::vector<std::string>* files_;
  std::vector<uint32_t> final_;
  uint64_t size_;
  uint32_t order_;
};

class CommonCrawlInput final : public NumberedGraph {
 public:
  explicit CommonCrawlInput(Context& context) : context_(&context) {}

  Result<void> add_file(const std::string& input) {
    COCITE_TRY(const Part part, part_of(input));
    (part == Part::kVertices ? vertices_ : part == Part::kEdges ? edges_ : ranks_).push_back(input);
    return {};
  }
  Result<void> ready() const {
    if (vertices_.empty() || edges_.empty()) {
      return fail(ErrorCode::kInvalidArgument,
                  std::string("a Common Crawl graph needs vertices and edges; there are no ") +
                      (vertices_.empty() ? "vertices" : "edges"));
    }
    return {};
  }

  Result<void> name_pages(KeyBatches& batches) override {
    std::string key;
    for (const std::string& file : vertices_) {
      COCITE_TRY(LineReader lines, LineReader::open(file));
      for (std::string_view line; lines.next(line);) {
        if (line.empty() || line.front() == '#') continue;
        const auto fields = fields_of(line);
        uint64_t number = 0;
        if (fields.size() < 2 || !parse(fields[0], number)) {
          return fail(ErrorCode::kCorrupt, lines.place() + ": is not a number, a tab and a name");
        }
        if (number != names_.size()) {
          return fail(ErrorCode::kCorrupt, lines.place() + ": vertex " + std::to_string(number) +
                                               " where " + std::to_string(names_.size()) +
                                               " is expected; give all parts, in order");
        }
        const std::string_view reason =
            lines.is_cut() ? crawl::skip_reason_text(crawl::SkipReason::kLineTooLong)
                           : key_of_reversed(context_->request(), fields[1], key);
        if (!reason.empty()) skipped_.add(reason, lines.place(), line);
        COCITE_CHECK(
            names_.add(batches, reason.empty() ? &key : nullptr, context_->memory_bytes() / 2));
        if (names_.size() % 65536 == 0) {
          COCITE_CHECK(context_->report("reading vertices", names_.size(), 0, "pages"));
        }
      }
      COCITE_CHECK(lines.status());
    }
    return count_edges();
  }
  Result<std::unique_ptr<LinkFeed>> links(const KeyBatches& batches, uint32_t order) override {
    COCITE_TRY(auto final, names_.final_numbers(batches));
    return std::unique_ptr<LinkFeed>(
        std::make_unique<EdgeFeed>(edges_, std::move(final), edge_count_, order));
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
      COCITE_TRY(LineReader lines, LineReader::open(file));
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
  Result<void> count_edges() {
    for (const std::string& file : edges_) {
      COCITE_TRY(LineReader lines, LineReader::open(file));
      for (std::string_view line; lines.next(line);) {
        edge_count_ += line.empty() || line.front() == '#' ? 0 : 1;
        if (edge_count_ % (1 << 20) == 0) {
          COCITE_CHECK(context_->report("counting edges", edge_count_, 0, "links"));
        }
      }
      COCITE_CHECK(lines.status());
    }
    return {};
  }

  Context* context_;
  std::vector<std::string> vertices_;
  std::vector<std::string> edges_;
  std::vector<std::string> ranks_;
  NodeNames names_;
  uint64_t edge_count_ = 0;
  SkipCounter skipped_;
};

}  // namespace

Result<std::unique_ptr<NumberedGraph>> open_common_crawl(Context& context,
                                                         const std::vector<std::string>& inputs) {
  auto input = std::make_unique<CommonCrawlInput>(context);
  for (const std::string& file : inputs) COCITE_CHECK(input->add_file(file));
  COCITE_CHECK(input->ready());
  return std::unique_ptr<NumberedGraph>(std::move(input));
}

}  // namespace cocite::ingest
