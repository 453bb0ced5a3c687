#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "api/related_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/related_options.h"
#include "cli/spelling.h"
#include "cli/stop.h"
#include "cli/table.h"
#include "cli/values.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  On on = On::kPages;
  std::string pages_file;
  std::string folder_hosts;
  bool all = false;
  RelatedAllRequest file;
  RelatedRequest request;
  Format format{};
  bool is_format_given = false;
  bool is_quiet = false;
  bool is_why_given = false;
  bool merges_mirrors = false;
};

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

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

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
  std::ifstream file;
  if (path != "-") file.open(path);
  std::istream& in = path == "-" ? std::cin : file;
  if (!in) return fail(ErrorCode::kNotFound, path + ": cannot read it; it is a file of pages");
  std::vector<std::string> pages;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && line.front() != '#') pages.push_back(line);
  }
  return pages;
}

Result<void> related_each(const Engine& engine, Options& options) {
  COCITE_TRY(options.request.pages, read_pages(options.pages_file));
  Output& out = standard_output();
  bool is_first = true;
  uint64_t answered = 0;
  uint64_t failed = 0;
  std::string first_failure;
  std::optional<TableOf<Row>> flat;  // one for all answers
  if (is_flat(options.format)) {
    const bool is_judging = std::ranges::any_of(options.request.parameters, [](const auto& given) {
      return given.first == "content-filter";
    });
    flat.emplace(out, options.format,
                 related_fields(engine, true, options.request.why, true, is_judging));
  }
  const auto use = [&](const std::string& asked, const Result<RelatedAnswer>& answer) {
    if (answer) {
      ++answered;
    } else if (failed++ == 0) {
      first_failure = complaint(answer.error());
    }
    if (flat && answer) {
      write_rows(*flat, asked, *answer);
    } else if (flat) {
      const std::string error = complaint(answer.error());
      flat->row({.asked = &asked, .error = &error});
    } else if (options.format == Format::kJson) {
      out.write(is_first ? "[\n" : ",\n");
      if (answer) {
        out.write(to_json(*answer));
      } else {
        out.write("{\"asked\": " + json_string(asked) +
                  ", \"error\": " + json_string(complaint(answer.error())) + "}");
      }
    } else {
      if (!is_first) out.write("\n");
      out.write("# asked " + tsv_of(asked) + '\n');
      if (answer) {
        write_answer(out, options.format, engine, options.request.why, *answer);
      } else {
        out.write("# error " + tsv_of(complaint(answer.error())) + '\n');
      }
    }
    is_first = false;
    return !out.is_closed();
  };
  COCITE_CHECK(engine.related_each(options.request, use));
  if (options.format == Format::kJson) out.write(is_first ? "[]\n" : "\n]\n");
  if (failed > 0) {
    const std::string message = std::to_string(failed) + " of " +
                                std::to_string(answered + failed) +
                                " pages have no answer; the first: " + first_failure;
    if (answered == 0) return fail(ErrorCode::kNoEvidence, message);
    complain(message);
  }
  return {};
}

