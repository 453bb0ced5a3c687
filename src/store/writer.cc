#include "store/writer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <unistd.h>

#include "store/column.h"

namespace cocite::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScratch = "scratch";

bool is_inner_store(std::string_view name) {
  return std::ranges::find(kInnerStores, name) != kInnerStores.end();
}

bool is_container(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;  // a pipe would never end
  std::array<char, file::kMagic.size()> head{};
  std::ifstream file(path, std::ios::binary);
  return file.read(head.data(), head.size()) &&
         std::string_view(head.data(), head.size()) == file::kMagic;
}

// Has this folder the files of a store, so that what is in it may be one inside a store?
bool looks_like_store(const fs::path& folder) {
  std::error_code error;
  return !folder.filename().empty() && fs::exists(folder / kManifestFile, error) &&
         std::ranges::all_of(part_table(), [&](const PartInfo& info) {
           return !info.is_graph || fs::exists(folder / info.name, error);
         });
}

// Where the lock stands, and the draft, but for their endings: beside the outermost store, never in
// one, whose files are counted.
std::string place_of(const std::string& path) {
  fs::path outer(path);
  std::string names;
  while (looks_like_store(outer.parent_path())) {
    names = outer.filename().string() + (names.empty() ? "" : "." + names);
    outer = outer.parent_path();
  }
  if (names.empty()) return path;
  // A draft belongs to one process: what is written into it goes with it.
  std::error_code error;
  if (fs::is_directory(outer / kScratch, error)) return (outer / kScratch / names).string();
  return outer.string() + "." + names;
}

// "hosts.cocite.merged.cocite.lock": earlier versions locked a store in a store in a store so, in the
// outermost.
bool is_old_lock(const fs::directory_entry& entry) {
  constexpr std::string_view kLock = ".lock";
  const std::string name = entry.path().filename().string();
  std::error_code error;
  return name.ends_with(kLock) && entry.is_regular_file(error) && entry.file_size(error) == 0 &&
         std::ranges::any_of(kInnerStores, [&](std::string_view inner) {
           return name.starts_with(std::string(inner) + ".");
         });
}

// What in this folder, of a store or of one that was being written, is not ours; empty: nothing.
std::string foreign_file(const std::string& folder, bool is_draft) {
  std::error_code error;
  const Result<Manifest> manifest = Manifest::read(folder);
  fs::directory_iterator entries(folder, error);
  if (error) return folder;
  for (const fs::directory_entry& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (name == kScratch || is_inner_store(name)) {
      if (!entry.is_directory(error)) return entry.path().string();
      if (name == kScratch) continue;  // only drafts have one, and it has no names of its own
      std::string found = foreign_file(entry.path().string(), is_draft);
      if (!found.empty()) return found;
      continue;
    }
    if (entry.is_directory(error)) return entry.path().string();
    if (manifest && (name == kManifestFile || manifest->find(name) != nullptr)) continue;
    // Not said to belong here; one that was being written may be cut.
    const bool has_our_name = name == kManifestFile || part_of_file(name) != nullptr;
    const bool is_ours = has_our_name && (is_draft || is_container(entry.path()));
    if (!is_ours && !is_old_lock(entry)) return entry.path().string();
  }
  return {};
}

// REQUIRES: no foreign_file() in it; should one come meanwhile, it stays, and its folder.
Result<void> remove_store(const std::string& folder) {
  std::error_code error;
  std::string trouble;
  fs::directory_iterator entries(folder, error);
  std::vector<fs::path> paths;
  const Result<Manifest> manifest = Manifest::read(folder);
  if (!error) {
    for (const fs::directory_entry& entry : entries) {
      if (is_old_lock(entry)) {
        static_cast<void>(file::remove_one(entry.path().string()));
      } else {
        paths.push_back(entry.path());
      }
    }
  }
  // The manifest last: it says which of the others are ours, should this be cut short.
  std::stable_partition(paths.begin(), paths.end(),
                        [](const fs::path& path) { return path.filename() != kManifestFile; });
  for (const fs::path& path : paths) {
    const std::string name = path.filename().string();
    if (is_inner_store(name) && fs::is_directory(path, error)) {
      if (const Result<void> removed = remove_store(path.string()); !removed) {
        trouble = removed.error().message;
      }
      continue;
    }
    const bool is_ours = name == kManifestFile || part_of_file(name) != nullptr ||
                         (manifest && manifest->find(name) != nullptr);
    if (!is_ours) continue;
    if (const Result<void> removed = file::remove_one(path.string()); !removed) {
      trouble = removed.error().message;
    }
  }
  const Result<void> removed = file::remove_one(folder);
  if (!removed && trouble.empty()) trouble = removed.error().message;
  if (trouble.empty()) return {};
  return fail(ErrorCode::kIo, trouble);
}

Result<void> may_remove(const std::string& folder) {
  const std::string found = foreign_file(folder, folder.ends_with(".part"));
  if (found.empty()) return {};
  return fail(ErrorCode::kAlreadyExists,
              found + ": is not part of a store and would be lost; move it away first");
}

}  // namespace

std::string real_path(const std::string& path) {
  std::string plain = path;
  while (plain.size() > 1 && plain.back() == '/') plain.pop_back();
  std::error_code error;
  const fs::path real = fs::canonical(plain, error);
  return error ? plain : real.string();
}

Result<file::FolderLock> lock_store(const std::string& path) {
  return file::FolderLock::take(place_of(path), path);
}

