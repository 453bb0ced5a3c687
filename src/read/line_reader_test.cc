#include "read/line_reader.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::read {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  const file::ScratchFile file("lines");
  file.write(std::as_bytes(std::span(text)));
  auto reader = LineReader::open(file.path());
  EXPECT_TRUE(reader);
  std::vector<std::string> lines;
  for (std::string_view line; reader->next(line);) {
    lines.emplace_back(line);
    EXPECT_EQ(reader->number(), lines.size());
    EXPECT_EQ(reader->place(), file.path() + ":" + std::to_string(lines.size()));
    if (reader->is_cut()) lines.back() += "…";
  }
  EXPECT_TRUE(reader->status());
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReader, GivesLinesWithoutTheirEnds) {
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n"), Lines{"a"});
  EXPECT_EQ(lines_of("a\n\nb\r\n\r\nc\r"), (Lines{"a", "", "b", "", "c"}));
}

TEST(LineReader, CutsALongLineAndGoesOnBehindIt) {
  const std::string whole(LineReader::kMaxLineBytes, 'x');
  const std::string cut = whole + "…";
  EXPECT_EQ(lines_of("a\n" + whole + "\nb\n"), (Lines{"a", whole, "b"}));
  EXPECT_EQ(lines_of("a\n" + whole + "\r\nb\n"), (Lines{"a", whole, "b"}));
  EXPECT_EQ(lines_of(whole), Lines{whole});
  for (const size_t more : {1U, 5U, 1U << 19, (1U << 20) - (1U << 18), 1U << 20, 3'000'000U}) {
    const std::string line = whole + std::string(more, 'x');
    EXPECT_EQ(lines_of(line), Lines{cut}) << more;
    EXPECT_EQ(lines_of(line + "\n"), Lines{cut}) << more;
    EXPECT_EQ(lines_of("a\n" + line + "\nb\n" + line), (Lines{"a", cut, "b", cut})) << more;
    EXPECT_EQ(lines_of(line + "\n\n" + line + "\r\nc"), (Lines{cut, "", cut, "c"})) << more;
  }
}

TEST(LineReader, GivesWhatASplitGives) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 5; ++round) {
    std::string text;
    Lines expected;
    while (text.size() < 3'000'000) {
      expected.emplace_back(random() % (random() % 50 == 0 ? 200'000 : 100), 'y');
      text += expected.back() + "\n";
    }
    ASSERT_EQ(lines_of(text), expected);
  }
}

}  // namespace
}  // namespace cocite::read
