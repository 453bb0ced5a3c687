// What the first requests would have to wait for, found out beforehand and kept in the store.
//
//   const auto take = [&](const store::NewNotes& notes) { return keep(notes); };
//   COCITE_CHECK(prepare(store, Round::kFirst, options, take));      // and, after reopening, kSecond
//
// A preparation is a name and a function of the store, one entry in prepare.cc; what it finds are
// notes (store/notes.h). Import and 'add' run all of them before the store is put in place,
// 'cocite prepare' later. What a store has already is not made again. One thread calls; the work is
// done on as many as the options say.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/query.h>
#include <cocite/result.h>

#include "related/web.h"
#include "store/notes.h"
#include "store/store.h"
#include "store/writer.h"

namespace cocite::prepare {

// Takes what was found; it is valid for the time of the call.
using TakeNotes = std::function<Result<void>(const store::NewNotes& notes)>;

// What others build on is made in a round of its own: they see a store that has it.
enum class Round : uint8_t { kFirst, kSecond };

struct Preparation {
  std::string_view name;
  std::string_view stage;  // "finding menus": what progress says
  // Hands over notes that the store does not have yet, or none.
  Result<void> (*make)(const related::Web& web, const GraphOptions& options, const TakeNotes& take);
  Round round = Round::kSecond;
};

[[nodiscard]] std::span<const Preparation> preparations();

// All of a round, for this graph.
[[nodiscard]] Result<void> prepare(const store::Store& store, Round round,
                                   const GraphOptions& options, const TakeNotes& take);

// A column as it was saved.
struct SavedColumn {
  std::string name;
  std::string about;
};
[[nodiscard]] std::vector<SavedColumn> saved_columns(const store::Store& store);

// The last step of an import, before the store is put in place. `writer` is sealed; into it go the
// columns that the old store `had`, computed again if possible, what prepare()
// makes, and the graphs of hosts and sites. Returns what the user should know.
[[nodiscard]] Result<std::vector<std::string>> finish_draft(store::Writer& writer,
                                                            const store::Facts& facts,
                                                            const ImportRequest& request,
                                                            std::span<const SavedColumn> had);

}  // namespace cocite::prepare
