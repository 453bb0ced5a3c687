#include "read/visit_lines.h"

#include <gtest/gtest.h>

namespace cocite::read {
namespace {

constexpr std::string_view kLine =
    R"line(1.2.3.4 - - [10/Oct/2023:13:55:36 +0000] "GET /a?x=1 HTTP/1.1" 200 17 "https://example.org/b" "Mozilla/5.0 (X11)")line";

VisitSkip why(VisitFormat format, std::string_view line) {
  VisitLine visit;
  return read_visit(format, line, visit);
}

TEST(VisitLines, TransitionsHaveThreeFields) {
  VisitLine visit;
  ASSERT_EQ(read_visit(VisitFormat::kTransitions, "a b\tc\t17\r", visit), VisitSkip::kNone);
  EXPECT_EQ(visit.from, "a b");
  EXPECT_EQ(visit.to, "c");
  EXPECT_EQ(visit.count, 17U);
  ASSERT_EQ(read_visit(VisitFormat::kTransitions, "a\tb", visit), VisitSkip::kNone);
  EXPECT_EQ(visit.count, 1U);
  for (const char* const bad : {"a", "a\t\t1", "\tb\t1", "a\tb\t", "a\tb\tx", "a\tb\t-1",
                                "a\tb\t1.5", "a\tb\t1\t2", "a\tb\t99999999999999999999"}) {
    EXPECT_EQ(why(VisitFormat::kTransitions, bad), VisitSkip::kBadLine) << bad;
  }
  EXPECT_EQ(why(VisitFormat::kTransitions, ""), VisitSkip::kNothing);
  EXPECT_EQ(why(VisitFormat::kTransitions, "# from\tto\tcount"), VisitSkip::kNothing);
  EXPECT_EQ(why(VisitFormat::kTransitions, std::string(70000, 'x')), VisitSkip::kTooLong);
}

TEST(VisitLines, ClickstreamLeavesOutWhatComesFromOutside) {
  VisitLine visit;
  ASSERT_EQ(read_visit(VisitFormat::kClickstream, "Honey\tBee\tlink\t312", visit),
            VisitSkip::kNone);
  EXPECT_EQ(visit.from, "Honey");
  EXPECT_EQ(visit.to, "Bee");
  EXPECT_EQ(visit.count, 312U);
  EXPECT_EQ(why(VisitFormat::kClickstream, "other-search\tBee\texternal\t10"), VisitSkip::kOutside);
  EXPECT_EQ(why(VisitFormat::kClickstream, "other-worldly\tBee\tlink\t10"), VisitSkip::kNone);
  EXPECT_EQ(why(VisitFormat::kClickstream, "prev\tcurr\ttype\tn"), VisitSkip::kNothing);
  EXPECT_EQ(why(VisitFormat::kClickstream, "Honey\tBee\t312"), VisitSkip::kBadLine);
}

TEST(VisitLines, LogsHaveReferrerAndRequest) {
  VisitLine visit;
  ASSERT_EQ(read_visit(VisitFormat::kLog, kLine, visit), VisitSkip::kNone);
  EXPECT_EQ(visit.from, "https://example.org/b");
  EXPECT_EQ(visit.to, "/a?x=1");
  EXPECT_EQ(visit.agent, "Mozilla/5.0 (X11)");
  EXPECT_EQ(visit.host, "");
  const std::string with_host = "www.example.org:443 " + std::string(kLine);
  ASSERT_EQ(read_visit(VisitFormat::kLog, with_host, visit), VisitSkip::kNone);
  EXPECT_EQ(visit.host, "www.example.org:443");
}

TEST(VisitLines, OfALogOnlyPagesThatWereSeenCount) {
  const auto changed = [](std::string_view from, std::string_view to) {
    std::string line(kLine);
    return why(VisitFormat::kLog, line.replace(line.find(from), from.size(), to));
  };
  EXPECT_EQ(changed("GET", "POST"), VisitSkip::kMethod);
  EXPECT_EQ(changed("GET", "HEAD"), VisitSkip::kMethod);
  EXPECT_EQ(changed("200", "404"), VisitSkip::kStatus);
  EXPECT_EQ(changed("200", "301"), VisitSkip::kStatus);
  EXPECT_EQ(changed("200", "304"), VisitSkip::kNone);
  EXPECT_EQ(changed("https://example.org/b", "-"), VisitSkip::kNoReferrer);
  EXPECT_EQ(changed("https://example.org/b", ""), VisitSkip::kNoReferrer);
  EXPECT_EQ(changed("[10/Oct", "10/Oct"), VisitSkip::kBadLine);
  EXPECT_EQ(changed(" 200 ", " x00 "), VisitSkip::kBadLine);
  // The common form ends there.
  EXPECT_EQ(why(VisitFormat::kLog, kLine.substr(0, kLine.find(" \"https"))),
            VisitSkip::kNoReferrer);
}

TEST(VisitLines, EveryBeginningOfALineIsRead) {
  for (size_t bytes = 0; bytes < kLine.size(); ++bytes) {
    for (const VisitFormat format :
         {VisitFormat::kTransitions, VisitFormat::kClickstream, VisitFormat::kLog}) {
      (void)why(format, kLine.substr(0, bytes));
    }
  }
}

TEST(VisitLines, QuotesWithinFieldsAreEscaped) {
  VisitLine visit;
  ASSERT_EQ(read_visit(VisitFormat::kLog,
                       R"(h - - [d] "GET /a\"b HTTP/1.0" 200 - "http://x.org/\x22c\\" "a")", visit),
            VisitSkip::kNone);
  std::string room;
  EXPECT_EQ(unescaped(visit.to, room), "/a\"b");
  EXPECT_EQ(unescaped(visit.from, room), "http://x.org/\"c\\");
  EXPECT_EQ(unescaped("\\x2", room), "x2");
  EXPECT_EQ(unescaped("\\", room), "\\");
}

TEST(VisitLines, FormatsAreToldFromTheFirstLines) {
  EXPECT_EQ(told_format("# x\n\nHoney\tBee\tlink\t312\n", "f").value(), VisitFormat::kClickstream);
  EXPECT_EQ(told_format("a\tb\t3\n", "f").value(), VisitFormat::kTransitions);
  std::string log(kLine);
  log += '\n';
  EXPECT_EQ(told_format(log, "f").value(), VisitFormat::kLog);
  EXPECT_EQ(told_format("hello\nworld\n", "f").error().about, "visits_from");
  EXPECT_EQ(told_format("", "f").error().code, ErrorCode::kInvalidArgument);
}

TEST(VisitLines, RobotsSayWhatTheyAre) {
  for (const char* const robot :
       {"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "curl/7.68.0",
        "python-requests/2.28", "-", "", "CCBot/2.0", "Wget/1.21"}) {
    EXPECT_TRUE(is_robot(robot)) << robot;
  }
  for (const char* const browser :
       {"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:109.0) Gecko/20100101 Firefox/115.0",
        "Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/90.0 Mobile",
        "Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18", "Lynx/2.8.9rel.1"}) {
    EXPECT_FALSE(is_robot(browser)) << browser;
  }
}

}  // namespace
}  // namespace cocite::read
