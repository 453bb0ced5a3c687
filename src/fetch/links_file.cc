#include "fetch/links_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cocite::fetch {
namespace {

constexpr size_t kBufferNumbers = size_t{1} << 18;

tl::unexpected<Error> trouble(const std::string& path) {
  return fail(ErrorCode::kIo, path + ": " + std::strerror(errno));
}

}  // namespace

LinksFile::LinksFile(LinksFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      bytes_(other.bytes_),
      pages_(other.pages_),
      buffer_(std::move(other.buffer_)) {}

LinksFile::~LinksFile() {
  if (file_ >= 0) ::close(file_);
}

Result<LinksFile> LinksFile::open(const std::string& path, uint64_t bytes) {
  LinksFile links(path);
  links.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (links.file_ < 0) return trouble(path);
  struct stat facts {};
  if (::fstat(links.file_, &facts) != 0) return trouble(path);
  if (static_cast<uint64_t>(facts.st_size) < bytes) {
    return fail(ErrorCode::kCorrupt, path + ": is shorter than the state of the crawl says");
  }
  if (::ftruncate(links.file_, static_cast<off_t>(bytes)) != 0) return trouble(path);
  links.bytes_ = bytes;
  return links;
}

Result<void> LinksFile::add(uint32_t page, std::span<const uint32_t> children) {
  buffer_.push_back(page);
  buffer_.push_back(static_cast<uint32_t>(children.size()));
  buffer_.insert(buffer_.end(), children.begin(), children.end());
  return buffer_.size() >= kBufferNumbers ? flush() : Result<void>();
}

Result<void> LinksFile::flush() {
  std::string_view left(reinterpret_cast<const char*>(buffer_.data()),
                        buffer_.size() * sizeof(uint32_t));
  while (!left.empty()) {
    const ssize_t written = ::pwrite(file_, left.data(), left.size(), static_cast<off_t>(bytes_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return trouble(path_);
    left.remove_prefix(static_cast<size_t>(written));
    bytes_ += static_cast<uint64_t>(written);
  }
  buffer_.clear();
  return {};
}

Result<void> LinksFile::for_each_list(const UseList& use) const {
  std::vector<uint32_t> room(kBufferNumbers);
  size_t filled = 0;  // numbers in the room
  for (uint64_t at = 0; at < bytes_;) {
    const size_t wanted =
        std::min<uint64_t>((room.size() - filled) * sizeof(uint32_t), bytes_ - at);
    const ssize_t got = ::pread(file_, room.data() + filled, wanted, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return trouble(path_);
    const auto numbers = static_cast<size_t>(got) / sizeof(uint32_t);
    at += numbers * sizeof(uint32_t);
    filled += numbers;
    size_t begin = 0;
    while (begin + 2 <= filled && begin + 2 + room[begin + 1] <= filled) {
      const uint32_t count = room[begin + 1];
      use(room[begin], std::span(room).subspan(begin + 2, count));
      begin += 2 + size_t{count};
    }
    const size_t needed = begin + 2 <= filled ? 2 + size_t{room[begin + 1]} : 0;
    std::memmove(room.data(), room.data() + begin, (filled - begin) * sizeof(uint32_t));
    filled -= begin;
    if (needed > room.size()) room.resize(needed);
    if (numbers == 0) break;
  }
  return {};
}

}  // namespace cocite::fetch
