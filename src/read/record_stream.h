// The bytes of an archive, unpacked, in whatever state it is.
//
//   COCITE_TRY(auto stream, RecordStream::open("crawl.warc.gz"));    // "-": standard input
//   COCITE_TRY(std::string_view bytes, stream->look(4096));
//   stream->take(bytes.size());
//
// Plain, gzip, zstd (with the dictionary of .warc.zst), lz4, xz and bzip2, detected from the first bytes; one
// member for each record or one for all. A member that is damaged or cut short costs its own rest
// and no more: what follows is found by the beginning of the next member. Where bytes were lost
// there is a gap, and readers do not look across it by accident. Damage is counted, not an error.
//
// Memory is bounded by kMaxLook and a few megabytes, whatever the input says. One thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "read/raw_bytes.h"
#include "read/unpacker.h"

namespace cocite::read {

class RecordStream {
 public:
  static constexpr size_t kMaxLook = size_t{2} << 20;

  struct Damage {
    uint64_t damaged_members = 0;
    uint64_t cut_members = 0;    // another one begins, or the file ends, before their end
    uint64_t garbage_runs = 0;   // between members; padding with zeros does not count
    uint64_t garbage_bytes = 0;  // of the file as it lies there
    bool operator==(const Damage&) const = default;
  };

  [[nodiscard]] static Result<std::unique_ptr<RecordStream>> open(
      const std::string& path, const std::atomic<bool>* stop = nullptr);
  // The same over bytes that outlive it; `name` is for messages.
  [[nodiscard]] static Result<std::unique_ptr<RecordStream>> from_memory(
      std::span<const char> bytes, const std::string& name);
  RecordStream(const RecordStream&) = delete;
  RecordStream& operator=(const RecordStream&) = delete;

  // What comes next and is not yet taken: at least `wanted` bytes unless a gap or the end comes
  // before. Valid until the next look(). REQUIRES: wanted <= kMaxLook.
  [[nodiscard]] Result<std::string_view> look(size_t wanted);
  // REQUIRES: no more than the last look() gave.
  void take(size_t count) { begin_ += count; }

  // Behind a look() that gave less than wanted: was it for a gap?
  [[nodiscard]] bool at_gap() const { return gap_.has_value(); }
  // Whether the bytes up to the gap come out of the member that was damaged.
  [[nodiscard]] bool is_gap_in_member() const;
  // Goes on behind it. REQUIRES: at_gap(), and everything before it is taken.
  void cross_gap() { gap_.reset(); }
  // Where, in what the last look() gave, the first member behind its first byte begins.
  [[nodiscard]] std::optional<size_t> next_member() const;
  // Whether a member begins at the next byte. Never in plain files.
  [[nodiscard]] bool at_member() const;

  [[nodiscard]] bool is_packed() const { return unpacker_ != nullptr; }
  [[nodiscard]] const Damage& damage() const { return damage_; }
  [[nodiscard]] const std::string& name() const { return raw_->name(); }
  // Of the file as it lies on disk; total 0 where it is not known.
  [[nodiscard]] uint64_t raw_done() const { return raw_->taken(); }
  [[nodiscard]] uint64_t raw_total() const { return raw_->total(); }
  // Unpacked bytes taken so far.
  [[nodiscard]] uint64_t position() const { return window_offset_ + begin_; }

 private:
  enum class State : uint8_t { kPlain, kBetween, kInside, kLost, kEnded };
  explicit RecordStream(std::unique_ptr<RawBytes> raw) : raw_(std::move(raw)) {}
  [[nodiscard]] static Result<std::unique_ptr<RecordStream>> over(std::unique_ptr<RawBytes> raw);
  [[nodiscard]] Result<std::string> read_dictionary();
  [[nodiscard]] Result<void> skip_raw(uint64_t count);
  [[nodiscard]] uint64_t end_offset() const { return window_offset_ + end_; }

  // Each adds to the window, or changes the state.
  [[nodiscard]] Result<void> fill();
  [[nodiscard]] Result<void> fill_plain();
  [[nodiscard]] Result<void> between_members();
  [[nodiscard]] Result<void> inside_member();
  [[nodiscard]] Result<void> find_member();
  [[nodiscard]] Result<void> begin_member();
  void lose_member();
  void mark_member();
  // Raw bytes up to where the next member begins: nothing if it is here.
  [[nodiscard]] Result<std::string_view> raw_until_member();
  [[nodiscard]] bool is_beginning(std::string_view bytes);
  [[nodiscard]] bool has_skippable_frames() const {
    return packing_ == Packing::kZstd || packing_ == Packing::kLz4;
  }
  // Behind the window's end; makes room for at least `least` bytes.
  [[nodiscard]] std::span<char> room(size_t least);

  std::unique_ptr<RawBytes> raw_;
  std::string magic_;
  std::unique_ptr<Unpacker> unpacker_;
  std::unique_ptr<Unpacker> probe_;  // tries what may be the beginning of a member
  GzipMember whole_member_;
  State state_ = State::kPlain;
  Packing packing_ = Packing::kGzip;
  bool in_garbage_ = false;
  uint64_t searched_ = 0;  // raw offset: no member begins before it, but for the present
  std::optional<uint64_t> beginning_;  // raw offset of the next member, once it is known

  // Unpacked and not yet taken: [begin_, end_). Not initialised beyond what was written.
  std::unique_ptr<char[]> window_;
  size_t window_size_ = 0;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t window_offset_ = 0;    // of window_[0] in all unpacked bytes
  std::deque<uint64_t> members_;  // offsets in all unpacked bytes where members begin
  std::optional<uint64_t> gap_;   // the same: bytes are missing here; nothing is read beyond
  Damage damage_;
};

}  // namespace cocite::read
