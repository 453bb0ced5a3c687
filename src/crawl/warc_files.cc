#include "crawl/warc_files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "crawl/warc_record.h"

namespace cocite::crawl {
namespace {

std::string time_stamp(time_t now) {
  struct tm parts {};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> room{};
  const size_t size = std::strftime(room.data(), room.size(), "%Y%m%d%H%M%S", &parts);
  return {room.data(), size};
}

std::string host_name() {
  std::array<char, 256> room{};
  if (::gethostname(room.data(), room.size() - 1) != 0) return "localhost";
  std::string name;
  for (const char* c = room.data(); *c != '\0'; ++c) name += *c == '/' ? '_' : *c;
  return name.empty() ? "localhost" : name;
}

tl::unexpected<Error> trouble(const std::string& path) {
  return fail(ErrorCode::kIo, path + ": " + std::strerror(errno));
}

}  // namespace

WarcFiles::WarcFiles(WarcFiles&& other) noexcept
    : folder_(std::move(other.folder_)),
      prefix_(std::move(other.prefix_)),
      about_(std::move(other.about_)),
      name_(std::move(other.name_)),
      serial_(other.serial_),
      file_bytes_(other.file_bytes_),
      file_(std::exchange(other.file_, -1)),
      bytes_(other.bytes_),
      total_bytes_(other.total_bytes_) {}

WarcFiles::~WarcFiles() {
  if (file_ >= 0) ::close(file_);
}

Result<void> WarcFiles::write(std::string_view bytes) {
  const uint64_t before = bytes_;
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      // No half a record: the file ends with the last whole one.
      const auto error = trouble(folder_ + "/" + name_);
      static_cast<void>(::ftruncate(file_, static_cast<off_t>(before)) == 0 &&
                        ::lseek(file_, 0, SEEK_END) >= 0);
      bytes_ = before;
      return error;
    }
    bytes.remove_prefix(static_cast<size_t>(written));
    bytes_ += static_cast<uint64_t>(written);
  }
  total_bytes_ += bytes_ - before;
  return {};
}

Result<void> WarcFiles::close() {
  if (file_ < 0) return {};
  COCITE_CHECK(sync());
  ::close(std::exchange(file_, -1));
  return {};
}

Result<void> WarcFiles::begin_file() {
  const time_t now = std::time(nullptr);
  std::array<char, 16> serial{};
  std::snprintf(serial.data(), serial.size(), "%05u", serial_);
  name_ = prefix_ + "-" + time_stamp(now) + "-" + serial.data() + "-" + host_name() + ".warc.gz";
  const std::string path = folder_ + "/" + name_;
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file_ < 0) return trouble(path);
  bytes_ = 0;
  std::string packed;
  RecordMaker().add({.type = "warcinfo",
                     .date = static_cast<uint32_t>(now),
                     .content_type = "application/warc-fields",
                     .body = about_,
                     .fields = {{"WARC-Filename", name_}}},
                    packed);
  return write(packed);
}

Result<WarcPlace> WarcFiles::append(std::string_view records) {
  if (file_ >= 0 && bytes_ >= file_bytes_) {
    COCITE_CHECK(close());
    ++serial_;
  }
  if (file_ < 0) COCITE_CHECK(begin_file());
  const WarcPlace place{serial_, bytes_};
  COCITE_CHECK(write(records));
  return place;
}

Result<void> WarcFiles::sync() {
  if (file_ >= 0 && ::fdatasync(file_) != 0) return trouble(folder_ + "/" + name_);
  return {};
}

Result<void> WarcFiles::go_on(const std::string& name, uint32_t serial, uint64_t bytes) {
  const std::string path = folder_ + "/" + name;
  file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file_ < 0) return trouble(path);
  if (::ftruncate(file_, static_cast<off_t>(bytes)) != 0 || ::lseek(file_, 0, SEEK_END) < 0) {
    return trouble(path);
  }
  name_ = name;
  serial_ = serial;
  bytes_ = bytes;
  return {};
}

}  // namespace cocite::crawl
