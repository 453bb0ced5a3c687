// What pages say about themselves becomes columns of the store: title, text, address, language,
// date, machine, and the anchor texts of their links.
//
//   PageColumns columns(context, writer, &records);
//   columns.add(page, offset, length, record);           // any order of pages; runs of rows in theirs
//   columns.add_old(page, old_page);                     // as the store that is added to has it
//   COCITE_CHECK(columns.add_text(page, "First words"));  // whatever the page says itself
//   COCITE_CHECK(columns.write(old, numbers, titles));
//
// Records stay where they wait, 24 bytes a page in memory, and are read once: all columns are
// written side by side. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <cocite/result.h>

#include "file/spill.h"
#include "file/string_table.h"
#include "ingest/context.h"
#include "ingest/page_record.h"
#include "ingest/title_sorter.h"
#include "store/store.h"
#include "store/writer.h"

namespace cocite::ingest {

class PageColumns {
 public:
  // `records`: where the records of add() are; nullptr where there will be none.
  PageColumns(Context& context, store::Writer& writer, file::Spill* records)
      : context_(&context),
        writer_(&writer),
        records_(records),
        given_letters_(writer.scratch("given-texts"), context.spill_bytes()) {}
  // The record of a page, as it stands at `offset`.
  void add(uint32_t page, uint64_t offset, uint32_t length, const PageRecord& record);
  void add_old(uint32_t page, PageId old_page);
  // Of several for one page the last one counts.
  [[nodiscard]] Result<void> add_text(uint32_t page, std::string_view text);
  [[nodiscard]] bool empty() const { return entries_.empty() && given_.empty(); }
  [[nodiscard]] std::vector<uint32_t> pages() const;

  // `old`: the store that add_old() means, or nullptr, and the numbers of its pages in the new one.
  // Titles are handed on, since there may be more of them.
  // REQUIRES: the draft has its pages and links.
  [[nodiscard]] Result<void> write(const store::Store* old, const std::vector<uint32_t>& numbers,
                                   TitleSorter& titles);
  [[nodiscard]] uint64_t texts() const { return texts_; }

 private:
  static constexpr uint32_t kOld = 0xFFFFFFFF;
  static constexpr uint32_t kNone = 0xFFFFFFFE;
  struct Entry {
    uint64_t offset;  // or the old page
    uint32_t page;
    uint32_t length;  // kOld: of the old store; kNone: nothing but a given text
    uint32_t given;   // place in given_; kNone: none
  };
  struct Given {
    uint64_t offset;  // in given_letters_
    uint32_t page;
    uint32_t length;
  };
  struct Columns;
  // Puts the texts that were given into the entries.
  void merge_given();
  // The record of an entry; its views are of the records, or of `room`.
  [[nodiscard]] Result<void> load(const Entry& entry, std::string& room, PageRecord& record);
  // The same for all entries of a page: runs of rows with its links, of which each has some anchors.
  [[nodiscard]] Result<void> load_all(std::span<const Entry> entries,
                                      std::vector<std::string>& rooms, PageRecord& record);
  [[nodiscard]] Result<void> load_given(const Entry& entry, PageRecord& record);
  [[nodiscard]] Result<void> load_old(PageId page, std::string& room, PageRecord& record);
  // Makes the columns that need to know beforehand what texts are like.
  [[nodiscard]] Result<void> start(const file::StringTable& keys, Columns& columns);
  [[nodiscard]] Result<void> write_page(std::string_view key, const PageRecord& record,
                                        uint32_t page, Columns& columns) const;
  [[nodiscard]] Result<void> write_dates(const std::vector<uint32_t>& dates) const;

  Context* context_;
  store::Writer* writer_;
  file::Spill* records_;
  std::vector<Entry> entries_;
  std::vector<Given> given_;
  file::Spill given_letters_;
  std::string given_room_;
  const store::Store* old_ = nullptr;
  std::optional<store::PageTextColumns::Reader> old_texts_;
  const std::vector<uint32_t>* numbers_ = nullptr;
  uint64_t texts_ = 0;
  bool has_anchors_ = false;
  bool has_urls_ = false;
  bool has_languages_ = false;
  bool has_machines_ = false;
};

}  // namespace cocite::ingest
