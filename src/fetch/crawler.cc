// Long because: the steps of a crawl stand one below the other, from the choice of a page to its links.
#include "fetch/crawler.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/parallel.h"
#include "fetch/cdxj.h"
#include "fetch/frontier.h"
#include "fetch/page_reader.h"
#include "fetch/politeness.h"
#include "fetch/reader_pool.h"
#include "fetch/recovery.h"
#include "fetch/sitemap.h"
#include "fetch/transfer.h"
#include "fetch/user_agent.h"
#include "fetch/warc_files.h"
#include "url/url.h"

namespace cocite::fetch {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kCommitEvery = 2;  // seconds
constexpr double kTellEvery = 0.5;
constexpr double kLongestWait = 600;           // for hosts that all want to be left alone
constexpr size_t kMaxUnread = 512;             // answers that wait for a thread
constexpr int kMaxTries = 3;                   // of an address
constexpr int kMaxHops = 5;                    // of robots.txt, and of an address within itself
constexpr uint32_t kRobotsSeconds = 86400;     // RFC 9309: no longer than a day
constexpr uint32_t kMaxCopiesInARow = 100;     // of one host
constexpr uint64_t kMaxLinesOnStop = 200'000;  // of the index, when somebody waits for the end

struct Job {
  FetchKind kind = FetchKind::kPage;
  uint32_t page = 0;
  uint32_t host = 0;
  int scheme = 0;
  int hops = 0;
  Address address = {};
  std::string url = {};
  std::string origin = {};  // of robots.txt
};

int64_t now_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class Crawler {
 public:
  Crawler(const CrawlRequest& request, Scope scope, CrawlState state, LinksFile links,
          std::unique_ptr<Order> order, std::unique_ptr<Transfers> transfers,
          const ReaderPool::MakeReader& make_reader)
      : request_(&request),
        state_(std::move(state)),
        links_(std::move(links)),
        frontier_(std::move(order), std::move(scope),
                  {.per_host = std::max(1U, request.per_host),
                   .max_host_pages = request.max_host_pages,
                   .max_chain = request.max_chain,
                   .media = request.media},
                  state_, links_),
        files_(request.out + "/archive", "cocite", warcinfo(request), 0),
        transfers_(std::move(transfers)),
        pool_(request.threads != 0 ? request.threads : std::max(1U, hardware_threads() - 1),
              make_reader, [this] { transfers_->wake(); }) {}

  Result<CrawlReport> run(const std::vector<std::string>& seeds) {
    COCITE_CHECK(load());
    for (const std::string& seed : seeds) {
      COCITE_TRY(const uint32_t page, frontier_.see(seed, {.is_seed = true}));
      if (page == Frontier::kNone) {
        return fail({.message = "'" + seed + "' is no address of a web page", .about = "seed"});
      }
    }
    if (frontier_.seen() == 0) {
      return fail({.message = request_->out + ": there is no crawl to go on with; give seeds",
                   .about = "seed"});
    }
    COCITE_CHECK(commit());
    while (!is_over()) {
      COCITE_CHECK(start_more());
      const double wait =
          frontier_.queue() == 0 ? 0.1 : std::clamp(frontier_.next_time() - now(), 0.0, 0.1);
      transfers_->wait(static_cast<int>(wait * 1000 + 0.999), [&](uint64_t tag, Response&& got) {
        if (!error_) note(finished(tag, std::move(got)));
      });
      if (error_) return fail(*error_);
      for (ReadPage& page : pool_.take()) COCITE_CHECK(apply(std::move(page)));
      COCITE_CHECK(frontier_.refresh(fetched()));
      if (now() - committed_at_ > kCommitEvery) COCITE_CHECK(commit());
      tell();
    }
    return finish();
  }

 private:
  // --- beginning and end ---------------------------------------------------------------------

  static std::string warcinfo(const CrawlRequest& request) {
    return "software: " + user_agent("") + "\r\nformat: WARC File Format 1.1\r\n" +
           "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/"
           "warc-1.1/\r\nrobots: obey\r\nhttp-header-user-agent: " +
           user_agent(request.contact) + "\r\n" +
           (request.contact.empty() ? "" : "operator: " + request.contact + "\r\n");
  }

  Result<void> load() {
    COCITE_TRY(marks_, state_.marks());
    COCITE_CHECK(frontier_.load());
    report_.went_on = frontier_.seen() > 0;
    report_.fetched_before = marks_.fetched;
    // Archives that are there, by their serial numbers; the last ones may know more than the state.
    std::map<uint32_t, std::string> known;
    COCITE_CHECK(state_.for_each_file(
        [&](uint32_t serial, const std::string& name) { known.emplace(serial, name); }));
    uint32_t newest = 0;
    bool has_any = false;
    std::error_code error;
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(request_->out + "/archive", error)) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    for (const std::string& name : names) {
      const auto is_it = [&](const auto& file) { return file.second == name; };
      const bool is_known = std::ranges::any_of(known, is_it);
      if (is_known && name != marks_.warc) {
        newest = std::max(newest, std::ranges::find_if(known, is_it)->first);
        has_any = true;
        continue;
      }
      if (!name.ends_with(".warc.gz") || !name.starts_with("cocite-")) continue;
      const uint32_t serial = is_known ? marks_.warc_serial : (has_any ? newest + 1 : 0);
      COCITE_CHECK(recover(name, serial, is_known ? marks_.warc_bytes : 0));
      newest = serial;
      has_any = true;
    }
    return {};
  }

