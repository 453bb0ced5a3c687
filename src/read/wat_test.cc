
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read/source.h"
#include "read/testing/packers.h"
#include "read/testing/told.h"

namespace cocite::read {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Told;
using ::testing::UnorderedElementsAre;

std::string record(const std::string& json, const std::string& type = "metadata",
                   const std::string& content_type = "application/json") {
  return "WARC/1.0\r\nWARC-Type: " + type +
         "\r\nWARC-Target-URI: http://own.example/\r\nWARC-Date: 2024-05-31T01:17:49Z\r\n"
         "Content-Type: " +
         content_type + "\r\nContent-Length: " + std::to_string(json.size()) + "\r\n\r\n" + json +
         "\r\n\r\n";
}

std::string envelope(const std::string& response,
                     const std::string& about = R"("WARC-Target-URI":"http://a.example/d/p",
                                                   "WARC-Date":"2006-09-19T17:20:24Z")") {
  return record(R"({"Container":{},"Envelope":{"Format":"WARC","WARC-Header-Metadata":{)" + about +
                R"(},"Payload-Metadata":{"HTTP-Response-Metadata":{)" + response + "}}}}");
}

std::string page(const std::string& html, const std::string& status = "200",
                 const std::string& headers = "") {
  return envelope(R"("Response-Message":{"Status":")" + status + R"("},"Headers":{)" + headers +
                  R"(},"HTML-Metadata":{)" + html + "}");
}

Told read(const std::string& bytes, const SourceOptions& options = {}) {
  auto stream = RecordStream::from_memory(bytes, "test.wat");
  EXPECT_TRUE(stream);
  return testing::tell(find_source("wat").value()->over(std::move(*stream), options));
}

TEST(Wat, TellsTheMachineOfTheEnvelope) {
  const auto told =
      read(envelope(R"("HTML-Metadata":{})",
                    R"("WARC-Target-URI":"http://a.example/","WARC-IP-Address":"192.0.2.3")") +
           page(""));
  EXPECT_THAT(told.ips, ElementsAre("192.0.2.3", ""));
}

TEST(Wat, LinksKeepTheirOrderAndText) {
  const std::string file = page(R"("Head":{"Title":" A\n page ","Base":"/base/"},"Links":[
      {"path":"A@/href","url":"x","text":"to  x"},{"path":"IMG@/src","url":"i.png"},
      {"url":"/y","path":"AREA@/href","alt":"the y"},{"path":"A@/href","url":"mailto:z"},
      {"path":"IFRAME@/src","url":"f"},{"path":"FORM@/action","url":"/go"},
      {"path":"A@/href","url":"http://b.example/\u00fc","text":"\u00fc","rel":"nofollow"}])");
  for (const std::string& packed : {file, testing::gzip(file)}) {
    const Told told = read(packed);
    EXPECT_THAT(told.pages, ElementsAre("example,a)/d/p@1158686424 A page|"));
    EXPECT_THAT(told.links, ElementsAre("example,a)/d/p>example,a)/base/x(to x)",
                                        "example,a)/d/p>example,a)/y(the y)",
                                        "example,a)/d/p>example,b)/%C3%BC(ü)"));
    EXPECT_THAT(told.skipped, UnorderedElementsAre(std::pair(SkipReason::kScheme, 1)));
  }
  EXPECT_EQ(read(file, {.frames = true}).links.size(), 4U);
  EXPECT_EQ(read(file, {.drop_nofollow = true}).links.size(), 2U);
}

