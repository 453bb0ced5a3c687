#include "graph/list_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <mutex>

#include "base/parallel.h"
#include "graph/bytes_codec.h"
#include "graph/shared_pages.h"

namespace cocite::graph {
namespace {

constexpr int kTrainingRounds = 2;
constexpr float kNever = 3e38F;
// Bits are not all that counts: a list that is copied from another is read with it, and every run
// of a copy is a jump. What they cost in time, as bits that a copy has to save.
constexpr uint64_t kReferenceTime = 16;
constexpr uint64_t kSegmentTime = 8;
constexpr uint64_t kBlockTime = 4;
// A copy that saves fewer bits than this is not worth looking at: saying so takes as many.
constexpr uint64_t kLeastGain = kReferenceTime + 12;

// Bits that an entry of the table of frequent targets has to save: it takes as many itself.
constexpr uint64_t kWorthATable = 64;

// Weights of a code for "small numbers are likelier" before anything is known.
std::array<uint64_t, kTokens> first_guess() {
  std::array<uint64_t, kTokens> weights{};
  for (uint32_t token = 0; token < kTokens; ++token) {
    const double bits = token < 16 ? 1.5 * std::log2(token + 1.0) : 0.75 * (token - 16.0) / 2 + 6;
    weights[token] = static_cast<uint64_t>(1e12 * std::exp2(-bits)) + 1;
  }
  return weights;
}

// Which lists before a list are worth a close look: the kCandidates that have most in common with
// it, and all that have half of it. Without the second rule the many similar lists of a site displace
// each other, and the short chains find no other (cnr-2000: 7 % more bits).
constexpr int kCandidates = 2;

// `gain[r]`: what could be copied from list r before this one; `whole`: if all could.
auto promising(const std::array<uint64_t, kWindow + 1>& gain, uint64_t least, uint64_t whole) {
  return [&gain, least, whole](unsigned r) {
    if (gain[r] < least) return false;
    if (2 * gain[r] >= whole) return true;
    int better = 0;
    for (unsigned other = 1; other <= kWindow; ++other) {
      better += gain[other] > gain[r] || (gain[other] == gain[r] && other < r) ? 1 : 0;
    }
    return better < kCandidates;
  };
}

template <class Fields>
void put_lengths(const Fields& fields, std::vector<std::byte>& bytes) {
  for (const TokenCode& field : fields) {
    const auto lengths = std::as_bytes(field.lengths());
    bytes.insert(bytes.end(), lengths.begin(), lengths.end());
  }
}

template <class Fields>
bool take_lengths(std::span<const std::byte>& bytes, Fields& fields) {
  for (TokenCode& field : fields) {
    if (bytes.size() < kSymbols) return false;
    const std::span lengths(reinterpret_cast<const uint8_t*>(bytes.data()), kSymbols);
    if (!TokenCode::from_lengths(lengths, field)) return false;
    bytes = bytes.subspan(kSymbols);
  }
  return true;
}

// --- sorted lists ------------------------------------------------------------------------------

class SortedEncoder final : public ListEncoder {
 public:
  SortedEncoder() { codes_.fields.fill(TokenCode::make(first_guess())); }

  void train(std::span<const Lists> samples, unsigned threads) override {
    for (int round = 0; round < kTrainingRounds; ++round) {
      SortedCodec::Counts counts;
      std::mutex mutex;
      parallel_for(samples.size(), threads, [&](size_t i) {
        SortedCodec::Counts mine;
        visit(
            samples[i], [&](size_t) {},
            [&](SortedCodec::Field field, uint64_t value) { mine[field].add(value); });
        const std::scoped_lock lock(mutex);
        for (size_t f = 0; f < counts.size(); ++f) counts[f].add(mine[f]);
      });
      for (size_t f = 0; f < counts.size(); ++f) {
        codes_.fields[f] = TokenCode::make(counts[f].counts());
      }
    }
  }

  void encode(const Lists& lists, BitWriter& bits, std::vector<uint64_t>& lengths) const override {
    uint64_t begin = bits.size();
    visit(
        lists,
        [&](size_t i) {
          if (i > 0) lengths.push_back(bits.size() - begin);
          begin = bits.size();
        },
        [&](SortedCodec::Field field, uint64_t value) { codes_.fields[field].put(bits, value); });
    if (lists.size() > 0) lengths.push_back(bits.size() - begin);
  }

  [[nodiscard]] std::vector<std::byte> codes() const override {
    std::vector<std::byte> bytes;
    put_lengths(codes_.fields, bytes);
    return bytes;
  }
  [[nodiscard]] bool load(std::span<const std::byte> codes, uint64_t /*pages*/) override {
    return read_codes(codes, codes_);
  }

