#include "read/http_message.h"

#include <random>

#include <gtest/gtest.h>

#include "read/testing/packers.h"

namespace cocite::read {
namespace {

using namespace std::string_literals;

const std::string kPage =
    "<html><title>t</title><a href=x>link</a> and some words, some words</html>";

std::string chunked(const std::string& body, size_t size) {
  std::string out;
  char line[32];
  for (size_t at = 0; at < body.size(); at += size) {
    const std::string part = body.substr(at, size);
    std::snprintf(line, sizeof line, "%zX\r\n", part.size());
    out += line + part + "\r\n";
  }
  return out + "0\r\n\r\n";
}

std::string body_of(const std::string& headers, const std::string& body) {
  HttpReader http;
  const std::string block = "HTTP/1.1 200 OK\r\n" + headers + "\r\n" + body;
  EXPECT_TRUE(http.read_head(block));
  return std::string(http.body());
}

TEST(HttpMessage, HeadsAreRead) {
  HttpReader http;
  ASSERT_TRUE(http.read_head("HTTP/1.1 301 Moved\r\nLocation: /there\r\n\r\nbody"));
  EXPECT_EQ(http.status(), 301);
  EXPECT_EQ(http.field("location"), "/there");
  EXPECT_EQ(http.body(), "body");
  ASSERT_TRUE(http.read_head("http/1.0 404\n\n"));
  EXPECT_EQ(http.status(), 404);
  EXPECT_EQ(http.field("location"), "");
  EXPECT_EQ(http.body(), "");
  ASSERT_TRUE(http.read_head("HTTP/1.1 200 OK\r\nno empty line: x"));
  EXPECT_EQ(http.status(), 200);
  EXPECT_EQ(http.body(), "");
  for (const char* line : {"HTTP/1.1", "HTTP/1.1 abc", "HTTP/1.1 2000 x", "HTTP/1.1 20"}) {
    ASSERT_TRUE(http.read_head(line)) << line;
    EXPECT_EQ(http.status(), 0) << line;
  }
}

TEST(HttpMessage, InterimAnswersArePassedOver) {
  HttpReader http;
  ASSERT_TRUE(http.read_head("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nbody"));
  EXPECT_EQ(http.status(), 200);
  EXPECT_EQ(http.field("a"), "b");
  EXPECT_EQ(http.body(), "body");
}

TEST(HttpMessage, WithoutAStatusLineAllIsBody) {
  HttpReader http;
  EXPECT_FALSE(http.read_head("<html>\r\n\r\nx"));
  EXPECT_EQ(http.status(), 0);
  EXPECT_EQ(http.body(), "<html>\r\n\r\nx");
  EXPECT_FALSE(http.read_head(""));
}

TEST(HttpMessage, EveryCodingIsUndone) {
  EXPECT_EQ(body_of("", kPage), kPage);
  EXPECT_EQ(body_of("Content-Encoding: gzip\r\n", testing::gzip(kPage)), kPage);
  EXPECT_EQ(body_of("Content-Encoding: X-GZip\r\n", testing::gzip(kPage)), kPage);
  EXPECT_EQ(body_of("Content-Encoding: deflate\r\n", testing::zlib_deflate(kPage)), kPage);
  EXPECT_EQ(body_of("Content-Encoding: deflate\r\n", testing::raw_deflate(kPage)), kPage);
  EXPECT_EQ(body_of("Content-Encoding: br\r\n", testing::brotli(kPage)), kPage);
  EXPECT_EQ(body_of("Content-Encoding: zstd\r\n", testing::zstd(kPage)), kPage);
  EXPECT_EQ(body_of("Content-Encoding: identity\r\n", kPage), kPage);
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", chunked(kPage, 7)), kPage);
}

TEST(HttpMessage, SeveralCodingsAreUndoneFromTheLast) {
  const std::string twice = testing::gzip(testing::brotli(kPage));
  EXPECT_EQ(
      body_of("Content-Encoding: br, gzip\r\nTransfer-Encoding: chunked\r\n", chunked(twice, 9)),
      kPage);
  EXPECT_EQ(body_of("Content-Encoding: br\r\nContent-Encoding: gzip\r\n", twice), kPage);
  EXPECT_EQ(body_of("Transfer-Encoding: gzip, chunked\r\n", chunked(testing::gzip(kPage), 9)),
            kPage);
  // A coding that does nothing in between must not lose the one before.
  const std::string three = testing::gzip(testing::gzip(testing::gzip(kPage)));
  EXPECT_EQ(body_of("Content-Encoding: gzip, gzip, zstd, gzip\r\n", three), kPage);
  EXPECT_EQ(body_of("Transfer-Encoding: chunked, chunked\r\n", chunked(kPage, 9)), kPage);
}

TEST(HttpMessage, BodiesThatWereDecodedBeforeAreTakenAsTheyAre) {
  for (const char* coding : {"gzip", "deflate", "br", "zstd", "compress", "nonsense"}) {
    EXPECT_EQ(body_of("Content-Encoding: "s + coding + "\r\n", kPage), kPage) << coding;
  }
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", kPage), kPage);
  EXPECT_EQ(
      body_of("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", testing::gzip(kPage)),
      kPage);
}

TEST(HttpMessage, CutBodiesGiveWhatTheyHave) {
  std::mt19937 random(1);
  std::string page = kPage;
  while (page.size() < 5000) page += static_cast<char>('a' + random() % 20);
  const std::pair<const char*, std::string> kinds[] = {{"gzip", testing::gzip(page)},
                                                       {"deflate", testing::zlib_deflate(page)},
                                                       {"deflate", testing::raw_deflate(page)},
                                                       {"br", testing::brotli(page)},
                                                       {"zstd", testing::zstd(page)}};
  for (const auto& [coding, packed] : kinds) {
    for (size_t cut = packed.size() / 2; cut < packed.size(); cut += 97) {
      const std::string part = packed.substr(0, cut);
      const std::string body = body_of("Content-Encoding: "s + coding + "\r\n", part);
      EXPECT_TRUE(page.starts_with(body) || body == part) << coding << " " << cut;
    }
  }
  EXPECT_TRUE(
      page.starts_with(body_of("Content-Encoding: gzip\r\n", testing::gzip(page).substr(0, 2000))));
}

TEST(HttpMessage, BrokenChunksGiveWhatTheyHave) {
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n5\r\nwor"), "hellowor");
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", "5;x=y\r\nhello\r\nnone of it"),
            "hellonone of it");
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", "5\nhello\n0\n\n"), "hello");
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", "5 \r\nhello0\r\nTrailer: x\r\n\r\n"),
            "hello");
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFFFFFFFF\r\nhello"), "hello");
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", "0\r\n\r\nmore"), "");
  EXPECT_EQ(body_of("Transfer-Encoding: chunked\r\n", "abc"), "abc");
}

