#include "crawl/scope.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::crawl {
namespace {

constexpr CrawlScope kAll = CrawlScope::kAll;

TEST(Scope, TakesWhatMatchesAndLeavesOutWhatIsExcluded) {
  const Scope scope = Scope::create(kAll, R"(\.html$)", {"/private/", R"([?&]sort=)"}).value();
  EXPECT_TRUE(scope.contains("test,a", "http://a.test/x.html"));
  EXPECT_FALSE(scope.contains("test,a", "http://a.test/x.png"));
  EXPECT_FALSE(scope.contains("test,a", "http://a.test/private/x.html"));
  EXPECT_TRUE(scope.excludes("http://a.test/?q=1&sort=up"));
  EXPECT_TRUE(Scope::create(kAll, "").value().contains("test,a", "http://a.test/"));
}

TEST(Scope, StaysOnTheHostsOfItsSeedsWhateverMatches) {
  Scope scope = Scope::create(CrawlScope::kHosts, "a").value();
  scope.add_seed("test,a");
  EXPECT_TRUE(scope.contains("test,a", "http://a.test/a"));
  EXPECT_FALSE(scope.contains("test,b", "http://b.test/a"));
}

// std::regex needs 2^n steps for these, or overflows the stack: this test would never end.
TEST(Scope, MatchesInLinearTime) {
  const std::string run(100'000, 'a');
  for (const char* pattern :
       {"(a+)+$", "(a|aa)+$", "(a*)*b", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"}) {
    const Scope scope = Scope::create(kAll, pattern, {"(x+x+)+y"}).value();
    EXPECT_FALSE(scope.contains("test,a", "http://a.test/" + run + "!")) << pattern;
  }
  EXPECT_TRUE(Scope::create(kAll, "(a+)+$").value().contains("test,a", "http://a.test/" + run));
}

TEST(Scope, SaysWhatIsWrongWithAPattern) {
  const auto message = [](const std::string& pattern) {
    const auto scope = Scope::create(kAll, pattern);
    if (scope) return std::string("good");
    EXPECT_EQ(scope.error().about, "scope");
    return scope.error().message;
  };
  EXPECT_EQ(message("("), "'(' is no regular expression: missing ): (");
  for (const char* pattern : {R"((a)\1)", "a(?=b)", "(?<!a)b"}) {
    EXPECT_NE(message(pattern).find("back-references and lookaround are not supported"),
              std::string::npos)
        << message(pattern);
  }
  EXPECT_NE(message("((a{1000}){1000}){1000}").find("is no regular expression"), std::string::npos);
  EXPECT_EQ(Scope::create(kAll, "", {"ok", "["}).error().about, "exclude");
  EXPECT_EQ(Scope::create(kAll, "", {""}).error().about, "exclude");
}

}  // namespace
}  // namespace cocite::crawl
