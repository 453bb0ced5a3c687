// The narrow waist: everything that is written becomes a store, everything that reads reads a
// store.
//
//   COCITE_TRY(auto store, Store::open("web.cocite"));
//   COCITE_TRY(auto page, store.find("com,example)/"));
//   ListBuffer buffer;
//   COCITE_TRY(auto children, store.children(*page, buffer));
//
// A store is a folder of containers (docs/formats/store.md), mapped and never changed; an open
// store stays as it was, even if it gets new columns (save_columns.h) or is replaced. Opening
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
#include "file/string_table.h"
#include "graph/packed_links.h"
#include "store/column.h"
#include "store/manifest.h"
#include "store/notes.h"
#include "store/parts.h"
#include "text/index.h"

namespace cocite::store {

// The notes with what others call pages (words/anchor_names.h).
inline constexpr std::string_view kAnchorNames = "anchor-names";
inline constexpr std::string_view kAboutAnchorNames = "anchor-names 2";

class Store {
 public:
  // A store that is replaced just now is opened as it was or as it is then.
  [[nodiscard]] static Result<Store> open(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  [[nodiscard]] const Facts& facts() const { return manifest_.facts; }
  [[nodiscard]] uint64_t pages() const { return parts_.keys.size(); }
  [[nodiscard]] uint64_t links() const { return parts_.out.links(); }
  [[nodiscard]] Names names() const { return facts().names; }
  // Whether the order of the links on a page is known.
  [[nodiscard]] bool has_link_order() const { return facts().link_order; }

  // Keys.
  [[nodiscard]] const file::StringTable& keys() const { return parts_.keys; }
  // The page with this key, or the one that the key is an alias of.
  [[nodiscard]] Result<std::optional<PageId>> find(std::string_view key) const;
  [[nodiscard]] Result<std::string> key(PageId page) const;

  // The scheme that a page is shown with: the one it was fetched by, else the one that most links to it
  // use. Stores from before schemes were kept, and those without any https page, have none: http.
  [[nodiscard]] bool has_schemes() const { return parts_.secure.has_value(); }
  [[nodiscard]] Result<bool> is_secure(PageId page) const {
    return parts_.secure ? parts_.secure->get(index(page)) : Result<bool>(false);
  }
  // The address of the page, as it was fetched where that is known; its name where names are no URLs.
  // `key`: of the page.
  [[nodiscard]] Result<std::string> url(PageId page, std::string_view key) const;

  // An address with this key, which need not be a page: an alias is shown with the scheme of its page, others
  // as http. The key itself where names are no URLs.
  [[nodiscard]] std::string address(std::string_view key) const;

  // Links. The spans are valid until the buffer is used again.
  [[nodiscard]] const graph::PackedLinks& out() const { return parts_.out; }
  [[nodiscard]] const graph::PackedLinks& in() const { return parts_.in; }
  [[nodiscard]] Result<std::span<const PageId>> children(PageId page,
                                                         graph::ListBuffer& buffer) const {
    return parts_.out.list(page, buffer);
  }
  [[nodiscard]] Result<std::span<const PageId>> parents(PageId page,
                                                        graph::ListBuffer& buffer) const {
    return parts_.in.list(page, buffer);
  }

  // Whether more than 90 % of the links stay on their host: hosts tell nothing then.
  [[nodiscard]] bool is_one_site() const {
    return facts().same_host_links > 0 && facts().same_host_links * 10 > links() * 9;
  }

  // Whether pages themselves were read, so that it is known which were fetched. A list of links shows
  // only which pages have links.
  [[nodiscard]] bool knows_fetched() const;
  // Whether at least 90 % of the pages that were fetched are of one site: OnlyPages says what counts
  // as a crawl.
  [[nodiscard]] Result<bool> is_crawl_of_one_site() const;

  // Hosts. With opaque names every page is its own host.
  [[nodiscard]] uint64_t hosts() const;
  [[nodiscard]] Result<HostId> host_of(PageId page) const;
  // The pages of a host: [first, last).
  [[nodiscard]] Result<std::pair<PageId, uint64_t>> pages_of(HostId host) const;

  // Of a graph of hosts or sites: the counts behind each link. nullptr: this is a graph of pages.
  [[nodiscard]] const LinkCounts* link_counts() const {
    return parts_.counts ? &*parts_.counts : nullptr;
  }

  // How often people went from page to page. nullptr: nothing is known of it.
  [[nodiscard]] const VisitTable* visits() const {
    return parts_.visits ? &*parts_.visits : nullptr;
  }

  // Whether the page itself was seen, or only links to it.
  [[nodiscard]] Result<bool> is_crawled(PageId page) const {
    return parts_.crawled.get(index(page));
  }

  // Columns.
  [[nodiscard]] bool has_titles() const { return parts_.titles.has_value(); }
  [[nodiscard]] Result<std::string> title(PageId page) const;  // empty: none
  [[nodiscard]] Result<bool> has_title(PageId page) const;
  // The common text of links to a page, used as its name if it has no title; empty if unknown. Whether
  // it is known for any page.
  [[nodiscard]] bool has_anchor_names() const { return anchor_names_.has_value(); }
  [[nodiscard]] Result<std::string> anchor_name(PageId page) const;
  // What crawled pages say of themselves: text, anchors, address, language, date.
  [[nodiscard]] const PageTextColumns& text_columns() const { return parts_.texts; }
  // All of it, of one page. The address is empty where none is known but by the key.
  [[nodiscard]] Result<PageTexts> texts(PageId page) const;
  // nullptr: the store has no aliases.
  [[nodiscard]] const AliasTable* aliases() const {
    return parts_.aliases ? &*parts_.aliases : nullptr;
  }
  // What a server said of the page last, as far as is known. Whether that is kept of pages that
  // could not be had.
  [[nodiscard]] bool has_statuses() const { return parts_.statuses.has_value(); }
  [[nodiscard]] PageStatus status(PageId page) const;
  // nullptr: of none.
  [[nodiscard]] const StatusTable* statuses() const {
    return parts_.statuses ? &*parts_.statuses : nullptr;
  }
  // The machine that a page was fetched from; nothing: not known. nullptr: it is known of none.
  [[nodiscard]] std::optional<IpAddress> machine(PageId page) const;
  [[nodiscard]] const MachineTable* machines() const {
    return parts_.machines ? &*parts_.machines : nullptr;
  }
  [[nodiscard]] std::vector<std::string> column_names() const;
  [[nodiscard]] Result<NumberColumn> column(std::string_view name) const;
  // How it was made, without reading its values.
  [[nodiscard]] Result<std::string> about_column(std::string_view name) const;
  // Nothing where the store has none of this name.
  [[nodiscard]] Result<std::optional<Notes>> notes(std::string_view name) const;
  // The pages of each word. Empty if the store has no index; a damaged index
  // is reported on use.
  [[nodiscard]] Result<std::optional<text::Index>> words() const;
  // The file of a part that is not opened with the store; `name`: which one of a family. Nothing
  // where the store has none.
  [[nodiscard]] Result<std::optional<file::Container>> part(Part part,
                                                            std::string_view name = {}) const;
  // What the import that made this store reported.
  [[nodiscard]] Result<std::string> report() const;

  // Every checksum, every invariant: the two directions agree, keys rise, hosts fit the keys.
  [[nodiscard]] Result<void> check() const;

 private:
  // The parts that the manifest names.
  [[nodiscard]] Result<void> open_parts();
  // The files of columns. A damaged one is reported on use.
  void open_columns();
  // Likewise.
  void open_anchor_names();
  [[nodiscard]] Result<file::Container> column_container(std::string_view name) const;
  // Whether this is the file that the manifest means.
  [[nodiscard]] Result<void> matches(const file::Container& container, std::string_view name) const;

  std::string path_;
  Manifest manifest_;
  OpenedParts parts_;
  std::vector<std::pair<std::string, Result<file::Container>>> columns_;
  std::optional<Notes> anchor_notes_;
  std::optional<file::TextColumn> anchor_names_;
};

}  // namespace cocite::store
