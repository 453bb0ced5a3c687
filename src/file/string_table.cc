#include "file/string_table.h"

#include <algorithm>
#include <cstring>

namespace cocite::file {
namespace {

// get() decodes strings up to this size on the stack.
constexpr size_t kStackBytes = 4096;
// Most blocks of page keys are shorter.
constexpr uint64_t kPrefetchBytes = 384;

std::string section_name(std::string_view prefix, std::string_view name) {
  return std::string(prefix) += name;
}

}  // namespace

Result<StringTable> StringTable::open(const Container& container, std::string_view prefix) {
  StringTable table;
  COCITE_TRY(const Section meta, container.section(section_name(prefix, ".meta")));
  std::array<uint64_t, 2> numbers{};
  if (meta.size() < sizeof numbers ||
      meta.size() > sizeof numbers + SymbolTable::kMaxSerializedBytes ||
      !meta.is_sound(0, meta.size())) {
    return meta.damage();
  }
  std::memcpy(numbers.data(), meta.data(), sizeof numbers);
  auto symbols = SymbolTable::parse(
      {reinterpret_cast<const char*>(meta.data()) + sizeof numbers, meta.size() - sizeof numbers});
  if (!symbols || numbers[1] != kBlockStrings) return meta.damage();
  table.count_ = numbers[0];
  table.symbols_ = *std::move(symbols);
  COCITE_TRY(table.blocks_, container.section(section_name(prefix, ".blocks")));
  COCITE_TRY(table.offsets_, EliasFano::open(container, section_name(prefix, ".offsets")));
  const uint64_t blocks =
      table.count_ / kBlockStrings + (table.count_ % kBlockStrings != 0 ? 1 : 0);
  if (table.offsets_.size() != blocks + 1 || table.offsets_.max_value() != table.blocks_.size()) {
    return table.offsets_.damage();
  }
  COCITE_TRY(table.index_, SeparatorIndex::open(container, section_name(prefix, ".index"), blocks));
  return table;
}

template <class Number>
[[gnu::always_inline]] inline bool StringTable::take_apart(const uint8_t* at, const uint8_t* end,
                                                           Block& block) {
  const uint32_t size = block.size;
  const size_t head_bytes = (2 * size_t{size} - 1) * sizeof(Number);
  if (static_cast<size_t>(end - at) < head_bytes) return false;
  const auto load = [&](size_t i) {
    Number number = 0;
    std::memcpy(&number, at + i * sizeof number, sizeof number);
    return number;
  };
  block.codes = at + head_bytes;
  block.shared[0] = 0;
  for (size_t i = 1; i < size; ++i) block.shared[i] = load(i - 1);
  uint64_t sum = 0;
  block.ends[0] = 0;
  for (size_t i = 0; i < size; ++i) {
    sum += load(size - 1 + i);
    block.ends[i + 1] = static_cast<uint32_t>(sum);
  }
  // Also what keeps the sums within 32 bits.
  return sum == static_cast<uint64_t>(end - block.codes) && sum <= UINT32_MAX;
}

bool StringTable::read_block(uint64_t number, Block& block) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!offsets_.get_pair(number, begin, end) || begin == end) return false;
  // A block is read from its head, then somewhere inside: all its lines are fetched at once.
  for (uint64_t line = begin; line < std::min(end, begin + kPrefetchBytes); line += 64) {
    __builtin_prefetch(blocks_.data() + line);
  }
  if (!blocks_.is_sound(begin, end)) return false;
  const uint64_t first = number * kBlockStrings;
  block.size = static_cast<uint32_t>(std::min(kBlockStrings, count_ - first));
  const auto* data = reinterpret_cast<const uint8_t*>(blocks_.data());
  switch (data[begin]) {
    case 1:
      return take_apart<uint8_t>(data + begin + 1, data + end, block);
    case 4:
      return take_apart<uint32_t>(data + begin + 1, data + end, block);
    default:
      return false;
  }
}

