#include "text/terms.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/stemmer.h"
#include "text/testing/naive_words.h"

namespace cocite::text {
namespace {

using Strings = std::vector<std::string>;

Strings terms(std::string_view text) {
  TermReader reader;
  Strings result;
  reader.read(text, [&](std::string_view term) { result.emplace_back(term); });
  return result;
}

TEST(Terms, AreRunsOfLettersAndDigitsMadeSmall) {
  EXPECT_EQ(terms("Machine-Learning, at CORNELL: 2nd ed."),
            (Strings{"machine", "learning", "at", "cornell", "2nd", "ed"}));
  EXPECT_EQ(terms(""), Strings{});
  EXPECT_EQ(terms(" ,.- "), Strings{});
  EXPECT_EQ(terms("one"), Strings{"one"});
}

TEST(Terms, AreFoldedAsUnicodeSays) {
  EXPECT_EQ(terms("Größe STRASSE Straße"), (Strings{"grösse", "strasse", "strasse"}));
  EXPECT_EQ(terms("ﬁne Ⅷ ２０２６ Ǆ"), (Strings{"fine", "viii", "2026", "dž"}));
  EXPECT_EQ(terms("Cafe\xCC\x81 = CAFÉ"), (Strings{"café", "café"}));
  EXPECT_EQ(terms("co\xC2\xADoperate"), Strings{"cooperate"});  // a soft hyphen is ignored
  EXPECT_EQ(terms("\xE2\x84\xAA"
                  "elvin"),
            Strings{"kelvin"});  // the sign K
}

TEST(Terms, MarksComposeWithWhatStandsBeforeThem) {
  EXPECT_EQ(terms("x=\xCC\xB8y"), (Strings{"x", "y"}));  // not equal, one sign
  EXPECT_EQ(terms("x \xCC\xB8y"), (Strings{"x", "\xCC\xB8y"}));
}

TEST(Terms, ScriptsWithoutSpacesGivePairs) {
  EXPECT_EQ(terms("北京大学"), (Strings{"北京", "京大", "大学"}));
  EXPECT_EQ(terms("京"), Strings{"京"});
  EXPECT_EQ(terms("東京tower 塔"), (Strings{"東京", "tower", "塔"}));
  EXPECT_EQ(terms("ภาษา"), (Strings{"ภา", "าษ", "ษา"}));
  EXPECT_EQ(terms("한국어 слово"), (Strings{"한국어", "слово"}));
}

TEST(Terms, LongOnesAreDropped) {
  EXPECT_EQ(terms("a " + std::string(64, 'b') + " " + std::string(65, 'c') + " d"),
            (Strings{"a", std::string(64, 'b'), "d"}));
  std::string wide;
  for (int i = 0; i < 33; ++i) wide += "ж";
  EXPECT_EQ(terms("a " + wide + " b"), (Strings{"a", "b"}));
  EXPECT_EQ(terms("a " + wide.substr(2) + " b"), (Strings{"a", wide.substr(2), "b"}));
}

TEST(Terms, BrokenBytesSeparate) {
  EXPECT_EQ(terms("a\xFF"
                  "b \xC3 c\xE4\xBA"),
            (Strings{"a", "b", "c"}));
}

TEST(Terms, AreThoseOfTheNaiveReaderInAnyMixture) {
  std::mt19937_64 random(7);
  const std::vector<std::string> pieces = {"a",
                                           "Zx9",
                                           "word",
                                           " ",
                                           "-",
                                           "=",
                                           "\n",
                                           "é",
                                           "e\xCC\x81",
                                           "\xCC\xB8",
                                           "ß",
                                           "İ",
                                           "ﬁ",
                                           "½",
                                           "北",
                                           "京大",
                                           "カ",
                                           "ー",
                                           "ｶﾞ",
                                           "ไท",
                                           "ลาว",
                                           "ខ្មែ",
                                           "မြ",
                                           "한",
                                           "\xC2\xAD",
                                           "\xE2\x80\x8D",
                                           "😀",
                                           "Ж",
                                           "كِتا",
                                           "हिन्",
                                           "①",
                                           "\xEF\xB8\x8F",
                                           "ǅ",
                                           "Σ",
                                           "々",
                                           "〇",
                                           "0",
                                           "ʼn",
                                           "\xE0\xB8\x81",
                                           "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (size_t n = random() % 12; n-- > 0;) text += pieces[random() % pieces.size()];
    ASSERT_EQ(terms(text), testing::naive_terms(text)) << text;
  }
  for (const auto& page : testing::random_pages(1, 300, 5000)) {
    ASSERT_EQ(terms(page.text), testing::naive_terms(page.text));
  }
}

TEST(TermsSlow, AreThoseOfTheNaiveReaderForEveryCharacter) {
  for (uint32_t c = 1; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text = "a";
    icu::UnicodeString(static_cast<UChar32>(c)).toUTF8String(text);
    text += "b";
    ASSERT_EQ(terms(text), testing::naive_terms(text)) << c;
    if (c == 0x3134F) c = 0xDFFFF;  // nothing is assigned between
    if (c == 0xE01EF) break;
  }
}

TEST(Stemmer, KnowsLanguagesByNameAndByCode) {
  EXPECT_EQ(stemmer_language("english"), "english");
  EXPECT_EQ(stemmer_language("en-US"), "english");
  EXPECT_EQ(stemmer_language("DEU"), "german");
  EXPECT_EQ(stemmer_language("ja"), "none");
  EXPECT_EQ(stemmer_language(""), "none");
  EXPECT_EQ(stemmer_language("porter"), "none");
}

TEST(Stemmer, Stems) {
  auto stemmer = Stemmer::create("en");
  ASSERT_TRUE(stemmer);
  EXPECT_EQ(stemmer->language(), "english");
  EXPECT_EQ(stemmer->stem("computers"), "comput");
  EXPECT_EQ(stemmer->stem("computing"), "comput");
  auto none = Stemmer::create("none");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->is_none());
  EXPECT_EQ(none->stem("computers"), "computers");
}

}  // namespace
}  // namespace cocite::text
