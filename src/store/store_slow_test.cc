// Every byte of every file, not only some of them.
#include <random>

#include <gtest/gtest.h>

#include "store/store.h"
#include "store/testing/small_store.h"

namespace cocite::store {
namespace {

using testing::right_or_error;
using testing::small_web;
using testing::SmallStore;

void expect_found(const SmallStore& small, const std::string& what) {
  const auto store = Store::open(small.path());
  if (!store) {
    ASSERT_NE(store.error().message.find(small.path()), std::string::npos) << what;
    return;
  }
  right_or_error(*store, small);
  ASSERT_FALSE(store->check()) << what << ": not found";
}

TEST(EveryByteSlow, IsMissedWhenItIsSpoilt) {
  const SmallStore small(small_web(24));
  std::mt19937_64 random(1);
  for (const std::string& name : SmallStore::file_names()) {
    const std::string whole = small.read(name);
    for (size_t at = 0; at < whole.size(); ++at) {
      std::string spoilt = whole;
      spoilt[at] = static_cast<char>(spoilt[at] ^ static_cast<char>(1 << random() % 8));
      small.write(name, spoilt);
      expect_found(small, name + " at byte " + std::to_string(at));
      ASSERT_FALSE(::testing::Test::HasFailure());
    }
    for (size_t size = 0; size < whole.size(); ++size) {
      small.write(name, std::string_view(whole).substr(0, size));
      expect_found(small, name + " of " + std::to_string(size) + " bytes");
      ASSERT_FALSE(::testing::Test::HasFailure());
    }
    small.write(name, whole);
  }
}

// Several files at once, several bytes in each.
TEST(EveryByteSlow, IsMissedWithOthers) {
  const SmallStore small(small_web(24));
  std::map<std::string, std::string> whole;
  for (const std::string& name : SmallStore::file_names()) whole[name] = small.read(name);
  std::mt19937_64 random(2);
  for (int round = 0; round < 3000; ++round) {
    for (const auto& [name, bytes] : whole) {
      std::string spoilt = bytes;
      for (uint64_t i = random() % 3; i > 0; --i) {
        spoilt[random() % spoilt.size()] ^= static_cast<char>(1 + random() % 255);
      }
      small.write(name, spoilt);
      if (spoilt != bytes && random() % 2 == 0) break;
    }
    bool is_spoilt = false;
    for (const auto& [name, bytes] : whole) is_spoilt = is_spoilt || small.read(name) != bytes;
    if (is_spoilt) expect_found(small, "round " + std::to_string(round));
    ASSERT_FALSE(::testing::Test::HasFailure());
    for (const auto& [name, bytes] : whole) small.write(name, bytes);
  }
}

}  // namespace
}  // namespace cocite::store
