#include "url/folder_hosts.h"

#include <gtest/gtest.h>

namespace cocite::url {
namespace {

std::string site(std::string_view key) {
  PageSites sites(SiteList(), FolderHosts::shipped());
  return std::string(sites.next(key));
}

TEST(FolderHosts, PagesOfADomainAreOneSite) {
  EXPECT_EQ(site("uk,co,example,www)/a"), "uk,co,example");
  EXPECT_EQ(site("uk,co,example:8080)/a/b?c"), "uk,co,example");
  EXPECT_EQ(site("1.2.3.4)/a"), "1.2.3.4");
}

TEST(FolderHosts, EverybodyUnderAPrivateSuffixIsASite) {
  EXPECT_EQ(site("io,github,one)/a"), "io,github,one");
  EXPECT_EQ(site("io,github,two)/a"), "io,github,two");
}

TEST(FolderHosts, FoldersOfListedHostsAreSites) {
  EXPECT_EQ(site("com,github)/torvalds/linux"), "com,github)/torvalds");
  EXPECT_EQ(site("com,github)/torvalds"), "com,github)/torvalds");
  EXPECT_EQ(site("com,github)/torvalds?tab=repositories"), "com,github)/torvalds");
  EXPECT_EQ(site("com,github)/"), "com,github");
  EXPECT_EQ(site("com,github)//x"), "com,github");
  EXPECT_EQ(site("com,github)/?q=1"), "com,github");
}

TEST(FolderHosts, HomeDirectoriesAreSitesEverywhere) {
  EXPECT_EQ(site("edu,cmu,cs,www)/~dst/x.html"), "edu,cmu,cs,www)/~dst");
  EXPECT_EQ(site("edu,cmu,cs,www)/~dst"), "edu,cmu,cs,www)/~dst");
  EXPECT_EQ(site("edu,cmu,cs,www)/~"), "edu,cmu");
  EXPECT_EQ(site("edu,cmu,cs,www)/a/~dst/"), "edu,cmu");
}

TEST(FolderHosts, OneWalkServesManyPages) {
  PageSites sites(SiteList(), FolderHosts::shipped());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(sites.next("com,github)/"), "com,github");
    EXPECT_EQ(sites.next("com,github)/a/b"), "com,github)/a");
    EXPECT_EQ(sites.next("com,other)/a/b"), "com,other");
  }
}

TEST(FolderHosts, AListOfOnesOwnReplacesTheShippedOne) {
  const FolderHosts own = FolderHosts::parse("# mine\n example.org # all\r\n\n", "own").value();
  EXPECT_TRUE(own.contains("org,example"));
  EXPECT_FALSE(own.contains("com,github"));
  EXPECT_NE(own.version(), FolderHosts::shipped().version());
  const auto wrong = FolderHosts::parse("example.org\nexample.org/folder\n", "own");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("own:2"), std::string::npos) << wrong.error().message;
  EXPECT_FALSE(FolderHosts::load("/nowhere/to/be/found"));
}

}  // namespace
}  // namespace cocite::url
