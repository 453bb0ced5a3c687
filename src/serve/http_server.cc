#include "serve/http_server.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "serve/beast_request.h"
#include "serve/request_target.h"
#include "serve/response_head.h"
#include "serve/roster.h"

namespace cocite::serve {
namespace {

namespace net = boost::asio;
using tcp = net::ip::tcp;
using Clock = std::chrono::steady_clock;
using ErrorCodeOfIo = boost::system::error_code;
using Seconds = std::chrono::seconds;

constexpr auto kTuple = net::as_tuple(net::use_awaitable);
constexpr size_t kReadBytes = 4096;
constexpr uint64_t kFreeBytes = 16 << 10;  // of a request that is never refused for those of others
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// The answer if there is no memory to make one.
constexpr std::string_view kOutOfMemory =
    "HTTP/1.1 503 Service Unavailable\r\nServer: cocite\r\n"
    "Content-Type: application/problem+json\r\nCache-Control: no-store\r\n"
    "Retry-After: 1\r\nConnection: close\r\nContent-Length: 162\r\n\r\n"
    R"({"type": "about:blank", "title": "Service Unavailable", "status": 503, "code": "busy", )"
    R"("about": "", "nearest": [], "detail": "memory is used up; try again later"})";
static_assert(kOutOfMemory.size() - kOutOfMemory.find('{') == 162);

// A head and a body, or nothing. Not put together within a co_await: GCC 12 evaluates both sides of
// a condition there.
using Buffers = std::array<net::const_buffer, 2>;
const Buffers kContinueBuffers = {net::buffer(kContinue.data(), kContinue.size())};
const Buffers kOutOfMemoryBuffers = {net::buffer(kOutOfMemory.data(), kOutOfMemory.size())};

struct Loop {
  net::io_context context{1};
  // Without connections it waits for the first.
  net::executor_work_guard<net::io_context::executor_type> work{context.get_executor()};
  std::thread thread;

  // An exception of a handler ends that handler, and whatever it was for: not the others.
  void run() {
    for (;;) {
      try {
        context.run();
        return;
      } catch (const std::exception&) {
      }
    }
  }
};

void close(tcp::socket& socket) {
  ErrorCodeOfIo ignored;
  socket.close(ignored);
}

// Its socket is touched by the thread of its loop alone.
class Connection final : public Roster::Guest, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Loop& its_loop, tcp::socket its_socket)
      : loop(&its_loop), socket(std::move(its_socket)) {
    ErrorCodeOfIo error;
    client = socket.remote_endpoint(error).address().to_string();
    socket.set_option(tcp::no_delay(true), error);
  }
  void hang_up() override {
    net::post(loop->context, [self = shared_from_this()] { close(self->socket); });
  }

  Loop* loop;
  tcp::socket socket;
  std::string client;
};

// A connection is in the roster, and counted, as long as this lives.
class Stay {
 public:
  Stay(Roster& roster, Handler& handler, std::shared_ptr<Connection> connection)
      : roster_(&roster), handler_(&handler), connection_(std::move(connection)) {
    roster_->enter(*connection_);
    handler_->connected();
  }
  Stay(const Stay&) = delete;
  Stay& operator=(const Stay&) = delete;
  ~Stay() {
    close(connection_->socket);
    roster_->leave(*connection_);
    handler_->disconnected();
  }
  [[nodiscard]] Connection& connection() const { return *connection_; }

 private:
  Roster* roster_;
  Handler* handler_;
  std::shared_ptr<Connection> connection_;
};

// What requests that are not answered yet take of memory, all together.
class Held {
 public:
  explicit Held(std::atomic<uint64_t>& all) : all_(&all) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { all_->fetch_sub(own_); }
  // Gives what is held by all.
  uint64_t set(uint64_t own) {
    const uint64_t change = own - own_;  // may wrap round, as the sum does
    own_ = own;
    return all_->fetch_add(change) + change;
  }

 private:
  std::atomic<uint64_t>* all_;
  uint64_t own_ = 0;
};

class Server final : public HttpServer {
 public:
  Server(const HttpOptions& options, Handler& handler) : options_(options), handler_(&handler) {
    for (unsigned i = 0; i < std::max(1U, options.threads); ++i) {
      loops_.push_back(std::make_unique<Loop>());
    }
    acceptor_ = std::make_unique<tcp::acceptor>(loops_[0]->context);
  }

  ~Server() override {
    for (const auto& loop : loops_) loop->context.stop();
    for (const auto& loop : loops_) {
      if (loop->thread.joinable()) loop->thread.join();
    }
    acceptor_.reset();
  }

