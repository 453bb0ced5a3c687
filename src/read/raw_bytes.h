// The bytes of a file, a pipe or standard input as they lie there, with a look at what comes next.
//
//   COCITE_TRY(auto raw, RawBytes::open("a.warc.gz", nullptr, 1 << 20));  // "-": standard input
//   COCITE_TRY(auto bytes, raw->look(4));  // at least 4 of them unless the input ends
//   raw->take(4);
//
// Standard input and named pipes can be opened again, to see what they are before they are read: what one
// RawBytes did not take, the next one finds. A pipe that no program writes to is an error within ten
// seconds; devices are refused, /dev/null and terminals apart. One thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include <cocite/result.h>

namespace cocite::read {

class RawBytes {
 public:
  // `stop`: once it is set, waiting for a pipe ends with kCancelled, within a second.
  // `room`: how far one can look, at most.
  [[nodiscard]] static Result<std::unique_ptr<RawBytes>> open(const std::string& path,
                                                              const std::atomic<bool>* stop,
                                                              size_t room);
  // The same over bytes that outlive it; `name` is for messages.
  [[nodiscard]] static std::unique_ptr<RawBytes> from_memory(std::span<const char> bytes,
                                                             const std::string& name, size_t room);
  RawBytes(const RawBytes&) = delete;
  RawBytes& operator=(const RawBytes&) = delete;
  ~RawBytes();

  // What is there and not yet taken; at least `wanted` bytes unless the input ends. Valid until the
  // next look(). REQUIRES: wanted <= room.
  [[nodiscard]] Result<std::span<const char>> look(size_t wanted);
  void take(size_t count) {
    begin_ += count;
    taken_ += count;
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] uint64_t taken() const { return taken_; }
  [[nodiscard]] uint64_t total() const { return total_; }  // 0 where it is not known (a pipe)

 private:
  RawBytes(int fd, std::string name, const std::atomic<bool>* stop, size_t room)
      : fd_(fd), name_(std::move(name)), buffer_(room), stop_(stop) {}

  [[nodiscard]] Result<void> wait_for_writer();
  // Waits until there is something to read; false when the user asked to stop.
  [[nodiscard]] bool is_ready() const;
  [[nodiscard]] ssize_t read(std::span<char> to);

  int fd_ = -1;
  bool is_pipe_ = false;          // or standard input: what is not taken is kept
  std::span<const char> memory_;  // where there is no file
  std::string name_;
  std::vector<char> buffer_;
  const std::atomic<bool>* stop_ = nullptr;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t taken_ = 0;
  uint64_t total_ = 0;
  bool ended_ = false;
};

}  // namespace cocite::read
