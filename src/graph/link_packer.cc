#include <algorithm>

#include "base/assert.h"
#include "base/parallel.h"
#include "graph/packed_links.h"

namespace cocite::graph {
namespace {

// A chunk is encoded by one thread; its lists refer only to each other.
constexpr uint64_t kChunkPages = 4096;
constexpr uint64_t kChunkLinks = uint64_t{1} << 18;
// The codes are made from at most this many links, taken evenly.
constexpr size_t kReadSlack = 4;  // words behind the bits, for the reader
constexpr uint64_t kTrainingLinks = uint64_t{1} << 20;

}  // namespace

Result<LinkPacker> LinkPacker::create(const std::string& path, uint64_t pages, ListOrder order,
                                      ListCoding coding, unsigned threads) {
  COCITE_TRY(auto file, file::ContainerWriter::create(path, "link"));
  return create(std::move(file), pages, order, coding, threads);
}

Result<LinkPacker> LinkPacker::create(file::ContainerWriter file, uint64_t pages, ListOrder order,
                                      ListCoding coding, unsigned threads) {
  LinkPacker packer;
  packer.writer_ = std::move(file);
  packer.encoder_ = make_encoder(order, coding);
  packer.meta_.pages = pages;
  packer.meta_.order = static_cast<uint32_t>(order);
  packer.meta_.coding = static_cast<uint32_t>(coding);
  packer.meta_.window = kWindow;
  packer.meta_.max_chain = kMaxChain;
  packer.meta_.group_pages = kGroupPages;
  packer.threads_ = threads;
  COCITE_CHECK(packer.writer_.begin("stream"));
  return packer;
}

Result<void> LinkPacker::add(const Lists& lists, const Between& between) {
  COCITE_ASSERT(lists.first == pages_added_, "lists come in order of page");
  COCITE_ASSERT(lists.first % kGroupPages == 0, "lists come in whole groups");
  pages_added_ += lists.size();
  // Chunks are cut by what is in the lists alone, so that threads make no difference, and between
  // groups.
  std::vector<Lists> chunks;
  size_t begin = 0;
  for (size_t i = 0; i < lists.size(); ++i) {
    const bool full =
        i + 1 - begin >= kChunkPages || lists.offsets[i + 1] - lists.offsets[begin] >= kChunkLinks;
    const bool at_group = (lists.first + i + 1) % kGroupPages == 0;
    if (i + 1 != lists.size() && !(full && at_group)) continue;
    chunks.push_back(lists.part(begin, i + 1));
    begin = i + 1;
  }
  if (!trained_) {
    const uint64_t every = lists.links() / kTrainingLinks + 1;
    std::vector<Lists> samples;
    for (size_t i = 0; i < chunks.size(); i += every) samples.push_back(chunks[i]);
    train(samples);
  }

  struct Encoded {
    std::vector<std::byte> bytes;
    std::vector<uint64_t> group_sizes;
    uint64_t list_bits = 0;
  };
  // A few chunks per thread at a time bound the memory; they are joined in order.
  const size_t batch = size_t{threads_} * 4;
  for (size_t first = 0; first < chunks.size(); first += batch) {
    const size_t count = std::min(batch, chunks.size() - first);
    std::vector<Encoded> encoded(count);
    parallel_for(count, threads_, [&](size_t i) {
      BitWriter bits;
      std::vector<uint64_t> lengths;
      encoder_->encode(chunks[first + i], bits, lengths);
      encoded[i].list_bits = bits.size();
      bits.finish(kReadSlack);
      uint64_t bit = 0;
      for (size_t at = 0; at < lengths.size(); at += kGroupPages) {
        const auto group =
            std::span(lengths).subspan(at, std::min(kGroupPages, lengths.size() - at));
        const size_t old = encoded[i].bytes.size();
        put_group(group, std::as_bytes(std::span(bits.words())).data(), bit, encoded[i].bytes);
        encoded[i].group_sizes.push_back(encoded[i].bytes.size() - old);
        for (const uint64_t length : group) bit += length;
      }
    });
    for (const Encoded& one : encoded) {
      meta_.list_bits += one.list_bits;
      for (const uint64_t size : one.group_sizes) {
        group_offsets_.push_back(stream_bytes_);
        stream_bytes_ += size;
      }
      COCITE_CHECK(writer_.write(one.bytes));
    }
    if (between) {
      const Lists& last = chunks[first + count - 1];
      COCITE_CHECK(between(last.offsets.back() - lists.offsets.front()));
    }
  }
  meta_.links += lists.links();
  for (size_t i = 0; i < lists.size(); ++i) {
    meta_.max_degree = std::max<uint64_t>(meta_.max_degree, lists[i].size());
  }
  return {};
}

void LinkPacker::train(std::span<const Lists> samples) {
  encoder_->train(samples, threads_);
  trained_ = true;
}

Result<void> LinkPacker::finish() {
  COCITE_ASSERT(pages_added_ == meta_.pages, "every page has a list");
  group_offsets_.push_back(stream_bytes_);
  COCITE_CHECK(writer_.begin("groups"));
  COCITE_CHECK(writer_.write_values(std::span<const uint64_t>(group_offsets_)));
  COCITE_CHECK(writer_.begin("codes"));
  COCITE_CHECK(writer_.write(encoder_->codes()));
  COCITE_CHECK(writer_.begin("meta"));
  COCITE_CHECK(writer_.write_values(std::span<const PackedLinks::Meta>(&meta_, 1)));
  return writer_.finish();
}

}  // namespace cocite::graph
