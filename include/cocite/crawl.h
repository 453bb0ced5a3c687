// Fetching pages of the web, politely and the best ones first; and the same simulated on a store.
//
//   CrawlRequest request{.seeds = {"https://www.example.com/"}, .out = "example.crawl"};
//   auto report = crawl_web(request);
//   auto answer = simulate_crawl({.store = "web.cocite", .pages = {"www.example.com/"}});
//
// Requests and answers are values: each thread its own. The functions may run from several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cocite/progress.h>
#include <cocite/result.h>

namespace cocite {

// What CrawlRequest::order and SimulateRequest::orders may name.
struct CrawlOrder {
  std::string name;
  std::string summary;
  bool needs_topic = false;  // words or pages that the crawl is about
  bool is_only_simulated = false;
};
[[nodiscard]] std::vector<CrawlOrder> crawl_orders();

// Which addresses belong to a crawl.
enum class CrawlScope : uint8_t {
  kHosts,  // those of the hosts of its seeds
  kSites,  // those of their registrable domains
  kAll,    // any
};

// One fetch, for a log.
struct CrawlEvent {
  std::string url = {};
  int status = 0;            // 0: no answer
  std::string failure = {};  // why not: "timed out"; or why it was not asked for: "robots.txt"
  uint64_t bytes = 0;        // of the body, as sent
  double seconds = 0;
  uint32_t date = 0;  // seconds since 1970
  uint32_t depth = 0;
  std::string via = {};       // the page that links to it; empty: a seed
  bool is_copy = false;       // the same bytes were fetched before, and are not kept twice
  std::string location = {};  // of a redirect: where it leads to
};

struct CrawlProgress {
  const char* stage = "";  // what it does beside fetching: "writing the index"; empty: nothing
  uint64_t fetched = 0;    // answers, of all runs of this crawl
  uint64_t bytes = 0;
  uint64_t queue = 0;
  uint64_t hosts = 0;
  uint64_t active = 0;
  uint64_t failures = 0;
  // What went wrong how often: "timed out", "404".
  std::vector<std::pair<std::string, uint64_t>> errors = {};
  double hot = 0;  // share of the best tenth of all that was seen that is fetched; 0: not known
  double seconds = 0;
  double per_second = 0;  // over the last few seconds
};

struct CrawlRequest {
  // Addresses, sitemaps, "@FILE" (lines, bookmarks, OPML, a sitemap). None: a crawl that is there goes on.
  std::vector<std::string> seeds = {};
  std::string out = {};      // a folder, made if it is not there
  std::string refresh = {};  // a store: its pages are seeds, the oldest and most important first
  // With `refresh`: pages are asked for only if they have changed since the store's copy.
  bool is_conditional = true;
  std::vector<std::string> earlier = {};  // folders of crawls that know by which names (ETag)
  std::string order = {};  // a name of crawl_orders(); empty: pagerank, with `refresh` breadth
  std::string words = {};  // similarity: to these words
  std::vector<std::string> like = {};  // similarity: to these pages of the store to refresh
  uint64_t seed = 1;                   // random

  CrawlScope scope = CrawlScope::kHosts;
  // Regular expressions of RE2: what addresses must match, too, and what they must not.
  std::string pattern = {};
  std::vector<std::string> exclude = {};
  bool media = false;  // images, archives and similar files too
  bool frames = true;  // frames and iframes are links, too
  // Images, styles, scripts and fonts of pages, archived and neither pages nor links: of any host if there is
  // a contact, else of those of the crawl.
  bool requisites = false;
  bool wacz = false;      // at its end, the crawl also as one file, OUT/NAME.wacz
  bool sitemaps = false;  // what sitemaps in robots.txt list, too

  std::string contact = {};        // an address of mail or web, for who runs the servers
  std::string operator_name = {};  // who crawls, for the archive
  std::string user_agent = {};     // instead of Cocite and its version; the contact is added
  // "NAME: VALUE", for each request; Cookie, Authorization and their like only for the hosts of `seeds`.
  std::vector<std::string> headers = {};
  // A file with lines "HOST USER:PASSWORD" or "HOST Bearer TOKEN", which only its owner may read.
  std::string auth_file = {};
  std::string proxy = {};  // http://USER:PASSWORD@HOST:PORT, or https, socks5, socks5h
  double delay_s = 1;      // between requests to a host
  unsigned per_host = 1;   // requests to a host at a time
  unsigned connections = 64;
  double timeout_s = 60;       // for one request
  uint64_t retry = 2;          // how often a page that fails (5xx, no answer) is requested again
  double max_sleep_s = 21600;  // the longest that a host that cannot be reached is left alone
  bool allow_private = false;
  std::string ca_file = {};                  // certificates to trust; empty: the system's
  std::vector<std::string> connect_to = {};  // HOST:PORT:ADDRESS:PORT: go there instead

  // 0: any number.
  uint64_t max_pages = 0;  // fetched, in all runs of this crawl
  uint64_t max_bytes = 0;
  double max_time_s = 0;   // of this run
  uint64_t max_depth = 0;  // links from a seed; kNoLinks: seeds alone
  static constexpr uint64_t kNoLinks = ~uint64_t{0};
  uint64_t max_page_bytes = uint64_t{16} << 20;
  uint64_t warc_bytes = uint64_t{1} << 30;  // about as long as an archive file gets
  uint64_t max_host_pages = 100'000;
  // Addresses that wait, in memory (about 30 bytes each); the worst are forgotten.
  uint64_t max_waiting = 10'000'000;
  uint64_t max_chain = 50;  // of addresses that differ in numbers only, each found on the last

