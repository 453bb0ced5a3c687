#include "serve/http_server.h"

#include <array>
#include <atomic>
#include <chrono>
#include <list>
#include <thread>
#include <vector>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "serve/request_target.h"
#include "serve/response_head.h"

namespace cocite::serve {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using tcp = net::ip::tcp;
using Clock = std::chrono::steady_clock;
using ErrorCodeOfIo = boost::system::error_code;
using Parser = http::request_parser<http::string_body>;
using Seconds = std::chrono::seconds;

constexpr auto kTuple = net::as_tuple(net::use_awaitable);
constexpr size_t kReadBytes = 4096;

// A thread with its connections, which nobody else touches.
struct Loop;

struct Connection {
  explicit Connection(tcp::socket its_socket) : socket(std::move(its_socket)) {}

  tcp::socket socket;
  std::string client;
  Clock::time_point deadline = Clock::time_point::max();
  bool is_idle = false;
  std::list<Connection*>::iterator place;  // in Loop::idle or Loop::busy
};

struct Loop {
  net::io_context context{1};
  net::steady_timer timer{context};
  std::list<Connection*> idle;  // the one that is so longest first
  std::list<Connection*> busy;
  std::thread thread;

  void enter(Connection& connection) {
    busy.push_back(&connection);
    connection.place = std::prev(busy.end());
  }
  void leave(Connection& connection) { (connection.is_idle ? idle : busy).erase(connection.place); }
  void set_idle(Connection& connection, bool is_idle) {
    if (connection.is_idle == is_idle) return;
    auto& from = is_idle ? busy : idle;
    auto& to = is_idle ? idle : busy;
    to.splice(to.end(), from, connection.place);
    connection.is_idle = is_idle;
  }
};

void close(tcp::socket& socket) {
  ErrorCodeOfIo ignored;
  socket.close(ignored);
}

Verb verb_of(http::verb verb) {
  switch (verb) {
    case http::verb::get:
      return Verb::kGet;
    case http::verb::head:
      return Verb::kHead;
    case http::verb::post:
      return Verb::kPost;
    case http::verb::delete_:
      return Verb::kDelete;
    case http::verb::options:
      return Verb::kOptions;
    default:
      return Verb::kOther;
  }
}

std::string_view view(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

Request request_of(const Parser::value_type& message, const Connection& connection) {
  const auto field = [&](http::field name) { return view(message[name]); };
  return {.verb = verb_of(message.method()),
          .method = view(message.method_string()),
          .target = view(message.target()),
          .body = message.body(),
          .client = connection.client,
          .host = field(http::field::host),
          .origin = field(http::field::origin),
          .authorization = field(http::field::authorization),
          .accept_encoding = field(http::field::accept_encoding),
          .if_none_match = field(http::field::if_none_match),
          .content_type = field(http::field::content_type)};
}

// RFC 9112, 6.3: whether two readers could take this message to end at two places, so that what one
// takes for its body is another request to the other. Beast passes over codings that it does not
// know.
bool has_doubtful_length(const Parser::value_type& message) {
  const size_t codings = message.count(http::field::transfer_encoding);
  if (codings == 0) return false;
  return codings > 1 || lower(view(message[http::field::transfer_encoding])) != "chunked" ||
         message.count(http::field::content_length) > 0 || message.version() != 11;
}

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
    for (const auto& loop : loops_) {
      net::co_spawn(loop->context, sweep(*loop), net::detached);
      loop->thread = std::thread([&context = loop->context] { context.run(); });
    }
    return {};
  }

  [[nodiscard]] std::string address() const override { return address_; }
  [[nodiscard]] uint64_t connections() const override { return connections_.load(); }

  void drain() override {
    is_draining_ = true;
    net::post(loops_[0]->context, [this] {
      ErrorCodeOfIo ignored;
      acceptor_->close(ignored);
    });
    for (const auto& loop : loops_) {
      net::post(loop->context, [own = loop.get()] {
        for (Connection* connection : own->idle) close(connection->socket);
      });
    }
  }