  // Takes over what a file has behind `offset`, and goes on writing behind that.
  Result<void> recover(const std::string& name, uint32_t serial, uint64_t offset) {
    const std::string path = request_->out + "/archive/" + name;
    std::error_code error;
    if (std::filesystem::file_size(path, error) < offset || error) {
      return fail(ErrorCode::kCorrupt,
                  path +
                      ": is shorter than the state of the crawl says; restore it, or begin a new "
                      "crawl elsewhere");
    }
    COCITE_TRY(const uint64_t end,
               read_tail(path, offset, [&](ReadPage&& page, uint64_t at) -> Result<void> {
                 return take_over(std::move(page), {serial, at});
               }));
    COCITE_CHECK(files_.go_on(name, serial, end));
    return state_.add_file(serial, name);
  }

  Result<void> take_over(ReadPage page, const WarcPlace& place) {
    FetchedPage& fetched = page.fetched;
    if (fetched.kind == FetchKind::kRobots) {
      COCITE_CHECK(keep_fetch(page, place));
      const auto url = url::Url::parse(fetched.url);
      if (is_redirect(fetched.response.status)) return {};
      return state_.keep_robots(
          origin_of(*url),
          {.status = fetched.response.status, .date = fetched.response.date, .text = page.text});
    }
    fetched.page = frontier_.number_of(fetched.url);
    if (fetched.page == Frontier::kNone) return keep_fetch(page, place);  // of an older state
    COCITE_TRY(const Address address, state_.address(fetched.page));
    fetched.depth = address.depth;
    frontier_.forget(fetched.page);
    COCITE_CHECK(keep_fetch(page, place));
    return follow(page, address);
  }

