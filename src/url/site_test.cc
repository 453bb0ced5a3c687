#include "url/site.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace cocite::url {
namespace {

TEST(Site, IsTheRegistrableDomainWithoutPort) {
  const SiteList sites;
  EXPECT_EQ(sites.site_of_host("uk,co,example,www:8080"), "uk,co,example");
  EXPECT_EQ(sites.site_of_host("uk,co,example"), "uk,co,example");
  EXPECT_EQ(sites.site_of_host("com,example,a,b,c"), "com,example");
  EXPECT_EQ(sites.site_of_host("io,github,someone,www"), "io,github,someone");
}

TEST(Site, OfAnIpAddressIsTheAddress) {
  const SiteList sites;
  EXPECT_EQ(sites.site_of_host("192.168.1.10:8080"), "192.168.1.10");
  EXPECT_EQ(sites.site_of_host("[2001:db8::1]:8080"), "[2001:db8::1]");
  EXPECT_EQ(sites.site_of_host("[::1]"), "[::1]");
}

TEST(Site, OfASuffixOrASingleLabelIsItself) {
  const SiteList sites;
  EXPECT_EQ(sites.site_of_host("uk,co"), "uk,co");
  EXPECT_EQ(sites.site_of_host("com"), "com");
  EXPECT_EQ(sites.site_of_host("localhost:8080"), "localhost");
  EXPECT_EQ(sites.site_of_host("io,github"), "io,github");
}

TEST(Site, KnowsWildcardsAndTheirExceptions) {
  const SiteList sites;  // *.ck and !www.ck
  EXPECT_EQ(sites.site_of_host("ck,co,shop,a"), "ck,co,shop");
  EXPECT_EQ(sites.site_of_host("ck,co"), "ck,co");
  EXPECT_EQ(sites.site_of_host("ck,www,a"), "ck,www");
}

TEST(Site, TakesTheLastLabelAsSuffixWhereNoRuleFits) {
  EXPECT_EQ(SiteList().site_of_host("nosuchtld,example,www"), "nosuchtld,example");
}

TEST(Site, ReadsSuffixesInPunycode) {
  // xn--55qx5d.cn is the suffix written 公司.cn in the list.
  EXPECT_EQ(SiteList().site_of_host("cn,xn--55qx5d,example,www"), "cn,xn--55qx5d,example");
}

TEST(Site, StandsAnyBytes) {
  const SiteList sites;
  EXPECT_EQ(sites.site_of_host(""), "");
  EXPECT_EQ(sites.site_of_host("["), "[");
  EXPECT_EQ(sites.site_of_host("]:["), "]");
  EXPECT_EQ(sites.site_of_host(":80"), "");
  EXPECT_EQ(sites.site_of_host(std::string_view("com,exa\0mple,www", 16)),
            std::string("com,exa\0mple,www", 16));
  for (const std::string_view odd : {",", ",,", "com,", ",com", "com,,www"}) {
    EXPECT_TRUE(odd.starts_with(sites.site_of_host(odd))) << odd;
  }
}

TEST(Site, StandsVeryLongHosts) {
  const SiteList sites;
  std::string host = "uk,co,example";
  for (int i = 0; i < 300; ++i) host += ",label" + std::to_string(i);
  EXPECT_EQ(sites.site_of_host(host), "uk,co,example");
  const std::string label(63, 'a');
  EXPECT_EQ(sites.site_of_host("com," + label + "," + label + "," + label), "com," + label);
}

class SiteFile : public testing::Test {
 protected:
  std::string write(std::string_view text) {
    path_ = testing::TempDir() + "cocite_site_test_" +
            testing::UnitTest::GetInstance()->current_test_info()->name() + ".dat";
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  ~SiteFile() override {
    if (!path_.empty()) std::remove(path_.c_str());
  }
  std::string path_;
};

TEST_F(SiteFile, AListFromAFileReplacesTheBuiltInOne) {
  const Result<SiteList> sites =
      SiteList::load(write("// made up\ncom\nexample.com\n*.wild\n!not.wild\n"));
  ASSERT_TRUE(sites) << sites.error().message;
  EXPECT_EQ(sites->site_of_host("com,example,a,b"), "com,example,a");
  EXPECT_EQ(sites->site_of_host("wild,x,y,z"), "wild,x,y");
  EXPECT_EQ(sites->site_of_host("wild,not,z"), "wild,not");
  EXPECT_EQ(sites->site_of_host("uk,co,example"), "uk,co");  // no rule for co.uk here
}

TEST_F(SiteFile, AMissingListIsNotFound) {
  const Result<SiteList> sites = SiteList::load(testing::TempDir() + "no/such/list.dat");
  ASSERT_FALSE(sites);
  EXPECT_EQ(sites.error().code, ErrorCode::kNotFound);
}

TEST_F(SiteFile, AnEmptyListIsCorrupt) {
  const Result<SiteList> sites = SiteList::load(write(""));
  ASSERT_FALSE(sites);
  EXPECT_EQ(sites.error().code, ErrorCode::kCorrupt);
}

TEST_F(SiteFile, AFolderIsNoList) {
  EXPECT_FALSE(SiteList::load(testing::TempDir()));
}

TEST_F(SiteFile, APipeIsNoListAndIsNotWaitedFor) {
  const std::string pipe = write("") + ".pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(SiteList::load(pipe));
  std::remove(pipe.c_str());
}

TEST(Site, AnswersManyThreadsAlike) {
  const SiteList sites;
  std::vector<std::jthread> threads;
  std::vector<int> wrong(4, 0);
  for (int& count : wrong) {
    threads.emplace_back([&count, sites] {
      for (int i = 0; i < 2000; ++i) {
        const std::string n = std::to_string(i);
        if (sites.site_of_host("uk,co,e" + n + ",www") != "uk,co,e" + n) ++count;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(SiteWalk, SaysWhatTheListSaysInAnyOrder) {
  const SiteList sites;
  std::mt19937 random(11);
  const std::vector<std::string> labels = {"com", "uk",     "co",  "ck",        "www",  "a",
                                           "io",  "github", "jp",  "kawasaki",  "s3",   "b-1",
                                           "de",  "city",   "edu", "amazonaws", "name", "his"};
  std::vector<std::string> hosts = {"192.168.1.10:8080", "[::1]:80", "localhost", "com", ""};
  for (int i = 0; i < 5000; ++i) {
    std::string host;
    for (size_t left = 1 + random() % 5; left > 0; --left) {
      host += (host.empty() ? "" : ",") + labels[random() % labels.size()];
    }
    hosts.push_back(host + (random() % 10 == 0 ? ":8080" : ""));
  }
  for (const bool sorted : {false, true}) {
    if (sorted) std::ranges::sort(hosts);
    SiteWalk walk(sites);
    for (const std::string& host : hosts)
      ASSERT_EQ(walk.next(host), sites.site_of_host(host)) << host;
  }
}

}  // namespace
}  // namespace cocite::url