 private:
  // Chooses references, then tells `start(i)` and every number of every list.
  template <class Start, class Sink>
  void visit(const Lists& lists, Start&& start, Sink&& sink) const {
    SortedCodec codec;
    std::vector<ReferenceCosts> costs(lists.size());
    SharedPages shared_pages(lists);
    // To name a reference, and to say that all of it is copied or what is not.
    std::array<uint64_t, kWindow + 1> reference_cost{};
    for (unsigned r = 1; r <= kWindow; ++r) {
      reference_cost[r] = codes_.fields[SortedCodec::kReference].cost(r) + 1;
    }
    const uint64_t cheapest_reference =
        *std::min_element(reference_cost.begin() + 1, reference_cost.end());
    for (size_t i = 0; i < lists.size(); ++i) {
      const std::span<const PageId> list = lists[i];
      const uint32_t page = lists.first + static_cast<uint32_t>(i);
      std::array<uint64_t, kWindow + 1> shared{};
      bool is_shared = false;
      shared_pages.next([&](unsigned r, size_t) {
        ++shared[r];
        is_shared = true;
      });
      costs[i].fill(kNever);
      costs[i][0] = 0;
      // Most lists of a crawl's edge are like no other: what they cost decides nothing.
      if (!is_shared) continue;
      const auto cost_of = [&](unsigned r) {
        uint64_t cost = r == 0 ? 0 : kReferenceTime;
        codec.encode(page, list, r, lists[i - r], [&](SortedCodec::Field field, uint64_t value) {
          cost += codes_.fields[field].cost(value);
          if (field == SortedCodec::kBlock) cost += kBlockTime;
        });
        return cost;
      };
      const uint64_t alone = cost_of(0);
      costs[i][0] = static_cast<float>(alone);
      // Before it copies anything, a copy costs this. Most lists of in-links are one or two pages,
      // and cheaper than that by themselves: which lists they are like need not be known.
      const uint64_t least = kReferenceTime + codes_.fields[SortedCodec::kDegree].cost(list.size());
      if (alone <= least + cheapest_reference) continue;
      const auto is_promising = promising(shared, 1, list.size());
      for (unsigned r = 1; r <= kWindow; ++r) {
        if (alone <= least + reference_cost[r] || !is_promising(r)) continue;
        costs[i][r] = static_cast<float>(cost_of(r));
      }
    }
    const std::vector<uint8_t> references = choose_references(costs);
    for (size_t i = 0; i < lists.size(); ++i) {
      start(i);
      const unsigned r = references[i];
      codec.encode(lists.first + static_cast<uint32_t>(i), lists[i], r, lists[i - r], sink);
    }
  }

  SortedCodec::Codes codes_;
};

// --- lists in page order -----------------------------------------------------------------------

class OrderedEncoder final : public ListEncoder {
 public:
  OrderedEncoder() {
    const auto guess = first_guess();
    codes_.fields.fill(TokenCode::make(guess));
    std::vector<uint64_t> weights(LiteralCode::kSymbolCount, 0);
    weights[LiteralCode::kLiteralEscape] = 1;
    std::ranges::copy(guess, weights.begin());
    std::ranges::copy(guess, weights.begin() + LiteralCode::kFromPage);
    (void)LiteralCode::from_lengths(code_lengths(weights, LiteralCode::kMaxBits), {},
                                    codes_.literals);
  }

  void train(std::span<const Lists> samples, unsigned threads) override {
    for (int round = 0; round < kTrainingRounds; ++round) {
      Statistics all;
      std::mutex mutex;
      parallel_for(samples.size(), threads, [&](size_t i) {
        Statistics mine;
        gather(samples[i], mine);
        const std::scoped_lock lock(mutex);
        all.add(mine);
      });
      make_codes(all, round + 1 == kTrainingRounds ? codes_.literals.table().size() : 0);
    }
  }

  void encode(const Lists& lists, BitWriter& bits, std::vector<uint64_t>& lengths) const override {
    uint64_t begin = bits.size();
    visit(
        lists,
        [&](size_t i) {
          if (i > 0) lengths.push_back(bits.size() - begin);
          begin = bits.size();
        },
        [&](OrderedCodec::Field field, uint64_t value) { codes_.fields[field].put(bits, value); },
        [&](const LiteralCode::Choice& choice, uint32_t) { codes_.literals.put(bits, choice); });
    if (lists.size() > 0) lengths.push_back(bits.size() - begin);
  }

