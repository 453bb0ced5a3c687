// Fields of what making, changing and crawling reports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/query.h>

#include "api/describe.h"
#include "base/date_text.h"

namespace cocite::api {

struct StageSeconds {
  std::string stage = {};
  double seconds = 0;
};

template <>
struct Describe<StageSeconds> {
  static constexpr std::string_view name = "StageSeconds";
  static constexpr auto fields = table(field("stage", &StageSeconds::stage),
                                       field("seconds", &StageSeconds::seconds).finite());
};

template <>
struct Describe<Skipped> {
  using S = Skipped;
  static constexpr std::string_view name = "Skipped";
  static constexpr auto fields =
      table(field("reason", &S::reason), field("count", &S::count), field("samples", &S::samples));
};

template <>
struct Describe<ImportReport> {
  using S = ImportReport;
  static constexpr std::string_view name = "ImportReport";
  static constexpr bool is_a_field_a_line = true;
  static constexpr auto fields = table(
      field("inputs", &S::inputs), field("records", &S::records, "of crawls, by type"),
      field("link_uses", &S::link_uses, "links by element and relation"),
      field("fetches", &S::fetches, "pages in crawls"),
      field("aliases", &S::aliases, "addresses that stand for others"),
      field("texts", &S::texts, "pages with text"),
      field("lines", &S::lines, "lines, records or arcs read"),
      field("bytes", &S::bytes, "read, after decompression"), field("links_read", &S::links_read),
      field("self_links", &S::self_links, "dropped"),
      field("repeated_links", &S::repeated_links, "dropped: the first place counts"),
      field("replaced_links", &S::replaced_links, "dropped: a newer copy of the page was found"),
      field("pages_seen_again", &S::pages_seen_again, "in more than one input"),
      field("pages", &S::pages), field("links", &S::links), field("hosts", &S::hosts),
      field("titles", &S::titles), field("visit_lines", &S::visit_lines),
      field("visit_bytes", &S::visit_bytes), field("visit_transitions", &S::visit_transitions),
      field("visit_clicks", &S::visit_clicks), field("skipped", &S::skipped),
      field("stage_seconds",
            [](const S& report) {
              std::vector<StageSeconds> stages;
              for (const auto& [stage, seconds] : report.stage_seconds) {
                stages.push_back({stage, seconds});
              }
              return stages;
            }),
      field("seconds", &S::seconds).finite(), field("store_bytes", &S::store_bytes),
      field("bits_per_link", &S::bits_per_link).finite(),
      field("peak_memory_bytes", &S::peak_memory_bytes), field("notes", &S::notes),
      hidden(&S::stage_seconds));
};

template <>
struct Describe<PrepareReport> {
  using S = PrepareReport;
  static constexpr std::string_view name = "PrepareReport";
  static constexpr auto fields =
      table(field("made", &S::made), field("pages", &S::pages), field("bytes", &S::bytes));
};

template <>
struct Describe<IndexReport> {
  using S = IndexReport;
  static constexpr std::string_view name = "IndexReport";
  static constexpr auto fields = table(
      field("made", &S::is_made), field("pages", &S::pages), field("words", &S::words),
      field("bytes", &S::bytes), field("stem", &S::stem), field("seconds", &S::seconds).finite());
};

template <>
struct Describe<ExportReport> {
  using S = ExportReport;
  static constexpr std::string_view name = "ExportReport";
  static constexpr auto fields = table(
      field("files", &S::files), field("bytes", &S::bytes), field("pages", &S::pages),
      field("links", &S::links), field("seconds", &S::seconds).finite(), field("notes", &S::notes));
};

template <>
struct Describe<CrawlEvent> {
  using S = CrawlEvent;
  static constexpr std::string_view name = "CrawlEvent";
  static constexpr auto fields = table(
      field("url", &S::url),
      field("status", [](const S& event) { return static_cast<uint64_t>(event.status); }).if_any(),
      field("failure", &S::failure).if_any(), field("bytes", &S::bytes),
      field("seconds", &S::seconds).finite(),
      field("date", [](const S& event) { return date_text(event.date); }),
      field("depth", &S::depth), field("via", &S::via).if_any(),
      field("copy", &S::is_copy).if_any(), field("location", &S::location).if_any(),
      hidden(&S::status, &S::date));
};

template <>
struct Describe<CrawlTrap> {
  using S = CrawlTrap;
  static constexpr std::string_view name = "CrawlTrap";
  static constexpr auto fields =
      table(field("kind", &S::kind), field("count", &S::count), field("example", &S::example));
};

template <>
struct Describe<CrawlWaiting> {
  using S = CrawlWaiting;
  static constexpr std::string_view name = "CrawlWaiting";
  static constexpr auto fields =
      table(field("host", &S::host), field("pages", &S::pages), field("why", &S::why));
};

template <>
struct Describe<CrawlReport> {
  using S = CrawlReport;
  static constexpr std::string_view name = "CrawlReport";
  static constexpr bool is_one_line = true;
  static constexpr auto fields = table(
      field("went_on", &S::went_on), field("stopped", &S::is_stopped),
      field("why_stopped", &S::why_stopped), field("fetched", &S::fetched),
      field("fetched_before", &S::fetched_before), field("bytes", &S::bytes),
      field("requisites", &S::requisites), field("copies", &S::copies),
      field("unchanged", &S::unchanged), field("seen", &S::seen), field("queue", &S::queue),
      field("hosts", &S::hosts), field("forgotten", &S::forgotten), field("outside", &S::outside),
      field("forbidden", &S::forbidden), field("statuses", &S::statuses),
      field("failures", &S::failures), field("traps", &S::traps), field("waiting", &S::waiting),
      field("files", &S::files), field("index", &S::index), field("wacz", &S::wacz),
      field("seconds", &S::seconds).finite(), hidden(&S::dropped_user_info));
};

}  // namespace cocite::api
