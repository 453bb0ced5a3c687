#include "ingest/gather.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "base/parallel.h"

namespace cocite::ingest {
namespace {

// Of the memory, what the keys of a batch may take; the rest is for blocks in work and buffers.
constexpr double kKeyShare = 0.7;

}  // namespace

Result<std::unique_ptr<Gatherer>> Gatherer::create(Context& context, const file::Draft& draft,
                                                   KeyBatches& batches, uint32_t first_generation) {
  std::unique_ptr<Gatherer> gatherer(new Gatherer(context, batches, first_generation));
  COCITE_TRY(gatherer->links_file_, file::RawFile::create(draft.scratch("links")));
  COCITE_TRY(gatherer->titles_file_, file::RawFile::create(draft.scratch("titles")));
  return gatherer;
}

Result<void> Gatherer::read(crawl::Source& source) {
  const auto key_bytes =
      static_cast<uint64_t>(static_cast<double>(context_->memory_bytes()) * kKeyShare);
  const std::string name = source.name();
  std::mutex source_mutex;
  std::atomic<bool> is_over{false};
  Result<void> outcome;
  // Memory is full when the next piece would be taken: all take a rest while the keys are sorted
  // and written aside. So a batch is a stretch of the input, with nothing of its neighbours in it.
  while (!is_over) {
    std::atomic<bool> is_full{false};
    parallel_for(context_->threads(), context_->threads(), [&](size_t) {
      crawl::LinkBlock block;
      while (!is_full && !is_over) {
        std::unique_ptr<crawl::Piece> piece;
        uint64_t number = 0;
        {
          const std::scoped_lock lock(source_mutex);
          if (is_full || is_over) return;
          auto next = source.next();
          auto proceed =
              context_->report("reading", source.bytes_done(), source.bytes_total(), "bytes");
          if (!next || !proceed) {
            outcome = tl::unexpected<Error>(next ? proceed.error() : next.error());
            is_over = true;
            return;
          }
          piece = std::move(*next);
          if (!piece) {
            is_over = true;
            return;
          }
          number = pieces_++;
        }
        block.clear();
        piece->parse(block);
        piece.reset();
        Result<void> kept = keep(block, number, name);
        if (!kept) {
          const std::scoped_lock lock(source_mutex);
          outcome = std::move(kept);
          is_over = true;
        }
        if (batches_->dictionary().memory_bytes() > key_bytes) is_full = true;
      }
    });
    COCITE_CHECK(outcome);
    if (is_full) {
      COCITE_CHECK(context_->report("sorting keys", 0, 0, ""));
      COCITE_CHECK(batches_->flush());
    }
  }
  ++generation_;
  COCITE_CHECK(links_file_.flush());
  return titles_file_.flush();
}

Result<void> Gatherer::keep(const crawl::LinkBlock& block, uint64_t piece,
                            const std::string& name) {
  std::vector<uint32_t> numbers;
  batches_->dictionary().add(block, numbers);
  std::vector<PageLink> links(block.links().size());
  std::ranges::transform(block.links(), links.begin(), [&](const crawl::LinkBlock::Link& link) {
    const bool has_target = link.target != crawl::LinkBlock::kNoTarget;
    return PageLink{numbers[link.source], has_target ? numbers[link.target] : kNoTarget};
  });
  std::string titles;
  for (const crawl::LinkBlock::Fetch& fetch : block.fetches()) {
    if (fetch.title.length == 0) continue;
    const std::array<uint32_t, 2> head = {numbers[fetch.page], fetch.title.length};
    titles.append(reinterpret_cast<const char*>(head.data()), sizeof head);
    titles += block.text(fetch.title);
  }
  const std::scoped_lock lock(mutex_);
  blocks_[piece] = {.batch = batches_->current(),
                    .generation = generation_,
                    .offset = links_file_.size(),
                    .links = links.size(),
                    .title_offset = titles_file_.size(),
                    .titles = titles.size()};
  total_links_ += links.size();
  count(block, name);
  context_->links_read = counted_.links_read;
  COCITE_CHECK(links_file_.append(std::as_bytes(std::span(links))));
  return titles_file_.append(std::as_bytes(std::span(titles)));
}

void Gatherer::count(const crawl::LinkBlock& block, const std::string& name) {
  counted_.lines += block.lines;
  counted_.bytes += block.bytes;
  counted_.links_read += block.links_read;
  counted_.self_links += block.self_links;
  counted_.skipped.resize(crawl::kSkipReasons);
  for (size_t i = 0; i < crawl::kSkipReasons; ++i) counted_.skipped[i].count += block.skipped()[i];
  for (const auto& sample : block.samples()) {
    auto& samples = counted_.skipped[static_cast<size_t>(sample.reason)].samples;
    if (samples.size() >= crawl::LinkBlock::kSamplesPerReason) continue;
    const std::string place = sample.line == 0 ? name : name + ":" + std::to_string(sample.line);
    samples.push_back(place + ": " + sample.text);
  }
}

void Gatherer::add_to(ImportReport& report) const {
  report.lines += counted_.lines;
  report.bytes += counted_.bytes;
  report.links_read += counted_.links_read;
  report.self_links += counted_.self_links;
  for (size_t i = 0; i < counted_.skipped.size(); ++i) {
    if (counted_.skipped[i].count == 0) continue;
    Skipped skipped = counted_.skipped[i];
    skipped.reason = crawl::skip_reason_text(static_cast<crawl::SkipReason>(i));
    report.skipped.push_back(std::move(skipped));
  }
}

// Pieces are read back and renumbered some at a time on all cores, and handed on in order.
class Gatherer::Feed final : public LinkFeed {
 public:
  explicit Feed(Gatherer& gatherer) : gatherer_(&gatherer) {}
  [[nodiscard]] uint64_t size() const override { return gatherer_->total_links_; }
  [[nodiscard]] uint32_t generations() const override { return gatherer_->generation_; }
  void release() override { gatherer_->links_file_.remove(); }

