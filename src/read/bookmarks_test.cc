#include "read/bookmarks.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace cocite::read {
namespace {

std::string told(const Bookmarks& all) {
  std::string text = all.title + ":";
  for (const Bookmarks::Entry& entry : all.entries) {
    text += " [" + all.folders[entry.folder].path + "] " + entry.title + " " + entry.address;
  }
  return text;
}

// As buku 4.7 exports them.
constexpr std::string_view kBuku = R"(<!DOCTYPE NETSCAPE-Bookmark-file-1>

<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>

<DL><p>
    <DT><H3 ADD_DATE="1795002385" LAST_MODIFIED="1795002385" PERSONAL_TOOLBAR_FOLDER="true">buku bookmarks</H3>
    <DL><p>
        <DT><A HREF="https://www.debian.org/" ADD_DATE="1795002385" LAST_MODIFIED="1795002385" TAGS="debian,linux">Debian & friends</A>
        <DT><A HREF="https://example.org/a?x=1&y=2" ADD_DATE="1795002385" LAST_MODIFIED="1795002385">Example "A"</A>
    </DL><p>
</DL><p>)";

// As newsboat 2.21 exports them.
constexpr std::string_view kNewsboat = R"(<?xml version="1.0"?>
<opml version="1.0">
  <head>
    <title>newsboat - Exported Feeds</title>
  </head>
  <body>
    <outline type="rss" xmlUrl="https://planet.debian.org/rss20.xml" htmlUrl="" title=""/>
    <outline type="rss" xmlUrl="https://example.org/feed.xml" htmlUrl="" title=""/>
  </body>
</opml>
)";

TEST(Bookmarks, FilesOfOtherProgramsAreRead) {
  EXPECT_TRUE(is_bookmarks(kBuku));
  EXPECT_EQ(told(read_bookmarks(kBuku)),
            "Bookmarks: [buku bookmarks] Debian & friends https://www.debian.org/ [buku bookmarks] "
            "Example \"A\" https://example.org/a?x=1&y=2");
  EXPECT_TRUE(is_bookmarks(kNewsboat));
  EXPECT_EQ(told(read_bookmarks(kNewsboat)),
            "newsboat - Exported Feeds: []  https://planet.debian.org/rss20.xml []  "
            "https://example.org/feed.xml");
}

TEST(Bookmarks, FoldersAreNested) {
  EXPECT_EQ(told(read_bookmarks("<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>B</H1><DL><p>"
                                "<DT><A HREF='a'>A</A><DT><H3>F</H3><DL><p><DT><H3>G</H3><DL>"
                                "<DT><A HREF='b'>two\nlines</A></DL><DT><A HREF='c'>C</A></DL>"
                                "<DT><A HREF='d'>D</A></DL>")),
            "B: [] A a [F/G] two lines b [F] C c [] D d");
  const Bookmarks outline = read_bookmarks(
      "<opml><body><outline text='News'><outline text='X' xmlUrl='x' htmlUrl='h'/>"
      "<outline text='Y' xmlUrl='y'></outline></outline><outline text='Z' url='z'/></body></opml>");
  EXPECT_EQ(told(outline), ": [News] X h [News] Y y [] Z z");
}

TEST(Bookmarks, DeepFoldersDoNotTakeMoreMemoryThanTheirFile) {
  std::string text = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>";
  for (int i = 0; i < 60; ++i) text += "<H3>" + std::string(490, 'x') + "</H3><DL>";
  for (int i = 0; i < 1000; ++i) text += "<H3>y</H3><DL><A HREF='a'>a</A></DL>";
  const Bookmarks all = read_bookmarks(text);
  EXPECT_EQ(all.entries.size(), 1000U);
  size_t bytes = 0;
  for (const Bookmarks::Folder& folder : all.folders) bytes = std::max(bytes, folder.path.size());
  EXPECT_LE(bytes, 600U);
}

TEST(Bookmarks, OtherFilesAreNot) {
  EXPECT_FALSE(is_bookmarks("<!DOCTYPE html><title>x</title>"));
  EXPECT_FALSE(is_bookmarks("<opmlish>"));
  EXPECT_FALSE(is_bookmarks(""));
  EXPECT_EQ(read_bookmarks("").folders.size(), 1U);
}

}  // namespace
}  // namespace cocite::read
