#include <algorithm>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/text_file.h>

#include "api/related_request.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/spelling.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

// For programs, in one cell: kind, amount, distance, key or word, with spaces between.
std::string reason_cell(const ReasonItem& reason) {
  return reason.kind + ' ' + tsv_of(reason.amount) + ' ' + std::to_string(reason.distance) + ' ' +
         (reason.word.empty() ? reason.key : reason.word);
}

// A line of the answer: to what was asked, an item, or why there is none.
struct Row {
  const std::string* asked = nullptr;
  const RelatedAnswer* answer = nullptr;
  const RelatedItem* item = nullptr;
  const std::string* error = nullptr;
};

std::string keys_of(const RelatedAnswer& answer) {
  std::vector<std::string> keys;
  for (const RelatedAnswer::Page& page : answer.pages) keys.push_back(page.key);
  return joined(keys, " ");
}

// `has_asked`: where there is an answer for each of many pages.
Fields<Row> related_fields(const Engine& engine, bool has_asked, uint64_t reasons, bool has_flags,
                           bool has_unjudged = false) {
  const bool has_urls = engine.has_urls();
  // Of an item, or empty in the line of a page that has no answer.
  const auto of_item = [](auto&& get) {
    return [get](const Row& row) { return row.item == nullptr ? Cell() : Cell(get(*row.item)); };
  };
  const auto of_answer = [](auto&& get) {
    return
        [get](const Row& row) { return row.answer == nullptr ? Cell() : Cell(get(*row.answer)); };
  };
  Fields<Row> fields;
  if (has_asked) {
    fields.push_back(
        {{.name = "asked", .is_fact = true}, [](const Row& row) { return *row.asked; }});
  }
  fields.push_back({{.name = "page", .is_fact = true}, of_answer(keys_of)});
  fields.push_back({{.name = "hosts", .is_fact = true}, of_answer([](const RelatedAnswer& answer) {
                      return std::string(answer.hosts_on ? "on" : "off");
                    })});
  fields.push_back({{.name = "rank"}, of_item([](const RelatedItem& item) { return item.rank; })});
  fields.push_back(
      {{.name = "score"}, of_item([](const RelatedItem& item) { return item.score; })});
  fields.push_back({{.name = "key", .in_text = !has_urls},
                    of_item([](const RelatedItem& item) { return item.key; })});
  fields.push_back({{.name = "url", .in_text = has_urls},
                    of_item([](const RelatedItem& item) { return item.url; })});
  fields.push_back(
      {{.name = "title"}, of_item([](const RelatedItem& item) { return item.title; })});
  for (uint64_t i = 0; i < reasons; ++i) {
    fields.push_back({{.name = "why" + std::to_string(i + 1), .in_text = false},
                      of_item([i](const RelatedItem& item) {
                        return i < item.reasons.size() ? reason_cell(item.reasons[i])
                                                       : std::string();
                      })});
  }
  // In TSV, whose columns programs count on, only where an answer is flagged.
  // Empty where the method does not look.
  fields.push_back({{.name = "flagged", .in_text = false, .in_tsv = has_flags}, [](const Row& row) {
                      if (row.item == nullptr || !row.answer->has_flags) return Cell();
                      return Cell(std::string(row.item->flagged ? "yes" : "no"));
                    }});
  if (has_unjudged) {
    fields.push_back({{.name = "unjudged", .in_text = false}, of_item([](const RelatedItem& item) {
                        return std::string(item.unjudged ? "yes" : "no");
                      })});
  }
  fields.push_back({called_column(engine.has_anchor_names()),
                    of_item([](const RelatedItem& item) { return item.called; })});
  if (engine.has_statuses()) {
    fields.push_back({{.name = "gone", .in_text = false},
                      of_item([](const RelatedItem& item) { return item.gone; })});
  }
  fields.push_back({{.name = "note", .is_fact = true}, of_answer([](const RelatedAnswer& answer) {
                      return joined(answer.notes, "; ");
                    })});
  if (has_asked) {
    fields.push_back({{.name = "error", .is_fact = true}, [](const Row& row) {
                        return row.error == nullptr ? Cell() : Cell(*row.error);
                      }});
  }
  return fields;
}

void write_rows(TableOf<Row>& table, const std::string& asked, const RelatedAnswer& answer) {
  for (const RelatedItem& item : answer.items) {
    table.row({.asked = &asked, .answer = &answer, .item = &item});
    if (!item.gone.empty()) table.under("gone since " + item.gone);
    if (item.flagged) {
      table.under("flagged: backed only by pages without in-links");
    }
    if (item.unjudged) table.under("not judged by content: it has no title and no text");
    for (const std::string& sentence : item.why) table.under(sentence);
    if (!item.copies.empty()) table.under(copies_text(item.copies));
    if (!item.mirrors.empty()) table.under("mirrored at " + joined(item.mirrors, ", "));
  }
}