 private:
  net::awaitable<void> accept() {
    for (size_t next = 0;; ++next) {
      Loop& loop = *loops_[next % loops_.size()];
      auto [error, socket] = co_await acceptor_->async_accept(loop.context, kTuple);
      if (is_draining_) co_return;
      if (error) {
        // Out of files, most likely: those that are open have to end first.
        make_room(loop);
        net::steady_timer pause(loops_[0]->context, std::chrono::milliseconds(50));
        co_await pause.async_wait(kTuple);
        continue;
      }
      if (connections_.fetch_add(1) >= options_.max_connections) make_room(loop);
      net::co_spawn(loop.context, serve(loop, std::move(socket)), net::detached);
    }
  }

  // The connection that has been idle longest is closed.
  void make_room(Loop& loop) {
    net::post(loop.context, [&loop] {
      if (!loop.idle.empty()) close(loop.idle.front()->socket);
    });
  }

  // Instead of a timer a connection: one that looks at all of them, a few times a second.
  net::awaitable<void> sweep(Loop& loop) {
    for (;;) {
      loop.timer.expires_after(std::chrono::milliseconds(250));
      co_await loop.timer.async_wait(kTuple);
      const auto now = Clock::now();
      for (auto* list : {&loop.idle, &loop.busy}) {
        for (Connection* connection : *list) {
          if (connection->deadline < now) close(connection->socket);
        }
      }
    }
  }

  net::awaitable<void> serve(Loop& loop, tcp::socket socket) {
    Connection connection(std::move(socket));
    ErrorCodeOfIo error;
    connection.client = connection.socket.remote_endpoint(error).address().to_string();
    connection.socket.set_option(tcp::no_delay(true), error);
    handler_->connected();
    loop.enter(connection);
    boost::beast::flat_buffer buffer;
    for (bool goes_on = true; goes_on;) {
      goes_on = co_await serve_one(loop, connection, buffer);
      // Who sent much once does not keep that much room.
      if (buffer.size() == 0 && buffer.capacity() > 2 * kReadBytes) buffer = {};
    }
    close(connection.socket);
    loop.leave(connection);
    handler_->disconnected();
    connections_.fetch_sub(1);
  }

  // One request and its answer; false: the connection is to be closed.
  net::awaitable<bool> serve_one(Loop& loop, Connection& connection,
                                 boost::beast::flat_buffer& buffer) {
    Parser parser;
    parser.header_limit(options_.max_header_bytes);
    parser.body_limit(options_.max_body_bytes);
    parser.eager(true);
    loop.set_idle(connection, buffer.size() == 0);
    connection.deadline = Clock::now() + Seconds(buffer.size() == 0 ? options_.idle_seconds
                                                                    : options_.request_seconds);
    if (is_draining_ && buffer.size() == 0) co_return false;
    ErrorCodeOfIo error;
    bool has_continued = false;
    size_t target_room = 0;  // bytes of the request line, while that is all there is
    bool has_begun = false;
    for (;;) {
      if (!has_begun) has_begun = passes_blank(buffer);
      if (has_begun && buffer.size() > 0) {
        const size_t used = parser.put(buffer.data(), error);
        buffer.consume(used);
        if (error && error != http::error::need_more) {
          co_return co_await hang_up(connection, refusal(parser, error, target_room));
        }
        if (parser.is_header_done() && has_doubtful_length(parser.get())) {
          co_return co_await hang_up(connection,
                                     handler_->refuse(400,
                                                      "it is not certain where the request ends: "
                                                      "Transfer-Encoding is `chunked`, without a "
                                                      "Content-Length, or it is not sent"));
        }
        if (!error && parser.is_done()) break;
        if (!parser.is_header_done()) target_room = line_bytes(buffer);
      }
      if (parser.is_header_done() && !has_continued && parser.get().version() == 11 &&
          view(parser.get()[http::field::expect]) == "100-continue") {
        has_continued = true;
        const std::string_view text = "HTTP/1.1 100 Continue\r\n\r\n";
        auto [failed, sent] = co_await net::async_write(
            connection.socket, net::buffer(text.data(), text.size()), kTuple);
        if (failed) co_return false;
      }
      auto [failed, bytes] =
          co_await connection.socket.async_read_some(buffer.prepare(kReadBytes), kTuple);
      if (failed) co_return false;
      buffer.commit(bytes);
      if (connection.is_idle) {
        loop.set_idle(connection, false);
        connection.deadline = Clock::now() + Seconds(options_.request_seconds);
      }
    }
    co_return co_await answer(connection, parser);
  }