  Result<void> start() {
    COCITE_TRY(const HostAndPort address, parse_address(options_.address));
    ErrorCodeOfIo error;
    const tcp::endpoint endpoint(net::ip::make_address(address.host, error), address.port);
    if (!error) acceptor_->open(endpoint.protocol(), error);
    if (!error) acceptor_->set_option(net::socket_base::reuse_address(true), error);
    if (!error) acceptor_->bind(endpoint, error);
    if (!error) acceptor_->listen(net::socket_base::max_listen_connections, error);
    if (error) {
      const bool is_taken = error == net::error::address_in_use;
      return fail({.code = is_taken ? ErrorCode::kBusy : ErrorCode::kIo,
                   .message = options_.address + ": " + error.message() +
                              (is_taken ? "; try another port" : ""),
                   .about = "listen"});
    }
    const tcp::endpoint bound = acceptor_->local_endpoint(error);
    address_ = (bound.address().is_v6() ? "[" + bound.address().to_string() + "]"
                                        : bound.address().to_string()) +
               ":" + std::to_string(bound.port());
    net::co_spawn(loops_[0]->context, accept(), net::detached);
    net::co_spawn(loops_[0]->context, sweep(), net::detached);
    for (const auto& loop : loops_) {
      loop->thread = std::thread([own = loop.get()] { own->run(); });
    }
    return {};
  }

  [[nodiscard]] std::string address() const override { return address_; }
  [[nodiscard]] uint64_t connections() const override { return roster_.size(); }

  void drain() override {
    is_draining_ = true;
    net::post(loops_[0]->context, [this] {
      ErrorCodeOfIo ignored;
      acceptor_->close(ignored);
    });
    roster_.hang_up_idle();
  }

 private:
  using Buffer = boost::beast::flat_buffer;

  static net::awaitable<void> pause(net::io_context& context, std::chrono::milliseconds time) {
    net::steady_timer timer(context, time);
    co_await timer.async_wait(kTuple);
  }

  net::awaitable<void> accept() {
    for (size_t next = 0; !is_draining_; ++next) {
      bool is_failure = false;
      try {
        is_failure = !co_await accept_one(*loops_[next % loops_.size()]);
      } catch (const std::exception&) {
        is_failure = true;
      }
      // Out of files or memory, most likely: those that are open have to end first.
      if (is_failure) co_await rest();
    }
  }

  net::awaitable<void> rest() {
    try {
      roster_.make_room();
      co_await pause(loops_[0]->context, std::chrono::milliseconds(50));
    } catch (const std::exception&) {
    }
  }

  net::awaitable<bool> accept_one(Loop& loop) {
    auto [error, socket] = co_await acceptor_->async_accept(loop.context, kTuple);
    if (is_draining_) co_return true;
    if (error) co_return false;
    // Those that come meanwhile wait in the queue of the system.
    while (roster_.size() >= options_.max_connections && !is_draining_) {
      if (roster_.staying() >= options_.max_connections) roster_.make_room();
      co_await pause(loops_[0]->context, std::chrono::milliseconds(1));
    }
    auto stay = std::make_unique<Stay>(roster_, *handler_,
                                       std::make_shared<Connection>(loop, std::move(socket)));
    net::co_spawn(loop.context, serve(std::move(stay)), net::detached);
    co_return true;
  }

  // Instead of a timer a connection: one that looks at all of them, a few times a second.
  net::awaitable<void> sweep() {
    for (;;) {
      try {
        co_await pause(loops_[0]->context, std::chrono::milliseconds(250));
        roster_.hang_up_late();
      } catch (const std::exception&) {
      }
    }
  }

  net::awaitable<void> serve(std::unique_ptr<Stay> stay) {
    Connection& connection = stay->connection();
    Buffer buffer;
    for (bool goes_on = true; goes_on;) {
      bool is_out_of_memory = false;
      try {
        goes_on = co_await serve_one(connection, buffer);
      } catch (const std::exception&) {
        is_out_of_memory = true;
      }
      if (is_out_of_memory) {
        goes_on = co_await say_last(connection, kOutOfMemoryBuffers);
      }
      // Shrinks the buffer after a large request.
      if (buffer.size() == 0 && buffer.capacity() > 2 * kReadBytes) buffer = {};
    }
  }

  void set(Connection& connection, Doing doing, uint64_t seconds) {
    roster_.set(connection, doing, Clock::now() + Seconds(seconds));
  }

