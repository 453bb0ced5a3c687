#include "serve/answer_cache.h"

#include <thread>

#include <gtest/gtest.h>

namespace cocite::serve {
namespace {

KeptAnswer answer(size_t bytes) {
  return {.type = "t", .headers = "", .body = share(std::string(bytes, 'x'))};
}

TEST(AnswerCache, GivesWhatItWasGiven) {
  AnswerCache cache(1 << 20);
  EXPECT_EQ(cache.find("a"), nullptr);
  cache.keep("a", answer(10));
  ASSERT_NE(cache.find("a"), nullptr);
  EXPECT_EQ(*cache.find("a")->body, std::string(10, 'x'));
  EXPECT_EQ(cache.counts().hits, 2U);
  EXPECT_EQ(cache.counts().misses, 1U);
}

TEST(AnswerCache, HoldsNoMoreThanItsBytesAndDropsWhatWasUsedLongestAgo) {
  constexpr uint64_t kBytes = 1 << 20;
  AnswerCache cache(kBytes);
  cache.keep("wanted", answer(1000));
  for (int i = 0; i < 10000; ++i) {
    cache.keep("key " + std::to_string(i), answer(1000));
    if (i % 8 == 0) {
      ASSERT_NE(cache.find("wanted"), nullptr) << i;
    }
    ASSERT_LE(cache.counts().bytes, kBytes);
  }
  EXPECT_EQ(cache.find("key 0"), nullptr);
  EXPECT_GT(cache.counts().evictions, 8000U);
  EXPECT_GT(cache.counts().entries, 300U);
}

TEST(AnswerCache, LeavesOutWhatWouldPushOutAllOthers) {
  AnswerCache cache(1 << 20);
  cache.keep("large", answer(1 << 18));
  EXPECT_EQ(cache.find("large"), nullptr);
  AnswerCache none(0);
  none.keep("a", answer(1));
  EXPECT_EQ(none.find("a"), nullptr);
}

TEST(AnswerCache, ForgetsAll) {
  AnswerCache cache(1 << 20);
  for (int i = 0; i < 100; ++i) cache.keep(std::to_string(i), answer(10));
  const auto held = cache.find("7");
  cache.clear();
  EXPECT_EQ(cache.counts().entries, 0U);
  EXPECT_EQ(cache.counts().bytes, 0U);
  EXPECT_EQ(held->body->size(), 10U);  // holders keep it after eviction
}

TEST(AnswerCache, TakesManyThreads) {
  AnswerCache cache(1 << 16);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 3000; ++i) {
        const std::string key = std::to_string((i * 7 + t) % 97);
        if (const auto kept = cache.find(key)) {
          EXPECT_EQ(kept->body->size(), 100 + key.size());
        } else {
          cache.keep(key, answer(100 + key.size()));
        }
        if (i % 1000 == 999) cache.clear();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cocite::serve
