#include "file/publish.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mapped_file.h"

namespace cocite::file {
namespace {

namespace fs = std::filesystem;

// Which call from now on fails; 0: none.
std::atomic<uint64_t> syncs_until_failure{0};
std::atomic<uint64_t> removals_until_failure{0};

bool fails_now(std::atomic<uint64_t>& calls_left) {
  const uint64_t left = calls_left.load(std::memory_order_relaxed);
  if (left > 1) calls_left.store(left - 1, std::memory_order_relaxed);
  return left == 1;
}

Result<void> remove_folder(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error) return {};
  return fail(ErrorCode::kIo, path + ": cannot be removed: " + error.message());
}

Result<void> sync_folder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return fail(ErrorCode::kIo, path + ": " + errno_text(errno));
  const bool is_injected = fails_now(syncs_until_failure);
  const int done = is_injected ? -1 : ::fsync(fd);
  const int saved = is_injected ? ENOSPC : errno;
  ::close(fd);
  // Some file systems cannot sync a folder; then there is nothing to wait for.
  if (done != 0 && saved != EINVAL) return fail(ErrorCode::kIo, path + ": " + errno_text(saved));
  return {};
}

// A lock file whose name still leads to the file that we hold: another process may have removed it
// between our open and our lock.
Result<int> take_lock(const std::string& path, const std::string& what) {
  for (;;) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
    if (fd < 0) return fail(ErrorCode::kIo, path + ": cannot be created: " + errno_text(errno));
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      const int saved = errno;
      ::close(fd);
      if (saved == EINTR) continue;
      if (saved != EWOULDBLOCK) return fail(ErrorCode::kIo, path + ": " + errno_text(saved));
      return fail(ErrorCode::kBusy,
                  what + ": another process is writing it; wait until it is done");
    }
    struct stat held {};
    struct stat named {};
    if (::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
        held.st_ino == named.st_ino && held.st_dev == named.st_dev) {
      if (S_ISREG(held.st_mode) && held.st_size == 0) return fd;
      // Our locks are empty and removed on release, so this file is not ours.
      ::close(fd);
      return fail(ErrorCode::kAlreadyExists, path + ": is in the way; rename it");
    }
    ::close(fd);
  }
}

}  // namespace

Result<void> remove_one(const std::string& path) {
  std::error_code error;
  if (fails_now(removals_until_failure)) {
    error = std::make_error_code(std::errc::operation_not_permitted);
  } else {
    fs::remove(path, error);
  }
  if (!error) return {};
  return fail(ErrorCode::kIo, path + ": cannot be removed: " + error.message());
}

void fail_folder_sync_after(uint64_t n) {
  syncs_until_failure.store(n, std::memory_order_relaxed);
}
void fail_removal_after(uint64_t n) {
  removals_until_failure.store(n, std::memory_order_relaxed);
}

Result<FolderLock> FolderLock::take(const std::string& place, const std::string& what) {
  COCITE_TRY(const int lock, take_lock(place + ".lock", what));
  return FolderLock(place, lock);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : place_(std::move(other.place_)), lock_(std::exchange(other.lock_, -1)) {}

Result<void> FolderLock::release() {
  if (lock_ < 0) return {};
  Result<void> removed = remove_one(place_ + ".lock");
  ::close(std::exchange(lock_, -1));
  return removed;
}

FolderLock::~FolderLock() {
  static_cast<void>(release());
}

Result<Draft> Draft::begin(const std::string& path, const std::string& place, Existing existing,
                           const MayRemove& left_behind) {
  const std::string folder = fs::path(path).parent_path().string();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    return fail(ErrorCode::kNotFound, folder + ": no such folder; make it first");
  }
  COCITE_TRY(FolderLock lock, FolderLock::take(place, path));
  Draft draft(path, existing, std::move(lock));
  if (existing == Existing::kRefuse && fs::exists(fs::symlink_status(path, error))) {
    return fail(ErrorCode::kAlreadyExists, path + ": exists already");
  }
  const std::string part = place + ".part";
  if (fs::exists(fs::symlink_status(part, error))) {
    COCITE_CHECK(left_behind(part));
    COCITE_CHECK(remove_folder(part));
  }
  draft.folder_ = part;  // removed if it cannot be made whole
  if (!fs::create_directories(part + "/scratch", error) || error) {
    return fail(ErrorCode::kIo, part + ": cannot be made: " + error.message());
  }
  return draft;
}

Draft::Draft(Draft&& other) noexcept
    : path_(std::move(other.path_)),
      folder_(std::exchange(other.folder_, {})),
      existing_(other.existing_),
      lock_(std::move(other.lock_)) {}

Draft::~Draft() {
  if (!folder_.empty()) static_cast<void>(remove_folder(folder_));
}

Result<void> Draft::publish(const Remove& remove_old) {
  COCITE_CHECK(remove_folder(folder_ + "/scratch"));
  COCITE_CHECK(sync_folder(folder_));
  const auto failed = [&](int error) {
    return fail(ErrorCode::kIo, path_ + ": cannot be put in place: " + errno_text(error));
  };
  bool is_exchanged = false;
  if (::renameat2(AT_FDCWD, folder_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0) {
    if (errno == EEXIST && existing_ == Existing::kRefuse) {
      return fail(ErrorCode::kAlreadyExists, path_ + ": appeared in the meantime; left as it is");
    }
    if (errno == EEXIST) {
      if (::renameat2(AT_FDCWD, folder_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0) {
        return failed(errno);
      }
      is_exchanged = true;
    } else if (errno != EINVAL || ::rename(folder_.c_str(), path_.c_str()) != 0) {
      return failed(errno);
    }
  }
  const std::string old = std::exchange(folder_, {});
  const std::string parent = fs::path(path_).parent_path().string();
  const Result<void> synced = sync_folder(parent.empty() ? "." : parent);
  // Processes that have the old one open keep it.
  const Result<void> removed = is_exchanged ? remove_old(old) : Result<void>();
  if (!synced) {
    return fail(ErrorCode::kIo, path_ +
                                    ": the new one is in place, but its folder could not be "
                                    "synced, so a power failure may bring the old one back (" +
                                    synced.error().message + ")");
  }
  if (!removed) {
    return fail(ErrorCode::kIo, path_ +
                                    ": the new one is in place, but the old one could not be "
                                    "removed (" +
                                    removed.error().message +
                                    "); the next command that writes here removes it");
  }
  const Result<void> released = lock_.release();
  if (!released) {
    return fail(ErrorCode::kIo, path_ + ": the new one is in place, but its lock is still there (" +
                                    released.error().message + ")");
  }
  return {};
}

}  // namespace cocite::file
