// Compressed bytes to plain ones, a step at a time, whatever packed them.
//
//   auto unpacker = make_unpacker(Packing::kGzip);
//   const Unpacker::Step step = unpacker->step(packed, room);   // until state is not kGoesOn
//
// Memory is bounded by the formats' windows, whatever the bytes claim. An unpacker belongs to one
// thread at a time; restart() makes it new.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cocite::read {

enum class Packing : uint8_t {
  kGzip,     // one member
  kZlib,     // what HTTP calls deflate
  kDeflate,  // what some servers call deflate
  kBrotli,
  kZstd,   // one frame
  kBzip2,  // one stream
  kLz4,    // one frame
  kXz,     // one stream
};

// A file that is packed, told from how it begins.
struct PackingInfo {
  Packing packing;
  std::string_view name;   // for messages
  std::string_view magic;  // how each member (or frame) begins
};
inline constexpr size_t kPackingHead = 10;  // bytes that tell it
// nullptr: it is not packed, or by something else.
[[nodiscard]] const PackingInfo* packed_by(std::string_view head);
// A frame between those of zstd or lz4 that readers pass over: a magic, a size, then that many bytes. A file
// that begins with one is taken for zstd's.
inline constexpr size_t kSkippableHead = 8;
[[nodiscard]] bool is_skippable_frame(std::string_view head);

class Unpacker {
 public:
  enum class State : uint8_t { kGoesOn, kEnded, kDamaged };
  struct Step {
    size_t taken = 0;  // of the packed bytes
    size_t given = 0;  // of the room
    State state = State::kGoesOn;
  };

  virtual ~Unpacker() = default;
  virtual void restart() = 0;
  // kGoesOn: more packed bytes or more room would help. Behind kEnded and kDamaged only restart().
  [[nodiscard]] virtual Step step(std::string_view packed, std::span<char> room) = 0;
};

// `dictionary`: for zstd, raw or as the library makes them; it is copied.
[[nodiscard]] std::unique_ptr<Unpacker> make_unpacker(Packing packing,
                                                      std::string_view dictionary = {});

// All of one frame. False: it is damaged, or has more or fewer than `size` bytes. The room grows as it is filled, so a
// frame that claims much takes no more memory than it has.
[[nodiscard]] bool unpack_all(Packing packing, std::string_view packed, uint64_t size,
                              std::string& room);

// A gzip member that lies in memory as a whole, twice as fast: how far it goes, and how much it
// gave. Nothing if it is damaged, cut, or larger than the room. `packed` may hold more behind it.
class GzipMember {
 public:
  struct Unpacked {
    size_t taken = 0;
    size_t given = 0;
  };

  GzipMember();
  ~GzipMember();
  GzipMember(const GzipMember&) = delete;
  GzipMember& operator=(const GzipMember&) = delete;

  [[nodiscard]] std::optional<Unpacked> unpack(std::string_view packed, std::span<char> room);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
};

}  // namespace cocite::read
