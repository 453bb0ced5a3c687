// What is wrong with a site, in words, as tables or as a page.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

#include <cocite/audit.h>
#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/output.h>
#include <cocite/readable.h>
#include <cocite/report.h>

#include "api/audit_options.h"
#include "api/question.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  AuditRequest request;
  std::vector<std::string> fail_on;
  std::string html;
  std::string csv;
  bool force = false;
  bool is_quiet = false;
  Format format = Format::kText;
  bool has_format = false;
};

constexpr uint64_t kTopInText = 5;
constexpr uint64_t kFromInText = 3;
constexpr const char* kAll = "all";
constexpr const char* kDead = "dead";  // short for dead-links

std::string name_of(const PageRef& page) {
  return readable(page.url.empty() ? page.key : page.url);
}

const PageRef& about(const AuditItem& item) {
  return item.page ? *item.page : *item.target;
}

std::string and_more(uint64_t total, size_t shown) {
  return total <= shown ? "" : ", and " + std::to_string(total - shown) + " more";
}

std::string names_of(const AuditItem& item) {
  std::string names;
  for (const PageRef& page : item.pages) names += (names.empty() ? "" : ", ") + name_of(page);
  return names + and_more(item.pages_total, item.pages.size());
}

std::string places_of(const AuditItem& item) {
  std::string places;
  for (const AuditLink& link : item.from) {
    places += (places.empty() ? "" : ", ") + name_of(link);
    if (!link.anchor.empty()) places += " \"" + readable(link.anchor) + '"';
  }
  return places + and_more(item.from_total, item.from.size());
}

std::string item_text(const AuditItem& item) {
  std::string text = "  " + name_of(about(item)) + "\n      " + readable(item.why) + '\n';
  if (item.instead) text += "      instead: " + name_of(*item.instead) + '\n';
  if (!item.pages.empty()) text += "      " + names_of(item) + '\n';
  if (!item.from.empty()) text += "      linked from " + places_of(item) + '\n';
  return text;
}

std::string finding_text(const AuditFinding& finding) {
  std::string text = finding.title + ": " + finding.summary + ".\n  " + finding.advice + '\n';
  for (const std::string& note : finding.notes) text += "  Note: " + readable(note) + ".\n";
  for (const AuditItem& item : finding.items) text += item_text(item);
  if (finding.total > finding.items.size()) {
    text += "  And " + std::to_string(finding.total - finding.items.size()) +
            " more: --top N lists them, --html FILE and --csv DIR all.\n";
  }
  return text + '\n';
}

void write_text(Output& out, const AuditAnswer& answer) {
  std::string home;
  if (answer.homes.size() == 1) home = ", read from " + name_of(answer.homes[0]) + " on";
  out.write(std::to_string(answer.pages) + (answer.pages == 1 ? " page" : " pages") + home + ": " +
            (answer.total == 0   ? "no findings"
             : answer.total == 1 ? "1 finding"
                                 : std::to_string(answer.total) + " findings") +
            ".\n\n");
  std::string clean;
  std::string unknown;
  for (const AuditFinding& finding : answer.findings) {
    if (!finding.unknown.empty()) {
      unknown += "  " + finding.kind + ": " + finding.unknown + '\n';
    } else if (finding.total == 0) {
      clean += (clean.empty() ? "" : ", ") + finding.kind;
    } else {
      out.write(finding_text(finding));
    }
  }
  if (!clean.empty()) out.write("No findings: " + clean + ".\n");
  if (!unknown.empty()) out.write("Not known:\n" + unknown);
  if (answer.ignored > 0) out.write(std::to_string(answer.ignored) + " accepted before.\n");
  if (answer.old > 0) out.write(std::to_string(answer.old) + " in the older store already.\n");
  for (const std::string& note : answer.notes) out.write("Note: " + note + ".\n");
}

std::vector<Column> columns() {
  return {{.name = "kind"},  {.name = "key"},  {.name = "url"},     {.name = "title"},
          {.name = "why"},   {.name = "text"}, {.name = "instead"}, {.name = "pages"},
          {.name = "links"}, {.name = "from"}, {.name = "anchor"}};
}

// A row for each page with the link, or one for an item without. Tables of TSV, CSV or JSON lines.
std::string rows_of(Format format, const AuditFinding& finding) {
  std::string rows;
  for (const AuditItem& item : finding.items) {
    const PageRef& page = about(item);
    std::string pages;
    for (const PageRef& other : item.pages) {
      pages += (pages.empty() ? "" : " ") + (other.url.empty() ? other.key : other.url);
    }
    const auto row = [&](const std::string& from, const std::string& anchor) {
      rows +=
          row_line(format, columns(),
                   {finding.kind, page.key, page.url, page.title, item.why, item.text,
                    item.instead ? item.instead->url : "", pages, item.from_total, from, anchor});
    };
    if (item.from.empty()) row("", "");
    for (const AuditLink& link : item.from) {
      row(link.url.empty() ? link.key : link.url, link.anchor);
    }
  }
  return rows;
}

