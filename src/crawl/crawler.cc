#include "crawl/crawler.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "crawl/crawl_archive.h"
#include "crawl/crawl_job.h"
#include "crawl/crawl_tally.h"
#include "crawl/follower.h"
#include "crawl/frontier.h"
#include "crawl/kept_options.h"
#include "crawl/page_reader.h"
#include "crawl/reader_pool.h"
#include "crawl/refusals.h"
#include "crawl/request_headers.h"
#include "crawl/resume.h"
#include "crawl/robots_book.h"
#include "crawl/transfer.h"
#include "crawl/user_agent.h"
#include "url/key.h"
#include "url/url.h"

namespace cocite::crawl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kCommitEvery = 2;             // seconds
constexpr double kLongestWait = 600;           // for hosts that all want to be left alone
constexpr size_t kMaxUnread = 512;             // answers that wait for a thread
constexpr uint64_t kMaxLinesOnStop = 200'000;  // of the index, when the user waits for the end

tl::unexpected<Error> no_address(const std::string& seed) {
  return fail(ErrorCode::kInvalidArgument,
              "'" + url::without_user_info(seed) + "' is no address of a web page");
}
tl::unexpected<Error> nothing_to_go_on_with(const std::string& folder) {
  return fail(ErrorCode::kInvalidArgument,
              folder + ": there is no crawl to go on with; give seeds");
}

class Crawler {
 public:
  Crawler(const CrawlRequest& request, const CrawlStart& start, Scope scope, CrawlState state,
          LinksFile links, bool links_are_new, std::unique_ptr<Order> order,
          std::unique_ptr<Transfers> transfers, const ReaderPool::MakeReader& make_reader)
      : request_(&request),
        earlier_(start.earlier),
        state_(std::move(state)),
        links_(std::move(links)),
        links_are_new_(links_are_new),
        frontier_(std::move(order), std::move(scope),
                  {.per_host = std::max(1U, request.per_host),
                   .max_host_pages = request.max_host_pages,
                   .max_chain = request.max_chain,
                   .max_waiting = request.max_waiting,
                   .media = request.media,
                   .requisites_anywhere = !request.contact.empty()},
                  state_, links_),
        archive_(request, state_, links_),
        robots_(state_, product_of(user_agent(request.contact, request.user_agent))),
        follower_(request, state_, frontier_, start.earlier),
        tally_(request),
        refusals_(request, state_, frontier_, tally_),
        transfers_(std::move(transfers)),
        pool_(request.threads != 0 ? request.threads : std::max(1U, hardware_threads() - 1),
              make_reader, [this] { transfers_->wake(); }) {}

  Result<CrawlReport> run(const std::vector<std::string>& seeds) {
    COCITE_CHECK(load());
    for (const std::string& seed : seeds) {
      COCITE_TRY(const uint32_t page, frontier_.see(seed, {.is_seed = true}));
      if (page == Frontier::kNone) return no_address(seed);
    }
    if (frontier_.seen() == 0) return nothing_to_go_on_with(request_->out);
    COCITE_CHECK(commit());
    while (!is_over()) {
      COCITE_CHECK(start_more());
      transfers_->wait(longest_wait(), [&](uint64_t tag, Response&& got) {
        if (error_) return;
        if (const auto result = finished(tag, std::move(got)); !result) error_ = result.error();
      });
      if (error_) return fail(*error_);
      for (ReadPage& page : pool_.take()) COCITE_CHECK(apply(std::move(page)));
      COCITE_CHECK(frontier_.refresh(tally_.fetched(), [this] {
        tell("ranking the pages seen so far");
        return !is_told_to_stop();
      }));
      const uint64_t forgotten = frontier_.forgotten();
      COCITE_CHECK(frontier_.shrink());
      // Before numbers are used again: the file of links and the state must agree on them.
      const bool has_forgotten = frontier_.forgotten() != forgotten;
      if (has_forgotten || now() - committed_at_ > kCommitEvery) COCITE_CHECK(commit());
      tell();
    }
    return finish();
  }

 private:
  // --- beginning and end ---------------------------------------------------------------------

  Result<void> load() {
    Resume resume(state_, frontier_, archive_, follower_);
    COCITE_TRY(const uint64_t found,
               resume.run(links_are_new_, [this](const char* stage) { tell(stage); }));
    tally_.set_before(resume.went_on(), archive_.fetched_before() + found, resume.requisites());
    return {};
  }

