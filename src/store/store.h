// The narrow waist: everything that is written becomes a store, everything that reads reads a
// store.
//
//   COCITE_TRY(auto store, Store::open("web.cocite"));
//   COCITE_TRY(auto page, store.find("com,example)/"));
//   ListBuffer buffer;
//   COCITE_TRY(auto children, store.children(*page, buffer));
//
// A store is a folder of containers (docs/formats/store.md), mapped and never changed; whoever has
// one open keeps it as it was, even if it gets new columns (save_columns.h) or is replaced. Opening
// costs the same for any size. Any number of threads and processes may read one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cocite/result.h>

#include "base/ids.h"
#include "file/bitmap.h"
#include "file/string_table.h"
#include "file/text_column.h"
#include "graph/packed_links.h"
#include "store/alias_table.h"
#include "store/column.h"
#include "store/link_counts.h"
#include "store/manifest.h"
#include "store/notes.h"
#include "store/page_texts.h"

namespace cocite::store {

enum class Names : uint8_t { kUrl, kOpaque };

class Store {
 public:
  // A store that is replaced just now is opened as it was or as it is then.
  [[nodiscard]] static Result<Store> open(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  [[nodiscard]] uint64_t pages() const { return keys_.size(); }
  [[nodiscard]] uint64_t links() const { return out_.links(); }
  [[nodiscard]] Names names() const { return names_; }
  // Whether the order of the links on a page is known.
  [[nodiscard]] bool has_link_order() const { return link_order_; }

  // Keys.
  [[nodiscard]] const file::StringTable& keys() const { return keys_; }
  // The page with this key, or the one that the key is an alias of.
  [[nodiscard]] Result<std::optional<PageId>> find(std::string_view key) const;
  [[nodiscard]] Result<std::string> key(PageId page) const;

  // Links. The spans are valid until the buffer is used again.
  [[nodiscard]] const graph::PackedLinks& out() const { return out_; }
  [[nodiscard]] const graph::PackedLinks& in() const { return in_; }
  [[nodiscard]] Result<std::span<const PageId>> children(PageId page,
                                                         graph::ListBuffer& buffer) const {
    return out_.list(page, buffer);
  }
  [[nodiscard]] Result<std::span<const PageId>> parents(PageId page,
                                                        graph::ListBuffer& buffer) const {
    return in_.list(page, buffer);
  }

  // Hosts. With opaque names every page is its own host.
  [[nodiscard]] uint64_t hosts() const;
  [[nodiscard]] Result<HostId> host_of(PageId page) const;
  // The pages of a host: [first, last).
  [[nodiscard]] Result<std::pair<PageId, uint64_t>> pages_of(HostId host) const;

  // Of a graph of hosts or sites: what stands behind each link. nullptr: this is a graph of pages.
  [[nodiscard]] const LinkCounts* link_counts() const { return counts_ ? &*counts_ : nullptr; }

  // Whether the page itself was seen, or only links to it.
  [[nodiscard]] Result<bool> is_crawled(PageId page) const { return crawled_.get(index(page)); }

  // Columns.
  [[nodiscard]] bool has_titles() const { return titles_.has_value(); }
  [[nodiscard]] Result<std::string> title(PageId page) const;  // empty: none
  // What crawled pages said.
  [[nodiscard]] const PageTextColumns& said() const { return texts_; }
  // All of it, of one page. The address is empty where none is known but by the key.
  [[nodiscard]] Result<PageTexts> texts(PageId page) const;
  // nullptr: the store has no aliases.
  [[nodiscard]] const AliasTable* aliases() const { return aliases_ ? &*aliases_ : nullptr; }
  [[nodiscard]] std::vector<std::string> column_names() const;
  [[nodiscard]] Result<NumberColumn> column(std::string_view name) const;
  // How it was made, without reading its values.
  [[nodiscard]] Result<std::string> about_column(std::string_view name) const;
  // Nothing where the store has none of this name.
  [[nodiscard]] Result<std::optional<Notes>> notes(std::string_view name) const;
  // What the import that made this store reported.
  [[nodiscard]] Result<std::string> report() const;

  // Every checksum, every invariant: the two directions agree, keys rise, hosts fit the keys.
  [[nodiscard]] Result<void> check() const;

 private:
  // The parts that the manifest names.
  [[nodiscard]] Result<void> open_parts();
  // The files of columns. One that is damaged stands in nobody's way until it is asked for.
  void open_columns();
  [[nodiscard]] Result<file::Container> column_container(std::string_view name) const;
  // Whether this is the file that the manifest means.
  [[nodiscard]] Result<void> matches(const file::Container& container, std::string_view name) const;

  std::string path_;
  Manifest manifest_;
  Names names_ = Names::kUrl;
  bool link_order_ = false;
  file::Container pages_file_;
  file::StringTable keys_;
  file::Container crawled_file_;
  file::Bitmap crawled_;
  std::optional<file::Bitmap> host_starts_;
  graph::PackedLinks out_;
  graph::PackedLinks in_;
  std::optional<file::Container> titles_file_;
  std::optional<file::TextColumn> titles_;
  PageTextColumns texts_;
  std::optional<AliasTable> aliases_;
  std::optional<LinkCounts> counts_;
  std::vector<std::pair<std::string, Result<file::Container>>> columns_;
};

}  // namespace cocite::store
