// What people say of pages: labels, from a file or as they were saved in the store.
//
//   COCITE_TRY(const Labels labels, Labels::read(context, "labels.tsv"));
//   for (const uint32_t label : labels.of(page)) labels.name(label)
//
// A file: page<TAB>label a line, a page may have several. Reading: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "insight/insight.h"
#include "store/store.h"

namespace cocite::insight {

class Labels {
 public:
  // Pages that the store does not have are told in a note.
  [[nodiscard]] static Result<Labels> read(Context& context, const std::string& path);
  // As save() left them; empty if there are no saved labels.
  [[nodiscard]] static Result<std::optional<Labels>> saved(const store::Store& store);
  // The file, or what was saved where none is named; kInvalidArgument, about "labels", without
  // either.
  [[nodiscard]] static Result<Labels> get(Context& context, const std::string& path);
  [[nodiscard]] Result<void> save(Context& context) const;

  // Any order; each pair counts once.
  Labels(std::vector<std::string> names, std::vector<std::pair<PageId, uint32_t>> pairs);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::string& name(uint32_t label) const { return names_[label]; }
  // Pages with a label, rising.
  [[nodiscard]] std::span<const PageId> pages() const { return pages_; }
  [[nodiscard]] bool has(PageId page) const { return place(page) != pages_.size(); }
  [[nodiscard]] std::span<const uint32_t> of(PageId page) const;

 private:
  [[nodiscard]] size_t place(PageId page) const;

  std::vector<std::string> names_;
  std::vector<PageId> pages_;
  std::vector<size_t> begins_;  // of each page's labels, and the end of the last
  std::vector<uint32_t> labels_;
};

}  // namespace cocite::insight