Result<void> related_all(const Engine& engine, Options& options) {
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  options.request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  options.file.related = options.request;
  Format format = options.format == Format::kText ? Format::kTsv : options.format;
  if (!options.is_format_given) format = format_of_file(options.file.output, Format::kTsv);
  if (format == Format::kJson) {
    options.file.head = "";
    options.file.write = [](std::string_view page, const std::vector<RelatedItem>& items,
                            std::string& text) {
      text += "{\"page\": " + json_string(page) + ", \"related\": [";
      for (const RelatedItem& item : items) {
        text += (item.rank == 1 ? "" : ", ") + std::string("{\"key\": ") + json_string(item.key) +
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
        text += item.why.empty() ? "}" : "]}";
      }
      text += "]}\n";
    };
  } else {
    std::vector<Column> columns = {
        {.name = "page"}, {.name = "rank"}, {.name = "score"}, {.name = "key"}};
    const uint64_t why = options.request.why;
    for (uint64_t i = 1; i <= why; ++i) columns.push_back({.name = "why" + std::to_string(i)});
    // Behind the others, which programs count on.
    const std::vector<MethodItem> all = methods();
    const auto method = std::ranges::find(all, options.request.by, &MethodItem::name);
    const bool has_flags = method != all.end() && method->flags;
    const bool has_statuses = engine.has_statuses();
    if (has_flags) columns.push_back({.name = "flagged"});
    if (has_statuses) columns.push_back({.name = "gone"});
    options.file.head = head_line(format, columns);
    options.file.write = [columns, format, why, has_flags, has_statuses](
                             std::string_view page, const std::vector<RelatedItem>& items,
                             std::string& text) {
      for (const RelatedItem& item : items) {
        std::vector<Cell> cells = {std::string(page), item.rank, item.score, item.key};
        for (uint64_t i = 0; i < why; ++i) {
          cells.emplace_back(i < item.reasons.size() ? reason_cell(item.reasons[i])
                                                     : std::string());
        }
        if (has_flags) cells.emplace_back(std::string(item.flagged ? "yes" : "no"));
        if (has_statuses) cells.emplace_back(item.gone);
        text += row_line(format, columns, cells);
      }
    };
  }
  const Result<RelatedAllReport> report = engine.related_all(options.file);
  bar.clear();
  if (!report) return tl::unexpected<Error>(report.error());
  if (options.is_quiet) return {};
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

Result<void> related(Options& options) {
  options.request.stop = stop_on_signals();
  const int ways = static_cast<int>(!options.request.pages.empty()) +
                   static_cast<int>(!options.pages_file.empty()) + static_cast<int>(options.all);
  if (ways != 1) {
    return fail(ErrorCode::kInvalidArgument,
                "name pages, or a file of them with --pages, or --all: one of these");
  }
  COCITE_TRY(const Graph graph,
             open_graph(options.store, options.on, options.is_quiet,
                        {.folder_hosts = options.folder_hosts, .stop = options.request.stop},
                        options.merges_mirrors));
  const Engine& engine = *graph;
  if (options.all) return related_all(engine, options);
  if (!options.is_why_given && options.format == Format::kText && ::isatty(STDOUT_FILENO) == 1) {
    options.request.why = 2;
  }
  if (!options.pages_file.empty()) return related_each(engine, options);
  COCITE_TRY(const RelatedAnswer answer, engine.related(options.request));
  if (options.format == Format::kJson) {
    standard_output().write(to_json(answer) + '\n');
  } else {
    write_answer(standard_output(), options.format, engine, options.request.why, answer);
  }
  return {};
}

}  // namespace

void add_related(Commands& commands) {
  auto options = std::make_shared<Options>();
  RelatedRequest& request = options->request;
  Command command =
      commands.add("related", "which pages are like these, and why",
                   "cocite related web.cocite www.example.com/a\n"
                   "cocite related web.cocite www.example.com/a --by companion --top 20 --why 3\n"
                   "cocite related web.cocite a.example b.example --not c.example\n"
                   "cocite related web.cocite --pages list.txt --format json\n"
                   "cocite related web.cocite www.example.com --on sites\n"
                   "cocite related web.cocite --all --by cocitation --out related.tsv");
  command.store(options->store);
  pages_argument(command, request.pages);
  command.experts();
  command.text("--folder-hosts", options->folder_hosts,
               "hosts where a folder is a site of its own for blend, one a line (default: the "
               "shipped list: github.com, ...)",
               "FILE");
  command.experts(false);
  command.text("--pages", options->pages_file,
               "a file of pages, one a line (- for standard input): an answer for each", "FILE");
  command.flag(
      "--all", options->all,
      "all pages of the store, into the file --out: page, rank, score, key (--format json: "
      "an object a page); continues a run that was stopped");
  command.output("--out", options->file.output,
                 "where --all writes; its name (.tsv, .csv, .jsonl, .json) says the format");
  command.flag("--force", options->file.force, "--all: replace the file");
  command.flag("-q,--quiet", options->is_quiet, "--all: no progress and no report");
  add_options(command, api::kRelatedTop, request);
  add_options(command, api::kAnswerOptions, request);
  command.value(
      "--why",
      [options](const std::string& text) -> std::optional<std::string> {
        const std::optional<uint64_t> count = parse_count(text);
        if (!count) return "'" + text + "' is not a number of reasons";
        options->request.why = *count;
        options->is_why_given = true;
        return {};
      },
      "N reasons under each answer (default 2 on a terminal, else 0); TSV and CSV: as columns "
      "why1, why2, …",
      "COUNT");
  add_related_options(command, request);
  command.threads(request.threads);
  on_option(command, options->on);
  mirrors_option(command, options->merges_mirrors);
  command.format(options->format, [&options = *options] { options.is_format_given = true; });
  command.on([options] { return related(*options); });
}

}  // namespace cocite::cli
