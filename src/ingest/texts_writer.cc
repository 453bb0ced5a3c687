#include "ingest/texts_writer.h"

#include <optional>
#include <vector>

#include "base/ascii.h"
#include "ingest/numbered.h"
#include "read/line_reader.h"
#include "url/key.h"

namespace cocite::ingest {
namespace {

// As much of a text as a store keeps of a page.
std::string_view first_words(std::string_view text) {
  constexpr size_t kMaxWords = 1000;
  constexpr size_t kMaxBytes = size_t{1} << 20;
  text = text.substr(0, kMaxBytes);
  size_t words = 0;
  bool in_word = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_between = is_space(text[i]);
    if (is_between && in_word && ++words == kMaxWords) return text.substr(0, i);
    in_word = !is_between;
  }
  return text;
}

}  // namespace

Result<void> TextsWriter::write(Gatherer* gatherer, const GraphWriter& graph,
                                ImportReport& report) {
  TitleSorter titles(*context_, *writer_);
  PageColumns columns(*context_, *writer_, gatherer == nullptr ? nullptr : &gatherer->records());
  if (gatherer && gatherer->has_fetches()) {
    COCITE_CHECK(gatherer->give_pages(
        [&](uint32_t page, uint64_t stamp) { return graph.is_chosen(page, stamp); }, columns));
  }
  if (old_ != nullptr) {
    COCITE_CHECK(give_old_pages(graph, columns));
    // Titles of pages that were never fetched came from a file.
    for (uint64_t page = 0; page < old_->pages() && old_->has_titles(); ++page) {
      COCITE_TRY(const bool is_crawled, old_->is_crawled(page_id(page)));
      if (is_crawled) continue;
      COCITE_TRY(const std::string title, old_->title(page_id(page)));
      COCITE_CHECK(titles.add(batches_->numbers_of_store()[page], title));
    }
  }
  const ImportRequest& request = context_->request();
  if (!request.text_file.empty()) {
    COCITE_CHECK(
        read_lines(request.text_file, "text", report, [&](uint32_t page, std::string_view text) {
          return columns.add_text(page, first_words(text));
        }));
  }
  if (!columns.empty()) {
    COCITE_CHECK(columns.write(old_, batches_->numbers_of_store(), titles));
    report.texts = columns.texts();
  }
  if (!request.title_file.empty()) {
    COCITE_CHECK(
        read_lines(request.title_file, "title", report,
                   [&](uint32_t page, std::string_view title) { return titles.add(page, title); }));
  }
  has_any_ = !titles.empty() || !columns.empty();
  if (titles.empty()) return {};
  COCITE_TRY(auto file, writer_->create(store::Part::kTitles));
  COCITE_CHECK(titles.write(std::move(file), batches_->size()));
  report.titles = titles.written();
  return {};
}

// Pages that the old store tells of: those whose list is still its, and those whose newer list
// says nothing of itself (a list of links).
Result<void> TextsWriter::give_old_pages(const GraphWriter& graph, PageColumns& columns) const {
  std::vector<bool> is_told(batches_->size());
  for (const uint32_t page : columns.pages()) is_told[page] = true;
  std::optional<store::PageTextColumns::Reader> given;
  if (old_->facts().given_texts) given.emplace(old_->text_columns());
  for (uint64_t page = 0; page < old_->pages(); ++page) {
    const uint32_t now = batches_->numbers_of_store()[page];
    COCITE_TRY(const bool is_crawled, old_->is_crawled(page_id(page)));
    const uint64_t stamp = stamp_of(old_->text_columns().date(page_id(page)), 0);
    if (is_told[now]) continue;
    // Texts of pages that were never fetched came from a file.
    if (!is_crawled && given) {
      COCITE_TRY(const std::string_view text, given->text(page_id(page)));
      if (!text.empty()) {
        is_told[now] = true;
        columns.add_old(now, page_id(page));
      }
      continue;
    }
    if (!is_crawled) continue;
    // Two pages that have become one: the one whose list counts.
    if (old_->text_columns().has_dates() && !graph.is_chosen(now, stamp)) continue;
    is_told[now] = true;
    columns.add_old(now, page_id(page));
  }
  return {};
}

Result<void> TextsWriter::read_lines(
    const std::string& path, const std::string& what, ImportReport& report,
    const std::function<Result<void>(uint32_t page, std::string_view text)>& use) const {
  COCITE_TRY(const auto pages, writer_->written(store::Part::kPages));
  COCITE_TRY(const auto keys, file::StringTable::open(pages, "keys"));
  COCITE_TRY(read::LineReader lines, read::LineReader::open(path));
  SkipCounter skipped;
  std::string key;
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.front() == '#') continue;
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      skipped.add(what + " line without a tab", lines.place(), line);
      continue;
    }
    const std::string_view page = line.substr(0, tab);
    key.assign(page);
    if (has_urls_ &&
        url::make_key(page, {.fold_www = context_->request().fold_www}, key) != url::Skip::kNone) {
      key.assign(page);  // it may be a key already
    }
    COCITE_TRY(auto found, keys.find(key));
    if (!found && key != page) {
      COCITE_TRY(found, keys.find(page));
    }
    if (!found) {
      skipped.add(what + " of an unknown page", lines.place(), line);
      continue;
    }
    COCITE_CHECK(use(static_cast<uint32_t>(*found), line.substr(tab + 1)));
  }
  COCITE_CHECK(lines.status());
  skipped.add_to(report);
  return {};
}

}  // namespace cocite::ingest
