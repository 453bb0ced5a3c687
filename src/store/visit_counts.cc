#include "store/visit_counts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.h"
#include "base/hash.h"
#include "file/number_reader.h"

namespace cocite::store {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;
constexpr size_t kHeadFields = 4;

}  // namespace

Visits VisitList::with(PageId other) const {
  const auto found = std::ranges::lower_bound(others, other, {}, &Visits::page);
  return found == others.end() || found->page != other ? Visits{.page = other} : *found;
}

Result<VisitWriter> VisitWriter::create(file::ContainerWriter container, uint64_t pages) {
  VisitWriter writer;
  writer.container_ = std::move(container);
  writer.pages_ = pages;
  COCITE_CHECK(writer.container_.begin("lists"));
  return writer;
}

void VisitWriter::put(uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::byte>(value | 0x80));
  bytes_.push_back(static_cast<std::byte>(value));
}

Result<void> VisitWriter::add(PageId page, std::span<const Visits> others) {
  COCITE_ASSERT(index(page) >= lengths_.count() && index(page) < pages_, "pages rise");
  if (others.empty()) return {};
  while (lengths_.count() < index(page)) lengths_.add(0);
  const size_t begin = bytes_.size();
  uint64_t total = 0;
  for (const Visits& one : others) total += one.both();
  put(total);
  put(others.size());
  uint64_t next = 0;
  for (const Visits& one : others) {
    COCITE_ASSERT(index(one.page) >= next && one.page != page && one.both() > 0, "others rise");
    put(index(one.page) - next);
    put(one.to);
    put(one.from);
    next = uint64_t{index(one.page)} + 1;
    if (one.to > 0) ++transitions_;
    clicks_ += one.to;
  }
  ++visited_pages_;
  lengths_.add(bytes_.size() - begin);
  if (bytes_.size() < kBufferBytes) return {};
  COCITE_CHECK(container_.write(bytes_));
  bytes_.clear();
  return {};
}

Result<void> VisitWriter::finish(uint64_t at_least) {
  while (lengths_.count() < pages_) lengths_.add(0);
  COCITE_CHECK(container_.write(bytes_));
  COCITE_CHECK(lengths_.write_offsets(container_, "offsets"));
  COCITE_CHECK(container_.begin("head"));
  const std::array<uint64_t, kHeadFields> head = {transitions_, clicks_, visited_pages_, at_least};
  COCITE_CHECK(container_.write_values<uint64_t>(head));
  return container_.finish();
}

Result<VisitTable> VisitTable::of(file::Container container, uint64_t pages) {
  VisitTable table;
  COCITE_TRY(const file::Section head, container.section("head"));
  COCITE_TRY(const std::span<const uint64_t> fields, head.values<uint64_t>());
  COCITE_TRY(table.offsets_, file::EliasFano::open(container, "offsets"));
  COCITE_TRY(table.lists_, container.section("lists"));
  if (fields.size() != kHeadFields || table.offsets_.size() != pages + 1 ||
      table.offsets_.max_value() > table.lists_.size()) {
    return fail(ErrorCode::kCorrupt,
                container.path() + ": the number of rows is not the number of pages");
  }
  table.pages_ = pages;
  table.transitions_ = fields[0];
  table.clicks_ = fields[1];
  table.visited_pages_ = fields[2];
  table.at_least_ = fields[3];
  table.container_ = std::move(container);
  return table;
}

Result<std::span<const uint8_t>> VisitTable::bytes_of(PageId page) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!offsets_.get_pair(index(page), begin, end)) return offsets_.damage();
  if (!lists_.is_sound(begin, end)) return lists_.damage();
  return std::span(reinterpret_cast<const uint8_t*>(lists_.data()) + begin, end - begin);
}

Result<uint64_t> VisitTable::total(PageId page) const {
  COCITE_TRY(const auto bytes, bytes_of(page));
  if (bytes.empty()) return 0;
  uint64_t total = 0;
  if (!file::NumberReader(bytes).take(total)) return lists_.damage();
  return total;
}

Result<VisitList> VisitTable::list(PageId page, Buffer& buffer) const {
  COCITE_TRY(const auto bytes, bytes_of(page));
  buffer.clear();
  if (bytes.empty()) return VisitList{};
  file::NumberReader numbers(bytes);
  VisitList list;
  uint64_t count = 0;
  // An entry takes three bytes at least: a count that cannot be is found before room is made for it.
  if (!numbers.take(list.total) || !numbers.take(count) || count > numbers.left() / 3) {
    return lists_.damage();
  }
  buffer.reserve(count);
  uint64_t next = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t gap = 0;
    Visits one;
    if (!numbers.take(gap) || !numbers.take(one.to) || !numbers.take(one.from)) {
      return lists_.damage();
    }
    if (gap >= pages_ || next + gap >= pages_) return lists_.damage();
    one.page = page_id(next + gap);
    next += gap + 1;
    buffer.push_back(one);
  }
  if (numbers.left() > 0) return lists_.damage();
  list.others = buffer;
  return list;
}

Result<void> VisitTable::check() const {
  const auto wrong = [&](const char* what) {
    return fail(ErrorCode::kCorrupt, container_.path() + ": " + what);
  };
  // The same transitions seen from either end, each as a number; sums, as ends come in any order.
  const auto number_of = [](PageId from, PageId to, uint64_t count) {
    return mix(mix((uint64_t{index(from)} << 32) | index(to)) ^ count);
  };
  uint64_t going = 0;
  uint64_t coming = 0;
  uint64_t transitions = 0;
  uint64_t clicks = 0;
  uint64_t visited = 0;
  Buffer buffer;
  for (uint64_t i = 0; i < pages_; ++i) {
    const PageId page = page_id(i);
    COCITE_TRY(const VisitList list, this->list(page, buffer));
    uint64_t total = 0;
    for (const Visits& one : list.others) {
      if (one.page == page || one.both() == 0) return wrong("impossible visit counts");
      if ((one.to > 0 && one.to < at_least_) || (one.from > 0 && one.from < at_least_)) {
        return wrong("visit counts below the threshold");
      }
      total += one.both();
      if (one.to > 0) going += number_of(page, one.page, one.to);
      if (one.from > 0) coming += number_of(one.page, page, one.from);
      transitions += one.to > 0 ? 1 : 0;
      clicks += one.to;
    }
    visited += list.others.empty() ? 0 : 1;
    if (total != list.total) return wrong("a total is no sum");
  }
  if (going != coming) return wrong("the two lists of a pair differ");
  if (transitions != transitions_ || clicks != clicks_ || visited != visited_pages_) {
    return wrong("its head and its lists differ");
  }
  return {};
}

}  // namespace cocite::store
