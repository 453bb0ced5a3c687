// BVGraph files as input: pages are called by the lines of a names file, by Common Crawl's vertices, or by their
// numbers.
#include <algorithm>
#include <filesystem>
#include <optional>

#include "graph/bvgraph.h"
#include "ingest/numbered.h"
#include "ingest/vertices.h"
#include "read/common_crawl.h"
#include "read/line_reader.h"
#include "url/scheme.h"

namespace cocite::ingest {
namespace {

constexpr size_t kPieceLinks = size_t{1} << 17;

class BvFeed final : public LinkFeed {
 public:
  BvFeed(const graph::BvGraphReader& reader, std::vector<uint32_t> final_numbers, bool transposed,
         uint32_t order)
      : reader_(&reader),
        final_(std::move(final_numbers)),
        transposed_(transposed),
        order_(order) {}
  [[nodiscard]] uint64_t size() const override { return reader_->arcs(); }
  [[nodiscard]] bool is_sorted() const override { return true; }

  Result<void> play(const Use& use) override {
    std::vector<PageLink> links;
    Result<void> outcome;
    COCITE_CHECK(reader_->for_each_list([&](uint64_t node, std::span<const uint32_t> successors) {
      const uint32_t page = final_of(node);
      if (page == kNoTarget) return true;
      for (const uint32_t successor : successors) {
        const uint32_t other = final_of(successor);
        if (other == kNoTarget) continue;
        links.push_back(transposed_ ? PageLink{other, page} : PageLink{page, other});
      }
      if (links.size() < kPieceLinks) return true;
      outcome = use(links, stamp_of(0, order_));
      links.clear();
      return outcome.has_value();
    }));
    COCITE_CHECK(outcome);
    return use(links, stamp_of(0, order_));
  }

 private:
  [[nodiscard]] uint32_t final_of(uint64_t node) const {
    return final_.empty() ? static_cast<uint32_t>(node) : final_[node];
  }

  const graph::BvGraphReader* reader_;
  std::vector<uint32_t> final_;  // empty: pages are their own numbers
  bool transposed_;
  uint32_t order_;
};

class BvInput final : public NumberedGraph {
 public:
  BvInput(Context& context, graph::BvGraphReader reader, std::vector<std::string> vertices)
      : context_(&context), reader_(std::move(reader)), vertices_(std::move(vertices)) {}

  Result<void> name_pages(KeyBatches& batches) override {
    const ImportRequest& request = context_->request();
    if (!vertices_.empty()) {
      COCITE_CHECK(name_vertices(*context_, vertices_, batches, names_, skipped_));
      if (names_.size() == reader_.nodes()) return {};
      return wrong_number(names_.size() > reader_.nodes() ? "more" : "fewer");
    }
    if (request.names_file.empty()) {
      batches.set_numbers(reader_.nodes());
      return {};
    }
    COCITE_TRY(read::LineReader lines, read::LineReader::open(request.names_file));
    std::string key;
    for (std::string_view line; lines.next(line);) {
      if (names_.size() == reader_.nodes()) return wrong_number("more");
      const std::string_view reason = lines.is_cut()
                                          ? read::skip_reason_text(read::SkipReason::kLineTooLong)
                                          : key_of_name(request, line, key);
      if (!reason.empty()) skipped_.add(reason, lines.place(), line);
      COCITE_CHECK(names_.add(batches, reason.empty() ? &key : nullptr,
                              context_->memory_bytes() / 2, url::scheme_vote(line)));
      if (names_.size() % 65536 == 0) {
        COCITE_CHECK(context_->report("reading names", names_.size(), reader_.nodes(), "pages"));
      }
    }
    COCITE_CHECK(lines.status());
    if (names_.size() < reader_.nodes()) return wrong_number("fewer");
    return {};
  }
  Result<std::unique_ptr<LinkFeed>> links(const KeyBatches& batches, uint32_t order) override {
    std::vector<uint32_t> final;
    if (has_names()) {
      COCITE_TRY(final, names_.final_numbers(batches));
    }
    return std::unique_ptr<LinkFeed>(
        std::make_unique<BvFeed>(reader_, std::move(final), context_->request().transposed, order));
  }
  Result<std::vector<ImportedColumn>> columns(const file::StringTable& /*keys*/) override {
    return std::vector<ImportedColumn>();
  }
  [[nodiscard]] bool has_names() const override {
    return !vertices_.empty() || !context_->request().names_file.empty();
  }
  void add_to(ImportReport& report) const override {
    report.lines += reader_.nodes();
    report.links_read += reader_.arcs();
    skipped_.add_to(report);
  }

 private:
  [[nodiscard]] tl::unexpected<Error> wrong_number(const std::string& which) const {
    const std::string& file = vertices_.empty() ? context_->request().names_file : vertices_.back();
    return fail(ErrorCode::kInvalidArgument, file + ": has " + which +
                                                 " lines than the graph has nodes (" +
                                                 std::to_string(reader_.nodes()) + ")");
  }

  Context* context_;
  graph::BvGraphReader reader_;
  std::vector<std::string> vertices_;
  NodeNames names_;
  SkipCounter skipped_;
};

}  // namespace

Result<std::unique_ptr<NumberedGraph>> open_bvgraph(Context& context,
                                                    const std::vector<std::string>& inputs,
                                                    const std::string& /*scratch*/) {
  std::vector<std::string> graphs;
  std::vector<std::string> vertices;
  for (const std::string& input : inputs) {
    const bool is_vertices =
        read::common_crawl::part_of(input) == read::common_crawl::Part::kVertices;
    (is_vertices ? vertices : graphs).push_back(input);
  }
  if (graphs.size() != 1) {
    return fail(
        ErrorCode::kInvalidArgument,
        "one BVGraph at a time: give its name without .graph, and if you like Common Crawl's "
        "vertices as names");
  }
  COCITE_TRY(auto reader, graph::BvGraphReader::open(graphs.front()));
  return std::unique_ptr<NumberedGraph>(
      std::make_unique<BvInput>(context, std::move(reader), std::move(vertices)));
}

}  // namespace cocite::ingest
