#include "study/study_file.h"

#include <ctime>
#include <map>
#include <utility>

#include "base/secret.h"
#include "study/rating_value.h"
#include "study/schema.h"

namespace cocite::study {
namespace {

int64_t whole(uint64_t number) {
  return static_cast<int64_t>(number);
}

}  // namespace

Result<std::unique_ptr<StudyFile>> StudyFile::open(const std::string& path) {
  COCITE_TRY(Database database, Database::open(path, kFileKind));
  std::unique_ptr<StudyFile> file(new StudyFile(std::move(database)));
  COCITE_CHECK(file->prepare());
  return file;
}

Result<void> StudyFile::prepare() {
  const std::string& path = database_.path();
  {
    COCITE_TRY(const int64_t owner, database_.number("PRAGMA application_id"));
    COCITE_TRY(const int64_t tables, database_.number("SELECT count(*) FROM sqlite_schema"));
    if (owner != kApplicationId && (owner != 0 || tables != 0)) {
      return fail(ErrorCode::kCorrupt,
                  path + ": is a file of SQLite, but not one of studies; name a new file");
    }
    COCITE_TRY(const int64_t version, database_.number("PRAGMA user_version"));
    if (owner == kApplicationId && version != kVersion) {
      return fail(ErrorCode::kUnsupported, path + ": has version " + std::to_string(version) +
                                               " of studies; this program reads version " +
                                               std::to_string(kVersion));
    }
  }
  // One sync per rating, and readers do not block writers.
  COCITE_CHECK(database_.run("PRAGMA journal_mode = WAL"));
  COCITE_CHECK(database_.run("PRAGMA synchronous = FULL"));
  COCITE_CHECK(database_.run("PRAGMA foreign_keys = ON"));
  // Nothing of a removed study can be read from the file, not even with an editor.
  COCITE_CHECK(database_.run("PRAGMA secure_delete = ON"));
  {
    COCITE_TRY(Transaction transaction, Transaction::begin(database_));
    COCITE_TRY(const int64_t owner, database_.number("PRAGMA application_id"));
    if (owner == 0) {  // still: no other process was faster
      for (const char* statement : kSchema) COCITE_CHECK(database_.run(statement));
      COCITE_CHECK(database_.run("PRAGMA user_version = " + std::to_string(kVersion)));
      COCITE_CHECK(database_.run("PRAGMA application_id = " + std::to_string(kApplicationId)));
    }
    COCITE_CHECK(transaction.commit());
  }
  COCITE_TRY(Statement check, database_.ask("PRAGMA quick_check(1)"));
  COCITE_TRY(const bool has_row, check.next());
  if (!has_row || check.text(0) != "ok") {
    return fail(ErrorCode::kCorrupt, path + ": is damaged: " + check.text(0) +
                                         "; restore a copy, or save what can be had: sqlite3 FILE "
                                         ".recover");
  }
  return {};
}

// --- the owner -------------------------------------------------------------------------------

Result<std::string> StudyFile::add(const NewStudy& study) {
  const std::scoped_lock lock(mutex_);
  COCITE_TRY(std::string id, random_secret(8));
  COCITE_TRY(Transaction transaction, Transaction::begin(database_));
  COCITE_CHECK(
      database_.run("INSERT INTO studies (id, title, store, top, created, unknown, repeated)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    {id, study.title, study.store, whole(study.top), int64_t{std::time(nullptr)},
                     whole(study.unknown), whole(study.repeated)}));
  const int64_t number = database_.last_row();
  for (size_t m = 0; m < study.by.size(); ++m) {
    COCITE_CHECK(
        database_.run("INSERT INTO methods VALUES (?, ?, ?)", {number, whole(m), study.by[m]}));
  }
  for (size_t q = 0; q < study.queries.size(); ++q) {
    COCITE_CHECK(insert_query(number, whole(q), study.queries[q]));
  }
  COCITE_CHECK(insert_raters(number, study.raters));
  COCITE_CHECK(transaction.commit());
  return id;
}