Result<void> StringTable::get(uint64_t i, std::string& out) const {
  if (i >= count_) {
    return fail(ErrorCode::kInvalidArgument,
                "no string " + std::to_string(i) + " in " + std::to_string(count_) + " strings");
  }
  Block block;
  if (!read_block(i / kBlockStrings, block)) return blocks_.damage();
  // Walk back: an earlier entry matters only if it shares a shorter prefix than all entries seen so
  // far.
  std::array<uint8_t, kBlockStrings> needed;  // the last first
  size_t depth = 0;
  size_t room = 0;
  uint32_t least = UINT32_MAX;
  for (size_t entry = i % kBlockStrings;; --entry) {
    if (block.shared[entry] < least) {
      least = block.shared[entry];
      needed[depth++] = static_cast<uint8_t>(entry);
      room = std::max(room, least + 8 * size_t{block.ends[entry + 1] - block.ends[entry]});
    }
    if (entry == 0 || least == 0) break;
  }
  std::array<char, kStackBytes> stack;
  std::vector<char> heap;
  if (room > kStackBytes) heap.resize(room);
  char* const text = heap.empty() ? stack.data() : heap.data();
  size_t size = 0;
  while (depth > 0) {
    const size_t entry = needed[--depth];
    if (block.shared[entry] > size) return blocks_.damage();
    const char* end =
        symbols_.decode(block.codes + block.ends[entry], block.codes + block.ends[entry + 1],
                        text + block.shared[entry]);
    if (end == nullptr) return blocks_.damage();
    size = static_cast<size_t>(end - text);
  }
  out.assign(text, size);
  return {};
}

// The first string that is at least the key, and whether it is the key.
bool StringTable::search(const PaddedText& key, Place& place) const {
  place = {};
  if (count_ == 0) return true;
  uint64_t number = 0;
  Block block;
  if (!index_.find(key, number) || !read_block(number, block)) return false;
  size_t match = 0;  // bytes of the key that agree with the last string below it
  for (uint32_t entry = 0; entry < block.size; ++entry) {
    if (block.shared[entry] > match)
      continue;  // agrees with the one before for longer than the key
    place.number = number * kBlockStrings + entry;
    if (block.shared[entry] < match) return true;
    const auto order = symbols_.compare(block.codes + block.ends[entry],
                                        block.codes + block.ends[entry + 1], key.view(), match);
    if (order == SymbolTable::Order::kBroken) return false;
    if (order == SymbolTable::Order::kLess) continue;
    place.is_equal = order == SymbolTable::Order::kEqual;
    return true;
  }
  // Below the separator of the next block, so below its head.
  place.number = number * kBlockStrings + block.size;
  return true;
}

Result<std::optional<uint64_t>> StringTable::find(std::string_view key) const {
  if (key.size() > kMaxStringBytes) return std::nullopt;
  Place place;
  if (!search(PaddedText(key), place)) return blocks_.damage();
  return place.is_equal ? std::optional(place.number) : std::nullopt;
}

Result<uint64_t> StringTable::lower_bound(std::string_view key) const {
  Place place;
  if (!search(PaddedText(key), place)) return blocks_.damage();
  return place.number;
}

StringTable::Cursor StringTable::cursor(uint64_t first) const {
  return {*this, first};
}

bool StringTable::Cursor::decode_entry(size_t entry) {
  const size_t shared = block_.shared[entry];
  const uint32_t begin = block_.ends[entry];
  const uint32_t end = block_.ends[entry + 1];
  if (shared > size_) return false;
  const size_t room = shared + 8 * size_t{end - begin};
  if (room > text_.size()) text_.resize(2 * room);
  const char* stop =
      table_->symbols_.decode(block_.codes + begin, block_.codes + end, text_.data() + shared);
  if (stop == nullptr) return false;
  size_ = static_cast<size_t>(stop - text_.data());
  return true;
}

bool StringTable::Cursor::next(std::string_view& key) {
  if (number_ >= table_->count_ || is_damaged_) return false;
  const size_t entry = number_ % kBlockStrings;
  if (!has_block_ || entry == 0) {
    is_damaged_ = !table_->read_block(number_ / kBlockStrings, block_);
    has_block_ = true;
    size_ = 0;
    for (size_t before = 0; before < entry && !is_damaged_; ++before) {
      is_damaged_ = !decode_entry(before);
    }
  }
  if (is_damaged_ || !decode_entry(entry)) {
    is_damaged_ = true;
    return false;
  }
  ++number_;
  key = {text_.data(), size_};
  return true;
}

Result<void> StringTable::Cursor::status() const {
  if (is_damaged_) return table_->blocks_.damage();
  return {};
}

}  // namespace cocite::file
