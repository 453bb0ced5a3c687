#include "store/parts.h"

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "store/store.h"
#include "url/key.h"

namespace cocite::store {
namespace {

tl::unexpected<Error> wrong_size(const file::Container& container) {
  return fail(ErrorCode::kCorrupt,
              container.path() + ": the number of rows is not the number of pages");
}

Result<void> open_pages(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.keys, file::StringTable::open(container, "keys"));
  if (container.has("hosts")) {
    COCITE_TRY(opened.host_starts, file::Bitmap::open(container, "hosts"));
    if (opened.host_starts->size() != opened.keys.size()) return wrong_size(container);
  }
  if (container.has("secure")) {
    COCITE_TRY(opened.secure, file::Bitmap::open(container, "secure"));
    if (opened.secure->size() != opened.keys.size()) return wrong_size(container);
  }
  opened.pages_file = std::move(container);
  return {};
}

Result<void> open_crawled(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.crawled, file::Bitmap::open(container, "crawled"));
  if (opened.crawled.size() != opened.keys.size()) return wrong_size(container);
  opened.crawled_file = std::move(container);
  return {};
}

Result<void> open_out(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.out, graph::PackedLinks::of(std::move(container)));
  if (opened.out.pages() != opened.keys.size()) return wrong_size(opened.out.container());
  return {};
}

Result<void> open_in(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.in, graph::PackedLinks::of(std::move(container)));
  if (opened.in.pages() != opened.keys.size()) return wrong_size(opened.in.container());
  return {};
}

Result<void> open_titles(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.titles, file::TextColumn::open(container));
  if (opened.titles->size() != opened.keys.size()) return wrong_size(container);
  opened.titles_file = std::move(container);
  return {};
}

Result<void> open_texts(file::Container container, OpenedParts& opened) {
  return opened.texts.open_texts(std::move(container));
}
Result<void> open_anchors(file::Container container, OpenedParts& opened) {
  return opened.texts.open_anchors(std::move(container));
}
Result<void> open_urls(file::Container container, OpenedParts& opened) {
  return opened.texts.open_urls(std::move(container), opened.keys.size());
}
Result<void> open_languages(file::Container container, OpenedParts& opened) {
  return opened.texts.open_languages(std::move(container), opened.keys.size());
}
Result<void> open_dates(file::Container container, OpenedParts& opened) {
  return opened.texts.open_dates(std::move(container), opened.keys.size());
}

Result<void> open_aliases(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.aliases, AliasTable::of(std::move(container)));
  return {};
}

Result<void> open_statuses(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.statuses, StatusTable::of(std::move(container)));
  return {};
}

Result<void> open_machines(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.machines, MachineTable::of(std::move(container)));
  return {};
}

Result<void> open_counts(file::Container container, OpenedParts& opened) {
  opened.counts = LinkCounts::of(std::move(container));
  return {};
}

Result<void> open_visits(file::Container container, OpenedParts& opened) {
  COCITE_TRY(opened.visits, VisitTable::of(std::move(container), opened.keys.size()));
  return {};
}

// Keys rise, and a host begins exactly where the host part of the key changes.
Result<void> check_pages(const Store& store, const OpenedParts& opened) {
  if (opened.host_starts) COCITE_CHECK(opened.host_starts->check());
  if (opened.secure) COCITE_CHECK(opened.secure->check());
  const std::string& path = opened.pages_file.path();
  auto cursor = opened.keys.cursor(0);
  std::string previous;
  uint64_t seen = 0;
  for (std::string_view key; cursor.next(key); ++seen) {
    if (seen > 0 && key <= previous) return fail(ErrorCode::kCorrupt, path + ": keys out of order");
    if (opened.host_starts) {
      const bool expected = seen == 0 || url::host_of_key(key) != url::host_of_key(previous);
      COCITE_TRY(const bool starts, opened.host_starts->get(seen));
      if (starts != expected) return fail(ErrorCode::kCorrupt, path + ": hosts and keys differ");
    }
    previous.assign(key);
  }
  COCITE_CHECK(cursor.status());
  if (seen != store.pages()) return fail(ErrorCode::kCorrupt, path + ": keys are missing");
  return {};
}

Result<void> check_crawled(const Store& /*store*/, const OpenedParts& opened) {
  return opened.crawled.check();
}
Result<void> check_out(const Store& /*store*/, const OpenedParts& opened) {
  return opened.out.check();
}
Result<void> check_in(const Store& /*store*/, const OpenedParts& opened) {
  return opened.in.check();
}
Result<void> check_statuses(const Store& store, const OpenedParts& opened) {
  return opened.statuses->check(store.pages());
}
Result<void> check_machines(const Store& store, const OpenedParts& opened) {
  return opened.machines->check(store.pages());
}
Result<void> check_counts(const Store& store, const OpenedParts& opened) {
  return opened.counts->check(store.links());
}
Result<void> check_visits(const Store& /*store*/, const OpenedParts& opened) {
  return opened.visits->check();
}
Result<void> check_columns(const Store& store, const OpenedParts& /*opened*/) {
  for (const std::string& name : store.column_names()) {
    COCITE_TRY(const NumberColumn column, store.column(name));
    COCITE_CHECK(column.container().check());
  }
  return {};
}

