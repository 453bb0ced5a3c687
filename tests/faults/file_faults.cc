// Preloaded into a program, counts the operations that change files, and lets one of them go wrong.
//
//   LD_PRELOAD=libfile_faults.so FILE_FAULT_COUNT=/tmp/count cocite import ...     # how many are there?
//   LD_PRELOAD=libfile_faults.so FILE_FAULT_AT=17 FILE_FAULT=kill cocite import ...
//
// FILE_FAULT: "kill" ends the process before operation FILE_FAULT_AT, as SIGKILL does; "EIO" lets that
// one operation fail; "ENOSPC" lets it and all later ones that need room fail, since a full disk stays
// full. FILE_FAULT_COUNT names a file that gets the number of operations at the end of the process.
// FILE_FAULT_ON counts only operations on paths that contain this text. Standard streams are not
// counted. Any thread.
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

enum class Fault { kNone, kKill, kIo, kFull };

struct Plan {
  Fault fault = Fault::kNone;
  long at = 0;
  const char* on = std::getenv("FILE_FAULT_ON");  // nullptr: everything
  Plan() {
    const char* const number = std::getenv("FILE_FAULT_AT");
    const char* const kind = std::getenv("FILE_FAULT");
    if (number == nullptr || kind == nullptr) return;
    at = std::atol(number);
    if (std::strcmp(kind, "kill") == 0) fault = Fault::kKill;
    if (std::strcmp(kind, "EIO") == 0) fault = Fault::kIo;
    if (std::strcmp(kind, "ENOSPC") == 0) fault = Fault::kFull;
  }
};

const Plan& plan() {
  static const Plan the_plan;
  return the_plan;
}

std::atomic<long> operations{0};

// Whether this operation, the next one, fails; errno is set then. `needs_room`: a full disk refuses it.
bool goes_wrong(const char* path, bool needs_room) {
  const Plan& the_plan = plan();
  if (the_plan.on != nullptr && std::strstr(path, the_plan.on) == nullptr) return false;
  const long number = ++operations;
  if (the_plan.fault == Fault::kNone || number < the_plan.at) return false;
  if (the_plan.fault == Fault::kKill && number == the_plan.at) {
    ::syscall(SYS_kill, ::syscall(SYS_getpid), SIGKILL);
    for (;;) ::pause();
  }
  if (the_plan.fault == Fault::kIo && number == the_plan.at) {
    errno = EIO;
    return true;
  }
  if (the_plan.fault == Fault::kFull && needs_room) {
    errno = ENOSPC;
    return true;
  }
  return false;
}

// The same for an open file.
bool goes_wrong(int fd, bool needs_room) {
  char link[40];
  char path[PATH_MAX] = "";
  if (plan().on != nullptr) {
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t size = ::readlink(link, path, sizeof path - 1);
    path[size < 0 ? 0 : size] = 0;
  }
  return goes_wrong(path, needs_room);
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

bool is_stream(int fd) {
  return fd >= 0 && fd <= STDERR_FILENO;
}

__attribute__((destructor)) void tell() {
  const char* const path = std::getenv("FILE_FAULT_COUNT");
  if (path == nullptr) return;
  const long fd = ::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%ld\n", operations.load());
  static_cast<void>(::syscall(SYS_write, fd, text, size));
  ::syscall(SYS_close, fd);
}

}  // namespace

#define REAL(name) static auto* const original = real<decltype(::name)>(#name)

extern "C" {

#define OPEN(name)                                                                          \
  int name(const char* path, int flags, ...) {                                              \
    static auto* const original = real<int(const char*, int, mode_t)>(#name);               \
    va_list arguments;                                                                      \
    va_start(arguments, flags);                                                             \
    const mode_t mode = va_arg(arguments, mode_t);                                          \
    va_end(arguments);                                                                      \
    if (writes(flags) && goes_wrong(path, (flags & (O_CREAT | O_TMPFILE)) != 0)) return -1; \
    return original(path, flags, mode);                                                     \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                        \
  int name(int folder, const char* path, int flags, ...) {                                  \
    static auto* const original = real<int(int, const char*, int, mode_t)>(#name);          \
    va_list arguments;                                                                      \
    va_start(arguments, flags);                                                             \
    const mode_t mode = va_arg(arguments, mode_t);                                          \
    va_end(arguments);                                                                      \
    if (writes(flags) && goes_wrong(path, (flags & (O_CREAT | O_TMPFILE)) != 0)) return -1; \
    return original(folder, path, flags, mode);                                             \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                                                     \
  FILE* name(const char* path, const char* mode) {                                      \
    static auto* const original = real<FILE*(const char*, const char*)>(#name);         \
    if (std::strpbrk(mode, "wa+") != nullptr && goes_wrong(path, true)) return nullptr; \
    return original(path, mode);                                                        \
  }
FOPEN(fopen)
FOPEN(fopen64)

ssize_t write(int fd, const void* bytes, size_t size) {
  REAL(write);
  if (!is_stream(fd) && goes_wrong(fd, true)) return -1;
  return original(fd, bytes, size);
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  REAL(writev);
  if (!is_stream(fd) && goes_wrong(fd, true)) return -1;
  return original(fd, parts, count);
}
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  REAL(pwrite);
  if (goes_wrong(fd, true)) return -1;
  return original(fd, bytes, size, offset);
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t offset) {
  REAL(pwrite64);
  if (goes_wrong(fd, true)) return -1;
  return original(fd, bytes, size, offset);
}
int rename(const char* from, const char* to) noexcept {
  REAL(rename);
  return goes_wrong(to, false) ? -1 : original(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  REAL(renameat2);
  return goes_wrong(to, false) ? -1 : original(from_folder, from, to_folder, to, flags);
}
int link(const char* from, const char* to) noexcept {
  REAL(link);
  return goes_wrong(to, true) ? -1 : original(from, to);
}
int unlink(const char* path) noexcept {
  REAL(unlink);
  return goes_wrong(path, false) ? -1 : original(path);
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  REAL(unlinkat);
  return goes_wrong(path, false) ? -1 : original(folder, path, flags);
}
int remove(const char* path) noexcept {
  REAL(remove);
  return goes_wrong(path, false) ? -1 : original(path);
}
int mkdir(const char* path, mode_t mode) noexcept {
  REAL(mkdir);
  return goes_wrong(path, true) ? -1 : original(path, mode);
}
int rmdir(const char* path) noexcept {
  REAL(rmdir);
  return goes_wrong(path, false) ? -1 : original(path);
}
char* mkdtemp(char* pattern) noexcept {
  REAL(mkdtemp);
  return goes_wrong(pattern, true) ? nullptr : original(pattern);
}
int fsync(int fd) {
  REAL(fsync);
  return goes_wrong(fd, true) ? -1 : original(fd);
}
int fdatasync(int fd) {
  REAL(fdatasync);
  return goes_wrong(fd, true) ? -1 : original(fd);
}
int ftruncate(int fd, off_t size) noexcept {
  REAL(ftruncate);
  return goes_wrong(fd, true) ? -1 : original(fd, size);
}
int ftruncate64(int fd, off64_t size) noexcept {
  REAL(ftruncate64);
  return goes_wrong(fd, true) ? -1 : original(fd, size);
}
int flock(int fd, int operation) noexcept {
  REAL(flock);
  return goes_wrong(fd, false) ? -1 : original(fd, operation);
}
int fchmodat(int folder, const char* path, mode_t mode, int flags) noexcept {
  REAL(fchmodat);
  return goes_wrong(path, false) ? -1 : original(folder, path, mode, flags);
}

}  // extern "C"