  Result<void> play(const Use& use) override {
    const unsigned threads = gatherer_->context_->threads();
    std::vector<Block> blocks;
    for (const auto& [piece, block] : gatherer_->blocks_) blocks.push_back(block);
    std::optional<uint32_t> batch;
    FinalNumbers numbers;
    for (size_t first = 0; first < blocks.size();) {
      if (batch != blocks[first].batch) {
        numbers = {};  // the old ones make room before the new ones come
        batch = blocks[first].batch;
        COCITE_TRY(numbers, gatherer_->batches_->numbers_of(*batch));
      }
      size_t last = first;
      while (last < blocks.size() && last - first < size_t{threads} * 4 &&
             blocks[last].batch == *batch) {
        ++last;
      }
      std::vector<std::vector<PageLink>> wave(last - first);
      std::vector<Result<void>> outcomes(last - first);
      parallel_for(wave.size(), threads, [&](size_t i) {
        wave[i].resize(blocks[first + i].links);
        outcomes[i] = gatherer_->links_file_.read_at(blocks[first + i].offset,
                                                     std::as_writable_bytes(std::span(wave[i])));
        renumber(wave[i], numbers);
      });
      for (size_t i = 0; i < wave.size(); ++i) {
        COCITE_CHECK(outcomes[i]);
        COCITE_CHECK(use(wave[i], blocks[first + i].generation));
      }
      first = last;
    }
    return {};
  }

 private:
  static void renumber(std::vector<PageLink>& links, const FinalNumbers& numbers) {
    uint32_t last = kNoTarget;
    uint32_t last_final = 0;
    for (PageLink& link : links) {
      if (link.page != last) {
        last = link.page;
        last_final = numbers[link.page];
      }
      link.page = last_final;
      if (link.other != kNoTarget) link.other = numbers[link.other];
    }
  }

  Gatherer* gatherer_;
};

std::unique_ptr<LinkFeed> Gatherer::links() {
  return std::make_unique<Feed>(*this);
}

Result<void> Gatherer::give_titles(TitleSorter& titles) const {
  std::optional<uint32_t> batch;
  FinalNumbers numbers;
  std::string text;
  for (const auto& [piece, block] : blocks_) {
    if (block.titles == 0) continue;
    if (batch != block.batch) {
      numbers = {};
      batch = block.batch;
      COCITE_TRY(numbers, batches_->numbers_of(*batch));
    }
    text.resize(block.titles);
    COCITE_CHECK(titles_file_.read_at(block.title_offset, std::as_writable_bytes(std::span(text))));
    for (size_t at = 0; at < text.size();) {
      std::array<uint32_t, 2> head{};
      std::copy_n(text.data() + at, sizeof head, reinterpret_cast<char*>(head.data()));
      at += sizeof head;
      COCITE_CHECK(titles.add(numbers[head[0]], std::string_view(text).substr(at, head[1])));
      at += head[1];
    }
  }
  return {};
}

}  // namespace cocite::ingest
