// A file of SQLite: statements in, rows out, and what went wrong as a value.
//
//   COCITE_TRY(Database database, Database::open("studies.sqlite", "a file of studies"));
//   COCITE_TRY(Statement row, database.ask("SELECT name FROM raters WHERE id = ?", {7}));
//   COCITE_TRY(const bool is_there, row.next());
//   if (is_there) row.text(0);
//
// A statement that is run very often is made once, and then run again with other values:
//
//   COCITE_CHECK(statement.again({8}));
//
// What was committed is on disk: it survives the end of the program, however sudden, and of the
// machine (unless the owner of the file asks SQLite for less: PRAGMA synchronous). SQLite itself is seen by database.cc alone. One thread at a time.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <cocite/result.h>

struct sqlite3;
struct sqlite3_stmt;

namespace cocite::file {

using Value = std::variant<int64_t, std::string_view, double>;

class Statement {
 public:
  // True: there is a row, until the next call.
  [[nodiscard]] Result<bool> next();
  // From the beginning, with these values.
  [[nodiscard]] Result<void> again(std::initializer_list<Value> values);
  // The same, and to its end: for statements of which no row is wanted.
  [[nodiscard]] Result<void> run_again(std::initializer_list<Value> values);
  // REQUIRES: there is a row, and it has that column.
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] int64_t number(int column) const;
  [[nodiscard]] uint64_t count(int column) const { return static_cast<uint64_t>(number(column)); }
  [[nodiscard]] double real(int column) const;

 private:
  friend class Database;
  struct End {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(sqlite3_stmt* statement, const std::string& path)
      : statement_(statement), path_(path) {}

  std::unique_ptr<sqlite3_stmt, End> statement_;
  std::string path_;
};

class Database {
 public:
  // Makes the file, readable by its owner only, if it is not there. Changes nothing in one that is.
  // `kind`: what it is, for errors: "a file of studies".
  // kChecked: a new file has a checksum in each page, and what is not as it was written is kCorrupt
  // (checked_pages.h); one without is read as it is.
  enum class Pages : uint8_t { kPlain, kChecked };
  [[nodiscard]] static Result<Database> open(const std::string& path, std::string_view kind,
                                             Pages pages = Pages::kPlain);
  // Whether its pages have checksums. REQUIRES: something was read.
  [[nodiscard]] bool is_checked() const;

  [[nodiscard]] Result<Statement> ask(std::string_view sql,
                                      std::initializer_list<Value> values = {});
  // Calls use(row) for each row.
  template <class Use>
  [[nodiscard]] Result<void> for_each(std::string_view sql, std::initializer_list<Value> values,
                                      const Use& use) {
    COCITE_TRY(Statement statement, ask(sql, values));
    for (;;) {
      COCITE_TRY(const bool has_row, statement.next());
      if (!has_row) return {};
      use(std::as_const(statement));
    }
  }
  // A statement of which no row is wanted; gives the number of rows that it changed.
  [[nodiscard]] Result<uint64_t> run(std::string_view sql,
                                     std::initializer_list<Value> values = {});
  // The first column of the first row, as a number; 0 if there is no row.
  [[nodiscard]] Result<int64_t> number(std::string_view sql,
                                       std::initializer_list<Value> values = {});
  [[nodiscard]] int64_t last_row() const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::unique_ptr<sqlite3, Close> connection_;
  std::string path_;
};

// All or nothing: what is not committed when it ends is undone.
class Transaction {
 public:
  [[nodiscard]] static Result<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  [[nodiscard]] Result<void> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;  // nullptr: over
};

}  // namespace cocite::file