  [[nodiscard]] bool is_told_to_stop() const {
    return request_->stop != nullptr && request_->stop->load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_over() {
    const auto stop = [&](std::string_view why) {
      tally_.stop(why);
      return true;
    };
    if (is_told_to_stop()) return stop("stopped by the user");
    const bool is_idle = transfers_->active() == 0 && pool_.waiting() == 0;
    if (is_idle && frontier_.queue() == frontier_.asleep()) return true;
    if (request_->max_time_s > 0 && now() > request_->max_time_s) return stop("time is up");
    if (!is_idle) return false;
    if (const auto limit = is_full(); limit && !may_start_requisite()) return stop(*limit);
    if (frontier_.next_time() - now() > kLongestWait && !frontier_.next(now())) {
      return stop("the remaining hosts must be asked later");
    }
    return false;
  }
  // Requisites of pages are fetched even at the limit of pages.
  [[nodiscard]] bool may_start_requisite() const {
    return has_bytes_left() && request_->requisites && frontier_.wants_requisites();
  }
  [[nodiscard]] bool has_bytes_left() const {
    return request_->max_bytes == 0 || tally_.bytes() < request_->max_bytes;
  }
  // A limit that forbids to start anything more.
  [[nodiscard]] std::optional<std::string_view> is_full() const {
    const uint64_t under_way = transfers_->active() + pool_.waiting();
    if (request_->max_pages > 0 && tally_.pages() + under_way >= request_->max_pages) {
      return "reached the limit of pages";
    }
    if (!has_bytes_left()) return "reached the limit of bytes";
    return {};
  }

  Result<void> commit() {
    COCITE_CHECK(archive_.commit(tally_.fetched()));
    committed_at_ = now();
    return {};
  }

  Result<CrawlReport> finish() {
    for (ReadPage& page : pool_.take_all()) COCITE_CHECK(apply(std::move(page)));
    COCITE_CHECK(commit());
    CrawlReport report = tally_.report(frontier_, now());
    COCITE_TRY(report.files, archive_.paths());
    if (tally_.is_stopped() && tally_.fetched() > kMaxLinesOnStop) return report;
    COCITE_TRY(report.index, archive_.write_index([this] { tell("writing the index"); }));
    if (request_->wacz && !tally_.is_stopped()) {
      COCITE_TRY(report.wacz, archive_.write_wacz([this] { tell("writing the WACZ file"); }));
    }
    report.seconds = now();
    return report;
  }

  // --- what to ask for -----------------------------------------------------------------------

  // Room for one more request; otherwise something must end first.
  [[nodiscard]] bool may_start() const {
    return transfers_->active() < request_->connections && pool_.waiting() < kMaxUnread &&
           (!is_full() || may_start_requisite());
  }
  // Until the pause of a host ends, or progress is due.
  [[nodiscard]] double longest_wait() const {
    constexpr double kMost = 0.1;
    if (frontier_.queue() == 0 || !may_start()) return kMost;
    return std::clamp(frontier_.next_time() - now(), 0.0, kMost);
  }

  Result<void> start_more() {
    while (may_start()) {
      const auto next = frontier_.next(now());
      if (!next || (is_full() && !frontier_.is_requisite(next->page))) return {};
      COCITE_CHECK(start(*next));
    }
    return {};
  }

  Result<void> start(const Frontier::Next& next) {
    CrawlJob job{.page = next.page, .host = next.host, .asked_host = next.host};
    COCITE_TRY(job.address, state_.address(next.page));
    job.url = job.address.url;
    const auto url = url::Url::parse(job.url);
    if (!url) {  // never: it was one when it was seen
      frontier_.take(next);
      return state_.finish(next.page, -kFailed);
    }
    job.url = url->href();  // without user info, which states of older versions have
    job.scheme = url->scheme() == "https" ? 1 : 0;
    job.origin = origin_of(*url);
    Host& host = frontier_.host(next.host);
    if (job.scheme == 1 && !host.tls.empty()) {
      frontier_.take(next);
      frontier_.set_aside(next.page);
      return {};
    }
    COCITE_TRY(const bool is_known, robots_.find(host, job.scheme, job.origin));
    if (!is_known) return start_robots(std::move(job));
    frontier_.take(next);
    const std::string path = std::string(url->path()) + std::string(url->query());
    if (!host.robots[static_cast<size_t>(job.scheme)]->allows(path)) {
      tally_.count_forbidden();
      tally_.log({.url = job.url,
                  .failure = "robots.txt",
                  .date = static_cast<uint32_t>(seconds_since_1970()),
                  .depth = job.address.depth});
      return state_.finish(next.page, -kForbidden);
    }
    if (frontier_.is_sitemap(job.page)) job.kind = FetchKind::kSitemap;
    if (frontier_.is_requisite(job.page)) job.kind = FetchKind::kRequisite;
    if (earlier_ != nullptr && job.kind == FetchKind::kPage) {
      COCITE_TRY(job.earlier, earlier_->find(job.url));
    }
    send(std::move(job));
    return {};
  }

  // The page waits until it is known what its host allows.
  Result<void> start_robots(CrawlJob job) {
    job.kind = FetchKind::kRobots;
    job.url = RobotsBook::address(frontier_.host(job.host), job.scheme, job.origin);
    const uint32_t asked = frontier_.host_at(job.url);
    if (asked != Frontier::kNone) job.asked_host = asked;
    // A robots.txt elsewhere: its host has its pauses, too.
    if (job.asked_host != job.host) {
      if (const auto until = frontier_.busy_until(job.asked_host, now())) {
        const Host& asked_host = frontier_.host(job.asked_host);
        if (asked_host.wakes_at > 0 && !asked_host.is_full) {
          frontier_.sleep(job.host, *until, "its robots.txt cannot be had: " + asked_host.why);
          return {};
        }
        frontier_.begin(job.host);
        frontier_.end(job.host, *until);
        return {};
      }
    }
    send(std::move(job));
    return {};
  }

  void send(CrawlJob job) {
    frontier_.begin(job.host);
    if (job.asked_host != job.host) frontier_.begin(job.asked_host);
    const uint64_t tag = next_tag_++;
    transfers_->start(tag, job.url,
                      job.earlier ? conditions(*job.earlier) : std::vector<std::string>());
    jobs_.emplace(tag, std::move(job));
  }

  // --- what came back ------------------------------------------------------------------------

  Result<void> finished(uint64_t tag, Response&& got) {
    const auto found = jobs_.find(tag);
    CrawlJob job = std::move(found->second);
    jobs_.erase(found);
    job.pause_s = refusals_.pause_after(job, got);
    const bool is_robots = job.kind == FetchKind::kRobots;
    if (job.asked_host != job.host) frontier_.end(job.asked_host, now() + job.pause_s);
    job.rests_until = now() + job.pause_s;
    if (Refusals::is_one(got)) {
      if (!is_robots) frontier_.end(job.host, std::exchange(job.rests_until, 0));
      COCITE_TRY(const bool is_answer, refusals_.take(job, got, now()));
      if (!is_answer) return {};
    }
    if (!is_robots && job.kind != FetchKind::kRequisite) frontier_.count_fetched(job.host);
    FetchedPage fetched{.kind = job.kind,
                        .page = job.page,
                        .url = job.url,
                        .depth = job.address.depth,
                        .response = std::move(got)};
    if (fetched.response.status == 304) fetched.unchanged = job.earlier;
    fetched.digest = sha1(fetched.response.body);
    if (job.address.via != kNoVia && !is_robots) {
      COCITE_TRY(const Address via, state_.address(job.address.via));
      fetched.via = url::without_user_info(via.url);
    }
    if (!is_robots && fetched.response.status == 200 && !fetched.response.body.empty()) {
      COCITE_TRY(fetched.original, archive_.find_original(fetched));
    }
    given_.emplace_back(std::move(job));
    pool_.give(std::move(fetched));
    return {};
  }

  // --- what it says --------------------------------------------------------------------------

  // Pages come in the order in which they were given to the threads.
  Result<void> apply(ReadPage page) {
    const CrawlJob job = std::move(given_.front());
    given_.pop_front();
    COCITE_TRY(const WarcPlace place, archive_.append(page));
    COCITE_CHECK(archive_.keep(page, place));
    // Only now: a killed crawl asks a host at most once for what it had asked for before. And nothing
    // is asked of a host before it is known what its robots.txt says.
    if (job.rests_until > 0) frontier_.end(job.host, job.rests_until);
    tally_.count(page);
    tally_.log({.url = page.fetched.url,
                .status = page.fetched.response.status,
                .bytes = page.body_bytes,
                .seconds = page.fetched.response.seconds,
                .date = page.fetched.response.date,
                .depth = page.fetched.depth,
                .via = page.fetched.via,
                .is_copy = page.fetched.original.has_value(),
                .location = page.location});
    if (job.kind == FetchKind::kRobots) {
      COCITE_CHECK(apply_robots(job, page));
    } else {
      refusals_.forget(job.page);
      COCITE_CHECK(follower_.follow(page, job.address));
    }
    return archive_.has_new_file() ? commit() : Result<void>();
  }

  Result<void> apply_robots(const CrawlJob& job, const ReadPage& page) {
    Host& host = frontier_.host(job.host);
    COCITE_TRY(const bool is_known, robots_.answered(host, job.scheme, job.origin, page));
    if (!is_known) return {};
    return follower_.follow_robots(page.fetched.url, *host.robots[static_cast<size_t>(job.scheme)]);
  }

  void tell(const char* stage = "") {
    tally_.tell({.stage = stage,
                 .bytes = archive_.bytes(),
                 .queue = frontier_.queue(),
                 .hosts = frontier_.hosts(),
                 .active = transfers_->active(),
                 .hot = frontier_.hot(),
                 .seconds = now()});
  }

  [[nodiscard]] double now() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  const CrawlRequest* request_;
  EarlierPages* earlier_;
  CrawlState state_;
  LinksFile links_;
  bool links_are_new_;
  Frontier frontier_;
  CrawlArchive archive_;
  RobotsBook robots_;
  Follower follower_;
  CrawlTally tally_;
  Refusals refusals_;
  std::unique_ptr<Transfers> transfers_;
  std::unordered_map<uint64_t, CrawlJob> jobs_;  // by tag
  uint64_t next_tag_ = 0;
  std::deque<CrawlJob> given_;  // to the pool
  std::optional<Error> error_;
  Clock::time_point begin_ = Clock::now();
  double committed_at_ = 0;
  ReaderPool pool_;  // last: its threads end first
};

// The links of the crawl; new and empty where what is there is damaged.
Result<LinksFile> open_links(const std::string& path, uint64_t bytes, uint32_t pages,
                             bool& is_new) {
  auto links = LinksFile::open(path, bytes, pages);
  is_new = bytes == 0 || (!links && links.error().code == ErrorCode::kCorrupt);
  return links || !is_new ? std::move(links) : LinksFile::open(path, 0, pages);
}

}  // namespace

