#include "graph/packed_links.h"

#include <algorithm>
#include <cstring>

#include "graph/bytes_codec.h"

namespace cocite::graph {
namespace {

// The codecs as the reader sees them: what they need from the file, and how a list is read.
struct ReadSorted {
  using Codec = SortedCodec;
  const SortedCodec::Codes* codes;
};
struct ReadOrdered {
  using Codec = OrderedCodec;
  const OrderedCodec::Codes* codes;
};
template <bool kIsSorted>
struct ReadBytes {
  static constexpr bool kSorted = kIsSorted;
};

template <class Reader>
concept IsBytes = requires {
  Reader::kSorted;
};

struct Place {
  const std::byte* stream;
  uint64_t bit;    // where the list begins; moves behind it
  uint64_t limit;  // where it, or all that follows it, ends
  uint32_t page;
  uint64_t pages;
  uint64_t max_degree;
};

template <class Reader, class Fetch>
bool read_list(const Reader& reader, Place& place, Fetch&& fetch, PageRoom& room, PageRoom& scratch,
               std::span<const PageId>& list, Budget* budget = nullptr) {
  list = {};
  if constexpr (IsBytes<Reader>) {
    const std::byte* at = place.stream + place.bit / 8;
    const std::byte* const end = place.stream + place.limit / 8;
    uint64_t degree = 0;
    if (place.bit % 8 != 0 || !BytesCodec::read_degree(at, end, degree)) return false;
    if (degree > place.max_degree) return false;
    if (degree > 0) {
      PageId* const out = room.at_least(degree);
      if (!BytesCodec::decode<Reader::kSorted>(at, end, place.page, degree, place.pages, out)) {
        return false;
      }
      list = {out, degree};
    }
    place.bit = static_cast<uint64_t>(at - place.stream) * 8;
    return true;
  } else {
    BitReader bits(place.stream, place.bit);
    const uint64_t degree = reader.codes->fields[Reader::Codec::kDegree].take(bits);
    if (degree > place.max_degree) return false;
    if (degree > 0) {
      PageId* const out = room.at_least(degree);
      if (!Reader::Codec::decode(*reader.codes, bits, place.limit, place.page,
                                 static_cast<uint32_t>(degree), place.pages, fetch, out, scratch,
                                 budget)) {
        return false;
      }
      list = {out, degree};
    }
    place.bit = bits.position();
    return place.bit <= place.limit;
  }
}

}  // namespace

template <class Use>
bool PackedLinks::with_codec(Use&& use) const {
  if (ordered_) return use(ReadOrdered{ordered_.get()});
  if (sorted_) return use(ReadSorted{sorted_.get()});
  return order() == ListOrder::kPage ? use(ReadBytes<false>{}) : use(ReadBytes<true>{});
}

Result<PackedLinks> PackedLinks::open(const std::string& path) {
  COCITE_TRY(file::Container container, file::Container::open(path, "link"));
  return of(std::move(container));
}

Result<PackedLinks> PackedLinks::of(file::Container container) {
  PackedLinks links;
  links.container_ = std::move(container);
  COCITE_TRY(const file::Section meta, links.container_.section("meta"));
  COCITE_TRY(const std::span<const Meta> metas, meta.values<Meta>());
  if (metas.size() != 1) return meta.damage();
  links.meta_ = metas[0];
  if (links.meta_.pages > kMaxPages) {
    return fail(ErrorCode::kUnsupported,
                links.container_.path() + ": " + std::to_string(links.meta_.pages) +
                    " pages; this build reads up to " + std::to_string(kMaxPages));
  }
  if (links.meta_.window > kWindow || links.meta_.max_chain > kMaxChain || links.meta_.order > 1 ||
      links.meta_.coding > 1 || links.meta_.group_pages != kGroupPages ||
      links.meta_.max_degree > links.meta_.pages) {
    return meta.damage();
  }
  COCITE_TRY(links.stream_, links.container_.section("stream"));
  COCITE_TRY(links.groups_, links.container_.section("groups"));
  const uint64_t groups = (links.meta_.pages + kGroupPages - 1) / kGroupPages;
  if (links.groups_.size() != (groups + 1) * sizeof(uint64_t)) return meta.damage();
  links.has_bmi2_ = file::has_bmi2();
  COCITE_TRY(const file::Section codes, links.container_.section("codes"));
  COCITE_TRY(const std::span<const std::byte> bytes, codes.values<std::byte>());
  if (links.coding() == ListCoding::kBytes) {
    if (!bytes.empty()) return codes.damage();
  } else if (links.order() == ListOrder::kPage) {
    auto ordered = std::make_shared<OrderedCodec::Codes>();
    if (!read_codes(bytes, links.meta_.pages, *ordered)) return codes.damage();
    links.ordered_ = std::move(ordered);
  } else {
    auto sorted = std::make_shared<SortedCodec::Codes>();
    if (!read_codes(bytes, *sorted)) return codes.damage();
    links.sorted_ = std::move(sorted);
  }
  return links;
}

PackedSize PackedLinks::size() const {
  const auto bits = [&](const char* name) {
    const auto section = container_.section(name);
    return section ? section->size() * 8 : 0;
  };
  return {.stream_bits = meta_.list_bits,
          .index_bits =
              bits("stream") - meta_.list_bits + bits("groups") + bits("codes") + bits("meta")};
}

bool PackedLinks::enter_group(uint64_t group, uint64_t& bit) const {
  const auto* const offsets = reinterpret_cast<const uint64_t*>(groups_.data());
  if (!groups_.is_sound(group * 8, group * 8 + 16)) return false;
  const uint64_t begin = offsets[group];
  const uint64_t end = offsets[group + 1];
  if (begin > end || end - begin < kLeastGroupBytes || end > stream_.size()) return false;
  if (!stream_.is_sound(begin, begin + kLeastGroupBytes)) return false;
  bit = begin * 8;
  const GroupHeader header(stream_.data(), bit, lists_in(group));
  return header.begin() <= end * 8 && header.end() <= end * 8 &&
         stream_.is_sound(begin, (header.begin() + 7) / 8);
}

// Asks the memory for the group's header, and for about where the list must be: all at once,
// instead of waiting for the one to know the other.
void PackedLinks::prefetch(uint64_t page) const {
  const auto* const offsets = reinterpret_cast<const uint64_t*>(groups_.data());
  const uint64_t group = page >> kGroupShift;
  // Nothing is verified yet; a prefetch beyond the end is skipped.
  const uint64_t begin = std::min(offsets[group], stream_.size());
  const uint64_t size = std::min(offsets[group + 1] - begin, stream_.size() - begin);
  const uint64_t header = std::min<uint64_t>(size, kGroupPages);
  for (uint64_t at = 0; at <= header + 64; at += 64)
    __builtin_prefetch(stream_.data() + begin + at);
  const uint64_t guess = header + (size - header) * (page & (kGroupPages - 1)) / kGroupPages;
  for (uint64_t at = 0; at < 256; at += 64) {
    __builtin_prefetch(stream_.data() + begin + guess + at - 64);
  }
}

bool PackedLinks::bits_of(uint64_t page, uint64_t& begin, uint64_t& end) const {
  uint64_t bit = 0;
  const uint64_t group = page >> kGroupShift;
  if (!enter_group(group, bit)) return false;
  const GroupHeader header(stream_.data(), bit, lists_in(group));
  const auto i = static_cast<unsigned>(page & (kGroupPages - 1));
  const bool found =
      has_bmi2_ ? header.find<true>(i, begin, end) : header.find<false>(i, begin, end);
  return found && stream_.is_sound(begin / 8, (end + 7) / 8);
}

template <class Reader>
bool PackedLinks::read(const Reader& reader, uint32_t page, unsigned level, ListBuffer& buffer,
                       std::span<const PageId>& list) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  return bits_of(page, begin, end) && read_at(reader, page, begin, end, level, buffer, list);
}

