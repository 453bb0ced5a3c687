// For tests: pages made an index, in a scratch file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "file/scratch_file.h"
#include "text/index.h"
#include "text/index_builder.h"
#include "text/testing/naive_words.h"

namespace cocite::text::testing {

inline Result<IndexMeta> write_index(const std::vector<NaivePage>& pages, const std::string& path,
                                     IndexOptions options = {}) {
  options.pages = pages.size();
  options.scratch = path + ".scratch";
  COCITE_TRY(auto builder, IndexBuilder::create(options));
  std::vector<Anchor> anchors;
  for (size_t i = 0; i < pages.size(); ++i) {
    anchors.clear();
    for (const auto& [host, text] : pages[i].anchors) anchors.push_back({host, text});
    COCITE_CHECK(builder.add(page_id(i), {pages[i].title, pages[i].text, anchors}));
  }
  COCITE_TRY(auto writer, file::ContainerWriter::create(path, kIndexKind));
  COCITE_TRY(const IndexMeta meta, builder.write(writer));
  COCITE_CHECK(writer.finish());
  return meta;
}

struct BuiltIndex {
  explicit BuiltIndex(const std::vector<NaivePage>& pages, const IndexOptions& options = {}) {
    written = write_index(pages, file.path(), options);
    if (!written) return;
    auto container = file::Container::open(file.path(), kIndexKind);
    if (!container) return;
    auto opened = Index::open(*container);
    if (opened) index = std::make_unique<Index>(*std::move(opened));
  }
  file::ScratchFile file{"words"};
  Result<IndexMeta> written;
  std::unique_ptr<Index> index;
};

}  // namespace cocite::text::testing