Result<void> check_words(const Store& store, const OpenedParts& /*opened*/) {
  COCITE_TRY(const auto words, store.words());
  return words ? words->check() : Result<void>();
}

// Its content is checked on use (src/related/tuned.h).
Result<void> check_tuned(const Store& store, const OpenedParts& /*opened*/) {
  COCITE_TRY(const auto tuned, store.part(Part::kTuned));
  return tuned ? tuned->check() : Result<void>();
}

// Of notes, checksums tell whether they are whole; these are read with the store.
Result<void> check_notes(const Store& store, const OpenedParts& /*opened*/) {
  COCITE_TRY(const auto notes, store.notes(kAnchorNames));
  if (!notes || notes->about() != kAboutAnchorNames) return {};
  COCITE_TRY(const auto names, file::TextColumn::open(notes->container()));
  if (names.size() != store.pages()) return wrong_size(notes->container());
  for (uint64_t i = 0; i < names.size(); ++i) COCITE_CHECK(names.get(i));
  return {};
}

constexpr bool kOne = false;
constexpr bool kFamily = true;
constexpr bool kGraph = true;
constexpr bool kBeside = false;

// clang-format off
constexpr std::array kTable = {
    //       part              name         kind    family   graph    written           on add          open            check
    PartInfo{Part::kPages,     "pages",     "page", kOne,    kGraph,  Written::kAlways, OnAdd::kMerged, open_pages,     check_pages},
    PartInfo{Part::kCrawled,   "crawled",   "bits", kOne,    kBeside, Written::kAlways, OnAdd::kMerged, open_crawled,   check_crawled},
    PartInfo{Part::kOut,       "out",       "link", kOne,    kGraph,  Written::kAlways, OnAdd::kMerged, open_out,       check_out},
    PartInfo{Part::kIn,        "in",        "link", kOne,    kGraph,  Written::kAlways, OnAdd::kMerged, open_in,        check_in},
    PartInfo{Part::kTitles,    "titles",    "text", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_titles,    nullptr},
    PartInfo{Part::kTexts,     "texts",     "text", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_texts,     nullptr},
    PartInfo{Part::kAnchors,   "anchors",   "text", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_anchors,   nullptr},
    PartInfo{Part::kUrls,      "urls",      "text", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_urls,      nullptr},
    PartInfo{Part::kLanguages, "languages", "text", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_languages, nullptr},
    PartInfo{Part::kDates,     "dates",     "date", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_dates,     nullptr},
    PartInfo{Part::kAliases,   "aliases",   "alia", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_aliases,   nullptr},
    PartInfo{Part::kStatuses,  "statuses",  "stat", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_statuses,  check_statuses},
    PartInfo{Part::kMachines,  "machines",  "mach", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_machines,  check_machines},
    PartInfo{Part::kCounts,    "counts",    "coun", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_counts,    check_counts},
    PartInfo{Part::kVisits,    "visits",    "visi", kOne,    kBeside, Written::kIfAny,  OnAdd::kMerged, open_visits,    check_visits},
    PartInfo{Part::kReport,    "report",    "repo", kOne,    kBeside, Written::kAlways, OnAdd::kMerged, nullptr,        nullptr},
    PartInfo{Part::kWords,     "words",     "word", kOne,    kBeside, Written::kLater,  OnAdd::kRemade, nullptr,        check_words},
    PartInfo{Part::kTuned,     "tuned",     "tune", kOne,    kBeside, Written::kLater,  OnAdd::kKept,   nullptr,        check_tuned},
    PartInfo{Part::kColumn,    "column-",   "colu", kFamily, kBeside, Written::kLater,  OnAdd::kRemade, nullptr,        check_columns},
    PartInfo{Part::kNotes,     "notes-",    "note", kFamily, kBeside, Written::kLater,  OnAdd::kRemade, nullptr,        check_notes},
};
// clang-format on

}  // namespace

std::span<const PartInfo> part_table() {
  return kTable;
}

const PartInfo& info_of(Part part) {
  const PartInfo& info = kTable.at(static_cast<size_t>(part));
  COCITE_ASSERT(info.part == part, "the table has the order of the enumeration");
  return info;
}

const PartInfo* part_of_file(std::string_view file) {
  const auto found = std::ranges::find_if(kTable, [&](const PartInfo& info) {
    if (!info.is_family) return file == info.name;
    return file.size() > info.name.size() && file.starts_with(info.name);
  });
  return found == kTable.end() ? nullptr : &*found;
}

std::string file_of(Part part, std::string_view name) {
  const PartInfo& info = info_of(part);
  COCITE_ASSERT(info.is_family != name.empty(), "the parts of a family have names, others none");
  return std::string(info.name) + std::string(name);
}

std::string_view name_in_family(const PartInfo& info, std::string_view file) {
  return info.is_family ? file.substr(info.name.size()) : std::string_view();
}

}  // namespace cocite::store