  // RFC 9112, 2.2: one empty line may stand before a request. False: that is not known yet.
  static bool passes_blank(boost::beast::flat_buffer& buffer) {
    const std::string_view text(static_cast<const char*>(buffer.data().data()), buffer.size());
    if (text.empty() || text == "\r") return false;
    if (text.starts_with("\r\n")) buffer.consume(2);
    return true;
  }

  // Bytes of the first line if it has no end yet, else 0.
  static size_t line_bytes(const boost::beast::flat_buffer& buffer) {
    const std::string_view text(static_cast<const char*>(buffer.data().data()), buffer.size());
    return text.find('\n') == std::string_view::npos ? text.size() : 0;
  }

  net::awaitable<bool> answer(Connection& connection, Parser& parser) {
    const Parser::value_type& message = parser.get();
    connection.deadline = Clock::time_point::max();  // from here on it is our time that passes
    Response response;
    if (message.target().size() > options_.max_target_bytes) {
      response = handler_->refuse(414,
                                  "the address of the request is too long; a POST to "
                                  "/api/related takes more");
    } else if (message.version() == 11 && message.count(http::field::host) != 1) {
      response = handler_->refuse(400, "the request has no Host, or several");
    } else {
      Request request = request_of(message, connection);
      const std::optional<WholeTarget> whole = whole_target(request.target);
      if (whole) {
        request.host = whole->authority;
        request.target = whole->target;
      }
      Reply reply = handler_->answer(request);
      if (reply.now) {
        response = *std::move(reply.now);
      } else {
        response = co_await wait_for(connection, reply);
      }
    }
    const bool keeps_alive = message.keep_alive() && !is_draining_;
    const bool is_sent =
        co_await send(connection, response, message.method() == http::verb::head, keeps_alive);
    co_return is_sent&& keeps_alive;
  }

  static net::awaitable<Response> wait_for(Connection& connection, Reply& reply) {
    return net::async_initiate<const net::use_awaitable_t<>, void(Response)>(
        [executor = connection.socket.get_executor(), &reply](auto handler) {
          auto shared = std::make_shared<decltype(handler)>(std::move(handler));
          reply.start([shared, executor](Response response) {
            net::post(executor, [shared, given = std::move(response)]() mutable {
              (*shared)(std::move(given));
            });
          });
        },
        net::use_awaitable);
  }

  net::awaitable<bool> send(Connection& connection, const Response& response, bool is_head,
                            bool keeps_alive) {
    connection.deadline = Clock::now() + Seconds(options_.response_seconds);
    const std::string head = head_of(response, keeps_alive);
    std::array<net::const_buffer, 2> buffers = {net::buffer(head), net::const_buffer()};
    if (response.body && !is_head) buffers[1] = net::buffer(*response.body);
    auto [error, bytes] = co_await net::async_write(connection.socket, buffers, kTuple);
    co_return !error;
  }

  // What was sent is no request: why not.
  Response refusal(const Parser& parser, ErrorCodeOfIo error, size_t target_bytes) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      // Beast takes the first line out of the buffer once it has read it.
      const bool is_target =
          parser.get().target().empty() && target_bytes > options_.max_target_bytes;
      return is_target ? handler_->refuse(414, "the address of the request is too long")
                       : handler_->refuse(431, "the headers of the request are too large");
    }
    if (error == http::error::body_limit) {
      return handler_->refuse(413, "the body of the request is larger than " +
                                       std::to_string(options_.max_body_bytes) + " bytes");
    }
    if (error == http::error::bad_version) {
      return handler_->refuse(505, "this service speaks HTTP/1.1");
    }
    return handler_->refuse(400, "this is not an HTTP request: " + error.message());
  }

  // A last word; whatever else was sent is not looked at.
  net::awaitable<bool> hang_up(Connection& connection, Response response) {
    if (!co_await send(connection, response, false, false)) co_return false;
    // Closing at once with bytes unread would take the answer away from the client as well.
    ErrorCodeOfIo ignored;
    connection.socket.shutdown(tcp::socket::shutdown_send, ignored);
    connection.deadline = Clock::now() + Seconds(1);
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
  std::vector<std::unique_ptr<Loop>> loops_;
  std::unique_ptr<tcp::acceptor> acceptor_;
  std::string address_;
  std::atomic<uint64_t> connections_ = 0;
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
