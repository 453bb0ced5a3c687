#include "file/container.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "file/scratch_file.h"

namespace cocite::file {
namespace {

using testing::HasSubstr;
using Contents = std::vector<std::pair<std::string, std::vector<std::byte>>>;

Contents random_contents(std::mt19937_64& random, const std::vector<size_t>& sizes) {
  Contents contents;
  for (const size_t size : sizes) {
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    contents.emplace_back("section" + std::to_string(contents.size()), std::move(bytes));
  }
  return contents;
}

// In pieces of random sizes, as real writers do.
Result<void> write_file(const std::string& path, const Contents& contents, uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  COCITE_TRY(auto writer, ContainerWriter::create(path, "test"));
  for (const auto& [name, bytes] : contents) {
    COCITE_CHECK(writer.begin(name));
    std::span<const std::byte> rest = bytes;
    while (!rest.empty()) {
      const size_t limit = random() % 3 == 0 ? 100'000 : 2000;
      const size_t take = std::min<size_t>(rest.size(), random() % limit);
      COCITE_CHECK(writer.write(rest.first(take)));
      rest = rest.subspan(take);
    }
  }
  return writer.finish();
}

bool is_same(const Section& section, std::span<const std::byte> bytes) {
  return section.size() == bytes.size() && section.is_sound(0, section.size()) &&
         std::ranges::equal(std::span(section.data(), section.size()), bytes);
}

TEST(Container, KeepsSectionsOfEverySize) {
  std::mt19937_64 random(1);
  const Contents contents =
      random_contents(random, {0, 1, 63, 64, 65, kBlockBytes - 1, kBlockBytes, kBlockBytes + 1, 0,
                               3 * kBlockBytes, 100 * kBlockBytes + 17, 2'000'000, 0});
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), contents));
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container) << container.error().message;
  EXPECT_TRUE(container->check());
  EXPECT_EQ(container->size(), file.read().size());
  std::vector<std::string> names;
  for (const auto& [name, bytes] : contents) {
    names.push_back(name);
    EXPECT_TRUE(container->has(name));
    EXPECT_TRUE(is_same(*container->section(name), bytes)) << name;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(container->section(name)->data()) % 64, 0U);
  }
  EXPECT_EQ(container->names(), names);
  EXPECT_FALSE(container->has("section"));
  const auto missing = container->section("section");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(missing.error().message, HasSubstr("'section'"));
}

TEST(Container, KeepsNothingAndLongNames) {
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), {}));
  const auto empty = Container::open(file.path(), "test");
  ASSERT_TRUE(empty);
  EXPECT_TRUE(empty->check());
  EXPECT_TRUE(empty->names().empty());
  ASSERT_TRUE(write_file(file.path(), {{"sixteen_bytes_16", {std::byte{5}}}}));
  const auto named = Container::open(file.path(), "test");
  ASSERT_TRUE(named);
  EXPECT_TRUE(named->has("sixteen_bytes_16"));
}

TEST(Container, GivesValuesOfAType) {
  const ScratchFile file("container");
  const std::vector<uint64_t> numbers = {1, 1ULL << 40, 3};
  auto writer = ContainerWriter::create(file.path(), "test");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->begin("numbers"));
  ASSERT_TRUE(writer->write_values(std::span<const uint64_t>(numbers)));
  EXPECT_EQ(writer->section_bytes(), 24U);
  ASSERT_TRUE(writer->begin("odd"));
  ASSERT_TRUE(writer->write_values(std::span<const char>("abc", 3)));
  ASSERT_TRUE(writer->finish());
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  const auto values = container->section("numbers")->values<uint64_t>();
  ASSERT_TRUE(values);
  EXPECT_TRUE(std::ranges::equal(*values, numbers));
  EXPECT_EQ(container->section("odd")->values<uint64_t>().error().code, ErrorCode::kCorrupt);
}