TEST(Wat, RedirectsCanonicalsAndRefreshesAreAliases) {
  const Told told = read(
      page("", "301", R"("location":"/new")") +
      page("", "302", R"("Location":["/first","/second"])") +
      page(R"("Head":{"Link":[{"path":"LINK@/href","url":"/s.css","rel":"stylesheet"},
                              {"path":"LINK@/href","url":"/real","rel":"canonical"}]})") +
      page(
          R"("Head":{"Metas":[{"name":"x"},{"http-equiv":"Refresh","content":"0; url=/there"}]})") +
      page(R"("Head":{"Metas":[{"http-equiv":"Refresh","content":"99; url=/later"}]})"));
  EXPECT_THAT(told.aliases, ElementsAre("example,a)/d/p=example,a)/new@1158686424",
                                        "example,a)/d/p=example,a)/first@1158686424",
                                        "example,a)/d/p=example,a)/real@1158686424",
                                        "example,a)/d/p=example,a)/there@1158686424"));
  EXPECT_EQ(told.pages.size(), 3U);
}

TEST(Wat, WhatIsNoPageIsCounted) {
  const Told told = read(
      record("software: x", "warcinfo", "application/warc-fields") + page("", "404") +
      page("", "301") + envelope(R"("Response-Message":{"Status":"200"})") + record("{broken") +
      record("[]") +
      record(
          R"({"Envelope":{"WARC-Header-Metadata":{},"Payload-Metadata":{"HTTP-Request-Metadata":{}}}})") +
      record(R"({"Envelope":7})") + record("", "metadata", "text/plain"));
  EXPECT_THAT(told.pages, IsEmpty());
  EXPECT_THAT(told.skipped, UnorderedElementsAre(std::pair(SkipReason::kStatus, 2),
                                                 std::pair(SkipReason::kNotHtml, 1),
                                                 std::pair(SkipReason::kBadRecord, 2)));
  EXPECT_EQ(told.records.at("metadata"), 8U);
}

TEST(Wat, ValuesOfTheWrongKindAreSurvived) {
  const Told told = read(
      page(
          R"("Head":{"Title":7,"Base":[],"Link":{},"Metas":"x"},"Links":[7,null,"x",[],{"path":"A@/href"},
           {"path":"A@/href","url":{}},{"path":"A@/href","url":"/ok","text":null}])") +
      page(R"("Head":[],"Links":{})") +
      envelope(R"("Headers":7,"HTML-Metadata":{"Links":[{"path":"A@/href","url":"/x"}]})",
               "\"WARC-Date\":1"));
  EXPECT_THAT(told.links,
              ElementsAre("example,a)/d/p>example,a)/ok()", "example,own)/>example,own)/x()"));
  EXPECT_THAT(told.pages, ElementsAre("example,a)/d/p@1158686424 |", "example,a)/d/p@1158686424 |",
                                      "example,own)/@0 |"));
}

TEST(Wat, CutAndFlippedFilesAreRead) {
  const std::string one = page(R"("Links":[{"path":"A@/href","url":"x","text":"to x"}])");
  const std::string file = one + one;
  for (size_t cut = 20; cut < file.size(); cut += 3)
    EXPECT_LE(read(file.substr(0, cut)).pages.size(), 2U);
  for (size_t i = 20; i < file.size(); ++i) {
    std::string bad = file;
    bad[i] = static_cast<char>(bad[i] ^ 0x21);
    EXPECT_LE(read(bad).pages.size(), 2U);
  }
}

TEST(Wat, DeepNestingIsNoTrap) {
  const std::string deep(100'000, '[');
  EXPECT_THAT(read(record("{\"Envelope\":" + deep)).skipped,
              UnorderedElementsAre(std::pair(SkipReason::kBadRecord, 1)));
}

TEST(Wat, IsRecognisedBeforeOtherArchives) {
  const std::string bytes = page("");
  for (const SourceInfo* info : sources()) {
    if (!info->recognises("x.gz", bytes)) continue;
    EXPECT_EQ(info->name, "wat");
    break;
  }
  const auto info = find_source("wat");
  ASSERT_TRUE(info);
  EXPECT_TRUE((*info)->recognises("CC.warc.wat.gz", "WARC/1.0\r\nWARC-Type: warcinfo\r\n"));
  EXPECT_FALSE((*info)->recognises("CC.warc.gz", "WARC/1.0\r\nWARC-Type: warcinfo\r\n"));
}

}  // namespace
}  // namespace cocite::read