namespace {

// Of stores inside this one, and of those inside them: the graph of hosts of one with merged mirrors.
void remove_leftovers_inside(const std::string& place, int depth = 2) {
  for (const std::string_view name : kInnerStores) {
    const std::string inner = place + "." + std::string(name);
    std::error_code error;
    const bool has_part = fs::exists(fs::symlink_status(inner + ".part", error));
    if (has_part || fs::exists(fs::symlink_status(inner + ".lock", error))) {
      // A process that is still writing it holds the lock.
      const Result<file::FolderLock> lock = file::FolderLock::take(inner, inner);
      if (lock && has_part && may_remove(inner + ".part")) fs::remove_all(inner + ".part", error);
    }
    if (depth > 1) remove_leftovers_inside(inner, depth - 1);
  }
}

}  // namespace

void remove_leftovers(const std::string& path) {
  const std::string place = place_of(real_path(path));
  remove_leftovers_inside(place);
  std::error_code error;
  if (fs::exists(fs::symlink_status(place + ".lock", error)) ||
      fs::exists(fs::symlink_status(place + ".part", error))) {
    const Result<file::FolderLock> lock = file::FolderLock::take(place, path);
    if (lock && may_remove(place + ".part")) fs::remove_all(place + ".part", error);
  }
}

bool can_write(const std::string& path) {
  const std::string real = real_path(path);
  const auto can_write_beside = [](const std::string& place) {
    const std::string folder = fs::path(place).parent_path().string();
    return ::access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
  };
  return can_write_beside(real) && can_write_beside(place_of(real));
}

Result<Writer> Writer::begin(const std::string& asked, Existing existing) {
  std::string path = asked;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  std::error_code error;
  if (fs::is_symlink(fs::symlink_status(path, error))) {
    // Its target is what is written; the link stays.
    const std::string target = real_path(path);
    if (target == path) {
      return fail(ErrorCode::kNotFound, path + ": is a link that leads nowhere; remove it");
    }
    path = target;
  }
  remove_leftovers_inside(place_of(path));
  const bool replaces = existing == Existing::kReplace;
  Result<file::Draft> draft = file::Draft::begin(
      path, place_of(path),
      replaces ? file::Draft::Existing::kReplace : file::Draft::Existing::kRefuse, may_remove);
  if (!draft) {
    if (draft.error().code == ErrorCode::kAlreadyExists &&
        draft.error().message.starts_with(path + ": exists")) {
      return fail({.code = ErrorCode::kAlreadyExists,
                   .message = asked + ": exists already",
                   .remedies = {{.options = {{"force", ""}}},
                                {.command = "add", .arguments = {asked, "INPUT"}}}});
    }
    return tl::unexpected<Error>(draft.error());
  }
  if (fs::exists(fs::symlink_status(path, error))) {
    if (!fs::is_directory(path, error) ||
        !is_container(fs::path(path) / std::string(kManifestFile))) {
      return fail(ErrorCode::kAlreadyExists,
                  path + ": is not a store; it is left as it is, choose another name");
    }
    COCITE_CHECK(may_remove(path));
  }
  return Writer(std::move(path), *std::move(draft));
}

Result<file::ContainerWriter> Writer::create(Part part, std::string_view name) {
  std::string file = file_of(part, name);
  std::error_code ignored;  // never through a file that was taken over: it is the old store's too
  fs::remove(folder() + "/" + file, ignored);
  COCITE_TRY(auto writer, file::ContainerWriter::create(folder() + "/" + file, info_of(part).kind));
  if (std::ranges::find(files_, file) == files_.end()) files_.push_back(std::move(file));
  is_sealed_ = false;
  return writer;
}

Result<file::Container> Writer::written(Part part, std::string_view name) const {
  return file::Container::open(folder() + "/" + file_of(part, name), info_of(part).kind);
}

Result<void> Writer::add(const NewColumn& column) {
  COCITE_TRY(auto container, create(Part::kColumn, column.name));
  return write_column(std::move(container), column.values, column.about);
}

Result<void> Writer::add(const NewNotes& notes) {
  COCITE_TRY(auto container, create(Part::kNotes, notes.name));
  return write_notes(std::move(container), notes);
}

Result<void> Writer::take_over(const std::string& from, const FileEntry& file) {
  const std::string to = folder() + "/" + file.name;
  std::error_code error;
  fs::create_hard_link(from + "/" + file.name, to, error);
  // A file system without such links: a copy, then.
  if (error) fs::copy_file(from + "/" + file.name, to, error);
  if (error) return fail(ErrorCode::kIo, to + ": cannot be made: " + error.message());
  files_.push_back(file.name);
  is_sealed_ = false;
  return {};
}

Result<uint64_t> Writer::seal(const Facts& facts) {
  Manifest manifest;
  manifest.facts = facts;
  uint64_t bytes = 0;
  std::ranges::sort(files_);
  for (const std::string& file : files_) {
    COCITE_TRY(const auto container, file::Container::open_any(folder() + "/" + file));
    manifest.files.push_back(
        {.name = file, .size_bytes = container.size(), .identity = container.identity()});
    bytes += container.size();
  }
  std::error_code ignored;
  fs::remove(folder() + "/" + std::string(kManifestFile), ignored);
  COCITE_CHECK(manifest.write(folder()));
  is_sealed_ = true;
  return bytes;
}

Result<void> Writer::publish(const Facts& facts) {
  if (!is_sealed_) COCITE_CHECK(seal(facts));
  std::error_code error;
  // Asked again: the store stood there for as long as this took.
  if (fs::exists(path_, error)) COCITE_CHECK(may_remove(path_));
  return draft_.publish(remove_store);
}

}  // namespace cocite::store