// Text or TSV: lines that begin with #, then the table. `why`: how many reasons were asked for.
void write_answer(Output& out, Format format, const Engine& engine, uint64_t why,
                  const RelatedAnswer& answer) {
  if (!is_flat(format)) {
    for (const RelatedAnswer::Page& page : answer.pages) {
      out.write("# page " + tsv_of(page.key) + '\n');
      for (const PageRef& copy : page.copies) out.write("# copy " + tsv_of(copy.key) + '\n');
    }
    out.write(std::string("# hosts ") + (answer.hosts_on ? "on" : "off") + '\n');
    if (answer.only_crawled) out.write("# only crawled\n");
    // Links take part unless it says otherwise.
    if (answer.with != std::vector<std::string>{"links"}) {
      out.write("# with " + joined(answer.with, ",") + '\n');
    }
    if (!answer.tuned.empty()) out.write("# tuned " + tsv_of(answer.tuned) + '\n');
    for (const std::string& note : answer.notes) out.write("# note " + note + '\n');
  }
  uint64_t most = 0;
  for (const RelatedItem& item : answer.items) most = std::max(most, item.reasons.size());
  const bool has_flags = std::ranges::any_of(answer.items, &RelatedItem::flagged);
  const bool has_unjudged = std::ranges::any_of(answer.items, &RelatedItem::unjudged);
  TableOf<Row> table(out, format,
                     related_fields(engine, false, std::min(why, most), has_flags, has_unjudged));
  write_rows(table, "", answer);
  table.finish();
}

Result<std::vector<std::string>> read_pages(const std::string& path) {
  COCITE_TRY(std::string text, read_text_file(path, {.stop = stop_on_signals()}));
  std::istringstream in(std::move(text));
  std::vector<std::string> pages;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line.front() != '#') pages.push_back(line);
  }
  return pages;
}

Result<void> related_each(const Asked& asked, RelatedRequest& request) {
  const Engine& engine = asked.engine;
  COCITE_TRY(request.pages, read_pages(asked.arguments.text("pages")));
  Output& out = standard_output();
  bool is_first = true;
  uint64_t answered = 0;
  uint64_t failed = 0;
  std::string first_failure;
  std::optional<TableOf<Row>> flat;  // one for all answers
  if (is_flat(asked.format)) {
    const bool is_judging = std::ranges::any_of(
        request.parameters, [](const auto& given) { return given.first == "content_filter"; });
    flat.emplace(out, asked.format, related_fields(engine, true, request.why, true, is_judging));
  }
  const auto use = [&](const std::string& page, const Result<RelatedAnswer>& answer) {
    if (answer) {
      ++answered;
    } else if (failed++ == 0) {
      first_failure = complaint(answer.error());
    }
    if (flat && answer) {
      write_rows(*flat, page, *answer);
    } else if (flat) {
      const std::string error = complaint(answer.error());
      flat->row({.asked = &page, .error = &error});
    } else if (asked.format == Format::kJson) {
      out.write(is_first ? "[\n" : ",\n");
      if (answer) {
        out.write(to_json(*answer));
      } else {
        out.write("{\"asked\": " + json_string(page) +
                  ", \"error\": " + json_string(complaint(answer.error())) + "}");
      }
    } else {
      if (!is_first) out.write("\n");
      out.write("# asked " + tsv_of(page) + '\n');
      if (answer) {
        write_answer(out, asked.format, engine, request.why, *answer);
      } else {
        out.write("# error " + tsv_of(complaint(answer.error())) + '\n');
      }
    }
    is_first = false;
    return !out.is_closed();
  };
  COCITE_CHECK(engine.related_each(request, use));
  if (asked.format == Format::kJson) out.write(is_first ? "[]\n" : "\n]\n");
  if (failed > 0) {
    const std::string message = std::to_string(failed) + " of " +
                                std::to_string(answered + failed) +
                                " pages have no answer; the first: " + first_failure;
    if (answered == 0) return fail(ErrorCode::kNoEvidence, message);
    complain(message);
  }
  return {};
}

// "page": its key, "url" and "title", where they are known.
std::string page_members(const Engine& engine, std::string_view page) {
  std::string text = "\"page\": " + json_string(page);
  const Result<LinksAnswer> known = engine.link_list(page, {.top = 1});
  if (!known) return text;
  if (!known->page.url.empty()) text += ", \"url\": " + json_string(known->page.url);
  if (!known->page.title.empty()) text += ", \"title\": " + json_string(known->page.title);
  return text;
}

