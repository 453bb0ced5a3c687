#include "words/snippet.h"

#include <gtest/gtest.h>

namespace cocite::words {
namespace {

std::string shown(const Snippet& snippet) {
  std::string text;
  for (const SnippetPart& part : snippet) text += part.is_match ? "[" + part.text + "]" : part.text;
  return text;
}

std::string made(const std::string& text, const std::string& words,
                 const std::string& stem = "none") {
  TermMaker maker = TermMaker::create(stem).value();
  std::unordered_set<std::string> terms;
  for (const std::string& term : maker.of(words)) terms.insert(term);
  return shown(make_snippet(text, terms, maker));
}

TEST(Snippet, MarksWordsAsTheyStand) {
  EXPECT_EQ(made("Honey-Bees make HONEY.", "honey"), "[Honey]-Bees make [HONEY].");
  EXPECT_EQ(made("Two bees, one bee.", "bee", "english"), "Two [bees], one [bee].");
  EXPECT_EQ(made("Größe zählt", "größe"), "[Größe] zählt");
  EXPECT_EQ(made("nothing here", "bees"), "nothing here");
  EXPECT_EQ(made("", "bees"), "");
}

TEST(Snippet, ScriptsWithoutSpacesAreMarkedByTheCharacter) {
  EXPECT_EQ(made("我喜欢蜜蜂和花", "蜜蜂"), "我喜欢[蜜蜂]和花");
  EXPECT_EQ(made("東京都に住む", "東京都"), "[東京都]に住む");
}

TEST(Snippet, IsCutAroundThePlaceWithMostWords) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "filler ";
  text += "bees alone ";
  for (int i = 0; i < 200; ++i) text += "filler ";
  text += "bees and their honey ";
  for (int i = 0; i < 200; ++i) text += "filler ";
  const std::string snippet = made(text, "bees honey");
  EXPECT_NE(snippet.find("[bees] and their [honey]"), std::string::npos) << snippet;
  EXPECT_TRUE(snippet.starts_with("… filler")) << snippet;
  EXPECT_TRUE(snippet.ends_with("filler …")) << snippet;
  EXPECT_LT(snippet.size(), 260U);
}

TEST(Snippet, NeverCutsACharacter) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "ß";
  text += " bees ";
  for (int i = 0; i < 300; ++i) text += "蜂";
  const std::string snippet = made(text, "bees");
  for (size_t i = 0; i < snippet.size(); ++i) {
    const auto c = static_cast<unsigned char>(snippet[i]);
    if (c < 0x80) continue;
    const size_t more = c >= 0xE0 ? 2 : 1;
    ASSERT_GE(c, 0xC0);
    ASSERT_LT(i + more, snippet.size());
    i += more;
  }
}

TEST(Snippet, TakesAnyBytes) {
  EXPECT_NE(made("\xFF\xFE bees \xC3", "bees").find("[bees]"), std::string::npos);
}

}  // namespace
}  // namespace cocite::words
