#include "rank/list_spool.h"

#include <algorithm>
#include <cstring>

namespace cocite::rank {
namespace {

// Unpacked at a time: small enough for a processor's own cache.
constexpr size_t kBlockLinks = 8192;

// Stands before the degrees and the sources of a block.
struct BlockHeader {
  uint32_t pages = 0;
  uint32_t links = 0;
};

class BlockPacker {
 public:
  void add(std::span<const PageId> list) {
    degrees_.push_back(static_cast<uint32_t>(list.size()));
    for (const PageId source : list) {
      steps_.push_back(step(last_, index(source)));
      last_ = index(source);
    }
    if (steps_.size() >= kBlockLinks) finish_block();
  }

  [[nodiscard]] std::span<const std::byte> finish() {
    if (!degrees_.empty()) finish_block();
    return bytes_;
  }

 private:
  void finish_block() {
    const BlockHeader header{static_cast<uint32_t>(degrees_.size()),
                             static_cast<uint32_t>(steps_.size())};
    const auto header_bytes = std::as_bytes(std::span(&header, 1));
    bytes_.insert(bytes_.end(), header_bytes.begin(), header_bytes.end());
    pack_quads(degrees_, bytes_);
    pack_quads(steps_, bytes_);
    degrees_.clear();
    steps_.clear();
    last_ = 0;
  }

  std::vector<uint32_t> degrees_;
  std::vector<uint32_t> steps_;
  uint32_t last_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace

Result<ListSpool> ListSpool::create(std::span<const std::string> folders, size_t chunks) {
  Result<ListSpool> spool = fail(ErrorCode::kIo, "there is no folder for a scratch file");
  for (const std::string& folder : folders) {
    Result<file::RawFile> file = file::RawFile::create_nameless(folder);
    if (!file) {
      spool = tl::unexpected(file.error());
      continue;
    }
    spool.emplace();
    spool->file_ = std::move(*file);
    spool->end_ = std::make_unique<std::atomic<uint64_t>>(0);
    spool->places_.resize(chunks);
    break;
  }
  return spool;
}

Result<void> ListSpool::write(size_t chunk, graph::PackedLinks::Scan scan) {
  BlockPacker packer;
  while (scan.next()) packer.add(scan.list());
  COCITE_CHECK(scan.status());
  const std::span<const std::byte> bytes = packer.finish();
  places_[chunk] = {end_->fetch_add(bytes.size(), std::memory_order_relaxed), bytes.size()};
  return file_.write_at(places_[chunk].offset, bytes);
}

ListSpool::Reader::Reader(const ListSpool& spool, size_t first, size_t last, const Marks& marks,
                          size_t slack)
    : spool_(&spool), chunk_(first), last_(last), marks_(marks), slack_(slack) {}

bool ListSpool::Reader::next() {
  while (at_ == chunk_end_) {
    if (chunk_ == last_) return false;
    const Place& place = spool_->places_[chunk_++];
    bytes_.resize(place.bytes + kQuadSlack);
    status_ = spool_->file_.read_at(place.offset, std::span(bytes_).first(place.bytes));
    if (!status_) return false;
    at_ = bytes_.data();
    chunk_end_ = at_ + place.bytes;
  }
  BlockHeader header;
  std::memcpy(&header, at_, sizeof(header));
  pages_ = header.pages;
  if (degrees_.size() < pages_ + kQuadSlack) degrees_.resize(pages_ + kQuadSlack);
  const size_t room = header.links + std::max(slack_, kQuadSlack);
  if (sources_.size() < room) sources_.resize(room);
  at_ = unpack_quads(at_ + sizeof(header), header.pages, degrees_.data());
  at_ = unpack_steps(at_, header.links, marks_, sources_.data());
  return true;
}

}  // namespace cocite::rank
