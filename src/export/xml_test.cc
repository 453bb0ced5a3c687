#include "export/xml.h"

#include <random>

#include <gtest/gtest.h>

namespace cocite::exporter {
namespace {

TEST(XmlText, EscapesMarkup) {
  EXPECT_EQ(xml_text("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c'");
}

TEST(XmlText, KeepsCharactersOfAnyLanguage) {
  EXPECT_EQ(xml_text("B\xC3\xBC"
                     "cher \xE6\x9C\xAC \xF0\x9F\x98\x80"),
            "B\xC3\xBC"
            "cher \xE6\x9C\xAC \xF0\x9F\x98\x80");
}

TEST(XmlText, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(xml_text(std::string_view("a\0b", 3)),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(xml_text("\x1B[31m"), "\xEF\xBF\xBD[31m");
  EXPECT_EQ(xml_text("\xEF\xBF\xBF"), "\xEF\xBF\xBD");                  // U+FFFF
  EXPECT_EQ(xml_text("\xED\xA0\x80").find("\xED"), std::string::npos);  // half of a surrogate pair
}

TEST(XmlText, ReplacesEachByteThatIsNotUtf8) {
  EXPECT_EQ(xml_text("\xFF\xFE"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(xml_text("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");    // '/' in two bytes
  EXPECT_EQ(xml_text("x\xE6\x9C"), "x\xEF\xBF\xBD\xEF\xBF\xBD");  // cut short
}

TEST(XmlText, WritesLineEndsSoThatAttributesKeepThem) {
  EXPECT_EQ(xml_text("a\tb\nc\rd"), "a&#9;b&#10;c&#13;d");
}

TEST(XmlText, GivesNoMarkupAndNoControlCharacterForAnyBytes) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 12, ' ');
    for (char& c : text) c = static_cast<char>(random());
    const std::string result = xml_text(text);
    for (const char c : result) {
      ASSERT_FALSE(c == '<' || c == '>' || c == '"' || static_cast<unsigned char>(c) < 0x20);
    }
    // What came out is UTF-8 and allowed: nothing is replaced a second time.
    const auto replaced = [](const std::string& some) {
      size_t count = 0;
      for (size_t at = 0; (at = some.find("\xEF\xBF\xBD", at)) != std::string::npos; ++at) ++count;
      return count;
    };
    ASSERT_EQ(replaced(xml_text(result)), replaced(result));
  }
}

}  // namespace
}  // namespace cocite::exporter
