// What raters may do: see the answers to one query page in an order of their own, and rate them.
#include <algorithm>
#include <ctime>
#include <utility>

#include "study/blind_order.h"
#include "study/rating_value.h"
#include "study/study_file.h"

namespace cocite::study {

using measure::Rating;

Result<std::optional<Rater>> StudyFile::find_rater(std::string_view secret) {
  const std::scoped_lock lock(mutex_);
  COCITE_TRY(Statement row,
             database_.ask("SELECT raters.number, study, name, title, closed FROM raters"
                           " JOIN studies ON study = studies.number WHERE secret = ?",
                           {secret}));
  COCITE_TRY(const bool is_there, row.next());
  if (!is_there) return std::optional<Rater>();
  return std::optional(Rater{.id = row.number(0),
                             .study = row.number(1),
                             .name = row.text(2),
                             .secret = std::string(secret),
                             .title = row.text(3),
                             .is_closed = row.number(4) != 0});
}

namespace {

// These columns of the query pages that have answers; `rated` is how many of a page's answers the
// rater has rated. Parameters: rater, study.
std::string ask_rated_pages(std::string_view columns) {
  std::string sql = "SELECT ";
  sql += columns;
  sql +=
      " FROM queries LEFT JOIN (SELECT query, count(*) AS rated FROM ratings WHERE rater = ?"
      " GROUP BY query) ON query = number WHERE study = ? AND items > 0";
  return sql;
}

}  // namespace

Result<Progress> StudyFile::progress(const Rater& rater) {
  const std::string sql = ask_rated_pages(
      "count(*), coalesce(sum(items), 0), coalesce(sum(rated), 0),"
      " coalesce(sum(items = rated), 0)");
  COCITE_TRY(Statement row, database_.ask(sql, {rater.id, rater.study}));
  COCITE_CHECK(row.next());
  return Progress{.items = row.count(1),
                  .rated = row.count(2),
                  .queries = row.count(0),
                  .finished = row.count(3)};
}

Result<Task> StudyFile::task(const Rater& rater, uint64_t place) {
  const std::scoped_lock lock(mutex_);
  Task task;
  COCITE_TRY(task.progress, progress(rater));
  struct Query {
    uint64_t order = 0;
    int64_t number = 0;
    ShownPage page = {};
    bool is_finished = false;
  };
  std::vector<Query> queries;
  COCITE_CHECK(database_.for_each(
      ask_rated_pages("number, page, url, title, coalesce(items = rated, 0)"),
      {rater.id, rater.study}, [&](const Statement& row) {
        queries.push_back({.order = blind_place(rater.secret, "", row.text(1)),
                           .number = row.number(0),
                           .page = {.page = row.text(1), .url = row.text(2), .title = row.text(3)},
                           .is_finished = row.number(4) != 0});
      }));
  std::ranges::sort(queries, {}, [](const Query& one) { return std::pair(one.order, one.number); });
  auto chosen = queries.begin();
  if (place == 0) {
    chosen = std::ranges::find(queries, false, &Query::is_finished);
    if (chosen == queries.end()) return task;
  } else {
    if (place > queries.size()) {
      return fail(ErrorCode::kNotFound, "there are " + std::to_string(queries.size()) +
                                            " query pages to rate answers to");
    }
    chosen += static_cast<ptrdiff_t>(place - 1);
  }
  task.place = static_cast<uint64_t>(chosen - queries.begin()) + 1;
  task.query = chosen->page;
  std::vector<std::pair<uint64_t, Task::Item>> ordered;
  COCITE_CHECK(database_.for_each(
      "SELECT id, page, url, title, coalesce(value, '') FROM items"
      " LEFT JOIN ratings ON item = id AND rater = ? AND ratings.query = items.query"
      " WHERE items.query = ?",
      {rater.id, chosen->number}, [&](const Statement& row) {
        ordered.emplace_back(blind_place(rater.secret, chosen->page.page, row.text(1)),
                             Task::Item{.id = row.text(0),
                                        .page = row.text(1),
                                        .url = row.text(2),
                                        .title = row.text(3),
                                        .rating = rating_of(row.text(4))});
      }));
  std::ranges::sort(ordered, {},
                    [](const auto& one) { return std::pair(one.first, one.second.id); });
  for (auto& [order, item] : ordered) task.items.push_back(std::move(item));
  return task;
}

Result<Progress> StudyFile::rate(const Rater& rater, std::string_view item, Rating rating) {
  const std::scoped_lock lock(mutex_);
  // One statement: whether the study is open is looked at in the moment of writing.
  COCITE_TRY(
      const uint64_t changed,
      database_.run("INSERT INTO ratings SELECT ?, items.query, items.id, ?, ? FROM items"
                    " JOIN queries ON query = queries.number"
                    " JOIN studies ON study = studies.number"
                    " WHERE items.id = ? AND study = ? AND closed = 0"
                    " ON CONFLICT (rater, query, item) DO UPDATE"
                    " SET value = excluded.value, time = excluded.time",
                    {rater.id, value_of(rating), int64_t{std::time(nullptr)}, item, rater.study}));
  if (changed == 0) {
    COCITE_TRY(const int64_t is_closed,
               database_.number("SELECT closed FROM studies WHERE number = ?", {rater.study}));
    if (is_closed != 0) return fail(ErrorCode::kUnsupported, "this study is closed");
    return fail(ErrorCode::kNotFound, "there is no such answer to rate");
  }
  return progress(rater);
}

}  // namespace cocite::study
