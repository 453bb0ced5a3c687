#include "file/spill.h"

#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::file {
namespace {

TEST(Spill, GivesBackWhatWasAppendedWhereverItWaits) {
  std::mt19937 random(5);
  // All in memory, some of it, nothing.
  for (const uint64_t memory : {uint64_t{8} << 20, uint64_t{700'000}, uint64_t{0}}) {
    const ScratchFile file("spill");
    Spill spill(file.path(), memory);
    std::vector<std::pair<uint64_t, std::string>> texts;
    for (int i = 0; i < 300; ++i) {
      std::string text(random() % 20'000, '\0');
      for (char& c : text) c = static_cast<char>(random());
      texts.emplace_back(spill.size(), text);
      ASSERT_TRUE(spill.append(text));
    }
    EXPECT_EQ(std::filesystem::exists(file.path()), memory < (uint64_t{8} << 20));
    std::string room;
    for (auto& [offset, text] : texts) {
      const auto again = spill.read(offset, text.size(), room);
      ASSERT_TRUE(again);
      ASSERT_EQ(*again, text);
      for (char& c : text) c = static_cast<char>(c + 1);
      ASSERT_TRUE(spill.overwrite(offset, text));
    }
    for (const auto& [offset, text] : texts) {
      const size_t half = text.size() / 2;
      const auto again = spill.read(offset + half, text.size() - half, room);
      ASSERT_TRUE(again);
      ASSERT_EQ(*again, std::string_view(text).substr(half));
    }
  }
}

TEST(Spill, SaysWhyItsFileCannotBeWritten) {
  Spill spill("/nowhere/spill", 4);
  ASSERT_TRUE(spill.append("1234"));
  const auto outcome = spill.append("5");
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().message.find("/nowhere/spill"), std::string::npos);
}

}  // namespace
}  // namespace cocite::file
