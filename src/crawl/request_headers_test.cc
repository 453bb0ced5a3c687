#include "crawl/request_headers.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "crawl/transfer.h"
#include "crawl/user_agent.h"

namespace cocite::crawl {
namespace {

std::string found(const AuthFile& auth, const std::string& url) {
  return std::string(auth.find(*url::Url::parse(url)));
}

TEST(AuthFile, IsForItsHostAlone) {
  const AuthFile auth = AuthFile::parse(
                            "# ours\n\nExample.org me:secret word\r\n"
                            "https://api.example.org/ Bearer abc.123==\n"
                            "example.org:8080\tother:x\n"
                            "[::1]:81 a:b\n",
                            "auth")
                            .value();
  EXPECT_EQ(found(auth, "https://example.org/x"), "Basic bWU6c2VjcmV0IHdvcmQ=");
  EXPECT_EQ(found(auth, "http://example.org:81/"), "Basic bWU6c2VjcmV0IHdvcmQ=");
  EXPECT_EQ(found(auth, "http://example.org:8080/"), "Basic b3RoZXI6eA==");
  EXPECT_EQ(found(auth, "https://api.example.org/"), "Bearer abc.123==");
  EXPECT_EQ(found(auth, "http://api.example.org/"), "");
  EXPECT_EQ(found(auth, "http://www.example.org/"), "");
  EXPECT_EQ(found(auth, "http://example.org.evil.test/"), "");
  EXPECT_EQ(found(auth, "http://evilexample.org/"), "");
  EXPECT_EQ(found(auth, "http://evil.test/example.org"), "");
  EXPECT_EQ(found(auth, "http://example.org@evil.test/"), "");
  EXPECT_EQ(found(auth, "http://[::1]:81/"), "Basic YTpi");
  EXPECT_EQ(found(auth, "http://[::1]/"), "");
}

TEST(AuthFile, SaysWhichLineIsWrongAndNothingOfIt) {
  for (const char* line :
       {"secret", "example.org", "example.org secret", "http:// me:secret",
        "example.org/path me:secret", "me@example.org me:secret", "example.org Bearer a secret",
        "example.org me:sec\x01ret", "a.org me:secret\na.org you:secret", "a.org? me:secret"}) {
    const auto auth = AuthFile::parse("b.org x:y\n" + std::string(line) + "\n", "the file");
    ASSERT_FALSE(auth) << line;
    EXPECT_NE(auth.error().message.find("the file, line "), std::string::npos);
    EXPECT_EQ(auth.error().message.find("secret"), std::string::npos) << auth.error().message;
    EXPECT_EQ(auth.error().about, "auth");
  }
}

TEST(AuthFile, IsReadOnlyIfOthersCannot) {
  const std::string path = ::testing::TempDir() + "/auth_file_test";
  std::filesystem::remove(path);
  EXPECT_EQ(AuthFile::read(path).error().code, ErrorCode::kNotFound);
  std::ofstream(path) << "example.org me:secret\n";
  ::chmod(path.c_str(), 0640);
  const auto refused = AuthFile::read(path);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("chmod 600 " + path), std::string::npos);
  ::chmod(path.c_str(), 0600);
  EXPECT_EQ(found(AuthFile::read(path).value(), "http://example.org/"), "Basic bWU6c2VjcmV0");
  std::filesystem::remove(path);
  ::mkfifo(path.c_str(), 0600);
  EXPECT_FALSE(AuthFile::read(path));  // and does not wait for a writer
  std::filesystem::remove(path);
  EXPECT_FALSE(AuthFile::read(::testing::TempDir()));
}

using Strings = std::vector<std::string>;

TEST(RequestHeaders, SendsSecretsToTheirHostsAndArchivesNone) {
  const RequestHeaders headers =
      RequestHeaders::create({.contact = "me@a.test",
                              .headers = {"Accept-Language:  de", "Cookie: c=1", "X-Api-Key: k",
                                          "accept: text/plain"}},
                             {"a.test"})
          .value();
  const Strings open = {"User-Agent: " + user_agent("me@a.test"),
                        "Accept-Encoding: gzip, deflate, br, zstd", "Accept-Language: de",
                        "accept: text/plain", "If-None-Match: x"};
  const auto own = headers.lines(*url::Url::parse("http://a.test/"), {"If-None-Match: x"});
  EXPECT_EQ(own.archived, open);
  EXPECT_EQ(own.sent,
            (Strings{open[0], open[1], open[2], "Cookie: c=1", "X-Api-Key: k", open[3], open[4]}));
  const auto other = headers.lines(*url::Url::parse("http://b.test/"), {"If-None-Match: x"});
  EXPECT_EQ(other.sent, open);
  EXPECT_EQ(other.archived, open);
}

TEST(RequestHeaders, RefusesWhatWouldBreakARequest) {
  for (const char* line : {"", "x", ": y", "X:", "X: ", "X: a\r\nHost: evil", "X: a\nb", "X\r: a",
                           "X Y: a", "Host: evil", "Content-Length: 5",
                           "Transfer-Encoding: chunked", "Range: bytes=0-1", "If-None-Match: x",
                           "User-Agent: me", "Proxy-Authorization: Basic x", "Connection: close"}) {
    const auto headers = RequestHeaders::create({.headers = {line}}, {"a.test"});
    ASSERT_FALSE(headers) << line;
    EXPECT_EQ(headers.error().about, "header");
  }
  // Without seeds its host is unknown; and a value is not repeated in a message.
  const auto cookie = RequestHeaders::create({.headers = {"Cookie: hidden"}}, {});
  ASSERT_FALSE(cookie);
  EXPECT_EQ(cookie.error().message.find("hidden"), std::string::npos);
  EXPECT_EQ(RequestHeaders::create({.user_agent = "a\r\nX: y"}, {}).error().about, "user-agent");
  EXPECT_EQ(RequestHeaders::create({.contact = "a\nb"}, {}).error().about, "contact");
  EXPECT_EQ(RequestHeaders::create({.operator_name = "a\nb"}, {}).error().about, "operator");
}

TEST(UserAgent, HasTheContactAndAProduct) {
  EXPECT_EQ(user_agent("me@a.test", "MyBot/1"), "MyBot/1 (+me@a.test)");
  EXPECT_EQ(user_agent("me@a.test", "MyBot/1 (me@a.test)"), "MyBot/1 (me@a.test)");
  EXPECT_EQ(product_of(user_agent("")), "Cocite");
  EXPECT_EQ(product_of("My-Bot/1 (x)"), "My-Bot");
  EXPECT_EQ(product_of("Mozilla/5.0 (compatible; MyBot/2.0; +http://a.test)"), "MyBot");
  EXPECT_EQ(product_of("  "), "cocite");
  EXPECT_EQ(product_of("42"), "cocite");
}

TEST(Proxy, HasAnAddress) {
  for (const char* good :
       {"", "http://p.test:3128", "p.test:80", "socks5h://me:secret@p.test:1080"}) {
    EXPECT_TRUE(check_proxy(good)) << good;
  }
  for (const char* bad : {"ftp://p.test", "http://", "http://me:secret@", "http://p.test:secret"}) {
    const auto checked = check_proxy(bad);
    ASSERT_FALSE(checked) << bad;
    EXPECT_EQ(checked.error().message.find("secret"), std::string::npos);
  }
}

}  // namespace
}  // namespace cocite::crawl