Result<void> write_csv(const Options& options, const AuditAnswer& answer) {
  std::error_code error;
  std::filesystem::create_directories(options.csv, error);
  if (error) return fail(ErrorCode::kIo, options.csv + ": " + error.message());
  for (const AuditFinding& finding : answer.findings) {
    const std::string path = options.csv + "/" + finding.kind + ".csv";
    COCITE_CHECK(write_output(path,
                              head_line(Format::kCsv, columns()) + rows_of(Format::kCsv, finding),
                              {.force = options.force}));
  }
  return {};
}

std::string store_name(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

// Exit code 1 if one of the kinds that must not be there is, or if the store cannot tell.
Result<void> judge(const Options& options, const AuditAnswer& answer) {
  std::string found;
  for (const AuditFinding& finding : answer.findings) {
    const bool counts = std::ranges::any_of(options.fail_on, [&](const std::string& kind) {
      return kind == kAll ? finding.unknown.empty()
                          : kind == finding.kind || (kind == kDead && finding.kind == "dead-links");
    });
    if (!counts) continue;
    if (!finding.unknown.empty()) {
      return fail(
          {.message = finding.kind + " cannot be judged. " + finding.unknown, .about = "fail_on"});
    }
    if (finding.total == 0) continue;
    found += (found.empty() ? "" : ", ") + std::to_string(finding.total) + " " + finding.kind;
  }
  if (!found.empty()) return fail({.message = "found: " + found, .about = "fail_on"});
  if (!options.fail_on.empty() && !answer.is_complete) {
    return fail(ErrorCode::kBusy, "the time budget ended before all was looked at");
  }
  return {};
}

Result<void> run_audit(Options& options) {
  AuditRequest& request = options.request;
  request.stop = stop_on_signals();
  const bool is_text = options.format == Format::kText;
  const bool in_files = !options.html.empty() || !options.csv.empty();
  // Files have everything; words on a screen have the beginning.
  if (is_text && !in_files && request.top == 0) request.top = kTopInText;
  if (is_text && !in_files) request.from = std::min(request.from, kFromInText);
  if (!options.csv.empty()) request.from = 0;
  COCITE_TRY(const Graph graph,
             open_graph(options.store, On::kPages, options.is_quiet, {.stop = request.stop}));
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  request.progress = [&bar](const Progress& progress) { bar.show(progress); };
  const Result<AuditAnswer> answer = audit_site(*graph, request);
  bar.clear();
  COCITE_CHECK(answer);
  if (!options.html.empty()) {
    COCITE_CHECK(write_output(options.html, audit_html(*answer, store_name(options.store)),
                              {.force = options.force}));
  }
  if (!options.csv.empty()) COCITE_CHECK(write_csv(options, *answer));
  if (!in_files || options.has_format) {
    Output& out = standard_output();
    if (is_text) {
      write_text(out, *answer);
    } else if (options.format == Format::kJson) {
      out.write(to_json(*answer) + '\n');
    } else {
      out.write(head_line(options.format, columns()));
      for (const AuditFinding& finding : answer->findings) {
        out.write(rows_of(options.format, finding));
      }
    }
    COCITE_CHECK(out.finish());
  }
  return judge(options, *answer);
}

}  // namespace

void add_audit(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add(
      "audit", api::find_question("audit")->summary,
      "cocite audit site.cocite\n"
      "cocite audit site.cocite --under /docs/ --html audit.html\n"
      "cocite audit site.cocite --ignore accepted.tsv --fail-on dead-links,orphans\n"
      "cocite audit new.cocite --against old.cocite\n"
      "\n"
      "Findings are sentences, the most important first. A folder of HTML files is taken as the\n"
      "whole site (cocite import site.cocite DIR=https://www.example.com/); a crawl is judged by\n"
      "what the servers answered.");
  command.store(options->store);
  std::vector<std::string> kinds;
  for (const AuditKind& kind : audit_kinds()) kinds.push_back(kind.name);
  std::string known;
  for (const std::string& kind : kinds) known += (known.empty() ? "" : ", ") + kind;
  command.words("--kind", options->request.kinds, kinds, "kind of finding", "there are " + known,
                "only these kinds: " + known);
  add_options(command, api::kAuditOptions, options->request);
  command.top(options->request.top,
              "findings of each kind, at most (default: 5 in words, all in files and tables)");
  add_options(command, api::kAuditHereOptions, options->request);
  std::vector<std::string> failing = kinds;
  failing.insert(failing.end(), {kDead, kAll});
  command.words("--fail-on", options->fail_on, failing, "kind of finding", "there are " + known,
                "exit with 1 if there are findings of these kinds; all: of any");
  command.output("--html", options->html, "write a page with all findings, which can be mailed");
  command.output_folder("--csv", options->csv, "write a table for each kind into this folder");
  command.flag("--force", options->force, "replace files that are there");
  command.format(options->format, [options] { options->has_format = true; });
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  command.on([options] {
    if (!options->has_format) options->format = Format::kText;
    return run_audit(*options);
  });
}

}  // namespace cocite::cli
