#include "text/index_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "base/assert.h"
#include "base/parallel.h"
#include "file/bitmap.h"
#include "file/elias_fano.h"
#include "file/string_sampler.h"
#include "file/string_table.h"
#include "text/list_writer.h"
#include "text/record_spill.h"

namespace cocite::text {

namespace {

// Of a chunk's letters come about as many bytes of postings and places, and four times that while
// they are sorted.
constexpr uint64_t kBytesPerLetter = 6;
// What a sum of many floats may be off by.
constexpr double kSumError = 1e-4;
constexpr uint64_t kMinChunkBytes = uint64_t{1} << 20;
constexpr uint64_t kMaxChunkBytes = uint64_t{64} << 20;

[[nodiscard]] std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

[[nodiscard]] Result<void> copy(RecordSpill& records, uint64_t count, size_t bytes,
                                file::ContainerWriter& writer) {
  for (uint64_t i = 0; i < count; ++i) {
    COCITE_TRY(const std::string_view record, records.next(bytes));
    COCITE_CHECK(writer.write(bytes_of(record)));
  }
  return {};
}

// 1 + ln(count), from a table while counts are small, as nearly all are.
class LogWeights {
 public:
  LogWeights() {
    for (uint32_t i = 1; i < table_.size(); ++i) table_[i] = tf_weight(TfKind::kLog, i);
  }
  [[nodiscard]] double operator()(uint32_t count) const {
    return count < table_.size() ? table_[count] : tf_weight(TfKind::kLog, count);
  }

 private:
  std::array<double, 1024> table_{};
};

struct Norms {
  double count = 0;
  double log = 0;
};

// Squares of what terms of each class (without those before) add to a vector (log).
using Classes = std::array<float, kFrequentIdf.size()>;

}  // namespace

// What the merge leaves behind for the sections.
struct IndexBuilder::Lists {
  explicit Lists(const IndexOptions& options)
      : terms(options.scratch + ".terms", options.memory_bytes / 16),
        lists(options.scratch + ".lists", options.memory_bytes / 4),
        bounds(options.scratch + ".bounds", options.memory_bytes / 16),
        skips(options.scratch + ".skips", options.memory_bytes / 16),
        positions(options.scratch + ".positions", options.memory_bytes / 8),
        position_skips(options.scratch + ".position-skips", options.memory_bytes / 32) {}

