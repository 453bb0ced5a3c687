#include "crawl/crawl_state.h"

#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "file/publish.h"

namespace cocite::crawl {
namespace {

constexpr int64_t kApplicationId = 0x436F4372;  // "CoCr"
constexpr int64_t kVersion = 3;

constexpr const char* kSchema[] = {
    "CREATE TABLE marks (id INTEGER PRIMARY KEY CHECK (id = 1), warc TEXT NOT NULL,"
    " warc_serial INTEGER NOT NULL, warc_bytes INTEGER NOT NULL, links_bytes INTEGER NOT NULL,"
    " fetched INTEGER NOT NULL, bytes INTEGER NOT NULL)",
    "INSERT INTO marks VALUES (1, '', 0, 0, 0, 0, 0)",
    "CREATE TABLE addresses (number INTEGER PRIMARY KEY, url TEXT NOT NULL, depth INTEGER NOT "
    "NULL, chain INTEGER NOT NULL, via INTEGER NOT NULL)",
    "CREATE TABLE finished (number INTEGER PRIMARY KEY, outcome INTEGER NOT NULL)",
    "CREATE TABLE fetches (number INTEGER PRIMARY KEY, address INTEGER NOT NULL, url TEXT NOT NULL,"
    " status INTEGER NOT NULL, date INTEGER NOT NULL, mime TEXT NOT NULL, digest TEXT NOT NULL,"
    " file INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL,"
    " is_revisit INTEGER NOT NULL)",
    "CREATE TABLE files (serial INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE digests (hash INTEGER PRIMARY KEY, url TEXT NOT NULL, date INTEGER NOT NULL)",
    "CREATE TABLE robots (origin TEXT PRIMARY KEY, status INTEGER NOT NULL, date INTEGER NOT NULL,"
    " text TEXT NOT NULL) WITHOUT ROWID",
};
// What version 2 has beyond version 1.
constexpr const char* kSince2[] = {
    "CREATE TABLE versions (hash INTEGER PRIMARY KEY, date INTEGER NOT NULL, etag TEXT NOT NULL,"
    " modified TEXT NOT NULL, digest TEXT NOT NULL)",
    "CREATE TABLE sitemaps (number INTEGER PRIMARY KEY)",
};
constexpr const char* kSince3[] = {
    "CREATE TABLE options (name TEXT NOT NULL, place INTEGER NOT NULL, value TEXT NOT NULL,"
    " PRIMARY KEY (name, place)) WITHOUT ROWID",
    // Earlier versions gave pages up when their host could not be reached, or its robots.txt.
    "DELETE FROM finished WHERE outcome <= -100 OR outcome IN (0, 429, 503)",
    "DELETE FROM robots WHERE status = 0 OR status >= 500",
    // CRAWL/links had no checksums: it is rebuilt from the archive.
    "UPDATE marks SET links_bytes = 0",
};

tl::unexpected<Error> another_at_work(const std::string& path) {
  return fail(ErrorCode::kIo, path + ": another crawl is at work in this folder");
}

constexpr int64_t kSinceChecksums = 3;

Result<file::Database> open_file(const std::string& path) {
  COCITE_TRY(file::Database database,
             file::Database::open(path, "the state of a crawl", file::Database::Pages::kChecked));
  // Another crawl would hold it for its whole run, so do not wait long.
  COCITE_CHECK(database.run("PRAGMA busy_timeout = 300"));
  return database;
}

// Whether it is of a version that had none.
Result<bool> lacks_checksums(file::Database& database) {
  COCITE_TRY(const int64_t version, database.number("PRAGMA user_version"));
  return version != 0 && version < kSinceChecksums && !database.is_checked();
}

bool sync(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_synced = fd >= 0 && ::fsync(fd) == 0;
  if (fd >= 0) ::close(fd);
  return is_synced;
}

// Rewrites a file of an older version with checksums.
Result<void> add_checksums(const std::string& path) {
  std::error_code error;
  if (std::filesystem::file_size(path, error) == 0 || error) return {};
  const std::string copy = path + ".new";
  {
    COCITE_TRY(file::Database database, open_file(path));
    COCITE_TRY(const bool is_old, lacks_checksums(database));
    if (!is_old) return {};
    COCITE_CHECK(database.run("PRAGMA journal_mode = DELETE"));
    std::filesystem::remove(copy, error);
    COCITE_CHECK(database.run("VACUUM INTO ?", {copy}));
  }
  // SQLite does not wait for the disk here.
  if (!sync(copy)) return fail(ErrorCode::kIo, copy + ": cannot be written to the disk");
  std::filesystem::rename(copy, path, error);
  if (error) return fail(ErrorCode::kIo, path + ": " + error.message());
  static_cast<void>(sync(std::filesystem::path(path).parent_path().string()));
  return {};
}

int64_t hash_of(const Digest& digest) {
  int64_t hash = 0;
  std::memcpy(&hash, digest.data(), sizeof hash);
  return hash;
}

}  // namespace

Result<CrawlState> CrawlState::open(const std::string& path) {
  // SQLite's locks are on a file that may be replaced here; this one is on its name. A program
  // that comes later finds SQLite's.
  const auto lock = file::FolderLock::take(path + ".new", path);
  if (!lock && lock.error().code == ErrorCode::kBusy) return another_at_work(path);
  if (!lock) return tl::unexpected<Error>(lock.error());
  auto state = open_whole(path);
  if (!state && state.error().code == ErrorCode::kBusy) return another_at_work(path);
  return state;
}

Result<CrawlState> CrawlState::open_whole(const std::string& path) {
  COCITE_CHECK(add_checksums(path));
  COCITE_TRY(file::Database database, open_file(path));
  // What a killed program wrote last is found in the archive; what a dead machine did is not.
  COCITE_CHECK(database.run("PRAGMA journal_mode = WAL"));
  COCITE_CHECK(database.run("PRAGMA synchronous = NORMAL"));
  COCITE_CHECK(database.run("PRAGMA cache_size = -4096"));
  COCITE_CHECK(database.run("PRAGMA locking_mode = EXCLUSIVE"));
  COCITE_TRY(const int64_t id, database.number("PRAGMA application_id"));
  COCITE_TRY(const int64_t tables, database.number("SELECT count(*) FROM sqlite_schema"));
  if (id != kApplicationId && (id != 0 || tables != 0)) {
    return fail(ErrorCode::kCorrupt, path + ": is not the state of a crawl; name another folder");
  }
  COCITE_TRY(const int64_t version, database.number("PRAGMA user_version"));
  if (version > kVersion) {
    return fail(ErrorCode::kUnsupported, path + ": was made by a newer version of Cocite");
  }
  if (version >= kSinceChecksums && !database.is_checked()) {
    return fail(ErrorCode::kCorrupt, path + ": is damaged: it has no checksums any more");
  }
  COCITE_CHECK(database.run("BEGIN IMMEDIATE"));
  if (tables == 0) {
    for (const char* statement : kSchema) COCITE_CHECK(database.run(statement));
    COCITE_CHECK(database.run("PRAGMA application_id = " + std::to_string(kApplicationId)));
  }
  if (version < 2) {
    for (const char* statement : kSince2) COCITE_CHECK(database.run(statement));
  }
  if (version < kVersion) {
    for (const char* statement : kSince3) COCITE_CHECK(database.run(statement));
    COCITE_CHECK(database.run("PRAGMA user_version = " + std::to_string(kVersion)));
  }
  // Older programs do without it.
  COCITE_CHECK(database.run("CREATE TABLE IF NOT EXISTS requisites (number INTEGER PRIMARY KEY)"));
  CrawlState state(std::move(database));
  COCITE_CHECK(state.prepare());
  return state;
}

Result<void> CrawlState::prepare() {
  COCITE_TRY(add_address_, database_.ask("INSERT INTO addresses VALUES (?, ?, ?, ?, ?)"));
  COCITE_TRY(address_,
             database_.ask("SELECT url, depth, chain, via FROM addresses WHERE number = ?"));
  COCITE_TRY(finish_, database_.ask("INSERT OR REPLACE INTO finished VALUES (?, ?)"));
  COCITE_TRY(add_fetch_, database_.ask("INSERT INTO fetches (address, url, status, date, mime, "
                                       "digest, file, start, length, is_revisit) VALUES (?, ?, ?, "
                                       "?, ?, ?, ?, ?, ?, ?)"));
  COCITE_TRY(find_digest_, database_.ask("SELECT url, date FROM digests WHERE hash = ?"));
  COCITE_TRY(add_digest_, database_.ask("INSERT OR IGNORE INTO digests VALUES (?, ?, ?)"));
  COCITE_TRY(add_version_, database_.ask("INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?, ?)"));
  return {};
}

Result<KeptOptions> CrawlState::read_options(const std::string& path) {
  COCITE_TRY(file::Database database, open_file(path));
  COCITE_CHECK(database.run("PRAGMA busy_timeout = 300"));
  const auto tables =
      database.number("SELECT count(*) FROM sqlite_schema WHERE name = ?", {"options"});
  if (!tables && tables.error().code == ErrorCode::kBusy) return another_at_work(path);
  COCITE_CHECK(tables);
  KeptOptions options;
  if (*tables == 0) return options;
  COCITE_CHECK(database.for_each(
      "SELECT name, value FROM options ORDER BY name, place", {},
      [&](const file::Statement& row) { options[row.text(0)].push_back(row.text(1)); }));
  return options;
}

Result<void> CrawlState::keep_options(const KeptOptions& options) {
  for (const auto& [name, values] : options) {
    COCITE_CHECK(database_.run("DELETE FROM options WHERE name = ?", {name}));
    int64_t place = 0;
    for (const std::string& value : values) {
      COCITE_CHECK(database_.run("INSERT INTO options VALUES (?, ?, ?)", {name, place++, value}));
    }
  }
  return {};
}

Result<Marks> CrawlState::marks() {
  Marks marks;
  COCITE_CHECK(database_.for_each(
      "SELECT warc, warc_serial, warc_bytes, links_bytes, fetched, bytes FROM marks", {},
      [&](const file::Statement& row) {
        marks = {row.text(0),  static_cast<uint32_t>(row.number(1)),
                 row.count(2), row.count(3),
                 row.count(4), row.count(5)};
      }));
  return marks;
}

Result<uint32_t> CrawlState::addresses() {
  COCITE_TRY(const int64_t count,
             database_.number("SELECT ifnull(max(number) + 1, 0) FROM addresses"));
  if (count < 0 || count >= kNoVia) {
    return fail(ErrorCode::kCorrupt,
                database_.path() + ": is damaged: no crawl has so large a number");
  }
  return static_cast<uint32_t>(count);
}

Result<void> CrawlState::add_address(uint32_t number, const Address& address) {
  return add_address_->run_again({int64_t{number}, address.url, int64_t{address.depth},
                                  int64_t{address.chain}, int64_t{address.via}});
}

Result<Address> CrawlState::address(uint32_t number) {
  COCITE_CHECK(address_->again({int64_t{number}}));
  COCITE_TRY(const bool is_there, address_->next());
  if (!is_there) {
    return fail(ErrorCode::kCorrupt,
                database_.path() + ": has no address " + std::to_string(number));
  }
  Address address{address_->text(0), static_cast<uint32_t>(address_->number(1)),
                  static_cast<uint32_t>(address_->number(2)),
                  static_cast<uint32_t>(address_->number(3))};
  COCITE_CHECK(address_->again({}));
  return address;
}

Result<void> CrawlState::forget_address(uint32_t number) {
  COCITE_CHECK(database_.run("DELETE FROM addresses WHERE number = ?", {int64_t{number}}));
  return {};
}

Result<void> CrawlState::move_address(uint32_t number, std::string_view url) {
  COCITE_CHECK(
      database_.run("UPDATE addresses SET url = ? WHERE number = ?", {url, int64_t{number}}));
  return {};
}

Result<void> CrawlState::finish(uint32_t number, int outcome) {
  return finish_->run_again({int64_t{number}, int64_t{outcome}});
}

Result<void> CrawlState::for_each_address(
    const std::function<void(uint32_t number, const std::string& url, uint32_t via)>& use) {
  return database_.for_each("SELECT number, url, via FROM addresses ORDER BY number", {},
                            [&](const file::Statement& row) {
                              use(static_cast<uint32_t>(row.number(0)), row.text(1),
                                  static_cast<uint32_t>(row.number(2)));
                            });
}

Result<void> CrawlState::for_each_finished(
    const std::function<void(uint32_t number, int outcome)>& use) {
  return database_.for_each(
      "SELECT number, outcome FROM finished", {}, [&](const file::Statement& row) {
        use(static_cast<uint32_t>(row.number(0)), static_cast<int>(row.number(1)));
      });
}

Result<void> CrawlState::add_fetch(const FetchRow& row) {
  return add_fetch_->run_again({int64_t{row.address}, row.url, int64_t{row.status},
                                int64_t{row.date}, row.mime, row.digest, int64_t{row.file},
                                static_cast<int64_t>(row.offset), static_cast<int64_t>(row.length),
                                int64_t{row.is_revisit ? 1 : 0}});
}

Result<void> CrawlState::for_each_fetch(const std::function<Result<void>(const FetchRow&)>& use) {
  COCITE_TRY(file::Statement rows,
             database_.ask("SELECT address, url, status, date, mime, digest, file, start, length, "
                           "is_revisit FROM fetches"));
  for (;;) {
    COCITE_TRY(const bool has_row, rows.next());
    if (!has_row) return {};
    const std::string url = rows.text(1);
    const std::string mime = rows.text(4);
    const std::string digest = rows.text(5);
    COCITE_CHECK(use({static_cast<uint32_t>(rows.number(0)), url, static_cast<int>(rows.number(2)),
                      static_cast<uint32_t>(rows.number(3)), mime, digest,
                      static_cast<uint32_t>(rows.number(6)), rows.count(7), rows.count(8),
                      rows.number(9) != 0}));
  }
}

Result<void> CrawlState::add_file(uint32_t serial, std::string_view name) {
  COCITE_CHECK(
      database_.run("INSERT OR REPLACE INTO files VALUES (?, ?)", {int64_t{serial}, name}));
  return {};
}

Result<void> CrawlState::for_each_file(
    const std::function<void(uint32_t serial, const std::string& name)>& use) {
  return database_.for_each(
      "SELECT serial, name FROM files ORDER BY serial", {},
      [&](const file::Statement& row) { use(static_cast<uint32_t>(row.number(0)), row.text(1)); });
}

Result<std::optional<Original>> CrawlState::find_original(const Digest& digest) {
  COCITE_CHECK(find_digest_->again({hash_of(digest)}));
  COCITE_TRY(const bool is_there, find_digest_->next());
  if (is_there) {
    Original original{find_digest_->text(0), static_cast<uint32_t>(find_digest_->number(1))};
    COCITE_CHECK(find_digest_->again({}));
    return original;
  }
  COCITE_CHECK(find_digest_->again({}));
  return std::optional<Original>();
}

Result<void> CrawlState::keep_original(const Digest& digest, const Original& original) {
  return add_digest_->run_again({hash_of(digest), original.url, int64_t{original.date}});
}

Result<std::optional<KeptRobots>> CrawlState::robots(std::string_view origin) {
  std::optional<KeptRobots> found;
  COCITE_CHECK(database_.for_each("SELECT status, date, text FROM robots WHERE origin = ?",
                                  {origin}, [&](const file::Statement& row) {
                                    found = {static_cast<int>(row.number(0)),
                                             static_cast<uint32_t>(row.number(1)), row.text(2)};
                                  }));
  return found;
}

Result<void> CrawlState::keep_robots(std::string_view origin, const KeptRobots& robots) {
  COCITE_CHECK(database_.run("INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?)",
                             {origin, int64_t{robots.status}, int64_t{robots.date}, robots.text}));
  return {};
}

Result<void> CrawlState::keep_version(uint64_t key_hash, const PageVersion& version) {
  return add_version_->run_again({static_cast<int64_t>(key_hash), int64_t{version.date},
                                  version.etag, version.modified, version.digest});
}

Result<void> CrawlState::add_sitemap(uint32_t number) {
  COCITE_CHECK(database_.run("INSERT OR IGNORE INTO sitemaps VALUES (?)", {int64_t{number}}));
  return {};
}

Result<void> CrawlState::add_requisite(uint32_t number) {
  COCITE_CHECK(database_.run("INSERT OR IGNORE INTO requisites VALUES (?)", {int64_t{number}}));
  return {};
}

Result<void> CrawlState::for_each_requisite(const std::function<void(uint32_t number)>& use) {
  return database_.for_each("SELECT number FROM requisites", {}, [&](const file::Statement& row) {
    use(static_cast<uint32_t>(row.number(0)));
  });
}

Result<void> CrawlState::for_each_sitemap(const std::function<void(uint32_t number)>& use) {
  return database_.for_each("SELECT number FROM sitemaps", {}, [&](const file::Statement& row) {
    use(static_cast<uint32_t>(row.number(0)));
  });
}

Result<void> CrawlState::commit(const Marks& marks) {
  COCITE_CHECK(database_.run(
      "UPDATE marks SET warc = ?, warc_serial = ?, warc_bytes = ?, links_bytes = ?, fetched = ?, "
      "bytes = ?",
      {marks.warc, int64_t{marks.warc_serial}, static_cast<int64_t>(marks.warc_bytes),
       static_cast<int64_t>(marks.links_bytes), static_cast<int64_t>(marks.fetched),
       static_cast<int64_t>(marks.bytes)}));
  COCITE_CHECK(database_.run("COMMIT"));
  COCITE_CHECK(database_.run("BEGIN IMMEDIATE"));
  return {};
}

Result<KeptVersions> KeptVersions::open(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return fail(ErrorCode::kNotFound, path + ": there is no crawl");
  }
  COCITE_TRY(file::Database database, open_file(path));
  COCITE_TRY(const int64_t id, database.number("PRAGMA application_id"));
  if (id != kApplicationId) {
    return fail(ErrorCode::kCorrupt, path + ": is not the state of a crawl");
  }
  KeptVersions versions(std::move(database));
  COCITE_TRY(const int64_t tables,
             versions.database_.number("SELECT count(*) FROM sqlite_schema WHERE name = ?",
                                       {std::string_view("versions")}));
  if (tables == 0) return versions;
  COCITE_TRY(
      versions.find_,
      versions.database_.ask("SELECT date, etag, modified, digest FROM versions WHERE hash = ?"));
  return versions;
}

Result<void> KeptVersions::for_each_waiting(
    const std::function<void(const std::string& url)>& use) {
  // What did not answer, or asked to come back later, was not fetched: kFailed, 429, 5xx.
  return database_.for_each(
      "SELECT url FROM addresses WHERE number NOT IN (SELECT number FROM finished WHERE outcome > "
      "-100 AND outcome NOT IN (0, 429) AND outcome < 500)",
      {}, [&](const file::Statement& row) { use(row.text(0)); });
}

Result<std::optional<PageVersion>> KeptVersions::find(uint64_t key_hash) {
  if (!find_) return std::optional<PageVersion>();
  COCITE_CHECK(find_->again({static_cast<int64_t>(key_hash)}));
  COCITE_TRY(const bool is_there, find_->next());
  std::optional<PageVersion> version;
  if (is_there) {
    version = {static_cast<uint32_t>(find_->number(0)), find_->text(1), find_->text(2),
               find_->text(3)};
  }
  COCITE_CHECK(find_->again({}));
  return version;
}

}  // namespace cocite::crawl
