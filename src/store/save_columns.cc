#include "store/save_columns.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cocite::store {
namespace {

namespace fs = std::filesystem;

// Whether pages and links are the same, so that a column of the one fits the other.
bool is_same_graph(const Manifest& a, const Manifest& b) {
  return std::ranges::all_of(part_table(), [&](const PartInfo& info) {
    if (!info.is_graph) return true;
    const FileEntry* const one = a.find(info.name);
    const FileEntry* const other = b.find(info.name);
    return one != nullptr && other != nullptr && one->size_bytes == other->size_bytes &&
           one->identity == other->identity;
  });
}

tl::unexpected<Error> cancelled() {
  return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
}

// The result of begin() as soon as no other process is writing.
template <class Begin>
auto when_free(const std::function<bool()>& goes_on, const Begin& begin) -> decltype(begin()) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  for (;;) {
    auto begun = begin();
    if (begun || begun.error().code != ErrorCode::kBusy) return begun;
    if (!goes_on || !goes_on()) return cancelled();
    std::this_thread::sleep_for(kPause);
  }
}

Result<void> take_over(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (error) fs::copy_file(from, to, error);
  if (error) return fail(ErrorCode::kIo, to + ": cannot be made: " + error.message());
  return {};
}

// The graphs of hosts and sites come along, with the columns that they have. They do not change
// until the locks are released.
Result<void> take_over_inner_stores(const std::string& from, const std::string& to,
                                    const std::function<bool()>& goes_on,
                                    std::vector<file::FolderLock>& locks) {
  for (const std::string_view name : kInnerStores) {
    const std::string inner = from + "/" + std::string(name);
    COCITE_TRY(file::FolderLock lock, when_free(goes_on, [&] { return lock_store(inner); }));
    locks.push_back(std::move(lock));
    const Result<Manifest> manifest = Manifest::read(inner);
    if (!manifest) continue;  // none, or of no use
    const std::string copy = to + "/" + std::string(name);
    std::error_code error;
    fs::create_directory(copy, error);
    const std::string manifest_file(kManifestFile);
    COCITE_CHECK(take_over(inner + "/" + manifest_file, copy + "/" + manifest_file));
    for (const FileEntry& file : manifest->files) {
      if (!fs::exists(inner + "/" + file.name, error)) continue;  // damaged; and so is the copy
      COCITE_CHECK(take_over(inner + "/" + file.name, copy + "/" + file.name));
    }
  }
  return {};
}

}  // namespace

Result<void> save_parts(const Store& store, const NewParts& parts,
                        const std::function<bool()>& goes_on) {
  const std::string path = real_path(store.path());
  COCITE_TRY(Writer writer,
             when_free(goes_on, [&] { return Writer::begin(path, Writer::Existing::kReplace); }));
  // Read under the lock: another column may have come since the store was opened.
  COCITE_TRY(const Manifest manifest, Manifest::read(path));
  if (!is_same_graph(manifest, store.manifest())) {
    return fail(ErrorCode::kBusy, path +
                                      ": was replaced by another store meanwhile; nothing was "
                                      "saved, compute the column again");
  }
  std::vector<std::string> replaced;
  for (const NewColumn& column : parts.columns) {
    COCITE_CHECK(writer.add(column));
    replaced.push_back(file_of(Part::kColumn, column.name));
  }
  for (const NewNotes& notes : parts.notes) {
    COCITE_CHECK(writer.add(notes));
    replaced.push_back(file_of(Part::kNotes, notes.name));
    for (const std::string& old : notes.replaces) replaced.push_back(file_of(Part::kNotes, old));
  }
  for (const NewPart& other : parts.others) {
    COCITE_TRY(auto container, writer.create(other.part));
    COCITE_CHECK(other.write(std::move(container), writer.scratch("new")));
    replaced.push_back(file_of(other.part));
  }
  for (const Part part : parts.removes) replaced.push_back(file_of(part));
  for (const FileEntry& file : manifest.files) {
    if (std::ranges::find(replaced, file.name) != replaced.end()) continue;
    COCITE_CHECK(writer.take_over(path, file));
  }
  std::vector<file::FolderLock> inner_locks;
  COCITE_CHECK(take_over_inner_stores(path, writer.folder(), goes_on, inner_locks));
  std::error_code ignored;  // a wish: who may read the store may still do so
  fs::permissions(writer.folder(), fs::status(path, ignored).permissions(), ignored);
  if (goes_on && !goes_on()) return cancelled();
  Facts facts = manifest.facts;
  if (parts.tell) parts.tell(facts);
  return writer.publish(facts);
}

Result<void> can_save_columns(const Store& store) {
  if (can_write(store.path())) {
    // Also if everything is saved already: no other code does it.
    remove_leftovers(store.path());
    return {};
  }
  return fail(ErrorCode::kIo, store.path() +
                                  ": no column can be saved: the folder that it is in cannot be "
                                  "written to");
}

}  // namespace cocite::store