TEST(HttpMessage, FlippedBytesNeverBreakIt) {
  const std::string block =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\nTransfer-Encoding: chunked\r\n\r\n" +
      chunked(testing::brotli(testing::gzip(kPage)), 20);
  HttpReader http;
  for (size_t i = 0; i < block.size(); ++i) {
    for (const int bits : {1, 0x20, 0x80, 0xFF}) {
      std::string broken = block;
      broken[i] = static_cast<char>(broken[i] ^ bits);
      http.read_head(broken);
      EXPECT_LE(http.body().size(), HttpReader::kMaxBody);
    }
    http.read_head(std::string_view(block).substr(0, i));
    EXPECT_LE(http.body().size(), block.size() + kPage.size());
  }
}

TEST(HttpMessage, BombsAreCut) {
  const std::string zeros(size_t{40} << 20, '0');
  HttpReader http;
  const std::string brotli_bomb =
      "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n" + testing::brotli(zeros);
  EXPECT_LT(brotli_bomb.size(), 2000U);
  http.read_head(brotli_bomb);
  EXPECT_EQ(http.body().size(), size_t{1} << 20);  // so small a body may become no more
  EXPECT_TRUE(http.is_body_cut());
  const std::string gzip_bomb =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + testing::gzip(zeros);
  http.read_head(gzip_bomb);
  EXPECT_LE(http.body().size(), gzip_bomb.size() * 256);
  EXPECT_TRUE(http.is_body_cut());
  // A size at its end that lies costs nothing.
  std::string liar = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + testing::gzip(kPage);
  liar.replace(liar.size() - 4, 4, "\xff\xff\xff\xff");
  http.read_head(liar);
  EXPECT_EQ(http.body(), kPage);
  EXPECT_FALSE(http.is_body_cut());
}

TEST(HttpMessage, PagesAreToldByTypeAndByLook) {
  EXPECT_TRUE(is_html("text/html", ""));
  EXPECT_TRUE(is_html("Text/HTML; charset=utf-8", ""));
  EXPECT_TRUE(is_html("application/xhtml+xml", ""));
  EXPECT_FALSE(is_html("text/plain", "<html>"));
  EXPECT_FALSE(is_html("image/png", "<html>"));
  EXPECT_TRUE(is_html("", " \n<!DOCTYPE html>"));
  EXPECT_TRUE(is_html("no-type", "<HTML lang=en>"));
  EXPECT_TRUE(is_html("html", "\xef\xbb\xbf<p>"));
  EXPECT_TRUE(is_html("", "<!-- x"));
  EXPECT_TRUE(is_html("", "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC>"));
  EXPECT_FALSE(is_html("", "<?xml version=\"1.0\"?><rss>"));
  EXPECT_FALSE(is_html("", "<htmlx>"));
  EXPECT_FALSE(is_html("", "GIF89a"));
  EXPECT_FALSE(is_html("", ""));
}

TEST(CanonicalOfLink, IsTheFirstThatSaysSo) {
  EXPECT_EQ(canonical_of_link("<https://e.org/a>; rel=\"canonical\""), "https://e.org/a");
  EXPECT_EQ(
      canonical_of_link("</s.css>; rel=preload; as=style, < /a,b;c > ; title=\"x, <y>; rel=no\"; "
                        "REL=\"next Canonical\", </z>; rel=canonical"),
      "/a,b;c");
  for (const char* none : {"", "x", "<", "<a", "<a>", "<a>;", "<a>; rel", "<a>; rel=\"",
                           "<a>; rel=next; rel=canonical", "<a>; title=\"rel=canonical\"",
                           "<a>; title=\"; rel=canonical"}) {
    EXPECT_EQ(canonical_of_link(none), "") << none;
  }
}

}  // namespace
}  // namespace cocite::read
