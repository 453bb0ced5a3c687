#include <memory>
#include <optional>
#include <string>

#include <cocite/crawl.h>

#include "api/crawl_options.h"
#include "cli/command.h"
#include "cli/crawl_line.h"
#include "cli/from_options.h"
#include "cli/output.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  VerifyRequest request;
  bool is_quiet = false;
  Format format{};
};

std::string verdict(const VerifyItem& item) {
  if (item.status == 0) return item.failure.empty() ? "not asked for" : item.failure;
  if (item.status == 404 || item.status == 410) return "gone";
  if (!item.location.empty()) return "moved";
  return item.status < 400 ? "there" : "in trouble";
}

Result<void> verify(Options& options) {
  VerifyRequest& request = options.request;
  request.fetch.stop = stop_on_signals();
  CrawlLine line(options.is_quiet);
  request.fetch.progress = [&](const CrawlProgress& now) { line.show(now); };
  COCITE_TRY(const VerifyAnswer answer, verify_pages(request));
  line.clear();
  const Fields<VerifyItem> fields = {
      {{.name = "key", .in_text = false}, [](const VerifyItem& item) { return item.key; }},
      {{.name = "url"}, [](const VerifyItem& item) { return item.url; }},
      {{.name = "status"},
       [](const VerifyItem& item) { return item.status == 0 ? Cell() : Cell(item.status); }},
      {{.name = "verdict"}, verdict},
      {{.name = "location"}, [](const VerifyItem& item) { return item.location; }},
      {{.name = "gone"}, [](const VerifyItem& item) { return item.gone; }}};
  write_table(standard_output(), options.format, fields, answer.items);
  if (!answer.is_added && request.add && !options.is_quiet) {
    complain("no page answered; the store is unchanged");
  }
  return {};
}

constexpr auto kOptions = api::options(
    api::option("out", &CrawlRequest::out, "keep the archive of what was fetched in this folder")
        .stands("OUTDIR")
        .otherwise("it is not kept"));

}  // namespace

void add_verify(Commands& commands) {
  auto options = std::make_shared<Options>();
  VerifyRequest& request = options->request;
  Command command = commands.add(
      "verify", "check whether pages are still online, and record the answers in the store",
      "cocite verify web.cocite www.example.com/a www.example.com/b\n"
      "cocite verify web.cocite --answers-of www.example.com/a --contact me@example.org\n"
      "\n"
      "Asks as politely as 'cocite crawl', follows redirects and no links, and adds the answers\n"
      "to the store: newer copies of pages, and which are gone since when.");
  command.store(request.store);
  command.optional_arguments("PAGE", request.pages, "pages of the store");
  add_options(command, api::kVerifyOptions, request);
  add_options(command, kOptions, request.fetch);
  add_options(command, api::kFetchOptions, request.fetch);
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  command.format(options->format);
  command.together([options]() -> std::optional<std::string> {
    if (options->request.pages.empty() && options->request.answers_of.empty()) {
      return "verify: which pages? Give PAGE... or --answers-of PAGE";
    }
    return {};
  });
  command.on([options] { return verify(*options); });
}

}  // namespace cocite::cli
