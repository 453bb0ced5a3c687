#include "fetch/crawler.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "fetch/crawl_archive.h"
#include "fetch/crawl_job.h"
#include "fetch/crawl_tally.h"
#include "fetch/follower.h"
#include "fetch/frontier.h"
#include "fetch/page_reader.h"
#include "fetch/reader_pool.h"
#include "fetch/refusals.h"
#include "fetch/robots_book.h"
#include "fetch/transfer.h"
#include "fetch/user_agent.h"
#include "url/key.h"
#include "url/url.h"

namespace cocite::fetch {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kCommitEvery = 2;             // seconds
constexpr double kLongestWait = 600;           // for hosts that all want to be left alone
constexpr size_t kMaxUnread = 512;             // answers that wait for a thread
constexpr uint64_t kMaxLinesOnStop = 200'000;  // of the index, when somebody waits for the end

tl::unexpected<Error> no_address(const std::string& seed) {
  return fail(ErrorCode::kInvalidArgument, "'" + seed + "' is no address of a web page");
}
tl::unexpected<Error> nothing_to_go_on_with(const std::string& folder) {
  return fail(ErrorCode::kInvalidArgument,
              folder + ": there is no crawl to go on with; give seeds");
}

class Crawler {
 public:
  Crawler(const CrawlRequest& request, const CrawlStart& start, Scope scope, CrawlState state,
          LinksFile links, std::unique_ptr<Order> order, std::unique_ptr<Transfers> transfers,
          const ReaderPool::MakeReader& make_reader)
      : request_(&request),
        earlier_(start.earlier),
        state_(std::move(state)),
        links_(std::move(links)),
        frontier_(std::move(order), std::move(scope),
                  {.per_host = std::max(1U, request.per_host),
                   .max_host_pages = request.max_host_pages,
                   .max_chain = request.max_chain,
                   .media = request.media},
                  state_, links_),
        archive_(request, state_, links_),
        robots_(state_),
        follower_(request, state_, frontier_, start.earlier),
        tally_(request),
        refusals_(request, state_, frontier_, robots_, tally_),
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
        tell("ranking what was seen");
        return !is_told_to_stop();
      }));
      if (now() - committed_at_ > kCommitEvery) COCITE_CHECK(commit());
      tell();
    }
    return finish();
  }

 private:
  // --- beginning and end ---------------------------------------------------------------------

  Result<void> load() {
    COCITE_CHECK(frontier_.load([this] { tell("reading the state of the crawl"); }));
    const bool went_on = frontier_.seen() > 0;
    const auto is_sitemap = [this](const std::string& url) {
      return frontier_.is_sitemap(frontier_.number_of(url));
    };
    uint64_t found = 0;
    COCITE_CHECK(
        archive_.recover(is_sitemap, [&](ReadPage&& page, const WarcPlace& place) -> Result<void> {
          tell("reading the end of the archive");
          if (page.fetched.kind != FetchKind::kRobots) ++found;
          return take_over(std::move(page), place);
        }));
    tally_.set_before(went_on, archive_.fetched_before() + found);
    return {};
  }

  // A page that a run before this one archived and did not come to note.
  Result<void> take_over(ReadPage page, const WarcPlace& place) {
    FetchedPage& fetched = page.fetched;
    if (fetched.kind == FetchKind::kRobots) {
      COCITE_CHECK(archive_.keep(page, place));
      const auto url = url::Url::parse(fetched.url);
      if (!url || is_redirect(fetched.response.status)) return {};
      return state_.keep_robots(
          origin_of(*url),
          {.status = fetched.response.status, .date = fetched.response.date, .text = page.text});
    }
    fetched.page = frontier_.number_of(fetched.url);
    COCITE_CHECK(archive_.keep(page, place));
    if (fetched.page == Frontier::kNone) return {};  // of an older state
    COCITE_TRY(const Address address, state_.address(fetched.page));
    fetched.depth = address.depth;
    frontier_.forget(fetched.page);
    return follower_.follow(page, address);
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
    if (is_idle && frontier_.queue() == 0) return true;
    if (request_->max_time_s > 0 && now() > request_->max_time_s) return stop("time is up");
    if (!is_idle) return false;
    if (const auto limit = is_full()) return stop(*limit);
    if (frontier_.next_time() - now() > kLongestWait && !frontier_.next(now())) {
      return stop("the hosts that are left want to be asked later");
    }
    return false;
  }
  // A limit that forbids to start anything more.
  [[nodiscard]] std::optional<std::string_view> is_full() const {
    const uint64_t under_way = transfers_->active() + pool_.waiting();
    if (request_->max_pages > 0 && tally_.fetched() + under_way >= request_->max_pages) {
      return "as many pages as allowed";
    }
    if (request_->max_bytes > 0 && tally_.bytes() >= request_->max_bytes) {
      return "as many bytes as allowed";
    }
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
    report.seconds = now();
    return report;
  }

  // --- what to ask for -----------------------------------------------------------------------

  // Room for one more request; otherwise something must end first.
  [[nodiscard]] bool may_start() const {
    return transfers_->active() < request_->connections && pool_.waiting() < kMaxUnread &&
           !is_full();
  }
  // Until a host has rested, or somebody may want to know how far it is.
  [[nodiscard]] double longest_wait() const {
    constexpr double kMost = 0.1;
    if (frontier_.queue() == 0 || !may_start()) return kMost;
    return std::clamp(frontier_.next_time() - now(), 0.0, kMost);
  }

  Result<void> start_more() {
    while (may_start()) {
      const auto next = frontier_.next(now());
      if (!next) return {};
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
    job.scheme = url->scheme() == "https" ? 1 : 0;
    job.origin = origin_of(*url);
    Host& host = frontier_.host(next.host);
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
    // A host rests until it is known what its robots.txt says.
    if (!is_robots) frontier_.end(job.host, now() + job.pause_s);
    if (Refusals::is_one(got)) return refusals_.take(job, got, now());
    FetchedPage fetched{.kind = job.kind,
                        .page = job.page,
                        .url = job.url,
                        .depth = job.address.depth,
                        .response = std::move(got)};
    if (fetched.response.status == 304) fetched.unchanged = job.earlier;
    fetched.digest = sha1(fetched.response.body);
    if (job.address.via != kNoVia && !is_robots) {
      COCITE_TRY(const Address via, state_.address(job.address.via));
      fetched.via = via.url;
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
    frontier_.end(job.host, now() + job.pause_s);
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

}  // namespace

Result<CrawlReport> run_crawl(const CrawlRequest& request, const CrawlStart& start) {
  COCITE_TRY(Scope scope, Scope::create(request.scope, request.pattern));
  const std::string name = request.order.empty() ? "pagerank" : request.order;
  COCITE_TRY(const OrderInfo* order, order_named(name));
  if (order->needs_truth) {
    return fail({.message = name + ": no crawl knows that beforehand", .about = "order"});
  }
  if (order->needs_topic && start.topic.empty()) {
    return fail({.message = name + ": to what? Give words",
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
  Crawler crawler(request, start, std::move(scope), std::move(state), std::move(links),
                  order->make({.seed = request.seed}), std::move(transfers), make_reader);
  return crawler.run(start.seeds);
}

}  // namespace cocite::fetch
