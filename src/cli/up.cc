#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <spawn.h>
#include <unistd.h>

#include <cocite/crawl.h>
#include <cocite/engine.h>
#include <cocite/service.h>

#include "api/crawl_options.h"
#include "api/service_options.h"
#include "cli/command.h"
#include "cli/crawl_line.h"
#include "cli/from_options.h"
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
  uint64_t max_pages = 10'000;
  bool no_serve = false;
  bool no_open = false;
  bool is_quiet = false;
  std::function<std::vector<std::string>()> given;
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

// A list of addresses, not an address: bookmarks.html in this folder.
bool is_list(const std::string& site) {
  std::error_code error;
  return fs::is_regular_file(site.starts_with('@') ? site.substr(1) : site, error);
}

// What the folders of a site, or of a list of addresses, are called.
std::string name_of(const std::string& site) {
  if (!is_list(site)) return host_of(site);
  std::string name = fs::path(site).filename().string();
  if (name.starts_with('@')) name.erase(0, 1);
  return fs::path(name).stem().string();
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
  std::vector<std::string> earlier = {};  // the newest first
};
Crawl crawl_of(const std::string& folder) {
  uint64_t last = 0;
  while (fs::exists(folder + "/" + std::to_string(last + 1))) ++last;
  const std::string path = folder + "/" + std::to_string(last);
  const bool goes_on = last > 0 && !fs::exists(path + "/imported");
  Crawl crawl{.folder = goes_on ? path : folder + "/" + std::to_string(last + 1)};
  for (uint64_t i = goes_on ? last - 1 : last; i > 0; --i) {
    const std::string earlier = folder + "/" + std::to_string(i);
    if (fs::exists(earlier + "/state.sqlite")) crawl.earlier.push_back(earlier);
  }
  return crawl;
}

// What was fetched into the store, and a mark in the crawl's folder that it is there.
Result<void> import_crawl(const Options& options, const std::string& store,
                          const std::string& folder, const std::vector<std::string>& files) {
  ImportRequest request{.store = store, .inputs = files};
  request.frames = options.crawl.frames;  // what the crawl took for links
  request.stop = options.crawl.stop;
  ProgressBar bar(STDERR_FILENO, options.is_quiet);
  request.progress = [&](const Progress& progress) { bar.show(progress); };
  const bool is_new = !fs::exists(store);
  COCITE_TRY(const ImportReport added, is_new ? import_store(request) : add_to_store(request));
  bar.clear();
  std::FILE* const mark = std::fopen((folder + "/imported").c_str(), "w");
  if (mark == nullptr) return fail(ErrorCode::kIo, folder + ": cannot be written");
  std::fclose(mark);
  tell(options, store + ": " + std::to_string(added.pages) + " pages, " +
                    std::to_string(added.links) + " links");
  return {};
}

Result<void> fetch_site(Options& options, const std::string& store) {
  CrawlRequest& request = options.crawl;
  request.max_pages = options.max_pages;
  const Crawl crawl = crawl_of(options.folder + "/" + name_of(options.site) + ".crawl");
  const bool is_file = is_list(options.site) && !options.site.starts_with('@');
  request.seeds = {is_file ? "@" + options.site : options.site};
  request.out = crawl.folder;
  request.given = options.given();
  if (options.same_site) request.given->emplace_back("hosts");
  request.given->insert(request.given->end(), {"refresh", "earlier"});
  if (options.same_site) request.scope = CrawlScope::kSites;
  if (fs::exists(store)) {
    request.refresh = store;
    request.earlier = crawl.earlier;
  }
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
  explain_report(report);
  if (report.fetched + report.fetched_before == 0) {
    // A crawl that has come to its end without anything would be gone on with for ever.
    if (report.queue == 0) fs::remove_all(crawl.folder, error);
    COCITE_CHECK(was_reached(report));
    return fail(ErrorCode::kNotFound,
                options.site + ": no page could be fetched; the lines above say why");
  }
  return import_crawl(options, store, crawl.folder, report.files);
}

Result<void> up(Options& options) {
  options.crawl.stop = stop_on_signals();
  // Before the crawl, which may take hours.
  if (!options.no_serve) COCITE_CHECK(check_listen(options.service.listen));
  const std::string store = options.folder + "/" + name_of(options.site) + ".cocite";
  COCITE_CHECK(fetch_site(options, store));
  if (options.no_serve) return {};
  ServiceRequest& service = options.service;
  service.stores = {store};
  service.stop = options.crawl.stop;
  service.access_log = AccessLogKind::kOff;
  service.log = [](std::string_view line) { complain(std::string(line)); };
  service.started = [&](const std::string& address) {
    complain("serving at http://" + address + "/");
    if (!options.no_open) open_browser("http://" + address + "/");
  };
  return run_service(service);
}

constexpr auto kOptions = api::options(
    api::option("in", &Options::folder, "make both in this folder (default: here)")
        .stands("OUTDIR"),
    api::option("same_site", &Options::same_site,
                "all hosts of its registrable domain; needs --contact"),
    api::option("max_pages", &Options::max_pages, "fetch at most N pages a time; 0: no limit"),
    api::option("no_serve", &Options::no_serve, "end when the store is there"),
    api::option("no_open", &Options::no_open, "do not open a browser"));

}  // namespace

void add_up(Commands& commands) {
  auto options = std::make_shared<Options>();
  options->crawl.sitemaps = true;
  Command command = commands.add(
      "up", "crawl a site, make a store of it and open the explorer, in one step",
      "cocite up www.example.com\n"
      "cocite up https://www.example.com/docs/ --max-pages 500 --listen 127.0.0.1:9000\n"
      "cocite up bookmarks.html --max-pages 500 --contact me@example.org\n"
      "\n"
      "Makes www.example.com.crawl/ and www.example.com.cocite here; again later it asks for the\n"
      "pages again, the oldest and most important first, for what has changed since, and goes on\n"
      "where --max-pages ended it. Ctrl-C stops the crawl; the same command goes on.");
  command.argument(
      "SITE", options->site,
      "an address of the site, or a file of addresses: bookmarks, OPML, sitemap, lines");
  add_options(command, kOptions, *options);
  add_options(command, api::kFetchOptions, options->crawl);
  add_options(command, api::kListenOption, options->service);
  command.flag("-q,--quiet", options->is_quiet, "no progress");
  options->given = command.given();
  command.on([options] { return up(*options); });
}

}  // namespace cocite::cli