std::string item_json(const RelatedItem& item) {
  std::string text = "{\"key\": " + json_string(item.key) + ", \"url\": " + json_string(item.url) +
                     ", \"title\": " + json_string(item.title) +
                     ", \"score\": " + json_of(item.score);
  if (!item.gone.empty()) text += ", \"gone\": " + json_string(item.gone);
  if (item.flagged) text += ", \"flagged\": true";
  for (size_t i = 0; i < item.copies.size(); ++i) {
    text += (i == 0 ? ", \"copies\": [" : ", ") + json_string(item.copies[i].key);
  }
  if (!item.copies.empty()) text += ']';
  for (size_t i = 0; i < item.why.size(); ++i) {
    text += (i == 0 ? ", \"why\": [" : ", ") + json_string(item.why[i]);
  }
  return text + (item.why.empty() ? "}" : "]}");
}

Result<void> related_all(const Asked& asked, const RelatedRequest& request) {
  const Engine& engine = asked.engine;
  RelatedAllRequest file{.related = request,
                         .output = asked.arguments.text("out"),
                         .force = asked.arguments.flag("force")};
  file.related.progress = asked.limits.progress;
  Format format = asked.format == Format::kText ? Format::kTsv : asked.format;
  if (!asked.is_format_given) format = format_of_file(file.output, Format::kTsv);
  if (format == Format::kJson) {
    file.head = "[";  // a document: an object a page
    file.write = [&engine](std::string_view page, const std::vector<RelatedItem>& items,
                           std::string& text) {
      text += ",\n{" + page_members(engine, page) + ", \"related\": [";
      for (const RelatedItem& item : items) text += (item.rank == 1 ? "" : ", ") + item_json(item);
      text += "]}";
    };
  } else {
    std::vector<Column> columns = {{.name = "page"}, {.name = "rank"}, {.name = "score"},
                                   {.name = "key"},  {.name = "url"},  {.name = "title"}};
    const uint64_t why = request.why;
    for (uint64_t i = 1; i <= why; ++i) columns.push_back({.name = "why" + std::to_string(i)});
    // Behind the others, which programs count on.
    const std::vector<MethodItem> all = methods();
    const auto method = std::ranges::find(all, request.by, &MethodItem::name);
    const bool has_flags = method != all.end() && method->flags;
    const bool has_statuses = engine.has_statuses();
    if (has_flags) columns.push_back({.name = "flagged"});
    if (has_statuses) columns.push_back({.name = "gone"});
    file.head = head_line(format, columns);
    file.write = [columns, format, why, has_flags, has_statuses](
                     std::string_view page, const std::vector<RelatedItem>& items,
                     std::string& text) {
      for (const RelatedItem& item : items) {
        std::vector<Cell> cells = {std::string(page), item.rank, item.score,
                                   item.key,          item.url,  item.title};
        for (uint64_t i = 0; i < why; ++i) {
          cells.emplace_back(i < item.why.size() ? item.why[i] : std::string());
        }
        if (has_flags) cells.emplace_back(std::string(item.flagged ? "yes" : "no"));
        if (has_statuses) cells.emplace_back(item.gone);
        text += row_line(format, columns, cells);
      }
    };
  }
  const Result<RelatedAllReport> report = engine.related_all(file);
  asked.bar.clear();
  if (!report) return tl::unexpected<Error>(report.error());
  if (asked.is_quiet) return {};
  std::string text = text_of(report->answered) + " of " + text_of(report->pages) +
                     " pages have an answer; " + text_of(report->bytes) + " bytes in " +
                     text_of(report->seconds) + " s";
  if (report->resumed_at > 0) {
    text += "; " + text_of(report->resumed_at) + " were there from before";
  }
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
  return {};
}

Result<void> show(const Asked& asked) {
  const api::Arguments& arguments = asked.arguments;
  const int ways = static_cast<int>(arguments.has("page")) +
                   static_cast<int>(arguments.has("pages")) +
                   static_cast<int>(arguments.flag("all"));
  if (ways != 1) {
    return fail(ErrorCode::kInvalidArgument,
                "name pages, or a file of them with --pages, or --all: one of these");
  }
  COCITE_TRY(RelatedRequest request, api::whole_related_request(arguments, asked.limits));
  request.threads = static_cast<unsigned>(arguments.count("threads"));
  if (arguments.flag("own")) request.only = OnlyPages::kCrawled;
  if (arguments.flag("all")) {
    if (!arguments.has("why")) request.why = 1;
    return related_all(asked, request);
  }
  if (!arguments.has("why") && asked.format == Format::kText && ::isatty(STDOUT_FILENO) == 1) {
    request.why = 2;
  }
  if (arguments.has("pages")) return related_each(asked, request);
  if (asked.format == Format::kJson) return show_json(asked);
  COCITE_TRY(const RelatedAnswer answer, asked.engine.related(request));
  write_answer(standard_output(), asked.format, asked.engine, request.why, answer);
  return {};
}

}  // namespace

const Differs show_related{.show = show};

}  // namespace cocite::cli
