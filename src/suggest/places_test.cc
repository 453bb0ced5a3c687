#include "suggest/places.h"

#include <string>

#include <gtest/gtest.h>

#include "suggest/tokens.h"

namespace cocite::suggest {
namespace {

std::string sentence_of(const std::string& text, const std::string& words) {
  const size_t at = text.find(words);
  const SentencePlace place = sentence_around(text, at, at + words.size());
  return text.substr(place.begin, place.end - place.begin);
}

TEST(Sentence, EndsAtStopsButNotAtAbbreviations) {
  const std::string text = "One is here. Two, e.g. honey, is there! Three? Last";
  EXPECT_EQ(sentence_of(text, "One"), "One is here.");
  EXPECT_EQ(sentence_of(text, "honey"), "Two, e.g. honey, is there!");
  EXPECT_EQ(sentence_of(text, "Last"), "Last");
}

TEST(Sentence, IsCutBetweenWordsAndCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "größe ";
  text += "honey ";
  for (int i = 0; i < 100; ++i) text += "größe ";
  const std::string sentence = sentence_of(text, "honey");
  EXPECT_LE(sentence.size(), 310U);
  EXPECT_TRUE(sentence.starts_with("größe ")) << sentence;
  EXPECT_TRUE(sentence.ends_with("größe")) << sentence;
}

TEST(Sentence, KnowsCode) {
  EXPECT_TRUE(looks_like_code("int main() { return f(x); }"));
  EXPECT_FALSE(looks_like_code("Bees (and wasps) make nests."));
}

TEST(Tokens, AreEqualForPluralsAndCase) {
  Tokenizer one;
  Tokenizer other;
  EXPECT_EQ(phrase_hash(one.read("Honey Bees")), phrase_hash(other.read("honey-bee")));
  EXPECT_NE(phrase_hash(one.read("Glass")), phrase_hash(other.read("gla")));
}

}  // namespace
}  // namespace cocite::suggest
