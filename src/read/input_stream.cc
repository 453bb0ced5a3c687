#include "read/input_stream.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "read/raw_bytes.h"
#include "read/unpacker.h"

namespace cocite::read {
namespace {

constexpr size_t kRawBytes = size_t{1} << 18;

class PlainStream final : public InputStream {
 public:
  explicit PlainStream(std::unique_ptr<RawBytes> raw) : raw_(std::move(raw)) {}
  Result<size_t> read(std::span<char> buffer) override {
    size_t filled = 0;
    while (filled < buffer.size()) {
      COCITE_TRY(const auto bytes, raw_->look(1));
      if (bytes.empty()) break;
      const size_t take = std::min(bytes.size(), buffer.size() - filled);
      std::memcpy(buffer.data() + filled, bytes.data(), take);
      raw_->take(take);
      filled += take;
    }
    raw_done_ = raw_->taken();
    return filled;
  }

 private:
  std::unique_ptr<RawBytes> raw_;
};

// Several members (or frames) one after the other are one stream.
class PackedStream final : public InputStream {
 public:
  PackedStream(std::unique_ptr<RawBytes> raw, const PackingInfo& info)
      : raw_(std::move(raw)), info_(&info), unpacker_(make_unpacker(info.packing)) {}

  Result<size_t> read(std::span<char> buffer) override {
    size_t filled = 0;
    while (filled < buffer.size()) {
      COCITE_TRY(const auto bytes, raw_->look(in_member_ ? 1 : kPackingHead));
      if (!in_member_) {
        if (bytes.empty()) break;
        // Some tools pad the file with zeros; anything else is not ours to guess.
        if (bytes[0] == '\0') {
          raw_->take(1);
          continue;
        }
        const std::string_view head(bytes.data(), bytes.size());
        const bool is_passed_over = info_->packing == Packing::kLz4 && is_skippable_frame(head);
        if (packed_by(head) != info_ && !is_passed_over) {
          return broken("has bytes behind its " + name() + " data that are not " + name());
        }
        unpacker_->restart();
        in_member_ = true;
      }
      const Unpacker::Step step =
          unpacker_->step({bytes.data(), bytes.size()}, buffer.subspan(filled));
      raw_->take(step.taken);
      filled += step.given;
      if (step.state == Unpacker::State::kEnded) {
        in_member_ = false;
      } else if (bytes.empty() && step.given == 0) {
        return broken("ends in the middle of its " + name() + " data; it was cut short");
      } else if (step.state == Unpacker::State::kDamaged || step.taken + step.given == 0) {
        return broken("has damaged " + name() + " data");
      }
    }
    raw_done_ = raw_->taken();
    return filled;
  }

 private:
  [[nodiscard]] std::string name() const { return std::string(info_->name); }
  [[nodiscard]] tl::unexpected<Error> broken(const std::string& what) const {
    return fail(ErrorCode::kCorrupt,
                path_ + ": " + what + " (at byte " + std::to_string(raw_->taken()) + ")");
  }

  std::unique_ptr<RawBytes> raw_;
  const PackingInfo* info_;
  std::unique_ptr<Unpacker> unpacker_;
  bool in_member_ = false;
};

}  // namespace

Result<std::unique_ptr<InputStream>> InputStream::open(const std::string& path,
                                                       const std::atomic<bool>* stop) {
  COCITE_TRY(auto raw, RawBytes::open(path, stop, kRawBytes));
  return over(std::move(raw));
}

Result<std::unique_ptr<InputStream>> InputStream::from_memory(std::span<const char> bytes,
                                                              const std::string& name) {
  return over(RawBytes::from_memory(bytes, name, kRawBytes));
}

Result<std::unique_ptr<InputStream>> InputStream::over(std::unique_ptr<RawBytes> raw) {
  COCITE_TRY(const auto head, raw->look(kPackingHead));
  const PackingInfo* const info = packed_by({head.data(), head.size()});
  const std::string name = raw->name();
  const uint64_t total = raw->total();
  std::unique_ptr<InputStream> stream;
  if (info != nullptr) {
    stream = std::make_unique<PackedStream>(std::move(raw), *info);
  } else {
    stream = std::make_unique<PlainStream>(std::move(raw));
  }
  stream->path_ = name;
  stream->raw_total_ = total;
  return stream;
}

}  // namespace cocite::read