  [[nodiscard]] bool is_over() {
    if (request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed)) {
      return stop("stopped by the user");
    }
    const bool is_idle = transfers_->active() == 0 && pool_.waiting() == 0;
    if (is_idle && frontier_.queue() == 0) return true;
    if (request_->max_time_s > 0 && now() > request_->max_time_s) return stop("time is up");
    if (!is_idle) return false;
    if (is_full()) return stop(*is_full());
    if (frontier_.next_time() - now() > kLongestWait && !frontier_.next(now())) {
      return stop("the hosts that are left want to be asked later");
    }
    return false;
  }
  bool stop(const std::string& why) {
    report_.is_stopped = true;
    report_.why_stopped = why;
    return true;
  }
  // A limit that forbids to start anything more.
  [[nodiscard]] std::optional<std::string> is_full() const {
    const uint64_t under_way = transfers_->active() + pool_.waiting();
    if (request_->max_pages > 0 && fetched() + under_way >= request_->max_pages) {
      return "as many pages as allowed";
    }
    if (request_->max_bytes > 0 && report_.bytes >= request_->max_bytes) {
      return "as many bytes as allowed";
    }
    return {};
  }
  [[nodiscard]] uint64_t fetched() const { return report_.fetched_before + report_.fetched; }

  Result<void> commit() {
    if (files_.name() != kept_name_) {
      kept_name_ = files_.name();
      COCITE_CHECK(state_.add_file(files_.serial(), kept_name_));
    }
    COCITE_CHECK(files_.sync());
    COCITE_CHECK(links_.flush());
    marks_ = {.warc = files_.name(),
              .warc_serial = files_.serial(),
              .warc_bytes = files_.bytes(),
              .links_bytes = links_.bytes(),
              .fetched = fetched(),
              .bytes = marks_.bytes};
    COCITE_CHECK(state_.commit(marks_));
    committed_at_ = now();
    return {};
  }

  Result<CrawlReport> finish() {
    for (ReadPage& page : pool_.take_all()) COCITE_CHECK(apply(std::move(page)));
    COCITE_CHECK(commit());
    COCITE_CHECK(write_index());
    report_.seen = frontier_.seen();
    report_.queue = frontier_.queue();
    report_.hosts = frontier_.hosts();
    report_.outside = frontier_.outside();
    for (const auto& [status, count] : statuses_) {
      report_.statuses.emplace_back(std::to_string(status), count);
    }
    for (const auto& [failure, count] : failures_) {
      report_.failures.emplace_back(failure_name(failure), count);
    }
    for (size_t i = 0; i < kTraps; ++i) {
      const Frontier::TrapCount& trap = frontier_.traps()[i];
      if (trap.count == 0) continue;
      report_.traps.push_back(
          {std::string(trap_name(static_cast<Trap>(i))), trap.count, trap.example});
    }
    report_.seconds = now();
    return std::move(report_);
  }

  Result<void> write_index() {
    std::map<uint32_t, std::string> names;
    COCITE_CHECK(state_.for_each_file([&](uint32_t serial, const std::string& name) {
      names.emplace(serial, name);
      report_.files.push_back(request_->out + "/archive/" + name);
    }));
    if (report_.is_stopped && fetched() > kMaxLinesOnStop) return {};
    const std::string folder = request_->out + "/indexes";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    CdxjWriter writer(folder);
    COCITE_CHECK(state_.for_each_fetch([&](const FetchRow& row) {
      return writer.add(cdx_line({.url = row.url,
                                  .date = row.date,
                                  .status = row.status,
                                  .mime = row.is_revisit ? "warc/revisit" : row.mime,
                                  .digest = row.digest,
                                  .file = names[row.file],
                                  .offset = row.offset,
                                  .length = row.length}));
    }));
    COCITE_CHECK(writer.finish(folder + "/index.cdxj"));
    report_.index = folder + "/index.cdxj";
    return {};
  }

  // --- what to ask for -----------------------------------------------------------------------

  Result<void> start_more() {
    while (transfers_->active() < request_->connections && pool_.waiting() < kMaxUnread &&
           !is_full()) {
      const auto next = frontier_.next(now());
      if (!next) return {};
      COCITE_CHECK(start(*next));
    }
    return {};
  }

  Result<void> start(const Frontier::Next& next) {
    Job job{.page = next.page, .host = next.host};
    COCITE_TRY(job.address, state_.address(next.page));
    job.url = job.address.url;
    const auto url = url::Url::parse(job.url);
    if (!url) {  // never: it was one when it was seen
      frontier_.take(next);
      return state_.finish(next.page, -kFailed);
    }
    job.scheme = url->scheme() == "https" ? 1 : 0;
    Host& host = frontier_.host(next.host);
    COCITE_TRY(const bool is_known, find_robots(host, job.scheme, origin_of(*url)));
    if (!is_known) {
      job.kind = FetchKind::kRobots;
      job.origin = origin_of(*url);
      job.url = job.origin + "/robots.txt";
      send(std::move(job));
      return {};
    }
    frontier_.take(next);
    const std::string path = std::string(url->path()) + std::string(url->query());
    if (!host.robots[static_cast<size_t>(job.scheme)]->allows(path)) {
      ++report_.forbidden;
      log({.url = job.url, .failure = "robots.txt", .depth = job.address.depth});
      return state_.finish(next.page, -kForbidden);
    }
    send(std::move(job));
    return {};
  }

  void send(Job job) {
    frontier_.begin(job.host);
    const uint64_t tag = next_tag_++;
    transfers_->start(tag, job.url);
    jobs_.emplace(tag, std::move(job));
  }

  static std::string origin_of(const url::Url& url) {
    std::string origin = std::string(url.scheme()) + "://" + std::string(url.host());
    if (!url.port().empty()) origin += ":" + std::string(url.port());
    return origin;
  }

  // Whether it is known what the host allows; what is kept of a robots.txt serves for a day.
  Result<bool> find_robots(Host& host, int scheme, const std::string& origin) {
    const auto at = static_cast<size_t>(scheme);
    const auto is_fresh = [](uint32_t date) {
      return now_seconds() < static_cast<int64_t>(date) + kRobotsSeconds;
    };
    if (host.robots[at]) {
      if (is_fresh(host.robots_date[at])) return true;
      host.robots[at].reset();
    }
    COCITE_TRY(const auto kept, state_.robots(origin));
    if (!kept || !is_fresh(kept->date)) return false;
    use_robots(host, scheme, *kept);
    return true;
  }

  void use_robots(Host& host, int scheme, const KeptRobots& kept) {
    const auto at = static_cast<size_t>(scheme);
    Robots robots;
    if (kept.status == 0 || kept.status >= 500) {
      robots = Robots::forbidding();
    } else if (kept.status / 100 == 2) {
      robots = Robots::parse(kept.text, kProduct);
    }
    host.crawl_delay_s = robots.crawl_delay().value_or(0);
    host.robots[at] = std::make_shared<const Robots>(std::move(robots));
    host.robots_date[at] = kept.date;
  }

  // --- what came back ------------------------------------------------------------------------

  Result<void> finished(uint64_t tag, Response&& got) {
    const auto found = jobs_.find(tag);
    Job job = std::move(found->second);
    jobs_.erase(found);
    Host& host = frontier_.host(job.host);
    Outcome outcome{.status = got.status, .seconds = got.seconds};
    const bool is_refused = is_refusal(got.status) || got.failure != Failure::kNone;
    host.failures = is_refused ? host.failures + 1 : 0;
    outcome.failures = host.failures;
    if (is_refusal(got.status)) {
      crawl::HttpHead head;
      head.read(got.head);
      outcome.retry_after_s =
          retry_after(head.fields.find("retry-after"), now_seconds()).value_or(0);
    }
    const double pause =
        pause_after({.delay_s = request_->delay_s, .crawl_delay_s = host.crawl_delay_s}, outcome);
    const bool is_robots = job.kind == FetchKind::kRobots;
    // A host rests until it is known what its robots.txt says.
    if (!is_robots) frontier_.end(job.host, now() + pause);
    if (got.failure != Failure::kNone) {
      ++failures_[got.failure];
      log({.url = job.url,
           .failure = std::string(failure_name(got.failure)) + ": " + got.detail,
           .seconds = got.seconds,
           .date = got.date,
           .depth = job.address.depth});
    }
    if (is_refused && is_robots) return robots_refused(job, got, pause);
    if (is_refused) return page_refused(job, got);
    FetchedPage fetched{.kind = job.kind,
                        .page = job.page,
                        .url = job.url,
                        .depth = job.address.depth,
                        .response = std::move(got)};
    fetched.digest = sha1(fetched.response.body);
    if (job.address.via != kNoVia && !is_robots) {
      COCITE_TRY(const Address via, state_.address(job.address.via));
      fetched.via = via.url;
    }
    if (!is_robots && fetched.response.status == 200 && !fetched.response.body.empty()) {
      COCITE_TRY(fetched.original, find_original(fetched));
    }
    given_.emplace_back(std::move(job));
    pauses_.push_back(pause);
    pool_.give(std::move(fetched));
    return {};
  }

  // Somebody who had the same bytes first and is in the archive, or will be before this one.
  Result<std::optional<Original>> find_original(const FetchedPage& fetched) {
    const auto [found, is_new] =
        under_way_.try_emplace(fetched.digest, Original{fetched.url, fetched.response.date});
    if (!is_new) return std::optional<Original>(found->second);
    COCITE_TRY(auto original, state_.find_original(fetched.digest));
    if (original) under_way_.erase(found);
    return original;
  }

  // No answer, or one that says "not now".
  Result<void> page_refused(const Job& job, const Response& got) {
    const bool may_help = got.failure != Failure::kPrivate && got.failure != Failure::kName &&
                          got.failure != Failure::kTls;
    const int tries = ++tries_[job.page];
    const int outcome =
        got.failure != Failure::kNone ? -(kFailed + static_cast<int>(got.failure)) : got.status;
    if (got.failure == Failure::kNone) ++statuses_[got.status];
    if (may_help && tries < kMaxTries) {
      frontier_.put_back(job.page);
    } else {
      tries_.erase(job.page);
      COCITE_CHECK(state_.finish(job.page, outcome));
    }
    if (frontier_.host(job.host).failures < kMaxHostFailures && may_help) return {};
    if (got.failure == Failure::kTls) return {};  // the other scheme may do
    return give_up(job.host, outcome);
  }

  Result<void> robots_refused(const Job& job, const Response& got, double pause) {
    Host& host = frontier_.host(job.host);
    const bool may_help = got.failure != Failure::kPrivate && got.failure != Failure::kName;
    if (may_help && host.failures < kMaxTries) {
      frontier_.end(job.host, now() + pause);
      return {};
    }
    frontier_.end(job.host, now());
    const int outcome =
        got.failure != Failure::kNone ? -(kFailed + static_cast<int>(got.failure)) : got.status;
    if (!may_help || got.failure == Failure::kConnect) return give_up(job.host, outcome);
    // Nobody could say what is allowed: nothing is.
    const KeptRobots kept{.status = 0, .date = static_cast<uint32_t>(now_seconds()), .text = {}};
    use_robots(host, job.scheme, kept);
    return state_.keep_robots(job.origin, kept);
  }

  Result<void> give_up(uint32_t host, int outcome) {
    frontier_.give_up(host, [&](uint32_t page) { note(state_.finish(page, outcome)); });
    return {};
  }
  void note(Result<void> result) {
    if (!result && !error_) error_ = result.error();
  }

  // --- what it says --------------------------------------------------------------------------

  // Pages come in the order in which they were given to the threads.
  Result<void> apply(ReadPage page) {
    const Job job = std::move(given_.front());
    given_.pop_front();
    const double pause = pauses_.front();
    pauses_.pop_front();
    COCITE_TRY(const WarcPlace place, files_.append(page.records));
    COCITE_CHECK(keep_fetch(page, place));
    log({.url = page.fetched.url,
         .status = page.fetched.response.status,
         .bytes = bytes_of(page),
         .seconds = page.fetched.response.seconds,
         .date = page.fetched.response.date,
         .depth = page.fetched.depth,
         .via = page.fetched.via,
         .is_copy = page.fetched.original.has_value(),
         .location = page.location});
    if (job.kind == FetchKind::kRobots) {
      COCITE_CHECK(apply_robots(job, page, pause));
    } else {
      tries_.erase(job.page);
      COCITE_CHECK(follow(page, job.address));
    }
    return files_.name() != kept_name_ ? commit() : Result<void>();
  }

  [[nodiscard]] static uint64_t bytes_of(const ReadPage& page) { return page.body_bytes; }

  Result<void> keep_fetch(const ReadPage& page, const WarcPlace& place) {
    const FetchedPage& fetched = page.fetched;
    const bool is_page = fetched.kind != FetchKind::kRobots;
    if (is_page && !fetched.original && fetched.response.status == 200 && page.body_bytes > 0) {
      under_way_.erase(fetched.digest);
      COCITE_CHECK(state_.keep_original(fetched.digest, {fetched.url, fetched.response.date}));
    }
    if (page.fetched.kind != FetchKind::kRobots) {
      ++report_.fetched;
      ++statuses_[page.fetched.response.status];
      if (page.fetched.original) ++report_.copies;
    }
    report_.bytes += bytes_of(page);
    marks_.bytes += bytes_of(page);
    return state_.add_fetch({.address = page.fetched.page,
                             .url = page.fetched.url,
                             .status = page.fetched.response.status,
                             .date = page.fetched.response.date,
                             .mime = page.mime,
                             .digest = page.digest,
                             .file = place.file,
                             .offset = place.offset,
                             .length = page.response_bytes,
                             .is_revisit = page.fetched.original.has_value()});
  }

  Result<void> apply_robots(const Job& job, const ReadPage& page, double pause) {
    const int status = page.fetched.response.status;
    frontier_.end(job.host, now() + pause);
    if (is_redirect(status) && !page.location.empty() && job.hops < kMaxHops) {
      Job again = job;
      ++again.hops;
      again.url = page.location;
      send(std::move(again));
      return {};
    }
    Host& host = frontier_.host(job.host);
    const KeptRobots kept{.status = status,
                          .date = page.fetched.response.date,
                          .text = status / 100 == 2 ? page.text : std::string()};
    use_robots(host, job.scheme, kept);
    COCITE_CHECK(state_.keep_robots(job.origin, kept));
    if (!request_->sitemaps || status / 100 != 2) return {};
    const auto base = url::Url::parse(page.fetched.url);
    std::string address;
    for (const std::string& map : host.robots[static_cast<size_t>(job.scheme)]->sitemaps()) {
      if (!base || url::resolve(*base, map, address) != url::LinkKind::kPage) continue;
      COCITE_TRY(const uint32_t seen, frontier_.see(address, {.is_sitemap = true}));
      static_cast<void>(seen);
    }
    return {};
  }

  // Redirects, links, sitemaps; and the address is done with.
  Result<void> follow(const ReadPage& page, const Address& address) {
    const uint32_t number = page.fetched.page;
    const bool is_seed = address.via == kNoVia;
    if (!page.location.empty()) {
      if (frontier_.number_of(page.location) == number) {
        // To another spelling of itself, mostly http to https.
        if (page.location != page.fetched.url && ++hops_[number] <= kMaxHops) {
          COCITE_CHECK(state_.move_address(number, page.location));
          frontier_.put_back(number);
          return {};
        }
      } else {
        COCITE_TRY(const uint32_t target,
                   frontier_.see(page.location, {.depth = address.depth,
                                                 .chain = address.chain,
                                                 .via = is_seed ? kNoVia : number,
                                                 .is_seed = is_seed}));
        static_cast<void>(target);
      }
    }
    hops_.erase(number);
    COCITE_CHECK(state_.finish(number, page.fetched.response.status));
    COCITE_CHECK(count_copies(page));
    COCITE_CHECK(follow_sitemap(page, address));
    return follow_links(page, address);
  }

  Result<void> count_copies(const ReadPage& page) {
    const uint32_t host = frontier_.host_of(page.fetched.page);
    const bool is_copy = page.fetched.original && page.fetched.original->url != page.fetched.url;
    uint32_t& copies = copies_[host];
    copies = is_copy ? copies + 1 : 0;
    if (copies < kMaxCopiesInARow || frontier_.host(host).is_gone) return {};
    frontier_.give_up(host, [&](uint32_t waiting) {
      frontier_.count_trap(Trap::kCopies, page.fetched.url);
      note(state_.finish(waiting, -kForbidden));
    });
    return {};
  }

  Result<void> follow_sitemap(const ReadPage& page, const Address& address) {
    const bool is_wanted = address.via == kNoVia || request_->sitemaps;
    if (!is_wanted || page.text.empty()) return {};
    const Sitemap map = read_sitemap(page.text);
    for (const std::string& one : map.sitemaps) {
      COCITE_TRY(const uint32_t seen,
                 frontier_.see(one, {.depth = address.depth, .is_sitemap = true}));
      static_cast<void>(seen);
    }
    for (const std::string& one : map.pages) {
      COCITE_TRY(const uint32_t seen,
                 frontier_.see(one, {.depth = address.depth + 1, .via = page.fetched.page}));
      static_cast<void>(seen);
    }
    return {};
  }

  Result<void> follow_links(const ReadPage& page, const Address& address) {
    if (request_->max_depth == CrawlRequest::kNoLinks ||
        (request_->max_depth > 0 && address.depth >= request_->max_depth)) {
      return {};
    }
    const auto url = url::Url::parse(page.fetched.url);
    const std::string shape =
        url ? shape_of(std::string(url->path()) + std::string(url->query())) : std::string();
    std::vector<uint32_t> children;
    std::unordered_set<uint32_t> is_child;  // a page may have very many links
    std::vector<float> similarities;
    for (const FoundLink& link : page.links) {
      if (!link.is_followed) continue;
      COCITE_TRY(const uint32_t child, frontier_.see(link.url, {.depth = address.depth + 1,
                                                                .chain = address.chain,
                                                                .via = page.fetched.page,
                                                                .via_shape = shape}));
      if (child == Frontier::kNone || child == page.fetched.page || !link.is_link) continue;
      if (!is_child.insert(child).second) continue;
      children.push_back(child);
      similarities.push_back(link.similarity);
    }
    return frontier_.add_links(page.fetched.page, children, similarities);
  }

  // --- what it tells -------------------------------------------------------------------------

  void log(const CrawlEvent& event) const {
    if (request_->log) request_->log(event);
  }

  void tell() {
    const double at = now();
    if (!request_->progress || at - told_at_ < kTellEvery) return;
    const double since = at - told_at_;
    const double rate = static_cast<double>(report_.fetched - told_fetched_) / since;
    // A mean over a few seconds.
    rate_ = told_at_ == 0 ? rate : rate_ * 0.8 + rate * 0.2;
    told_at_ = at;
    told_fetched_ = report_.fetched;
    uint64_t failures = 0;
    for (const auto& [failure, count] : failures_) failures += count;
    request_->progress({.fetched = fetched(),
                        .bytes = marks_.bytes,
                        .queue = frontier_.queue(),
                        .hosts = frontier_.hosts(),
                        .active = transfers_->active(),
                        .failures = failures,
                        .hot = frontier_.hot(),
                        .seconds = at,
                        .per_second = rate_});
  }

  [[nodiscard]] double now() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  const CrawlRequest* request_;
  CrawlState state_;
  LinksFile links_;
  Frontier frontier_;
  WarcFiles files_;
  std::unique_ptr<Transfers> transfers_;
  std::unordered_map<uint64_t, Job> jobs_;  // by tag
  uint64_t next_tag_ = 0;
  std::deque<Job> given_;      // to the pool
  std::deque<double> pauses_;  // after each of these
  std::unordered_map<uint32_t, int> tries_;
  std::unordered_map<uint32_t, int> hops_;
  std::unordered_map<uint32_t, uint32_t> copies_;  // in a row, by host
  std::map<Digest, Original> under_way_;           // that no other page had before
  std::map<int, uint64_t> statuses_;
  std::map<Failure, uint64_t> failures_;
  Marks marks_;
  std::string kept_name_;
  CrawlReport report_;
  std::optional<Error> error_;
  Clock::time_point begin_ = Clock::now();
  double committed_at_ = 0;
  double told_at_ = 0;
  uint64_t told_fetched_ = 0;
  double rate_ = 0;
  ReaderPool pool_;  // last: its threads end first
};

}  // namespace