  [[nodiscard]] std::vector<std::byte> codes() const override {
    std::vector<std::byte> bytes;
    put_lengths(codes_.fields, bytes);
    const auto literal_lengths = std::as_bytes(codes_.literals.lengths());
    bytes.insert(bytes.end(), literal_lengths.begin(), literal_lengths.end());
    std::vector<uint64_t> table;
    for (const PageId page : codes_.literals.table()) table.push_back(index(page));
    const auto table_bytes = std::as_bytes(std::span(table));
    bytes.insert(bytes.end(), table_bytes.begin(), table_bytes.end());
    return bytes;
  }
  [[nodiscard]] bool load(std::span<const std::byte> codes, uint64_t pages) override {
    return read_codes(codes, pages, codes_);
  }

 private:
  struct Statistics {
    std::array<TokenCounts, OrderedCodec::kFields> fields;
    std::vector<uint64_t> literals = std::vector<uint64_t>(LiteralCode::kSymbolCount, 0);
    // Of each literal its target, and how many bits it took without the table. A row, not a map by
    // target: nearly all come once, and sorting them is faster than finding each.
    struct Target {
      uint32_t target = 0;
      uint32_t bits = 0;
    };
    std::vector<Target> targets;

    void add(const Statistics& other) {
      for (size_t f = 0; f < fields.size(); ++f) fields[f].add(other.fields[f]);
      for (size_t s = 0; s < literals.size(); ++s) literals[s] += other.literals[s];
      targets.insert(targets.end(), other.targets.begin(), other.targets.end());
    }
  };

  void gather(const Lists& lists, Statistics& statistics) const {
    const bool wants_targets = codes_.literals.table().empty();
    visit(
        lists, [](size_t) {},
        [&](OrderedCodec::Field field, uint64_t value) { statistics.fields[field].add(value); },
        [&](const LiteralCode::Choice& choice, uint32_t target) {
          ++statistics.literals[choice.symbol];
          if (wants_targets) statistics.targets.push_back({target, choice.cost});
        });
  }

  // In the first round the table is chosen: pages that the table would save most bits for.
  void make_codes(Statistics& seen, size_t keep_table) {
    for (size_t f = 0; f < seen.fields.size(); ++f) {
      codes_.fields[f] = TokenCode::make(seen.fields[f].counts());
    }
    uint64_t total = 0;
    for (const uint64_t count : seen.literals) total += count;
    std::vector<PageId> table(codes_.literals.table().begin(), codes_.literals.table().end());
    std::vector<uint64_t> weights = seen.literals;
    weights[LiteralCode::kLiteralEscape] += 1;
    if (keep_table == 0) {
      struct Saving {
        double bits;
        uint32_t target;
        uint64_t count;
      };
      std::vector<Saving> savings;
      std::ranges::sort(seen.targets, {}, &Statistics::Target::target);
      for (size_t i = 0; i < seen.targets.size();) {
        const uint32_t target = seen.targets[i].target;
        uint64_t count = 0;
        uint64_t bits = 0;
        for (; i < seen.targets.size() && seen.targets[i].target == target; ++i) {
          ++count;
          bits += seen.targets[i].bits;
        }
        if (bits <= kWorthATable) continue;  // the logarithm is not free either
        const double code_bits =
            std::log2(static_cast<double>(total + 1) / static_cast<double>(count));
        const double saved =
            static_cast<double>(bits) - static_cast<double>(count) * (code_bits + 1);
        if (saved > kWorthATable) savings.push_back({saved, target, count});
      }
      std::ranges::sort(savings, [](const Saving& a, const Saving& b) {
        return a.bits != b.bits ? a.bits > b.bits : a.target < b.target;
      });
      if (savings.size() > LiteralCode::kMaxTable) savings.resize(LiteralCode::kMaxTable);
      table.clear();
      for (const Saving& one : savings) {
        weights[LiteralCode::kFromTable + table.size()] = one.count;
        table.push_back(page_id(one.target));
      }
    }
    (void)LiteralCode::from_lengths(code_lengths(weights, LiteralCode::kMaxBits), std::move(table),
                                    codes_.literals);
  }

