// A folder that appears whole or not at all, and is written by one process at a time.
//
//   COCITE_TRY(auto draft, Draft::begin("web.cocite", Draft::Existing::kRefuse));
//   ... write files into draft.folder() ...
//   COCITE_CHECK(draft.publish());   // now they are at "web.cocite"
//
// The draft stands beside its place, as "web.cocite.part", under a lock "web.cocite.lock" that dies
// with the process. Whatever ends a draft without publish() removes it; what a killed process left
// behind is removed by the next one. Replacing is an exchange of the two folders in one step.
//
// A folder inside a store is drafted beside that store ("web.cocite/sites.cocite" as
// "web.cocite.sites.cocite.part"): the store may itself be replaced while the draft is written.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <cocite/result.h>

namespace cocite::file {

// Who holds it is the one who may write the folder `path`. One thread.
class FolderLock {
 public:
  // kBusy: another process holds it, or another thread.
  [[nodiscard]] static Result<FolderLock> take(const std::string& path);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  // Where the lock stands, and a draft, but for their endings.
  [[nodiscard]] const std::string& place() const { return place_; }

 private:
  FolderLock(std::string place, int lock) : place_(std::move(place)), lock_(lock) {}
  std::string place_;
  int lock_;
};

// The same without taking it.
[[nodiscard]] std::string draft_place(const std::string& path);

class Draft {
 public:
  enum class Existing : uint8_t { kRefuse, kReplace };

  [[nodiscard]] static Result<Draft> begin(const std::string& path, Existing existing);
  Draft(Draft&& other) noexcept;
  Draft& operator=(Draft&&) = delete;
  ~Draft();

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // A folder for temporary files, inside the draft, gone when it is published.
  [[nodiscard]] std::string scratch(const std::string& name) const {
    return folder_ + "/scratch/" + name;
  }
  [[nodiscard]] Result<void> publish();

 private:
  Draft(std::string path, Existing existing, FolderLock lock)
      : path_(std::move(path)), existing_(existing), lock_(std::move(lock)) {}

  std::string path_;
  std::string folder_;  // empty: it is published, or another one's now
  Existing existing_;
  FolderLock lock_;
};

}  // namespace cocite::file
