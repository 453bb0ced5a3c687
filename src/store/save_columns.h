// New columns and notes for a store that is there already: all about a store that may change.
//
//   COCITE_CHECK(save_columns(store, columns, goes_on));
//
// A folder is made beside the store that has the same files (not copies of them) and the new
// ones, and takes its place in one step: a reader sees all of the new columns or none, one that
// has the store open keeps what it opened, and whatever ends this before leaves the old
// store. A save waits while another process writes, and then adds to the result.
// Any thread.
#pragma once

#include <functional>
#include <span>
#include <string>

#include <cocite/result.h>

#include "store/notes.h"
#include "store/store.h"
#include "store/writer.h"

namespace cocite::store {

// Any other part: `write` fills and finishes its file.
struct NewPart {
  Part part;
  // `scratch`: a path for temporary files.
  std::function<Result<void>(file::ContainerWriter file, const std::string& scratch)> write;
};

struct NewParts {
  std::span<const NewColumn> columns = {};
  std::span<const NewNotes> notes = {};
  std::span<const NewPart> others = {};
  std::span<const Part> removes = {};  // of no family
  // Changes what the manifest tells; empty: nothing.
  std::function<void(Facts&)> tell = {};
};

// Parts of the same name are replaced. `goes_on` is asked while waiting, and once before the
// store is changed; false: kCancelled. Empty: gives up, with kCancelled, if another process is
// writing. Fails if the store has become another one since it was opened.
[[nodiscard]] Result<void> save_parts(const Store& store, const NewParts& parts,
                                      const std::function<bool()>& goes_on);

[[nodiscard]] inline Result<void> save_columns(const Store& store,
                                               std::span<const NewColumn> columns,
                                               const std::function<bool()>& goes_on) {
  return save_parts(store, {.columns = columns}, goes_on);
}
[[nodiscard]] inline Result<void> save_notes(const Store& store, const NewNotes& notes,
                                             const std::function<bool()>& goes_on) {
  return save_parts(store, {.notes = {&notes, 1}}, goes_on);
}

// Whether a column could be saved, as far as one can tell before: for those who would be sorry to
// hear it after hours of work.
[[nodiscard]] Result<void> can_save_columns(const Store& store);

}  // namespace cocite::store
