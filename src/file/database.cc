#include "file/database.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/checked_pages.h"

namespace cocite::file {
namespace {

// How long to wait for another process that is writing.
constexpr int kPatienceMs = 5000;

Error trouble(const std::string& path, int code, const char* said) {
  const std::string begin = path + ": ";
  const std::string end = said == nullptr ? "" : std::string(" (") + said + ")";
  if (code == SQLITE_IOERR_DATA) {
    return {ErrorCode::kCorrupt, begin + "is damaged: a checksum is wrong"};
  }
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCode::kBusy,
              begin + "another program has been writing for too long; try again" + end};
    case SQLITE_NOTADB:
      return {ErrorCode::kCorrupt, begin + "is not a file of this program; name a new file" + end};
    case SQLITE_CORRUPT:
      return {ErrorCode::kCorrupt, begin +
                                       "is damaged; restore a copy, or save what can be had: "
                                       "sqlite3 FILE .recover" +
                                       end};
    case SQLITE_FULL:
      return {ErrorCode::kIo, begin +
                                  "the disk is full; what was kept before is safe, this was "
                                  "not kept" +
                                  end};
    case SQLITE_IOERR:
      return {ErrorCode::kIo, begin +
                                  "the disk does not take or give what is asked of it; what was "
                                  "kept before is safe, this was not kept" +
                                  end};
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {ErrorCode::kIo, begin + "may not be written" + end};
    case SQLITE_CANTOPEN:
      return {ErrorCode::kIo, begin + "cannot be opened here" + end};
    default:
      return {ErrorCode::kIo, begin + "cannot be used" + end};
  }
}

tl::unexpected<Error> not_ours(const std::string& path, std::string_view kind) {
  return fail(ErrorCode::kCorrupt, path + ": is not " + std::string(kind) + "; name a new file");
}

// SQLite would make it readable by all; it may hold secrets. A file that is there is not opened:
// closing it would end all locks that this process has on it.
Result<void> make_file(const std::string& path, std::string_view kind) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool is_there = file < 0 && errno == EEXIST;
  if (file >= 0) ::close(file);
  struct stat facts {};
  const bool is_file = ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode);
  if ((file < 0 && !is_there) || !is_file || ::access(path.c_str(), R_OK | W_OK) != 0) {
    return fail(ErrorCode::kIo, path + ": cannot be opened for writing");
  }
  // SQLite takes a file of one byte, whatever it is, for an empty one of its own.
  if (facts.st_size == 1) return not_ours(path, kind);
  return {};
}

Result<void> check_magic(sqlite3* connection, const std::string& path, std::string_view kind) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  sqlite3_file* file = nullptr;
  sqlite3_int64 size = 0;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (file == nullptr || file->pMethods == nullptr ||
      file->pMethods->xFileSize(file, &size) != SQLITE_OK) {
    return fail(ErrorCode::kIo, path + ": cannot be read");
  }
  if (size == 0) return {};
  std::array<char, kMagic.size()> begin{};  // what is beyond the end of a file is 0
  const int code = file->pMethods->xRead(file, begin.data(), static_cast<int>(begin.size()), 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) {
    return fail(ErrorCode::kIo, path + ": cannot be read");
  }
  if (std::string_view(begin.data(), begin.size()) != kMagic) {
    return not_ours(path, kind);
  }
  return {};
}

void bind(sqlite3_stmt* statement, std::initializer_list<Value> values) {
  int place = 0;
  for (const Value& value : values) {
    ++place;
    if (const auto* const number = std::get_if<int64_t>(&value)) {
      sqlite3_bind_int64(statement, place, *number);
    } else if (const auto* const real = std::get_if<double>(&value)) {
      sqlite3_bind_double(statement, place, *real);
    } else {
      const std::string_view text = std::get<std::string_view>(value);
      // SQLite stores a null pointer as NULL; an empty text is a text.
      sqlite3_bind_text64(statement, place, text.empty() ? "" : text.data(), text.size(),
                          SQLITE_TRANSIENT, SQLITE_UTF8);
    }
  }
}

}  // namespace

void Statement::End::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Database::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

Result<bool> Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3* const connection = sqlite3_db_handle(statement_.get());
  return tl::unexpected<Error>(trouble(path_, code, sqlite3_errmsg(connection)));
}

Result<void> Statement::again(std::initializer_list<Value> values) {
  sqlite3_reset(statement_.get());
  bind(statement_.get(), values);
  return {};
}

Result<void> Statement::run_again(std::initializer_list<Value> values) {
  COCITE_CHECK(again(values));
  for (;;) {
    COCITE_TRY(const bool has_row, next());
    if (!has_row) break;
  }
  sqlite3_reset(statement_.get());
  return {};
}

std::string Statement::text(int column) const {
  const auto* const bytes =
      reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

Result<Database> Database::open(const std::string& path, std::string_view kind, Pages pages) {
  COCITE_CHECK(make_file(path, kind));
  Database database;
  database.path_ = path;
  sqlite3* connection = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                      pages == Pages::kChecked ? checked_pages() : nullptr);
  database.connection_.reset(connection);
  if (code != SQLITE_OK) return tl::unexpected<Error>(trouble(path, code, sqlite3_errstr(code)));
  COCITE_CHECK(check_magic(connection, path, kind));
  sqlite3_extended_result_codes(connection, 1);
  sqlite3_busy_timeout(connection, kPatienceMs);
  // The file may come from anywhere: it is data, and nothing in it is run.
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  if (pages == Pages::kChecked) {
    int bytes = kCheckBytes;  // SQLite writes there what it was before
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
  }
  return database;
}

bool Database::is_checked() const {
  int result = 0;
  sqlite3_file_control(connection_.get(), "main", kAsksIfChecked, &result);
  return result != 0;
}

Result<Statement> Database::ask(std::string_view sql, std::initializer_list<Value> values) {
  sqlite3_stmt* made = nullptr;
  const int code = sqlite3_prepare_v2(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &made, nullptr);
  Statement statement(made, path_);
  if (code != SQLITE_OK) {
    return tl::unexpected<Error>(trouble(path_, code, sqlite3_errmsg(connection_.get())));
  }
  bind(made, values);
  return statement;
}

Result<uint64_t> Database::run(std::string_view sql, std::initializer_list<Value> values) {
  COCITE_TRY(Statement statement, ask(sql, values));
  for (;;) {
    COCITE_TRY(const bool has_row, statement.next());
    if (!has_row) break;
  }
  return static_cast<uint64_t>(sqlite3_changes64(connection_.get()));
}

Result<int64_t> Database::number(std::string_view sql, std::initializer_list<Value> values) {
  COCITE_TRY(Statement statement, ask(sql, values));
  COCITE_TRY(const bool has_row, statement.next());
  return has_row ? statement.number(0) : 0;
}

int64_t Database::last_row() const {
  return sqlite3_last_insert_rowid(connection_.get());
}

Result<Transaction> Transaction::begin(Database& database) {
  // Takes the write lock at once: a transaction that begins by reading may find out too late that
  // another process has written.
  COCITE_CHECK(database.run("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ != nullptr) static_cast<void>(database_->run("ROLLBACK"));
}

Result<void> Transaction::commit() {
  COCITE_CHECK(database_->run("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace cocite::file
