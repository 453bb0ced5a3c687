#include "store/save_columns.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include "file/publish.h"

namespace cocite::store {
namespace {

namespace fs = std::filesystem;

// Where the store itself is, if its path is a link: its place is what gets exchanged.
std::string real_path(const Store& store) {
  std::error_code error;
  const fs::path path = fs::canonical(store.path(), error);
  return error ? store.path() : path.string();
}

const FileEntry* entry_of(const Manifest& manifest, std::string_view name) {
  const auto found = std::ranges::find(manifest.files, name, &FileEntry::name);
  return found == manifest.files.end() ? nullptr : &*found;
}

// Whether pages and links are the same, so that a column of the one fits the other.
bool is_same_graph(const Manifest& a, const Manifest& b) {
  constexpr std::array kParts = {"pages", "out", "in"};
  return std::ranges::all_of(kParts, [&](const char* name) {
    const FileEntry* const one = entry_of(a, name);
    const FileEntry* const other = entry_of(b, name);
    return one != nullptr && other != nullptr && one->size_bytes == other->size_bytes &&
           one->identity == other->identity;
  });
}

Result<void> take_over(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (!error) return {};
  // A file system without such links: a copy, then.
  fs::copy_file(from, to, error);
  if (error) return fail(ErrorCode::kIo, to + ": cannot be made: " + error.message());
  return {};
}

tl::unexpected<Error> cancelled() {
  return fail(ErrorCode::kCancelled, "stopped; nothing was changed");
}

// What begin() gives as soon as nobody else is writing.
template <class Begin>
auto when_free(const std::function<bool()>& goes_on, const Begin& begin) -> decltype(begin()) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  for (;;) {
    auto begun = begin();
    if (begun || begun.error().code != ErrorCode::kBusy) return begun;
    if (!goes_on()) return cancelled();
    std::this_thread::sleep_for(kPause);
  }
}

// The graphs of hosts and sites come along, with the columns that they have. Nobody changes them
// until the locks go.
Result<void> take_over_inner_stores(const std::string& from, const std::string& to,
                                    const std::function<bool()>& goes_on,
                                    std::vector<file::FolderLock>& locks) {
  for (const std::string_view name : kInnerStores) {
    const std::string inner = from + "/" + std::string(name);
    COCITE_TRY(file::FolderLock lock,
               when_free(goes_on, [&] { return file::FolderLock::take(inner); }));
    locks.push_back(std::move(lock));
    const Result<Manifest> manifest = Manifest::read(inner);
    if (!manifest) continue;  // none, or of no use
    const std::string copy = to + "/" + std::string(name);
    std::error_code error;
    fs::create_directory(copy, error);
    COCITE_CHECK(take_over(inner + "/manifest", copy + "/manifest"));
    for (const FileEntry& file : manifest->files) {
      if (!fs::exists(inner + "/" + file.name, error)) continue;  // damaged; and so is the copy
      COCITE_CHECK(take_over(inner + "/" + file.name, copy + "/" + file.name));
    }
  }
  return {};
}

// A file that the store gets, in place of one of that name.
struct NewFile {
  std::string name;
  std::function<Result<void>(const std::string& path)> write;
};

Result<void> save(const Store& store, std::span<const NewFile> files,
                  const std::function<bool()>& goes_on) {
  const std::string path = real_path(store);
  COCITE_TRY(file::Draft draft, when_free(goes_on, [&] {
               return file::Draft::begin(path, file::Draft::Existing::kReplace);
             }));
  // Read under the lock: another column may have come since the store was opened.
  COCITE_TRY(Manifest manifest, Manifest::read(path));
  if (!is_same_graph(manifest, store.manifest())) {
    return fail(ErrorCode::kBusy, path +
                                      ": was replaced by another store meanwhile; nothing was "
                                      "saved, compute the column again");
  }
  for (const NewFile& file : files) {
    COCITE_CHECK(file.write(draft.folder() + "/" + file.name));
    std::erase_if(manifest.files, [&](const FileEntry& old) { return old.name == file.name; });
  }
  for (const FileEntry& file : manifest.files) {
    COCITE_CHECK(take_over(path + "/" + file.name, draft.folder() + "/" + file.name));
  }
  for (const NewFile& file : files) {
    COCITE_TRY(const auto container, file::Container::open_any(draft.folder() + "/" + file.name));
    manifest.files.push_back({file.name, container.size(), container.identity()});
  }
  std::ranges::sort(manifest.files, {}, &FileEntry::name);
  COCITE_CHECK(manifest.write(draft.folder()));
  std::vector<file::FolderLock> inner_locks;
  COCITE_CHECK(take_over_inner_stores(path, draft.folder(), goes_on, inner_locks));
  std::error_code ignored;  // a wish: who may read the store may still do so
  fs::permissions(draft.folder(), fs::status(path, ignored).permissions(), ignored);
  if (!goes_on()) return cancelled();
  return draft.publish();
}

}  // namespace

Result<void> save_columns(const Store& store, std::span<const NewColumn> columns,
                          const std::function<bool()>& goes_on) {
  std::vector<NewFile> files;
  for (const NewColumn& column : columns) {
    files.push_back({column_file(column.name), [&column](const std::string& path) {
                       return write_column(path, column.values, column.about);
                     }});
  }
  return save(store, files, goes_on);
}

Result<void> save_notes(const Store& store, const NewNotes& notes,
                        const std::function<bool()>& goes_on) {
  const NewFile file{notes_file(notes.name),
                     [&notes](const std::string& path) { return write_notes(path, notes); }};
  return save(store, {&file, 1}, goes_on);
}

Result<void> can_save_columns(const Store& store) {
  const std::string path = real_path(store);
  const auto can_write_beside = [](const std::string& place) {
    const std::string folder = fs::path(place).parent_path().string();
    return ::access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
  };
  if (can_write_beside(path) && can_write_beside(file::draft_place(path))) return {};
  return fail(ErrorCode::kIo, store.path() +
                                  ": no column can be saved: the folder that it is in cannot be "
                                  "written to");
}

}  // namespace cocite::store
