// One test per clause of the rules for page keys.
#include "url/key.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace cocite::url {
namespace {

// The key, or "! reason" where the address is not a page.
std::string key_of(std::string_view url, const KeyOptions& options = {}) {
  std::string key = "left over";
  const Skip skip = make_key(url, options, key);
  return skip == Skip::kNone ? key : "! " + std::string(skip_reason(skip));
}

constexpr std::string_view kNotHttp = "! not http(s)";
constexpr std::string_view kBadHost = "! bad host";
constexpr std::string_view kBadPort = "! bad port";

TEST(Key, IsReversedHostThenPathAndQuery) {
  EXPECT_EQ(key_of("http://www.Example.com:80/a/../b?x=1#f"), "com,example,www)/b?x=1");
  EXPECT_EQ(key_of("http://example.com/"), "com,example)/");
  EXPECT_EQ(key_of("http://localhost/x"), "localhost)/x");
}

TEST(Key, DoesNotDependOnScheme) {
  EXPECT_EQ(key_of("https://example.com/x"), "com,example)/x");
  EXPECT_EQ(key_of("HTTPS://example.com/x"), "com,example)/x");
  EXPECT_EQ(key_of("hTTp://example.com/x"), "com,example)/x");
}

TEST(Key, DropsOnlyTheDefaultPortOfItsScheme) {
  EXPECT_EQ(key_of("http://example.com:80/"), "com,example)/");
  EXPECT_EQ(key_of("https://example.com:443/"), "com,example)/");
  EXPECT_EQ(key_of("HTTPS://example.com:443/"), "com,example)/");
  EXPECT_EQ(key_of("https://example.com:80/"), "com,example:80)/");
  EXPECT_EQ(key_of("http://example.com:443/"), "com,example:443)/");
  EXPECT_EQ(key_of("http://example.com:8080/x"), "com,example:8080)/x");
  EXPECT_EQ(key_of("http://example.com:/x"), "com,example)/x");
  EXPECT_EQ(key_of("http://example.com:0080/x"), "com,example)/x");
  EXPECT_EQ(key_of("http://example.com:0/x"), "com,example:0)/x");
}

TEST(Key, RefusesPortsThatAreNone) {
  EXPECT_EQ(key_of("http://example.com:65535/"), "com,example:65535)/");
  EXPECT_EQ(key_of("http://example.com:65536/"), kBadPort);
  EXPECT_EQ(key_of("http://example.com:18446744073709551696/"), kBadPort);
  EXPECT_EQ(key_of("http://example.com:8a/"), kBadPort);
  EXPECT_EQ(key_of("http://example.com:-1/"), kBadPort);
  EXPECT_EQ(key_of("example.com:65536/"), kBadPort);
}

TEST(Key, DropsFragmentAndUserInfo) {
  EXPECT_EQ(key_of("http://example.com/a#b"), "com,example)/a");
  EXPECT_EQ(key_of("http://example.com#b"), "com,example)/");
  EXPECT_EQ(key_of("http://example.com/a?q#b?c"), "com,example)/a?q");
  EXPECT_EQ(key_of("http://me@example.com/a"), "com,example)/a");
  EXPECT_EQ(key_of("http://me:secret@example.com:8080/a"), "com,example:8080)/a");
  EXPECT_EQ(key_of("http://a@b@example.com/"), "com,example)/");
  EXPECT_EQ(key_of("http://@example.com/"), "com,example)/");
  EXPECT_EQ(key_of("http://example.com/a@b"), "com,example)/a@b");
  EXPECT_EQ(key_of("http://me@/a"), kBadHost);
}

TEST(Key, DropsCaseAndOneTrailingDotOfTheHost) {
  EXPECT_EQ(key_of("http://WWW.EXAMPLE.COM/Path"), "com,example,www)/Path");
  EXPECT_EQ(key_of("http://example.com./"), "com,example)/");
  EXPECT_EQ(key_of("http://example.com.:8080/"), "com,example:8080)/");
  EXPECT_EQ(key_of("http://Example.com./"), "com,example)/");
  EXPECT_EQ(key_of("http://example.com../"), kBadHost);
  EXPECT_EQ(key_of("http://./"), kBadHost);
}

TEST(Key, LeavesIpv4InOrder) {
  EXPECT_EQ(key_of("http://192.168.1.10/x"), "192.168.1.10)/x");
  EXPECT_EQ(key_of("http://192.168.1.10.:8080/x"), "192.168.1.10:8080)/x");
  EXPECT_EQ(key_of("http://0.0.0.0/"), "0.0.0.0)/");
  EXPECT_EQ(key_of("http://255.255.255.255/"), "255.255.255.255)/");
  EXPECT_EQ(key_of("http://%31.2.3.4/"), "1.2.3.4)/");
}

// A bare number in a list of links is a page name, not an address; and the rules name no
// reason to refuse it. resolve() has already written the other notations of a crawl as decimals.
TEST(Key, TakesOtherNotationsOfIpv4AsNames) {
  EXPECT_EQ(key_of("http://2024/"), "2024)/");
  EXPECT_EQ(key_of("http://127.1/"), "1,127)/");
  EXPECT_EQ(key_of("http://0x7f.0.0.1/"), "1,0,0,0x7f)/");
  EXPECT_EQ(key_of("http://192.168.001.010/"), "010,001,168,192)/");
  EXPECT_EQ(key_of("http://256.1.1.1/"), "1,1,1,256)/");
  EXPECT_EQ(key_of("http://1.2.3.4.5/"), "5,4,3,2,1)/");
}

TEST(Key, CompressesIpv6InBrackets) {
  EXPECT_EQ(key_of("http://[2001:DB8:0:0:0:0:0:1]/x"), "[2001:db8::1])/x");
  EXPECT_EQ(key_of("http://[::1]:8080/x"), "[::1]:8080)/x");
  EXPECT_EQ(key_of("http://[::1]:80/x"), "[::1])/x");
  EXPECT_EQ(key_of("http://me@[::1]/x"), "[::1])/x");
  EXPECT_EQ(key_of("http://[::ffff:1.2.3.4]/"), "[::ffff:102:304])/");
  EXPECT_EQ(key_of("[::1]:8080/x"), "[::1]:8080)/x");
  EXPECT_EQ(key_of("http://[::1/"), kBadHost);
  EXPECT_EQ(key_of("http://[::1]x/"), kBadHost);
  EXPECT_EQ(key_of("http://[::1%25eth0]/"), kBadHost);
  EXPECT_EQ(key_of("http://[1.2.3.4]/"), kBadHost);
  EXPECT_EQ(key_of("http://::1/"), kBadHost);
}

TEST(Key, CountsBackslashAsSlashBeforeTheQuery) {
  EXPECT_EQ(key_of("http://example.com\\a\\b?c\\d"), "com,example)/a/b?c\\d");
  EXPECT_EQ(key_of("http://example.com/a\\..\\b"), "com,example)/b");
  EXPECT_EQ(key_of("http://example.com/a%5cb"), "com,example)/a%5Cb");
}

TEST(Key, DecodesUnreservedAndUpperCasesOtherEscapesOfThePath) {
  EXPECT_EQ(key_of("http://x.y/%7Eme/%41%7a%30%2D%5f%2E"), "y,x)/~me/Az0-_.");
  EXPECT_EQ(key_of("http://x.y/a%2fb%3fc%c3%a9"), "y,x)/a%2Fb%3Fc%C3%A9");
  EXPECT_EQ(key_of("http://x.y/%zz%4%"), "y,x)/%zz%4%");
  EXPECT_EQ(key_of("http://x.y/%4"), "y,x)/%4");
  EXPECT_EQ(key_of("http://x.y/%252e"), "y,x)/%252e");
  EXPECT_EQ(key_of("http://x.y/%%41"), "y,x)/%A");
  EXPECT_EQ(key_of("http://x.y/%%32e"), "y,x)/%2e");  // decoded once, not again
}

TEST(Key, ResolvesDotSegmentsAfterDecoding) {
  EXPECT_EQ(key_of("http://x.y/a/./b/../c"), "y,x)/a/c");
  EXPECT_EQ(key_of("http://x.y/a/%2e%2E/b"), "y,x)/b");
  EXPECT_EQ(key_of("http://x.y/a/.%2e/b/%2e/c"), "y,x)/b/c");
  EXPECT_EQ(key_of("http://x.y/../../a"), "y,x)/a");
  EXPECT_EQ(key_of("http://x.y/a/.."), "y,x)/");
  EXPECT_EQ(key_of("http://x.y/a/b/.."), "y,x)/a/");
  EXPECT_EQ(key_of("http://x.y/a/."), "y,x)/a/");
  EXPECT_EQ(key_of("http://x.y/."), "y,x)/");
  EXPECT_EQ(key_of("http://x.y/..?q"), "y,x)/?q");
  EXPECT_EQ(key_of("http://x.y/.well-known/..x/...//.a"), "y,x)/.well-known/..x/...//.a");
  EXPECT_EQ(key_of("http://x.y/a?b/../c"), "y,x)/a?b/../c");
}

TEST(Key, KeepsDoubleSlashes) {
  EXPECT_EQ(key_of("http://x.y//a//b//"), "y,x)//a//b//");
  EXPECT_EQ(key_of("http://x.y/a//../b"), "y,x)/a/b");
  EXPECT_EQ(key_of("http://x.y/a/..//b"), "y,x)//b");
  EXPECT_EQ(key_of("http://x.y//.."), "y,x)/");
  EXPECT_EQ(key_of("http://x.y//../a"), "y,x)/a");
}

TEST(Key, EscapesControlsBlanksAndBytesFrom0x7F) {
  EXPECT_EQ(key_of("http://x.y/a b\tc\x7F\xC3\xA9\xFF"), "y,x)/a%20b%09c%7F%C3%A9%FF");
  EXPECT_EQ(key_of(std::string_view("http://x.y/a\0b?c\0d", 18)), "y,x)/a%00b?c%00d");
  EXPECT_EQ(key_of("http://x.y/?a b\x80\x1F"), "y,x)/?a%20b%80%1F");
  EXPECT_EQ(key_of("http://x.y/!\"$&'()*+,;<=>@[]^`{|}~"), "y,x)/!\"$&'()*+,;<=>@[]^`{|}~");
}

TEST(Key, GivesAnEmptyPathASlash) {
  EXPECT_EQ(key_of("http://x.y"), "y,x)/");
  EXPECT_EQ(key_of("http://x.y?q"), "y,x)/?q");
  EXPECT_EQ(key_of("http://x.y:81"), "y,x:81)/");
}

TEST(Key, KeepsTheQueryButUpperCasesItsEscapes) {
  EXPECT_EQ(key_of("http://x.y/?a=%c3%a9&b=%41&c=%zz%2f%"), "y,x)/?a=%C3%A9&b=%41&c=%zz%2F%");
  EXPECT_EQ(key_of("http://x.y/?b=2&a=1"), "y,x)/?b=2&a=1");
  EXPECT_EQ(key_of("http://x.y/?a?b"), "y,x)/?a?b");
  EXPECT_EQ(key_of("http://x.y/??"), "y,x)/??");
  EXPECT_EQ(key_of("http://x.y/?a=%2%2f"), "y,x)/?a=%2%2F");
}

TEST(Key, DropsAnEmptyQuery) {
  EXPECT_EQ(key_of("http://x.y/?"), "y,x)/");
  EXPECT_EQ(key_of("http://x.y/?#f"), "y,x)/");
  EXPECT_EQ(key_of("http://x.y?"), "y,x)/");
}

TEST(Key, WritesHostsInPunycodeByUts46NonTransitional) {
  EXPECT_EQ(key_of("http://B\xC3\xBC"
                   "cher.example/"),
            "example,xn--bcher-kva)/");
  EXPECT_EQ(key_of("http://XN--BCHER-KVA.example/"), "example,xn--bcher-kva)/");
  EXPECT_EQ(key_of("http://fa\xC3\x9F.de/"), "de,xn--fa-hia)/");  // transitional: fass.de
  EXPECT_EQ(key_of("http://b%C3%BCcher.example/"), "example,xn--bcher-kva)/");
  EXPECT_EQ(key_of("http://\xEF\xBD\x85xample\xE3\x80\x82"
                   "com/"),
            "com,example)/");  // full-width e, ideographic full stop
  EXPECT_EQ(key_of("http://example\xE3\x80\x82/"), "example)/");
}

TEST(Key, RefusesHostsThatFailUts46) {
  EXPECT_EQ(key_of("http://xn--zzzzzzzzz99999.com/"), kBadHost);
  EXPECT_EQ(key_of("http://xn--a.com/"), kBadHost);
  EXPECT_EQ(key_of("http://\xC2\xAD/"), kBadHost);   // a soft hyphen alone: empty
  EXPECT_EQ(key_of("http://a\xFF.com/"), kBadHost);  // not UTF-8
  EXPECT_EQ(key_of("http://a%FF.com/"), kBadHost);   // nor behind an escape
  EXPECT_EQ(key_of("http://a\xEF\xBC\x8F"
                   "b.com/"),
            kBadHost);  // full-width slash
}

TEST(Key, RefusesEmptyHosts) {
  EXPECT_EQ(key_of("http://"), kBadHost);
  EXPECT_EQ(key_of("http:///a"), kBadHost);
  EXPECT_EQ(key_of("http://:80/"), kBadHost);
  EXPECT_EQ(key_of("http://?q"), kBadHost);
  EXPECT_EQ(key_of("/a/b"), kBadHost);
  EXPECT_EQ(key_of("//example.com/a"), kBadHost);
  EXPECT_EQ(key_of("#a"), kBadHost);
}

TEST(Key, RefusesEmptyAndLongLabels) {
  const std::string label63(63, 'a');
  EXPECT_EQ(key_of("http://a..b/"), kBadHost);
  EXPECT_EQ(key_of("http://.a.b/"), kBadHost);
  EXPECT_EQ(key_of("http://" + label63 + ".b/"), "b," + label63 + ")/");
  EXPECT_EQ(key_of("http://" + label63 + "a.b/"), kBadHost);
  EXPECT_EQ(key_of("http://B." + label63 + "A/"), kBadHost);
  // 40 letters of 2 bytes are over 63 bytes as text, not as punycode; 60 of them are.
  std::string umlauts;
  for (int i = 0; i < 40; ++i) umlauts += "\xC3\xBC";
  EXPECT_TRUE(key_of("http://" + umlauts + ".b/").starts_with("b,xn--"));
  for (int i = 0; i < 60; ++i) umlauts += "\xC3\xBC\xC3\xA9";
  EXPECT_EQ(key_of("http://" + umlauts + ".b/"), kBadHost);
  std::string many = "b";  // the whole name may be long
  for (int i = 0; i < 200; ++i) many += ".a";
  EXPECT_TRUE(key_of("http://" + many + "/").ends_with(",b)/"));
  EXPECT_TRUE(key_of("http://B" + many + "/").ends_with(",bb)/"));
}

TEST(Key, RefusesForbiddenCharactersOfHostsAfterDecoding) {
  for (const std::string_view bad :
       {"a b",   "a%20b", "a<b",   "a>b",   "a^b",   "a|b",   "a%zzb", "a%",
        "%",     "a%25b", "a%2Fb", "a%3Ab", "a%40b", "a%00b", "a%7Fb", "a]b",
        "a%5Bb", "a%23b", "a%3Fb", "a)b",   "a%29b", "a\tb",  "a%5Cb"}) {
    EXPECT_EQ(key_of("http://" + std::string(bad) + ".com/"), kBadHost) << bad;
  }
  EXPECT_EQ(key_of("http://_dmarc.my_host.com/"), "com,my_host,_dmarc)/");
  EXPECT_EQ(key_of("http://ex%61mple.%43om/"), "com,example)/");
  EXPECT_EQ(key_of("http://-a-.b--c.com/"), "com,b--c,-a-)/");
  EXPECT_EQ(key_of("http://a!$&'*+;=~.com/"), "com,a!$&'*+;=~)/");
}

TEST(Key, TakesACommaInAHostOnlyWhereTheKeyReadsBack) {
  EXPECT_EQ(key_of("http://www.ncsa.uiuc,edu/"), "uiuc,edu,ncsa,www)/");
  EXPECT_EQ(key_of("http://,a/"), kBadHost);  // would read "a."
  EXPECT_EQ(key_of("http://4,3,2,1/"), kBadHost);
  EXPECT_EQ(key_of("http://a,xn--a.com/"), kBadHost);
}

TEST(Key, RefusesOtherSchemes) {
  for (const std::string_view url : {"ftp://example.com/",
                                     "file:///a",
                                     "ws://example.com/",
                                     "httpx://example.com/",
                                     "mailto:x",
                                     "mailto:me@example.com",
                                     "http:x",
                                     "http:/x",
                                     "https:",
                                     "http:\\\\x\\y",
                                     "javascript:void(0)",
                                     "data:text/html,x",
                                     "tel:+49123",
                                     "about:blank",
                                     "a:b@example.com/",
                                     "view-source:http://example.com/",
                                     "user:80@example.com/",
                                     "://example.com/",
                                     "1http://example.com/",
                                     "example.com:",
                                     "example.com:/x",
                                     "urn:isbn:123"}) {
    EXPECT_EQ(key_of(url), kNotHttp) << url;
  }
}

TEST(Key, TakesAnAddressWithoutSchemeAsHttp) {
  EXPECT_EQ(key_of("example.com"), "com,example)/");
  EXPECT_EQ(key_of("example.com/a:b"), "com,example)/a:b");
  EXPECT_EQ(key_of("example.com:8080/x"), "com,example:8080)/x");
  EXPECT_EQ(key_of("example.com:80"), "com,example)/");
  EXPECT_EQ(key_of("example.com:80?q"), "com,example)/?q");
  EXPECT_EQ(key_of("example.com:443#f"), "com,example:443)/");
  EXPECT_EQ(key_of("me@example.com:81/x"), "com,example:81)/x");
  EXPECT_EQ(key_of("example.com/r?to=http://other.org/"), "com,example)/r?to=http://other.org/");
}

TEST(Key, TrimsBlanksAround) {
  EXPECT_EQ(key_of(" \t\r\n\fhttp://x.y/a \n"), "y,x)/a");
  EXPECT_EQ(key_of(""), "! empty");
  EXPECT_EQ(key_of(" \t\n"), "! empty");
}

TEST(Key, FoldsWwwOnlyWhereTwoLabelsRemain) {
  const KeyOptions fold{.fold_www = true};
  EXPECT_EQ(key_of("http://www.example.com/a", fold), "com,example)/a");
  EXPECT_EQ(key_of("http://WWW.Example.com:8080/a", fold), "com,example:8080)/a");
  EXPECT_EQ(key_of("http://www.example.com./a", fold), "com,example)/a");
  EXPECT_EQ(key_of("http://www.com/a", fold), "com,www)/a");
  EXPECT_EQ(key_of("http://www/a", fold), "www)/a");
  EXPECT_EQ(key_of("http://www2.example.com/a", fold), "com,example,www2)/a");
  EXPECT_EQ(key_of("http://a.www.example.com/", fold), "com,example,www,a)/");
  EXPECT_EQ(key_of("http://www.www.example.com/", fold), "com,example,www)/");
  EXPECT_EQ(key_of("http://www.1.2.3.4/", fold), "4,3,2,1,www)/");
  EXPECT_EQ(key_of("http://www.example.com/a"), "com,example,www)/a");
}

TEST(Key, RefusesOver64KiB) {
  const std::string prefix = "http://x.y/";
  const std::string longest = prefix + std::string(kMaxUrlBytes - prefix.size(), 'a');
  EXPECT_EQ(key_of(longest).size(), longest.size() - 6);
  EXPECT_EQ(key_of("  " + longest + "  ").size(), longest.size() - 6);
  EXPECT_EQ(key_of(longest + "a"), "! too long");
  // Escaped it would be three times as long, and its own address refused.
  EXPECT_EQ(key_of(prefix + std::string(kMaxUrlBytes / 2, '\xFF')), "! too long");
}

TEST(Key, IsReplacedWhateverItHeld) {
  std::string key = "old";
  ASSERT_EQ(make_key("http://x.y/", {}, key), Skip::kNone);
  EXPECT_EQ(key, "y,x)/");
  ASSERT_EQ(make_key("http://[::1]/", {}, key), Skip::kNone);
  EXPECT_EQ(key, "[::1])/");
}

TEST(Key, HostIsWhatStandsBeforeTheBracket) {
  EXPECT_EQ(host_of_key("com,example,www:8080)/a)b"), "com,example,www:8080");
  EXPECT_EQ(host_of_key("[::1])/"), "[::1]");
  EXPECT_EQ(host_of_key("opaque"), "opaque");
}

TEST(Key, HostNameReadsForward) {
  EXPECT_EQ(host_name("com,example,www:8080"), "www.example.com:8080");
  EXPECT_EQ(host_name("localhost"), "localhost");
  EXPECT_EQ(host_name("1.2.3.4:81"), "1.2.3.4:81");
  EXPECT_EQ(host_name("[2001:db8::1]:81"), "[2001:db8::1]:81");
  EXPECT_EQ(host_name(""), "");
}

TEST(Key, UrlOfKeyIsAnAddressOfThePage) {
  EXPECT_EQ(url_of_key("com,example,www)/b?x=1"), "http://www.example.com/b?x=1");
  EXPECT_EQ(url_of_key("com,example:8080)/"), "http://example.com:8080/");
  EXPECT_EQ(url_of_key("com,example:443)/"), "http://example.com:443/");
  EXPECT_EQ(url_of_key("com,example:80)/"), "https://example.com:80/");
  EXPECT_EQ(url_of_key("1.2.3.4:8080)/x"), "http://1.2.3.4:8080/x");
  EXPECT_EQ(url_of_key("[::80])/x"), "http://[::80]/x");
  EXPECT_EQ(url_of_key("[::1]:80)/x"), "https://[::1]:80/x");
  EXPECT_EQ(url_of_key("y,x)/%2e%2F%zz?%2e"), "http://x.y/%%32e%2F%zz?%2e");
  EXPECT_EQ(url_of_key(""), "http://");
}

TEST(Key, EveryReasonHasItsWords) {
  EXPECT_EQ(skip_reason(Skip::kNone), "a page");
  EXPECT_EQ(skip_reason(Skip::kScheme), "not http(s)");
  EXPECT_EQ(skip_reason(Skip::kEmpty), "empty");
  EXPECT_EQ(skip_reason(Skip::kHost), "bad host");
  EXPECT_EQ(skip_reason(Skip::kPort), "bad port");
  EXPECT_EQ(skip_reason(Skip::kTooLong), "too long");
}

}  // namespace
}  // namespace cocite::url
