#include <algorithm>

#include "base/assert.h"
#include "base/parallel.h"
#include "graph/packed_links.h"

namespace cocite::graph {

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
    const bool at_group = (lists.first + i + 1) % kGroupPages == 0;
    const bool is_full =
        at_group && is_chunk_full(i + 1 - begin, lists.offsets[i + 1] - lists.offsets[begin]);
    if (i + 1 != lists.size() && !is_full) continue;
    chunks.push_back(lists.part(begin, i + 1));
    begin = i + 1;
  }
  if (!trained_) {
    const uint64_t every = training_step(lists.links());
    std::vector<Lists> samples;
    for (size_t i = 0; i < chunks.size(); i += every) samples.push_back(chunks[i]);
    train(samples);
  }

  // A few chunks per thread at a time bound the memory; they are joined in order.
  const size_t batch = size_t{threads_} * 4;
  for (size_t first = 0; first < chunks.size(); first += batch) {
    const size_t count = std::min(batch, chunks.size() - first);
    std::vector<PackedChunk> packed(count);
    parallel_for(count, threads_,
                 [&](size_t i) { packed[i] = pack_chunk(*encoder_, chunks[first + i]); });
    for (const PackedChunk& one : packed) COCITE_CHECK(append(one));
    if (between) {
      const Lists& last = chunks[first + count - 1];
      COCITE_CHECK(between(last.offsets.back() - lists.offsets.front()));
    }
  }
  return {};
}

Result<void> LinkPacker::append(const PackedChunk& chunk) {
  meta_.links += chunk.links;
  meta_.list_bits += chunk.list_bits;
  meta_.max_degree = std::max(meta_.max_degree, chunk.max_degree);
  for (const uint64_t size : chunk.group_sizes) {
    group_offsets_.push_back(stream_bytes_);
    stream_bytes_ += size;
  }
  return writer_.write(chunk.bytes);
}

Result<void> LinkPacker::add_packed(const PackedChunk& chunk) {
  COCITE_ASSERT(trained_, "packed lists come with their codes");
  COCITE_ASSERT(pages_added_ % kGroupPages == 0, "lists come in whole groups");
  pages_added_ += chunk.pages;
  return append(chunk);
}

bool LinkPacker::take_codes(std::span<const std::byte> codes) {
  trained_ = encoder_->load(codes, meta_.pages);
  return trained_;
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