TEST(Container, HasTheSameBytesAndIdentityForTheSameContents) {
  std::mt19937_64 random(2);
  const Contents contents = random_contents(random, {5000, 40'000});
  const ScratchFile one("container");
  const ScratchFile two("container");
  ASSERT_TRUE(write_file(one.path(), contents, 1));
  ASSERT_TRUE(write_file(two.path(), contents, 2));  // other pieces
  EXPECT_TRUE(one.read() == two.read());
  const uint64_t identity = Container::open(one.path(), "test")->identity();
  EXPECT_EQ(Container::open(two.path(), "test")->identity(), identity);
  Contents other = contents;
  other[1].second[30'000] ^= std::byte{1};
  ASSERT_TRUE(write_file(two.path(), other));
  EXPECT_NE(Container::open(two.path(), "test")->identity(), identity);
}

TEST(Container, RefusesEveryCutLength) {
  std::mt19937_64 random(3);
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), random_contents(random, {500, 0, 100})));
  const auto whole = file.read();
  for (size_t length = 0; length < whole.size(); ++length) {
    file.write(std::span(whole).first(length));
    const auto container = Container::open(file.path(), "test");
    ASSERT_FALSE(container) << length;
    ASSERT_EQ(container.error().code, ErrorCode::kCorrupt) << length;
    ASSERT_THAT(container.error().message, HasSubstr(file.path()));
  }
  auto longer = whole;
  longer.push_back(std::byte{0});
  file.write(longer);
  EXPECT_EQ(Container::open(file.path(), "test").error().code, ErrorCode::kCorrupt);
}

TEST(Container, RefusesEveryFlippedBitOfTheHeader) {
  std::mt19937_64 random(4);
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), random_contents(random, {500})));
  const auto whole = file.read();
  for (size_t bit = 0; bit < 64 * 8; ++bit) {
    auto spoilt = whole;
    spoilt[bit / 8] ^= std::byte{static_cast<unsigned char>(1U << (bit % 8))};
    file.write(spoilt);
    const auto container = Container::open(file.path(), "test");
    ASSERT_FALSE(container) << bit;
    ASSERT_EQ(container.error().code, ErrorCode::kCorrupt) << bit;
  }
}

TEST(Container, FindsEveryFlippedByte) {
  std::mt19937_64 random(5);
  const Contents contents = random_contents(random, {300, 1, 700});
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), contents));
  const auto whole = file.read();
  size_t opened = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    auto spoilt = whole;
    spoilt[at] ^= std::byte{static_cast<unsigned char>(1 + random() % 255)};
    file.write(spoilt);
    const auto container = Container::open(file.path(), "test");
    if (!container) continue;
    ++opened;
    const auto checked = container->check();
    ASSERT_FALSE(checked) << at;
    ASSERT_EQ(checked.error().code, ErrorCode::kCorrupt);
    for (const auto& [name, bytes] : contents) {
      const Section section = *container->section(name);
      // Sound means the bytes that were written.
      const auto values = section.values<std::byte>();
      if (values) {
        ASSERT_TRUE(std::ranges::equal(*values, bytes)) << at;
      } else {
        ASSERT_THAT(values.error().message, HasSubstr("'" + name + "'"));
      }
    }
  }
  EXPECT_GT(opened, 1001U);  // the sections' own bytes are only looked at when they are used
}

TEST(Container, FindsFlipsInTheBlocksThatAreReadAndOnlyThere) {
  std::mt19937_64 random(6);
  const Contents contents = random_contents(random, {10 * kBlockBytes + 99, 5 * kBlockBytes});
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), contents));
  const auto whole = file.read();
  for (int round = 0; round < 60; ++round) {
    const size_t which = random() % 2;
    const size_t size = contents[which].second.size();
    const size_t at = random() % size;
    auto spoilt = whole;
    const auto& wanted = contents[which].second;
    const auto found = std::search(whole.begin(), whole.end(), wanted.begin(), wanted.begin() + 64);
    const auto offset = static_cast<size_t>(found - whole.begin());
    spoilt[offset + at] ^= std::byte{static_cast<unsigned char>(1U << (random() % 8))};
    file.write(spoilt);
    const auto container = Container::open(file.path(), "test");
    ASSERT_TRUE(container) << "opening does not look at the sections";
    const Section section = *container->section(contents[which].first);
    for (int read = 0; read < 40; ++read) {
      const size_t begin = random() % size;
      const size_t end = begin + random() % std::min<size_t>(size - begin, 3 * kBlockBytes) + 1;
      const bool touches =
          begin / kBlockBytes <= at / kBlockBytes && at / kBlockBytes <= (end - 1) / kBlockBytes;
      ASSERT_EQ(section.is_sound(begin, end), !touches) << begin << " " << end << " " << at;
      ASSERT_TRUE(section.is_sound(begin, begin));
    }
    EXPECT_FALSE(section.is_sound(at, at + 1));
    EXPECT_FALSE(section.values<std::byte>());
    EXPECT_FALSE(container->check());
    EXPECT_TRUE(container->section(contents[1 - which].first)->values<std::byte>());
  }
}