Result<void> StudyFile::insert_query(int64_t study, int64_t place, const QueryPage& query) {
  std::map<std::string, std::string> ids;  // of items, by page
  for (const MethodAnswer& answer : query.answers) {
    for (const ShownPage& page : answer.pages) ids[page.page];
  }
  COCITE_CHECK(database_.run(
      "INSERT INTO queries (study, place, page, url, title, items) VALUES (?, ?, ?, ?, ?, ?)",
      {study, place, query.page.page, query.page.url, query.page.title, whole(ids.size())}));
  const int64_t number = database_.last_row();
  for (size_t m = 0; m < query.answers.size(); ++m) {
    const MethodAnswer& answer = query.answers[m];
    COCITE_CHECK(database_.run("INSERT INTO asked VALUES (?, ?, ?, ?)",
                               {number, whole(m), answer.ms, answer.why_none}));
    for (size_t i = 0; i < answer.pages.size(); ++i) {
      const ShownPage& page = answer.pages[i];
      std::string& id = ids[page.page];
      if (id.empty()) {
        COCITE_TRY(id, random_secret(8));
        COCITE_CHECK(database_.run("INSERT INTO items VALUES (?, ?, ?, ?, ?)",
                                   {id, number, page.page, page.url, page.title}));
      }
      COCITE_CHECK(
          database_.run("INSERT INTO ranks VALUES (?, ?, ?)", {id, whole(m), whole(i + 1)}));
    }
  }
  return {};
}

Result<void> StudyFile::insert_raters(int64_t study, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    COCITE_TRY(const std::string secret, random_secret());
    COCITE_TRY(const int64_t others,
               database_.number("SELECT count(*) FROM raters WHERE study = ? AND name = ?",
                                {study, name}));
    if (others > 0) {
      return fail(ErrorCode::kAlreadyExists, "there is a rater '" + name + "' already");
    }
    COCITE_CHECK(database_.run("INSERT INTO raters (study, name, secret) VALUES (?, ?, ?)",
                               {study, name, secret}));
  }
  return {};
}

Result<void> StudyFile::add_raters(std::string_view id, const std::vector<std::string>& names) {
  const std::scoped_lock lock(mutex_);
  COCITE_TRY(Transaction transaction, Transaction::begin(database_));
  COCITE_TRY(const int64_t study, find(id));
  COCITE_CHECK(insert_raters(study, names));
  return transaction.commit();
}

Result<void> StudyFile::set_closed(std::string_view id, bool is_closed) {
  const std::scoped_lock lock(mutex_);
  COCITE_TRY(const int64_t study, find(id));
  COCITE_CHECK(database_.run("UPDATE studies SET closed = ? WHERE number = ?",
                             {int64_t{is_closed ? 1 : 0}, study}));
  return {};
}

Result<int64_t> StudyFile::find(std::string_view id) {
  COCITE_TRY(const int64_t number,
             database_.number("SELECT number FROM studies WHERE id = ?", {id}));
  if (number == 0) return fail(ErrorCode::kNotFound, "there is no such study");
  return number;
}

Result<std::vector<StudyState>> StudyFile::list() {
  const std::scoped_lock lock(mutex_);
  std::vector<int64_t> numbers;
  COCITE_CHECK(
      database_.for_each("SELECT number FROM studies ORDER BY number DESC", {},
                         [&](const Statement& rows) { numbers.push_back(rows.number(0)); }));
  std::vector<StudyState> all;
  for (const int64_t number : numbers) {
    COCITE_TRY(StudyState one, state_of(number));
    all.push_back(std::move(one));
  }
  return all;
}

Result<StudyState> StudyFile::state(std::string_view id) {
  const std::scoped_lock lock(mutex_);
  COCITE_TRY(const int64_t study, find(id));
  return state_of(study);
}