template <class Reader>
bool PackedLinks::read_at(const Reader& reader, uint32_t page, uint64_t begin, uint64_t end,
                          unsigned level, ListBuffer& buffer, std::span<const PageId>& list) const {
  Place place{.stream = stream_.data(),
              .bit = begin,
              .limit = end,
              .page = page,
              .pages = meta_.pages,
              .max_degree = meta_.max_degree};
  const auto fetch = [&](uint32_t r, std::span<const PageId>& reference) {
    return level < kMaxChain && read(reader, page - r, level + 1, buffer, reference);
  };
  return read_list(reader, place, fetch, buffer.rooms[level], buffer.scratch, list,
                   buffer.budget) &&
         place.bit == place.limit;
}

Result<std::span<const PageId>> PackedLinks::list(PageId page, ListBuffer& buffer) const {
  if (plain_) return plain_->list(page);
  std::span<const PageId> list;
  prefetch(index(page));
  const bool good =
      with_codec([&](const auto& reader) { return read(reader, index(page), 0, buffer, list); });
  if (!good) return failure(buffer.budget);
  return list;
}

tl::unexpected<Error> PackedLinks::failure(const Budget* budget) const {
  if (budget == nullptr || !budget->was_spent()) return stream_.damage();
  return fail(ErrorCode::kBusy, "the time budget was spent while a long list of links was read");
}

