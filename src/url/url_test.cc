#include "url/url.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::url {
namespace {

constexpr std::string_view kBase = "http://me:pw@example.com:8080/a/b/c.html?q=1#top";
constexpr std::string_view kRoot = "http://example.com:8080";

std::string resolved(std::string_view base, std::string_view href) {
  const std::optional<Url> url = Url::parse(base);
  if (!url) return "! no base";
  std::string absolute = "left over";
  const LinkKind kind = resolve(*url, href, absolute);
  return kind == LinkKind::kPage ? absolute : "! " + std::string(link_kind_name(kind));
}
// Relative to kBase, and shown without its kRoot.
std::string link(std::string_view href) {
  std::string absolute = resolved(kBase, href);
  if (absolute.starts_with(kRoot)) absolute.erase(0, kRoot.size());
  return absolute;
}
std::string parsed(std::string_view text) {
  const std::optional<Url> url = Url::parse(text);
  return url ? url->href() : "!";
}

TEST(Resolve, RelativePathsReplaceTheLastSegment) {
  EXPECT_EQ(link("d.html"), "/a/b/d.html");
  EXPECT_EQ(link("d/e?x#y"), "/a/b/d/e?x#y");
  EXPECT_EQ(link("d:e/f"), "! other scheme");
  EXPECT_EQ(link("./d:e/f"), "/a/b/d:e/f");
  EXPECT_EQ(link("1:2"), "/a/b/1:2");
  EXPECT_EQ(resolved("http://example.com", "d"), "http://example.com/d");
  EXPECT_EQ(resolved("http://example.com/a/b/", "d"), "http://example.com/a/b/d");
  EXPECT_EQ(resolved("http://example.com/a?x/y", "d"), "http://example.com/d");
}

TEST(Resolve, DotSegmentsWalkUpButNotOut) {
  EXPECT_EQ(link(".."), "/a/");
  EXPECT_EQ(link("../"), "/a/");
  EXPECT_EQ(link("../d"), "/a/d");
  EXPECT_EQ(link("../../../../d"), "/d");
  EXPECT_EQ(link("."), "/a/b/");
  EXPECT_EQ(link("%2E%2e/d/%2e/e"), "/a/d/e");
  EXPECT_EQ(link("/x/./y/../z/.."), "/x/");
  EXPECT_EQ(link("..?x/../y"), "/a/?x/../y");
  EXPECT_EQ(link("/x//../y"), "/x/y");
  EXPECT_EQ(link(".../..x/.y"), "/a/b/.../..x/.y");
}

TEST(Resolve, KnowsAbsoluteAndProtocolRelativeLinks) {
  EXPECT_EQ(link("/d"), "/d");
  EXPECT_EQ(link("//other.org/d"), "http://other.org/d");
  EXPECT_EQ(resolved("https://example.com/", "//other.org"), "https://other.org/");
  EXPECT_EQ(link("https://Other.org:443"), "https://other.org/");
  EXPECT_EQ(link("////other.org/d"), "http://other.org/d");
  EXPECT_EQ(link("https:other.org/d"), "https://other.org/d");
}

TEST(Resolve, SchemeOfTheBaseWithoutSlashesIsRelative) {
  EXPECT_EQ(link("http:d"), "/a/b/d");
  EXPECT_EQ(link("HTTP:/d"), "/d");
  EXPECT_EQ(link("http:?x"), "/a/b/c.html?x");
  EXPECT_EQ(link("http:"), "/a/b/c.html?q=1");
  EXPECT_EQ(link("http://other.org"), "http://other.org/");
  EXPECT_EQ(link("http:\\\\other.org"), "http://other.org/");
}

TEST(Resolve, QueryAndFragmentAlone) {
  EXPECT_EQ(link("?x"), "/a/b/c.html?x");
  EXPECT_EQ(link("?"), "/a/b/c.html?");
  EXPECT_EQ(link("#x"), "/a/b/c.html?q=1#x");
  EXPECT_EQ(link("#"), "/a/b/c.html?q=1#");
  EXPECT_EQ(link(""), "/a/b/c.html?q=1");
  EXPECT_EQ(link("?a?b#c#d?e"), "/a/b/c.html?a?b#c#d?e");
}

TEST(Resolve, StripsBlanksTabsAndNewlines) {
  EXPECT_EQ(link(" \n\td \x01"), "/a/b/d");
  EXPECT_EQ(link("/a\nb\tc\rd"), "/abcd");
  EXPECT_EQ(link("ht\ntp:\n//other.\torg/"), "http://other.org/");
  EXPECT_EQ(link("java\nscript:x"), "! javascript");
  EXPECT_EQ(link(" \t\n "), "/a/b/c.html?q=1");
  EXPECT_EQ(link("a b"), "/a/b/a%20b");
}

TEST(Resolve, TakesBackslashesAsSlashesBeforeTheQuery) {
  EXPECT_EQ(link("\\d\\e"), "/d/e");
  EXPECT_EQ(link("\\\\other.org\\d"), "http://other.org/d");
  EXPECT_EQ(link("..\\d?x\\y#z\\w"), "/a/d?x\\y#z\\w");
}

TEST(Resolve, TellsSchemesApart) {
  EXPECT_EQ(link("javascript:void(0)"), "! javascript");
  EXPECT_EQ(link("JavaScript:alert(1)"), "! javascript");
  EXPECT_EQ(link("mailto:me@example.com"), "! mailto");
  EXPECT_EQ(link("tel:+49123"), "! tel");
  EXPECT_EQ(link("data:text/html,x"), "! data");
  EXPECT_EQ(link("ftp://example.com/"), "! other scheme");
  EXPECT_EQ(link("about:blank"), "! other scheme");
  EXPECT_EQ(link("x-custom+1.0:y"), "! other scheme");
}

TEST(Resolve, FindsBrokenLinks) {
  EXPECT_EQ(link("http://"), "! broken");
  EXPECT_EQ(link("//"), "! broken");
  EXPECT_EQ(link("http://a b/"), "! broken");
  EXPECT_EQ(link("http://a:99999/"), "! broken");
  EXPECT_EQ(link("http://a:b/"), "! broken");
  EXPECT_EQ(link("http://me@/"), "! broken");
  EXPECT_EQ(link("http://:80/"), "! broken");
  EXPECT_EQ(link("http://[::1/"), "! broken");
  EXPECT_EQ(link("http://1.2.3.256/"), "! broken");
}

TEST(Resolve, EscapesByPart) {
  EXPECT_EQ(link("\"<>`{}^'|"), "/a/b/%22%3C%3E%60%7B%7D%5E'|");
  EXPECT_EQ(link("?\"<>`{}^'|"), "/a/b/c.html?%22%3C%3E`{}^%27|");
  EXPECT_EQ(link("#\"<>`{}^'|"), "/a/b/c.html?q=1#%22%3C%3E%60{}^'|");
  EXPECT_EQ(link("\xC3\xA9?\xC3\xA9#\xC3\xA9"), "/a/b/%C3%A9?%C3%A9#%C3%A9");
  EXPECT_EQ(link("%zz%c3"), "/a/b/%zz%c3");
  EXPECT_EQ(link("\xE9"), "/a/b/%E9");  // a page in an unknown charset: the byte that it wrote
}

TEST(Resolve, DropsUserInfo) {
  EXPECT_EQ(parsed("http://me:secret@x.y/"), "http://x.y/");
  EXPECT_EQ(parsed("http://a;b:c=d@e@x.y:81/p@q?r@s#t@u"), "http://x.y:81/p@q?r@s#t@u");
  EXPECT_EQ(parsed("https:\\\\me@x.y"), "https://x.y/");
  EXPECT_EQ(parsed("http://m\ne:se\tcret@x.y/"), "http://x.y/");
  EXPECT_EQ(parsed("http://:@[::1]:80/"), "http://[::1]/");
  EXPECT_EQ(link("//me:secret@other.org/x"), "http://other.org/x");
  EXPECT_EQ(link("/d"), "/d");  // of kBase, which has some
  const Url page = *Url::parse(kBase);
  EXPECT_EQ(page.host(), "example.com");
  EXPECT_EQ(base_url(page, "https://me:secret@z.org/q/").href(), "https://z.org/q/");
}

TEST(WithoutUserInfo, LeavesTheRestOfAText) {
  EXPECT_EQ(without_user_info("see http://me:secret@x.y:1/a@b, or HTTPS:\\\\u@z"),
            "see http://x.y:1/a@b, or HTTPS:\\\\z");
  EXPECT_EQ(without_user_info("//a@b@c?d@e #//f@g"), "//c?d@e #//g");
  EXPECT_EQ(without_user_info("https:me:secret@x.y/"), "https:x.y/");
  EXPECT_EQ(without_user_info("http:////m\te:se\tcret@x.y/"), "http:////x.y/");
  EXPECT_EQ(without_user_info("mailto:me@x.y"), "mailto:me@x.y");
  EXPECT_EQ(without_user_info("//@"), "//");
  EXPECT_EQ(without_user_info(""), "");
}

TEST(Resolve, EveryAnswerIsItsOwnSerialization) {
  for (const std::string_view href : {"d", "..", "?x", "#y", "//o.org", "a b", "\\x\\", "/%2e"}) {
    const std::string absolute = resolved(kBase, href);
    EXPECT_EQ(parsed(absolute), absolute);
  }
}

TEST(UrlParse, SerializesHosts) {
  EXPECT_EQ(parsed("HTTP://EXAMPLE.com"), "http://example.com/");
  EXPECT_EQ(parsed("http://example.com.:80/"), "http://example.com./");
  EXPECT_EQ(parsed("http://b\xC3\xBC"
                   "cher.example/"),
            "http://xn--bcher-kva.example/");
  EXPECT_EQ(parsed("http://0x7f.1/"), "http://127.0.0.1/");
  EXPECT_EQ(parsed("http://0300.0250.1.1/"), "http://192.168.1.1/");
  EXPECT_EQ(parsed("http://4294967295./"), "http://255.255.255.255/");
  EXPECT_EQ(parsed("http://4294967296/"), "!");
  EXPECT_EQ(parsed("http://a.0x/"), "!");
  EXPECT_EQ(parsed("http://1.2.3.09/"), "!");
  EXPECT_EQ(parsed("http://1..2/"), "!");
  EXPECT_EQ(parsed("http://a..b/"), "http://a..b/");
  EXPECT_EQ(parsed("http:example.com"), "http://example.com/");
  EXPECT_EQ(parsed("example.com"), "!");
  EXPECT_EQ(parsed("ftp://example.com/"), "!");
  EXPECT_EQ(parsed(""), "!");
}

TEST(UrlParse, SerializesIpv6) {
  const std::vector<std::pair<std::string_view, std::string_view>> kCases = {
      {"[::]", "[::]"},
      {"[::1]", "[::1]"},
      {"[1::]", "[1::]"},
      {"[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"},
      {"[1:0:0:2:0:0:3:4]", "[1::2:0:0:3:4]"},
      {"[1:0:2:3:4:5:6:7]", "[1:0:2:3:4:5:6:7]"},
      {"[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"},
      {"[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"},
      {"[FFFF::00aB]", "[ffff::ab]"},
      {"[::1.2.3.4]", "[::102:304]"},
      {"[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:102:304]"},
  };
  for (const auto& [text, host] : kCases) {
    EXPECT_EQ(parsed("http://" + std::string(text) + "/"), "http://" + std::string(host) + "/");
  }
  for (const std::string_view bad : {"[]",
                                     "[:]",
                                     "[:::]",
                                     "[1]",
                                     "[::1:]",
                                     "[:1::]",
                                     "[1::2::3]",
                                     "[12345::]",
                                     "[g::]",
                                     "[1:2:3:4:5:6:7:8:9]",
                                     "[1:2:3:4:5:6:7::8]",
                                     "[::1.2.3]",
                                     "[::1.2.3.4.5]",
                                     "[::01.2.3.4]",
                                     "[::256.2.3.4]",
                                     "[1.2.3.4::]",
                                     "[1:2:3:4:5:6:7:1.2.3.4]",
                                     "[::1]]",
                                     "[::1]a",
                                     "[::1 ]"}) {
    EXPECT_EQ(parsed("http://" + std::string(bad) + "/"), "!") << bad;
  }
}

TEST(UrlParse, GivesTheParts) {
  const std::optional<Url> url = Url::parse(kBase);
  ASSERT_TRUE(url);
  EXPECT_EQ(url->scheme(), "http");
  EXPECT_EQ(url->host(), "example.com");
  EXPECT_EQ(url->port(), "8080");
  EXPECT_EQ(url->path(), "/a/b/c.html");
  EXPECT_EQ(url->query(), "?q=1");
  EXPECT_EQ(url->fragment(), "#top");
  const std::optional<Url> bare = Url::parse("https://[::1]:443");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->scheme(), "https");
  EXPECT_EQ(bare->host(), "[::1]");
  EXPECT_EQ(bare->port(), "");
  EXPECT_EQ(bare->path(), "/");
  EXPECT_EQ(bare->query(), "");
  EXPECT_EQ(bare->fragment(), "");
}

TEST(BaseUrl, IsRelativeToTheDocumentAndFallsBackToIt) {
  const Url document = *Url::parse("http://example.com/a/b.html");
  EXPECT_EQ(base_url(document, "/x/").href(), "http://example.com/x/");
  EXPECT_EQ(base_url(document, "https://other.org/y").href(), "https://other.org/y");
  EXPECT_EQ(base_url(document, "").href(), "http://example.com/a/b.html");
  EXPECT_EQ(base_url(document, "javascript:x").href(), "http://example.com/a/b.html");
  EXPECT_EQ(base_url(document, "data:,x").href(), "http://example.com/a/b.html");
  EXPECT_EQ(base_url(document, "http://a b/").href(), "http://example.com/a/b.html");
  std::string absolute;
  EXPECT_EQ(resolve(base_url(document, "../x/y"), "z", absolute), LinkKind::kPage);
  EXPECT_EQ(absolute, "http://example.com/x/z");
}

}  // namespace
}  // namespace cocite::url