  // One request and its answer; false: the connection is to be closed.
  net::awaitable<bool> serve_one(Connection& connection, Buffer& buffer) {
    RequestReader reader(options_);
    Held held(held_bytes_);
    bool is_idle = buffer.size() == 0;
    set(connection, is_idle ? Doing::kIdle : Doing::kTalking,
        is_idle ? options_.idle_seconds : options_.request_seconds);
    if (is_draining_ && is_idle) co_return false;
    std::optional<Request> request;
    std::optional<WholeTarget> whole;  // its target
    for (;;) {
      std::optional<Refusal> refusal = reader.take(buffer);
      if (!refusal && reader.has_head() && !request) {
        refusal = reader.check_head();
        request = reader.request(connection.client);
        whole = whole_target(request->target);
        if (whole) {
          request->host = whole->authority;
          request->target = whole->target;
        }
        if (!refusal && !reader.is_done()) {
          // Who may not ask need not send more.
          if (auto refused = handler_->refuse_early(*request)) {
            co_return co_await hang_up(connection, *std::move(refused));
          }
          if (reader.wants_to_be_told_to_go_on()) {
            const bool is_sent = co_await write(connection, kContinueBuffers);
            if (!is_sent) co_return false;
          }
          refusal = reader.take(buffer);
        }
      }
      if (refusal) {
        co_return co_await hang_up(connection, handler_->refuse(refusal->status, refusal->why));
      }
      if (reader.is_done()) break;
      const uint64_t own = reader.held_bytes() + buffer.size();
      if (held.set(own) > options_.max_held_bytes && own > kFreeBytes) {
        co_return co_await hang_up(
            connection,
            handler_->refuse(503, "too many large requests are under way; try again in a moment"));
      }
      auto [failed, bytes] =
          co_await connection.socket.async_read_some(buffer.prepare(kReadBytes), kTuple);
      if (failed) co_return false;
      buffer.commit(bytes);
      if (is_idle) set(connection, Doing::kTalking, options_.request_seconds);
      is_idle = false;
    }
    request->body = reader.message().body();
    co_return co_await answer(connection, *request, reader.message().keep_alive());
  }

  net::awaitable<bool> answer(Connection& connection, const Request& request, bool keeps_alive) {
    roster_.set(connection, Doing::kComputing, Clock::time_point::max());
    Response response;
    Reply reply = handler_->answer(request);
    if (reply.now) {
      response = *std::move(reply.now);
    } else {
      response = co_await wait_for(connection, reply);
    }
    keeps_alive = keeps_alive && !is_draining_;
    const bool is_sent =
        co_await send(connection, response, request.verb == Verb::kHead, keeps_alive);
    co_return is_sent&& keeps_alive;
  }

  // `start` hands its answer over from any thread.
  static net::awaitable<Response> wait_for(Connection& connection, Reply& reply) {
    return net::async_initiate<const net::use_awaitable_t<>, void(Response)>(
        [loop = connection.loop, &reply](auto handler) {
          struct Handing {
            decltype(handler) resume;
            Response response = {};
          };
          auto handing = std::make_shared<Handing>(Handing{std::move(handler)});
          const Reply::Done done = [handing, loop](Response response) {
            handing->response = std::move(response);
            // The client waits for it: if there is no memory now, try again until there is.
            while (!try_post(loop->context,
                             [handing] { handing->resume(std::move(handing->response)); })) {
              std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
          };
          try {
            reply.start(done);
          } catch (const std::exception&) {
            done({.status = 503});
          }
        },
        net::use_awaitable);
  }

  template <class Job>
  static bool try_post(net::io_context& context, const Job& job) {
    try {
      net::post(context, job);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  static Buffers buffers_of(const std::string& head, const std::string* body) {
    return {net::buffer(head), body == nullptr ? net::const_buffer() : net::buffer(*body)};
  }

  static net::awaitable<bool> write(Connection& connection, Buffers buffers) {
    auto [error, bytes] = co_await net::async_write(connection.socket, buffers, kTuple);
    co_return !error;
  }

  net::awaitable<bool> send(Connection& connection, const Response& response, bool is_head,
                            bool keeps_alive) {
    set(connection, Doing::kTalking, options_.response_seconds);
    const std::string head = head_of(response, keeps_alive);
    const Buffers buffers = buffers_of(head, is_head ? nullptr : response.body.get());
    co_return co_await write(connection, buffers);
  }

  // A last word; whatever else was sent is not looked at.
  net::awaitable<bool> hang_up(Connection& connection, Response response) {
    const std::string head = head_of(response, false);
    const Buffers buffers = buffers_of(head, response.body.get());
    co_return co_await say_last(connection, buffers);
  }

  net::awaitable<bool> say_last(Connection& connection, Buffers buffers) {
    set(connection, Doing::kTalking, options_.response_seconds);
    if (!co_await write(connection, buffers)) co_return false;
    // Closing at once with bytes unread would take the answer away from the client as well.
    ErrorCodeOfIo ignored;
    connection.socket.shutdown(tcp::socket::shutdown_send, ignored);
    set(connection, Doing::kTalking, 1);
    std::array<char, kReadBytes> room{};
    for (size_t read = 0; read < (size_t{256} << 10);) {
      auto [failed, bytes] = co_await connection.socket.async_read_some(net::buffer(room), kTuple);
      if (failed) break;
      read += bytes;
    }
    co_return false;
  }

  HttpOptions options_;
  Handler* handler_;
  Roster roster_;  // what connections that the loops still have leave at the end
  std::atomic<uint64_t> held_bytes_ = 0;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::unique_ptr<tcp::acceptor> acceptor_;
  std::string address_;
  std::atomic<bool> is_draining_ = false;
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const HttpOptions& options,
                                                       Handler& handler) {
  auto server = std::make_unique<Server>(options, handler);
  COCITE_CHECK(server->start());
  return std::unique_ptr<HttpServer>(std::move(server));
}

}  // namespace cocite::serve