  RecordSpill terms;  // bytes u8 | term
  RecordSpill lists;
  RecordSpill bounds;  // SkipEntry, without shares
  RecordSpill skips;   // with them
  RecordSpill positions;
  RecordSpill position_skips;
  uint64_t all_skips = 0;
  std::string sizes;           // of lists, LEB128
  std::string position_sizes;  // the same of positions
  file::StringSampler sampler;
  std::vector<Norms> norms;       // squared until all are there; by document
  std::vector<Classes> frequent;  // by document
};

Result<IndexBuilder> IndexBuilder::create(IndexOptions options) {
  IndexBuilder builder;
  options.threads = std::max(1U, options.threads);
  for (unsigned i = 0; i < options.threads; ++i) {
    COCITE_TRY(Stemmer stemmer, Stemmer::create(options.stem));
    if (i == 0) {
      const std::string& name = stemmer.language();
      std::memcpy(builder.meta_.stem.data(), name.data(),
                  std::min(name.size(), builder.meta_.stem.size() - 1));
    }
    builder.inverters_.emplace_back(std::move(stemmer));
  }
  builder.chunk_bytes_ = std::clamp(options.memory_bytes / 2 / (options.threads * kBytesPerLetter),
                                    kMinChunkBytes, kMaxChunkBytes);
  builder.runs_ = file::Spill(options.scratch + ".runs", options.memory_bytes / 4);
  builder.meta_.pages = options.pages;
  builder.options_ = std::move(options);
  builder.chunks_.emplace_back();
  return builder;
}

IndexBuilder::~IndexBuilder() {
  if (options_.scratch.empty()) return;
  for (const char* name :
       {".runs", ".terms", ".lists", ".bounds", ".skips", ".positions", ".position-skips"}) {
    std::error_code ignored;
    std::filesystem::remove(options_.scratch + name, ignored);
  }
}

Result<void> IndexBuilder::add(PageId page, const Fields& fields) {
  Chunk* chunk = &chunks_.back();
  if (chunk->letters.size() >= chunk_bytes_) {
    if (chunks_.size() == options_.threads)
      COCITE_CHECK(invert_chunks());
    else
      chunks_.emplace_back();
    chunk = &chunks_.back();
  }
  chunk->pages.push_back({page, static_cast<uint32_t>(fields.title.size()),
                          static_cast<uint32_t>(fields.text.size()),
                          static_cast<uint32_t>(fields.anchors.size())});
  chunk->letters.append(fields.title).append(fields.text);
  for (const Anchor& anchor : fields.anchors) {
    chunk->anchors.push_back({anchor.host, static_cast<uint32_t>(anchor.text.size())});
    chunk->letters.append(anchor.text);
  }
  return {};
}

void IndexBuilder::invert(Chunk& chunk, Inverter& inverter) {
  std::string_view letters = chunk.letters;
  const auto take = [&](size_t bytes) {
    const std::string_view part = letters.substr(0, bytes);
    letters.remove_prefix(bytes);
    return part;
  };
  std::vector<Anchor> anchors;
  size_t next_anchor = 0;
  for (const Chunk::Page& page : chunk.pages) {
    Fields fields;
    fields.title = take(page.title_bytes);
    fields.text = take(page.text_bytes);
    anchors.clear();
    for (uint32_t i = 0; i < page.anchors; ++i) {
      const Chunk::Link& anchor = chunk.anchors[next_anchor++];
      anchors.push_back({anchor.host, take(anchor.bytes)});
    }
    fields.anchors = anchors;
    const FieldCounts lengths = inverter.add(fields);
    if (lengths.packed() == 0) continue;
    chunk.documents.push_back(page.page);
    chunk.lengths.push_back(lengths.packed());
  }
  chunk.count = inverter.documents();
  inverter.finish(chunk.run);
}

Result<void> IndexBuilder::invert_chunks() {
  parallel_for(chunks_.size(), options_.threads,
               [&](size_t i) { invert(chunks_[i], inverters_[i]); });
  for (Chunk& chunk : chunks_) {
    if (chunk.count > 0) {
      run_places_.push_back(
          {runs_.size(), chunk.run.size(), static_cast<uint32_t>(documents_.size())});
      COCITE_CHECK(runs_.append(chunk.run));
      documents_.insert(documents_.end(), chunk.documents.begin(), chunk.documents.end());
      lengths_.insert(lengths_.end(), chunk.lengths.begin(), chunk.lengths.end());
    }
  }
  chunks_.clear();
  chunks_.emplace_back();
  return {};
}

Result<IndexMeta> IndexBuilder::write(file::ContainerWriter& writer) {
  COCITE_CHECK(invert_chunks());
  meta_.documents = documents_.size();
  for (const uint64_t packed : lengths_) {
    const FieldCounts lengths = FieldCounts::unpack(packed);
    const std::array<uint32_t, 3> each = {lengths.title, lengths.text, lengths.anchors};
    for (size_t field = 0; field < each.size(); ++field) {
      meta_.field_pages[field] += each[field] > 0 ? 1 : 0;
      meta_.field_terms[field] += each[field];
    }
    meta_.content_pages += lengths.content() > 0 ? 1 : 0;
  }
  averages_ = average_lengths(meta_);
  Lists lists(options_);
  lists.norms.resize(documents_.size());
  lists.frequent.resize(documents_.size());
  COCITE_CHECK(merge(lists));
  COCITE_CHECK(write_terms(writer, lists));
  COCITE_CHECK(write_lists(writer, lists));
  COCITE_CHECK(write_positions(writer, lists));
  COCITE_CHECK(write_pages(writer, lists));
  COCITE_CHECK(writer.begin("meta"));
  COCITE_CHECK(writer.write_values(std::span<const IndexMeta>(&meta_, 1)));
  return meta_;
}

Result<void> IndexBuilder::merge(Lists& lists) {
  RunMerger merger(runs_, std::move(run_places_), options_.memory_bytes / 4);
  ListWriter list(lengths_, averages_);
  const LogWeights log_weight;
  PostingBlock block;
  std::string head;
  uint64_t next_skip = 0;
  while (true) {
    COCITE_TRY(const bool more, merger.next_term());
    if (!more) break;
    list.clear();
    COCITE_CHECK(merger.for_each_posting(
        [&](const Posting& posting, std::span<const uint32_t> gaps) { list.add(posting, gaps); }));
    if (!list.finish()) {
      return fail(ErrorCode::kUnsupported,
                  "the list of one word is over 4 GiB; make the index of a part of the pages");
    }
    ++meta_.terms;
    meta_.postings += list.count();

    lists.sampler.add(merger.term());
    head.assign(1, static_cast<char>(merger.term().size())).append(merger.term());
    COCITE_CHECK(lists.terms.append(head));

    head.clear();
    append_number(list.count(), head);
    append_number(list.count() - list.content(), head);
    if (list.count() > kBlockPostings) {
      append_number(next_skip, head);
      next_skip += list.skips().size();
      COCITE_CHECK(lists.bounds.append({reinterpret_cast<const char*>(list.skips().data()),
                                        list.skips().size() * sizeof(SkipEntry)}));
      COCITE_CHECK(lists.position_skips.append(list.position_skips()));
    }
    append_number(list.positions().size(), lists.position_sizes);
    COCITE_CHECK(lists.positions.append(list.positions()));
    append_number(head.size() + list.blocks().size(), lists.sizes);
    const std::string_view blocks = list.blocks();
    const auto* begin = reinterpret_cast<const uint8_t*>(blocks.data());
    const auto* end = begin + blocks.size();

    // What the term adds to the length of each vector, now that it is known in how many pages it
    // is.
    if (list.content() > 0) {
      const double idf = vector_idf(meta_.content_pages, list.content());
      const auto part =
          static_cast<size_t>(std::ranges::upper_bound(kFrequentIdf, idf) - kFrequentIdf.begin());
      uint32_t base = 0;
      for (size_t i = 0; idf > 0 && i < list.skips().size(); ++i) {
        const auto count = static_cast<uint32_t>(
            std::min<uint64_t>(kBlockPostings, list.count() - i * kBlockPostings));
        const uint8_t* const at = begin + list.skips()[i].offset;
        const bool sound = decode_docs(at, end, base, count, documents_.size(), block) &&
                           decode_counts(at, end, block);
        COCITE_ASSERT(sound, "a block that was just written can be read");
        for (uint32_t k = 0; k < count; ++k) {
          const uint32_t tf = block.counts(k).content();
          if (tf == 0) continue;
          Norms& norms = lists.norms[block.docs[k]];
          norms.count += (tf * idf) * (tf * idf);
          const double log = log_weight(tf) * idf;
          norms.log += log * log;
          if (part < kFrequentIdf.size()) {
            lists.frequent[block.docs[k]][part] += static_cast<float>(log * log);
          }
        }
        base = list.skips()[i].last_doc + 1;
      }
    }
    head.append(blocks);
    COCITE_CHECK(lists.lists.append(head));
  }
  for (Norms& norms : lists.norms) norms = {std::sqrt(norms.count), std::sqrt(norms.log)};
  return {};
}

Result<void> IndexBuilder::write_terms(file::ContainerWriter& writer, Lists& lists) const {
  const std::vector<std::string> sample = lists.sampler.sample();
  COCITE_TRY(auto table, file::StringTableWriter::create(writer, "terms", sample));
  for (uint64_t term = 0; term < meta_.terms; ++term) {
    COCITE_TRY(const std::string_view bytes, lists.terms.next(1));
    COCITE_TRY(const std::string_view text,
               lists.terms.next(static_cast<unsigned char>(bytes.front())));
    COCITE_CHECK(table.add(text));
  }
  return table.finish();
}

// The lists as they are; on the way past, what each block can give at most in the vector model, for
// which all lengths of vectors had to be known.
Result<void> IndexBuilder::write_lists(file::ContainerWriter& writer, Lists& lists) const {
  const LogWeights log_weight;
  PostingBlock block;
  std::vector<SkipEntry> skips;
  uint64_t offset = 0;
  file::EliasFanoBuilder offsets(meta_.terms + 1, lists.lists.size());
  offsets.add(0);
  COCITE_CHECK(writer.begin("lists"));
  const auto* size_at = reinterpret_cast<const uint8_t*>(lists.sizes.data());
  const uint8_t* const sizes_end = size_at + lists.sizes.size();
  for (uint64_t term = 0; term < meta_.terms; ++term) {
    uint64_t size = 0;
    size_at = take_number(size_at, sizes_end, size);
    COCITE_TRY(const std::string_view list, lists.lists.next(size));
    offset += size;
    offsets.add(offset);
    COCITE_CHECK(writer.write(bytes_of(list)));
    const auto* at = reinterpret_cast<const uint8_t*>(list.data());
    const uint8_t* const end = at + list.size();
    uint64_t count = 0;
    uint64_t ignored = 0;
    at = take_number(at, end, count);
    if (count <= kBlockPostings) continue;
    at = take_number(at, end, ignored);
    at = take_number(at, end, ignored);
    skips.resize((count + kBlockPostings - 1) / kBlockPostings);
    const size_t bytes = skips.size() * sizeof(SkipEntry);
    COCITE_TRY(const std::string_view entries, lists.bounds.next(bytes));
    std::memcpy(skips.data(), entries.data(), bytes);
    uint32_t base = 0;
    for (size_t i = 0; i < skips.size(); ++i) {
      const auto in_block =
          static_cast<uint32_t>(std::min<uint64_t>(kBlockPostings, count - i * kBlockPostings));
      const bool sound =
          decode_docs(at + skips[i].offset, end, base, in_block, documents_.size(), block) &&
          decode_counts(at + skips[i].offset, end, block);
      COCITE_ASSERT(sound, "a block that was just written can be read");
      double count_share = 0;
      double log_share = 0;
      for (uint32_t k = 0; k < in_block; ++k) {
        const uint32_t tf = block.counts(k).content();
        const Norms& norms = lists.norms[block.docs[k]];
        if (tf == 0 || norms.log == 0) continue;
        count_share = std::max(count_share, tf / norms.count);
        log_share = std::max(log_share, log_weight(tf) / norms.log);
      }
      skips[i].count_share = half_above(count_share);
      skips[i].log_share = half_above(log_share);
      base = skips[i].last_doc + 1;
    }
    COCITE_CHECK(lists.skips.append({reinterpret_cast<const char*>(skips.data()), bytes}));
    lists.all_skips += skips.size();
  }
  COCITE_CHECK(offsets.write(writer, "offsets"));
  COCITE_CHECK(writer.begin("skips"));
  return copy(lists.skips, lists.all_skips, sizeof(SkipEntry), writer);
}

Result<void> IndexBuilder::write_positions(file::ContainerWriter& writer, Lists& lists) const {
  uint64_t offset = 0;
  file::EliasFanoBuilder offsets(meta_.terms + 1, lists.positions.size());
  offsets.add(0);
  COCITE_CHECK(writer.begin("positions"));
  const auto* size_at = reinterpret_cast<const uint8_t*>(lists.position_sizes.data());
  const uint8_t* const sizes_end = size_at + lists.position_sizes.size();
  for (uint64_t term = 0; term < meta_.terms; ++term) {
    uint64_t size = 0;
    size_at = take_number(size_at, sizes_end, size);
    COCITE_CHECK(copy(lists.positions, 1, size, writer));
    offset += size;
    offsets.add(offset);
  }
  COCITE_CHECK(offsets.write(writer, "position-offsets"));
  COCITE_CHECK(writer.begin("position-skips"));
  return copy(lists.position_skips, lists.all_skips, sizeof(uint32_t), writer);
}

Result<void> IndexBuilder::write_pages(file::ContainerWriter& writer, const Lists& lists) const {
  file::EliasFanoBuilder docs(documents_.size(), meta_.pages);
  for (const PageId page : documents_) docs.add(index(page));
  COCITE_CHECK(docs.write(writer, "docs"));
  COCITE_CHECK(write_lengths(lengths_, writer));
  COCITE_CHECK(writer.begin("frequent"));
  std::vector<uint8_t> shares(documents_.size());
  for (size_t part = 0; part < kFrequentIdf.size(); ++part) {
    for (size_t doc = 0; doc < shares.size(); ++doc) {
      double squares = 0;
      for (size_t i = 0; i <= part; ++i) squares += static_cast<double>(lists.frequent[doc][i]);
      const double norm = lists.norms[doc].log;
      const double share = norm > 0 ? std::sqrt(squares) / norm * (1 + kSumError) : 0;
      shares[doc] = static_cast<uint8_t>(std::min(kShareUnit, std::ceil(share * kShareUnit)));
    }
    COCITE_CHECK(writer.write_values(std::span<const uint8_t>(shares)));
  }
  file::BitmapBuilder content(documents_.size());
  for (size_t doc = 0; doc < lengths_.size(); ++doc) {
    if (FieldCounts::unpack(lengths_[doc]).content() > 0) content.set(doc);
  }
  COCITE_CHECK(content.write(writer, "content"));
  COCITE_CHECK(writer.begin("norms"));
  for (size_t doc = 0; doc < lengths_.size(); ++doc) {
    if (!content.get(doc)) continue;
    COCITE_CHECK(writer.write_values(std::span<const Norms>(&lists.norms[doc], 1)));
  }
  return {};
}

}  // namespace cocite::text
