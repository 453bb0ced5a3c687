#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <spawn.h>
#include <unistd.h>

#include <cocite/crawl.h>
#include <cocite/engine.h>
#include <cocite/service.h>

#include "cli/command.h"
#include "cli/crawl_line.h"
#include "cli/progress_bar.h"
#include "cli/stop.h"

extern char** environ;

namespace cocite::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string site;
  CrawlRequest crawl;
  bool same_site = false;
  std::string folder = ".";
  ServiceRequest service;
  bool serves = true;
  bool opens = true;
  bool is_quiet = false;
};

void tell(const Options& options, const std::string& line) {
  if (!options.is_quiet) complain(line);
}

// "https://www.example.com/x" -> "www.example.com"
std::string host_of(const std::string& site) {
  const size_t scheme = site.find("://");
  const size_t begin = scheme == std::string::npos ? 0 : scheme + 3;
  std::string host = site.substr(begin, site.find_first_of("/?#", begin) - begin);
  for (char& c : host) {
    if (c == ':') c = '_';
  }
  return host;
}

// The browser that the desktop has, if there is one; whether it comes up is its business.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open";
  std::string argument = address;
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  static_cast<void>(posix_spawnp(&child, program.c_str(), nullptr, nullptr, words, environ));
}

// The crawls of a site stand in one folder, by number. The last one goes on if it is not in the
// store yet; else a new one asks for the pages of the store again.
struct Crawl {
  std::string folder;
  bool is_new = false;
};
Crawl crawl_of(const std::string& folder) {
  uint64_t last = 0;
  while (fs::exists(folder + "/" + std::to_string(last + 1))) ++last;
  const std::string path = folder + "/" + std::to_string(last);
  if (last > 0 && !fs::exists(path + "/imported")) return {.folder = path};
  return {.folder = folder + "/" + std::to_string(last + 1), .is_new = true};
}

Result<void> fetch_site(Options& options, const std::string& store) {
  CrawlRequest& request = options.crawl;
  const Crawl crawl = crawl_of(options.folder + "/" + host_of(options.site) + ".crawl");
  request.seeds = {options.site};
  request.out = crawl.folder;
  if (options.same_site) request.scope = CrawlScope::kSites;
  if (crawl.is_new && fs::exists(store)) request.refresh = store;
  std::error_code error;
  fs::create_directories(crawl.folder, error);
  if (error) return fail(ErrorCode::kIo, crawl.folder + ": " + error.message());
  tell(options, (request.refresh.empty() ? "fetching " : "refreshing ") + options.site + " into " +
                    crawl.folder);
  CrawlLine line(options.is_quiet);
  request.progress = [&](const CrawlProgress& now) { line.show(now); };
  COCITE_TRY(const CrawlReport report, crawl_web(request));
  line.clear();
  if (request.stop->load()) {
    return fail(ErrorCode::kCancelled, "stopped; the same command goes on where it was");
  }
  if (!options.is_quiet) std::fputs(report_text(report).c_str(), stderr);
  if (report.fetched + report.fetched_before == 0) {
    return fail(ErrorCode::kNotFound,
                options.site + ": no page could be fetched; the lines above say why");
  }
  ImportRequest import{.store = store, .inputs = report.files};
  import.stop = request.stop;
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  import.progress = [&](const Progress& progress) { bar.show(progress);
};
COCITE_TRY(const ImportReport added,
           fs::exists(store) ? add_to_store(import) : import_store(import));
bar.clear();
std::FILE* const mark = std::fopen((crawl.folder + "/imported").c_str(), "w");
if (mark == nullptr) return fail(ErrorCode::kIo, crawl.folder + ": cannot be written");
std::fclose(mark);
tell(options, store + ": " + std::to_string(added.pages) + " pages, " +
                  std::to_string(added.links) + " links");
return {};
}  // namespace

Result<void> up(Options& options) {
  options.crawl.stop = stop_on_signals();
  const std::string store = options.folder + "/" + host_of(options.site) + ".cocite";
  COCITE_CHECK(fetch_site(options, store));
  if (!options.serves) return {};
  ServiceRequest& service = options.service;
  service.stores = {store};
  service.stop = options.crawl.stop;
  service.access_log = AccessLogKind::kOff;
  service.log = [](std::string_view line) { complain(std::string(line)); };
  service.started = [&](const std::string& address) {
    complain("serving at http://" + address + "/");
    if (options.opens) open_browser("http://" + address + "/");
  };
  return run_service(service);
}

}  // namespace cocite::cli

void add_up(Commands& commands) {
  auto options = std::make_shared<Options>();
  options->crawl.max_pages = 10'000;
  options->crawl.sitemaps = true;
  Command command = commands.add(
      "up", "crawl a site, make a store of it and open the explorer, all in one",
      "cocite up www.example.com\n"
      "cocite up https://www.example.com/docs/ --max-pages 500 --listen 127.0.0.1:9000\n"
      "\n"
      "Makes www.example.com.crawl/ and www.example.com.cocite here; again later it asks for the\n"
      "pages again, the oldest and most important first, and adds what is new. Ctrl-C stops the\n"
      "crawl; the same command goes on.");
  command.argument("SITE", options->site, "an address of the site");
  command.text("--in", options->folder, "make both in this folder (default: here)", "DIR");
  command.flag("--same-site", options->same_site,
               "all hosts of its registrable domain; takes --contact");
  command.text("--contact", options->crawl.contact,
               "an address of mail or web for those who run the servers", "WHO");
  command.count("--max-pages", options->crawl.max_pages,
                "fetch at most N pages a time (default 10000; 0: no limit)");
  add_fetch_options(command, options->crawl);
  command.text("--listen", options->service.listen, "where to serve (default 127.0.0.1:8080)",
               "ADDRESS:PORT");
  command.off("--no-serve", options->serves, "end when the store is there");
  command.off("--no-open", options->opens, "do not open a browser");
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  command.on([options] { return up(*options); });
}

}  // namespace cocite::cli
