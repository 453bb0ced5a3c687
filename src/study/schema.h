// How studies lie in their file; docs/formats/studies.md explains each table.
//
//   for (const char* statement : kSchema) COCITE_CHECK(database.run(statement));
//
// Constants.
#pragma once

#include <cstdint>

namespace cocite::study {

inline constexpr int64_t kApplicationId = 0x436F5374;  // "CoSt": whose file it is
inline constexpr const char* kFileKind = "a file of studies";
inline constexpr int64_t kVersion = 1;

inline constexpr const char* kSchema[] = {
    "CREATE TABLE studies (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT "
    "NULL,"
    " store TEXT NOT NULL, top INTEGER NOT NULL, created INTEGER NOT NULL,"
    " closed INTEGER NOT NULL DEFAULT 0, unknown INTEGER NOT NULL, repeated INTEGER NOT NULL)",
    "CREATE TABLE methods (study INTEGER NOT NULL REFERENCES studies, place INTEGER NOT NULL,"
    " name TEXT NOT NULL, PRIMARY KEY (study, place)) WITHOUT ROWID",
    "CREATE TABLE queries (number INTEGER PRIMARY KEY, study INTEGER NOT NULL REFERENCES studies,"
    " place INTEGER NOT NULL, page TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL,"
    " items INTEGER NOT NULL, UNIQUE (study, place))",
    "CREATE TABLE asked (query INTEGER NOT NULL REFERENCES queries, method INTEGER NOT NULL,"
    " ms REAL NOT NULL, why_none TEXT NOT NULL, PRIMARY KEY (query, method)) WITHOUT ROWID",
    // By a random id, so that not even the order of rows tells which method came first.
    "CREATE TABLE items (id TEXT PRIMARY KEY, query INTEGER NOT NULL REFERENCES queries,"
    " page TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL, UNIQUE (query, page))"
    " WITHOUT ROWID",
    "CREATE TABLE ranks (item TEXT NOT NULL REFERENCES items, method INTEGER NOT NULL,"
    " rank INTEGER NOT NULL, PRIMARY KEY (item, method)) WITHOUT ROWID",
    "CREATE TABLE raters (number INTEGER PRIMARY KEY, study INTEGER NOT NULL REFERENCES studies,"
    " name TEXT NOT NULL, secret TEXT NOT NULL UNIQUE, UNIQUE (study, name))",
    // By rater and query page: how far a rater is can be told from his own rows, in their order.
    "CREATE TABLE ratings (rater INTEGER NOT NULL REFERENCES raters,"
    " query INTEGER NOT NULL REFERENCES queries, item TEXT NOT NULL REFERENCES items,"
    " value TEXT NOT NULL CHECK (value IN ('1', '0', '-')), time INTEGER NOT NULL,"
    " PRIMARY KEY (rater, query, item)) WITHOUT ROWID",
};

}  // namespace cocite::study
