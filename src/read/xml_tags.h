// The tags of an XML file, one after the other, in bounded memory: for files of graphs that are larger than memory.
//
//   XmlTags tags(std::move(stream));
//   for (;;) {
//     COCITE_TRY(const bool has_more, tags.next());    // false: the end
//     tags.name(), tags.is_end(), tags.attribute("id"), tags.text()     // text: what stood before this tag
//   }
//
// Names have no prefix ("viz:color" is "color"). Entities are decoded as in HTML; entities of a DTD are not read.
// A file that ends within a tag, and a tag of more than 4 MiB, are errors. One thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "read/input_stream.h"

namespace cocite::read {

class XmlTags {
 public:
  explicit XmlTags(std::unique_ptr<InputStream> stream) : stream_(std::move(stream)) {}

  [[nodiscard]] Result<bool> next();
  // Of the tag that next() found, until the next call.
  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] bool is_end() const { return is_end_; }
  [[nodiscard]] bool is_empty_element() const { return is_empty_; }
  // Decoded; empty: there is none.
  [[nodiscard]] std::string attribute(std::string_view name) const;
  // Decoded, at most 64 KiB.
  [[nodiscard]] std::string text() const;

  [[nodiscard]] const InputStream& stream() const { return *stream_; }

 private:
  [[nodiscard]] Result<bool> read_more();
  // Where `mark` stands behind `from` bytes of what is left, read as far as needed; npos: not before the end.
  [[nodiscard]] Result<size_t> find(std::string_view mark, size_t from);
  [[nodiscard]] Result<size_t> find_tag_end();
  [[nodiscard]] Result<void> take_text();
  void keep_text(std::string_view text);
  [[nodiscard]] std::string_view rest() const { return std::string_view(bytes_).substr(at_); }
  void parse(std::string_view tag);
  [[nodiscard]] tl::unexpected<Error> cut_off() const;

  std::unique_ptr<InputStream> stream_;
  std::string bytes_;
  size_t at_ = 0;
  std::string text_;
  std::string tag_;
  std::string_view name_;
  std::vector<std::pair<std::string_view, std::string_view>> attributes_;
  bool is_end_ = false;
  bool is_empty_ = false;
};

}  // namespace cocite::read
