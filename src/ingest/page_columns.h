// What pages say about themselves becomes columns of the store: title, text, address, language,
// date, and what stands in their links.
//
//   PageColumns columns(context, draft, &records);
//   columns.add(page, offset, length, record);           // any order of pages, each page once
//   columns.add_old(page, old_page);                     // as the store that is added to has it
//   COCITE_CHECK(columns.write(old, numbers, titles));
//
// Records stay where they wait, 16 bytes a page in memory, and are read once: all columns are
// written side by side. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "file/publish.h"
#include "file/spill.h"
#include "file/string_table.h"
#include "ingest/context.h"
#include "ingest/page_record.h"
#include "ingest/title_sorter.h"
#include "store/store.h"

namespace cocite::ingest {

class PageColumns {
 public:
  // `records`: where the records of add() are; nullptr where there will be none.
  PageColumns(Context& context, const file::Draft& draft, file::Spill* records)
      : context_(&context), draft_(&draft), records_(records) {}
  // The record of a page, as it stands at `offset`.
  void add(uint32_t page, uint64_t offset, uint32_t length, const PageRecord& record);
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
  struct Columns;
  // The record of an entry; its views are of the records, or of `room`.
  [[nodiscard]] Result<void> load(const Entry& entry, std::string& room, PageRecord& record) const;
  [[nodiscard]] Result<void> load_old(PageId page, std::string& room, PageRecord& record) const;
  // Makes the columns that need to know beforehand what texts are like.
  [[nodiscard]] Result<void> start(const file::StringTable& keys, Columns& columns) const;
  [[nodiscard]] Result<void> write_page(std::string_view key, const PageRecord& record,
                                        uint32_t page, Columns& columns) const;
  [[nodiscard]] Result<void> write_dates(const std::vector<uint32_t>& dates) const;

  Context* context_;
  const file::Draft* draft_;
  file::Spill* records_;
  std::vector<Entry> entries_;
  const store::Store* old_ = nullptr;
  const std::vector<uint32_t>* numbers_ = nullptr;
  uint64_t texts_ = 0;
  bool has_anchors_ = false;
  bool has_urls_ = false;
  bool has_languages_ = false;
};

}  // namespace cocite::ingest
