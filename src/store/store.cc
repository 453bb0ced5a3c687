#include "store/store.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/hash.h"
#include "url/key.h"

namespace cocite::store {
namespace {

// The order in which the two directions are compared by check(): out-links are gone through once,
// and each link must be found in the in-list of its target; equal numbers then make them the same.
Result<void> directions_agree(const Store& store) {
  if (store.out().links() != store.in().links()) {
    return fail(ErrorCode::kCorrupt, store.path() + ": out-links and in-links differ in number");
  }
  // Order-free sum over all links of a hash of (from, to), taken from both sides.
  const auto hash_of = [](uint64_t from, uint64_t to) { return mix(mix(from) ^ to); };
  uint64_t out_sum = 0;
  uint64_t in_sum = 0;
  auto out = store.out().scan(page_id(0), store.pages());
  while (out.next()) {
    for (const PageId child : out.list()) out_sum += hash_of(index(out.page()), index(child));
  }
  COCITE_CHECK(out.status());
  auto in = store.in().scan(page_id(0), store.pages());
  while (in.next()) {
    for (const PageId parent : in.list()) in_sum += hash_of(index(parent), index(in.page()));
  }
  COCITE_CHECK(in.status());
  if (out_sum != in_sum) {
    return fail(ErrorCode::kCorrupt, store.path() + ": out-links and in-links are not the same");
  }
  return {};
}

}  // namespace

Result<Store> Store::open(const std::string& path) {
  std::string folder = path;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  COCITE_TRY(Manifest manifest, Manifest::read(folder));
  for (int attempt = 1;; ++attempt) {
    Store store;
    store.path_ = folder;
    store.manifest_ = manifest;
    Result<void> opened = store.open_parts();
    if (opened) store.open_columns();
    for (const auto& [name, container] : store.columns_) {
      if (!container && opened) opened = tl::unexpected<Error>(container.error());
    }
    if (opened) return store;
    // Files that do not fit together, or are gone: another process may have put a new store in
    // place while we went through the old one. Who does so again and again gets ahead of us only
    // for a while.
    constexpr int kAttempts = 40;
    if (attempt > 1) std::this_thread::sleep_for(std::chrono::milliseconds(attempt));
    COCITE_TRY(manifest, Manifest::read(folder));
    if (attempt == kAttempts || manifest.identity == store.manifest_.identity) {
      if (!store.columns_.empty()) return store;  // only a column is damaged
      return tl::unexpected<Error>(opened.error());
    }
  }
}

Result<void> Store::matches(const file::Container& container, std::string_view name) const {
  for (const FileEntry& file : manifest_.files) {
    if (file.name != name) continue;
    if (file.size_bytes == container.size() && file.identity == container.identity()) return {};
  }
  return fail(ErrorCode::kCorrupt,
              path_ + "/" + std::string(name) + ": is not the file that this store was made with");
}

Result<void> Store::open_parts() {
  const auto is_listed = [&](std::string_view name) {
    return std::ranges::any_of(manifest_.files,
                               [&](const FileEntry& file) { return file.name == name; });
  };
  COCITE_TRY(pages_file_, file::Container::open(path_ + "/pages", "page"));
  COCITE_CHECK(matches(pages_file_, "pages"));
  COCITE_TRY(keys_, file::StringTable::open(pages_file_, "keys"));
  COCITE_TRY(crawled_file_, file::Container::open(path_ + "/crawled", "bits"));
  COCITE_CHECK(matches(crawled_file_, "crawled"));
  COCITE_TRY(crawled_, file::Bitmap::open(crawled_file_, "crawled"));
  if (pages_file_.has("hosts")) {
    COCITE_TRY(host_starts_, file::Bitmap::open(pages_file_, "hosts"));
  }
  names_ = manifest_.fact("names") == "url" ? Names::kUrl : Names::kOpaque;
  link_order_ = manifest_.fact("link_order") == "yes";

  COCITE_TRY(out_, graph::PackedLinks::open(path_ + "/out"));
  COCITE_CHECK(matches(out_.container(), "out"));
  COCITE_TRY(in_, graph::PackedLinks::open(path_ + "/in"));
  COCITE_CHECK(matches(in_.container(), "in"));
  const uint64_t pages = keys_.size();
  if (out_.pages() != pages || in_.pages() != pages || crawled_.size() != pages ||
      (host_starts_ && host_starts_->size() != pages)) {
    return fail(ErrorCode::kCorrupt, path_ + ": its parts differ in the number of pages");
  }
  if (is_listed("titles")) {
    COCITE_TRY(titles_file_, file::Container::open(path_ + "/titles", "text"));
    COCITE_CHECK(matches(*titles_file_, "titles"));
    COCITE_TRY(titles_, file::TextColumn::open(*titles_file_));
    if (titles_->size() != pages) {
      return fail(ErrorCode::kCorrupt, path_ + "/titles: not as many as pages");
    }
  }
  const auto open_listed = [&](const std::string& name,
                               std::string_view kind) -> Result<std::optional<file::Container>> {
    if (!is_listed(name)) return std::optional<file::Container>();
    COCITE_TRY(auto container, file::Container::open(path_ + "/" + name, kind));
    COCITE_CHECK(matches(container, name));
    return std::optional<file::Container>(std::move(container));
  };
  COCITE_TRY(texts_, PageTextColumns::open(open_listed, pages));
  if (is_listed("aliases")) {
    COCITE_TRY(aliases_, AliasTable::open(path_ + "/aliases"));
    COCITE_CHECK(matches(aliases_->container(), "aliases"));
  }
  if (is_listed("counts")) {
    COCITE_TRY(counts_, LinkCounts::open(path_ + "/counts"));
    COCITE_CHECK(matches(counts_->container(), "counts"));
  }
  return {};
}

Result<std::optional<PageId>> Store::find(std::string_view key) const {
  COCITE_TRY(std::optional<uint64_t> found, keys_.find(key));
  if (!found && aliases_) {
    // Chains end at a page; should they not, the file is not one that an import wrote.
    std::string at(key);
    for (uint64_t steps = 0; !found && steps <= aliases_->size(); ++steps) {
      COCITE_TRY(std::optional<std::string> target, aliases_->find(at));
      if (!target) break;
      at = std::move(*target);
      COCITE_TRY(found, keys_.find(at));
    }
  }
  if (!found) return std::optional<PageId>();
  return std::optional<PageId>(page_id(*found));
}

Result<PageTexts> Store::texts(PageId page) const {
  PageTexts all;
  all.date = texts_.date(page);
  COCITE_TRY(all.text, texts_.text(page));
  COCITE_TRY(all.language, texts_.language(page));
  COCITE_TRY(all.anchors, texts_.anchors(page));
  if (texts_.has_urls()) {
    COCITE_TRY(const std::string key, this->key(page));
    COCITE_TRY(all.url, texts_.url(page, key));
  }
  return all;
}

Result<std::string> Store::key(PageId page) const {
  std::string key;
  COCITE_CHECK(keys_.get(index(page), key));
  return key;
}

uint64_t Store::hosts() const {
  return host_starts_ ? host_starts_->ones() : pages();
}

Result<HostId> Store::host_of(PageId page) const {
  if (!host_starts_) return host_id(index(page));
  COCITE_TRY(const uint64_t rank, host_starts_->rank(uint64_t{index(page)} + 1));
  return host_id(rank - 1);
}

Result<std::pair<PageId, uint64_t>> Store::pages_of(HostId host) const {
  if (!host_starts_) return std::pair{page_id(index(host)), uint64_t{index(host)} + 1};
  COCITE_TRY(const uint64_t first, host_starts_->select(index(host)));
  uint64_t last = pages();
  if (uint64_t{index(host)} + 1 < hosts()) {
    COCITE_TRY(last, host_starts_->select(uint64_t{index(host)} + 1));
  }
  return std::pair{page_id(first), last};
}

Result<std::string> Store::title(PageId page) const {
  if (!titles_) return std::string();
  return titles_->get(index(page));
}

void Store::open_columns() {
  constexpr std::string_view kPrefix = "column-";
  for (const FileEntry& file : manifest_.files) {
    if (!file.name.starts_with(kPrefix)) continue;
    Result<file::Container> container = file::Container::open(path_ + "/" + file.name, "colu");
    if (container) {
      if (const Result<void> fits = matches(*container, file.name); !fits) {
        container = tl::unexpected<Error>(fits.error());
      }
    }
    columns_.emplace_back(file.name.substr(kPrefix.size()), std::move(container));
  }
}

std::vector<std::string> Store::column_names() const {
  std::vector<std::string> names;
  for (const auto& [name, container] : columns_) names.push_back(name);
  return names;
}

Result<file::Container> Store::column_container(std::string_view name) const {
  std::string known;
  for (const auto& [other, container] : columns_) {
    if (other == name) return container;
    known += (known.empty() ? "" : ", ") + other;
  }
  return fail(ErrorCode::kNotFound, path_ + ": has no column '" + std::string(name) + "'" +
                                        (known.empty() ? "" : "; it has " + known));
}

Result<NumberColumn> Store::column(std::string_view name) const {
  COCITE_TRY(file::Container container, column_container(name));
  COCITE_TRY(NumberColumn column, NumberColumn::of(std::move(container)));
  if (column.values().size() != pages()) {
    return fail(ErrorCode::kCorrupt, path_ + "/" + column_file(name) + ": not as many as pages");
  }
  return column;
}

Result<std::string> Store::about_column(std::string_view name) const {
  COCITE_TRY(const file::Container container, column_container(name));
  return store::about_column(container);
}

Result<std::optional<Notes>> Store::notes(std::string_view name) const {
  const std::string file = notes_file(name);
  if (std::ranges::find(manifest_.files, file, &FileEntry::name) == manifest_.files.end()) {
    return std::optional<Notes>();
  }
  COCITE_TRY(auto container, file::Container::open(path_ + "/" + file, "note"));
  COCITE_CHECK(matches(container, file));
  COCITE_TRY(Notes notes, Notes::of(std::move(container)));
  return std::optional<Notes>(std::move(notes));
}

Result<std::string> Store::report() const {
  COCITE_TRY(const auto container, file::Container::open(path_ + "/report", "repo"));
  COCITE_CHECK(matches(container, "report"));
  COCITE_TRY(const file::Section section, container.section("text"));
  COCITE_TRY(const std::span<const char> text, section.values<char>());
  return std::string(text.data(), text.size());
}

Result<void> Store::check() const {
  COCITE_TRY(const auto manifest, file::Container::open(path_ + "/manifest", "mani"));
  COCITE_CHECK(manifest.check());
  for (const FileEntry& file : manifest_.files) {
    if (file.name.starts_with("column-")) continue;  // read as they were opened
    COCITE_TRY(const auto container, file::Container::open_any(path_ + "/" + file.name));
    COCITE_CHECK(matches(container, file.name));
    COCITE_CHECK(container.check());
  }
  for (const std::string& name : column_names()) {
    COCITE_TRY(const NumberColumn values, column(name));
    COCITE_CHECK(values.container().check());
  }
  COCITE_CHECK(out_.check());
  COCITE_CHECK(in_.check());
  COCITE_CHECK(crawled_.check());
  if (counts_) COCITE_CHECK(counts_->check(links()));
  if (host_starts_) COCITE_CHECK(host_starts_->check());

  // Keys rise, and a host begins exactly where the host part of the key changes.
  auto cursor = keys_.cursor(0);
  std::string previous;
  uint64_t seen = 0;
  for (std::string_view key; cursor.next(key); ++seen) {
    if (seen > 0 && key <= previous) {
      return fail(ErrorCode::kCorrupt, path_ + "/pages: keys out of order");
    }
    if (host_starts_) {
      const bool expected = seen == 0 || url::host_of_key(key) != url::host_of_key(previous);
      COCITE_TRY(const bool starts, host_starts_->get(seen));
      if (starts != expected) {
        return fail(ErrorCode::kCorrupt, path_ + "/pages: hosts and keys differ");
      }
    }
    previous.assign(key);
  }
  COCITE_CHECK(cursor.status());
  if (seen != pages()) return fail(ErrorCode::kCorrupt, path_ + "/pages: keys are missing");
  return directions_agree(*this);
}

}  // namespace cocite::store
