// Writes a store: parts one by one, then all of it in place in one step.
//
//   COCITE_TRY(Writer writer, Writer::begin("web.cocite", Writer::Existing::kRefuse));
//   COCITE_TRY(auto container, writer.create(Part::kCrawled));
//   COCITE_CHECK(crawled.write(container, "crawled"));
//   COCITE_CHECK(container.finish());
//   COCITE_CHECK(writer.publish(facts));
//
// Until publish() the files stand in a folder beside the store, "web.cocite.part", under a lock; a
// writer that ends before leaves nothing. Where the store's path is a symbolic link, the store that
// it leads to is written. Only what is a store is replaced, and only if nothing else is in it:
// files that are not ours are never removed.
//
// A store inside another ("web.cocite/sites.cocite") is drafted beside the outermost one
// ("web.cocite.sites.cocite.part"), which may itself be replaced meanwhile; where that is a draft, in
// its folder for temporary files. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "file/container.h"
#include "file/publish.h"
#include "store/facts.h"
#include "store/manifest.h"
#include "store/notes.h"
#include "store/parts.h"

namespace cocite::store {

struct NewColumn {
  std::string name;
  std::span<const double> values;  // one for each page
  std::string about;               // how it was made, in words
};

// The folder that a path leads to, whatever links are on the way. A path where nothing is stays as
// it is, without slashes at its end.
[[nodiscard]] std::string real_path(const std::string& path);

// Its holder may write the store at this path.
[[nodiscard]] Result<file::FolderLock> lock_store(const std::string& path);

// Removes locks and drafts that killed processes left beside this store, if no process uses them. begin()
// does so, too.
void remove_leftovers(const std::string& path);

// Whether a store could be written here, as far as one can tell before.
[[nodiscard]] bool can_write(const std::string& path);

class Writer {
 public:
  enum class Existing : uint8_t { kRefuse, kReplace };

  // kAlreadyExists: there is something, and it is no store, or it is not to be replaced, or it has
  // files in it that are not ours. kBusy: another process is writing it.
  [[nodiscard]] static Result<Writer> begin(const std::string& path, Existing existing);

  // Where the store will be; where its files are until then.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& folder() const { return draft_.folder(); }
  // A path for temporary files that are gone when the store is in place.
  [[nodiscard]] std::string scratch(const std::string& name) const { return draft_.scratch(name); }

  // The file of a part, to be filled and finished. `name`: which one of a family.
  [[nodiscard]] Result<file::ContainerWriter> create(Part part, std::string_view name = {});
  // One that is finished, to read.
  [[nodiscard]] Result<file::Container> written(Part part, std::string_view name = {}) const;
  [[nodiscard]] Result<void> add(const NewColumn& column);
  [[nodiscard]] Result<void> add(const NewNotes& notes);
  // A file of another store becomes one of this, without being copied where that can be.
  [[nodiscard]] Result<void> take_over(const std::string& folder, const FileEntry& file);

  // Writes the manifest of what is there: the folder is a store from now on, and may be opened as
  // such. More may come. Returns its bytes.
  [[nodiscard]] Result<uint64_t> seal(const Facts& facts);
  // seal(), and all of it in place.
  [[nodiscard]] Result<void> publish(const Facts& facts);

 private:
  Writer(std::string path, file::Draft draft) : path_(std::move(path)), draft_(std::move(draft)) {}

  std::string path_;
  file::Draft draft_;
  std::vector<std::string> files_;
  bool is_sealed_ = false;
};

}  // namespace cocite::store
