#include "html/word_sink.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace cocite::html {
namespace {

std::string words_of(std::string_view raw, size_t max_bytes,
                     size_t max_words = WordSink::kNoLimit) {
  WordSink sink(max_bytes, max_words);
  sink.append(raw, TextKind::kData);
  return std::string(sink.text());
}

TEST(WordSink, PutsOneSpaceBetweenWords) {
  EXPECT_EQ(words_of("  Tom &amp;\n\t Jerry\f", 100), "Tom & Jerry");
  EXPECT_EQ(words_of("a\xC2\xA0 b&nbsp;c &copy;d &x", 100),
            "a b c \xC2\xA9"
            "d &x");
  EXPECT_EQ(words_of("", 100), "");
  EXPECT_EQ(words_of(" \r\n ", 100), "");
}

TEST(WordSink, AWordGoesOnInTheNextPieceUnlessSeparated) {
  WordSink sink(100);
  sink.append("a fine sentence with a long wo", TextKind::kData);
  sink.append("rd ", TextKind::kData);
  sink.append("and", TextKind::kData);
  sink.separate();
  sink.append("more", TextKind::kData);
  EXPECT_EQ(sink.text(), "a fine sentence with a long word and more");
  EXPECT_EQ(sink.words(), 9U);
}

// What the sink should say, a byte at a time: pieces of ASCII without references.
std::string plain(const std::vector<std::string>& pieces, size_t max_bytes, size_t max_words) {
  std::string text;
  size_t words = 0;
  bool in_word = false;
  for (const std::string& piece : pieces) {
    for (const char c : piece) {
      if (std::string_view(" \n\t\r\f").find(c) != std::string_view::npos) {
        in_word = false;
        continue;
      }
      if (!in_word && words++ == max_words) return text;
      if (!in_word && words > 1) text += ' ';
      in_word = true;
      if (text.size() >= max_bytes) {
        text.resize(max_bytes);
        if (text.ends_with(' ')) text.pop_back();
        return text;
      }
      text += c;
    }
  }
  return text;
}

TEST(WordSink, AgreesWithAByteAtATimeOnRandomTextUpToAnyLimit) {
  std::mt19937 random(7);
  const std::string_view bytes = "abcdefgh    \n\t\r\fxyz\x01\x7F";
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::string> pieces(1 + random() % 3);
    for (std::string& piece : pieces) {
      // On the heap and no longer than needed: sanitizers see reads behind the end.
      for (size_t i = random() % 60; i > 0; --i) piece += bytes[random() % bytes.size()];
      piece.shrink_to_fit();
    }
    const size_t max_bytes = round % 2 == 0 ? 200 : 1 + random() % 60;
    const size_t max_words = round % 3 == 0 ? 1 + random() % 20 : WordSink::kNoLimit;
    WordSink sink(max_bytes, max_words);
    for (const std::string& piece : pieces) sink.append(piece, TextKind::kData);
    ASSERT_EQ(sink.text(), plain(pieces, max_bytes, max_words)) << round;
  }
}

TEST(WordSink, NeverCutsACharacterInTwo) {
  EXPECT_EQ(words_of("12345\xE2\x82\xAC", 7), "12345");
  EXPECT_EQ(words_of("12345\xE2\x82\xAC", 8), "12345\xE2\x82\xAC");
  EXPECT_EQ(words_of("1234 \xE2\x82\xAC", 6), "1234");
}

}  // namespace
}  // namespace cocite::html
