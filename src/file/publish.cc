#include "file/publish.h"

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

void remove_folder(const std::string& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

Result<void> sync_folder(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return fail(ErrorCode::kIo, path + ": " + errno_text(errno));
  const int done = ::fsync(fd);
  const int saved = errno;
  ::close(fd);
  // Some file systems cannot sync a folder; then there is nothing to wait for.
  if (done != 0 && saved != EINVAL) return fail(ErrorCode::kIo, path + ": " + errno_text(saved));
  return {};
}

// A lock file whose name still leads to the file that we hold: another process may have removed it
// between our open and our lock.
Result<int> take_lock(const std::string& path, const std::string& what) {
  for (;;) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return fail(ErrorCode::kIo, path + ": cannot be created: " + errno_text(errno));
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      const int saved = errno;
      ::close(fd);
      if (saved == EINTR) continue;
      if (saved != EWOULDBLOCK) return fail(ErrorCode::kIo, path + ": " + errno_text(saved));
      return fail(ErrorCode::kBusy,
                  what + ": another process is writing this store; wait until it is done");
    }
    struct stat held {};
    struct stat named {};
    if (::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
        held.st_ino == named.st_ino && held.st_dev == named.st_dev) {
      return fd;
    }
    ::close(fd);
  }
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& path) {
  std::string place = draft_place(path);
  COCITE_TRY(const int lock, take_lock(place + ".lock", path));
  return FolderLock(std::move(place), lock);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : place_(std::move(other.place_)), lock_(std::exchange(other.lock_, -1)) {}

FolderLock::~FolderLock() {
  if (lock_ < 0) return;
  ::unlink((place_ + ".lock").c_str());
  ::close(lock_);
}

std::string draft_place(const std::string& path) {
  const fs::path place(path);
  const fs::path parent = place.parent_path();
  std::error_code error;
  if (parent.filename().empty()) return path;
  for (const char* part : {"manifest", "pages", "out"}) {
    if (!fs::exists(parent / part, error)) return path;
  }
  return parent.string() + "." + place.filename().string();
}

Result<Draft> Draft::begin(const std::string& asked, Existing existing) {
  std::string path = asked;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const std::string folder = fs::path(path).parent_path().string();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    return fail(ErrorCode::kNotFound, folder + ": no such folder; make it first");
  }
  COCITE_TRY(FolderLock lock, FolderLock::take(path));
  Draft draft(std::move(path), existing, std::move(lock));
  draft.folder_ = draft.lock_.place() + ".part";
  const fs::file_status status = fs::symlink_status(draft.path_, error);
  if (fs::exists(status)) {
    if (existing == Existing::kRefuse) {
      return fail(ErrorCode::kAlreadyExists,
                  draft.path_ + ": exists already; --force replaces it, 'cocite add' adds to it");
    }
    if (!fs::exists(draft.path_ + "/manifest", error)) {
      return fail(ErrorCode::kAlreadyExists,
                  draft.path_ + ": is not a store; it is left as it is, choose another name");
    }
  }
  remove_folder(draft.folder_);
  if (!fs::create_directories(draft.folder_ + "/scratch", error) || error) {
    return fail(ErrorCode::kIo, draft.folder_ + ": cannot be made: " + error.message());
  }
  return draft;
}

Draft::Draft(Draft&& other) noexcept
    : path_(std::move(other.path_)),
      folder_(std::exchange(other.folder_, {})),
      existing_(other.existing_),
      lock_(std::move(other.lock_)) {}

Draft::~Draft() {
  if (!folder_.empty()) remove_folder(folder_);
}

Result<void> Draft::publish() {
  remove_folder(folder_ + "/scratch");
  COCITE_CHECK(sync_folder(folder_));
  const auto failed = [&](int error) {
    return fail(ErrorCode::kIo, path_ + ": cannot be put in place: " + errno_text(error));
  };
  if (::renameat2(AT_FDCWD, folder_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) != 0) {
    if (errno == EEXIST && existing_ == Existing::kRefuse) {
      return fail(ErrorCode::kAlreadyExists, path_ + ": came into being meanwhile; left as it is");
    }
    if (errno == EEXIST) {
      if (::renameat2(AT_FDCWD, folder_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0) {
        return failed(errno);
      }
      remove_folder(folder_);  // the old store now; whoever has it open keeps it
    } else if (errno != EINVAL || ::rename(folder_.c_str(), path_.c_str()) != 0) {
      return failed(errno);
    }
  }
  folder_.clear();
  const std::string parent = fs::path(path_).parent_path().string();
  return sync_folder(parent.empty() ? "." : parent);
}

}  // namespace cocite::file
