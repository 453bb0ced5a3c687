// Studies and their ratings, kept in one file.
//
//   COCITE_TRY(auto file, StudyFile::open("studies.sqlite"));
//   COCITE_TRY(const std::string id, file->add(study));              // the owner
//   COCITE_TRY(const auto rater, file->find_rater(secret));          // a rater
//   COCITE_TRY(Task task, file->task(*rater));
//   COCITE_TRY(Progress progress, file->rate(*rater, task.items[0].id, measure::Rating::kGood));
//
// A rating that rate() has taken is on disk. A file that is damaged, of a newer version or not ours
// is refused when it is opened, and not changed. Several processes may have the same file open: who
// has to wait for more than some seconds gets kBusy. See docs/formats/studies.md. Any thread; one
// at a time works, the others wait.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "file/database.h"
#include "measure/rating.h"
#include "study/study.h"

namespace cocite::study {

using file::Database;
using file::Statement;
using file::Transaction;

class StudyFile {
 public:
  // Makes the file if it is not there, or is empty.
  [[nodiscard]] static Result<std::unique_ptr<StudyFile>> open(const std::string& path);

  [[nodiscard]] const std::string& path() const { return database_.path(); }

  // --- for the owner ---
  // Gives the id of the study. Each rater gets a secret.
  [[nodiscard]] Result<std::string> add(const NewStudy& study);
  [[nodiscard]] Result<std::vector<StudyState>> list();  // the newest first
  [[nodiscard]] Result<StudyState> state(std::string_view id);
  // kAlreadyExists: there is a rater of that name; then no rater is added.
  [[nodiscard]] Result<void> add_raters(std::string_view id, const std::vector<std::string>& names);
  // A closed study takes no ratings until it is opened again.
  [[nodiscard]] Result<void> set_closed(std::string_view id, bool is_closed);
  // With raters and ratings, for good: their bytes are overwritten.
  [[nodiscard]] Result<void> remove(std::string_view id);
  [[nodiscard]] Result<KeptStudy> read(std::string_view id);

  // --- for raters ---
  // Empty: no such secret.
  [[nodiscard]] Result<std::optional<Rater>> find_rater(std::string_view secret);
  // The query page at that place, from 1; 0: the first that is not finished.
  [[nodiscard]] Result<Task> task(const Rater& rater, uint64_t place = 0);
  // Replaces what the rater said before. kNotFound: no item of the rater's study; kUnsupported: the
  // study is closed.
  [[nodiscard]] Result<Progress> rate(const Rater& rater, std::string_view item,
                                      measure::Rating rating);

 private:
  explicit StudyFile(Database database) : database_(std::move(database)) {}
  [[nodiscard]] Result<void> prepare();
  [[nodiscard]] Result<int64_t> find(std::string_view id);
  [[nodiscard]] Result<void> remove_rows(std::string_view id);
  [[nodiscard]] Result<StudyState> state_of(int64_t study);
  [[nodiscard]] Result<void> insert_raters(int64_t study, const std::vector<std::string>& names);
  [[nodiscard]] Result<void> insert_query(int64_t study, int64_t place, const QueryPage& query);
  [[nodiscard]] Result<Progress> progress(const Rater& rater);
  [[nodiscard]] Result<std::vector<QueryPage>> read_queries(int64_t study, size_t methods);

  std::mutex mutex_;
  Database database_;
};

}  // namespace cocite::study
