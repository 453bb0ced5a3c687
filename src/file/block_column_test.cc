#include "file/block_column.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::file {
namespace {

using Texts = std::map<uint64_t, std::string>;

void write(const std::string& path, const Texts& texts) {
  auto container = ContainerWriter::create(path, "text").value();
  auto writer = BlockColumnWriter::create(container).value();
  for (const auto& [page, text] : texts) ASSERT_TRUE(writer.add(page, text));
  ASSERT_TRUE(writer.finish());
  ASSERT_TRUE(container.finish());
}

Texts some_texts(size_t count, size_t longest) {
  std::mt19937_64 random(1);
  Texts texts;
  uint64_t page = 0;
  for (size_t i = 0; i < count; ++i) {
    page += 1 + random() % 3;
    std::string text;
    for (size_t words = random() % longest; words > 0; --words) {
      text += "word" + std::to_string(random() % 50) + ' ';
    }
    texts[page] = text;
  }
  return texts;
}

TEST(BlockColumnSlow, GivesBackWhatWasWritten) {
  for (const auto& texts :
       {Texts(), Texts{{0, "a"}}, Texts{{5, ""}, {7, std::string(300'000, 'x')}},
        some_texts(2000, 100), some_texts(20, 20'000)}) {
    const ScratchFile file("texts");
    write(file.path(), texts);
    const auto container = Container::open(file.path(), "text").value();
    const auto column = BlockColumn::open(container).value();
    const uint64_t last = texts.empty() ? 3 : texts.rbegin()->first + 3;
    for (uint64_t page = 0; page < last; ++page) {
      const auto text = column.get(page);
      ASSERT_TRUE(text) << text.error().message;
      const auto known = texts.find(page);
      ASSERT_EQ(*text, known == texts.end() ? "" : known->second) << page;
    }
  }
}

// A file whose hashes are right but whose content is not: made by a faulty or hostile writer.
TEST(BlockColumn, WrongContentIsDamageNotACrash) {
  const ScratchFile file("texts");
  write(file.path(), some_texts(400, 100));
  const auto container = Container::open(file.path(), "text").value();
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const ScratchFile other("texts");
    auto writer = ContainerWriter::create(other.path(), "text").value();
    for (const char* name : {"blocks", "index"}) {
      const auto section = container.section(name).value();
      ASSERT_TRUE(section.is_sound(0, section.size()));
      std::vector<std::byte> bytes(section.data(), section.data() + section.size());
      if (!bytes.empty() && (round % 2 == 0) == (std::string_view(name) == "index")) {
        for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = std::byte(random());
        if (round % 10 == 0) bytes.resize(bytes.size() / 24 / 2 * 24);
      }
      ASSERT_TRUE(writer.begin(name));
      ASSERT_TRUE(writer.write(bytes));
    }
    ASSERT_TRUE(writer.finish());
    const auto spoilt = Container::open(other.path(), "text").value();
    const auto column = BlockColumn::open(spoilt);
    if (!column) continue;
    for (uint64_t page = 0; page < 900; page += 29) static_cast<void>(column->get(page));
  }
}

}  // namespace
}  // namespace cocite::file
