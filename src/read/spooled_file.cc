#include "read/spooled_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "read/input_stream.h"
#include "read/raw_bytes.h"
#include "read/unpacker.h"

namespace cocite::read {
namespace {

constexpr size_t kStep = size_t{1} << 20;

class TemporaryFile {
 public:
  TemporaryFile() {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    std::string name = (error ? "/tmp" : folder.string()) + "/cocite-input-XXXXXX";
    fd_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd_ >= 0) ::unlink(name.c_str());  // gone with the last that has it open
  }
  ~TemporaryFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] bool append(std::span<const char> bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return true;
  }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_ = -1;
};

// Whether its bytes lie in a file as they are.
Result<bool> is_plain(const std::string& input) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(input, error)) return false;
  COCITE_TRY(const auto raw, RawBytes::open(input, nullptr, kPackingHead));
  COCITE_TRY(const auto head, raw->look(kPackingHead));
  return packed_by({head.data(), head.size()}) == nullptr;
}

}  // namespace

Result<MappedFile> map_input(const std::string& input, const std::atomic<bool>* stop) {
  COCITE_TRY(const bool can_be_mapped, is_plain(input));
  if (can_be_mapped) return MappedFile::open(input);
  COCITE_TRY(const auto stream, InputStream::open(input, stop));
  const TemporaryFile file;
  const auto trouble = [&] {
    return fail(ErrorCode::kIo,
                input + ": cannot be kept in the temporary folder (TMPDIR): " + errno_text(errno));
  };
  if (!file.is_open()) return trouble();
  std::vector<char> buffer(kStep);
  for (;;) {
    COCITE_TRY(const size_t got, stream->read(buffer));
    if (stop != nullptr && *stop) return fail(ErrorCode::kCancelled, "stopped");
    if (!file.append(std::span(buffer).first(got))) return trouble();
    if (got < buffer.size()) break;
  }
  return MappedFile::open(file.path());
}

}  // namespace cocite::read
