#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "read/source.h"

namespace cocite::read {
namespace {

namespace fs = std::filesystem;

class HtmlTree : public ::testing::Test {
 protected:
  HtmlTree() {
    std::string pattern = (fs::temp_directory_path() / "cocite_html_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~HtmlTree() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& html) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << html;
  }
  [[nodiscard]] Result<std::unique_ptr<Source>> open(const std::string& address,
                                                     const SourceOptions& options = {}) const {
    return find_source("html").value()->open(folder_.string() + address, options);
  }

  // "page>target page>-" and "page: title", in order; skips as "reason: what".
  struct Told {
    std::string links;
    std::string titles;
    std::string skipped;
    uint64_t files = 0;
    uint64_t self_links = 0;
    size_t pieces = 0;
  };
  [[nodiscard]] Told read(const std::string& address = "=https://example.org/",
                          const SourceOptions& options = {}) const {
    Told told;
    auto source = open(address, options);
    EXPECT_TRUE(source) << source.error().message;
    if (!source) return told;
    LinkBlock block;
    const auto add = [](std::string& to, const std::string& text) {
      to += (to.empty() ? "" : " ") + text;
    };
    for (;;) {
      auto piece = (*source)->next();
      EXPECT_TRUE(piece);
      if (!piece || *piece == nullptr) return told;
      block.clear();
      (*piece)->parse(block);
      ++told.pieces;
      const auto key = [&](uint32_t page) {
        return page == LinkBlock::kNoTarget ? "-" : std::string(block.key(block.names()[page]));
      };
      for (const auto& link : block.links()) {
        add(told.links, key(link.source) + ">" + key(link.target));
      }
      for (const auto& fetch : block.fetches()) {
        if (fetch.title.length == 0) continue;
        add(told.titles, key(fetch.page) + ":" + std::string(block.text(fetch.title)));
      }
      for (const auto& sample : block.samples()) {
        add(told.skipped, std::string(skip_reason_text(sample.reason)) + ":" + sample.text);
      }
      told.files += block.lines;
      told.self_links += block.self_links;
    }
  }

  fs::path folder_;
};

TEST_F(HtmlTree, AFileIsThePageOfItsAddress) {
  write("a.html", "<title>The A</title><a href=b.html>b</a><a href='http://x.com/'>x</a>");
  write("sub/b.htm", "<a href=../a.html#top>a</a><area href=/sub/c.xhtml>");
  write("sub/c.xhtml", "no links");
  write("picture.png", "<a href=never>");
  const Told told = read();
  EXPECT_EQ(told.links,
            "org,example)/a.html>- org,example)/a.html>org,example)/b.html "
            "org,example)/a.html>com,x)/ org,example)/sub/b.htm>- "
            "org,example)/sub/b.htm>org,example)/a.html "
            "org,example)/sub/b.htm>org,example)/sub/c.xhtml org,example)/sub/c.xhtml>-");
  EXPECT_EQ(told.titles, "org,example)/a.html:The A");
  EXPECT_EQ(told.files, 3U);
}

TEST_F(HtmlTree, AnIndexFileIsItsFolderWhicheverALinkSays) {
  write("index.html", "<a href=sub>1</a><a href=sub/>2</a><a href=sub/index.html>3</a>");
  write("sub/index.html", "<a href=..>up</a><a href=../index.html?q#f>up</a><a href=>self</a>");
  EXPECT_EQ(read().links,
            "org,example)/>- org,example)/>org,example)/sub/ org,example)/>org,example)/sub/ "
            "org,example)/>org,example)/sub/ org,example)/sub/>- org,example)/sub/>org,example)/ "
            "org,example)/sub/>org,example)/?q");
  EXPECT_EQ(read().self_links, 1U);
}

TEST_F(HtmlTree, ABaseCounts) {
  write("a.html", "<base href=https://other.net/x/><a href=y>y</a>");
  EXPECT_EQ(read().links, "org,example)/a.html>- org,example)/a.html>net,other)/x/y");
}

TEST_F(HtmlTree, MayBeServedFromAnyFolder) {
  write("a b%.html", "<a href=/>root</a>");
  EXPECT_EQ(read("=http://example.org/docs").links,
            "org,example)/docs/a%20b%25.html>- org,example)/docs/a%20b%25.html>org,example)/");
}

TEST_F(HtmlTree, LinksThatAreNoPagesAreCounted) {
  write("a.html", "<a href=mailto:me@x.org>m</a><a href='http://a..b/'>b</a><a href='#x'>self</a>");
  const Told told = read();
  EXPECT_EQ(told.links, "org,example)/a.html>-");
  EXPECT_EQ(told.skipped,
            "not http(s):https://example.org/a.html: mailto:me@x.org "
            "bad host:https://example.org/a.html: http://a..b/");
}

TEST_F(HtmlTree, OddFilesDoNoHarm) {
  write("empty.html", "");
  write("nul.html", std::string("<a href=x\0y>z</a>\0<a", 20));
  write("latin.html", "<meta charset=iso-8859-1><title>caf\xE9</title>");
  fs::create_symlink("missing.html", folder_ / "dangling.html");
  fs::create_directory(folder_ / "folder.html");
  fs::create_symlink("latin.html", folder_ / "same.html");
  const Told told = read();
  EXPECT_EQ(told.files, 4U);
  EXPECT_EQ(told.titles, "org,example)/latin.html:caf\xC3\xA9 org,example)/same.html:caf\xC3\xA9");
}

TEST_F(HtmlTree, LinksOutOfTheFolderAreNotFollowed) {
  const fs::path outside = folder_.string() + "-outside";
  fs::create_directories(outside);
  std::ofstream(outside / "secret.html") << "<title>secret</title>";
  write("a.html", "<title>a</title>");
  fs::create_symlink(outside / "secret.html", folder_ / "absolute.html");
  fs::create_directories(folder_ / "deep");
  fs::create_symlink("../../" + outside.filename().string() + "/secret.html",
                     folder_ / "deep/index.html");
  fs::create_symlink("../a.html", folder_ / "deep/b.html");
  fs::create_symlink(outside, folder_ / "folder");
  fs::create_symlink(folder_ / "absolute.html", folder_ / "twice.html");
  const Told told = read();
  EXPECT_EQ(told.titles, "org,example)/a.html:a org,example)/deep/b.html:a");
  EXPECT_EQ(told.skipped,
            "symbolic link out of the folder:absolute.html "
            "symbolic link out of the folder:deep/index.html "
            "symbolic link out of the folder:twice.html");
  EXPECT_EQ(told.files, 5U);
  // The folder itself may be called by a link.
  const fs::path name = folder_.string() + "-link";
  fs::create_directory_symlink(folder_, name);
  const auto source =
      find_source("html").value()->open(name.string() + "=https://example.org/", {});
  EXPECT_TRUE(source);
  fs::remove(name);
  fs::remove_all(outside);
}

TEST_F(HtmlTree, IsReadInPieces) {
  for (int i = 0; i < 20; ++i) write(std::to_string(i) + ".html", std::string(100, 'x'));
  EXPECT_EQ(read().pieces, 1U);
  EXPECT_EQ(read("=http://a.com/", {.piece_bytes = 250}).pieces, 7U);
}

TEST_F(HtmlTree, SaysWhatItNeeds) {
  const auto expect_error = [&](const std::string& address, ErrorCode code) {
    const auto source = open(address);
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, code) << source.error().message;
  };
  expect_error("=https://example.org/", ErrorCode::kNotFound);  // no HTML in it
  expect_error("-missing=https://example.org/", ErrorCode::kNotFound);
  write("a.html", "");
  expect_error("", ErrorCode::kInvalidArgument);
  expect_error("=https://exa..mple/", ErrorCode::kInvalidArgument);
  expect_error("=https://example.org/?q", ErrorCode::kInvalidArgument);
  EXPECT_FALSE(open("=https://example.org/", {.opaque_names = true}));
}

TEST(Sources, AreFoundByName) {
  EXPECT_EQ(find_source("links").value()->name, "links");
  const auto unknown = find_source("nonsense");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("links"), std::string::npos);
  EXPECT_NE(unknown.error().message.find("html"), std::string::npos);
}

}  // namespace
}  // namespace cocite::read
