#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "file/scratch_file.h"
#include "file/string_table.h"

namespace cocite::file {
namespace {

using Strings = std::vector<std::string>;

Strings make_strings(size_t count) {
  std::set<std::string> set = {"", std::string(300, 'w'), std::string(300, 'w') + "x"};
  std::mt19937_64 random(1);
  while (set.size() < count) {
    set.insert("edu,cornell,cs)/" + std::to_string(random() % 100) + "/page" +
               std::to_string(random() % 100));
  }
  return {set.begin(), set.end()};
}

void write_file(const std::string& path, const Strings& strings) {
  auto writer = ContainerWriter::create(path, "test");
  ASSERT_TRUE(writer);
  auto table = StringTableWriter::create(*writer, "keys", strings);
  ASSERT_TRUE(table);
  for (const std::string& key : strings) ASSERT_TRUE(table->add(key));
  ASSERT_TRUE(table->finish());
  ASSERT_TRUE(writer->finish());
}

// The right answers, or kCorrupt.
void expect_right_or_corrupt(const StringTable& table, const Strings& strings) {
  std::string text;
  ASSERT_EQ(table.size(), strings.size());
  for (uint64_t i = 0; i < strings.size(); ++i) {
    const auto got = table.get(i, text);
    if (got) {
      ASSERT_EQ(text, strings[i]);
    } else {
      ASSERT_EQ(got.error().code, ErrorCode::kCorrupt);
    }
    const auto found = table.find(strings[i]);
    if (found) {
      ASSERT_EQ(*found, std::optional(i));
    } else {
      ASSERT_EQ(found.error().code, ErrorCode::kCorrupt);
    }
  }
  auto cursor = table.cursor();
  uint64_t i = 0;
  for (std::string_view key; cursor.next(key); ++i) ASSERT_EQ(key, strings[i]);
  ASSERT_TRUE(i == strings.size() || !cursor.status());
}

TEST(StringTableDamage, IsFoundAtEveryByte) {
  const Strings strings = make_strings(40);
  const ScratchFile file("strings");
  write_file(file.path(), strings);
  const auto whole = file.read();
  std::mt19937_64 random(2);
  size_t opened = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    auto spoilt = whole;
    spoilt[at] ^= std::byte{static_cast<unsigned char>(1 + random() % 255)};
    file.write(spoilt);
    const auto container = Container::open(file.path(), "test");
    if (!container) continue;
    const auto table = StringTable::open(*container, "keys");
    if (!table) {
      EXPECT_EQ(table.error().code, ErrorCode::kCorrupt);
      continue;
    }
    ++opened;
    expect_right_or_corrupt(*table, strings);
  }
  EXPECT_GT(opened, 400U);
}

TEST(StringTableDamage, IsFoundAtEveryCut) {
  const ScratchFile file("strings");
  write_file(file.path(), make_strings(40));
  const auto whole = file.read();
  for (size_t size = 0; size < whole.size(); ++size) {
    file.write(std::span(whole).first(size));
    EXPECT_FALSE(Container::open(file.path(), "test")) << size;
  }
}

// Sections whose checksums are right and whose bytes are not what a writer writes: no answer is
// right then, but nothing is read outside, and nothing runs for ever.
TEST(StringTableDamage, IsHarmlessInBytesThatPassTheChecksum) {
  const Strings strings = make_strings(2500);  // more than one level of separators
  const ScratchFile file("strings");
  write_file(file.path(), strings);
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  const ScratchFile other("strings");
  std::mt19937_64 random(3);
  int opened = 0;
  for (int round = 0; round < 400; ++round) {
    const std::vector<std::string> names = container->names();
    const std::string& changed = names[random() % names.size()];
    auto writer = ContainerWriter::create(other.path(), "test");
    ASSERT_TRUE(writer);
    for (const std::string& name : names) {
      const Section section = *container->section(name);
      std::vector<std::byte> bytes(section.data(), section.data() + section.size());
      if (name == changed) {
        for (size_t changes = 1 + random() % 20; changes > 0; --changes) {
          const size_t limit =
              random() % 2 == 0 ? std::min<size_t>(bytes.size(), 100) : bytes.size();
          bytes[random() % limit] = static_cast<std::byte>(random() % 3 == 0 ? 255 : random());
        }
        if (round % 20 == 0) bytes.resize(random() % bytes.size());
      }
      ASSERT_TRUE(writer->begin(name));
      ASSERT_TRUE(writer->write(bytes));
    }
    ASSERT_TRUE(writer->finish());
    const auto spoilt = Container::open(other.path(), "test");
    ASSERT_TRUE(spoilt);
    const auto table = StringTable::open(*spoilt, "keys");
    if (!table) continue;
    ++opened;
    std::string text;
    for (size_t i = 0; i < strings.size(); i += 1 + random() % 3) {
      static_cast<void>(table->get(i, text));
      const auto found = table->find(strings[i]);
      if (found && *found) {
        ASSERT_LT(**found, table->size());
      }
      const auto bound = table->lower_bound(strings[i] + "x");
      if (bound) {
        ASSERT_LE(*bound, table->size());
      }
    }
    auto cursor = table->cursor();
    uint64_t read = 0;
    for (std::string_view key; cursor.next(key); ++read) ASSERT_LE(key.size(), size_t{1} << 22);
    ASSERT_LE(read, table->size());
  }
  EXPECT_GT(opened, 100);
}

}  // namespace
}  // namespace cocite::file