TEST(Container, RefusesForeignFiles) {
  const ScratchFile file("container");
  for (const size_t size : {0U, 1U, 63U, 64U, 1000U}) {
    file.write(std::vector<std::byte>(size, std::byte{'x'}));
    const auto container = Container::open(file.path(), "test");
    ASSERT_FALSE(container);
    EXPECT_EQ(container.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(container.error().message, HasSubstr("not a Cocite file"));
  }
  const auto missing = Container::open(file.path() + ".missing", "test");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST(Container, NamesTheKindItFoundAndTheOneItWants) {
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), {}));
  const auto container = Container::open(file.path(), "keys");
  ASSERT_FALSE(container);
  EXPECT_EQ(container.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(container.error().message, HasSubstr("'test'"));
  EXPECT_THAT(container.error().message, HasSubstr("'keys'"));
}

// The header keeps its place and its hash in all versions, so that a newer file is recognised.
TEST(Container, SaysThatAFileIsNewer) {
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), {}));
  auto bytes = file.read();
  bytes[8] = std::byte{kFormatVersion + 1};
  const uint64_t hash = hash64(std::span(bytes).first(56));
  std::memcpy(bytes.data() + 56, &hash, sizeof hash);
  file.write(bytes);
  const auto container = Container::open(file.path(), "test");
  ASSERT_FALSE(container);
  EXPECT_EQ(container.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(container.error().message, HasSubstr("version 2"));
}

// A section table made by an enemy: hashes agree, places do not.
TEST(Container, StaysInsideTheFileWhateverTheTable) {
  std::mt19937_64 random(7);
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), random_contents(random, {40'000, 10})));
  const auto whole = file.read();
  uint64_t table_offset = 0;
  std::memcpy(&table_offset, whole.data() + 24, sizeof table_offset);
  for (int round = 0; round < 2000; ++round) {
    auto bytes = whole;
    const size_t field = 16 + 8 * (random() % 3) + 48 * (random() % 2);
    const uint64_t number = random() % 2 == 0 ? random() >> (random() % 64) : 64 * (random() % 800);
    std::memcpy(bytes.data() + table_offset + field, &number, sizeof number);
    uint32_t sections = 2;
    if (round % 10 == 0) sections = static_cast<uint32_t>(random() >> (random() % 32));
    std::memcpy(bytes.data() + 32, &sections, sizeof sections);
    const uint64_t hash = hash64(std::span(bytes).subspan(table_offset, 96));
    std::memcpy(bytes.data() + 40, &hash, sizeof hash);
    const uint64_t header_hash = hash64(std::span(bytes).first(56));
    std::memcpy(bytes.data() + 56, &header_hash, sizeof header_hash);
    file.write(bytes);
    const auto container = Container::open(file.path(), "test");
    if (container) static_cast<void>(container->check());
  }
}

TEST(Container, IsNoContainerWhenAnyWriteFails) {
  std::mt19937_64 random(8);
  const Contents contents = random_contents(random, {1'500'000, 10, 2'000'000});
  bool done = false;
  for (uint64_t n = 1; !done; ++n) {
    ASSERT_LT(n, 100U);
    const ScratchFile file("container");
    fail_write_after(n);
    const auto result = write_file(file.path(), contents);
    fail_write_after(0);
    const auto container = Container::open(file.path(), "test");
    EXPECT_EQ(result.has_value(), container.has_value()) << n;
    if (result) {
      done = true;
      EXPECT_TRUE(container->check());
      EXPECT_GT(n, 4U);
    } else {
      EXPECT_EQ(result.error().code, ErrorCode::kIo);
      EXPECT_THAT(result.error().message, HasSubstr("No space left on device"));
    }
  }
}

TEST(Container, SectionsOutliveAMoveOfTheirContainer) {
  std::mt19937_64 random(9);
  const Contents contents = random_contents(random, {50'000});
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), contents));
  auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  const Section section = *container->section("section0");
  const Container moved = *std::move(container);
  EXPECT_TRUE(is_same(section, contents[0].second));
}

TEST(Container, IsCheckedByManyThreadsAtOnce) {
  std::mt19937_64 random(10);
  const Contents contents = random_contents(random, {200 * kBlockBytes});
  const ScratchFile file("container");
  ASSERT_TRUE(write_file(file.path(), contents));
  auto bytes = file.read();
  bytes[64 + 100 * kBlockBytes] ^= std::byte{1};
  file.write(bytes);
  const auto container = Container::open(file.path(), "test");
  ASSERT_TRUE(container);
  const Section section = *container->section("section0");
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937_64 own(seed);
        for (int n = 0; n < 2000; ++n) {
          const size_t at = own() % section.size();
          if (section.is_sound(at, at + 1) != (at / kBlockBytes != 100)) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cocite::file
