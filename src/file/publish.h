// A folder that appears whole or not at all, and is written by one process at a time.
//
//   COCITE_TRY(auto draft, Draft::begin("web", "web", Draft::Existing::kRefuse));
//   ... write files into draft.folder() ...
//   COCITE_CHECK(draft.publish(remove_old));   // now they are at "web"
//
// The draft stands at its place with the ending ".part", under a lock with the ending ".lock" that
// dies with the process. A draft that is not published is removed; the next process removes what a killed
// one left. Replacing exchanges the two folders in one step; the caller provides the function that
// removes the old one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include <cocite/result.h>

namespace cocite::file {

// Only its holder may write what belongs to `place`. One thread.
class FolderLock {
 public:
  // kBusy: another process holds it, or another thread. `what`: how messages call it.
  [[nodiscard]] static Result<FolderLock> take(const std::string& place, const std::string& what);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  // What the destructor does, and whether it worked: a lock file that cannot be removed stays, and
  // blocks no other process.
  [[nodiscard]] Result<void> release();

  // Where the lock stands, and a draft, but for their endings.
  [[nodiscard]] const std::string& place() const { return place_; }

 private:
  FolderLock(std::string place, int lock) : place_(std::move(place)), lock_(lock) {}
  std::string place_;
  int lock_;
};

class Draft {
 public:
  enum class Existing : uint8_t { kRefuse, kReplace };

  // Whether a folder may be removed, with all that is in it; an error says why not.
  using MayRemove = std::function<Result<void>(const std::string& folder)>;
  // Removes a folder as far as possible; the error names what could not be removed.
  using Remove = std::function<Result<void>(const std::string& folder)>;

  // kAlreadyExists: something is at `path`, and existing is kRefuse. `left_behind` is asked about
  // what a killed process may have left.
  [[nodiscard]] static Result<Draft> begin(const std::string& path, const std::string& place,
                                           Existing existing, const MayRemove& left_behind);
  Draft(Draft&& other) noexcept;
  Draft& operator=(Draft&&) = delete;
  ~Draft();

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // A folder for temporary files, inside the draft, gone when it is published.
  [[nodiscard]] std::string scratch(const std::string& name) const {
    return folder_ + "/scratch/" + name;
  }
  // An error that says "is in place" tells of what went wrong after that.
  [[nodiscard]] Result<void> publish(const Remove& remove_old);

 private:
  Draft(std::string path, Existing existing, FolderLock lock)
      : path_(std::move(path)), existing_(existing), lock_(std::move(lock)) {}

  std::string path_;
  std::string folder_;  // empty: it is published, or another one's now
  Existing existing_;
  FolderLock lock_;
};

// Removes one file, or an empty folder.
[[nodiscard]] Result<void> remove_one(const std::string& path);

// For tests: the n-th sync of a folder, or remove_one(), of the process from now on fails, and so
// do all after it. 0 turns it off.
void fail_folder_sync_after(uint64_t n);
void fail_removal_after(uint64_t n);

}  // namespace cocite::file
