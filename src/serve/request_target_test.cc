#include "serve/request_target.h"

#include <gtest/gtest.h>

namespace cocite::serve {
namespace {

TEST(RequestTarget, AWholeAddressIsTakenApart) {
  const auto parts = [](std::string_view target) {
    const auto whole = whole_target(target);
    return whole ? std::string(whole->authority) + " " + whole->target : std::string("none");
  };
  EXPECT_EQ(parts("http://localhost/healthz"), "localhost /healthz");
  EXPECT_EQ(parts("HTTPS://a.example:80/b?c=http://d/"), "a.example:80 /b?c=http://d/");
  EXPECT_EQ(parts("http://localhost"), "localhost /");
  EXPECT_EQ(parts("http://localhost?a=b"), "localhost /?a=b");
  EXPECT_EQ(parts("http://u@h:1/"), "u@h:1 /");
  EXPECT_EQ(parts("http:///x"), " /x");
  EXPECT_EQ(parts("http://"), " /");
  for (const char* other : {"/http://a/", "/", "*", "", "http:/a", "http:", "ftp://a/", "://a/"}) {
    EXPECT_EQ(parts(other), "none") << other;
  }
}

TEST(RequestTarget, AHostIsANameAndPerhapsAPort) {
  EXPECT_EQ(host_name("LocalHost"), "localhost");
  EXPECT_EQ(host_name("localhost:8080"), "localhost");
  EXPECT_EQ(host_name("localhost:"), "localhost");
  EXPECT_EQ(host_name("[::1]"), "[::1]");
  EXPECT_EQ(host_name("[::1]:80"), "[::1]");
  EXPECT_EQ(host_name(""), "");
  for (const char* bad : {"localhost:evil.com", "localhost:80@evil.com", "localhost:80:80", "[::1",
                          "[::1]evil.com", "[::1]:x", "::1", "localhost:-1", "localhost:8 0"}) {
    EXPECT_EQ(host_name(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace cocite::serve
