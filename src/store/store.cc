#include "store/store.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/hash.h"
#include "url/key.h"
#include "url/scheme.h"
#include "url/site.h"

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

bool Store::knows_fetched() const {
  const PageTextColumns& said = parts_.texts;
  const bool are_read =
      said.has_anchors() || said.has_dates() || said.has_languages() || said.has_urls();
  return names() == Names::kUrl && are_read;
}

Result<bool> Store::is_crawl_of_one_site() const {
  constexpr uint64_t kLeastPages = 10;  // fewer do not fill a list of answers
  const uint64_t crawled = parts_.crawled.ones();
  if (!knows_fetched() || crawled < kLeastPages) return false;
  // How many fetched pages have this name, or one below it, as their host.
  const auto fetched_of = [&](const std::string& name) -> Result<uint64_t> {
    uint64_t count = 0;
    for (const char end : {')', ',', ':'}) {
      const char next = static_cast<char>(end + 1);
      COCITE_TRY(const uint64_t first, keys().lower_bound(name + end));
      COCITE_TRY(const uint64_t last, keys().lower_bound(name + next));
      COCITE_TRY(const uint64_t before, parts_.crawled.rank(first));
      COCITE_TRY(const uint64_t behind, parts_.crawled.rank(last));
      count += behind - before;
    }
    return count;
  };
  const auto are_most = [&](uint64_t count) { return count * 10 >= crawled * 9; };
  // The pages of a site are neighbours: one that has most of them has the middle one.
  COCITE_TRY(const uint64_t middle, parts_.crawled.select(crawled / 2));
  COCITE_TRY(const std::string key, this->key(page_id(middle)));
  const std::string host(url::host_of_key(key));
  // The list of sites is asked only where names alone do not decide it.
  COCITE_TRY(const uint64_t of_host, fetched_of(host));
  if (are_most(of_host)) return true;
  COCITE_TRY(const uint64_t of_domain, fetched_of(host.substr(0, host.find_first_of(",:"))));
  if (!are_most(of_domain)) return false;
  COCITE_TRY(const uint64_t of_site, fetched_of(url::SiteList().site_of_host(host)));
  return are_most(of_site);
}

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
    if (opened) store.open_anchor_names();
    for (const auto& [name, container] : store.columns_) {
      if (!container && opened) opened = tl::unexpected<Error>(container.error());
    }
    if (opened) return store;
    // Files that do not fit together, or are gone: another process may have put a new store in
    // place while we went through the old one. Try again: repeated replacement cannot be faster
    // every time.
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
  const FileEntry* const file = manifest_.find(name);
  if (file != nullptr && file->size_bytes == container.size() &&
      file->identity == container.identity()) {
    return {};
  }
  return fail(ErrorCode::kCorrupt,
              path_ + "/" + std::string(name) + ": is not the file that this store was made with");
}

Result<void> Store::open_parts() {
  for (const PartInfo& info : part_table()) {
    if (info.open == nullptr) continue;
    if (info.written != Written::kAlways && manifest_.find(info.name) == nullptr) continue;
    const std::string file(info.name);
    COCITE_TRY(file::Container container, file::Container::open(path_ + "/" + file, info.kind));
    COCITE_CHECK(matches(container, file));
    COCITE_CHECK(info.open(std::move(container), parts_));
  }
  return {};
}

Result<std::optional<file::Container>> Store::part(Part part, std::string_view name) const {
  const std::string file = file_of(part, name);
  if (manifest_.find(file) == nullptr) return std::optional<file::Container>();
  COCITE_TRY(auto container, file::Container::open(path_ + "/" + file, info_of(part).kind));
  COCITE_CHECK(matches(container, file));
  return std::optional(std::move(container));
}

