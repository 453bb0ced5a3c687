#include "file/separator_index.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/assert.h"

namespace cocite::file {
namespace {

// The first byte of a node: how wide its numbers are.
constexpr char kNarrow = 0;  // one byte
constexpr char kWide = 1;    // four

uint64_t divide_up(uint64_t n, uint64_t d) {
  return n / d + (n % d != 0 ? 1 : 0);
}

// Of two strings, neither padded.
size_t common_prefix_of(std::string_view a, std::string_view b) {
  const size_t length = std::min(a.size(), b.size());
  return static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(length), b.begin()).first -
      a.begin());
}

template <class Number>
Number load(const char* at) {
  Number number = 0;
  std::memcpy(&number, at, sizeof number);
  return number;
}

}  // namespace

// --- writing ---------------------------------------------------------------------------------

void SeparatorIndexBuilder::add(std::string_view separator) {
  add(0, separator);
}

void SeparatorIndexBuilder::add(size_t number, std::string_view separator) {
  if (number == levels_.size()) levels_.emplace_back();
  const uint64_t before = levels_[number].children;
  if (before % kNodeChildren == 0) {
    // The level above learns of a node only when there is a second one: one node is the root.
    if (before == kNodeChildren) add(number + 1, "");
    if (before != 0) add(number + 1, separator);
    Level& level = levels_[number];  // not sooner: the vector has grown
    end_node(level);
    level.starts.push_back(level.nodes.size());
  } else {
    Level& level = levels_[number];
    const size_t shared = common_prefix_of(level.last, separator);
    level.shared.push_back(static_cast<uint32_t>(shared));
    level.lengths.push_back(static_cast<uint32_t>(separator.size() - shared));
    level.texts += separator.substr(shared);
  }
  levels_[number].last = separator;
  ++levels_[number].children;
}

void SeparatorIndexBuilder::end_node(Level& level) {
  if (level.children == 0) return;
  const auto is_narrow = [](uint32_t n) { return n < 256; };
  const bool narrow =
      std::ranges::all_of(level.shared, is_narrow) && std::ranges::all_of(level.lengths, is_narrow);
  level.nodes += narrow ? kNarrow : kWide;
  for (const auto* numbers : {&level.shared, &level.lengths}) {
    for (const uint32_t number : *numbers) {
      level.nodes.append(reinterpret_cast<const char*>(&number), narrow ? 1 : sizeof number);
    }
  }
  level.nodes += level.texts;
  level.shared.clear();
  level.lengths.clear();
  level.texts.clear();
}

Result<void> SeparatorIndexBuilder::write(ContainerWriter& writer, std::string_view section_name) {
  std::vector<uint64_t> header;
  for (Level& level : levels_) {
    end_node(level);
    level.starts.push_back(level.nodes.size());
    level.nodes.resize(divide_up(level.nodes.size(), 8) * 8);
    header.push_back(level.nodes.size());
  }
  std::ranges::reverse(header);  // the root first, as it is read
  COCITE_CHECK(writer.begin(section_name));
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(header)));
  for (size_t i = levels_.size(); i-- > 0;) {
    COCITE_CHECK(writer.write_values(std::span<const uint64_t>(levels_[i].starts)));
    COCITE_CHECK(writer.write(std::as_bytes(std::span(levels_[i].nodes))));
  }
  return {};
}

// --- reading ---------------------------------------------------------------------------------

Result<SeparatorIndex> SeparatorIndex::open(const Container& container,
                                            std::string_view section_name, uint64_t count) {
  SeparatorIndex index;
  COCITE_TRY(index.section_, container.section(section_name));
  const Section& section = index.section_;
  // What the count says about the levels, from the leaves to the root.
  for (uint64_t children = count; children > 0;) {
    const uint64_t nodes = divide_up(children, kNodeChildren);
    index.levels_.push_back(
        {.nodes = nodes, .children = children, .starts = 0, .bytes = 0, .size = 0});
    children = nodes == 1 ? 0 : nodes;
  }
  std::ranges::reverse(index.levels_);
  const uint64_t header_bytes = index.levels_.size() * sizeof(uint64_t);
  if (section.size() < header_bytes || !section.is_sound(0, header_bytes)) return section.damage();
  uint64_t at = header_bytes;
  for (size_t i = 0; i < index.levels_.size(); ++i) {
    Level& level = index.levels_[i];
    level.size = load<uint64_t>(reinterpret_cast<const char*>(section.data()) + i * 8);
    if (level.nodes >= section.size() / sizeof(uint64_t)) return section.damage();
    const uint64_t starts_bytes = (level.nodes + 1) * sizeof(uint64_t);
    if (section.size() - at < starts_bytes || section.size() - at - starts_bytes < level.size) {
      return section.damage();
    }
    level.starts = at;
    level.bytes = at + starts_bytes;
    at = level.bytes + level.size;
  }
  if (at != section.size()) return section.damage();
  return index;
}

// One node [at, end): the last child whose separator is at most the key. `match` is how many bytes
// of the key agree with the separator of the first child; then, with that of the found one.
template <class Number>
bool SeparatorIndex::scan(const char* at, const char* end, uint64_t children, const PaddedText& key,
                          size_t& match, uint64_t& child) {
  const uint64_t numbers = children - 1;
  if (static_cast<uint64_t>(end - at) < 2 * numbers * sizeof(Number)) return false;
  const char* shared = at;
  const char* lengths = at + numbers * sizeof(Number);
  const char* text = lengths + numbers * sizeof(Number);
  child = 0;
  for (uint64_t i = 0; i < numbers; ++i) {
    const size_t agree = load<Number>(shared + i * sizeof(Number));
    const size_t length = load<Number>(lengths + i * sizeof(Number));
    if (agree < match) return true;  // it left the key's path to the right
    if (agree == match) {
      if (static_cast<size_t>(end - text) < length) return false;
      const size_t common = std::min(length, key.size() - match);
      const size_t same = common_prefix(text, key.data() + match, common);
      if (same == common) {
        if (common < length) return true;  // the key ends first
      } else if (static_cast<uint8_t>(text[same]) >
                 static_cast<uint8_t>(key.data()[match + same])) {
        return true;
      }
      match += same;
    }
    // Where it agrees with the one before for longer than the key does, it is below the key too.
    child = i + 1;
    text += std::min(length, static_cast<size_t>(end - text));
  }
  return true;
}

bool SeparatorIndex::find(const PaddedText& key, uint64_t& number) const {
  if (levels_.empty()) return false;
  number = 0;
  size_t match = 0;
  const char* data = reinterpret_cast<const char*>(section_.data());
  for (const Level& level : levels_) {
    const uint64_t start_at = level.starts + number * sizeof(uint64_t);
    if (number >= level.nodes || !section_.is_sound(start_at, start_at + 2 * sizeof(uint64_t))) {
      return false;
    }
    const auto begin = load<uint64_t>(data + start_at);
    const auto end = load<uint64_t>(data + start_at + sizeof(uint64_t));
    if (begin >= end || end > level.size ||
        !section_.is_sound(level.bytes + begin, level.bytes + end)) {
      return false;
    }
    const char* node = data + level.bytes + begin;
    const uint64_t first = number * kNodeChildren;
    const uint64_t children = std::min(kNodeChildren, level.children - first);
    uint64_t child = 0;
    if (!(*node == kNarrow
              ? scan<uint8_t>(node + 1, data + level.bytes + end, children, key, match, child)
          : *node == kWide
              ? scan<uint32_t>(node + 1, data + level.bytes + end, children, key, match, child)
              : false)) {
      return false;
    }
    number = first + child;
  }
  return true;
}

}  // namespace cocite::file
