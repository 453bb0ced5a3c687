// Crawls as users ask for them: seeds from files and stores, and rules of good manners.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <cocite/crawl.h>
#include <cocite/engine.h>
#include <cocite/text_file.h>

#include "answer/resolve.h"
#include "base/ascii.h"
#include "crawl/crawler.h"
#include "crawl/kept_options.h"
#include "crawl/sitemap.h"
#include "engine/refresh.h"
#include "read/bookmarks.h"
#include "store/store.h"
#include "url/key.h"
#include "url/url.h"

namespace cocite {
namespace {

// "example.org/a" is an address, too; "mailto:me" is not, and "example.org:80" is.
std::string with_scheme(const std::string& seed) {
  if (seed.find("://") != std::string::npos) return seed;
  const size_t colon = seed.find_first_of(":/?#");
  const bool has_scheme = colon != std::string::npos && seed[colon] == ':' &&
                          (colon + 1 == seed.size() || !is_digit(seed[colon + 1]));
  return has_scheme ? seed : "http://" + seed;
}

constexpr uint64_t kMaxSeedBytes = uint64_t{256} << 20;

bool is_web_address(std::string_view address) {
  return address.starts_with("http://") || address.starts_with("https://");
}

// Lines of addresses, bookmarks of a browser, an OPML outline, or a sitemap; plain or packed.
Result<std::vector<std::string>> expand_seeds(const std::vector<std::string>& given,
                                              const std::atomic<bool>* stop) {
  std::vector<std::string> seeds;
  for (const std::string& seed : given) {
    if (!seed.starts_with('@')) {
      seeds.push_back(with_scheme(seed));
      continue;
    }
    const std::string path = seed.substr(1);
    COCITE_TRY(const std::string text,
               read_text_file(path, {.stop = stop, .max_bytes = kMaxSeedBytes}));
    if (read::is_bookmarks(text)) {
      for (const read::Bookmarks::Entry& entry : read::read_bookmarks(text).entries) {
        if (is_web_address(entry.address)) seeds.push_back(entry.address);
      }
      continue;
    }
    const crawl::Sitemap map = crawl::read_sitemap(text, /*may_be_lines=*/false);
    if (!map.pages.empty()) {
      seeds.insert(seeds.end(), map.pages.begin(), map.pages.end());
      continue;
    }
    if (!map.sitemaps.empty()) {
      return fail(ErrorCode::kInvalidArgument,
                  path + ": is an index of sitemaps; download these and give them instead: " +
                      map.sitemaps.front() + (map.sitemaps.size() > 1 ? ", …" : ""));
    }
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
      if (!line.empty() && !line.starts_with('#')) seeds.push_back(with_scheme(line));
    }
  }
  return seeds;
}

Result<void> check_manners(const CrawlRequest& request, const std::vector<std::string>& seeds) {
  if (!(request.delay_s >= 0) || request.connections == 0) {
    return fail(
        {.message = "the delay must be at least 0, and connections at least 1", .about = "delay"});
  }
  if (!request.contact.empty()) return {};
  std::set<std::string> hosts;
  std::string key;
  for (const std::string& seed : seeds) {
    if (url::make_key(seed, {}, key) == url::Skip::kNone) hosts.emplace(url::host_of_key(key));
  }
  if (request.scope == CrawlScope::kHosts && hosts.size() <= 1) return {};
  return fail({.message =
                   "crawling more than one host needs an email address or URL where site owners "
                   "can reach you; each request carries it",
               .about = "contact"});
}

}  // namespace

