// Crawls become stores: fetched pages with what they say, aliases, pages fetched more than once.
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "ingest/ingest.h"
#include "ingest/testing/import_folder.h"
#include "store/store.h"

namespace cocite::ingest {
namespace {

// A record of an archive: a page, or a redirect where `location` is given.
struct Event {
  std::string url;
  std::string date = "2020-01-01T00:00:00Z";
  std::string body = "";
  std::string location = "";
  std::string ip = "";
};

std::string record(const Event& event) {
  std::string http = event.location.empty()
                         ? "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + event.body
                         : "HTTP/1.1 301 Moved\r\nLocation: " + event.location + "\r\n\r\n";
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + event.url +
         "\r\nWARC-Date: " + event.date +
         (event.ip.empty() ? "" : "\r\nWARC-IP-Address: " + event.ip) +
         "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

std::string archive(const std::vector<Event>& events) {
  std::string all;
  for (const Event& event : events) all += record(event);
  return all;
}

class Crawl : public ::testing::Test {
 protected:
  ImportRequest request(const std::vector<std::vector<Event>>& crawls) {
    std::vector<std::string> texts;
    for (const auto& events : crawls) texts.push_back(archive(events));
    ImportRequest request = folder_.request(texts);
    request.from = "warc";
    return request;
  }
  [[nodiscard]] store::Store open() const { return store::Store::open(folder_.store()).value(); }
  // All that a store says, a line a page.
  [[nodiscard]] std::string told() const {
    const store::Store store = open();
    EXPECT_TRUE(store.check());
    std::string all;
    graph::ListBuffer buffer;
    for (uint64_t i = 0; i < store.pages(); ++i) {
      const PageId page = page_id(i);
      const auto texts = store.texts(page).value();
      all += store.key(page).value() + (*store.is_crawled(page) ? "!" : "");
      if (const auto ip = store.machine(page)) all += " from " + ip->text();
      if (texts.date != 0) all += " @" + std::to_string(texts.date % 86'400);
      if (!store.title(page)->empty()) all += " '" + *store.title(page) + "'";
      if (!texts.text.empty()) all += " \"" + texts.text + "\"";
      size_t k = 0;
      const auto children = store.children(page, buffer).value();
      for (const PageId child : children) {
        all += " >" + store.key(child).value();
        if (k < texts.anchors.size() && !texts.anchors[k].empty()) all += "=" + texts.anchors[k];
        ++k;
      }
      all += "\n";
    }
    if (store.aliases() == nullptr) return all;
    for (uint64_t i = 0; i < store.aliases()->size(); ++i) {
      const auto alias = store.aliases()->get(i).value();
      const auto page = store.find(alias.from).value();
      all += alias.from + "~" + store.key(*page).value() + "\n";
    }
    return all;
  }

  testing::ImportFolder folder_;
};

TEST_F(Crawl, PagesSayTitleTextDateAndAnchors) {
  const auto report = import_store(request({{{"http://a.com/", "2020-01-01T00:00:07Z",
                                              "<title>The A</title>Words <a href=b>to b</a> <a "
                                              "href=c></a><a href=b>again</a>"}}}));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(told(),
            "com,a)/! @7 'The A' \"Words to b again\" >com,a)/b=to b >com,a)/c\n"
            "com,a)/b\ncom,a)/c\n");
  EXPECT_EQ(report->fetches, 1U);
  EXPECT_EQ(report->texts, 1U);
  EXPECT_EQ(report->records, (std::vector<std::pair<std::string, uint64_t>>{{"response", 1}}));
  EXPECT_EQ(report->link_uses, (std::vector<std::pair<std::string, uint64_t>>{{"a", 3}}));
}

TEST_F(Crawl, TheAddressThatWasFetchedIsKept) {
  ASSERT_TRUE(
      import_store(request({{{"https://a.com/x"}, {"http://b.com/"}, {"http://C.com/%41"}}})));
  const store::Store store = open();
  const auto url = [&](std::string_view key) { return store.texts(**store.find(key))->url; };
  EXPECT_EQ(url("com,a)/x"), "https://a.com/x");
  EXPECT_EQ(url("com,b)/"), "http://b.com/");
  EXPECT_EQ(url("com,c)/A"), "http://c.com/%41");
}

TEST_F(Crawl, TheMachineThatAnsweredIsKept) {
  const auto event = [](std::string url, std::string ip) {
    Event made{.url = std::move(url), .body = "<a href=/c>c</a>"};
    made.ip = std::move(ip);
    return made;
  };
  ASSERT_TRUE(import_store(
      request({{event("http://a.com/b", "192.0.2.1"), event("http://a.com/d", "192.0.2.1"),
                event("http://a.com/e", ""), event("http://a.com/f", "2001:DB8::1"),
                event("http://b.com/", "192.0.2.1"), event("http://b.com/x", "a cat")}})));
  const std::string rest = " @0 \"c\" >com,";
  EXPECT_EQ(told(), "com,a)/b! from 192.0.2.1" + rest + "a)/c=c\ncom,a)/c\n" +
                        "com,a)/d! from 192.0.2.1" + rest + "a)/c=c\ncom,a)/e!" + rest +
                        "a)/c=c\ncom,a)/f! from 2001:db8::1" + rest +
                        "a)/c=c\ncom,b)/! from 192.0.2.1" + rest + "b)/c=c\ncom,b)/c\ncom,b)/x!" +
                        rest + "b)/c=c\n");
  // Two of a.com, one of b.com.
  const store::Store store = open();
  ASSERT_NE(store.machines(), nullptr);
  EXPECT_EQ(store.machines()->machines(), 2U);
  EXPECT_EQ(store.machines()->within(0, store.pages()).size(), 3U);
}

TEST_F(Crawl, AliasesAreNoPagesAndLinksGoToWhatTheyStandFor) {
  const std::vector<Event> crawl = {
      {"http://a.com/", "2020-01-01T00:00:01Z",
       "<a href=old>o</a><a href=new>n</a><a href=x>x</a>"},
      {"http://a.com/old", "2020-01-01T00:00:02Z", "", "/middle"},
      {"http://a.com/middle", "2020-01-01T00:00:03Z", "", "http://a.com/new"},
      {"http://a.com/x?id=1", "2020-01-01T00:00:04Z",
       "<link rel=canonical href=/x><a href=new>q</a>"},
      {"http://a.com/l1", "2020-01-01T00:00:05Z", "", "/l2"},
      {"http://a.com/l2", "2020-01-01T00:00:06Z", "", "/l1"}};
  const auto report = import_store(request({crawl}));
  ASSERT_TRUE(report);
  EXPECT_EQ(told(),
            "com,a)/! @1 \"onx\" >com,a)/new=o >com,a)/x=x\n"
            "com,a)/l1\ncom,a)/new\n"
            "com,a)/x! @4 \"q\" >com,a)/new=q\n"
            "com,a)/l1~com,a)/l1\ncom,a)/l2~com,a)/l1\ncom,a)/middle~com,a)/new\n"
            "com,a)/old~com,a)/new\ncom,a)/x?id=1~com,a)/x\n");
  EXPECT_EQ(report->aliases, 4U);
  EXPECT_EQ(open().find("com,a)/nothing").value(), std::nullopt);

  ImportRequest without = request({crawl});
  without.aliases = false;
  without.force = true;
  ASSERT_TRUE(import_store(without));
  EXPECT_EQ(open().pages(), 5U);  // redirects name no pages then
  EXPECT_EQ(open().aliases(), nullptr);
}

TEST_F(Crawl, APageFetchedAgainHasItsNewestOldestOrAllLinks) {
  const std::vector<std::vector<Event>> crawls = {
      {{"http://a.com/", "2020-01-01T00:00:02Z", "<title>two</title><a href=/2>"},
       {"http://a.com/", "2020-01-01T00:00:03Z", "<title>three</title><a href=/3>"}},
      {{"http://a.com/", "2020-01-01T00:00:01Z", "<title>one</title><a href=/1>"}}};
  ImportRequest wanted = request(crawls);
  const auto report = import_store(wanted);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->pages_seen_again, 1U);
  EXPECT_TRUE(told().starts_with("com,a)/! @3 'three' >com,a)/3\n"));
  wanted.force = true;
  wanted.seen_again = SeenAgain::kOldest;
  ASSERT_TRUE(import_store(wanted));
  EXPECT_TRUE(told().starts_with("com,a)/! @1 'one' >com,a)/1\n"));
  wanted.seen_again = SeenAgain::kUnion;
  ASSERT_TRUE(import_store(wanted));
  EXPECT_TRUE(told().starts_with("com,a)/! @3 'three' >com,a)/2 >com,a)/3 >com,a)/1\n")) << told();
}

TEST_F(Crawl, DatesBoundWhatIsRead) {
  ImportRequest wanted = request({{{"http://a.com/1", "2019-12-31T23:59:59Z"},
                                   {"http://a.com/2", "2020-01-01T00:00:00Z"},
                                   {"http://a.com/3", "2020-02-01T00:00:01Z"}}});
  wanted.from_date = "2020";
  wanted.to_date = "2020-02-01";
  const auto report = import_store(wanted);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->fetches, 1U);
  wanted.force = true;
  wanted.from_date = "yesterday";
  const auto refused = import_store(wanted);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(Crawl, TitlesOfAFileComeBeforeThoseOfPages) {
  ImportRequest wanted =
      request({{{"http://a.com/", "2020-01-01T00:00:00Z", "<title>own</title>"}}});
  wanted.title_file = folder_.write("titles", "a.com\tgiven\n");
  ASSERT_TRUE(import_store(wanted));
  EXPECT_EQ(told(), "com,a)/! @0 'given'\n");
}

// Adding a crawl to a store gives what importing all at once gives, whatever was fetched when, and
// whatever turned out to be an alias of what.
using CrawlSlow = Crawl;

TEST_F(CrawlSlow, AddingIsImportingEverything) {
  std::mt19937_64 random(7);
  std::mt19937_64 machines(1);
  for (int round = 0; round < 40; ++round) {
    std::vector<Event> events;
    std::vector<int> seconds(30);
    for (int i = 0; i < 30; ++i) seconds[static_cast<size_t>(i)] = i + 10;
    std::ranges::shuffle(seconds, random);
    const auto name = [&] { return "/" + std::string(1, static_cast<char>('a' + random() % 8)); };
    for (size_t i = 0; i < 4 + random() % 20; ++i) {
      Event event;
      event.url = "http://a.com" + name();
      event.date = "2020-01-01T00:00:" + std::to_string(seconds[i]) + "Z";
      event.ip = machines() % 3 == 0 ? "" : "192.0.2." + std::to_string(machines() % 2);
      if (random() % 4 == 0) {
        event.location = name();
      } else {
        event.body = "<title>t" + std::to_string(i) + "</title>w" + std::to_string(i);
        if (random() % 4 == 0) event.body += "<link rel=canonical href=" + name() + ">";
        for (size_t k = random() % 4; k > 0; --k) {
          event.body += "<a href=" + name() + ">l" + std::to_string(random() % 9) + "</a>";
        }
      }
      events.push_back(event);
    }
    const auto cut = events.begin() + static_cast<ptrdiff_t>(random() % events.size());
    ImportRequest all = request({{events.begin(), cut}, {cut, events.end()}});
    all.force = true;
    all.seen_again = round % 2 == 0 ? SeenAgain::kNewest : SeenAgain::kOldest;
    ASSERT_TRUE(import_store(all));
    const std::string expected = told();
    ImportRequest first = request({{events.begin(), cut}});
    first.force = true;
    first.seen_again = all.seen_again;
    ASSERT_TRUE(import_store(first));
    ImportRequest second = request({{cut, events.end()}});
    second.seen_again = all.seen_again;
    const auto added = add_to_store(second);
    ASSERT_TRUE(added) << added.error().message;
    ASSERT_EQ(told(), expected) << "round " << round << "\n" << archive(events);
  }
}

// The same with so little memory that keys and links wait in files.
TEST_F(CrawlSlow, MemoryMakesNoDifference) {
  std::vector<Event> events;
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    std::string body = "<title>t" + std::to_string(i) + "</title>";
    for (int k = 0; k < 20; ++k) {
      body += "<a href=/" + std::to_string(random() % 3000) + ">a" + std::to_string(k) + "</a>";
    }
    events.push_back({"http://a.com/" + std::to_string(random() % 3000), "2020-01-01T00:00:01Z",
                      body, i % 10 == 0 ? "/" + std::to_string(random() % 3000) : "",
                      i % 7 == 0 ? "" : "192.0.2." + std::to_string(1 + random() % 3)});
  }
  ImportRequest wanted = request({events});
  ASSERT_TRUE(import_store(wanted));
  const std::string expected = told();
  wanted.force = true;
  wanted.memory_bytes = 200'000;
  const Limits small{.least_memory_bytes = 1, .least_bucket_links = 512, .piece_bytes = 4096};
  ASSERT_TRUE(import_store(wanted, small));
  EXPECT_EQ(told(), expected);
}

}  // namespace
}  // namespace cocite::ingest
