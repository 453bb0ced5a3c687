// The small pieces of a crawl, each against what it promises.
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>
#include <libdeflate.h>

#include "base/hash.h"
#include "crawl/address_table.h"
#include "crawl/cdxj.h"
#include "crawl/crawl_state.h"
#include "crawl/earlier.h"
#include "crawl/frontier.h"
#include "crawl/page_reader.h"
#include "crawl/politeness.h"
#include "crawl/public_address.h"
#include "crawl/sitemap.h"
#include "crawl/traps.h"
#include "crawl/warc_record.h"
#include "read/unpacker.h"

namespace cocite::crawl {
namespace {

TEST(AddressTable, NumbersEachAddressOnce) {
  AddressTable table;
  std::unordered_map<uint64_t, uint32_t> expected;
  std::mt19937_64 random(1);
  for (int i = 0; i < 300'000; ++i) {
    const uint64_t hash = mix(random() % 100'000);
    const auto [known, is_new] = expected.emplace(hash, static_cast<uint32_t>(expected.size()));
    ASSERT_EQ(table.number(hash), is_new ? AddressTable::kNone : known->second);
    ASSERT_EQ(table.add(hash), std::pair(known->second, is_new));
  }
  EXPECT_EQ(table.size(), expected.size());
}

TEST(PublicAddress, RecognisesPrivateAddresses) {
  for (const char* text : {"127.0.0.1",
                           "127.255.0.3",
                           "10.1.2.3",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "169.254.169.254",
                           "100.64.0.1",
                           "0.0.0.0",
                           "224.0.0.1",
                           "255.255.255.255",
                           "198.18.0.1",
                           "::1",
                           "::",
                           "fe80::1",
                           "fc00::1",
                           "fd12::1",
                           "ff02::1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "64:ff9b::a00:1",
                           "2002:7f00:1::",
                           "2001:db8::1",
                           "2001::1",
                           "nonsense",
                           "",
                           "127.1"}) {
    EXPECT_FALSE(is_public_address(std::string(text))) << text;
  }
  for (const char* text : {"8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "1.1.1.1",
                           "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::"}) {
    EXPECT_TRUE(is_public_address(std::string(text))) << text;
  }
}

TEST(Traps, KnowsEndlessPaths) {
  for (const char* path : {"/a/b/a/b/a/b", "/x/x/x", "/q/a/r/a/s/a/t/a"}) {
    EXPECT_TRUE(endless_path(path)) << path;
  }
  EXPECT_TRUE(endless_path("/" + std::string(60, '/')));
  for (const char* path : {"/", "/a/b/c", "/2014/05/05/x", "/a/a/b", "/en/docs/en/api"}) {
    EXPECT_FALSE(endless_path(path)) << path;
  }
}

TEST(Traps, ForgetsSessionsAndKnowsShapes) {
  EXPECT_EQ(without_session("/x;jsessionid=1F?sid=9&q=1"), "/x?q=1");
  EXPECT_EQ(without_session("/x?PHPSESSID=abc"), "/x");
  EXPECT_EQ(without_session("/x?q=1&inside=2"), "/x?q=1&inside=2");
  EXPECT_EQ(without_session("/x?"), "/x?");
  EXPECT_EQ(shape_of("/2031/05/?month=5&day=3"), "/0/0/?month=&day=");
  EXPECT_TRUE(has_numbers(shape_of("/page/17")));
  EXPECT_FALSE(has_numbers(shape_of("/about")));
}

TEST(Politeness, RestsAsLongAsItShould) {
  const PauseRules rules{.delay_s = 1, .crawl_delay_s = 0};
  EXPECT_EQ(pause_after(rules, {.seconds = 0.1}), 1);
  EXPECT_EQ(pause_after(rules, {.seconds = 2}), 10);
  EXPECT_EQ(pause_after(rules, {.seconds = 1000}), 60);
  EXPECT_EQ(pause_after({.delay_s = 1, .crawl_delay_s = 7}, {.seconds = 0.1}), 7);
  EXPECT_EQ(pause_after({.delay_s = 0}, {.seconds = 2}), 0);
  EXPECT_EQ(pause_after(rules, {.status = 429, .retry_after_s = 30, .failures = 1}), 30);
  EXPECT_EQ(pause_after(rules, {.status = 503, .failures = 1}), 5);
  EXPECT_EQ(pause_after(rules, {.status = 503, .failures = 3}), 20);
  EXPECT_EQ(pause_after(rules, {.status = 0, .failures = 30}), 3600);
}

TEST(Politeness, ReadsRetryAfter) {
  EXPECT_EQ(retry_after("120", 0), 120);
  EXPECT_EQ(retry_after(" 5 ", 0), 5);
  EXPECT_EQ(retry_after("Wed, 21 Oct 2015 07:28:00 GMT", 1445412480 - 60), 60);
  EXPECT_EQ(retry_after("Wed, 21 Oct 2015 07:28:00 GMT", 1445412480 + 60), 0);
  EXPECT_EQ(retry_after("99999999999999999999", 0), 86400);
  EXPECT_EQ(retry_after("soon", 0), std::nullopt);
  EXPECT_EQ(retry_after("", 0), std::nullopt);
}

TEST(Sitemap, ReadsPagesIndexesAndLines) {
  const Sitemap pages = read_sitemap(
      "<urlset><url><loc> http://e.org/a?b=1&amp;c=2 </loc></url>"
      "<url><loc><![CDATA[http://e.org/b]]></loc></url><loc></loc><loc>cut");
  EXPECT_EQ(pages.pages, (std::vector<std::string>{"http://e.org/a?b=1&c=2", "http://e.org/b"}));
  EXPECT_TRUE(pages.sitemaps.empty());
  const Sitemap index = read_sitemap("<sitemapindex><sitemap><loc>http://e.org/1.xml</loc>");
  EXPECT_EQ(index.sitemaps, std::vector<std::string>{"http://e.org/1.xml"});
  EXPECT_EQ(read_sitemap("http://e.org/x\r\nno\n").pages,
            std::vector<std::string>{"http://e.org/x"});
  EXPECT_TRUE(read_sitemap("<html>http://e.org/</html>").pages.empty());
}

// As cdxj-indexer 1.5 of PyPI writes them (surt 0.3.1).
TEST(Cdxj, HasTheKeysThatReplayLooksUp) {
  const std::string id = "0123456789abcdef0123456789ABCDEF";
  const std::vector<std::pair<std::string, std::string>> kKeys = {
      {"http://www.Example.com/b?y=2&x=1", "com,example)/b?x=1&y=2"},
      {"https://example.com:8080/A/B/", "com,example:8080)/a/b"},
      {"http://example.com/", "com,example)/"},
      {"http://example.com/?", "com,example)/"},
      {"http://www2.example.com/a", "com,example)/a"},
      {"http://www.com/", "com)/"},
      {"http://192.168.0.1/a", "1,0,168,192)/a"},
      {"http://[::1]:81/a", "::1:81)/a"},
      {"http://example.com./a", "com,example)/a"},
      {"http://e.org/~User/", "org,e)/~user"},
      {"http://e.org/%7Euser/", "org,e)/~user"},
      {"http://e.org/%7euser/A%2Fb", "org,e)/~user/a/b"},
      {"http://e.org/a%20b/caf%C3%A9", "org,e)/a%20b/caf%c3%a9"},
      {"http://e.org/A|B^{x}'\"", "org,e)/a|b^{x}'\""},
      {"http://e.org/%zz", "org,e)/%25zz"},
      {"http://e.org/a%2541%25", "org,e)/aa%25"},
      {"http://e.org/%252e%252e/x//y/", "org,e)/../x/y"},
      {"http://e.org/a/%252e%252e/b", "org,e)/b"},
      {"http://e.org/?q=%7Ea&B=%41", "org,e)/?b=a&q=~a"},
      {"http://e.org/a?b=c%26d#f", "org,e)/a?b=c&d"},
      {"http://e.org/a?b&b=&b=1&a", "org,e)/a?a&b&b=&b=1"},
      {"http://e.org/a?;", "org,e)/a?;"},
      {"http://e.org/a//b;jsessionid=1?sid=" + id + "&q=1", "org,e)/a/b;jsessionid=1?q=1"},
      {"http://e.org/?q=1&PHPSESSID=" + id, "org,e)/?&q=1"},
      {"http://e.org/?xsid=" + id, "org,e)/?x"},
      {"http://e.org/?cfid=1&cftoken=2&z=3", "org,e)/?z=3"},
      {"http://e.org/(S(4hqa0555fwsecu455xqckv45))/m/f.aspx", "org,e)/m/f.aspx"},
      {"http://e.org/(4hqa0555fwsecu455xqckv45)/m/f.aspx", "org,e)/m/f.aspx"},
      {"http://e.org/index.html", "org,e)/index.html"},
      {"http://xn--bcher-kva.de/", "de,xn--bcher-kva)/"},
  };
  for (const auto& [url, key] : kKeys) EXPECT_EQ(cdx_key(url), key) << url;
}

TEST(Cdxj, LeavesOutATypeThatIsNotKnown) {
  const std::string line = cdx_line({.url = "http://e.org/", .status = 200, .digest = "sha1:A"});
  EXPECT_EQ(line.find("mime"), std::string::npos) << line;
  EXPECT_NE(cdx_line({.url = "http://e.org/", .mime = "text/html charset=x"}).find("\"text/html\""),
            std::string::npos);
}

TEST(WarcRecord, DigestsAreThoseOfEverybody) {
  EXPECT_EQ(digest_text(sha1("")), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_EQ(digest_text(sha1("abc")), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  std::unordered_set<std::string> ids;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(ids.insert(new_record_id()).second);
}

TEST(PageReader, KeepsHeadsReadable) {
  EXPECT_EQ(archived_head("HTTP/2 200 \r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n"),
            "HTTP/1.1 200 \r\nA: b\r\nX-Archive-Orig-Transfer-Encoding: chunked\r\n\r\n");
  EXPECT_EQ(archived_head(""), "");
}

TEST(PageReader, FindsLinksInOrderAndOnce) {
  PageReader reader(nullptr);
  FetchedPage fetched{.url = "http://e.org/a/"};
  fetched.response = {.status = 200,
                      .request = "GET / HTTP/1.1\r\n\r\n",
                      .head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                      .body =
                          "<a href=b>1</a><a href='/c#x'>2</a><a href=b>again</a>"
                          "<a rel=nofollow href=d>3</a><a href='mailto:x'>no</a>"
                          "<link rel=canonical href=/self>"};
  const ReadPage page = reader.read(std::move(fetched));
  ASSERT_EQ(page.links.size(), 4U);
  EXPECT_EQ(page.links[0].url, "http://e.org/a/b");
  EXPECT_EQ(page.links[1].url, "http://e.org/c");
  EXPECT_FALSE(page.links[2].is_followed);
  EXPECT_FALSE(page.links[3].is_link);
  EXPECT_EQ(page.mime, "text/html");
}

ReadPage read_as(const std::string& type, const std::string& body, const ReadOptions& options,
                 FetchKind kind = FetchKind::kPage) {
  FetchedPage fetched{.kind = kind, .url = "http://e.org/a/"};
  fetched.response = {.status = 200,
                      .request = "GET / HTTP/1.1\r\n\r\n",
                      .head = "HTTP/1.1 200 OK\r\nContent-Type: " + type +
                              "\r\nLink: <same>; rel=canonical\r\n\r\n",
                      .body = body};
  return PageReader(nullptr, options).read(std::move(fetched));
}

TEST(PageReader, TellsFramesCanonicalsAndRequisitesApart) {
  const std::string html =
      "<base href=/b/><iframe src=f></iframe><a href=g>1</a><img src=i.png><img src='data:,x'>";
  const ReadPage page = read_as("text/html", html, {.requisites = true});
  ASSERT_EQ(page.links.size(), 3U);
  EXPECT_TRUE(page.links[0].is_frame);
  EXPECT_EQ(page.links[0].url, "http://e.org/b/f");
  EXPECT_EQ(page.links[1].url, "http://e.org/b/g");
  EXPECT_EQ(page.links[2].url, "http://e.org/a/same");
  EXPECT_FALSE(page.links[2].is_link);
  EXPECT_EQ(page.requisites, std::vector<std::string>{"http://e.org/b/i.png"});
  const ReadPage plain = read_as("text/html", html, {.frames = false});
  EXPECT_EQ(plain.links.size(), 2U);
  EXPECT_TRUE(plain.requisites.empty());
}

TEST(PageReader, ReadsFeedsAndStyles) {
  const ReadPage feed = read_as("text/xml", "<rss><item><link>x#y</link></item></rss>", {});
  ASSERT_EQ(feed.links.size(), 1U);
  EXPECT_EQ(feed.links[0].url, "http://e.org/a/x");
  const ReadOptions options{.requisites = true};
  const ReadPage styles =
      read_as("text/css", "p { background: url(u.png) }", options, FetchKind::kRequisite);
  EXPECT_EQ(styles.requisites, std::vector<std::string>{"http://e.org/a/u.png"});
  // An error page in the place of an image is nothing to follow.
  const ReadPage error =
      read_as("text/html", "<a href=x>1</a><img src=y>", options, FetchKind::kRequisite);
  EXPECT_TRUE(error.links.empty());
  EXPECT_TRUE(error.requisites.empty());
}

std::string gzip(std::string_view text) {
  std::string packed(text.size() + 1000, '\0');
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(6);
  packed.resize(
      libdeflate_gzip_compress(compressor, text.data(), text.size(), packed.data(), packed.size()));
  libdeflate_free_compressor(compressor);
  return packed;
}

TEST(Sitemap, IsUnpackedAsFarAsItGoes) {
  const std::string map = "<urlset><loc>http://a.test/1</loc><loc>http://a.test/2</loc></urlset>";
  const std::vector<std::string> both = {"http://a.test/1", "http://a.test/2"};
  EXPECT_EQ(read_sitemap(gzip(map)).pages, both);
  EXPECT_EQ(read_sitemap(gzip(map.substr(0, 20)) + gzip(map.substr(20))).pages, both);
  EXPECT_EQ(read_sitemap(gzip(map) + "and more").pages, both);
  // Cut in the middle, or damaged at the end: what could be had.
  std::string random_text;
  std::mt19937 random(5);
  for (int i = 0; i < 2000; ++i) {
    random_text += "<loc>http://a.test/" + std::to_string(random()) + "</loc>";
  }
  const std::string packed = gzip(random_text);
  const size_t some = read_sitemap(packed.substr(0, packed.size() / 2)).pages.size();
  EXPECT_GT(some, 500U);
  EXPECT_LT(some, 1500U);
  EXPECT_TRUE(read_sitemap("\x1F\x8B\x08 nothing").pages.empty());
  // Only the first fifty megabytes are read.
  const std::string bomb = gzip(map.substr(0, map.find("<loc>http://a.test/2")) +
                                std::string(kMaxSitemapBytes, ' ') + "<loc>http://a.test/2</loc>");
  EXPECT_EQ(read_sitemap(bomb).pages, std::vector<std::string>{"http://a.test/1"});
  EXPECT_TRUE(read_sitemap("<location>http://a.test/</location>").pages.empty());
  EXPECT_TRUE(read_sitemap("http://a.test/", false).pages.empty());
}

TEST(Earlier, AsksByWhatTheServerSaid) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(conditions({.date = 784111777}),
            Lines{"If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"});
  EXPECT_EQ(conditions({.date = 784111777, .etag = "W/\"x\""}), Lines{"If-None-Match: W/\"x\""});
  EXPECT_EQ(conditions({.date = 1, .etag = "\"x\"", .modified = "yesterday"}),
            (Lines{"If-None-Match: \"x\"", "If-Modified-Since: yesterday"}));
  EXPECT_EQ(conditions({.etag = "a\r\nHost: evil"}), Lines{});
  EXPECT_EQ(conditions({.etag = std::string(600, 'x')}), Lines{});
}

TEST(CrawlState, OfTheFirstVersionIsTakenOver) {
  const std::string path = ::testing::TempDir() + "/crawl_state_of_version_1.sqlite";
  std::filesystem::remove(path);
  {
    CrawlState state = CrawlState::open(path).value();
    ASSERT_TRUE(state.add_address(0, {.url = "http://a.test/"}));
    ASSERT_TRUE(state.commit({}));
  }
  {
    file::Database database =
        file::Database::open(path, "x", file::Database::Pages::kChecked).value();
    for (const char* sql : {"DROP TABLE versions", "DROP TABLE sitemaps", "DROP TABLE options",
                            "PRAGMA user_version = 1"}) {
      ASSERT_TRUE(database.run(sql));
    }
  }
  {
    KeptVersions old = KeptVersions::open(path).value();
    EXPECT_FALSE(old.find(7).value());
  }
  CrawlState state = CrawlState::open(path).value();
  EXPECT_EQ(state.address(0).value().url, "http://a.test/");
  ASSERT_TRUE(state.keep_version(7, {.date = 3, .etag = "e", .modified = "m", .digest = "d"}));
  ASSERT_TRUE(state.add_sitemap(0));
  ASSERT_TRUE(state.commit({}));
  EXPECT_FALSE(CrawlState::open(path)) << "one crawl at a time";
}

// Priorities of a frontier, whatever order they are in, are the same with and without the memory of
// its heaps being used for something else in between.
TEST(Frontier, GivesTheBestAfterARefresh) {
  const std::string folder = ::testing::TempDir() + "/frontier_refresh";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  CrawlState state = CrawlState::open(folder + "/state.sqlite").value();
  LinksFile links = LinksFile::open(folder + "/links", 0, 0).value();
  Frontier frontier(order_named("pagerank").value()->make({}),
                    Scope::create(CrawlScope::kAll, "").value(), {}, state, links);
  const auto see = [&](int page) {
    return frontier
        .see("http://h" + std::to_string(page % 3) + ".test/" + std::to_string(page), {.via = 0})
        .value();
  };
  for (int page = 0; page < 90; ++page) see(page);
  for (uint32_t page = 0; page < 90; ++page) {  // the last are linked to most
    std::vector<uint32_t> children;
    for (uint32_t child = 90 - page / 10; child < 90; ++child) children.push_back(child);
    ASSERT_TRUE(frontier.add_links(page, children, {}));
  }
  ASSERT_TRUE(frontier.refresh(90));
  std::vector<uint32_t> taken;
  while (const auto next = frontier.next(0)) {
    frontier.take(*next);
    taken.push_back(next->page);
  }
  EXPECT_EQ(taken.size(), 90U);
  EXPECT_EQ(std::set<uint32_t>(taken.begin(), taken.end()).size(), 90U);
  EXPECT_EQ(taken[0], 89U);
  EXPECT_EQ(taken[1], 88U);
  EXPECT_EQ(frontier.hot(), 0.0);  // none had been taken then
}

// A page that every page names is kept, also where what waits is cut down after each of them: the
// numbers that are used again do not make what was seen first look as if it came last.
TEST(Frontier, KeepsWhatManyPagesNameWhereTheWorstAreForgotten) {
  for (const char* order : {"indegree", "pagerank"}) {
    const std::string folder = ::testing::TempDir() + "/frontier_shrink_" + order;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    CrawlState state = CrawlState::open(folder + "/state.sqlite").value();
    LinksFile links = LinksFile::open(folder + "/links", 0, 0).value();
    Frontier frontier(order_named(order).value()->make({}),
                      Scope::create(CrawlScope::kAll, "").value(), {.max_waiting = 50}, state,
                      links);
    const auto see = [&](const std::string& path, uint32_t via) {
      return frontier.see("http://h.test/" + path, {.via = via}).value();
    };
    const auto fetch = [&](const std::vector<std::string>& paths) {
      const auto next = frontier.next(0);
      ASSERT_TRUE(next);
      frontier.take(*next);
      std::vector<uint32_t> children;
      for (const std::string& path : paths) children.push_back(see(path, next->page));
      ASSERT_TRUE(frontier.add_links(next->page, children, {}));
      ASSERT_TRUE(frontier.shrink());
    };
    see("", 0);
    std::vector<std::string> paths;
    for (int i = 0; i < 200; ++i) paths.push_back("a" + std::to_string(i));
    fetch(paths);
    for (int i = 0; i < 40; ++i) {
      paths = {"good"};
      for (int j = 0; j < 20; ++j) paths.push_back("b" + std::to_string(i * 100 + j));
      fetch(paths);
      ASSERT_NE(frontier.number_of("http://h.test/good"), Frontier::kNone)
          << order << ", forgotten after page " << i;
    }
  }
}

}  // namespace
}  // namespace cocite::crawl
