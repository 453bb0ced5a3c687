// What pages say about themselves becomes columns of the store: title, text, address, language,
// date, and what stands in their links.
//
//   COCITE_TRY(PageColumns columns, PageColumns::create(draft));
//   COCITE_CHECK(columns.add(page, record));             // any order of pages, each page once
//   COCITE_CHECK(columns.add_old(page, old_page));       // as the store that is added to has it
//   COCITE_CHECK(columns.write(old, numbers, titles));
//
// Records wait in a file, 16 bytes a page in memory. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "file/publish.h"
#include "file/raw_file.h"
#include "ingest/context.h"
#include "ingest/page_record.h"
#include "ingest/title_sorter.h"
#include "store/store.h"

namespace cocite::ingest {

class PageColumns {
 public:
  [[nodiscard]] static Result<PageColumns> create(Context& context, const file::Draft& draft);
  [[nodiscard]] Result<void> add(uint32_t page, const PageRecord& record);
  void add_old(uint32_t page, PageId old_page);
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::vector<uint32_t> pages() const;

  // `old`: the store that add_old() means, or nullptr, and the numbers of its pages in the new one.
  // Titles are handed on, since there may be more of them.
  // REQUIRES: the draft has its pages and links.
  [[nodiscard]] Result<void> write(const store::Store* old, const std::vector<uint32_t>& numbers,
                                   TitleSorter& titles);
  [[nodiscard]] uint64_t texts() const { return texts_; }

 private:
  static constexpr uint32_t kOld = 0xFFFFFFFF;
  struct Entry {
    uint64_t offset;  // or the old page
    uint32_t page;
    uint32_t length;  // kOld: of the old store
  };
  PageColumns(Context& context, const file::Draft& draft) : context_(&context), draft_(&draft) {}
  // The record of an entry; its views are of `bytes`.
  [[nodiscard]] Result<void> load(const Entry& entry, std::string& bytes, PageRecord& record) const;
  [[nodiscard]] Result<void> load_old(PageId page, std::string& bytes, PageRecord& record) const;
  [[nodiscard]] Result<void> write_texts(TitleSorter& titles);
  [[nodiscard]] Result<void> write_anchors();
  // One column of short texts; `text_of(key, record)`.
  template <class TextOf>
  [[nodiscard]] Result<void> write_short(const std::string& name, TextOf&& text_of);

  Context* context_;
  const file::Draft* draft_;
  file::RawFile file_;
  std::vector<Entry> entries_;
  const store::Store* old_ = nullptr;
  const std::vector<uint32_t>* numbers_ = nullptr;
  uint64_t texts_ = 0;
  bool has_anchors_ = false;
  bool has_urls_ = false;
  bool has_languages_ = false;
};

}  // namespace cocite::ingest
