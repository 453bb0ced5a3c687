#include "words/make_index.h"

#include <algorithm>
#include <utility>

#include "text/index_builder.h"
#include "text/stemmer.h"
#include "words/anchor_sorter.h"
#include "words/language.h"
#include "words/sort_anchors.h"

namespace cocite::words {
namespace {

constexpr uint64_t kPagesAReport = 4096;

Result<void> tell(const MakeIndex& options, std::string_view stage, uint64_t done, uint64_t total) {
  return options.report ? options.report(stage, done, total) : Result<void>();
}

}  // namespace

bool has_words(const store::Store& store) {
  return store.has_titles() || store.text_columns().has_texts() ||
         store.text_columns().has_anchors();
}

Error no_words(const std::string& path) {
  return {.code = ErrorCode::kUnsupported,
          .message = path +
                     ": has no words: no titles, no texts, no words in links. Crawls and "
                     "dumps bring them; a list of links needs a file with a line "
                     "page<TAB>text for each page",
          .remedies = {{.options = {{"text", "FILE"}, {"force", ""}},
                        .command = "import",
                        .arguments = {path, "LINKS"}}}};
}

Result<void> check_stem(std::string_view stem) {
  if (stem == "auto" || stem == "none" || text::stemmer_language(stem) != "none") return {};
  return fail({.message = "there is no stemmer for '" + std::string(stem) +
                          "'; a language is written like english or en, auto is that of most "
                          "pages, none leaves words as they are",
               .about = "stem"});
}

Result<std::string> resolve_stem(const store::Store& store, std::string_view stem) {
  if (stem != "auto") return text::stemmer_language(stem);
  COCITE_TRY(const std::string language, language_of(store));
  return text::stemmer_language(language);
}

Result<text::IndexMeta> make_index(const store::Store& store, const MakeIndex& options,
                                   file::ContainerWriter container) {
  COCITE_CHECK(check_stem(options.stem));
  COCITE_CHECK(tell(options, "reading words", 0, store.pages()));
  COCITE_TRY(const std::string stem, resolve_stem(store, options.stem));
  AnchorSorter anchors(options.scratch + "-anchors", options.memory_bytes / 4);
  COCITE_CHECK(sort_anchors(store, options.report, anchors));
  COCITE_TRY(auto builder, text::IndexBuilder::create({.pages = store.pages(),
                                                       .stem = stem,
                                                       .scratch = options.scratch,
                                                       .memory_bytes = options.memory_bytes / 2,
                                                       .threads = options.threads}));
  store::PageTextColumns::Reader reader(store.text_columns());
  for (uint64_t i = 0; i < store.pages(); ++i) {
    if (i % kPagesAReport == 0) COCITE_CHECK(tell(options, "reading words", i, store.pages()));
    const PageId page = page_id(i);
    COCITE_TRY(const std::string title, store.title(page));
    COCITE_TRY(const std::string_view text, reader.text(page));
    COCITE_TRY(const auto named, anchors.of(page));
    if (title.empty() && text.empty() && named.empty()) continue;
    COCITE_CHECK(builder.add(page, {.title = title, .text = text, .anchors = named}));
  }
  COCITE_CHECK(tell(options, "writing the index", 0, 0));
  COCITE_TRY(const text::IndexMeta meta, builder.write(container));
  COCITE_CHECK(container.finish());
  return meta;
}

}  // namespace cocite::words
