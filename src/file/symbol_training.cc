// How the symbols are chosen. Each round writes the sample with the symbols it has, counts how
// often each symbol and each two neighbours come, and keeps the 255 of these (neighbours joined)
// that would cover most. Symbols grow from one byte to eight in a few rounds; bad ones lose their
// place.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "file/symbol_encoder.h"
#include "file/symbol_table.h"

namespace cocite::file {

class SymbolTrainer {
 public:
  explicit SymbolTrainer(std::span<const std::string_view> sample) {
    size_t total = 0;
    for (const std::string_view text : sample) total += text.size();
    const size_t step = total / kSampleBytes + 1;
    // Neighbours are alike: runs of them from everywhere tell more than every n-th.
    for (size_t i = 0; i < sample.size(); ++i) {
      if (i / kRun % step == 0) sample_.push_back(sample[i].substr(0, kSampleBytes));
    }
  }

  std::vector<SymbolTable::Symbol> train() {
    pairs_.resize(kCodes * kCodes);
    for (size_t round = 0; round < kRounds; ++round) {
      count(round);
      choose(round + 1 == kRounds);
    }
    return symbols_;
  }

 private:
  using Symbol = SymbolTable::Symbol;
  static constexpr size_t kSampleBytes = size_t{1} << 18;
  static constexpr size_t kRun = 32;
  static constexpr size_t kRounds = 7;
  static constexpr size_t kCodes = 512;  // 0..254 symbols, 256.. literal bytes
  // A byte without a symbol takes two: losing one costs more than its share of the text.
  static constexpr uint64_t kSingleByteWorth = 6;

  // Each round sees more of the sample: the first ones only tell letters from each other.
  void count(size_t round) {
    LongestSymbol longest;
    for (size_t code = 0; code < symbols_.size(); ++code) {
      longest.add(symbols_[code].value, symbols_[code].length, static_cast<uint16_t>(code));
    }
    longest.finish();
    ones_.assign(kCodes, 0);
    for (size_t i = 0; i < sample_.size(); ++i) {
      if (i / kRun % kRounds > round) continue;
      size_t previous = kCodes;
      longest.split(sample_[i], [&](uint16_t code, const char*) {
        // A row of pairs is emptied when it is needed: all of them are a megabyte.
        if (ones_[code]++ == 0) std::fill_n(pairs_.begin() + code * kCodes, kCodes, 0U);
        if (previous != kCodes) ++pairs_[previous * kCodes + code];
        previous = code;
      });
    }
  }

  [[nodiscard]] Symbol symbol_of(size_t code) const {
    if (code < LongestSymbol::kLiteral) return symbols_[code];
    return {.value = code - LongestSymbol::kLiteral, .length = 1};
  }

  struct Candidate {
    Symbol symbol;
    uint64_t gain;
  };

  static std::pair<uint8_t, uint64_t> key(const Candidate& candidate) {
    return {candidate.symbol.length, candidate.symbol.value};
  }

  // One symbol may come from several pairs ("ab" + "c", "a" + "bc"): their gains are added.
  static void merge(std::vector<Candidate>& candidates) {
    std::ranges::sort(candidates, std::less<>(), key);
    size_t kept = 0;
    for (const Candidate& candidate : candidates) {
      if (kept > 0 && key(candidates[kept - 1]) == key(candidate)) {
        candidates[kept - 1].gain += candidate.gain;
      } else {
        candidates[kept++] = candidate;
      }
    }
    candidates.resize(kept);
  }

  void choose(bool last) {
    std::vector<Candidate> candidates;
    const auto propose = [&](const Symbol& symbol, uint64_t times) {
      const uint64_t worth = symbol.length == 1 ? kSingleByteWorth : symbol.length;
      candidates.push_back({symbol, times * worth});
    };
    for (size_t a = 0; a < kCodes; ++a) {
      if (ones_[a] == 0) continue;
      const Symbol first = symbol_of(a);
      propose(first, ones_[a]);
      if (last || first.length == SymbolTable::kMaxSymbolBytes) continue;
      for (size_t b = 0; b < kCodes; ++b) {
        const uint32_t times = pairs_[a * kCodes + b];
        if (times < 2) continue;
        const Symbol second = symbol_of(b);
        if (first.length + second.length > static_cast<int>(SymbolTable::kMaxSymbolBytes)) continue;
        propose({.value = first.value | second.value << (8 * first.length),
                 .length = static_cast<uint8_t>(first.length + second.length)},
                times);
      }
    }
    merge(candidates);
    // Ties stay in order of the symbols, so that the same sample always gives the same table.
    // Thousands are proposed: those that lose need no order among themselves.
    const auto is_better = [](const Candidate& a, const Candidate& b) {
      return a.gain != b.gain ? a.gain > b.gain : key(a) < key(b);
    };
    const size_t kept = std::min<size_t>(candidates.size(), SymbolTable::kMaxSymbols);
    const auto kept_end = candidates.begin() + static_cast<ptrdiff_t>(kept);
    if (kept < candidates.size()) std::ranges::nth_element(candidates, kept_end, is_better);
    std::ranges::sort(candidates.begin(), kept_end, is_better);
    symbols_.clear();
    for (size_t i = 0; i < kept; ++i) symbols_.push_back(candidates[i].symbol);
  }

  std::vector<std::string_view> sample_;
  std::vector<Symbol> symbols_;
  std::vector<uint32_t> ones_;
  std::vector<uint32_t> pairs_;
};

SymbolTable SymbolTable::train(std::span<const std::string_view> sample) {
  return SymbolTable(SymbolTrainer(sample).train());
}

}  // namespace cocite::file
