#include "file/string_table.h"

#include <algorithm>
#include <random>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "file/scratch_file.h"
#include "file/string_sampler.h"

namespace cocite::file {
namespace {

using Strings = std::vector<std::string>;

Result<void> write_file(const std::string& path, const Strings& strings) {
  StringSampler sampler;
  for (const std::string& key : strings) sampler.add(key);
  COCITE_TRY(auto writer, ContainerWriter::create(path, "test"));
  COCITE_TRY(auto table, StringTableWriter::create(writer, "keys", sampler.sample()));
  for (const std::string& key : strings) COCITE_CHECK(table.add(key));
  COCITE_CHECK(table.finish());
  return writer.finish();
}

// Everything the table says about its strings and about `others` is what a sorted vector says.
void expect_same(const StringTable& table, const Strings& strings, const Strings& others) {
  ASSERT_EQ(table.size(), strings.size());
  std::string text;
  for (uint64_t i = 0; i < strings.size(); ++i) {
    ASSERT_TRUE(table.get(i, text));
    ASSERT_EQ(text, strings[i]);
    ASSERT_EQ(*table.find(strings[i]), std::optional(i)) << strings[i];
    ASSERT_EQ(*table.lower_bound(strings[i]), i);
  }
  for (const std::string& other : others) {
    const auto place = std::ranges::lower_bound(strings, other);
    const auto i = static_cast<uint64_t>(place - strings.begin());
    const bool is_there = place != strings.end() && *place == other;
    ASSERT_EQ(*table.lower_bound(other), i) << testing::PrintToString(other);
    ASSERT_EQ(*table.find(other), is_there ? std::optional(i) : std::nullopt);
  }
  EXPECT_EQ(table.get(strings.size(), text).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(table.get(~uint64_t{0}, text).error().code, ErrorCode::kInvalidArgument);
  for (const uint64_t first : {uint64_t{0}, uint64_t{1}, uint64_t{31}, uint64_t{32}, uint64_t{40},
                               uint64_t{strings.size()}, ~uint64_t{0}}) {
    auto cursor = table.cursor(first);
    uint64_t i = first;
    for (std::string_view key; cursor.next(key); ++i) {
      ASSERT_LT(i, strings.size());
      ASSERT_EQ(key, strings[i]);
      ASSERT_EQ(cursor.number(), i + 1);
    }
    ASSERT_EQ(i, std::max<uint64_t>(first, strings.size()));
    ASSERT_TRUE(cursor.status());
  }
}

// Near misses: a byte more, less, or another.
Strings neighbours(const Strings& strings, std::mt19937_64& random, size_t count) {
  Strings result = {"", std::string(1, '\0'), "\xFF", std::string(300, '\xFF')};
  for (size_t n = 0; n < count && !strings.empty(); ++n) {
    std::string text = strings[random() % strings.size()];
    switch (random() % 5) {
      case 0:
        text.resize(random() % (text.size() + 1));
        break;
      case 1:
        text += static_cast<char>(random());
        break;
      case 2:
        if (!text.empty()) text[random() % text.size()] = static_cast<char>(random());
        break;
      case 3:
        if (!text.empty())
          text.back() = static_cast<char>(text.back() + (random() % 2 == 0 ? 1 : -1));
        break;
      default:
        text += '\0';
    }
    result.push_back(text);
  }
  return result;
}

void round_trip(const std::set<std::string>& set, std::mt19937_64& random, size_t others = 2000) {
  const Strings strings(set.begin(), set.end());
  const ScratchFile file("strings");
  const auto written = write_file(file.path(), strings);
  ASSERT_TRUE(written) << written.error().message;
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container) << container.error().message;
  ASSERT_TRUE(container->check());
  const auto table = StringTable::open(*container, "keys");
  ASSERT_TRUE(table) << table.error().message;
  expect_same(*table, strings, neighbours(strings, random, others));
}

std::string random_url(std::mt19937_64& random) {
  static constexpr std::string_view kWords[] = {"index", "html", "research", "~smith", "courses",
                                                "cs",    "www",  "papers",   "1996",   "images"};
  std::string url = "edu," + std::string(kWords[random() % std::size(kWords)]) + ")";
  for (size_t parts = random() % 5; parts > 0; --parts) {
    url.append("/").append(kWords[random() % std::size(kWords)]);
  }
  return url + std::to_string(random() % 1000);
}

TEST(StringTable, KeepsFewStrings) {
  std::mt19937_64 random(1);
  round_trip({}, random);
  round_trip({""}, random);
  round_trip({"a"}, random);
  round_trip({"", "a"}, random);
  round_trip({std::string(1, '\0'), std::string(2, '\0'), "", "\xFF", "\xFF\xFF"}, random);
}

TEST(StringTable, KeepsEveryNumberOfStringsAroundABlock) {
  std::mt19937_64 random(2);
  for (const size_t count : {15U, 31U, 32U, 33U, 63U, 64U, 65U, 96U, 97U}) {
    std::set<std::string> strings;
    while (strings.size() < count) strings.insert(random_url(random));
    round_trip(strings, random);
  }
}

TEST(StringTableSlow, KeepsUrlsInATreeOfThreeLevels) {
  std::mt19937_64 random(3);
  std::set<std::string> strings;
  while (strings.size() < 140'000) strings.insert(random_url(random));
  round_trip(strings, random);
}

TEST(StringTable, KeepsRandomBytesOfFewLetters) {
  std::mt19937_64 random(4);
  for (const auto letters : {"\0"
                             "a",
                             "\xFF"
                             "a",
                             "\xFE\xFF"}) {
    std::set<std::string> strings;
    for (int i = 0; i < 3000; ++i) {
      std::string text(random() % 14, 'x');
      for (char& c : text) c = letters[random() % 2];
      strings.insert(text);
    }
    round_trip(strings, random);
  }
}

TEST(StringTable, KeepsNoise) {
  std::mt19937_64 random(5);
  std::set<std::string> strings;
  for (int i = 0; i < 3000; ++i) {
    std::string text(random() % 40, 'x');
    for (char& c : text) c = static_cast<char>(random());
    strings.insert(text);
  }
  round_trip(strings, random);
}

TEST(StringTable, KeepsStringsThatShareLongBeginnings) {
  std::mt19937_64 random(6);
  std::set<std::string> strings;
  std::string text;
  for (int i = 0; i < 700; ++i) {  // a, aa, aaa, ... with a side branch here and there
    text += 'a';
    strings.insert(text);
    if (random() % 3 == 0) strings.insert(text + "b" + std::to_string(i));
  }
  // Lengths on both sides of a byte's range, in strings, shared parts and codes.
  for (size_t size = 250; size < 260; ++size) {
    strings.insert(std::string(size, 'z') + "1");
    strings.insert(std::string(size, 'z') + "2");
    std::string noise(size, 'y');
    for (char& c : noise) c = static_cast<char>(random());
    strings.insert(noise);
  }
  round_trip(strings, random);
}

TEST(StringTableSlow, KeepsTheLongestStringsAndRefusesLonger) {
  std::mt19937_64 random(7);
  std::string longest(kMaxStringBytes, 'q');
  std::set<std::string> strings = {"", "q", longest};
  for (size_t i = 0; i < 40; ++i) {
    longest[kMaxStringBytes - 1 - i * 20'000] = static_cast<char>('r' + i % 5);
    strings.insert(longest);
  }
  round_trip(strings, random, 50);
  const ScratchFile file("strings");
  const auto result = write_file(file.path(), {std::string(kMaxStringBytes + 1, 'q')});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
}

TEST(StringTable, RefusesStringsThatDoNotRiseAndGoesOn) {
  const ScratchFile file("strings");
  auto writer = ContainerWriter::create(file.path(), "test");
  ASSERT_TRUE(writer);
  auto table = StringTableWriter::create(*writer, "keys", {});
  ASSERT_TRUE(table);
  ASSERT_TRUE(table->add(""));
  EXPECT_EQ(table->add("").error().code, ErrorCode::kInvalidArgument);
  ASSERT_TRUE(table->add("b"));
  for (const std::string text : {"b", "a", "", "a\xFF"}) EXPECT_FALSE(table->add(text));
  ASSERT_TRUE(table->add("b\x7F"));
  ASSERT_TRUE(table->add("b\x80")) << "bytes are compared without sign";
  EXPECT_FALSE(table->add("b\x7F"));
  ASSERT_TRUE(table->finish());
  ASSERT_TRUE(writer->finish());
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  const auto read = StringTable::open(*container, "keys");
  ASSERT_TRUE(read);
  expect_same(*read, {"", "b", "b\x7F", "b\x80"}, {"a", "c"});
}

TEST(StringTable, IsTheSameFileForTheSameStrings) {
  std::mt19937_64 random(8);
  std::set<std::string> set;
  while (set.size() < 20'000) set.insert(random_url(random));
  const Strings strings(set.begin(), set.end());
  const ScratchFile one("strings");
  const ScratchFile two("strings");
  ASSERT_TRUE(write_file(one.path(), strings));
  ASSERT_TRUE(write_file(two.path(), strings));
  EXPECT_TRUE(one.read() == two.read());
}

TEST(StringTable, TwoTablesShareAFile) {
  const ScratchFile file("strings");
  auto writer = ContainerWriter::create(file.path(), "test");
  ASSERT_TRUE(writer);
  for (const std::string prefix : {"hosts", "keys"}) {
    auto table = StringTableWriter::create(*writer, prefix, {});
    ASSERT_TRUE(table);
    ASSERT_TRUE(table->add(prefix));
    ASSERT_TRUE(table->finish());
  }
  ASSERT_TRUE(writer->finish());
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  EXPECT_EQ(*StringTable::open(*container, "hosts")->find("hosts"), std::optional<uint64_t>(0));
  EXPECT_EQ(*StringTable::open(*container, "keys")->find("hosts"), std::nullopt);
  EXPECT_EQ(StringTable::open(*container, "titles").error().code, ErrorCode::kCorrupt);
}

TEST(StringTable, SaysSoWhenTheDiskIsFull) {
  std::mt19937_64 random(9);
  std::set<std::string> set;
  while (set.size() < 20'000) set.insert(random_url(random) + std::to_string(random()));
  const Strings strings(set.begin(), set.end());
  for (uint64_t n = 1;; ++n) {
    ASSERT_LT(n, 100U);
    const ScratchFile file("strings");
    fail_write_after(n);
    const auto result = write_file(file.path(), strings);
    fail_write_after(0);
    if (result) break;
    EXPECT_EQ(result.error().code, ErrorCode::kIo);
    EXPECT_FALSE(Container::open(file.path(), "test"));
  }
}

TEST(StringTable, ServesManyThreads) {
  std::mt19937_64 random(10);
  std::set<std::string> set;
  while (set.size() < 20'000) set.insert(random_url(random));
  const Strings strings(set.begin(), set.end());
  const ScratchFile file("strings");
  ASSERT_TRUE(write_file(file.path(), strings));
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  const auto table = StringTable::open(*container, "keys");
  ASSERT_TRUE(table);
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937_64 own(seed);
        std::string text;
        for (int n = 0; n < 3000; ++n) {
          const uint64_t i = own() % strings.size();
          const auto found = table->find(strings[i]);
          if (!found || *found != i) ++wrong;
          if (!table->get(i, text) || text != strings[i]) ++wrong;
          auto cursor = table->cursor(i);
          std::string_view key;
          if (!cursor.next(key) || key != strings[i]) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(StringSampler, DrawsRunsFromEverywhereInOrder) {
  StringSampler sampler;
  constexpr int kKeys = 1'000'000;
  for (int i = 0; i < kKeys; ++i) sampler.add(std::to_string(10'000'000 + i));
  const Strings sample = sampler.sample();
  ASSERT_EQ(sample.size(), 512U * 32U);
  std::array<int, 10> tenths{};
  for (size_t i = 0; i < sample.size(); ++i) {
    const int number = std::stoi(sample[i]) - 10'000'000;
    ++tenths[static_cast<size_t>(number / (kKeys / 10))];
    if (i % 32 != 0) {
      ASSERT_EQ(std::stoi(sample[i]), std::stoi(sample[i - 1]) + 1);
    } else if (i > 0) {
      ASSERT_GT(sample[i], sample[i - 1]);
    }
  }
  for (const int tenth : tenths) EXPECT_NEAR(tenth, 1638, 600);
}

}  // namespace
}  // namespace cocite::file
