#include "graph/packed_links.h"

#include <algorithm>
#include <cstring>

namespace cocite::graph {
namespace {

// A scan checks the bytes of this many lists at a time.
constexpr uint64_t kStretch = 4096;

}  // namespace

Result<PackedLinks> PackedLinks::open(const std::string& path) {
  PackedLinks links;
  COCITE_TRY(links.container_, file::Container::open(path, "link"));
  COCITE_TRY(const file::Section meta, links.container_.section("meta"));
  COCITE_TRY(const std::span<const Meta> metas, meta.values<Meta>());
  if (metas.size() != 1) return meta.damage();
  links.meta_ = metas[0];
  if (links.meta_.pages > kMaxPages) {
    return fail(ErrorCode::kUnsupported, path + ": " + std::to_string(links.meta_.pages) +
                                             " pages; this build reads up to " +
                                             std::to_string(kMaxPages));
  }
  if (links.meta_.window > kWindow || links.meta_.max_chain > kMaxChain || links.meta_.order > 1) {
    return meta.damage();
  }
  COCITE_TRY(links.stream_, links.container_.section("stream"));
  COCITE_TRY(links.offsets_, file::EliasFano::open(links.container_, "offsets"));
  if (links.offsets_.size() != links.meta_.pages + 1 ||
      links.offsets_.max_value() != links.meta_.stream_bits ||
      links.meta_.stream_bits > links.stream_.size() * 8) {
    return meta.damage();
  }
  COCITE_TRY(const file::Section codes, links.container_.section("codes"));
  COCITE_TRY(const std::span<const std::byte> bytes, codes.values<std::byte>());
  if (links.order() == ListOrder::kPage) {
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
  return {.stream_bits = bits("stream"),
          .index_bits = bits("offsets") + bits("codes") + bits("meta")};
}

template <class Codec, class Codes>
bool PackedLinks::read(const Codes& codes, uint32_t page, unsigned level, ListBuffer& buffer,
                       std::span<const PageId>& list) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!bits_of(page, begin, end)) return false;
  BitReader reader(stream_.data(), begin);
  const uint64_t degree = codes.fields[Codec::kDegree].take(reader);
  if (degree > meta_.max_degree) return false;
  list = {};
  if (degree > 0) {
    PageId* const out = buffer.rooms[level].at_least(degree);
    const auto fetch = [&](uint32_t r, std::span<const PageId>& reference) {
      return level < kMaxChain && read<Codec>(codes, page - r, level + 1, buffer, reference);
    };
    if (!Codec::decode(codes, reader, end, page, static_cast<uint32_t>(degree), meta_.pages, fetch,
                       out)) {
      return false;
    }
    list = {out, degree};
  }
  return reader.position() == end;
}

Result<std::span<const PageId>> PackedLinks::list(PageId page, ListBuffer& buffer) const {
  std::span<const PageId> list;
  const bool good = ordered_ ? read<OrderedCodec>(*ordered_, index(page), 0, buffer, list)
                             : read<SortedCodec>(*sorted_, index(page), 0, buffer, list);
  if (!good) return stream_.damage();
  return list;
}

Result<uint32_t> PackedLinks::degree(PageId page) const {
  uint64_t begin = 0;
  uint64_t end = 0;
  if (!bits_of(index(page), begin, end)) return stream_.damage();
  BitReader reader(stream_.data(), begin);
  const uint64_t degree = degree_code().take(reader);
  if (degree > meta_.max_degree) return stream_.damage();
  return static_cast<uint32_t>(degree);
}

bool PackedLinks::Scan::enter_stretch() {
  const uint64_t stretch_last = std::min(last_, page_ + kStretch) - 1;
  uint64_t begin = 0;
  uint64_t ignored = 0;
  if (!links_->offsets_.get_pair(page_, begin, ignored)) return false;
  if (!links_->offsets_.get_pair(stretch_last, ignored, stretch_end_)) return false;
  if (!links_->stream_.is_sound(begin / 8, (stretch_end_ + 7) / 8)) return false;
  if (page_ != first_ && reader_.position() != begin) return false;
  reader_ = BitReader(links_->stream_.data(), begin);
  sound_until_ = stretch_last + 1;
  return true;
}

template <class Codec, class Codes>
bool PackedLinks::Scan::decode(const Codes& codes) {
  const uint64_t degree = codes.fields[Codec::kDegree].take(reader_);
  if (degree > links_->meta_.max_degree) return false;
  const size_t slot = page_ % lists_.size();
  lists_[slot] = {};
  if (degree == 0) return reader_.position() <= stretch_end_;
  const auto fetch = [&](uint32_t r, std::span<const PageId>& reference) {
    if (page_ - r >= first_) {
      reference = lists_[(page_ - r) % lists_.size()];
      return true;
    }
    return links_->read<Codec>(codes, static_cast<uint32_t>(page_ - r), 0, before_, reference);
  };
  PageId* const out = rooms_[slot].at_least(degree);
  lists_[slot] = {out, degree};
  return Codec::decode(codes, reader_, stretch_end_, static_cast<uint32_t>(page_),
                       static_cast<uint32_t>(degree), links_->meta_.pages, fetch, out);
}

bool PackedLinks::Scan::next() {
  ++page_;
  if (page_ >= last_ || !status_) return false;
  const bool good = (page_ < sound_until_ || enter_stretch()) &&
                    (links_->ordered_ ? decode<OrderedCodec>(*links_->ordered_)
                                      : decode<SortedCodec>(*links_->sorted_));
  if (!good) status_ = links_->stream_.damage();
  return good;
}

Result<void> PackedLinks::check() const {
  COCITE_CHECK(container_.check());
  uint64_t links = 0;
  uint64_t max_degree = 0;
  std::vector<PageId> sorted;
  Scan all = scan(page_id(0), pages());
  while (all.next()) {
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
