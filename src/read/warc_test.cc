
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read/source.h"
#include "read/testing/packers.h"
#include "read/testing/told.h"

namespace cocite::read {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr uint32_t kDate = 1'158'686'424;  // 2006-09-19T17:20:24Z

std::string record(const std::string& type, const std::string& url, const std::string& block,
                   const std::string& content_type = "application/http; msgtype=response") {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url +
         "\r\nWARC-Date: 2006-09-19T17:20:24Z\r\nContent-Type: " + content_type +
         "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

std::string response(const std::string& url, const std::string& body,
                     const std::string& headers = "Content-Type: text/html\r\n",
                     const std::string& status = "200 OK") {
  return record("response", url, "HTTP/1.1 " + status + "\r\n" + headers + "\r\n" + body);
}

testing::Told read(const std::string& bytes, const SourceOptions& options = {}) {
  auto stream = RecordStream::from_memory(bytes, "test.warc");
  EXPECT_TRUE(stream);
  return testing::tell(find_source("warc").value()->over(std::move(*stream), options));
}

TEST(Warc, PagesComeOutOfResponses) {
  const std::string file =
      record("warcinfo", "", "software: test", "application/warc-fields") +
      record("request", "http://a.example/", "GET / HTTP/1.1\r\n\r\n") +
      response("http://a.example/",
               "<title>A</title>words <a href=/b>b</a> <a href='http://c.example/'>c</a>") +
      record("metadata", "http://a.example/", "x: y", "application/warc-fields");
  for (const std::string& packed : {file, testing::gzip(file), testing::zstd(file)}) {
    const testing::Told told = read(packed);
    EXPECT_THAT(told.links,
                ElementsAre("example,a)/>example,a)/b(b)", "example,a)/>example,c)/(c)"));
    EXPECT_THAT(told.pages, ElementsAre("example,a)/@" + std::to_string(kDate) + " A|words b c"));
    EXPECT_THAT(told.records,
                UnorderedElementsAre(std::pair("warcinfo", 1), std::pair("request", 1),
                                     std::pair("response", 1), std::pair("metadata", 1)));
    EXPECT_THAT(told.skipped, IsEmpty());
    EXPECT_EQ(told.bytes, file.size());
  }
}

TEST(Warc, BodiesAreDecoded) {
  const std::string page = "<title>gr\xFC\xDF</title><a href=/b>b</a>";
  const std::string type = "Content-Type: text/html; charset=iso-8859-1\r\n";
  for (const auto& [headers, body] : std::vector<std::pair<std::string, std::string>>{
           {"", page},
           {"Content-Encoding: gzip\r\n", testing::gzip(page)},
           {"Content-Encoding: br\r\n", testing::brotli(page)},
           {"Content-Encoding: gzip\r\n", page},
           {"Transfer-Encoding: chunked\r\n",
            "4\r\n" + page.substr(0, 4) + "\r\n99\r\n" + page.substr(4)}}) {
    const testing::Told told = read(response("http://a.example/", body, type + headers));
    EXPECT_THAT(told.pages, ElementsAre(HasSubstr("grüß"))) << headers;
    EXPECT_THAT(told.links, ElementsAre("example,a)/>example,a)/b(b)")) << headers;
  }
}

TEST(Warc, RedirectsAreAliases) {
  std::string file;
  for (const char* status : {"301 x", "302", "303", "307", "308 Permanent"}) {
    file += response("http://a.example/"s + std::string(status).substr(0, 3), "",
                     "Location: /to\r\n", status);
  }
  file += response("http://a.example/none", "", "", "301 x");
  file += response("http://a.example/choice", "", "Location: /to\r\n", "300 x");
  file += record("revisit", "http://a.example/again",
                 "HTTP/1.1 301 x\r\nLocation: http://b.example/\r\n\r\n");
  file += record("revisit", "http://a.example/page",
                 "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
  const testing::Told told = read(file);
  EXPECT_THAT(told.aliases, ElementsAre("example,a)/301=example,a)/to@1158686424",
                                        "example,a)/302=example,a)/to@1158686424",
                                        "example,a)/303=example,a)/to@1158686424",
                                        "example,a)/307=example,a)/to@1158686424",
                                        "example,a)/308=example,a)/to@1158686424",
                                        "example,a)/again=example,b)/@1158686424"));
  EXPECT_THAT(told.pages, IsEmpty());
  EXPECT_THAT(told.skipped, UnorderedElementsAre(std::pair(SkipReason::kStatus, 2)));
  EXPECT_EQ(told.records.at("revisit"), 2U);
}

TEST(Warc, NotModifiedIsStillThereWithOrWithoutWhatTheServerSaid) {
  const auto revisit = [](const std::string& url, const std::string& profile,
                          const std::string& block) {
    return record("revisit", url + "\r\nWARC-Profile: http://netpreserve.org/warc/1.1/" + profile,
                  block);
  };
  const std::string unchanged = "revisit/server-not-modified";
  const testing::Told told =
      read(revisit("http://a.example/said", unchanged, "HTTP/1.1 304 Not Modified\r\n\r\n") +
           revisit("http://a.example/empty", unchanged, "") +
           // Of the same bytes as another page, which may have been those of an error.
           revisit("http://a.example/bytes", "revisit/identical-payload-digest", ""));
  EXPECT_THAT(told.statuses, ElementsAre("example,a)/said 200", "example,a)/empty 200"));
}

TEST(Warc, ResourcesAndConversionsArePages) {
  const testing::Told told =
      read(record("resource", "http://a.example/r", "<title>R</title><a href=/x>x</a>",
                  "text/html; charset=utf-8") +
           record("resource", "http://a.example/i", "GIF89a", "image/gif") +
           record("resource", "urn:x", "<html>", "text/html") +
           record("conversion", "http://a.example/c", "Some  plain\n<b>words</b>", "text/plain") +
           record("conversion", "http://a.example/d", "%PDF", "application/pdf"));
  EXPECT_THAT(told.pages, ElementsAre("example,a)/r@1158686424 R|x",
                                      "example,a)/c@0 |Some plain <b>words</b>"));
  EXPECT_THAT(told.links, ElementsAre("example,a)/r>example,a)/x(x)"));
  EXPECT_THAT(told.skipped, UnorderedElementsAre(std::pair(SkipReason::kNotHtml, 2),
                                                 std::pair(SkipReason::kScheme, 1)));
}

TEST(Warc, OnlyTheFirstThousandWordsOfATextAreKept) {
  std::string words;
  for (int i = 0; i < 2000; ++i) words += "w ";
  const testing::Told told = read(record("conversion", "http://a.example/", words, "text/plain"));
  ASSERT_EQ(told.pages.size(), 1U);
  EXPECT_EQ(std::ranges::count(told.pages[0], 'w'), 1000);
}

TEST(Warc, WhatIsNoPageIsCounted) {
  const testing::Told told = read(
      response("http://a.example/404", "<html>", "Content-Type: text/html\r\n", "404 Not Found") +
      response("http://a.example/500", "", "", "500 x") +
      response("http://a.example/206", "<html>", "Content-Type: text/html\r\n", "206 Partial") +
      response("http://a.example/png", std::string(100'000, 'x'), "Content-Type: image/png\r\n") +
      response("http://a.example/text", "<html>", "Content-Type: text/plain\r\n") +
      response("http://a.example/sniffed", "<html><a href=x>", "") +
      response("http://a.example/not", "%PDF", "") +
      record("response", "http://a.example/nohttp", "no head") +
      record("response", "http://a.example/bad", "HTTP/1.1 what\r\n\r\n") +
      record("response", "dns:a.example", "20060919172024 a.example", "text/dns") +
      record("response", "ftp://a.example/", "HTTP/1.1 200 OK\r\n\r\n"));
  EXPECT_THAT(told.pages, ElementsAre("example,a)/sniffed@1158686424 |"));
  EXPECT_THAT(
      told.skipped,
      UnorderedElementsAre(std::pair(SkipReason::kStatus, 3), std::pair(SkipReason::kNotHtml, 3),
                           std::pair(SkipReason::kBadHttp, 2), std::pair(SkipReason::kScheme, 2)));
}

TEST(Warc, ArcFilesAreRead) {
  const std::string head = "HTTP/1.0 200 OK\nContent-Type: text/html\n\n";
  const std::string page = head + "<title>A</title><a href=b>b</a>";
  const std::string bare = "<html><title>bare</title>";
  const std::string version = "1 0 x\nURL IP-address Archive-date Content-type Archive-length\n";
  const auto entry = [](const std::string& url, const std::string& type, const std::string& block) {
    return url + " 10.0.0.1 20060919172024 " + type + " " + std::to_string(block.size()) + "\n" +
           block + "\n";
  };
  const testing::Told told =
      read(entry("filedesc://x.arc", "text/plain", version) +
           entry("dns:a.example", "text/dns", "x") + entry("http://a.example/", "text/html", page) +
           entry("http://a.example/bare", "text/html", bare) +
           entry("http://a.example/pic", "image/gif", "GIF"));
  EXPECT_THAT(told.pages,
              ElementsAre("example,a)/@1158686424 A|b", "example,a)/bare@1158686424 bare|"));
  EXPECT_THAT(told.links, ElementsAre("example,a)/>example,a)/b(b)"));
  EXPECT_EQ(told.records.at("arc"), 4U);
}

TEST(Warc, PiecesHoldWholeRecordsAndSayTheSame) {
  std::string file;
  for (int i = 0; i < 200; ++i) {
    const std::string url = "http://a.example/" + std::to_string(i);
    const std::string one =
        response(url, "<a href=/x" + std::to_string(i) + ">x</a>" + std::string(200, 'x'));
    file += i % 3 == 0 ? "garbage\n" + one : one;
  }
  const testing::Told whole = read(file);
  EXPECT_EQ(whole.pieces, 1U);
  EXPECT_EQ(whole.links.size(), 200U);
  EXPECT_THAT(whole.skipped, UnorderedElementsAre(std::pair(SkipReason::kGarbage, 67)));
  const testing::Told pieces = read(file, {.piece_bytes = 3000});
  EXPECT_GT(pieces.pieces, 15U);
  EXPECT_EQ(pieces.links, whole.links);
  EXPECT_EQ(pieces.pages, whole.pages);
  EXPECT_EQ(pieces.skipped, whole.skipped);
  EXPECT_EQ(pieces.bytes, whole.bytes);
}

TEST(Warc, ManySmallRecordsMakeManyPieces) {
  std::string file;
  for (int i = 0; i < 5000; ++i) file += record("metadata", "http://a.example/", "");
  const testing::Told told = read(testing::gzip(file));
  EXPECT_EQ(told.pieces, 2U);
  EXPECT_EQ(told.records.at("metadata"), 5000U);
}

TEST(Warc, DamageIsCountedByItsReason) {
  const std::string page = response("http://a.example/", "<a href=/b>b</a>");
  std::string bad = testing::gzip(page);
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0xFF);
  const testing::Told told = read(testing::gzip(page) + bad + "garbage" + testing::gzip(page) +
                                  testing::gzip(page).substr(0, 60));
  EXPECT_EQ(told.links.size(), 2U);
  EXPECT_EQ(told.skipped.at(SkipReason::kBadMember), 2U);
  EXPECT_EQ(told.skipped.count(SkipReason::kBadHttp), 0U);
  const testing::Told cut = read(page + page.substr(0, page.size() - 10));
  EXPECT_EQ(cut.skipped.at(SkipReason::kBadRecord), 1U);
  EXPECT_EQ(cut.pages.size(), 2U);  // what came is right as far as it goes
}

TEST(WarcSlow, HugeRecordsAreCutAndBounded) {
  // 40 MB that unpack out of 40 kB.
  const std::string huge =
      response("http://a.example/",
               "<a href=/b>b</a>" + std::string(size_t{40} << 20, ' ') + "<a href=/c>c</a>");
  const testing::Told told = read(testing::gzip(huge));
  EXPECT_THAT(told.links, ElementsAre("example,a)/>example,a)/b(b)"));
  EXPECT_EQ(told.skipped.at(SkipReason::kCutBody), 1U);
  // A gigabyte is claimed, and not there.
  std::string liar = response("http://a.example/", "<a href=/b>b</a>");
  liar.replace(liar.find("Content-Length: ") + 16, 2, "1000000000");
  const testing::Told lied = read(liar + response("http://a.example/2", "<a href=/c>c</a>"));
  EXPECT_THAT(lied.links,
              ElementsAre("example,a)/>example,a)/b(b)", "example,a)/2>example,a)/c(c)"));
  EXPECT_EQ(lied.skipped.at(SkipReason::kBadRecord), 1U);
}

TEST(Warc, CutAndFlippedFilesAreRead) {
  const std::string one = response("http://a.example/", "<a href=/b>b</a>");
  for (const std::string& file : {one + one, testing::gzip(one) + testing::gzip(one)}) {
    for (size_t cut = 60; cut < file.size(); ++cut) read(file.substr(0, cut));
    std::mt19937 random(7);
    for (int i = 0; i < 300; ++i) {
      std::string bad = file;
      for (int k = 0; k < 3; ++k)
        bad[20 + random() % (bad.size() - 20)] = static_cast<char>(random());
      EXPECT_LE(read(bad).pages.size(), 2U);
    }
  }
}

TEST(Warc, OtherFilesAreRefused) {
  auto text = RecordStream::from_memory("a\tb\n"s, "links.tsv");
  const auto refused = find_source("warc").value()->over(std::move(*text), {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("links.tsv: is not a WARC"));
  auto stream = RecordStream::from_memory("WARC/1.0\r\n"s, "x.warc");
  EXPECT_FALSE(find_source("warc").value()->over(std::move(*stream), {.opaque_names = true}));
  EXPECT_THAT(read("").pages, IsEmpty());
}

TEST(Warc, IsRecognisedByItsBytesAndByItsName) {
  const auto info = find_source("warc");
  ASSERT_TRUE(info);
  EXPECT_TRUE((*info)->recognises("x", "WARC/1.0\r\n"));
  EXPECT_TRUE(
      (*info)->recognises("x", "filedesc://x.arc 0.0.0.0 20060919172024 text/plain 76\n1 0"));
  EXPECT_TRUE((*info)->recognises("a.WARC.gz", ""));
  EXPECT_TRUE((*info)->recognises("a.warc.zst", "\x5d\x2a\x4d\x18"));
  EXPECT_TRUE((*info)->recognises("a.arc", ""));
  EXPECT_FALSE((*info)->recognises("links.tsv", "a\tb"));
  EXPECT_FALSE((*info)->recognises("warc", "a\tb"));
}

}  // namespace
}  // namespace cocite::read