uint64_t PackedLinks::degree_at(uint64_t begin, uint64_t end) const {
  if (coding() == ListCoding::kBytes) {
    uint64_t degree = 0;
    const std::byte* at = stream_.data() + begin / 8;
    return BytesCodec::read_degree(at, stream_.data() + end / 8, degree) ? degree : ~uint64_t{0};
  }
  BitReader reader(stream_.data(), begin);
  return ordered_ ? ordered_->fields[OrderedCodec::kDegree].take(reader)
                  : sorted_->fields[SortedCodec::kDegree].take(reader);
}

Result<uint32_t> PackedLinks::degree(PageId page) const {
  if (plain_) return plain_->degree(page);
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!bits_of(index(page), begin, end)) return stream_.damage();
  const uint64_t degree = degree_at(begin, end);
  if (degree > meta_.max_degree) return stream_.damage();
  return static_cast<uint32_t>(degree);
}

Result<void> PackedLinks::degrees(std::span<const PageId> pages,
                                  std::span<uint32_t> degrees) const {
  if (plain_) {
    constexpr size_t kAhead = 16;
    for (size_t i = 0; i < pages.size(); ++i) {
      if (i + kAhead < pages.size()) plain_->prefetch_begin(pages[i + kAhead]);
      degrees[i] = plain_->degree(pages[i]);
    }
    return {};
  }
  // As in a batch: the directory, the header, the list, each asked for while others are read.
  constexpr size_t kAhead = 8;
  struct Bits {
    uint64_t begin = 1;
    uint64_t end = 0;
  };
  std::array<Bits, kAhead> found;
  const auto* const offsets = reinterpret_cast<const uint64_t*>(groups_.data());
  for (size_t i = 0; i < pages.size() + 3 * kAhead; ++i) {
    if (i < pages.size()) __builtin_prefetch(offsets + (index(pages[i]) >> kGroupShift));
    if (i >= kAhead && i - kAhead < pages.size()) {
      const uint64_t group = index(pages[i - kAhead]) >> kGroupShift;
      const std::byte* const header = stream_.data() + std::min(offsets[group], stream_.size());
      for (uint64_t line = 0; line <= kGroupPages; line += 64) __builtin_prefetch(header + line);
    }
    if (i >= 3 * kAhead) {
      const size_t k = i - 3 * kAhead;
      const Bits bits = found[k % kAhead];
      const uint64_t degree =
          bits.begin <= bits.end ? degree_at(bits.begin, bits.end) : ~uint64_t{0};
      if (degree > meta_.max_degree) return stream_.damage();
      degrees[k] = static_cast<uint32_t>(degree);
    }
    if (i >= 2 * kAhead && i - 2 * kAhead < pages.size()) {
      Bits& bits = found[(i - 2 * kAhead) % kAhead];
      if (!bits_of(index(pages[i - 2 * kAhead]), bits.begin, bits.end)) bits = {};
      __builtin_prefetch(stream_.data() + bits.begin / 8);
    }
  }
  return {};
}

bool PackedLinks::Scan::enter_group() {
  const uint64_t group = page_ >> kGroupShift;
  uint64_t bit = 0;
  if (page_ != first_ && bit_ != group_end_) return false;
  if (!links_->enter_group(group, bit)) return false;
  const GroupHeader header(links_->stream_.data(), bit, links_->lists_in(group));
  bit_ = header.begin();
  if (page_ % kGroupPages != 0) {
    uint64_t end = 0;
    if (!links_->bits_of(page_, bit_, end)) return false;
  }
  group_end_ = header.end();
  return links_->stream_.is_sound(bit_ / 8, (group_end_ + 7) / 8);
}

template <class Reader>
bool PackedLinks::Scan::decode(const Reader& reader) {
  const size_t slot = page_ % lists_.size();
  const auto fetch = [&](uint32_t r, std::span<const PageId>& reference) {
    if (page_ - r >= first_) {
      reference = lists_[(page_ - r) % lists_.size()];
      return true;
    }
    return links_->read(reader, static_cast<uint32_t>(page_ - r), 0, before_, reference);
  };
  Place place{.stream = links_->stream_.data(),
              .bit = bit_,
              .limit = group_end_,
              .page = static_cast<uint32_t>(page_),
              .pages = links_->meta_.pages,
              .max_degree = links_->meta_.max_degree};
  const bool good = read_list(reader, place, fetch, rooms_[slot], scratch_, lists_[slot]);
  bit_ = place.bit;
  return good;
}

