#include "url/scheme.h"

#include <gtest/gtest.h>

#include "url/key.h"

namespace cocite::url {
namespace {

TEST(Scheme, IsReadFromTheAddress) {
  EXPECT_EQ(scheme_vote("https://example.com/"), 1);
  EXPECT_EQ(scheme_vote("HTTPS://example.com/"), 1);
  EXPECT_EQ(scheme_vote("http://example.com/"), -1);
  EXPECT_EQ(scheme_vote("Http://example.com/"), -1);
  EXPECT_EQ(scheme_vote("example.com/https://"), 0);
  EXPECT_EQ(scheme_vote("ftp://example.com/"), 0);
  EXPECT_EQ(scheme_vote("http"), 0);
  EXPECT_EQ(scheme_vote(""), 0);
}

TEST(Scheme, OfAKeyLeadsBackToTheKey) {
  EXPECT_EQ(url_of_key("com,example)/a", true), "https://example.com/a");
  EXPECT_EQ(url_of_key("com,example)/a", false), "http://example.com/a");
  // A default port is not part of a key: these ports tell the scheme.
  EXPECT_EQ(url_of_key("com,example:443)/", true), "http://example.com:443/");
  EXPECT_EQ(url_of_key("com,example:80)/", false), "https://example.com:80/");
  for (const std::string key : {"com,example)/a", "com,example:443)/", "com,example:80)/",
                                "com,example:8443)/x?y", "[::1]:443)/", "1.2.3.4)/"}) {
    for (const bool is_secure : {false, true}) {
      std::string again;
      EXPECT_EQ(make_key(url_of_key(key, is_secure), {}, again), Skip::kNone);
      EXPECT_EQ(again, key);
    }
  }
}

TEST(Scheme, VotesStayWithinBounds) {
  int32_t votes = 0;
  for (int i = 0; i < 10; ++i) add_votes(INT32_MAX, votes);
  EXPECT_GT(votes, 0);
  for (int i = 0; i < 10; ++i) add_votes(INT32_MIN, votes);
  EXPECT_LT(votes, 0);
}

}  // namespace
}  // namespace cocite::url