namespace {

Result<CrawlReport> run_crawl(const CrawlRequest& request) {
  CrawlRequest asked = request;
  COCITE_CHECK(crawl::take_kept_options(request.out, asked));
  COCITE_TRY(std::vector<std::string> seeds, expand_seeds(request.seeds, request.stop));
  std::set<std::string> secret_hosts;
  bool has_user_info = false;
  for (const std::string& seed : seeds) {
    if (const auto url = url::Url::parse(seed)) secret_hosts.emplace(url->host());
    has_user_info |= url::without_user_info(seed) != seed;
  }
  std::string topic = asked.words;
  store::Store store;
  std::unique_ptr<engine::EarlierCopies> earlier;
  if (!asked.refresh.empty()) {
    COCITE_TRY(store, store::Store::open(asked.refresh));
    COCITE_TRY(auto old, engine::pages_to_refresh(store, asked));
    if (asked.is_conditional) {
      COCITE_TRY(earlier, engine::EarlierCopies::open(store, asked.earlier));
      // Where there is room for so many pages only, up to half of it is for new ones: else a crawl that
      // met its limit once would only ever look at the same pages.
      if (asked.max_pages > 0 && old.size() > asked.max_pages / 2 && earlier->has_waiting()) {
        earlier->leave_out_fetched();
        std::vector<std::string> known = seeds;
        known.insert(known.end(), old.begin(), old.end());
        COCITE_TRY(const auto waiting, earlier->waiting(known, asked.max_pages));
        // Seeds that are named are asked for anyway, and take their part of the room.
        std::set<std::string, std::less<>> named;
        std::string key;
        const auto is_named = [&](const std::string& url) {
          return url::make_key(url, {}, key) == url::Skip::kNone && named.contains(key);
        };
        for (const std::string& seed : seeds) {
          if (url::make_key(seed, {}, key) == url::Skip::kNone) named.insert(key);
        }
        std::erase_if(old, is_named);
        const uint64_t for_new = std::min<uint64_t>(waiting.size(), asked.max_pages / 2);
        const uint64_t taken = named.size() + for_new;
        const uint64_t for_old = asked.max_pages > taken ? asked.max_pages - taken : 0;
        old.resize(std::min<uint64_t>(old.size(), for_old));
        old.insert(old.end(), waiting.begin(), waiting.end());
      }
    }
    // A crawl that goes on by itself has them already.
    if (!request.refresh.empty()) seeds.insert(seeds.end(), old.begin(), old.end());
    if (asked.order.empty()) asked.order = "breadth";
    for (const std::string& like : asked.like) {
      COCITE_TRY(const PageId page, answer::resolve(store, like));
      COCITE_TRY(const std::string title, store.title(page));
      COCITE_TRY(const std::string text, store.text_columns().text(page));
      topic += ' ' + title + ' ' + text;
    }
  } else if (!asked.earlier.empty()) {
    return fail({.message = "name the store whose pages are fetched again", .about = "refresh"});
  } else if (!asked.like.empty()) {
    return fail(
        {.message = "name the store that has the pages to be similar to", .about = "refresh"});
  }
  COCITE_CHECK(check_manners(asked, seeds));
  COCITE_TRY(CrawlReport report,
             crawl::run_crawl(asked, {.seeds = seeds,
                                      .topic = topic,
                                      .earlier = earlier.get(),
                                      .secret_hosts = std::move(secret_hosts)}));
  report.dropped_user_info = has_user_info;
  return report;
}

}  // namespace

Result<CrawlReport> crawl_web(const CrawlRequest& request) {
  auto report = run_crawl(request);
  const std::string state = request.out + "/state.sqlite";
  if (!report && report.error().code == ErrorCode::kCorrupt &&
      report.error().message.starts_with(state)) {
    report.error().message += "; what was fetched is safe in " + request.out + "/archive: move " +
                              state +
                              " away and give the seeds and options again, and the crawl goes on "
                              "with what the archive has";
  }
  return report;
}

namespace {

// "1 page", "2 pages"
std::string counted(uint64_t count, const std::string& one, const std::string& many = {}) {
  return std::to_string(count) + " " + (count == 1 ? one : many.empty() ? one + "s" : many);
}

std::string with_point(double value) {
  std::array<char, 32> room{};
  std::snprintf(room.data(), room.size(), "%.1f", value);
  return room.data();
}

}  // namespace

std::string report_text(const CrawlReport& report) {
  std::string text = "fetched " + counted(report.fetched, "page") + " (" +
                     with_point(static_cast<double>(report.bytes) / 1e6) + " MB) from " +
                     counted(report.hosts, "host") + " in " + with_point(report.seconds) + " s";
  if (report.went_on) text += ", " + std::to_string(report.fetched_before) + " before";
  if (report.requisites > 0) {
    text +=
        "; of these " + std::to_string(report.requisites) + " images, styles, scripts and fonts";
  }
  if (report.copies > 0) text += "; " + counted(report.copies, "copy", "copies");
  if (report.unchanged > 0) text += "; " + std::to_string(report.unchanged) + " unchanged";
  text += "\nseen " + counted(report.seen, "address", "addresses") + "; waiting " +
          std::to_string(report.queue) + "; forbidden by robots.txt " +
          std::to_string(report.forbidden) + "; links that lead outside " +
          std::to_string(report.outside) + "\n";
  if (report.forgotten > 0) {
    text +=
        "forgotten for lack of room " + counted(report.forgotten, "address", "addresses") + "\n";
  }
  for (const auto& [status, count] : report.statuses) {
    text += "status " + status + ": " + std::to_string(count) + "\n";
  }
  for (const auto& [failure, count] : report.failures) {
    text += "no answer, " + failure + ": " + std::to_string(count) + "\n";
  }
  for (const CrawlTrap& trap : report.traps) {
    text += "not followed, " + trap.kind + ": " + std::to_string(trap.count) + ", as in " +
            trap.example + "\n";
  }
  constexpr size_t kMostHosts = 10;
  for (size_t i = 0; i < std::min(report.waiting.size(), kMostHosts); ++i) {
    const CrawlWaiting& waiting = report.waiting[i];
    text += counted(waiting.pages, "page waits", "pages wait") + " for host " + waiting.host +
            ": " + waiting.why + "\n";
  }
  if (report.waiting.size() > kMostHosts) {
    text += "and pages wait for " + counted(report.waiting.size() - kMostHosts, "more host") + "\n";
  }
  if (report.is_stopped) {
    const bool is_limit = report.why_stopped.starts_with("reached the limit");
    text += "ended before the end: " + report.why_stopped + "; " +
            (is_limit ? "a higher limit goes on\n" : "the same command goes on\n");
  }
  for (const std::string& file : report.files) text += file + "\n";
  if (!report.index.empty()) text += report.index + "\n";
  if (!report.wacz.empty()) text += report.wacz + "\n";
  return text;
}

}  // namespace cocite
