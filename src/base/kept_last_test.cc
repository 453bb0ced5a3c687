#include "base/kept_last.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace cocite {
namespace {

using Texts = KeptLast<std::string, std::string>;

std::shared_ptr<const std::string> text(const std::string& of) {
  return std::make_shared<const std::string>(of);
}

TEST(KeptLast, DropsWhatWasNotAskedForLongest) {
  Texts texts(3);
  for (const char* const key : {"a", "b", "c"}) texts.keep(key, text(key), 1);
  ASSERT_NE(texts.find("a"), nullptr);
  texts.keep("d", text("d"), 1);
  EXPECT_EQ(texts.find("b"), nullptr);
  EXPECT_EQ(*texts.find("a"), "a");
  EXPECT_EQ(*texts.find("c"), "c");
  EXPECT_EQ(*texts.find("d"), "d");
}

TEST(KeptLast, CountsWhatEachCosts) {
  Texts texts(10);
  texts.keep("small", text("s"), 1);
  texts.keep("large", text("l"), 9);
  EXPECT_NE(texts.find("small"), nullptr);
  texts.keep("too large", text("t"), 11);
  EXPECT_EQ(texts.find("too large"), nullptr);
  EXPECT_NE(texts.find("large"), nullptr);
  texts.keep("other", text("o"), 1);
  EXPECT_EQ(texts.find("small"), nullptr);
  EXPECT_NE(texts.find("large"), nullptr);
}

TEST(KeptLast, TheFirstOfTwoStaysAndWhoHasOneKeepsIt) {
  Texts texts(1);
  texts.keep("a", text("first"), 1);
  texts.keep("a", text("second"), 1);
  const auto held = texts.find("a");
  texts.keep("b", text("b"), 1);
  EXPECT_EQ(texts.find("a"), nullptr);
  EXPECT_EQ(*held, "first");
}

TEST(KeptLast, TakesManyThreads) {
  Texts texts(10);
  std::vector<std::thread> threads;
  for (int start = 0; start < 4; ++start) {
    threads.emplace_back([&, start] {
      for (int i = start; i < 5000; ++i) {
        const std::string key = std::to_string(i * 7 % 30);
        const auto found = texts.find(key);
        if (found == nullptr) {
          texts.keep(key, text(key), 1);
        } else {
          ASSERT_EQ(*found, key);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cocite
