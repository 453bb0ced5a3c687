// The service from above: open, listen, watch, drain.
#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <thread>

#include <sys/resource.h>

#include <cocite/service.h>

#include "base/parallel.h"
#include "base/secret.h"
#include "serve/openapi.h"
#include "serve/service.h"

namespace cocite {
namespace {

using serve::Clock;

// A connection is a file; the usual limit of 1,024 is meant for programs that do not know.
void allow_many_files() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

bool is_set(const std::atomic<bool>* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

// Memory may be short for a while: what is done again and again is then left out once.
void outlive_shortage(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
  }
}

// Opens and prepares what is new, on a thread of its own: it may take a while, and deadlines have
// to be watched meanwhile.
class StoreWatch {
 public:
  StoreWatch(serve::StoreSet& stores, serve::Service& service, serve::StoreSet::Log log)
      : stores_(&stores), service_(&service), log_(std::move(log)) {
    thread_ = std::thread([this] { run(); });
  }
  ~StoreWatch() {
    is_ending_ = true;
    thread_.join();
  }
  StoreWatch(const StoreWatch&) = delete;
  StoreWatch& operator=(const StoreWatch&) = delete;

  void look_now() { is_wanted_ = true; }

 private:
  void run() {
    constexpr int kTicks = 10;  // a look every second, or when wanted
    for (int tick = 0; !is_ending_; ++tick) {
      if (tick % kTicks == 0 || is_wanted_.exchange(false)) {
        outlive_shortage([&] {
          if (stores_->refresh(log_)) service_->forget_answers();
        });
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  serve::StoreSet* stores_;
  serve::Service* service_;
  serve::StoreSet::Log log_;
  std::atomic<bool> is_ending_ = false;
  std::atomic<bool> is_wanted_ = false;
  std::thread thread_;
};

// nullptr: none are wanted.
Result<std::unique_ptr<study::StudyDesk>> open_studies(const ServiceRequest& request,
                                                       const serve::StoreSet::Log& log) {
  if (request.studies.empty()) return std::unique_ptr<study::StudyDesk>();
  if (!request.owner_token.empty() && request.owner_token == request.token) {
    return fail(ErrorCode::kInvalidArgument,
                "the owner's token must not be the same as the clients' token");
  }
  std::string token = request.owner_token;
  if (token.empty()) {
    COCITE_TRY(token, random_secret());
  }
  COCITE_TRY(auto desk, study::StudyDesk::open(request.studies, token));
  if (request.owner_token.empty()) log("cocite: the owner's token, until this ends: " + token);
  return desk;
}

// It becomes a link in the explorer: no other schemes than these.
Result<void> check_replay(const std::string& replay) {
  const bool is_address =
      replay.starts_with("https://") || replay.starts_with("http://") || replay.starts_with('/');
  if (replay.empty() || (is_address && replay.find("{url}") != std::string::npos)) return {};
  return fail({.message = "'" + replay + "' is not an address with {url} in it, such as " +
                          "https://replay.example/{timestamp}/{url}",
               .about = "replay"});
}

}  // namespace

std::string service_description() {
  return serve::openapi_json();
}

Result<void> run_service(const ServiceRequest& request) {
  COCITE_CHECK(check_replay(request.replay));
  allow_many_files();
  const auto log = [&](const std::string& line) {
    if (request.log) request.log(line);
  };
  OpenOptions options{
      .max_rank_links = request.max_rank_links, .makes_aside = true, .reads_files = false};
  std::atomic<bool> is_over = false;  // of what is made on first use
  options.stop = &is_over;
  if (!request.save_notes) options.save_from_links = std::numeric_limits<uint64_t>::max();
  COCITE_TRY(const auto stores, serve::StoreSet::open(request.stores, options));
  const unsigned threads = request.threads != 0 ? request.threads : hardware_threads();
  serve::WorkerPool pool({.threads = threads,
                          .most_waiting = request.queue,
                          .deadline = std::chrono::milliseconds(request.deadline_ms)});
  COCITE_TRY(const auto studies, open_studies(request, log));
  serve::Service service(request, *stores, pool, studies.get());
  const serve::HttpOptions http{.address = request.listen,
                                .threads = 1 + threads / 8,
                                .max_connections = request.max_connections,
                                .idle_seconds = request.idle_seconds,
                                .request_seconds = std::min<uint64_t>(10, request.idle_seconds)};
  COCITE_TRY(auto server, serve::HttpServer::listen(http, service));
  StoreWatch watch(*stores, service, log);
  if (request.started) request.started(server->address());

  constexpr auto kTick = std::chrono::milliseconds(20);
  for (int tick = 0; !is_set(request.stop); ++tick) {
    std::this_thread::sleep_for(kTick);
    pool.watch_deadlines();
    if (tick % 10 == 0) outlive_shortage([&] { service.access_log().flush(); });
    if (request.reload != nullptr && request.reload->exchange(false)) watch.look_now();
  }

  service.begin_end();
  server->drain();
  const auto wait_until_all_left = [&](std::chrono::seconds longest) {
    const auto end = Clock::now() + longest;
    while (server->connections() > 0 && Clock::now() < end) {
      std::this_thread::sleep_for(kTick);
      pool.watch_deadlines();
    }
  };
  wait_until_all_left(std::chrono::seconds(request.drain_seconds));
  is_over = true;
  // Queued requests get their refusal while their connections are open; sending it takes
  // another moment.
  pool.end();
  if (studies) studies->end();
  wait_until_all_left(std::chrono::seconds(1));
  const uint64_t left = server->connections();
  server.reset();
  service.access_log().flush();
  log(left == 0 ? "ended; every request was answered"
                : "ended; " + std::to_string(left) + " connections were cut off");
  return {};
}

}  // namespace cocite
