#include "base/function_words.h"

#include <gtest/gtest.h>

namespace cocite {
namespace {

TEST(FunctionWords, AreThoseThatSayNothing) {
  for (const char* word : {"a", "our", "the", "und", "où", "über", "your"}) {
    EXPECT_TRUE(is_function_word(word)) << word;
  }
  for (const char* word : {"", "bee", "war", "die", "home", "US"}) {
    EXPECT_FALSE(is_function_word(word)) << word;
  }
}

}  // namespace
}  // namespace cocite
