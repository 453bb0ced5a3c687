#include "measure/judgement_files.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::measure {
namespace {

using testing::HasSubstr;

TEST(GoldFile, IsPairsPerhapsWithAGrade) {
  const auto lines = read_gold("# a comment\n\na.example/\tb.example/\r\nc\td e\t0\nf\tg\t1", "g");
  ASSERT_TRUE(lines) << lines.error().message;
  ASSERT_EQ(lines->size(), 3U);
  EXPECT_EQ((*lines)[0].one, "a.example/");
  EXPECT_EQ((*lines)[0].other, "b.example/");
  EXPECT_TRUE((*lines)[0].is_good);
  EXPECT_EQ((*lines)[0].line, 3U);
  EXPECT_EQ((*lines)[1].other, "d e");
  EXPECT_FALSE((*lines)[1].is_good);
  EXPECT_TRUE((*lines)[2].is_good);
  EXPECT_EQ((*lines)[2].line, 5U);
}

TEST(RatingsFile, IsOneNilOrADash) {
  const auto lines =
      read_ratings("\xEF\xBB\xBFq\ta\t1\nq\tb\t0\tann\nq\tc\t-\tbob\nq\td\t\xE2\x80\x93\t\n", "r");
  ASSERT_TRUE(lines) << lines.error().message;
  ASSERT_EQ(lines->size(), 4U);
  EXPECT_EQ((*lines)[0].query, "q");
  EXPECT_EQ((*lines)[0].rating, Rating::kGood);
  EXPECT_EQ((*lines)[0].rater, "");
  EXPECT_EQ((*lines)[1].rating, Rating::kWrong);
  EXPECT_EQ((*lines)[1].rater, "ann");
  EXPECT_EQ((*lines)[2].rating, Rating::kDead);
  EXPECT_EQ((*lines)[3].rating, Rating::kDead);
}

TEST(RatingsFile, ReadsWhatRatingLineWrites) {
  const std::string text = rating_line("q", "a", Rating::kGood, "ann") +
                           rating_line("q", "b", Rating::kDead, "") +
                           rating_line("q", "c", Rating::kWrong, "bob");
  EXPECT_EQ(text, "q\ta\t1\tann\nq\tb\t-\nq\tc\t0\tbob\n");
  const auto lines = read_ratings(text, "r");
  ASSERT_TRUE(lines);
  EXPECT_EQ((*lines)[1].rating, Rating::kDead);
  EXPECT_EQ((*lines)[2].rater, "bob");
}

TEST(RatingsFile, TellsOfQueryPagesThatNobodyAnswered) {
  const std::string text = query_line("lonely") + "q\ta\t1\n";  // which the lines point into
  const auto lines = read_ratings(text, "r");
  ASSERT_TRUE(lines) << lines.error().message;
  ASSERT_EQ(lines->size(), 2U);
  EXPECT_EQ((*lines)[0].query, "lonely");
  EXPECT_EQ((*lines)[0].answer, "");
  for (const char* wrong : {"q\ta\n", "lonely\t?\n", "lonely\n", "q\t\t1\n"}) {
    EXPECT_FALSE(read_ratings(wrong, "r")) << wrong;
  }
}

TEST(LabelsAndPages, AreTwoColumnsAndOne) {
  const auto labels = read_labels("a\tred\na\tround\n", "l");
  ASSERT_TRUE(labels);
  EXPECT_EQ((*labels)[1].label, "round");
  const auto pages = read_pages("a\nb c\n", "q");
  ASSERT_TRUE(pages);
  EXPECT_EQ((*pages)[1].page, "b c");
}

TEST(JudgementFiles, SayLineAndReasonOfWhatIsMalformed) {
  const auto message = [](const auto& read) {
    return read ? std::string("no error") : read.error().message;
  };
  EXPECT_THAT(message(read_gold("a\tb\nc\n", "gold.tsv")), HasSubstr("gold.tsv:2: 1 column "));
  EXPECT_THAT(message(read_gold("a\tb\t2\n", "gold.tsv")), HasSubstr("gold.tsv:1: '2' is neither"));
  EXPECT_THAT(message(read_gold("a\tb\t1\tx\n", "g")), HasSubstr("g:1: 4 columns"));
  EXPECT_THAT(message(read_gold("a\t\n", "g")), HasSubstr("g:1: column 2 is empty"));
  EXPECT_THAT(message(read_gold("\tb\n", "g")), HasSubstr("g:1: column 1 is empty"));
  EXPECT_THAT(message(read_labels("a b\n", "l")), HasSubstr("l:1: 1 column"));
  EXPECT_THAT(message(read_ratings("# head\nq\ta\tyes\n", "r")),
              HasSubstr("r:2: 'yes' is no rating"));
  EXPECT_THAT(message(read_ratings("query\tanswer\trating\n", "r")), HasSubstr("r:1: 'rating'"));
  EXPECT_THAT(message(read_ratings("q\ta\n", "r")), HasSubstr("r:1: 2 columns"));
  EXPECT_THAT(message(read_pages("a\tb\n", "q")), HasSubstr("q:1: 2 columns"));
  // What would steer a terminal stays out of messages.
  EXPECT_THAT(message(read_ratings("q\ta\t\x1b[2J\n", "r")), HasSubstr("'?[2J'"));
}

TEST(JudgementFiles, ThatSayNothingAreAnError) {
  for (const char* text : {"", "\n\n", "# only a comment\n"}) {
    const auto lines = read_gold(text, "gold.tsv");
    ASSERT_FALSE(lines);
    EXPECT_THAT(lines.error().message, HasSubstr("gold.tsv: says nothing"));
  }
}

}  // namespace
}  // namespace cocite::measure
