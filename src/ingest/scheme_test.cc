// Pages are shown with the scheme they were fetched by, else with the one that most links use.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "ingest/host_graph.h"
#include "ingest/ingest.h"
#include "ingest/testing/import_folder.h"

namespace cocite::ingest {
namespace {

using testing::ImportFolder;

// Little memory: keys go aside after every piece.
constexpr Limits kTiny{.least_memory_bytes = 1, .least_bucket_links = 20, .piece_bytes = 64};

using Addresses = std::map<std::string, std::string>;  // by key

Addresses addresses(const std::string& path) {
  const auto store = store::Store::open(path);
  EXPECT_TRUE(store) << store.error().message;
  EXPECT_TRUE(store->check());
  Addresses all;
  for (uint64_t page = 0; page < store->pages(); ++page) {
    const std::string key = *store->key(page_id(page));
    all[key] = *store->url(page_id(page), key);
    EXPECT_EQ(store->address(key).substr(0, 5), all[key].substr(0, 5)) << key;
  }
  return all;
}

void expect_imported(const ImportRequest& request, const Limits& limits = {}) {
  const auto report = import_store(request, limits);
  ASSERT_TRUE(report) << report.error().message;
}

std::string response(const std::string& url, const std::string& date, const std::string& body) {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + url + "\r\nWARC-Date: " + date +
         "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

constexpr const char* kList =
    "https://a.example/\thttp://links.example/\n"
    "https://a.example/\thttps://b.example/\n"
    "http://b.example/\thttps://links.example/\n"
    "c.example/\thttps://links.example/\n"
    "http://b.example/\thttp://equal.example/\n"
    "http://d.example/\thttps://equal.example/\n"
    "http://d.example/\tnone.example/\n";

const Addresses kShown = {
    {"example,a)/", "https://a.example/"},        {"example,b)/", "http://b.example/"},
    {"example,c)/", "http://c.example/"},         {"example,d)/", "http://d.example/"},
    {"example,equal)/", "http://equal.example/"}, {"example,links)/", "https://links.example/"},
    {"example,none)/", "http://none.example/"}};

TEST(Schemes, ComeFromOwnLinesThenFromLinks) {
  for (const Limits& limits : {Limits{}, kTiny}) {
    const ImportFolder folder;
    expect_imported(folder.request({kList}), limits);
    EXPECT_EQ(addresses(folder.store()), kShown);
  }
}

TEST(Schemes, AreNotWrittenWhereAllPagesAreHttp) {
  const ImportFolder folder;
  expect_imported(folder.request({"http://a.example/\thttp://b.example/\nc.example\td.example\n"}));
  EXPECT_FALSE(store::Store::open(folder.store())->has_schemes());
}

TEST(Schemes, StayWhenPagesAreAdded) {
  const ImportFolder folder;
  expect_imported(folder.request({kList}));
  ImportRequest more = folder.request({});
  more.inputs = {folder.write("more.tsv",
                              "http://x.example/\thttp://links.example/\n"
                              "http://x.example/\thttp://a.example/\n"
                              "https://x2.example/\thttps://y.example/\n")};
  const auto report = add_to_store(more, {}, {});
  ASSERT_TRUE(report) << report.error().message;
  Addresses expected = kShown;
  expected["example,x)/"] = "http://x.example/";
  expected["example,x2)/"] = "https://x2.example/";
  expected["example,y)/"] = "https://y.example/";
  EXPECT_EQ(addresses(folder.store()), expected);
}

// The page that was fetched by http is shown so, however many links to it say https; and the other way round.
TEST(Schemes, OfFetchedPagesAreThoseOfTheNewestFetch) {
  const ImportFolder folder;
  ImportRequest request = folder.request({});
  request.inputs = {folder.write(
      "crawl.warc",
      response("http://p.example/", "2020-01-01T00:00:00Z",
               "<a href='https://q.example/'>q</a><a href='https://r.example/'>r</a>") +
          response("https://q.example/", "2020-01-01T00:00:00Z",
                   "<a href='https://p.example/'>p</a><a href='/x'>x</a>") +
          response("https://t.example/", "2020-01-01T00:00:00Z",
                   "<a href='https://p.example/'>p</a>") +
          response("http://t.example/", "2021-01-01T00:00:00Z",
                   "<a href='https://t.example/'>t</a>"))};
  expect_imported(request);
  const Addresses all = addresses(folder.store());
  EXPECT_EQ(all.at("example,p)/"), "http://p.example/");
  EXPECT_EQ(all.at("example,q)/"), "https://q.example/");
  EXPECT_EQ(all.at("example,q)/x"), "https://q.example/x");
  EXPECT_EQ(all.at("example,r)/"), "https://r.example/");
  EXPECT_EQ(all.at("example,t)/"), "http://t.example/");
}

TEST(Schemes, AreThoseOfTheHostsFirstPageInAGraphOfHosts) {
  const ImportFolder folder;
  expect_imported(folder.request({kList}));
  const auto store = store::Store::open(folder.store());
  ASSERT_TRUE(store);
  const std::string hosts = folder / "hosts.cocite";
  const auto made = make_host_graph(*store, On::kHosts, hosts, false, {});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(addresses(hosts), kShown);
}

}  // namespace
}  // namespace cocite::ingest
