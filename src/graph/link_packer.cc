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
constexpr uint64_t kTrainingLinks = uint64_t{1} << 20;

}  // namespace

Result<LinkPacker> LinkPacker::create(const std::string& path, uint64_t pages, ListOrder order,
                                      unsigned threads) {
  LinkPacker packer;
  COCITE_TRY(packer.writer_, file::ContainerWriter::create(path, "link"));
  packer.encoder_ = make_encoder(order, pages);
  packer.meta_.pages = pages;
  packer.meta_.order = static_cast<uint64_t>(order);
  packer.meta_.window = kWindow;
  packer.meta_.max_chain = kMaxChain;
  packer.threads_ = threads;
  COCITE_CHECK(packer.writer_.begin("stream"));
  return packer;
}

Result<void> LinkPacker::add(const Lists& lists, const Between& between) {
  COCITE_ASSERT(lists.first == pages_added_, "lists come in order of page");
  pages_added_ += lists.size();
  // Chunks are cut by what is in the lists alone, so that threads make no difference.
  std::vector<Lists> chunks;
  size_t begin = 0;
  for (size_t i = 0; i < lists.size(); ++i) {
    const bool full = i + 1 == lists.size() || i + 1 - begin >= kChunkPages ||
                      lists.offsets[i + 1] - lists.offsets[begin] >= kChunkLinks;
    if (!full) continue;
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
    BitWriter bits;
    std::vector<uint64_t> lengths;
  };
  // A few chunks per thread at a time bound the memory; they are joined in order.
  const size_t batch = size_t{threads_} * 4;
  for (size_t first = 0; first < chunks.size(); first += batch) {
    const size_t count = std::min(batch, chunks.size() - first);
    std::vector<Encoded> encoded(count);
    parallel_for(count, threads_, [&](size_t i) {
      encoder_->encode(chunks[first + i], encoded[i].bits, encoded[i].lengths);
    });
    for (const Encoded& one : encoded) {
      bits_.append(one.bits);
      for (const uint64_t length : one.lengths) lengths_.add(length);
      COCITE_CHECK(writer_.write_values(std::span(bits_.words())));
      bits_.drop_words();
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
  const uint64_t last = bits_.partial();
  COCITE_CHECK(writer_.write_values(std::span(&last, 1)));

  meta_.stream_bits = lengths_.total();
  COCITE_CHECK(lengths_.write_offsets(writer_, "offsets"));
  COCITE_CHECK(writer_.begin("codes"));
  COCITE_CHECK(writer_.write(encoder_->codes()));
  COCITE_CHECK(writer_.begin("meta"));
  COCITE_CHECK(writer_.write_values(std::span<const PackedLinks::Meta>(&meta_, 1)));
  return writer_.finish();
}

}  // namespace cocite::graph
