#include "html/references.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace cocite::html {
namespace {

using namespace std::string_literals;

struct Entity {
  uint16_t name_end;
  uint16_t legacy;
  uint32_t first;
  uint32_t second;
};
#include "html/entities.inc"

std::string name_of_entity(size_t i) {
  const size_t begin = i == 0 ? 0 : kEntities[i - 1].name_end;
  return {kEntityNames + begin, kEntities[i].name_end - begin};
}

std::string value_of_entity(size_t i) {
  std::string value;
  append_utf8(kEntities[i].first, value);
  if (kEntities[i].second != 0) append_utf8(kEntities[i].second, value);
  return value;
}

std::string in_text(std::string_view text) {
  std::string result;
  for (size_t pos = 0; pos < text.size();) {
    const Reference reference =
        text[pos] == '&' ? read_reference(text, pos, Place::kText) : Reference{};
    if (reference.length == 0) {
      result += text[pos++];
    } else {
      result += reference.utf8();
      pos += reference.length;
    }
  }
  return result;
}

std::string in_attribute(std::string_view raw) {
  std::string buffer;
  return std::string(decode_attribute(raw, buffer));
}

// The standard's words as they stand: the longest name in the table that the text begins with.
std::string naive(std::string_view text, Place place) {
  size_t best = 0;
  std::string value;
  for (size_t i = 0; i < kEntityCount; ++i) {
    for (const std::string& name : {name_of_entity(i) + ";", name_of_entity(i)}) {
      if (name.back() != ';' && kEntities[i].legacy == 0) continue;
      if (name.size() > best && text.substr(1).starts_with(name)) {
        best = name.size();
        value = value_of_entity(i);
      }
    }
  }
  if (best == 0) return std::string(text);
  const std::string_view rest = text.substr(1 + best);
  if (place == Place::kAttribute && text[best] != ';' && !rest.empty() &&
      (rest.front() == '=' || std::isalnum(static_cast<unsigned char>(rest.front())) != 0)) {
    return std::string(text);
  }
  return value + std::string(rest);
}

TEST(References, TableHasAllNamesOfTheStandard) {
  size_t legacy = 0;
  for (const Entity& entity : kEntities) legacy += entity.legacy;
  EXPECT_EQ(kEntityCount, 2125U);
  EXPECT_EQ(legacy, 106U) << "2,231 names, with and without a semicolon";
  for (size_t i = 0; i < kEntityCount; ++i) {
    EXPECT_EQ(in_text("&" + name_of_entity(i) + ";x"), value_of_entity(i) + "x");
    EXPECT_EQ(in_attribute("&" + name_of_entity(i) + ";="), value_of_entity(i) + "=");
  }
}

TEST(References, KnownNamesMeanWhatTheyMean) {
  EXPECT_EQ(in_text("&eacute;&Eacute;&euro;&nbsp;"), "\u00E9\u00C9\u20AC\u00A0");
  EXPECT_EQ(in_text("&CounterClockwiseContourIntegral;"), "\u2233");
  EXPECT_EQ(in_text("&nLt;"), "\u226A\u20D2") << "two code points";
  EXPECT_EQ(in_text("&fjlig;"), "fj");
  EXPECT_EQ(in_text("&Aopf;"), "\U0001D538");
  EXPECT_EQ(in_text("&AMP;&LT;&quot"), "&<\"");
}

TEST(References, OldNamesNeedNoSemicolonInText) {
  EXPECT_EQ(in_text("&copyright &notit; &notin; &ampx &lt3"), "\u00A9right \u00ACit; \u2209 &x <3");
  EXPECT_EQ(in_text("&nosuch; &euro &; & &&amp;"), "&nosuch; &euro &; & &&");
}

TEST(References, OldNamesInAttributesStopBeforeLettersDigitsAndEquals) {
  EXPECT_EQ(in_attribute("?a=1&copy=2&lt3&copyx&reg&amp;b"), "?a=1&copy=2&lt3&copyx\u00AE&b");
  EXPECT_EQ(in_attribute("&copy;=&copy "), "\u00A9=\u00A9 ");
  EXPECT_EQ(in_attribute("&notit;&notin;"), "&notit;\u2209");
}

TEST(References, AgreeWithANaiveSearchOnNearMisses) {
  std::mt19937 random(11);
  const std::string tails[] = {"", ";", "=", "x", "1;", " ", "it;", "A", "&", ";;"};
  for (int round = 0; round < 1500; ++round) {
    std::string text = "&" + name_of_entity(random() % kEntityCount);
    if (random() % 2 == 0) text.resize(1 + random() % text.size());
    text += tails[random() % std::size(tails)];
    if (text.size() < 2 || text.find('&', 1) != std::string::npos) continue;
    EXPECT_EQ(in_text(text), naive(text, Place::kText)) << text;
    EXPECT_EQ(in_attribute(text), naive(text, Place::kAttribute)) << text;
  }
}

TEST(References, NumbersInBothBasesWithAndWithoutSemicolon) {
  EXPECT_EQ(in_text("&#65;&#x41;&#X4a;&#65 &#x41g"), "AAJA Ag");
  EXPECT_EQ(in_attribute("&#65=&#x20AC;"), "A=\u20AC");
  EXPECT_EQ(in_text("&# &#x &#; &#x; &#a"), "&# &#x &#; &#x; &#a");
}

TEST(References, NumbersThatAreNoCharactersAreReplaced) {
  const std::string replaced(kReplacement);
  EXPECT_EQ(in_text("&#0;"), replaced);
  EXPECT_EQ(in_text("&#xD800;&#xDFFF;"), replaced + replaced);
  EXPECT_EQ(in_text("&#x110000;"), replaced);
  EXPECT_EQ(in_text("&#99999999999999999999;"), replaced);
  EXPECT_EQ(in_text("&#xD80110000;"), replaced) << "does not wrap";
  EXPECT_EQ(in_text("&#x10FFFF;"), "\U0010FFFF");
  EXPECT_EQ(in_text("&#128;&#x93;&#x9F;&#x81;"), "\u20AC\u201C\u0178\u0081") << "windows-1252";
}

TEST(References, AttributesLoseNulAndCarriageReturn) {
  EXPECT_EQ(in_attribute("a\0b"s), "a\uFFFDb");
  EXPECT_EQ(in_attribute("a\r\nb\rc\r"), "a\nb\nc\n");
  EXPECT_EQ(in_attribute("&"), "&");
}

TEST(References, AnAttributeWithoutAnyIsNotCopied) {
  const std::string raw = "plain.html?x=1#y";
  std::string buffer;
  EXPECT_EQ(decode_attribute(raw, buffer).data(), raw.data());
}

}  // namespace
}  // namespace cocite::html
