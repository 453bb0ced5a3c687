#include "crawl/robots.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace cocite::crawl {
namespace {

bool allows(const std::string& file, const std::string& path,
            const std::string& product = "FooBot") {
  return Robots::parse(file, product).allows(path);
}

TEST(Robots, AllowsEverythingWithoutRules) {
  EXPECT_TRUE(allows("", "/x"));
  EXPECT_TRUE(allows("User-agent: *\nDisallow:\n", "/x"));
  EXPECT_TRUE(Robots().allows("/x"));
  EXPECT_TRUE(allows("User-agent: *\nDisallow: /\n", "/robots.txt"));
}

// RFC 9309, section 5.1.
TEST(Robots, ReadsTheSimpleExampleOfTheRfc) {
  const std::string file =
      "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"
      "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"
      "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n"
      "User-Agent: quxbot\n";
  EXPECT_TRUE(allows(file, "/example/page.html", "foobot"));
  EXPECT_TRUE(allows(file, "/example/allowed.gif", "foobot"));
  EXPECT_FALSE(allows(file, "/publications/", "foobot"));
  for (const std::string bot : {"barbot", "BazBot"}) {
    EXPECT_FALSE(allows(file, "/example/page.html", bot));
    EXPECT_TRUE(allows(file, "/example/allowed.gif", bot));
  }
  EXPECT_TRUE(allows(file, "/example/page.html", "quxbot"));
  EXPECT_FALSE(allows(file, "/a/b.gif", "other"));
  EXPECT_TRUE(allows(file, "/a/b.gif?x", "other"));
  EXPECT_FALSE(allows(file, "/example/", "other"));
  EXPECT_TRUE(allows(file, "/publications/", "other"));
}

// Quadratic search would compare 10^10 bytes here, some seconds for each of these.
TEST(Robots, FitsInLinearTime) {
  const std::string path = "/" + std::string(200'000, 'a');
  const std::string piece(100'000, 'a');
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(fits("/*" + piece + "b", path));
    EXPECT_TRUE(fits("/*" + piece + "*" + piece + "$", path));
  }
  std::string stars;
  for (int i = 0; i < 50'000; ++i) stars += "*a";
  EXPECT_TRUE(fits("/" + stars, path));
  EXPECT_FALSE(fits("/" + stars + "*b", path));
}

// Section 5.2.
TEST(Robots, TakesTheLongestRule) {
  const std::string file =
      "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
  EXPECT_TRUE(allows(file, "/example/page/x"));
  EXPECT_FALSE(allows(file, "/example/page/disallowed.gif"));
  EXPECT_TRUE(allows("User-agent: *\nDisallow: /a\nAllow: /a\n", "/a"));
  EXPECT_TRUE(allows("User-agent: *\nAllow: /a\nDisallow: /a\n", "/a"));
}

// Section 2.2.2, the table of escapes.
TEST(Robots, ComparesWhatEscapesMean) {
  const auto forbids = [](const std::string& rule, const std::string& path) {
    return !allows("User-agent: *\nDisallow: " + rule + "\n", path);
  };
  EXPECT_TRUE(forbids("/foo/bar?baz=quz", "/foo/bar?baz=quz"));
  EXPECT_TRUE(forbids("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https%3a%2f%2ffoo.bar"));
  EXPECT_TRUE(forbids("/foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84"));
  EXPECT_TRUE(forbids("/foo/bar/%E3%83%84", "/foo/bar/\xE3\x83\x84"));
  EXPECT_TRUE(forbids("/foo/bar/%62%61%7A", "/foo/bar/baz"));
  EXPECT_FALSE(forbids("/a%2Fb", "/a/b"));
  EXPECT_FALSE(forbids("/a%2", "/a"));
}

TEST(Robots, KnowsStarsAndTheEnd) {
  EXPECT_TRUE(fits("/fish", "/fishheads/yummy.html"));
  EXPECT_FALSE(fits("/fish", "/Fish.asp"));
  EXPECT_TRUE(fits("/fish*", "/fish"));
  EXPECT_TRUE(fits("/*.php", "/index.php?x"));
  EXPECT_FALSE(fits("/*.php$", "/index.php?x"));
  EXPECT_TRUE(fits("/*.php$", "/a.php.php"));
  EXPECT_TRUE(fits("/fish*.php", "/fishheads/catfish.php?parameters"));
  EXPECT_FALSE(fits("/a$", "/ab"));
  EXPECT_TRUE(fits("/a$", "/a"));
  EXPECT_TRUE(fits("/a*$", "/abc"));
  EXPECT_TRUE(fits("*", "/"));
  EXPECT_FALSE(fits("/a*a$", "/a"));
  EXPECT_TRUE(fits("/a$b", "/a$b"));
}

// The obvious way, character by character.
bool naive_fits(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern[0] == '*') {
    for (size_t i = 0; i <= path.size(); ++i) {
      if (naive_fits(pattern.substr(1), path.substr(i))) return true;
    }
    return false;
  }
  return !path.empty() && path[0] == pattern[0] && naive_fits(pattern.substr(1), path.substr(1));
}

TEST(Robots, FitsAsTheObviousWayOnRandomRules) {
  std::mt19937 random(1);
  const auto text = [&](std::string_view letters, size_t longest) {
    std::string made = "/";
    for (size_t n = random() % longest; n > 0; --n) made += letters[random() % letters.size()];
    return made;
  };
  for (int i = 0; i < 100000; ++i) {
    std::string pattern = text("ab*", 8);
    if (random() % 3 == 0) pattern += '$';
    const std::string path = text("ab", 8);
    ASSERT_EQ(fits(pattern, path), naive_fits(pattern, path)) << pattern << ' ' << path;
  }
}

TEST(Robots, JoinsGroupsOfOneName) {
  const std::string file =
      "User-agent: FooBot\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: foobot/1.2\n"
      "Sitemap: http://s/\nUser-agent: y\nDisallow: /b\n";
  EXPECT_FALSE(allows(file, "/a"));
  EXPECT_FALSE(allows(file, "/b"));
  EXPECT_TRUE(allows(file, "/c"));
}

TEST(Robots, IsNotMeantByALongerName) {
  EXPECT_TRUE(allows("User-agent: FooBotNews\nDisallow: /\n", "/"));
  EXPECT_FALSE(allows("User-agent: FooBotNews\nDisallow: /\n", "/", "foobotnews"));
  EXPECT_FALSE(allows("User-agent: Foo Bot\nDisallow: /\n", "/", "foo"));
  EXPECT_FALSE(allows("User-agent: * x\nDisallow: /\n", "/"));
  EXPECT_TRUE(allows("User-agent: *x\nDisallow: /\n", "/"));
}

TEST(Robots, ReadsWhatPeopleWrite) {
  EXPECT_FALSE(allows("\xEF\xBB\xBFuser-agent:*\rdisallow:/a # never\r", "/a"));
  EXPECT_FALSE(allows("User-agent *\nDisallow /a\n", "/a"));
  EXPECT_FALSE(allows("User-agent: *\nDisalow: /a\n", "/a"));
  EXPECT_TRUE(allows("Disallow: /a\n", "/a")) << "rules before any group apply to no robot";
  EXPECT_TRUE(allows("User-agent: *\nDisallow: /a b c\n", "/a"));
}

TEST(Robots, ReadsDelayAndSitemaps) {
  const Robots robots = Robots::parse(
      "Sitemap: https://e.org/1.xml\nUser-agent: a\nCrawl-delay: 7\nUser-agent: *\nCrawl-delay: "
      "2.5\nsitemap: /2.xml\n",
      "foobot");
  EXPECT_EQ(robots.crawl_delay(), 2.5);
  EXPECT_EQ(robots.sitemaps(), (std::vector<std::string>{"https://e.org/1.xml", "/2.xml"}));
  EXPECT_EQ(Robots::parse("User-agent: *\nCrawl-delay: soon\n", "x").crawl_delay(), std::nullopt);
}

TEST(Robots, CountsOnlyTheFirstBytesOfALongFile) {
  std::string file = "User-agent: *\nDisallow: /a\n";
  file += "#" + std::string(kMaxRobotsBytes, 'x') + "\nDisallow: /b\n";
  EXPECT_FALSE(allows(file, "/a"));
  EXPECT_TRUE(allows(file, "/b"));
}

}  // namespace
}  // namespace cocite::crawl