Result<std::optional<text::Index>> Store::words() const {
  COCITE_TRY(const auto container, part(Part::kWords));
  if (!container) return std::optional<text::Index>();
  Result<text::Index> index = text::Index::open(*container);
  if (!index) {
    Error error = index.error();
    if (error.code == ErrorCode::kUnsupported) {  // of another version
      error.message = path_ + ": " + error.message;
      error.remedies = {{.command = "index", .arguments = {path_}}};
    }
    return fail(std::move(error));
  }
  if (index->meta().pages != pages()) {
    return fail(ErrorCode::kCorrupt, container->path() + ": is about another number of pages");
  }
  return std::optional(*std::move(index));
}

Result<std::optional<PageId>> Store::find(std::string_view key) const {
  COCITE_TRY(std::optional<uint64_t> found, parts_.keys.find(key));
  if (!found && parts_.aliases) {
    // Chains end at a page; should they not, the file is not one that an import wrote.
    std::string at(key);
    for (uint64_t steps = 0; !found && steps <= parts_.aliases->size(); ++steps) {
      COCITE_TRY(std::optional<std::string> target, parts_.aliases->find(at));
      if (!target) break;
      at = std::move(*target);
      COCITE_TRY(found, parts_.keys.find(at));
    }
  }
  if (!found) return std::optional<PageId>();
  return std::optional<PageId>(page_id(*found));
}

Result<PageTexts> Store::texts(PageId page) const {
  PageTexts all;
  all.date = parts_.texts.date(page);
  COCITE_TRY(all.text, parts_.texts.text(page));
  COCITE_TRY(all.language, parts_.texts.language(page));
  COCITE_TRY(all.anchors, parts_.texts.anchors(page));
  if (parts_.texts.has_urls()) {
    COCITE_TRY(const std::string key, this->key(page));
    COCITE_TRY(all.url, url(page, key));
  }
  return all;
}

Result<std::string> Store::url(PageId page, std::string_view key) const {
  if (names() != Names::kUrl) return std::string(key);
  COCITE_TRY(const bool secure, is_secure(page));
  return parts_.texts.url(page, key, secure);
}

std::string Store::address(std::string_view key) const {
  if (names() != Names::kUrl) return std::string(key);
  const Result<std::optional<PageId>> page = find(key);
  const Result<std::string> own =
      page && *page ? this->key(**page) : Result<std::string>(std::string(key));
  const Result<std::string> shown = page && *page && own ? url(**page, *own) : own;
  return url::url_of_key(key, shown && shown->starts_with("https://"));
}

Result<std::string> Store::key(PageId page) const {
  std::string key;
  COCITE_CHECK(parts_.keys.get(index(page), key));
  return key;
}

uint64_t Store::hosts() const {
  return parts_.host_starts ? parts_.host_starts->ones() : pages();
}

Result<HostId> Store::host_of(PageId page) const {
  if (!parts_.host_starts) return host_id(index(page));
  COCITE_TRY(const uint64_t rank, parts_.host_starts->rank(uint64_t{index(page)} + 1));
  return host_id(rank - 1);
}

Result<std::pair<PageId, uint64_t>> Store::pages_of(HostId host) const {
  // Without hosts each page is its own, so the two numbers are the same.
  if (!parts_.host_starts) return std::pair{page_id(index(host)), uint64_t{index(host)} + 1};
  COCITE_TRY(const uint64_t first, parts_.host_starts->select(index(host)));
  uint64_t last = pages();
  if (uint64_t{index(host)} + 1 < hosts()) {
    COCITE_TRY(last, parts_.host_starts->select(uint64_t{index(host)} + 1));
  }
  return std::pair{page_id(first), last};
}

Result<std::string> Store::title(PageId page) const {
  if (!parts_.titles) return std::string();
  return parts_.titles->get(index(page));
}

Result<bool> Store::has_title(PageId page) const {
  if (!parts_.titles) return false;
  COCITE_TRY(const bool is_empty, parts_.titles->is_empty(index(page)));
  return !is_empty;
}