Result<StudyState> StudyFile::state_of(int64_t study) {
  COCITE_TRY(Statement row,
             database_.ask("SELECT id, title, store, top, created, closed, unknown, repeated"
                           " FROM studies WHERE number = ?",
                           {study}));
  COCITE_TRY(const bool is_there, row.next());
  if (!is_there) return fail(ErrorCode::kNotFound, "there is no such study");
  StudyState state{.id = row.text(0),
                   .title = row.text(1),
                   .store = row.text(2),
                   .top = row.count(3),
                   .created = row.count(4),
                   .is_closed = row.number(5) != 0,
                   .unknown = row.count(6),
                   .repeated = row.count(7)};
  constexpr uint64_t kMostTop = 1000;  // tables have a column each
  if (state.top == 0 || state.top > kMostTop) {
    return fail(ErrorCode::kCorrupt, database_.path() + ": a study has no sensible top");
  }
  COCITE_TRY(Statement counts,
             database_.ask("SELECT count(*), coalesce(sum(items = 0), 0), coalesce(sum(items), 0)"
                           " FROM queries WHERE study = ?",
                           {study}));
  COCITE_CHECK(counts.next());
  state.queries = counts.count(0);
  state.unanswered = counts.count(1);
  state.items = counts.count(2);
  COCITE_CHECK(
      database_.for_each("SELECT name FROM methods WHERE study = ? ORDER BY place", {study},
                         [&](const Statement& methods) { state.by.push_back(methods.text(0)); }));
  COCITE_CHECK(database_.for_each(
      "SELECT name, secret, (SELECT count(*) FROM ratings"
      " WHERE rater = raters.number) FROM raters WHERE study = ?"
      " ORDER BY number",
      {study}, [&](const Statement& raters) {
        state.raters.push_back(
            {.name = raters.text(0), .secret = raters.text(1), .rated = raters.count(2)});
      }));
  return state;
}

Result<std::vector<QueryPage>> StudyFile::read_queries(int64_t study, size_t methods) {
  std::vector<QueryPage> queries;
  COCITE_CHECK(database_.for_each(
      "SELECT page, url, title FROM queries WHERE study = ? ORDER BY place", {study},
      [&](const Statement& pages) {
        queries.push_back(
            {.page = {.page = pages.text(0), .url = pages.text(1), .title = pages.text(2)},
             .answers = std::vector<MethodAnswer>(methods)});
      }));
  const auto answer_at = [&](const Statement& row) -> MethodAnswer* {
    const uint64_t query = row.count(0);
    const uint64_t method = row.count(1);
    return query < queries.size() && method < methods ? &queries[query].answers[method] : nullptr;
  };
  COCITE_CHECK(
      database_.for_each("SELECT place, method, ms, why_none FROM asked JOIN"
                         " queries ON query = number WHERE study = ?",
                         {study}, [&](const Statement& asked) {
                           if (MethodAnswer* const answer = answer_at(asked)) {
                             answer->ms = asked.real(2);
                             answer->why_none = asked.text(3);
                           }
                         }));
  COCITE_CHECK(database_.for_each(
      "SELECT place, method, items.page, items.url, items.title FROM ranks"
      " JOIN items ON item = items.id JOIN queries ON query = number"
      " WHERE study = ? ORDER BY place, method, rank",
      {study}, [&](const Statement& ranks) {
        if (MethodAnswer* const answer = answer_at(ranks)) {
          answer->pages.push_back(
              {.page = ranks.text(2), .url = ranks.text(3), .title = ranks.text(4)});
        }
      }));
  return queries;
}

Result<KeptStudy> StudyFile::read(std::string_view id) {
  const std::scoped_lock lock(mutex_);
  COCITE_TRY(const int64_t study, find(id));
  KeptStudy kept;
  COCITE_TRY(kept.state, state_of(study));
  COCITE_TRY(kept.queries, read_queries(study, kept.state.by.size()));
  COCITE_CHECK(
      database_.for_each("SELECT queries.place, items.page, ratings.value, raters.name"
                         " FROM ratings JOIN items ON ratings.item = items.id"
                         " JOIN queries ON items.query = queries.number"
                         " JOIN raters ON ratings.rater = raters.number"
                         " WHERE raters.study = ?"
                         " ORDER BY raters.number, queries.place, items.page",
                         {study}, [&](const Statement& ratings) {
                           // Only a file from another program has ratings of missing queries.
                           if (ratings.count(0) >= kept.queries.size()) return;
                           kept.ratings.push_back({.query = ratings.count(0),
                                                   .page = ratings.text(1),
                                                   .rating = rating_of(ratings.text(2)),
                                                   .rater = ratings.text(3)});
                         }));
  return kept;
}

}  // namespace cocite::study
