#include "read/markdown.h"

#include <gtest/gtest.h>

#include "read/front_matter.h"
#include "read/markdown_names.h"
#include "read/markdown_prose.h"

namespace cocite::read {
namespace {

std::string links_of(std::string_view file) {
  MarkdownParser parser;
  std::string all;
  for (const MarkdownLink& link : parser.parse(file).links) {
    if (!all.empty()) all += " ";
    all += (link.is_wiki ? "[[" : "") + link.target + (link.is_wiki ? "]]" : "") + "(" +
           link.anchor + ")";
  }
  return all;
}

TEST(Markdown, LinksOfAllKindsComeInPageOrder) {
  EXPECT_EQ(links_of("See [the *guide*](guide.md#x \"title\"), [ref][r], <https://a.example/> and "
                     "https://b.example/x.\n\n[r]: other.md\n"),
            "guide.md#x(the guide) other.md(ref) https://a.example/(https://a.example/) "
            "https://b.example/x(https://b.example/x)");
  EXPECT_EQ(
      links_of("[[Page]] [[Page|text]] [[folder/Page#Part]] ![[embed]]"),
      "[[Page]](Page) [[Page]](text) [[folder/Page#Part]](folder/Page#Part) [[embed]](embed)");
  EXPECT_EQ(links_of("a [b](c.md)\n\n| x | y |\n|---|---|\n| [d](e.md) | [[f]] |\n"),
            "c.md(b) e.md(d) [[f]](f)");
}

TEST(MarkdownProse, IsOutsideOfHeadingsLinksAndCode) {
  const std::string file =
      "---\ntitle: honey\n---\n# honey\n\nOne honey [honey](a.md) [[honey]] `honey` **two\nthree** "
      "<b>honey</b> {{honey}} ![honey](x.png)\n\n    honey\n\n| honey |\n|---|\n| honey |\n\n"
      "- four &amp; <https://honey.example/> five\n\n<div>honey</div>\n";
  std::string all;
  for (const MarkdownSpan& span : markdown_prose(file)) {
    all += "(" + file.substr(span.begin, span.end - span.begin) + ")";
  }
  EXPECT_EQ(all, "(One honey )( )( )( )(two)(three)( )(four )( )( five)");
}

TEST(Markdown, ImagesAndCodeAreNoLinks) {
  EXPECT_EQ(links_of("![alt](x.png) `[a](b.md)`\n\n```\n[c](d.md)\n```\n\n    [e](f.md)\n"), "");
  EXPECT_EQ(links_of("[![alt](x.png)](page.md)"), "page.md(alt)");
}

TEST(Markdown, HtmlInsideIsRead) {
  EXPECT_EQ(links_of("text <a href=\"a.md?x=1&amp;y\">A <b>b</b></a> end"), "a.md?x=1&y(A b)");
  EXPECT_EQ(links_of("<div>\n<a\n  href='b.md'>two\nlines</a>\n</div>\n"), "b.md(two lines)");
}

TEST(Markdown, ShortcodesOfHugoAndImportsOfMdxAreUnderstood) {
  EXPECT_EQ(links_of("[a]({{< ref \"guide/a.md\" >}}) {{< figure src=\"x\" >}}"), "guide/a.md(a)");
  EXPECT_EQ(links_of("import Tabs from '@theme/Tabs';\n\n[a](b.md)"), "b.md(a)");
}

// Looked for up to the end of the line, each of these would take an hour.
TEST(Markdown, BracesWithoutEndTakeNoTime) {
  std::string text = "{{< ref \"a.md\" >}} ";
  for (int i = 0; i < 4'000'000; ++i) text += "{{";
  EXPECT_EQ(links_of("[a](" + text.substr(0, 18) + ") " + text), "a.md(a)");
}

TEST(Markdown, TitlesComeFromFrontMatterOrTheFirstHeading) {
  MarkdownParser parser;
  EXPECT_EQ(parser.parse("---\ntitle: \"The: title\"\n---\n# Heading\n").title, "The: title");
  EXPECT_EQ(parser.parse("intro\n\n## Second *level*\n\n# First\n").title, "Second level");
  EXPECT_EQ(parser.parse("no heading").title, "");
  EXPECT_EQ(parser.parse("# A\n\nsome `code` &amp; more\n\n```\nhidden\n```\n").text,
            "A some code & more");
}

TEST(Markdown, FrontMatterIsYamlOrToml) {
  const FrontMatter yaml = read_front_matter(
      "---\ntitle: 'It''s'\ndate: 2024-05-01 10:00:00 +0200\ndraft: true # not yet\ntags:\n  - "
      "title: no\nslug: /x\n---\nbody");
  EXPECT_EQ(yaml.title, "It's");
  EXPECT_EQ(yaml.date, 1714521600U);
  EXPECT_TRUE(yaml.is_draft);
  EXPECT_EQ(yaml.slug, "/x");
  const FrontMatter toml = read_front_matter("+++\r\ntitle = \"T\"\r\n+++\r\nbody");
  EXPECT_EQ(toml.title, "T");
  EXPECT_EQ(toml.size, 23U);
  EXPECT_EQ(read_front_matter("---\ntitle: x\n").size, 0U);
  EXPECT_EQ(read_front_matter("").size, 0U);
}

class Names : public ::testing::Test {
 protected:
  static MarkdownNames names(MarkdownPreset preset = MarkdownPreset::kGithub) {
    return {preset,
            {"README.md", "guide/index.md", "guide/setup.md", "notes/My Page.md", "notes/setup.md"},
            {"logo.png"}};
  }
  static std::string found(const MarkdownNames& names, size_t from, const std::string& target,
                           bool is_wiki = false) {
    const auto one = names.resolve(from, {.target = target, .anchor = {}, .is_wiki = is_wiki});
    std::string text = one.file == MarkdownNames::kNoFile ? one.path : names.path(one.file);
    if (one.is_missing) text += " missing";
    if (one.is_ambiguous) text += " ambiguous";
    if (one.is_elsewhere) text += " elsewhere";
    return text;
  }
};

TEST_F(Names, PathsAreRelativeThenFromTheRoot) {
  const MarkdownNames all = names();
  EXPECT_EQ(found(all, 0, "guide/setup.md#x"), "guide/setup.md");
  EXPECT_EQ(found(all, 2, "../README.md"), "README.md");
  EXPECT_EQ(found(all, 2, "/notes/My%20Page.md"), "notes/My Page.md");
  EXPECT_EQ(found(all, 0, "guide/"), "guide/index.md");
  EXPECT_EQ(found(all, 0, "guide/setup.html?x"), "guide/setup.md");
  EXPECT_EQ(found(all, 2, "GUIDE/Setup"), "guide/setup.md");
  EXPECT_EQ(found(all, 0, "#part"), "README.md");
  EXPECT_EQ(found(all, 0, "logo.png"), "logo.png");
  EXPECT_EQ(found(all, 0, "gone.md"), "gone.md missing");
  EXPECT_EQ(found(all, 0, "../../x.md"), "../../x.md elsewhere");
  EXPECT_EQ(found(all, 0, "https://a.example/"), "https://a.example/ elsewhere");
}

TEST_F(Names, WikiLinksAreNamesAnywhere) {
  const MarkdownNames all = names();
  EXPECT_EQ(found(all, 0, "my page", true), "notes/My Page.md");
  EXPECT_EQ(found(all, 2, "setup", true), "guide/setup.md ambiguous");
  EXPECT_EQ(found(all, 4, "setup", true), "notes/setup.md ambiguous");
  EXPECT_EQ(found(all, 0, "notes/setup#Part", true), "notes/setup.md");
  EXPECT_EQ(found(all, 0, "New idea", true), "New idea.md missing");
  EXPECT_EQ(found(all, 0, "#Part", true), "README.md");
  EXPECT_EQ(found(all, 0, "../../etc/passwd", true), "../../etc/passwd elsewhere");
}

// Many files of one name: were each of them looked at for every link, this would take a quarter of an hour.
TEST_F(Names, ManyFilesOfOneNameTakeNoTime) {
  constexpr size_t kFiles = 50'000;
  std::vector<std::string> pages;
  for (size_t i = 0; i < kFiles; ++i) pages.push_back("a/" + std::to_string(i) + "/setup.md");
  const MarkdownNames all(MarkdownPreset::kGithub, std::move(pages), {});
  for (size_t i = 0; i < kFiles; ++i) {
    const std::string own = std::to_string(i) + "/setup";
    ASSERT_EQ(all.resolve(0, {.target = own, .anchor = {}, .is_wiki = true}).file, i);
    ASSERT_EQ(all.resolve(i, {.target = "setup", .anchor = {}, .is_wiki = true}).file, i);
  }
  EXPECT_TRUE(all.resolve(0, {.target = "setup", .anchor = {}, .is_wiki = true}).is_ambiguous);
}

TEST_F(Names, PresetsMakeAddresses) {
  const auto addresses = [](MarkdownPreset preset) {
    const MarkdownNames all = names(preset);
    return all.address(0) + " " + all.address(1) + " " + all.address(2) + " " + all.address(3);
  };
  using enum MarkdownPreset;
  EXPECT_EQ(addresses(kGithub), "README.md guide/index.md guide/setup.md notes/My Page.md");
  EXPECT_EQ(addresses(kHtml), " guide/ guide/setup.html notes/My Page.html");
  EXPECT_EQ(addresses(kMkdocs), " guide/ guide/setup/ notes/My Page/");
  EXPECT_EQ(addresses(kHugo), " guide/ guide/setup/ notes/my-page/");
  EXPECT_EQ(addresses(kDocusaurus), " guide/ guide/setup notes/My Page");
  EXPECT_EQ(addresses(kObsidian), " guide/ guide/setup notes/My+Page");
  EXPECT_EQ(names(kDocusaurus).address_of("01-basics/02-intro.md"), "basics/intro");
  EXPECT_FALSE(find_markdown_preset("floppy"));
}

TEST_F(Names, FrontMatterMovesPages) {
  MarkdownNames all = names(MarkdownPreset::kHugo);
  all.set_front_matter(2, {.slug = "install"});
  all.set_front_matter(3, {.url = "/about/"});
  EXPECT_EQ(all.address(2), "guide/install/");
  EXPECT_EQ(all.address(3), "about/");
  EXPECT_EQ(found(all, 0, "/guide/install/"), "guide/setup.md");
}

}  // namespace
}  // namespace cocite::read
