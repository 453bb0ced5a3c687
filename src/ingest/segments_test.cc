// Segments and what becomes of them: the store that an import made, cut up and put together again.
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "ingest/assemble.h"
#include "ingest/host_graph.h"
#include "ingest/ingest.h"
#include "ingest/segment_set.h"
#include "ingest/testing/cut_store.h"
#include "ingest/testing/import_folder.h"

namespace cocite::ingest {
namespace {

namespace fs = std::filesystem;

// Machines of hosts: its own, a shared one, two in turn, or unknown; sometimes an invalid
// address.
std::string machine_line(int page) {
  const int host = page % 7;
  std::string ip;
  if (host < 2) ip = "192.0.2.1";
  if (host == 2) ip = "2001:DB8:0::7";
  if (host == 3) ip = page % 3 == 0 ? "192.0.2.9" : "198.51.100.4";
  if (host == 4 && page % 2 == 0) ip = "192.0.2.3";
  if (page % 31 == 0) ip = "unknown";
  return ip.empty() ? "" : "\r\nWARC-IP-Address: " + ip;
}

std::string page_record(int page, const std::string& date, const std::string& body,
                        const std::string& more) {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://h" +
         std::to_string(page % 7) + ".example/" + std::to_string(page) + "\r\nWARC-Date: " + date +
         more + "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

// Pages with titles, words, links with words in them, canonical addresses; some fetched twice.
std::string crawl(int pages, unsigned seed, bool has_machines = false) {
  std::mt19937 random(seed);
  std::string all;
  for (int i = 0; i < pages; ++i) {
    const int page = static_cast<int>(random() % static_cast<unsigned>(pages));
    std::string body = "<html lang=en><title>Page " + std::to_string(page) + "</title>";
    if (random() % 9 == 0) {
      body += "<link rel=canonical href=/" + std::to_string(random() % 50) + ">";
    }
    body += "<p>Some words of page " + std::to_string(random() % 1000);
    for (auto k = random() % 12; k > 0; --k) {
      const auto to = random() % static_cast<unsigned>(pages);
      body += "<a href=https://h" + std::to_string(to % 7) + ".example/" + std::to_string(to) +
              ">to " + std::to_string(to) + "</a>";
    }
    all += page_record(page, i % 2 == 0 ? "2020-01-01T00:00:00Z" : "2021-01-01T00:00:00Z", body,
                       has_machines ? machine_line(page) : "");
  }
  return all;
}

class Segments : public ::testing::Test {
 protected:
  // Makes the store of this input, and its segments.
  void cut(const std::string& input, const std::string& from, const testing::CutOptions& options) {
    ImportRequest request = folder_.request({input});
    request.from = from;
    ASSERT_TRUE(import_store(request));
    fs::create_directories(folder_ / "parts");
    const auto store = store::Store::open(folder_.store());
    ASSERT_TRUE(store);
    const auto done = testing::cut_store(*store, folder_ / "parts", options);
    ASSERT_TRUE(done) << done.error().message;
  }
  [[nodiscard]] Result<ImportReport> assemble(const std::string& parts = "parts",
                                              const std::string& to = "again.cocite") const {
    return ingest::assemble({.store = folder_ / to, .inputs = {folder_ / parts}, .threads = 2});
  }
  void expect_same() const { expect_same(folder_.store()); }
  void expect_same(const std::string& store) const {
    auto one = folder_.files(store);
    auto other = folder_.files(folder_ / "again.cocite");
    // The report tells how long it took; the manifest has its checksum.
    for (auto* files : {&one, &other}) {
      files->erase("report");
      files->erase("manifest");
    }
    ASSERT_EQ(one.size(), other.size());
    for (const auto& [name, bytes] : one) EXPECT_TRUE(bytes == other[name]) << name;
    const auto first = store::Store::open(store);
    const auto second = store::Store::open(folder_ / "again.cocite");
    ASSERT_TRUE(second);
    EXPECT_EQ(first->facts(), second->facts());
    EXPECT_TRUE(second->check());
  }
  testing::ImportFolder folder_;
};

TEST_F(Segments, OfACrawlMakeTheSameStore) {
  cut(crawl(400, 1), "warc", {.page_parts = 5});
  const auto report = assemble();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->skipped.front().count, 2U);
  expect_same();
}

// In parts of any size: hosts, and the runs of their machines, go over their edges.
TEST_F(Segments, OfMachinesMakeTheSameStore) {
  for (const uint64_t parts : {1U, 6U, 50U}) {
    fs::remove_all(folder_.store());
    fs::remove_all(folder_ / "parts");
    fs::remove_all(folder_ / "again.cocite");
    cut(crawl(400, 5, true), "warc", {.page_parts = parts});
    const auto report = assemble();
    ASSERT_TRUE(report) << report.error().message;
    expect_same();
    const auto store = store::Store::open(folder_ / "again.cocite");
    ASSERT_TRUE(store);
    ASSERT_NE(store->machines(), nullptr);
    EXPECT_EQ(store->machines()->machines(), 5U);
  }
}

TEST_F(Segments, WithoutMachinesMakeAStoreWithoutThem) {
  cut(crawl(50, 6), "warc", {.page_parts = 2});
  ASSERT_TRUE(assemble());
  const auto store = store::Store::open(folder_ / "again.cocite");
  ASSERT_TRUE(store);
  EXPECT_EQ(store->machines(), nullptr);
}

TEST_F(Segments, OfManyChunksMakeTheSameStore) {
  std::mt19937 random(7);
  std::string links;
  for (int i = 0; i < 120'000; ++i) {
    links += "h" + std::to_string(random() % 30) + ".example/" + std::to_string(random() % 20'000) +
             "\th" + std::to_string(random() % 30) + ".example/" +
             std::to_string(random() % 20'000) + "\n";
  }
  cut(links, "links", {.page_parts = 3, .chunks_per_segment = 2});
  ASSERT_TRUE(assemble());
  expect_same();
}

// A graph of hosts or sites has counts behind its links, in the order of the links.
TEST_F(Segments, OfSitesMakeTheSameStoreWithItsCounts) {
  ASSERT_TRUE(import_store(folder_.request({crawl(400, 8)})));
  const auto web = store::Store::open(folder_.store());
  ASSERT_TRUE(web);
  ASSERT_TRUE(make_host_graph(*web, On::kHosts, folder_ / "hosts.cocite", false, {}));
  const auto hosts = store::Store::open(folder_ / "hosts.cocite");
  ASSERT_TRUE(hosts);
  ASSERT_GT(hosts->links(), 20U);
  fs::create_directories(folder_ / "parts");
  ASSERT_TRUE(testing::cut_store(*hosts, folder_ / "parts", {.page_parts = 3}));
  const auto report = assemble();
  ASSERT_TRUE(report) << report.error().message;
  expect_same(folder_ / "hosts.cocite");
  const auto again = store::Store::open(folder_ / "again.cocite");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->facts().on, On::kHosts);
  ASSERT_NE(again->link_counts(), nullptr);
  EXPECT_TRUE(again->link_counts()->check(again->links()));
}

TEST_F(Segments, OfSitesWithoutTheirCountsAreRefused) {
  ASSERT_TRUE(import_store(folder_.request({crawl(60, 8)})));
  auto web = store::Store::open(folder_.store());
  ASSERT_TRUE(web);
  fs::create_directories(folder_ / "parts");
  ASSERT_TRUE(testing::cut_store(*web, folder_ / "parts", {}));
  SegmentHead head;
  head.build = 17;
  head.facts = web->facts();
  head.facts.on = On::kHosts;
  const auto whole = SegmentSet::open(folder_ / "parts");
  ASSERT_TRUE(whole);
  const std::string out = whole->text("out_codes").value();
  const std::string in = whole->text("in_codes").value();
  for (const char letter : out) head.out_codes.push_back(static_cast<std::byte>(letter));
  for (const char letter : in) head.in_codes.push_back(static_cast<std::byte>(letter));
  ASSERT_TRUE(write_segment_head(folder_ / "parts/head.segment", head));
  const auto report = assemble();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kCorrupt) << report.error().message;
}

TEST_F(Segments, MissingAndForeignOnesAreNamed) {
  cut(crawl(100, 2), "warc", {.page_parts = 2});
  const auto refused = [&](const std::string& word) {
    const auto report = assemble();
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message.find(word), std::string::npos) << report.error().message;
    EXPECT_FALSE(fs::exists(folder_ / "again.cocite"));
    EXPECT_TRUE(folder_.is_tidy());
  };
  for (const std::string name : {"head", "pages-1", "out-0", "in-0"}) {
    const std::string path = folder_ / ("parts/" + name + ".segment");
    fs::rename(path, path + ".away");
    refused(name == "head" ? "no head" : "is missing");
    fs::rename(path + ".away", path);
  }
  fs::copy(folder_ / "parts/out-0.segment", folder_ / "parts/out-9.segment");
  refused("too");
  fs::remove(folder_ / "parts/out-9.segment");
  fs::create_directories(folder_ / "other");
  const auto store = store::Store::open(folder_.store());
  ASSERT_TRUE(testing::cut_store(*store, folder_ / "other", {.build = 18}));
  fs::copy(folder_ / "other/in-0.segment", folder_ / "parts/in-0.segment",
           fs::copy_options::overwrite_existing);
  refused("another build");
  EXPECT_FALSE(assemble("nothing"));
}

// Cut at any length, and with any byte changed: an error, and nothing left behind.
TEST_F(Segments, DamageIsFoundSlow) {
  cut(crawl(20, 3, true), "warc", {});
  for (const std::string name : {"head", "pages-0", "out-0", "in-0"}) {
    const std::string path = folder_ / ("parts/" + name + ".segment");
    std::ifstream in(path, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    in.close();
    const auto is_refused = [&](const std::string& bytes) {
      std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
      const auto report = assemble();
      return !report && !fs::exists(folder_ / "again.cocite");
    };
    for (size_t size = 0; size < whole.size(); size += 1 + whole.size() / 300) {
      EXPECT_TRUE(is_refused(whole.substr(0, size))) << name << " cut at " << size;
    }
    for (size_t at = 0; at < whole.size(); at += 1 + whole.size() / 300) {
      // What fills up to the next section means nothing, and is under no checksum.
      std::string spoilt = whole;
      spoilt[at] = static_cast<char>(spoilt[at] ^ 0x40);
      if (whole[at] == 0) continue;
      EXPECT_TRUE(is_refused(spoilt)) << name << " spoilt at " << at;
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole;
  }
  EXPECT_TRUE(assemble());
  expect_same();
}

TEST(SegmentRecord, ReadsBackAndRefusesTheRest) {
  const SegmentRecord record{.date = 5,
                             .title = "T",
                             .text = "",
                             .url = "s",
                             .language = "en",
                             .ip = "192.0.2.7",
                             .anchors = "a\nb"};
  std::string bytes;
  put_segment_record(record, bytes);
  SegmentRecord same;
  ASSERT_TRUE(take_segment_record(bytes, same));
  EXPECT_EQ(same.ip, "192.0.2.7");
  EXPECT_EQ(same.anchors, "a\nb");
  EXPECT_EQ(same.date, 5U);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(take_segment_record(std::string_view(bytes).substr(0, size), same)) << size;
  }
  EXPECT_FALSE(take_segment_record(bytes + "x", same));
}

}  // namespace
}  // namespace cocite::ingest
