// Titles and what pages say: from the fetch whose links were taken, from the store that is added
// to, and from files of titles and texts.
//
//   TextsWriter texts(context, writer, batches, old, has_urls);
//   COCITE_CHECK(texts.write(gatherer, graph_writer, report));   // files "titles", "texts" …
//
// One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <cocite/query.h>
#include <cocite/result.h>

#include "ingest/context.h"
#include "ingest/gather.h"
#include "ingest/graph_writer.h"
#include "ingest/key_batches.h"
#include "ingest/page_columns.h"
#include "ingest/title_sorter.h"
#include "store/store.h"
#include "store/writer.h"

namespace cocite::ingest {

class TextsWriter {
 public:
  // `old`: the store that is added to, or nullptr.
  TextsWriter(Context& context, store::Writer& writer, const KeyBatches& batches,
              const store::Store* old, bool has_urls)
      : context_(&context), writer_(&writer), batches_(&batches), old_(old), has_urls_(has_urls) {}

  // `gatherer` may be nullptr: a graph without crawls. REQUIRES: pages and links are written.
  [[nodiscard]] Result<void> write(Gatherer* gatherer, const GraphWriter& graph,
                                   ImportReport& report);
  // Whether there was anything to write.
  [[nodiscard]] bool has_any() const { return has_any_; }

 private:
  [[nodiscard]] Result<void> give_old_pages(const GraphWriter& graph, PageColumns& columns) const;
  // Calls use(page, text) for the lines page<TAB>text of a file; `what`: of which they are, in words.
  [[nodiscard]] Result<void> read_lines(
      const std::string& path, const std::string& what, ImportReport& report,
      const std::function<Result<void>(uint32_t page, std::string_view text)>& use) const;

  Context* context_;
  store::Writer* writer_;
  const KeyBatches* batches_;
  const store::Store* old_;
  bool has_urls_;
  bool has_any_ = false;
};

}  // namespace cocite::ingest