Result<std::string> Store::anchor_name(PageId page) const {
  if (!anchor_names_) return std::string();
  return anchor_names_->get(index(page));
}

void Store::open_anchor_names() {
  Result<std::optional<Notes>> found = notes(kAnchorNames);
  if (!found || !*found || (*found)->about() != kAboutAnchorNames) return;
  auto names = file::TextColumn::open((*found)->container());
  if (!names || names->size() != pages()) return;  // check() says so
  anchor_names_ = *std::move(names);
  anchor_notes_ = **std::move(found);
}

void Store::open_columns() {
  const PartInfo& info = info_of(Part::kColumn);
  for (const FileEntry& file : manifest_.files) {
    if (part_of_file(file.name) != &info) continue;
    Result<file::Container> container = file::Container::open(path_ + "/" + file.name, info.kind);
    if (container) {
      if (const Result<void> fits = matches(*container, file.name); !fits) {
        container = tl::unexpected<Error>(fits.error());
      }
    }
    columns_.emplace_back(name_in_family(info, file.name), std::move(container));
  }
}

std::optional<IpAddress> Store::machine(PageId page) const {
  if (!parts_.machines) return {};
  const Result<bool> is_fetched = is_crawled(page);
  return is_fetched && *is_fetched ? parts_.machines->find(page) : std::nullopt;
}

PageStatus Store::status(PageId page) const {
  const uint32_t fetched = parts_.texts.date(page);
  if (parts_.statuses) {
    const auto entry = parts_.statuses->find(page);
    if (entry && entry->date >= fetched) {
      // What was so before the page was fetched has nothing to do with it.
      return {entry->status, entry->date, entry->since >= fetched ? entry->since : entry->date};
    }
  }
  constexpr uint32_t kOk = 200;
  return fetched == 0 ? PageStatus{} : PageStatus{kOk, fetched, fetched};
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
    return fail(ErrorCode::kCorrupt, path_ + "/" + file_of(Part::kColumn, name) +
                                         ": the number of rows is not the number of pages");
  }
  return column;
}

Result<std::string> Store::about_column(std::string_view name) const {
  COCITE_TRY(const file::Container container, column_container(name));
  return store::about_column(container);
}

Result<std::optional<Notes>> Store::notes(std::string_view name) const {
  COCITE_TRY(auto container, part(Part::kNotes, name));
  if (!container) return std::optional<Notes>();
  COCITE_TRY(Notes notes, Notes::of(*std::move(container)));
  return std::optional<Notes>(std::move(notes));
}

Result<std::string> Store::report() const {
  COCITE_TRY(const auto container, part(Part::kReport));
  if (!container) return fail(ErrorCode::kCorrupt, path_ + ": has no report");
  COCITE_TRY(const file::Section section, container->section("text"));
  COCITE_TRY(const std::span<const char> text, section.values<char>());
  return std::string(text.data(), text.size());
}

Result<void> Store::check() const {
  COCITE_TRY(const auto manifest,
             file::Container::open(path_ + "/" + std::string(kManifestFile), kManifestKind));
  COCITE_CHECK(manifest.check());
  for (const FileEntry& file : manifest_.files) {
    const PartInfo* const info = part_of_file(file.name);
    if (info == &info_of(Part::kColumn)) continue;  // as they were opened: others may be there now
    // Of a part that a newer version knows, checksums tell whether it is whole.
    COCITE_TRY(const auto container,
               file::Container::open(path_ + "/" + file.name,
                                     info == nullptr ? std::string_view() : info->kind));
    COCITE_CHECK(matches(container, file.name));
    COCITE_CHECK(container.check());
  }
  for (const PartInfo& info : part_table()) {
    const bool is_there = info.is_family || manifest_.find(info.name) != nullptr;
    if (is_there && info.check != nullptr) COCITE_CHECK(info.check(*this, parts_));
  }
  return directions_agree(*this);
}

}  // namespace cocite::store
