// Titles and what pages say: from the fetch whose links were taken, from the store that is added
// to, and from a file of titles.
//
//   TextsWriter texts(context, draft, batches, old, has_urls);
//   COCITE_CHECK(texts.write(gatherer, graph_writer, report));   // files "titles", "texts" …
//
// One thread.
#pragma once

#include <cocite/query.h>
#include <cocite/result.h>

#include "file/publish.h"
#include "ingest/context.h"
#include "ingest/gather.h"
#include "ingest/graph_writer.h"
#include "ingest/key_batches.h"
#include "ingest/page_columns.h"
#include "ingest/title_sorter.h"
#include "store/store.h"

namespace cocite::ingest {

class TextsWriter {
 public:
  // `old`: the store that is added to, or nullptr.
  TextsWriter(Context& context, const file::Draft& draft, const KeyBatches& batches,
              const store::Store* old, bool has_urls)
      : context_(&context), draft_(&draft), batches_(&batches), old_(old), has_urls_(has_urls) {}

  // `gatherer` may be nullptr: a graph without crawls. REQUIRES: pages and links are written.
  [[nodiscard]] Result<void> write(Gatherer* gatherer, const GraphWriter& graph,
                                   ImportReport& report);
  // Whether there was anything to write.
  [[nodiscard]] bool has_any() const { return has_any_; }

 private:
  [[nodiscard]] Result<void> give_old_pages(const GraphWriter& graph, PageColumns& columns) const;
  [[nodiscard]] Result<void> read_title_file(TitleSorter& titles, ImportReport& report) const;

  Context* context_;
  const file::Draft* draft_;
  const KeyBatches* batches_;
  const store::Store* old_;
  bool has_urls_;
  bool has_any_ = false;
};

}  // namespace cocite::ingest