  template <class Start, class Sink, class Literal>
  void visit(const Lists& lists, Start&& start, Sink&& sink, Literal&& literal) const {
    OrderedCodec codec;
    std::vector<ReferenceCosts> costs(lists.size());
    SharedPages shared_pages(lists);
    // How each page would be written as a literal: what comes before it is known, copied or not.
    std::vector<LiteralCode::Choice> choices;
    choices.reserve(lists.targets.size());
    std::vector<uint32_t> literal_bits;
    const auto field_cost = [&](OrderedCodec::Field field, uint64_t value) {
      const uint64_t time = field == OrderedCodec::kSkip ? kSegmentTime : 0;
      return codes_.fields[field].cost(value) + time;
    };
    for (size_t i = 0; i < lists.size(); ++i) {
      const std::span<const PageId> list = lists[i];
      costs[i].fill(kNever);
      costs[i][0] = 0;
      const uint32_t page = lists.first + static_cast<uint32_t>(i);
      literal_bits.clear();
      uint64_t all_literals = 0;
      uint32_t previous = page;
      for (const PageId target : list) {
        choices.push_back(codes_.literals.choose(page, previous, index(target)));
        literal_bits.push_back(choices.back().cost);
        all_literals += literal_bits.back();
        previous = index(target);
      }
      costs[i][0] = static_cast<float>(all_literals + field_cost(OrderedCodec::kReference, 0));
      // The most that copying could save.
      std::array<uint64_t, kWindow + 1> most{};
      shared_pages.next([&](unsigned r, size_t k) { most[r] += literal_bits[k]; });
      const auto is_promising = promising(most, kLeastGain, all_literals);
      bool is_set = false;
      for (unsigned r = 1; r <= kWindow; ++r) {
        if (!is_promising(r)) continue;
        if (!is_set) codec.set_list(list);
        is_set = true;
        codec.match(lists[i - r]);
        costs[i][r] = static_cast<float>(codec.copy_cost(literal_bits, field_cost) +
                                         field_cost(OrderedCodec::kReference, r) + kReferenceTime);
      }
    }
    const std::vector<uint8_t> references = choose_references(costs);
    for (size_t i = 0; i < lists.size(); ++i) {
      start(i);
      const unsigned r = references[i];
      if (r > 0) codec.set_list(lists[i]);
      const LiteralCode::Choice* const mine =
          choices.data() + (lists.offsets[i] - lists.offsets[0]);
      codec.encode(lists[i], r, lists[i - r], sink,
                   [&](size_t k) { literal(mine[k], index(lists[i][k])); });
    }
  }

  OrderedCodec::Codes codes_;
};

// --- bytes -------------------------------------------------------------------------------------

class BytesEncoder final : public ListEncoder {
 public:
  explicit BytesEncoder(ListOrder order) : sorted_(order == ListOrder::kSorted) {}
  void train(std::span<const Lists> /*samples*/, unsigned /*threads*/) override {}
  void encode(const Lists& lists, BitWriter& bits, std::vector<uint64_t>& lengths) const override {
    std::vector<std::byte> bytes;
    for (size_t i = 0; i < lists.size(); ++i) {
      bytes.clear();
      BytesCodec::encode(lists.first + static_cast<uint32_t>(i), lists[i], sorted_, bytes);
      for (const std::byte byte : bytes) bits.put(static_cast<uint64_t>(byte), 8);
      lengths.push_back(bytes.size() * 8);
    }
  }
  [[nodiscard]] std::vector<std::byte> codes() const override { return {}; }
  [[nodiscard]] bool load(std::span<const std::byte> codes, uint64_t /*pages*/) override {
    return codes.empty();
  }

 private:
  bool sorted_;
};

}  // namespace

std::unique_ptr<ListEncoder> make_encoder(ListOrder order, ListCoding coding) {
  if (coding == ListCoding::kBytes) return std::make_unique<BytesEncoder>(order);
  if (order == ListOrder::kPage) return std::make_unique<OrderedEncoder>();
  return std::make_unique<SortedEncoder>();
}

bool read_codes(std::span<const std::byte> bytes, SortedCodec::Codes& codes) {
  return take_lengths(bytes, codes.fields) && bytes.empty();
}

bool read_codes(std::span<const std::byte> bytes, uint64_t pages, OrderedCodec::Codes& codes) {
  if (!take_lengths(bytes, codes.fields) || bytes.size() < LiteralCode::kSymbolCount) return false;
  const std::span lengths(reinterpret_cast<const uint8_t*>(bytes.data()),
                          LiteralCode::kSymbolCount);
  bytes = bytes.subspan(LiteralCode::kSymbolCount);
  if (bytes.size() % sizeof(uint64_t) != 0) return false;
  std::vector<PageId> table;
  for (; !bytes.empty(); bytes = bytes.subspan(sizeof(uint64_t))) {
    uint64_t page = 0;
    std::memcpy(&page, bytes.data(), sizeof page);
    if (page >= pages) return false;
    table.push_back(page_id(page));
  }
  return LiteralCode::from_lengths(lengths, std::move(table), codes.literals);
}

}  // namespace cocite::graph
