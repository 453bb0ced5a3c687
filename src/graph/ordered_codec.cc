#include "graph/ordered_codec.h"

#include <bit>

namespace cocite::graph {
namespace {

// So many that most pages, which are not in the table, meet an empty slot at once.
constexpr unsigned kPlaceBits = 11;
constexpr size_t kPlaceSlots = size_t{1} << kPlaceBits;
static_assert(kPlaceSlots >= 4 * LiteralCode::kMaxTable);

size_t place_slot(uint32_t page) {
  return (page * 0x9E3779B1U) >> (32 - kPlaceBits);
}

}  // namespace

bool LiteralCode::from_lengths(std::span<const uint8_t> lengths, std::vector<PageId> table,
                               LiteralCode& code) {
  if (lengths.size() != kSymbolCount || table.size() > kMaxTable) return false;
  if (!lengths_fit(lengths, kMaxBits) || lengths[kLiteralEscape] == 0) return false;
  code.lengths_.assign(lengths.begin(), lengths.end());
  code.codes_ = codes_for(lengths);
  code.places_.assign(kPlaceSlots, {});
  for (uint32_t i = 0; i < table.size(); ++i) {
    size_t slot = place_slot(index(table[i]));
    while (code.places_[slot].second != 0) slot = (slot + 1) % kPlaceSlots;
    code.places_[slot] = {index(table[i]), i + 1};
  }
  code.entries_.fill(1);  // bits that are no code: one bit, next to the page before
  for (uint32_t symbol = 0; symbol < kSymbolCount; ++symbol) {
    const unsigned length = lengths[symbol];
    if (length == 0) continue;
    uint32_t way = kWayFull;
    uint32_t digits = 0;
    uint32_t extra_bits = kPageBits;
    if (symbol < kFromTable) {
      const uint32_t token = symbol % kTokens;
      way = symbol < kFromPage ? kWayPrevious : kWayPage;
      digits = token < 16 ? token : 4 + (token & 3U);
      extra_bits = token < 16 ? 0 : (token - 16) / 4 + 2;
    } else if (symbol < kLiteralEscape) {
      if (symbol - kFromTable >= table.size()) return false;
      way = kWayTable;
      digits = symbol - kFromTable;
      extra_bits = 0;
    }
    const Entry entry = length | way << 4 | extra_bits << 6 | digits << 12;
    for (uint32_t i = code.codes_[symbol]; i < code.entries_.size(); i += 1U << length) {
      code.entries_[i] = entry;
    }
  }
  code.table_ = std::move(table);
  return true;
}

LiteralCode::Choice LiteralCode::choose(uint32_t page, uint32_t previous, uint32_t target) const {
  Choice best{kLiteralEscape, kPageBits, target, lengths_[kLiteralEscape] + kPageBits};
  const auto consider = [&](uint32_t symbol, unsigned extra_bits, uint64_t extra) {
    const unsigned cost = lengths_[symbol] + extra_bits;
    if (lengths_[symbol] > 0 && cost < best.cost) best = {symbol, extra_bits, extra, cost};
  };
  const Token a = token_of(fold_sign(int64_t{target} - int64_t{previous}));
  consider(a.token, a.extra_bits, a.extra);
  if (previous != page) {
    const Token b = token_of(fold_sign(int64_t{target} - int64_t{page}));
    consider(kFromPage + b.token, b.extra_bits, b.extra);
  }
  for (size_t slot = place_slot(target); places_[slot].second != 0;
       slot = (slot + 1) % kPlaceSlots) {
    if (places_[slot].first == target) consider(kFromTable + places_[slot].second - 1, 0, 0);
  }
  return best;
}

void OrderedCodec::set_list(std::span<const PageId> list) {
  const size_t size = std::bit_ceil(list.size() * 2 + 2);
  slots_.assign(size, {});
  shift_ = 32U - static_cast<unsigned>(std::countr_zero(size));
  for (uint32_t i = 0; i < list.size(); ++i) {
    size_t slot = (index(list[i]) * 0x9E3779B1U) >> shift_;
    while (slots_[slot].place != kAbsent) slot = (slot + 1) & (size - 1);
    slots_[slot] = {index(list[i]), i};
  }
}

void OrderedCodec::match(std::span<const PageId> reference) {
  matches_.clear();
  for (uint32_t i = 0; i < reference.size(); ++i) {
    const uint32_t in_list = place(reference[i]);
    if (in_list != kAbsent) matches_.push_back({i, in_list});
  }
}

void OrderedCodec::align(size_t list_size) {
  // Patience: tails_[k] is the match that ends an increasing subsequence of length k + 1 earliest.
  tails_.clear();
  before_.resize(matches_.size());
  for (uint32_t m = 0; m < matches_.size(); ++m) {
    auto tail = tails_.end();
    if (!tails_.empty() && matches_[m].in_list < matches_[tails_.back()].in_list) {
      tail = std::ranges::lower_bound(tails_, matches_[m].in_list, {},
                                      [&](uint32_t other) { return matches_[other].in_list; });
    }
    before_[m] = tail == tails_.begin() ? kAbsent : *(tail - 1);
    if (tail == tails_.end()) {
      tails_.push_back(m);
    } else {
      *tail = m;
    }
  }
  aligned_.resize(tails_.size());
  uint32_t m = tails_.empty() ? kAbsent : tails_.back();
  for (size_t k = tails_.size(); k-- > 0; m = before_[m]) aligned_[k] = matches_[m];

  // Runs of pairs that follow each other in both lists are one copy.
  segments_.assign(1, {});
  uint32_t list_at = 0;
  uint32_t reference_at = 0;
  for (const Pair& pair : aligned_) {
    if (pair.in_list != list_at || pair.in_reference != reference_at) {
      segments_.push_back({pair.in_reference - reference_at, pair.in_list - list_at, 0});
    }
    ++segments_.back().copy;
    list_at = pair.in_list + 1;
    reference_at = pair.in_reference + 1;
  }
  if (list_at < list_size) {
    segments_.push_back({0, static_cast<uint32_t>(list_size) - list_at, 0});
  }
}

}  // namespace cocite::graph
