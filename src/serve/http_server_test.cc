#include "serve/http_server.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/testing_client.h"

namespace cocite::serve {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Says how large bodies are; of /slow, when told; /forbidden is refused by its head.
class TestHandler final : public Handler {
 public:
  Reply answer(const Request& request) override {
    if (request.target == "/slow") {
      return {.start = [this](const Reply::Done& done) {
        const std::scoped_lock lock(mutex_);
        slow_.push_back(done);
      }};
    }
    if (request.target == "/broken") throw std::bad_alloc();
    if (request.target == "/broken-later") {
      return {.start = [](const Reply::Done&) { throw std::bad_alloc(); }};
    }
    return {.now = Response{.type = "text/plain",
                            .body = share("body " + std::to_string(request.body.size()))}};
  }
  std::optional<Response> refuse_early(Request& head) override {
    if (head.target != "/forbidden") return std::nullopt;
    return Response{.status = 401};
  }
  Response refuse(unsigned status, std::string_view why) override {
    return {.status = status, .body = share(std::string(why))};
  }
  void connected() override { ++connections; }
  void disconnected() override { --connections; }

  void wait_for_slow(size_t wanted) {
    for (;;) {
      {
        const std::scoped_lock lock(mutex_);
        if (slow_.size() >= wanted) return;
      }
      std::this_thread::yield();
    }
  }
  void finish_slow() {
    const std::scoped_lock lock(mutex_);
    for (const Reply::Done& done : slow_) done({.body = share("slow")});
    slow_.clear();
  }

  std::atomic<int> connections = 0;

 private:
  std::mutex mutex_;
  std::vector<Reply::Done> slow_;
};

class HttpServerTest : public ::testing::Test {
 protected:
  void start(HttpOptions options = {}) {
    options.address = "127.0.0.1:0";
    server_ = HttpServer::listen(options, handler_).value();
  }
  [[nodiscard]] std::string address() const { return server_->address(); }
  [[nodiscard]] std::string ask(const std::string& bytes) const {
    const TestClient client(address());
    client.send(bytes);
    return client.receive_all();
  }
  void wait_for_connections(uint64_t wanted) const {
    while (server_->connections() != wanted) std::this_thread::yield();
  }

  TestHandler handler_;
  std::unique_ptr<HttpServer> server_;
};

std::string head(const std::string& target, const std::string& fields = "") {
  return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields +
         "\r\n";
}

const std::string kChunked = "Transfer-Encoding: chunked\r\n";

TEST_F(HttpServerTest, BoundsWhatStandsBesideChunks) {
  start();
  const std::string flood(1 << 20, 'a');
  EXPECT_THAT(ask(head("/", kChunked) + "3;" + flood), StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(ask(head("/", kChunked) + "3;a=\"" + flood), StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(ask(head("/", kChunked) + flood), StartsWith("HTTP/1.1 4"));
  EXPECT_THAT(ask(head("/", kChunked) + "0\r\nX: " + flood), StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(ask(head("/", kChunked) + "0\r\n" + flood), StartsWith("HTTP/1.1 431 "));
  std::string many = head("/", kChunked);
  for (int i = 0; i < 3000; ++i) many += "1;extension=value\r\nx\r\n";
  EXPECT_THAT(ask(many + "0\r\n\r\n"), StartsWith("HTTP/1.1 431 "));
  std::string trailers = head("/", kChunked) + "1\r\nx\r\n0\r\n";
  for (int i = 0; i < 300; ++i) trailers += "a: b\r\n";
  EXPECT_THAT(ask(trailers + "\r\n"), StartsWith("HTTP/1.1 431 "));
  // A few are fine.
  EXPECT_THAT(ask(head("/", kChunked) + "2;a=b\r\nxy\r\n1;c\r\nz\r\n0\r\nX: y\r\n\r\n"),
              HasSubstr("body 3"));
}

TEST_F(HttpServerTest, BoundsFieldsOfTheHead) {
  start();
  std::string fields;
  for (int i = 0; i < 190; ++i) fields += "a: b\r\n";
  EXPECT_THAT(ask(head("/", fields)), StartsWith("HTTP/1.1 200 "));
  for (int i = 0; i < 20; ++i) fields += "a: b\r\n";
  EXPECT_THAT(ask(head("/", fields)), StartsWith("HTTP/1.1 431 "));
}

TEST_F(HttpServerTest, TrailersAreNoHeaders) {
  start();
  EXPECT_THAT(ask(head("/", kChunked) + "0\r\nHost: evil.example\r\n\r\n"), HasSubstr("body 0"));
}

TEST_F(HttpServerTest, WhoMayNotAskNeedNotSendItsBody) {
  start();
  const TestClient client(address());
  client.send(head("/forbidden", "Content-Length: 1000000\r\nExpect: 100-continue\r\n"));
  EXPECT_THAT(client.receive_all(), StartsWith("HTTP/1.1 401 "));
}

TEST_F(HttpServerTest, BoundsWhatAllRequestsHold) {
  start({.max_held_bytes = 100'000});
  const std::string part = head("/", "Content-Length: 900000\r\n") + std::string(60'000, 'x');
  const TestClient first(address());
  first.send(part);
  const TestClient second(address());
  second.send(part);
  // One of the two has to go, or both; small requests are not refused for them.
  while (!first.has_news() && !second.has_news()) std::this_thread::yield();
  EXPECT_THAT((first.has_news() ? first : second).receive_all(), StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(ask(head("/", "Content-Length: 3\r\n") + "abc"), HasSubstr("body 3"));
}

TEST_F(HttpServerTest, OutOfMemoryInOneRequestIsA503OfThatRequest) {
  start();
  EXPECT_THAT(ask(head("/broken")), StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(ask(head("/broken-later")), StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(ask(head("/")), StartsWith("HTTP/1.1 200 "));
  wait_for_connections(0);
  EXPECT_EQ(handler_.connections, 0);
}

TEST_F(HttpServerTest, TheLimitOfConnectionsHoldsAndNewcomersAreServed) {
  start({.threads = 2, .max_connections = 8});
  // None of them is idle: each has begun a request.
  std::deque<TestClient> slow;
  for (int i = 0; i < 8; ++i) {
    slow.emplace_back(address()).send("GET / HT");
    wait_for_connections(static_cast<uint64_t>(i) + 1);
  }
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_THAT(ask(head("/")), HasSubstr("body 0"));
    EXPECT_LE(server_->connections(), 8U);
  }
  EXPECT_EQ(slow.front().receive(), "");  // the first one made room
  EXPECT_FALSE(slow.back().has_news());   // and its place was enough for all of them
}

TEST_F(HttpServerTest, WhoWaitsForUsIsNotCutOff) {
  start({.max_connections = 3});
  std::deque<TestClient> waiting;
  for (int i = 0; i < 3; ++i) waiting.emplace_back(address()).send(head("/slow"));
  handler_.wait_for_slow(3);
  const TestClient newcomer(address());
  newcomer.send(head("/"));
  EXPECT_EQ(server_->connections(), 3U);
  handler_.finish_slow();
  for (const TestClient& client : waiting) EXPECT_THAT(client.receive_all(), HasSubstr("slow"));
  EXPECT_THAT(newcomer.receive_all(), HasSubstr("body 0"));
}

}  // namespace
}  // namespace cocite::serve