  // A crawl that goes on takes its options from its folder, except those that are given now: the
  // ones listed here, by their names on the command line without dashes ("max-pages", and "hosts"
  // for `scope`). Not set: those that differ from the defaults above.
  std::optional<std::vector<std::string>> given = {};

  unsigned threads = 0;  // that read and pack pages; 0: all but one
  std::function<void(const CrawlProgress&)> progress = {};  // twice a second, from one thread
  std::function<void(const CrawlEvent&)> log = {};          // from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to end; all that was fetched is kept
};

struct CrawlTrap {
  std::string kind;  // "endless path", "session id"
  uint64_t count = 0;
  std::string example;
};

// Pages of a host that cannot be reached: the next run asks for them.
struct CrawlWaiting {
  std::string host;
  uint64_t pages = 0;
  std::string why;  // "no such host"
};

struct CrawlReport {
  bool went_on = false;     // the folder had a crawl already
  bool is_stopped = false;  // before the end: by a limit, or by who asked for it
  std::string why_stopped = {};
  uint64_t fetched = 0;  // answers in this run
  uint64_t fetched_before = 0;
  uint64_t bytes = 0;  // of bodies, in this run
  uint64_t copies = 0;
  uint64_t requisites = 0;  // of `fetched`: images, styles, scripts and fonts
  uint64_t unchanged = 0;   // the server says that nothing has changed
  uint64_t seen = 0;
  uint64_t queue = 0;
  uint64_t hosts = 0;
  uint64_t forgotten = 0;  // addresses for which there was no room
  uint64_t outside = 0;    // links that lead out of the scope
  uint64_t forbidden = 0;
  bool dropped_user_info = false;  // seeds had "USER:PASSWORD@", which is not sent
  std::vector<std::pair<std::string, uint64_t>> statuses = {};  // "200", "404"
  std::vector<std::pair<std::string, uint64_t>> failures = {};
  std::vector<CrawlTrap> traps = {};
  std::vector<CrawlWaiting> waiting = {};  // the most pages first; part of `queue`
  std::vector<std::string> files = {};     // archives
  std::string index = {};                  // a CDXJ file; empty: not written this time
  std::string wacz = {};                   // empty: not written
  double seconds = 0;
};

// Fetches until there is nothing more, a limit is met, or it is stopped. Called again with the same
// folder, it resumes the crawl, however that ended.
[[nodiscard]] Result<CrawlReport> crawl_web(const CrawlRequest& request);
// A report as a person reads it, several lines.
[[nodiscard]] std::string report_text(const CrawlReport& report);

// Are these pages of a store still there? Asks for them, politely, and adds what it learns to the
// store: a newer copy of the page, or that it is gone.
struct VerifyRequest {
  std::string store = {};
  std::vector<std::string> pages = {};
  std::string answers_of = {};  // and the pages related to this one
  std::string by = "blend";
  uint64_t top = 10;
  bool add = true;          // false: only tell
  CrawlRequest fetch = {};  // how; its seeds and limits do not count. `out` empty: nothing is kept
};

struct VerifyItem {
  std::string key = {};
  std::string url = {};
  uint64_t status = 0;        // 0: no answer
  std::string failure = {};   // why not
  std::string location = {};  // where it says that it has moved to
  std::string gone = {};      // since when the store knows that it is gone
};

struct VerifyAnswer {
  std::vector<VerifyItem> items = {};
  bool is_added = false;
};
[[nodiscard]] Result<VerifyAnswer> verify_pages(const VerifyRequest& request);

// How soon would a crawl in each order have had the best pages? (Cho, Garcia-Molina, Page 1998.)
struct SimulateRequest {
  std::string store = {};
  std::vector<std::string> pages = {};   // where it starts; none: the page with most links
  std::vector<std::string> orders = {};  // none: all that need nothing more
  std::string words = {};                // similarity: to these words
  std::vector<std::string> like = {};    // similarity: to these pages of the store
  bool hot_by_indegree = false;          // which pages are hot: by in-degree instead of PageRank
  double hot_share = 0.1;                // of all pages
  uint64_t seed = 1;                     // random
  unsigned threads = 0;                  // 0: all
  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel
};

// The state after `pages` pages.
struct SimulateStep {
  uint64_t percent = 0;  // of the pages of the store; the last step may be less than a percent on
  uint64_t fetched = 0;
  double hot = 0;       // share of the hot pages that were fetched
  double rank_sum = 0;  // of the true PageRank of what was fetched
};

struct SimulatedOrder {
  std::string name;
  std::vector<SimulateStep> steps;
  double seconds = 0;
};

struct SimulateAnswer {
  std::vector<std::string> start;  // keys
  uint64_t pages = 0;
  uint64_t hot_pages = 0;
  uint64_t reachable = 0;  // pages that a crawl from there can get to
  std::vector<SimulatedOrder> orders;
};

[[nodiscard]] Result<SimulateAnswer> simulate_crawl(const SimulateRequest& request);
// The share of hot pages against the share of pages, a line an order: an SVG file.
[[nodiscard]] std::string simulate_chart(const SimulateAnswer& answer);

}  // namespace cocite