Result<CrawlReport> run_crawl(const CrawlRequest& request, const std::vector<std::string>& seeds,
                              const std::string& topic) {
  COCITE_TRY(Scope scope, Scope::create(request.scope, request.pattern));
  const std::string name = request.order.empty() ? "pagerank" : request.order;
  COCITE_TRY(const OrderInfo* order, order_named(name));
  if (order->needs_truth) {
    return fail({.message = name + ": no crawl knows that beforehand", .about = "order"});
  }
  if (order->needs_topic && topic.empty()) {
    return fail({.message = name + ": to what? Give words", .about = "words"});
  }
  const auto make_topic = [&]() -> Result<std::unique_ptr<Topic>> {
    if (topic.empty()) return std::unique_ptr<Topic>();
    COCITE_TRY(Topic made, Topic::create(topic, "none"));
    return std::make_unique<Topic>(std::move(made));
  };
  COCITE_TRY(const auto tried, make_topic());
  std::error_code error;
  std::filesystem::create_directories(request.out + "/archive", error);
  if (error) return fail(ErrorCode::kIo, request.out + ": " + error.message());
  COCITE_TRY(CrawlState state, CrawlState::open(request.out + "/state.sqlite"));
  COCITE_TRY(const Marks marks, state.marks());
  COCITE_TRY(LinksFile links, LinksFile::open(request.out + "/links", marks.links_bytes));
  COCITE_TRY(auto transfers, Transfers::create({.user_agent = user_agent(request.contact),
                                                .allow_private = request.allow_private,
                                                .ca_file = request.ca_file,
                                                .connect_to = request.connect_to,
                                                .max_body_bytes = request.max_page_bytes,
                                                .timeout_s = request.timeout_s,
                                                .max_connections = request.connections}));
  const auto make_reader = [&] {
    auto own = make_topic();
    return std::make_unique<PageReader>(own ? *std::move(own) : nullptr);
  };
  Crawler crawler(request, std::move(scope), std::move(state), std::move(links),
                  order->make({.seed = request.seed}), std::move(transfers), make_reader);
  return crawler.run(seeds);
}

}  // namespace cocite::fetch