Result<CrawlReport> run_crawl(const CrawlRequest& request, const CrawlStart& start) {
  COCITE_TRY(Scope scope, Scope::create(request.scope, request.pattern, request.exclude));
  const std::string name = request.order.empty() ? "pagerank" : request.order;
  COCITE_TRY(const OrderInfo* order, order_named(name));
  if (order->needs_truth) {
    return fail({.message = name + ": works for simulated crawls only", .about = "order"});
  }
  if (order->needs_topic && start.topic.empty()) {
    return fail({.message = name + ": needs words to compare with",
                 .about = "words",
                 .remedies = {{.options = {{"words", "honey bees"}}}}});
  }
  const auto make_topic = [&]() -> Result<std::unique_ptr<Topic>> {
    if (start.topic.empty()) return std::unique_ptr<Topic>();
    COCITE_TRY(Topic made, Topic::create(start.topic, "none"));
    return std::make_unique<Topic>(std::move(made));
  };
  COCITE_TRY(const auto tried, make_topic());
  // Before anything is made: a slip leaves no folder behind.
  COCITE_TRY(RequestHeaders headers, RequestHeaders::create(request, start.secret_hosts));
  COCITE_CHECK(check_proxy(request.proxy));
  for (const std::string& seed : start.seeds) {
    std::string key;
    if (url::make_key(seed, {}, key) != url::Skip::kNone) return no_address(seed);
  }
  std::error_code error;
  if (start.seeds.empty() && !std::filesystem::exists(request.out + "/state.sqlite", error)) {
    return nothing_to_go_on_with(request.out);
  }
  std::filesystem::create_directories(request.out + "/archive", error);
  if (error) return fail(ErrorCode::kIo, request.out + ": " + error.message());
  COCITE_TRY(CrawlState state, CrawlState::open(request.out + "/state.sqlite"));
  COCITE_CHECK(state.keep_options(options_of(request)));
  COCITE_TRY(const Marks marks, state.marks());
  COCITE_TRY(const uint32_t pages, state.addresses());
  bool links_are_new = false;
  COCITE_TRY(LinksFile links,
             open_links(request.out + "/links", marks.links_bytes, pages, links_are_new));
  COCITE_TRY(auto transfers, Transfers::create({.headers = std::move(headers),
                                                .allow_private = request.allow_private,
                                                .proxy = request.proxy,
                                                .ca_file = request.ca_file,
                                                .connect_to = request.connect_to,
                                                .max_body_bytes = request.max_page_bytes,
                                                .timeout_s = request.timeout_s,
                                                .max_connections = request.connections}));
  const auto make_reader = [&] {
    auto own = make_topic();
    return std::make_unique<PageReader>(
        own ? *std::move(own) : nullptr,
        ReadOptions{.frames = request.frames, .requisites = request.requisites});
  };
  Crawler crawler(request, start, std::move(scope), std::move(state), std::move(links),
                  links_are_new, order->make({.seed = request.seed}), std::move(transfers),
                  make_reader);
  return crawler.run(start.seeds);
}

}  // namespace cocite::crawl
