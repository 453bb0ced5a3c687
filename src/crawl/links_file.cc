#include "crawl/links_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

namespace cocite::crawl {
namespace {

constexpr size_t kBufferNumbers = size_t{1} << 18;

// Before the numbers of a block.
struct BlockHead {
  uint32_t count = 0;  // of numbers
  uint32_t spare = 0;
  uint64_t checksum = 0;  // of the numbers, and of where the block stands
};
static_assert(sizeof(BlockHead) == 16);
// Lists of pages are not split: a page with more links than this has a block of its own.
constexpr uint32_t kMostNumbers = uint32_t{1} << 28;

tl::unexpected<Error> trouble(const std::string& path) {
  return fail(ErrorCode::kIo, path + ": " + std::strerror(errno));
}
tl::unexpected<Error> damaged(const std::string& path, uint64_t at) {
  return fail(ErrorCode::kCorrupt,
              path + ": is damaged at byte " + std::to_string(at) + ": a checksum is wrong");
}

std::string new_path(const std::string& path) {
  return path + ".new";
}

uint64_t checksum(std::span<const uint32_t> numbers, uint64_t at) {
  return hash64(std::as_bytes(numbers)) ^ mix(at);
}

// Calls use(page, children) for each list; false: these are no lists of pages below `pages`.
bool split(std::span<const uint32_t> numbers, uint32_t pages, const SeenGraph::UseList& use) {
  const auto is_page = [&](uint32_t page) { return page < pages; };
  for (size_t at = 0; at < numbers.size();) {
    if (numbers.size() - at < 2 || !is_page(numbers[at])) return false;
    const uint32_t count = numbers[at + 1];
    if (numbers.size() - at - 2 < count) return false;
    const auto children = numbers.subspan(at + 2, count);
    if (!std::ranges::all_of(children, is_page)) return false;
    if (use) use(numbers[at], children);
    at += 2 + size_t{count};
  }
  return true;
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

Result<LinksFile> LinksFile::open(const std::string& path, uint64_t bytes, uint32_t pages) {
  LinksFile links(path);
  ::unlink(new_path(path).c_str());  // of a program that was killed
  links.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (links.file_ < 0) return trouble(path);
  struct stat facts {};
  if (::fstat(links.file_, &facts) != 0) return trouble(path);
  if (!S_ISREG(facts.st_mode) || static_cast<uint64_t>(facts.st_size) < bytes) {
    return fail(ErrorCode::kCorrupt, path + ": is shorter than the state of the crawl says");
  }
  links.bytes_ = bytes;
  links.pages_ = pages;
  COCITE_CHECK(links.for_each_list({}));
  if (::ftruncate(links.file_, static_cast<off_t>(bytes)) != 0) return trouble(path);
  return links;
}

Result<void> LinksFile::add(uint32_t page, std::span<const uint32_t> children) {
  buffer_.push_back(page);
  buffer_.push_back(static_cast<uint32_t>(children.size()));
  buffer_.insert(buffer_.end(), children.begin(), children.end());
  return buffer_.size() >= kBufferNumbers ? flush() : Result<void>();
}

Result<void> LinksFile::flush() {
  if (buffer_.empty()) return {};
  const BlockHead head{.count = static_cast<uint32_t>(buffer_.size()),
                       .checksum = checksum(buffer_, bytes_)};
  COCITE_CHECK(write({reinterpret_cast<const char*>(&head), sizeof head}, bytes_));
  const std::string_view numbers(reinterpret_cast<const char*>(buffer_.data()),
                                 buffer_.size() * sizeof(uint32_t));
  COCITE_CHECK(write(numbers, bytes_ + sizeof head));
  bytes_ += sizeof head + numbers.size();
  buffer_.clear();
  return {};
}

Result<void> LinksFile::forget(const std::function<bool(uint32_t page)>& is_gone) {
  COCITE_CHECK(flush());
  const std::string path = new_path(path_);
  std::vector<uint32_t> left;
  {
    LinksFile fewer(path);
    fewer.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fewer.file_ < 0) return trouble(path);
    Result<void> result;
    COCITE_CHECK(for_each_list([&](uint32_t page, std::span<const uint32_t> children) {
      left.clear();
      std::ranges::remove_copy_if(children, std::back_inserter(left), is_gone);
      if (result) result = fewer.add(page, left);
    }));
    COCITE_CHECK(result);
    COCITE_CHECK(fewer.flush());
    if (::rename(path.c_str(), path_.c_str()) != 0) return trouble(path);
    std::swap(file_, fewer.file_);
    bytes_ = fewer.bytes_;
  }
  return {};
}

Result<void> LinksFile::write(std::string_view left, uint64_t at) {
  while (!left.empty()) {
    const ssize_t written = ::pwrite(file_, left.data(), left.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return trouble(path_);
    left.remove_prefix(static_cast<size_t>(written));
    at += static_cast<uint64_t>(written);
  }
  return {};
}

Result<void> LinksFile::read(std::span<char> room, uint64_t at) const {
  while (!room.empty()) {
    const ssize_t got = ::pread(file_, room.data(), room.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return trouble(path_);
    if (got == 0) return damaged(path_, at);
    room = room.subspan(static_cast<size_t>(got));
    at += static_cast<uint64_t>(got);
  }
  return {};
}

Result<void> LinksFile::for_each_list(const UseList& use) const {
  std::vector<uint32_t> numbers;
  for (uint64_t at = 0; at < bytes_;) {
    BlockHead head;
    if (bytes_ - at < sizeof head) return damaged(path_, at);
    COCITE_CHECK(read({reinterpret_cast<char*>(&head), sizeof head}, at));
    const uint64_t size = uint64_t{head.count} * sizeof(uint32_t);
    if (head.count > kMostNumbers || head.spare != 0 || bytes_ - at - sizeof head < size) {
      return damaged(path_, at);
    }
    numbers.resize(head.count);
    COCITE_CHECK(read({reinterpret_cast<char*>(numbers.data()), size}, at + sizeof head));
    if (checksum(numbers, at) != head.checksum || !split(numbers, pages_, use)) {
      return damaged(path_, at);
    }
    at += sizeof head + size;
  }
  return {};
}

}  // namespace cocite::crawl
