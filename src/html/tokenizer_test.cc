#include "html/tokenizer.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "html/references.h"
#include "html/testing/page_maker.h"

namespace cocite::html {
namespace {

using namespace std::string_literals;

// Tokens as text: T(text) R(rcdata) X(raw) <tag name=value /> </tag> C(comment) D(doctype)
std::string tokens_of(std::string_view page, Comments comments = Comments::kGive) {
  std::string result;
  Tokenizer tokens(page, comments);
  while (tokens.next()) {
    const Token& token = tokens.token();
    switch (token.kind) {
      case TokenKind::kText:
        result += token.text_kind == TextKind::kData     ? "T("
                  : token.text_kind == TextKind::kRcdata ? "R("
                                                         : "X(";
        result += std::string(token.text) + ")";
        break;
      case TokenKind::kComment:
        result += "C(" + std::string(token.text) + ")";
        break;
      case TokenKind::kDoctype:
        result += "D";
        break;
      case TokenKind::kStartTag:
      case TokenKind::kEndTag:
        result += token.kind == TokenKind::kEndTag ? "</" : "<";
        result += token.name;
        for (const Attribute& attribute : token.attributes) {
          result += " " + std::string(attribute.name) + "=" + std::string(attribute.value);
        }
        result += token.self_closing ? "/>" : ">";
        break;
    }
  }
  return result;
}

TEST(Tokenizer, ReadsTextTagsAndTextAgain) {
  EXPECT_EQ(tokens_of("a<b>c</b>d"), "T(a)<b>T(c)</b>T(d)");
  EXPECT_EQ(tokens_of(""), "");
  EXPECT_EQ(tokens_of("no tags at all, longer than one vector of bytes"),
            "T(no tags at all, longer than one vector of bytes)");
}

TEST(Tokenizer, TakesALessThanSignThatStartsNothingAsText) {
  EXPECT_EQ(tokens_of("1 < 2 <3 <"), "T(1 < 2 <3 <)");
  EXPECT_EQ(tokens_of("a<<b>"), "T(a<)<b>");
  EXPECT_EQ(tokens_of("a</"), "T(a</)");
}

TEST(Tokenizer, ReadsAttributesInEveryQuoting) {
  EXPECT_EQ(tokens_of("<a b=c d='e' f=\"g\" h>"), "<a b=c d=e f=g h=>");
  EXPECT_EQ(tokens_of("<a b = c\td\n=\n'e'>"), "<a b=c d=e>");
  EXPECT_EQ(tokens_of("<a b='>' c=\"'\" d=e\">"), "<a b=> c=' d=e\">");
  EXPECT_EQ(tokens_of("<a b='c'd=\"e\"f>"), "<a b=c d=e f=>");
  EXPECT_EQ(tokens_of("<a b=>c"), "<a b=>T(c)");
  EXPECT_EQ(tokens_of("<a b=/c/>"), "<a b=/c/>") << "a slash is part of an unquoted value";
  EXPECT_EQ(tokens_of("<a =b=c>"), "<a =b=c>") << "a leading = belongs to the name";
  EXPECT_EQ(tokens_of("<a b'c'=d>"), "<a b'c'=d>") << "quotes count only behind =";
  EXPECT_EQ(tokens_of("<a <b>"), "<a <b=>");
}

TEST(Tokenizer, ReadsSelfClosingTagsOnlyWhereSlashAndEndMeet) {
  EXPECT_EQ(tokens_of("<br/><br / ><a/b=c/><p/"), "<br/><br><a b=c/>");
}

TEST(Tokenizer, KeepsNamesInThePagesCaseAndKnowsThemInAny) {
  Tokenizer tokens("<BlockQuote><ANNOTATION-XML><blockquotes><H1><h\x11>");
  const Tag expected[] = {Tag::kBlockquote, Tag::kAnnotationXml, Tag::kUnknown, Tag::kH1,
                          Tag::kUnknown};
  for (const Tag tag : expected) {
    ASSERT_TRUE(tokens.next());
    EXPECT_EQ(tokens.token().tag, tag) << tokens.token().name;
  }
}

TEST(Tokenizer, KnowsEveryListedTagAtTheEndOfThePageToo) {
  for (size_t i = 1; i < internal::kTagNames.size(); ++i) {
    std::string name(internal::kTagNames[i]);
    EXPECT_EQ(find_tag(name), static_cast<Tag>(i));
    EXPECT_EQ(find_tag(name, name.size()), static_cast<Tag>(i));
    for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    const std::string padded = name + "=\"12345678";
    EXPECT_EQ(find_tag(std::string_view(padded).substr(0, name.size()), padded.size()),
              static_cast<Tag>(i));
    EXPECT_EQ(find_tag(name + "x"), Tag::kUnknown) << name;
    EXPECT_EQ(find_tag(name + std::string(1, '\0')), Tag::kUnknown) << name;
  }
}

TEST(Tokenizer, DropsATagThatTheEndOfThePageCutsOff) {
  for (const char* page : {"<a", "<a ", "<a b", "<a b=", "<a b=c", "<a b='c", "<a b='c'", "<a /"}) {
    EXPECT_EQ(tokens_of("x"s + page), "T(x)") << page;
  }
}

TEST(Tokenizer, KeepsTheFirstOfTwoAttributesOfOneName) {
  Tokenizer tokens("<a HREF=one href=two>");
  ASSERT_TRUE(tokens.next());
  ASSERT_NE(tokens.token().attribute("href"), nullptr);
  EXPECT_EQ(*tokens.token().attribute("href"), "one");
  EXPECT_EQ(tokens.token().attribute("rel"), nullptr);
}

TEST(Tokenizer, BoundsTheAttributesOfATagAndReadsPastTheRest) {
  std::string page = "<a";
  for (int i = 0; i < 5000; ++i) page += " b" + std::to_string(i) + "='>'";
  Tokenizer tokens(page += ">c");
  ASSERT_TRUE(tokens.next());
  EXPECT_EQ(tokens.token().attributes.size(), kMaxAttributes);
  ASSERT_TRUE(tokens.next());
  EXPECT_EQ(tokens.token().text, "c");
}

TEST(Tokenizer, EndsCommentsWhereTheStandardDoes) {
  EXPECT_EQ(tokens_of("<!--a-->b"), "C(a)T(b)");
  EXPECT_EQ(tokens_of("<!-->b"), "C()T(b)");
  EXPECT_EQ(tokens_of("<!--->b"), "C()T(b)");
  EXPECT_EQ(tokens_of("<!---->b"), "C()T(b)");
  EXPECT_EQ(tokens_of("<!--a--!>b"), "C(a)T(b)");
  EXPECT_EQ(tokens_of("<!--!>b-->"), "C(!>b)") << "the dashes of <!-- do not count for --!>";
  EXPECT_EQ(tokens_of("<!---!>b-->"), "C(-!>b)");
  EXPECT_EQ(tokens_of("<!----!>b"), "C()T(b)");
  EXPECT_EQ(tokens_of("<!--a-- >b--->c"), "C(a-- >b-)T(c)");
  EXPECT_EQ(tokens_of("<!--<!--a-->b"), "C(<!--a)T(b)");
  EXPECT_EQ(tokens_of("<!--a<b>"), "C(a<b>)") << "to the end of the page";
}

TEST(Tokenizer, EndsBogusCommentsAtTheNextGreaterThanSign) {
  EXPECT_EQ(tokens_of("<!a-->b"), "C(a--)T(b)");
  EXPECT_EQ(tokens_of("<!-a-->b"), "C(-a--)T(b)");
  EXPECT_EQ(tokens_of("<?xml v='1>2'?>"), "C(?xml v='1)T(2'?>)");
  EXPECT_EQ(tokens_of("</ a>b"), "C( a)T(b)");
  EXPECT_EQ(tokens_of("</>b"), "T(b)");
  EXPECT_EQ(tokens_of("<!>b<!"), "C()T(b)C()");
}

TEST(Tokenizer, EndsADoctypeAtTheFirstGreaterThanSignEvenInQuotes) {
  EXPECT_EQ(tokens_of("<!DOCTYPE html>a"), "DT(a)");
  EXPECT_EQ(tokens_of("<!doctype html PUBLIC \"a>b\">"), "DT(b\">)");
  EXPECT_EQ(tokens_of("<!doctype"), "D");
}

TEST(Tokenizer, ReadsTitleAndTextareaAsTextWithReferences) {
  EXPECT_EQ(tokens_of("<title>a<b>&amp;</titlex></TITLE >c"),
            "<title>R(a<b>&amp;</titlex>)</TITLE>T(c)");
  EXPECT_EQ(tokens_of("<textarea></textarea>"), "<textarea></textarea>");
  EXPECT_EQ(tokens_of("<title>a</title"), "<title>R(a</title)") << "to the end of the page";
}

TEST(Tokenizer, ReadsStyleAndItsLikeAsPlainText) {
  for (const char* name : {"style", "xmp", "iframe", "noembed", "noframes"}) {
    const std::string tag = "<"s + name + ">";
    const std::string end = "</"s + name + ">";
    EXPECT_EQ(tokens_of(tag + "<a>&lt;<!--" + end + "b"), tag + "X(<a>&lt;<!--)" + end + "T(b)");
  }
  EXPECT_EQ(tokens_of("<noscript><a></noscript>"), "<noscript><a></noscript>") << "markup";
  EXPECT_EQ(tokens_of("<plaintext>a</plaintext><b>"), "<plaintext>X(a</plaintext><b>)");
}

TEST(Tokenizer, EndsScriptsInEveryEscapedState) {
  EXPECT_EQ(tokens_of("<script>a<b>c</script>d"), "<script>X(a<b>c)</script>T(d)");
  EXPECT_EQ(tokens_of("<script><!--a</script>b"), "<script>X(<!--a)</script>T(b)");
  EXPECT_EQ(tokens_of("<script><!--<script>a</script>b--></script>c"),
            "<script>X(<!--<script>a</script>b-->)</script>T(c)");
  EXPECT_EQ(tokens_of("<script><!--<script>a</script>b</script>c"),
            "<script>X(<!--<script>a</script>b)</script>T(c)");
  EXPECT_EQ(tokens_of("<script><!--<script>--></script>a"),
            "<script>X(<!--<script>-->)</script>T(a)");
  EXPECT_EQ(tokens_of("<script><!--><script></script>a"), "<script>X(<!--><script>)</script>T(a)");
  EXPECT_EQ(tokens_of("<script><!-- <scripty></script>a"),
            "<script>X(<!-- <scripty>)</script>T(a)");
  EXPECT_EQ(tokens_of("<script><!-<script></script>a"), "<script>X(<!-<script>)</script>T(a)");
  EXPECT_EQ(tokens_of("<script>a</script"), "<script>X(a</script)");
  EXPECT_EQ(tokens_of("<script>a</script/>b"), "<script>X(a)</script/>T(b)");
}

TEST(Tokenizer, KnowsCdataOnlyInsideSvgAndMath) {
  EXPECT_EQ(tokens_of("<![CDATA[a>b]]>"), "C([CDATA[a)T(b]]>)");
  EXPECT_EQ(tokens_of("<svg><![CDATA[a>b]]>c</svg><![CDATA[d>"),
            "<svg>X(a>b)T(c)</svg>C([CDATA[d)");
  EXPECT_EQ(tokens_of("<math><![CDATA[a"), "<math>X(a)");
  EXPECT_EQ(tokens_of("<svg/><![CDATA[a>"), "<svg/>C([CDATA[a)");
  EXPECT_EQ(tokens_of("<svg><p><![CDATA[a>"), "<svg><p>C([CDATA[a)") << "a p ends the svg";
  EXPECT_EQ(tokens_of("<svg><desc><![CDATA[a>"), "<svg><desc>C([CDATA[a)") << "HTML inside desc";
  EXPECT_EQ(tokens_of("<svg><desc></desc><![CDATA[a]]>"), "<svg><desc></desc>X(a)");
}

TEST(Tokenizer, ReadsScriptAndTitleInSvgAsMarkup) {
  EXPECT_EQ(tokens_of("<svg><title><b></title><script><a></script></svg>"),
            "<svg><title><b></title><script><a></script></svg>");
  EXPECT_EQ(tokens_of("<svg><b><script><a></script></svg>"),
            "<svg><b><script>X(<a>)</script></svg>")
      << "a b ends the svg";
  EXPECT_EQ(tokens_of("<svg><script><a></a></script></svg><script><a></script>"),
            "<svg><script><a></a></script></svg><script>X(<a>)</script>");
}

// Every token lies behind the one before it, and none holds bytes that are not the page's.
void expect_in_order(std::string_view page) {
  Tokenizer tokens(page);
  size_t last = 0;
  bool first = true;
  size_t count = 0;
  while (tokens.next()) {
    const Token& token = tokens.token();
    ASSERT_TRUE(first || token.offset > last);
    ASSERT_LT(token.offset, page.size());
    first = false;
    last = token.offset;
    ASSERT_LE(++count, page.size());
  }
}

TEST(Tokenizer, GoesForwardOnAnyBytesCutAnywhere) {
  testing::PageMaker maker(7);
  for (int i = 0; i < 100; ++i) {
    const std::string page = maker.spoil(maker.make(12, testing::kForeignPieces));
    for (size_t cut = 0; cut <= page.size(); ++cut) {
      // An own copy, so that a sanitizer sees a read past the cut.
      const std::string part = page.substr(0, cut);
      expect_in_order(part);
    }
  }
  for (int i = 0; i < 2000; ++i) {
    std::string bytes(maker.below(60), '\0');
    for (char& c : bytes) c = static_cast<char>(maker.below(256));
    for (size_t at = 0; at < bytes.size(); at += 5) bytes[at] = "<>/!-a=\"'&"[maker.below(10)];
    expect_in_order(bytes);
  }
}

TEST(Tokenizer, SkipsCommentsAndDoctypesAsIfTheyWereNotThere) {
  const auto without = [](std::string_view page) { return tokens_of(page, Comments::kSkip); };
  EXPECT_EQ(without("<!doctype html>a<!-- <b> -->b<!WA9><!WA9><i>"), "T(a)T(b)<i>");
  EXPECT_EQ(without("<!doctype"), "");
  EXPECT_EQ(without("<!-"), "");
  EXPECT_EQ(without("a<!x"), "T(a)");
  EXPECT_EQ(without("a<!"), tokens_of("a<!"));
  EXPECT_EQ(without("<svg><![CDATA[<b>]]><!y></svg>"), "<svg>X(<b>)</svg>");
}

}  // namespace
}  // namespace cocite::html
