#include "ingest/gather.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <utility>

#include "base/parallel.h"

namespace cocite::ingest {
namespace {

// Of the memory, what the keys of a batch may take; the rest is for blocks in work and buffers.
constexpr double kKeyShare = 0.7;
// Fewer names that are not addresses are typing errors.
constexpr uint64_t kManyOddNames = 3;

}  // namespace

Result<std::unique_ptr<Gatherer>> Gatherer::create(Context& context, store::Writer& writer,
                                                   KeyBatches& batches, uint32_t first_order) {
  std::unique_ptr<Gatherer> gatherer(new Gatherer(context, batches, first_order));
  COCITE_TRY(gatherer->links_file_, file::RawFile::create(writer.scratch("links")));
  COCITE_TRY(gatherer->fetches_file_, file::RawFile::create(writer.scratch("fetches")));
  gatherer->records_ = file::Spill(writer.scratch("fetched"), context.spill_bytes());
  return gatherer;
}

Result<std::optional<Error>> Gatherer::read(read::Source& source) {
  // Aliases come while this reads, and stay.
  const auto key_bytes = [&] {
    return static_cast<uint64_t>(static_cast<double>(context_->free_bytes()) * kKeyShare);
  };
  const std::string name = source.name();
  std::mutex source_mutex;
  std::atomic<bool> is_over{false};
  Result<void> outcome;
  std::optional<Error> trouble;
  // Memory is full when the next piece would be taken: all take a rest while the keys are sorted
  // and written aside. So a batch is a stretch of the input, with nothing of its neighbours in it.
  while (!is_over) {
    std::atomic<bool> is_full{false};
    parallel_for(context_->threads(), context_->threads(), [&](size_t) {
      read::LinkBlock block;
      while (!is_full && !is_over) {
        std::unique_ptr<read::Piece> piece;
        uint64_t number = 0;
        {
          const std::scoped_lock lock(source_mutex);
          if (is_full || is_over) return;
          auto next = source.next();
          auto proceed =
              context_->report("reading", source.bytes_done(), source.bytes_total(), "bytes");
          if (!next && next.error().code != ErrorCode::kCancelled) {
            trouble = next.error();
            is_over = true;
            return;
          }
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
        if (batches_->dictionary().memory_bytes() > key_bytes()) is_full = true;
      }
    });
    COCITE_CHECK(outcome);
    if (is_full) {
      COCITE_CHECK(context_->report("sorting keys", 0, 0, ""));
      COCITE_CHECK(batches_->flush());
    }
  }
  ++input_;
  COCITE_CHECK(links_file_.flush());
  COCITE_CHECK(fetches_file_.flush());
  return trouble;
}

Result<void> Gatherer::keep(const read::LinkBlock& block, uint64_t piece, const std::string& name) {
  std::vector<uint32_t> numbers;
  batches_->dictionary().add(block, numbers);
  std::vector<PageLink> links(block.links().size());
  std::ranges::transform(block.links(), links.begin(), [&](const read::LinkBlock::Link& link) {
    const bool has_target = link.target != read::LinkBlock::kNoTarget;
    return PageLink{numbers[link.source], has_target ? numbers[link.target] : kNoTarget};
  });
  std::vector<Fetch> fetches;
  std::string records;
  records.reserve(block.text_bytes() + 8 * block.anchors().size() + 28 * block.fetches().size());
  for (size_t f = 0; f < block.fetches().size(); ++f) {
    const read::LinkBlock::Fetch& fetch = block.fetches()[f];
    const uint64_t end =
        f + 1 < block.fetches().size() ? block.fetches()[f + 1].first_link : links.size();
    PageRecord record{.date = fetch.date,
                      .title = block.text(fetch.title),
                      .text = block.text(fetch.text),
                      .url = block.text(fetch.url),
                      .language = block.text(fetch.language),
                      .ip = block.text(fetch.ip),
                      .anchors = {}};
    for (uint64_t i = fetch.first_link; i < end; ++i) {
      const std::string_view anchor = block.text(block.anchors()[i]);
      if (!anchor.empty()) record.anchors.emplace_back(links[i].other, anchor);
    }
    const size_t begin = records.size();
    put_record(record, records);
    fetches.push_back({.page = numbers[fetch.page],
                       .date = fetch.date,
                       .first_link = static_cast<uint32_t>(fetch.first_link),
                       .record_bytes = static_cast<uint32_t>(records.size() - begin),
                       .record_offset = begin,
                       .year = fetch.year,
                       .is_extract = fetch.is_extract ? 1U : 0U});
  }
  std::vector<store::Alias> aliases;
  for (const read::LinkBlock::Alias& alias : block.aliases()) {
    aliases.push_back({std::string(block.key(block.names()[alias.from])),
                       std::string(block.key(block.names()[alias.to])), alias.date});
  }
  std::vector<Statuses::Fact> statuses;
  for (const read::LinkBlock::Status& status : block.statuses()) {
    statuses.push_back({std::string(block.text(status.key)), status.status, status.date});
  }
  const std::scoped_lock lock(mutex_);
  blocks_[piece] = {.batch = batches_->current(),
                    .input = input_,
                    .offset = links_file_.size(),
                    .links = links.size(),
                    .fetch_offset = fetches_file_.size(),
                    .fetches = fetches.size(),
                    .has_rows = block.has_rows()};
  for (Fetch& fetch : fetches) fetch.record_offset += records_.size();
  for (const store::Alias& alias : aliases) context_->hold(Aliases::bytes_of(alias));
  if (!aliases.empty()) aliases_[piece] = std::move(aliases);
  for (const Statuses::Fact& fact : statuses) context_->hold(Statuses::bytes_of(fact));
  if (!statuses.empty()) statuses_[piece] = std::move(statuses);
  total_links_ += links.size();
  count(block, name);
  context_->links_read = counted_.links_read;
  COCITE_CHECK(links_file_.append(std::as_bytes(std::span(links))));
  COCITE_CHECK(fetches_file_.append(std::as_bytes(std::span(fetches))));
  return records_.append(records);
}

void Gatherer::count(const read::LinkBlock& block, const std::string& name) {
  counted_.lines += block.lines;
  counted_.bytes += block.bytes;
  counted_.links_read += block.links_read;
  counted_.self_links += block.self_links;
  if (!block.has_rows()) counted_.fetches += block.fetches().size();
  const auto add = [](auto& to, std::string_view what, uint64_t count) {
    if (count == 0) return;
    const auto known = std::ranges::find(to, what, [](const auto& one) { return one.first; });
    if (known != to.end()) {
      known->second += count;
    } else {
      to.emplace_back(what, count);
    }
  };
  for (const auto& [type, records] : block.records()) add(counted_.records, type, records);
  for (size_t i = 0; i < read::kLinkUses; ++i) {
    add(counted_.link_uses, read::link_use_text(static_cast<read::LinkUse>(i)),
        block.link_uses()[i]);
  }
  counted_.skipped.resize(read::kSkipReasons);
  for (size_t i = 0; i < read::kSkipReasons; ++i) counted_.skipped[i].count += block.skipped()[i];
  for (const auto& sample : block.samples()) {
    auto& samples = counted_.skipped[static_cast<size_t>(sample.reason)].samples;
    if (samples.size() >= read::LinkBlock::kSamplesPerReason) continue;
    const std::string place = sample.line == 0 ? name : name + ":" + std::to_string(sample.line);
    samples.push_back(place + ": " + sample.text);
  }
}

void Gatherer::add_to(ImportReport& report) const {
  report.lines += counted_.lines;
  report.bytes += counted_.bytes;
  report.links_read += counted_.links_read;
  report.self_links += counted_.self_links;
  report.fetches += counted_.fetches;
  report.records = counted_.records;
  std::ranges::sort(report.records);
  report.link_uses = counted_.link_uses;
  std::ranges::sort(report.link_uses);
  for (size_t i = 0; i < counted_.skipped.size(); ++i) {
    if (counted_.skipped[i].count == 0) continue;
    Skipped skipped = counted_.skipped[i];
    skipped.reason = read::skip_reason_text(static_cast<read::SkipReason>(i));
    report.skipped.push_back(std::move(skipped));
  }
  // Of names that are not addresses, most pass for hosts: those that do not are the only sign.
  if (counted_.skipped.empty() || context_->request().opaque_names || counted_.fetches > 0) return;
  uint64_t odd = 0;
  for (const auto reason : {read::SkipReason::kHost, read::SkipReason::kPort}) {
    odd += counted_.skipped[static_cast<size_t>(reason)].count;
  }
  if (odd < kManyOddNames || odd * 100 < counted_.lines) return;
  report.notes.push_back(
      std::to_string(odd) + " of " + std::to_string(counted_.lines) +
      " lines have a name that is not an address. If the names are not meant to be "
      "addresses, say that names are opaque");
}

uint64_t Gatherer::broken_lines() const {
  if (counted_.skipped.empty()) return 0;
  uint64_t count = 0;
  for (const auto reason :
       {read::SkipReason::kNoTab, read::SkipReason::kFewColumns, read::SkipReason::kBadJson,
        read::SkipReason::kLineTooLong, read::SkipReason::kHasNul}) {
    count += counted_.skipped[static_cast<size_t>(reason)].count;
  }
  return count;
}

void Gatherer::give_statuses(Statuses& statuses) const {
  for (const auto& [piece, some] : statuses_) {
    for (const Statuses::Fact& fact : some) statuses.add(fact);
  }
}

void Gatherer::give_aliases(Aliases& aliases) const {
  for (const auto& [piece, some] : aliases_) {
    for (const store::Alias& alias : some) aliases.add(alias);
  }
}

template <class Use>
Result<void> Gatherer::for_each_block(Use&& use) const {
  uint32_t order = first_order_;
  uint32_t input = 0;
  for (const auto& [piece, block] : blocks_) {
    if (block.input != input) ++order;
    input = block.input;
    COCITE_CHECK(use(block, order));
    if (!block.has_rows) order += static_cast<uint32_t>(block.fetches);
  }
  return {};
}

uint64_t Gatherer::stamp(const Block& block, uint32_t order, const Fetch& fetch,
                         size_t number) const {
  const uint32_t order_of_fetch = block.has_rows ? order : order + static_cast<uint32_t>(number);
  if (fetch.is_extract != 0) {
    const bool wants_oldest = context_->request().seen_again == SeenAgain::kOldest;
    return wants_oldest ? std::numeric_limits<uint64_t>::max() - order_of_fetch
                        : extract_stamp(order_of_fetch);
  }
  return stamp_of(fetch.date, order_of_fetch);
}

Result<std::vector<Gatherer::Fetch>> Gatherer::fetches_of(const Block& block) const {
  std::vector<Fetch> fetches(block.fetches);
  COCITE_CHECK(
      fetches_file_.read_at(block.fetch_offset, std::as_writable_bytes(std::span(fetches))));
  return fetches;
}

// Pieces are read back and renumbered some at a time on all cores, and handed on in order.
class Gatherer::Feed final : public LinkFeed {
 public:
  explicit Feed(Gatherer& gatherer) : gatherer_(&gatherer) {}
  [[nodiscard]] uint64_t size() const override { return gatherer_->total_links_; }
  [[nodiscard]] bool may_repeat() const override {
    return gatherer_->input_ > 1 || gatherer_->has_fetches();
  }
  void release() override { gatherer_->links_file_.remove(); }

  Result<void> play(const Use& use) override {
    const unsigned threads = gatherer_->context_->threads();
    std::vector<std::pair<Block, uint32_t>> blocks;  // and their order
    COCITE_CHECK(gatherer_->for_each_block([&](const Block& block, uint32_t order) {
      blocks.emplace_back(block, order);
      return Result<void>();
    }));
    std::optional<uint32_t> batch;
    FinalNumbers numbers;
    for (size_t first = 0; first < blocks.size();) {
      if (batch != blocks[first].first.batch) {
        numbers = {};  // the old ones make room before the new ones come
        batch = blocks[first].first.batch;
        COCITE_TRY(numbers, gatherer_->batches_->numbers_of(*batch));
      }
      size_t last = first;
      while (last < blocks.size() && last - first < size_t{threads} * 4 &&
             blocks[last].first.batch == *batch) {
        ++last;
      }
      std::vector<std::vector<PageLink>> wave(last - first);
      std::vector<Result<void>> outcomes(last - first);
      parallel_for(wave.size(), threads, [&](size_t i) {
        const Block& block = blocks[first + i].first;
        wave[i].resize(block.links);
        outcomes[i] = gatherer_->links_file_.read_at(block.offset,
                                                     std::as_writable_bytes(std::span(wave[i])));
        renumber(wave[i], numbers);
      });
      for (size_t i = 0; i < wave.size(); ++i) {
        COCITE_CHECK(outcomes[i]);
        COCITE_CHECK(hand_on(blocks[first + i].first, blocks[first + i].second, wave[i], use));
      }
      first = last;
    }
    return {};
  }

 private:
  // Each fetch by itself, or all links at once.
  Result<void> hand_on(const Block& block, uint32_t order, std::span<const PageLink> links,
                       const Use& use) const {
    if (block.fetches == 0) return use(links, stamp_of(0, order));
    COCITE_TRY(const std::vector<Fetch> fetches, gatherer_->fetches_of(block));
    for (size_t f = 0; f < fetches.size(); ++f) {
      const size_t begin = fetches[f].first_link;
      const size_t end = f + 1 < fetches.size() ? fetches[f + 1].first_link : links.size();
      COCITE_CHECK(
          use(links.subspan(begin, end - begin), gatherer_->stamp(block, order, fetches[f], f)));
    }
    return {};
  }

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

Result<void> Gatherer::give_pages(const IsChosen& is_chosen, PageColumns& columns) {
  std::optional<uint32_t> batch;
  FinalNumbers numbers;
  std::string room;
  std::string anchors;
  PageRecord record;
  return for_each_block([&](const Block& block, uint32_t order) -> Result<void> {
    if (block.fetches == 0) return {};
    if (batch != block.batch) {
      numbers = {};
      batch = block.batch;
      COCITE_TRY(numbers, batches_->numbers_of(*batch));
    }
    COCITE_TRY(const std::vector<Fetch> fetches, fetches_of(block));
    for (size_t f = 0; f < fetches.size(); ++f) {
      const Fetch& fetch = fetches[f];
      const uint32_t page = numbers[fetch.page];
      if (fetch.year != 0) years_.emplace_back(page, fetch.year);
      if (!is_chosen(page, stamp(block, order, fetch, f))) continue;
      COCITE_TRY(const std::string_view bytes,
                 records_.read(fetch.record_offset, fetch.record_bytes, room));
      take_record(bytes, record);
      columns.add(page, fetch.record_offset, fetch.record_bytes, record);
      if (record.anchors.empty()) continue;
      // The record stays where it is and learns the final numbers of its targets.
      for (auto& [target, anchor] : record.anchors) target = numbers[target];
      anchors.clear();
      put_anchors(record.anchors, anchors);
      COCITE_CHECK(
          records_.overwrite(fetch.record_offset + fetch.record_bytes - anchors.size(), anchors));
    }
    return {};
  });
}

}  // namespace cocite::ingest
