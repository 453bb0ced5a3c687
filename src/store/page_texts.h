// What crawled pages said about themselves: text, address, language, date, and the anchor texts of their
// links. Each is a file of its own and may be missing.
//
//   COCITE_TRY(PageTexts said, store.texts(page));
//   said.anchors[2]     // the anchor text of the link to the page's third child
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/block_column.h"
#include "file/container.h"
#include "file/text_column.h"

namespace cocite::store {

struct PageTexts {
  uint32_t date = 0;  // when it was fetched, seconds since 1970; 0: not known
  std::string text;   // its first words
  std::string url;    // as it was fetched; empty: not known
  std::string language;
  std::vector<std::string> anchors;  // by child; may be shorter than the list of children
};

// An address that is url_of_key(key, is_secure) is not written again. One that differs in its scheme only
// is "s" for https, "p" for http.
[[nodiscard]] std::string short_url(std::string_view key, std::string_view url, bool is_secure);
[[nodiscard]] std::string long_url(std::string_view key, std::string_view short_form,
                                   bool is_secure);

// A view of the files of a store; any number of threads may read.
class PageTextColumns {
 public:
  // Each takes its file; `pages`: how many the store has.
  [[nodiscard]] Result<void> open_texts(file::Container container);
  [[nodiscard]] Result<void> open_anchors(file::Container container);
  [[nodiscard]] Result<void> open_urls(file::Container container, uint64_t pages);
  [[nodiscard]] Result<void> open_languages(file::Container container, uint64_t pages);
  [[nodiscard]] Result<void> open_dates(file::Container container, uint64_t pages);

  [[nodiscard]] bool has_texts() const { return texts_.has_value(); }
  [[nodiscard]] bool has_urls() const { return urls_.has_value(); }
  [[nodiscard]] bool has_languages() const { return languages_.has_value(); }
  [[nodiscard]] bool has_dates() const { return !dates_.empty(); }
  [[nodiscard]] bool has_anchors() const { return anchors_.has_value(); }

  [[nodiscard]] Result<std::string> text(PageId page) const;
  [[nodiscard]] Result<std::string> url(PageId page, std::string_view key, bool is_secure) const;
  [[nodiscard]] Result<std::string> language(PageId page) const;
  [[nodiscard]] uint32_t date(PageId page) const {
    return dates_.empty() ? 0 : dates_[index(page)];
  }
  [[nodiscard]] Result<std::vector<std::string>> anchors(PageId page) const;

  // Text and anchors, for reading pages in order, which saves most of the unpacking. One
  // thread; valid while the columns live.
  class Reader {
   public:
    explicit Reader(const PageTextColumns& columns);
    // Valid until the next call.
    [[nodiscard]] Result<std::string_view> text(PageId page);
    [[nodiscard]] Result<std::vector<std::string>> anchors(PageId page);

   private:
    std::optional<file::BlockColumn::Reader> texts_;
    std::optional<file::BlockColumn::Reader> anchors_;
  };

 private:
  std::vector<file::Container> files_;
  std::optional<file::BlockColumn> texts_;
  std::optional<file::TextColumn> urls_;
  std::optional<file::TextColumn> languages_;
  std::span<const uint32_t> dates_;
  std::optional<file::BlockColumn> anchors_;
};

}  // namespace cocite::store
