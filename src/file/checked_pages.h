// Files of SQLite whose pages have checksums: the last 8 bytes of each are the XXH3 of the rest and
// of its place.
//
//   sqlite3_open_v2(path, &connection, flags, checked_pages());
//   sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &kCheckBytes);  // a new file
//
// A page that is not what was written is SQLITE_IOERR_DATA when it is read. A file without room for
// checksums, made by other programs, is read as it is. The write-ahead log has checksums of its own.
// Any thread.
#pragma once

namespace cocite::file {

inline constexpr int kCheckBytes = 8;
// For sqlite3_file_control(): sets an int to whether pages have checksums, as far as was read.
inline constexpr int kAsksIfChecked = 0x436F4372;

// The name under which SQLite knows this way to reach files.
[[nodiscard]] const char* checked_pages();

}  // namespace cocite::file
