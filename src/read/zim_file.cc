#include "read/zim_file.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "read/unpacker.h"

namespace cocite::read {
namespace {

constexpr std::string_view kMark = "ZIM\x04";
constexpr size_t kHeaderBytes = 80;
constexpr size_t kMaxMimeTypes = 4096;
constexpr size_t kMaxPathBytes = size_t{1} << 16;
constexpr uint64_t kMaxClusterBytes = uint64_t{256} << 20;
// Types of entries that are no content.
constexpr uint16_t kRedirect = 0xFFFF;
constexpr uint16_t kLinkTarget = 0xFFFE;
constexpr uint16_t kDeleted = 0xFFFD;

// How long a cluster is unpacked is only told by its stream.
bool unpack_stream(Packing packing, std::string_view packed, std::string& room) {
  const std::unique_ptr<Unpacker> unpacker = make_unpacker(packing);
  room.resize(std::min(kMaxClusterBytes, std::max<uint64_t>(1 << 16, packed.size() * uint64_t{4})));
  for (size_t filled = 0;;) {
    const Unpacker::Step step = unpacker->step(packed, std::span(room).subspan(filled));
    packed.remove_prefix(step.taken);
    filled += step.given;
    if (step.state != Unpacker::State::kGoesOn) {
      room.resize(filled);
      return step.state == Unpacker::State::kEnded;
    }
    if (filled == room.size()) {
      if (filled == kMaxClusterBytes) return false;
      room.resize(std::min(kMaxClusterBytes, room.size() * uint64_t{2}));
    } else if (step.taken == 0 && step.given == 0) {
      return false;
    }
  }
}

// Of the list of offsets, which ends where the first blob begins. Bounded by what is there.
std::string_view text_until_zero(std::string_view bytes, uint64_t at, bool& is_whole) {
  const std::string_view rest = bytes.substr(std::min<uint64_t>(at, bytes.size()), kMaxPathBytes);
  const size_t end = rest.find('\0');
  is_whole = is_whole && end != std::string_view::npos;
  return is_whole ? rest.substr(0, end) : std::string_view();
}

}  // namespace

template <class T>
T ZimFile::number_at(uint64_t at) const {
  T value = 0;
  if (at <= bytes_.size() && bytes_.size() - at >= sizeof(T)) {
    std::memcpy(&value, bytes_.data() + at, sizeof(T));
  }
  return value;
}

tl::unexpected<Error> ZimFile::damage() const {
  return fail(ErrorCode::kCorrupt, name_ +
                                       ": is damaged, or cut off; its sum of "
                                       "check can be compared with zimcheck");
}

Result<ZimFile> ZimFile::of(std::string_view bytes, const std::string& name) {
  ZimFile zim;
  zim.bytes_ = bytes;
  zim.name_ = name;
  if (bytes.size() < kHeaderBytes || !bytes.starts_with(kMark)) {
    return fail(ErrorCode::kCorrupt, name + ": is no ZIM file, or is cut off");
  }
  const auto major = zim.number_at<uint16_t>(4);
  if (major != 5 && major != 6) {
    return fail(ErrorCode::kUnsupported, name + ": is a ZIM file of version " +
                                             std::to_string(major) + "; versions 5 and 6 are read");
  }
  zim.has_one_namespace_ = major == 6 && zim.number_at<uint16_t>(6) >= 1;
  zim.entries_ = zim.number_at<uint32_t>(24);
  zim.clusters_ = zim.number_at<uint32_t>(28);
  zim.entry_places_ = zim.number_at<uint64_t>(32);
  zim.cluster_places_ = zim.number_at<uint64_t>(48);
  const auto has_list = [&](uint64_t at, uint64_t count) {
    return at <= bytes.size() && count <= (bytes.size() - at) / 8;
  };
  if (!has_list(zim.entry_places_, zim.entries_) || !has_list(zim.cluster_places_, zim.clusters_)) {
    return zim.damage();
  }
  for (uint64_t at = zim.number_at<uint64_t>(56);;) {
    bool is_whole = true;
    const std::string_view type = text_until_zero(bytes, at, is_whole);
    if (!is_whole || zim.mime_types_.size() > kMaxMimeTypes) return zim.damage();
    if (type.empty()) break;
    zim.mime_types_.emplace_back(type);
    at += type.size() + 1;
  }
  return zim;
}

Result<ZimEntry> ZimFile::entry(uint32_t number) const {
  const auto at = number_at<uint64_t>(entry_places_ + uint64_t{number} * 8);
  if (number >= entries_ || at > bytes_.size() || bytes_.size() - at < 16) return damage();
  ZimEntry entry{.ns = bytes_[at + 3], .path = {}, .type = number_at<uint16_t>(at)};
  entry.is_redirect = entry.type == kRedirect;
  entry.is_content = !entry.is_redirect && entry.type != kLinkTarget && entry.type != kDeleted;
  uint64_t text = at + 8;
  if (entry.is_redirect) {
    entry.target = number_at<uint32_t>(at + 8);
    text = at + 12;
  } else if (entry.is_content) {
    entry.cluster = number_at<uint32_t>(at + 8);
    entry.blob = number_at<uint32_t>(at + 12);
    text = at + 16;
  }
  bool is_whole = true;
  entry.path = text_until_zero(bytes_, text, is_whole);
  entry.title = text_until_zero(bytes_, text + entry.path.size() + 1, is_whole);
  if (!is_whole) return damage();
  if (entry.title.empty()) entry.title = entry.path;  // as the format has it
  return entry;
}

uint64_t ZimFile::cluster_place(uint32_t number) const {
  return number_at<uint64_t>(cluster_places_ + uint64_t{number} * 8);
}

Result<ZimCluster> ZimFile::cluster(uint32_t number) const {
  const uint64_t at = cluster_place(number);
  if (number >= clusters_ || at >= bytes_.size()) return damage();
  const auto head = static_cast<uint8_t>(bytes_[at]);
  const std::string_view rest = bytes_.substr(at + 1);
  ZimCluster cluster;
  cluster.width_ = (head & 16U) != 0 ? 8 : 4;
  switch (head & 15U) {
    case 0:
    case 1:
      cluster.plain_ = rest;
      return cluster;
    case 4:
    case 5: {
      const auto packing = (head & 15U) == 4 ? Packing::kXz : Packing::kZstd;
      cluster.is_unpacked_ = true;
      if (!unpack_stream(packing, rest, cluster.room_)) break;
      return cluster;
    }
    default:
      break;
  }
  return fail(ErrorCode::kCorrupt, name_ + ": cluster " + std::to_string(number) +
                                       " cannot be unpacked, or has more than 256 MiB");
}

uint64_t ZimCluster::offset(uint64_t number) const {
  uint64_t value = 0;
  std::memcpy(&value, bytes().data() + number * width_, width_);
  return value;
}

Result<std::string_view> ZimCluster::blob(uint32_t number) const {
  const std::string_view all = bytes();
  const auto none = [] { return fail(ErrorCode::kCorrupt, "there is no such blob in a cluster"); };
  if (all.size() < width_) return none();
  const uint64_t offsets = offset(0) / width_;  // one more than blobs
  if (offset(0) > all.size() || uint64_t{number} + 1 >= offsets) return none();
  const uint64_t begin = offset(number);
  const uint64_t end = offset(uint64_t{number} + 1);
  if (begin > end || end > all.size()) return none();
  return all.substr(begin, end - begin);
}

std::string ZimFile::metadata(std::string_view name) const {
  uint32_t first = 0;
  for (uint32_t last = entries_; first < last;) {
    const uint32_t middle = first + (last - first) / 2;
    const auto one = entry(middle);
    if (!one) return {};
    if (std::pair(one->ns, one->path) < std::pair('M', name)) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  if (first >= entries_) return {};
  const auto found = entry(first);
  if (!found || found->ns != 'M' || found->path != name || !found->is_content) return {};
  const auto cluster = this->cluster(found->cluster);
  if (!cluster) return {};
  const auto blob = cluster->blob(found->blob);
  constexpr size_t kMaxBytes = 4096;
  return blob && blob->size() <= kMaxBytes ? std::string(*blob) : std::string();
}

}  // namespace cocite::read
