// Deletes a study and overwrites its bytes: raters may want no trace to be left.
#include "study/study_file.h"

namespace cocite::study {

Result<void> StudyFile::remove(std::string_view id) {
  const std::scoped_lock lock(mutex_);
  // What refers to a row goes before it, so there is nothing to check; and SQLite would go through
  // the ratings of all studies for each answer of this one.
  COCITE_CHECK(database_.run("PRAGMA foreign_keys = OFF"));
  const Result<void> removed = remove_rows(id);
  COCITE_CHECK(database_.run("PRAGMA foreign_keys = ON"));
  COCITE_CHECK(removed);
  // The journal still has the old pages. If another process is reading, it goes when that has finished.
  COCITE_TRY(Statement checkpoint, database_.ask("PRAGMA wal_checkpoint(TRUNCATE)"));
  COCITE_CHECK(checkpoint.next());
  return {};
}

Result<void> StudyFile::remove_rows(std::string_view id) {
  COCITE_TRY(Transaction transaction, Transaction::begin(database_));
  COCITE_TRY(const int64_t study, find(id));
  constexpr const char* kStatements[] = {
      "DELETE FROM ratings WHERE rater IN (SELECT number FROM raters WHERE study = ?)",
      "DELETE FROM ranks WHERE item IN"
      " (SELECT items.id FROM queries JOIN items ON query = number WHERE study = ?)",
      "DELETE FROM items WHERE query IN (SELECT number FROM queries WHERE study = ?)",
      "DELETE FROM asked WHERE query IN (SELECT number FROM queries WHERE study = ?)",
      "DELETE FROM queries WHERE study = ?",
      "DELETE FROM methods WHERE study = ?",
      "DELETE FROM raters WHERE study = ?",
      "DELETE FROM studies WHERE number = ?",
  };
  for (const char* statement : kStatements) COCITE_CHECK(database_.run(statement, {study}));
  return transaction.commit();
}

}  // namespace cocite::study
