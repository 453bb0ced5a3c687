// Puts missing links into the Markdown files that a store was imported from.
//
//   COCITE_CHECK(apply(store, {.dry_run = true}, answer));
//   answer.patch                              // what would change, for `patch -p1` or `git apply`
//
// Only links whose words stand in a sentence of the file: outside of headings, links, code and tables
// (read/markdown_prose.h). Written as the file writes its links, [[Page]] or [text](page.md). A file that
// changed since it was imported is left as it is. Without `dry_run` each file is replaced in one step, and
// what it was stays beside it as FILE.bak. One thread.
#pragma once

#include <atomic>

#include <cocite/result.h>
#include <cocite/suggest.h>

#include "store/store.h"

namespace cocite::suggest {

struct Apply {
  bool dry_run = false;
  const std::atomic<bool>* stop = nullptr;  // before any file is written
};

// Fills patch, files and notes. kUnsupported: the store is of no folder of Markdown files; kNotFound: the
// folder is not there any more.
[[nodiscard]] Result<void> apply(const store::Store& store, const Apply& options,
                                 SuggestAnswer& answer);

}  // namespace cocite::suggest
