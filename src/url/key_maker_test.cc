#include "url/key_maker.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::url {
namespace {

void expect_same(KeyMaker& keys, const KeyOptions& options, const std::string& url) {
  std::string expected;
  std::string key;
  const Skip skip = make_key(url, options, expected);
  ASSERT_EQ(keys.make(url, key), skip) << url;
  if (skip == Skip::kNone) {
    ASSERT_EQ(key, expected) << url;
  }
}

// Every address after every other: parts that end hosts, or look as if, in all combinations.
TEST(KeyMaker, MakesTheSameKeysWhateverCameBefore) {
  const std::vector<std::string> schemes = {"http://", "https://", "HTTP://", "", " http://"};
  const std::vector<std::string> hosts = {"a.com",  "www.a.com",    "www.a.com:80", "www.a.com:443",
                                          "A.com",  "a.co",         "a.comm",       "x@a.com",
                                          "a.com.", "[::1]",        "1.2.3.4",      "a,com",
                                          "",       "b\xC3\xBC.de", "a.com:99999"};
  const std::vector<std::string> rests = {"",     "/",     "/b",     "?x/y",  "?x/z",
                                          "#f/g", "\\b/c", "/b  ",   "/%7Ea", "/../",
                                          "//",   "/?",    "/a?b#c", ":80/"};
  std::vector<std::string> urls = {"", " ", "mailto:a", "http:/a.com/", "http://a.com/b\n"};
  for (const std::string& scheme : schemes) {
    for (const std::string& host : hosts) {
      for (const std::string& rest : rests) urls.push_back(scheme + host + rest);
    }
  }
  std::mt19937 random(7);
  for (const bool fold_www : {false, true}) {
    const KeyOptions options{.fold_www = fold_www};
    KeyMaker keys(options);
    for (int i = 0; i < 60'000; ++i) {
      expect_same(keys, options, urls[random() % urls.size()]);
      // And one that begins alike: most likely what is remembered.
      if (i % 2 == 0) continue;
      const std::string& host = hosts[random() % 4];
      for (int k = 0; k < 2; ++k) {
        expect_same(keys, options, schemes[k] + host + rests[random() % rests.size()]);
      }
    }
  }
}

TEST(KeyMaker, LengthIsLimitedOnTheHostBeforeToo) {
  KeyMaker keys({});
  const std::string start = "http://example.com/";
  for (const size_t length : {size_t{1}, kMaxUrlBytes / 3, kMaxUrlBytes / 2, kMaxUrlBytes}) {
    for (const char c : {'a', '\x01'}) {
      expect_same(keys, {}, start + std::string(length - 1, c));
      expect_same(keys, {}, start + std::string(length - std::min(length, start.size()), c));
    }
  }
}

}  // namespace
}  // namespace cocite::url
