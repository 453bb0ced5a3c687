#include "url/host.h"

#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace cocite::url {
namespace {

TEST(PlainHost, IsAppendedInLowerCase) {
  std::string host = "http://";
  ASSERT_TRUE(append_plain_host("WWW.Example-1.com", host));
  EXPECT_EQ(host, "http://www.example-1.com");
}

TEST(PlainHost, LeavesToTheParserWhatMayBeMoreThanAName) {
  for (const std::string_view text : {"", ".", "a.", "a b", "a:80", "me@a", "[::1]", "1.2.3.4",
                                      "a.0x1", "xn--bcher-kva.de", "a%41",
                                      "b\xC3\xBC"
                                      "cher.de",
                                      "a,b", "a*b"}) {
    std::string host = "x";
    EXPECT_FALSE(append_plain_host(text, host)) << text;
    EXPECT_EQ(host, "x") << text;
  }
}

TEST(PlainHost, IsWhatTheParserMakesOfIt) {
  std::mt19937 random(3);
  const std::string_view bytes = "aZ09-_..xn:%";
  int plain = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string text;
    for (size_t i = random() % 8; i > 0; --i) text += bytes[random() % bytes.size()];
    std::string host;
    if (!append_plain_host(text, host)) continue;
    ++plain;
    std::string parsed;
    ASSERT_TRUE(parse_host(text, parsed)) << text;
    ASSERT_EQ(host, parsed) << text;
  }
  EXPECT_GT(plain, 10'000);
}

}  // namespace
}  // namespace cocite::url
