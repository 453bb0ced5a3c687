// Memory ends in the middle of a request: at each allocation once.
// Replaces operator new for this program; it fails when a test says so.
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/service.h"
#include "serve/testing_client.h"
#include "serve/testing_stores.h"

namespace {

std::atomic<int64_t> allocations_left = 0;  // the one that makes it 0 fails; below: none does
thread_local bool is_spared = false;

}  // namespace

// Not inlined: GCC would see new and free in one place, and think they do not go together.
[[gnu::noinline]] void* operator new(size_t size) {
  if (!is_spared && allocations_left.load(std::memory_order_relaxed) > 0 &&
      allocations_left.fetch_sub(1) == 1) {
    throw std::bad_alloc();
  }
  if (void* const room = std::malloc(size == 0 ? 1 : size)) return room;
  throw std::bad_alloc();
}
// As std::stable_sort asks for it; it must go with delete below.
[[gnu::noinline]] void* operator new(size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* room) noexcept {
  std::free(room);
}
[[gnu::noinline]] void operator delete(void* room, size_t /*size*/) noexcept {
  std::free(room);
}

namespace cocite::serve {
namespace {

class OutOfMemorySlow : public ::testing::Test {
 protected:
  void SetUp() override {
    is_spared = true;
    options_.stores = {folder_.make("fruit", kFruit)};
    options_.cache_bytes = 0;
    stores_ = StoreSet::open(options_.stores, {.makes_aside = true}).value();
    stores_->refresh([](const std::string&) {});
    service_ = std::make_unique<Service>(options_, *stores_, pool_);
    server_ = HttpServer::listen({.address = "127.0.0.1:0"}, *service_).value();
  }
  void TearDown() override { allocations_left = 0; }

  [[nodiscard]] std::string ask(const std::string& bytes) const {
    const TestClient client(server_->address());
    client.send(bytes);
    return client.receive_all();
  }

  // Asks again and again, each time with another allocation that fails, until none does.
  void fail_each_allocation_of(const std::string& bytes) {
    ASSERT_THAT(ask(bytes), ::testing::StartsWith("HTTP/1.1 200 "));
    int refused = 0;
    int closed = 0;
    int64_t nth = 1;
    for (;; ++nth) {
      allocations_left = nth;
      const std::string answer = ask(bytes);
      const bool has_failed = allocations_left.exchange(0) <= 0;
      if (!has_failed) break;
      refused += answer.starts_with("HTTP/1.1 503 ") ? 1 : 0;
      closed += answer.empty() ? 1 : 0;
      // Some that fail cost nothing: what is only kept for later is left out.
      ASSERT_TRUE(answer.empty() || answer.starts_with("HTTP/1.1 503 ") ||
                  answer.starts_with("HTTP/1.1 200 "))
          << nth << ": " << answer;
      // The service goes on, and the connection is gone from its list.
      ASSERT_THAT(ask(bytes), ::testing::StartsWith("HTTP/1.1 200 ")) << nth;
      while (server_->connections() > 0) std::this_thread::yield();
    }
    EXPECT_GT(nth, 20);
    EXPECT_GT(refused, closed) << "of " << nth;
    RecordProperty("allocations", static_cast<int>(nth));
    RecordProperty("refused", refused);
    RecordProperty("closed", closed);
  }

  TestStores folder_;
  ServiceRequest options_;
  WorkerPool pool_{{.threads = 1}};
  std::unique_ptr<StoreSet> stores_;
  std::unique_ptr<Service> service_;
  std::unique_ptr<HttpServer> server_;
};

TEST_F(OutOfMemorySlow, OneRequestIsRefusedAndTheServiceGoesOn) {
  fail_each_allocation_of(
      "GET /api/links?page=www.apples.example HTTP/1.1\r\nHost: localhost\r\nConnection: close"
      "\r\n\r\n");
}

TEST_F(OutOfMemorySlow, AlsoWithABodyInChunks) {
  fail_each_allocation_of(
      "POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
      "10\r\n{\"page\": [\"www.a\r\n13\r\npples.example\"], \"b\r\n"
      "10\r\ny\": \"cocitation\"\r\n1\r\n}\r\n0\r\n\r\n");
}

TEST_F(OutOfMemorySlow, AlsoInALongComputation) {
  fail_each_allocation_of(
      "GET /api/related?page=www.apples.example&by=blend&why=2 HTTP/1.1\r\nHost: localhost\r\n"
      "Connection: close\r\n\r\n");
}

}  // namespace
}  // namespace cocite::serve
