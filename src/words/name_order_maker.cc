#include <algorithm>
#include <array>

#include "base/sorted_bytes.h"
#include "words/name_order.h"

namespace cocite::words {
namespace {

constexpr uint64_t kPiece = 4096;  // pages between reports

// Behind the text of an entry, while they are sorted: a zero, which no text has; which word it is;
// the number of the page; which name.
constexpr size_t kTailBytes = 7;

}  // namespace

Result<NameOrderMaker> NameOrderMaker::make(const store::Store& store, const FindNames& options) {
  NameOrderMaker maker;
  maker.sorter_ =
      std::make_unique<file::StringSorter>(options.scratch + "-name-order", options.memory_bytes);
  COCITE_CHECK(maker.number_pages(store));
  COCITE_CHECK(maker.sort_names(store, options));
  maker.number_of_ = {};
  return maker;
}

Result<void> NameOrderMaker::number_pages(const store::Store& store) {
  std::vector<uint64_t> order;  // in-degree, turned round, then page
  std::vector<PageId> some;
  std::vector<uint32_t> degrees;
  for (uint64_t first = 0; first < store.pages(); first += kPiece) {
    some.clear();
    for (uint64_t i = first; i < std::min(store.pages(), first + kPiece); ++i) {
      COCITE_TRY(bool has_name, store.has_title(page_id(i)));
      if (!has_name) {
        COCITE_TRY(const std::string called, store.anchor_name(page_id(i)));
        has_name = !called.empty();
      }
      if (has_name) some.push_back(page_id(i));
    }
    degrees.resize(some.size());
    COCITE_CHECK(store.in().degrees(some, degrees));
    for (size_t i = 0; i < some.size(); ++i) {
      order.push_back(uint64_t{0xFFFFFFFF - degrees[i]} << 32U | index(some[i]));
    }
  }
  std::ranges::sort(order);
  pages_.reserve(order.size());
  for (const uint64_t one : order) pages_.push_back(page_id(one & 0xFFFFFFFFU));
  order = {};
  number_of_.resize(store.pages());
  for (size_t i = 0; i < pages_.size(); ++i)
    number_of_[index(pages_[i])] = static_cast<uint32_t>(i);
  return {};
}

Result<void> NameOrderMaker::add(const text::FoldedName& name, uint32_t number, uint8_t which) {
  const std::string_view text = name.text;
  for (size_t start = 0; start < std::min(name.starts.size(), NameOrder::kMaxStarts); ++start) {
    std::array<char, NameOrder::kKeyBytes + kTailBytes> record;
    const size_t bytes = text.copy(record.data(), NameOrder::kKeyBytes, name.starts[start]);
    record[bytes] = 0;
    record[bytes + 1] = static_cast<char>(start);
    put_sorted(number, record.data() + bytes + 2);
    record[bytes + 6] = static_cast<char>(which);
    COCITE_CHECK(sorter_->add({record.data(), bytes + kTailBytes}));
  }
  return {};
}

Result<void> NameOrderMaker::sort_names(const store::Store& store, const FindNames& options) {
  text::FoldedName title;
  text::FoldedName called;
  std::vector<PageId> in_order = pages_;
  std::ranges::sort(in_order);
  for (size_t i = 0; i < in_order.size(); ++i) {
    if (i % kPiece == 0 && options.report) {
      COCITE_CHECK(options.report("sorting names", i, in_order.size()));
    }
    const PageId page = in_order[i];
    const uint32_t number = number_of_[index(page)];
    COCITE_TRY(const std::string own, store.title(page));
    text::fold_name(own, title);
    if (!title.starts.empty()) title.text += ' ';
    COCITE_CHECK(add(title, number, 0));
    COCITE_TRY(const std::string others, store.anchor_name(page));
    text::fold_name(others, called);
    if (!called.starts.empty()) called.text += ' ';
    if (called.text != title.text) COCITE_CHECK(add(called, number, NameOrder::kCalled));
  }
  if (options.report) COCITE_CHECK(options.report("sorting names", 0, 0));
  return sorter_->finish();
}

Result<void> NameOrderMaker::write(file::ContainerWriter& writer) {
  COCITE_CHECK(writer.begin("pages"));
  COCITE_CHECK(writer.write_values(std::span<const PageId>(pages_)));
  COCITE_CHECK(writer.begin("entries"));
  constexpr uint64_t kBlock = NameOrder::kBlockEntries;
  std::array<uint32_t, kBlock> numbers{};
  std::array<uint8_t, kBlock> places{};
  std::vector<uint64_t> heads;
  std::vector<uint32_t> minima;
  uint64_t count = 0;
  const auto end_block = [&]() -> Result<void> {
    minima.push_back(*std::ranges::min_element(numbers));
    COCITE_CHECK(writer.write_values(std::span<const uint32_t>(numbers)));
    return writer.write_values(std::span<const uint8_t>(places));
  };
  for (std::string_view record;;) {
    COCITE_TRY(const bool has_one, sorter_->next(record));
    if (!has_one) break;
    const char* const tail = record.data() + record.size() - kTailBytes;
    const std::string_view key(record.data(), record.size() - kTailBytes);
    const uint64_t at = count++ % kBlock;
    if (at == 0) {
      if (count > 1) COCITE_CHECK(end_block());
      numbers.fill(0xFFFFFFFF);
      places.fill(0);
      heads.push_back(NameOrder::head_of(key, 0));
    }
    numbers[at] = get_sorted(tail + 2);
    places[at] =
        static_cast<uint8_t>(static_cast<uint8_t>(tail[1]) | static_cast<uint8_t>(tail[6]));
  }
  if (count > 0) COCITE_CHECK(end_block());
  COCITE_CHECK(writer.begin("heads"));
  COCITE_CHECK(writer.write_values(std::span<const uint64_t>(heads)));
  COCITE_CHECK(writer.begin("minima"));
  for (std::vector<uint32_t> level = std::move(minima); !level.empty();) {
    COCITE_CHECK(writer.write_values(std::span<const uint32_t>(level)));
    if (level.size() <= kBlock) break;
    std::vector<uint32_t> above;
    for (size_t i = 0; i < level.size(); i += kBlock) {
      const auto begin = level.begin() + static_cast<ptrdiff_t>(i);
      above.push_back(*std::min_element(
          begin, begin + static_cast<ptrdiff_t>(std::min<size_t>(kBlock, level.size() - i))));
    }
    level = std::move(above);
  }
  COCITE_CHECK(writer.begin("meta"));
  return writer.write_values(std::span<const uint64_t>(&count, 1));
}

store::NewNotes NameOrderMaker::notes() {
  return {.name = std::string(NameOrder::kNotes),
          .about = std::string(NameOrder::kAbout),
          .parts = {},
          .fill = [this](file::ContainerWriter& writer) { return write(writer); }};
}

}  // namespace cocite::words
