#include "file/checked_pages.h"

#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "base/hash.h"

namespace cocite::file {
namespace {

constexpr int kHeaderBytes = 100;
constexpr int kPageSizeAt = 16;  // two bytes, big-endian; 1: 65536
constexpr int kReservedAt = 20;

// SQLite gives us room for this and, behind it, for the file of the system's own way.
struct File {
  sqlite3_file base;
  bool is_checked;
  int page_bytes;
};

sqlite3_file* below(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<File*>(file) + 1);
}

uint64_t checksum(const char* page, int bytes, sqlite3_int64 at) {
  const auto rest = static_cast<size_t>(bytes - kCheckBytes);
  return hash64(std::string_view(page, rest)) ^ mix(static_cast<uint64_t>(at));
}

bool is_sound(const char* page, int bytes, sqlite3_int64 at) {
  uint64_t kept = 0;
  std::memcpy(&kept, page + bytes - kCheckBytes, sizeof kept);
  return kept == checksum(page, bytes, at);
}

// What the first bytes of the file say of its pages.
void learn(File& file, const char* header) {
  const auto byte = [&](int at) { return static_cast<unsigned char>(header[at]); };
  const int size = byte(kPageSizeAt) << 8 | byte(kPageSizeAt + 1);
  file.page_bytes = size == 1 ? 65536 : size;
  file.is_checked = byte(kReservedAt) == kCheckBytes;
}

int close(sqlite3_file* file) {
  sqlite3_file* const base = below(file);
  return base->pMethods == nullptr ? SQLITE_OK : base->pMethods->xClose(base);
}

int read(sqlite3_file* given, void* to, int bytes, sqlite3_int64 at) {
  auto& file = *reinterpret_cast<File*>(given);
  sqlite3_file* const base = below(given);
  auto* const text = static_cast<char*>(to);
  // SQLite may want the beginning of a page only.
  const bool is_part = file.is_checked && bytes > kHeaderBytes && bytes < file.page_bytes &&
                       at % file.page_bytes == 0;
  if (is_part) {
    std::string page(static_cast<size_t>(file.page_bytes), '\0');
    const int code = read(given, page.data(), file.page_bytes, at);
    std::memcpy(to, page.data(), static_cast<size_t>(bytes));
    return code;
  }
  const int code = base->pMethods->xRead(base, to, bytes, at);
  if (code == SQLITE_IOERR_SHORT_READ && file.is_checked && bytes == file.page_bytes) {
    // SQLite would take the rest of a page that is cut off for zeros.
    sqlite3_int64 size = 0;
    const bool is_cut = base->pMethods->xFileSize(base, &size) == SQLITE_OK && size > at;
    return is_cut ? SQLITE_IOERR_DATA : code;
  }
  if (code != SQLITE_OK) return code;
  if (at == 0 && bytes >= kHeaderBytes) learn(file, text);
  const bool is_page = file.is_checked && bytes == file.page_bytes && at % bytes == 0;
  return is_page && !is_sound(text, bytes, at) ? SQLITE_IOERR_DATA : SQLITE_OK;
}

int write(sqlite3_file* given, const void* from, int bytes, sqlite3_int64 at) {
  auto& file = *reinterpret_cast<File*>(given);
  sqlite3_file* const base = below(given);
  const auto* const text = static_cast<const char*>(from);
  if (at == 0 && bytes >= kHeaderBytes) learn(file, text);
  const bool is_page = file.is_checked && at % bytes == 0 &&
                       (bytes == file.page_bytes || file.page_bytes == 0) && bytes >= 512;
  if (!is_page) return base->pMethods->xWrite(base, from, bytes, at);
  std::string page(text, static_cast<size_t>(bytes));
  const uint64_t sum = checksum(text, bytes, at);
  std::memcpy(page.data() + bytes - kCheckBytes, &sum, sizeof sum);
  return base->pMethods->xWrite(base, page.data(), bytes, at);
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  return below(file)->pMethods->xTruncate(below(file), size);
}
int sync(sqlite3_file* file, int flags) {
  return below(file)->pMethods->xSync(below(file), flags);
}
int file_size(sqlite3_file* file, sqlite3_int64* size) {
  return below(file)->pMethods->xFileSize(below(file), size);
}
int lock(sqlite3_file* file, int how) {
  return below(file)->pMethods->xLock(below(file), how);
}
int unlock(sqlite3_file* file, int how) {
  return below(file)->pMethods->xUnlock(below(file), how);
}
int is_reserved(sqlite3_file* file, int* result) {
  return below(file)->pMethods->xCheckReservedLock(below(file), result);
}
int control(sqlite3_file* file, int what, void* value) {
  if (what == kAsksIfChecked) {
    *static_cast<int*>(value) = reinterpret_cast<const File*>(file)->is_checked ? 1 : 0;
    return SQLITE_OK;
  }
  return below(file)->pMethods->xFileControl(below(file), what, value);
}
int sector_size(sqlite3_file* file) {
  return below(file)->pMethods->xSectorSize(below(file));
}
int characteristics(sqlite3_file* file) {
  return below(file)->pMethods->xDeviceCharacteristics(below(file));
}
int map_shared(sqlite3_file* file, int page, int bytes, int extends, void volatile** to) {
  return below(file)->pMethods->xShmMap(below(file), page, bytes, extends, to);
}
int lock_shared(sqlite3_file* file, int at, int count, int flags) {
  return below(file)->pMethods->xShmLock(below(file), at, count, flags);
}
void barrier(sqlite3_file* file) {
  below(file)->pMethods->xShmBarrier(below(file));
}
int unmap_shared(sqlite3_file* file, int deletes) {
  return below(file)->pMethods->xShmUnmap(below(file), deletes);
}

// Version 2: version 3 would let SQLite map the file into memory, without checksums.
constexpr sqlite3_io_methods kMethods = {2,
                                         close,
                                         read,
                                         write,
                                         truncate,
                                         sync,
                                         file_size,
                                         lock,
                                         unlock,
                                         is_reserved,
                                         control,
                                         sector_size,
                                         characteristics,
                                         map_shared,
                                         lock_shared,
                                         barrier,
                                         unmap_shared,
                                         nullptr,
                                         nullptr};

sqlite3_vfs* system_way(sqlite3_vfs* way) {
  return static_cast<sqlite3_vfs*>(way->pAppData);
}

int open(sqlite3_vfs* way, const char* name, sqlite3_file* file, int flags, int* result) {
  sqlite3_vfs* const system = system_way(way);
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return system->xOpen(system, name, file, flags, result);
  auto* const made = new (file) File{};
  sqlite3_file* const base = below(file);
  const int code = system->xOpen(system, name, base, flags, result);
  if (base->pMethods != nullptr) made->base.pMethods = &kMethods;
  if (code != SQLITE_OK) return code;
  // A new file is going to have checksums; its first pages may be written before the one that says so.
  sqlite3_int64 size = 0;
  if (base->pMethods->xFileSize(base, &size) == SQLITE_OK && size == 0) made->is_checked = true;
  return SQLITE_OK;
}

// Everything but open() is the system's.
sqlite3_vfs make_way() {
  sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
  sqlite3_vfs way = *system;
  way.pNext = nullptr;
  way.zName = "cocite-checked-pages";
  way.szOsFile = system->szOsFile + static_cast<int>(sizeof(File));
  way.pAppData = system;
  way.xOpen = open;
  way.xDelete = [](sqlite3_vfs* self, const char* name, int syncs) {
    return system_way(self)->xDelete(system_way(self), name, syncs);
  };
  way.xAccess = [](sqlite3_vfs* self, const char* name, int flags, int* result) {
    return system_way(self)->xAccess(system_way(self), name, flags, result);
  };
  way.xFullPathname = [](sqlite3_vfs* self, const char* name, int room, char* to) {
    return system_way(self)->xFullPathname(system_way(self), name, room, to);
  };
  way.xRandomness = [](sqlite3_vfs* self, int bytes, char* to) {
    return system_way(self)->xRandomness(system_way(self), bytes, to);
  };
  way.xSleep = [](sqlite3_vfs* self, int microseconds) {
    return system_way(self)->xSleep(system_way(self), microseconds);
  };
  way.xCurrentTime = [](sqlite3_vfs* self, double* time) {
    return system_way(self)->xCurrentTime(system_way(self), time);
  };
  way.xGetLastError = [](sqlite3_vfs* self, int room, char* to) {
    return system_way(self)->xGetLastError(system_way(self), room, to);
  };
  way.xCurrentTimeInt64 = [](sqlite3_vfs* self, sqlite3_int64* time) {
    return system_way(self)->xCurrentTimeInt64(system_way(self), time);
  };
  return way;
}

}  // namespace

const char* checked_pages() {
  static sqlite3_vfs way = make_way();
  static const int registered = sqlite3_vfs_register(&way, 0);
  static_cast<void>(registered);
  return way.zName;
}

}  // namespace cocite::file