bool PackedLinks::Scan::next() {
  ++page_;
  if (page_ >= last_ || !status_) return false;
  const bool good = ((page_ % kGroupPages != 0 && page_ != first_) || enter_group()) &&
                    links_->with_codec([&](const auto& reader) { return decode(reader); });
  if (!good) status_ = links_->stream_.damage();
  return good;
}

void PackedLinks::Batch::look_ahead(size_t i) {
  const PackedLinks& links = *links_;
  constexpr size_t kToList = kDirectoryAhead - kListAhead;
  if (links.plain_) {
    if (i < pages_.size()) links.plain_->prefetch_begin(pages_[i]);
    if (i >= kToList && i - kToList < pages_.size()) {
      links.plain_->prefetch_list(pages_[i - kToList]);
    }
    return;
  }
  const auto* const offsets = reinterpret_cast<const uint64_t*>(links.groups_.data());
  const auto group_of = [&](size_t k) { return uint64_t{index(pages_[k])} >> kGroupShift; };
  if (i < pages_.size()) __builtin_prefetch(offsets + group_of(i));
  constexpr size_t kToHeader = kDirectoryAhead - kHeaderAhead;
  if (i >= kToHeader && i - kToHeader < pages_.size()) {
    const std::byte* const header =
        links.stream_.data() + std::min(offsets[group_of(i - kToHeader)], links.stream_.size());
    for (uint64_t line = 0; line <= kGroupPages; line += 64) __builtin_prefetch(header + line);
  }
  if (i >= kToList && i - kToList < pages_.size()) {
    Bits& bits = found_[(i - kToList) % kListAhead];
    if (!links.bits_of(index(pages_[i - kToList]), bits.begin, bits.end)) bits = {};
    const std::byte* const list = links.stream_.data() + bits.begin / 8;
    // The rest of a long list the machine itself asks for: it is read in sequence.
    __builtin_prefetch(list);
    __builtin_prefetch(list + 64);
  }
}

bool PackedLinks::Batch::next() {
  ++at_;
  if (at_ >= pages_.size() || !status_) return false;
  const Bits bits = found_[at_ % kListAhead];
  look_ahead(at_ + kDirectoryAhead);
  if (links_->plain_) {
    list_ = links_->plain_->list(pages_[at_]);
    return true;
  }
  const bool good = bits.begin <= bits.end && links_->with_codec([&](const auto& reader) {
    return links_->read_at(reader, index(pages_[at_]), bits.begin, bits.end, 0, buffer_, list_);
  });
  if (!good) status_ = links_->failure(buffer_.budget);
  return good;
}

Result<PackedLinks> PackedLinks::unpacked(const Between& between) const {
  auto plain = std::make_shared<PlainLists>();
  plain->reserve(pages(), links());
  Scan all = scan(page_id(0), pages());
  constexpr uint64_t kBetween = uint64_t{1} << 14;
  while (all.next()) {
    plain->add(all.list());
    if (between && index(all.page()) % kBetween == 0) COCITE_CHECK(between(index(all.page())));
  }
  COCITE_CHECK(all.status());
  PackedLinks unpacked = *this;
  unpacked.plain_ = std::move(plain);
  return unpacked;
}

Result<void> PackedLinks::check() const {
  COCITE_CHECK(container_.check());
  uint64_t links = 0;
  uint64_t max_degree = 0;
  std::vector<PageId> sorted;
  Scan all = scan(page_id(0), pages());
  while (all.next()) {
    // Where the list ends when one reads on, and where its group says that it ends.
    uint64_t begin = 0;
    uint64_t end = 0;
    if (!bits_of(index(all.page()), begin, end) || end != all.bit_) return stream_.damage();
    links += all.list().size();
    max_degree = std::max<uint64_t>(max_degree, all.list().size());
    sorted.assign(all.list().begin(), all.list().end());
    if (order() == ListOrder::kPage) std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted, std::ranges::greater_equal()) != sorted.end()) {
      return stream_.damage();
    }
    if (std::ranges::binary_search(sorted, all.page())) return stream_.damage();
  }
  COCITE_CHECK(all.status());
  if (links != meta_.links || max_degree != meta_.max_degree) return stream_.damage();
  return {};
}

}  // namespace cocite::graph
