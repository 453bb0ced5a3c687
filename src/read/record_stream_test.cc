#include "read/record_stream.h"

#include <functional>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read/testing/packers.h"

namespace cocite::read {
namespace {

using namespace std::string_literals;
using testing::bzip2;
using ::testing::ElementsAre;
using testing::gzip;
using testing::lz4;
using testing::zstd;

using Damage = RecordStream::Damage;

// What was read: unbroken runs of bytes, and the offsets where members begin.
struct Seen {
  std::vector<std::string> runs;
  std::vector<uint64_t> members;
  Damage damage;
  std::string all;
};

Seen read(const std::string& bytes, size_t step = 100) {
  auto stream = RecordStream::from_memory(bytes, "test");
  EXPECT_TRUE(stream) << stream.error().message;
  Seen seen;
  std::string run;
  for (;;) {
    const auto view = (*stream)->look(step);
    EXPECT_TRUE(view);
    if (!view->empty()) {
      if ((*stream)->at_member()) seen.members.push_back(seen.all.size());
      // Member by member, so that every beginning is met.
      size_t take = std::min(step, view->size());
      if (const auto next = (*stream)->next_member()) take = std::min(take, *next);
      run.append(view->substr(0, take));
      seen.all.append(view->substr(0, take));
      (*stream)->take(take);
      continue;
    }
    if (!run.empty()) seen.runs.push_back(run);
    run.clear();
    if (!(*stream)->at_gap()) break;
    (*stream)->cross_gap();
  }
  seen.damage = (*stream)->damage();
  return seen;
}

// Text that does not pack to nothing.
std::string noise(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += static_cast<char>('!' + random() % 90);
  return text;
}

TEST(RecordStream, ReadsPlainFilesAsTheyAre) {
  const std::string text = "WARC/1.0\r\n" + noise(300'000, 1);
  const Seen seen = read(text);
  EXPECT_THAT(seen.runs, ElementsAre(text));
  EXPECT_TRUE(seen.members.empty());
  EXPECT_EQ(seen.damage, Damage{});
  EXPECT_TRUE(read("").runs.empty());
}

TEST(RecordStream, KnowsWhereMembersBegin) {
  for (const auto& pack : std::vector<std::function<std::string(std::string)>>{
           [](const std::string& s) { return gzip(s); },
           [](const std::string& s) { return zstd(s); },
           [](const std::string& s) { return bzip2(s); }}) {
    const Seen seen = read(pack("one ") + pack("") + pack("two and a half ") + pack("three"));
    EXPECT_THAT(seen.runs, ElementsAre("one two and a half three"));
    EXPECT_THAT(seen.members, ElementsAre(0, 4, 19));
    EXPECT_EQ(seen.damage, Damage{});
  }
}

TEST(RecordStreamSlow, OneMemberForAllOfAnySizeIsRead) {
  // More than the fast way takes, in and out.
  const std::string text = noise(600'000, 2) + std::string(4'500'000, 'x') + noise(600'000, 3);
  for (const std::string& packed : {gzip(text), zstd(text), bzip2(text)}) {
    const Seen seen = read(packed, 50'000);
    ASSERT_EQ(seen.runs.size(), 1U);
    EXPECT_TRUE(seen.all == text);
    EXPECT_EQ(seen.damage, Damage{});
  }
}

TEST(RecordStream, LooksAsFarAsItIsAsked) {
  const std::string text = noise(RecordStream::kMaxLook + 1000, 4);
  std::string packed;
  for (size_t i = 0; i < text.size(); i += 10'000) packed += gzip(text.substr(i, 10'000));
  auto stream = RecordStream::from_memory(packed, "test");
  ASSERT_TRUE(stream);
  const auto view = (*stream)->look(RecordStream::kMaxLook);
  ASSERT_TRUE(view);
  EXPECT_GE(view->size(), RecordStream::kMaxLook);
  EXPECT_TRUE(text.starts_with(*view));
}

TEST(RecordStream, DictionariesOfWarcZstAreUsed) {
  const std::string dictionary = noise(5000, 5);
  const std::string text = "WARC/1.0\r\n" + dictionary.substr(100, 3000);
  const auto frame = [](char kind, const std::string& content) {
    std::string out = std::string(1, kind) + "\x2a\x4d\x18";
    for (int i = 0; i < 4; ++i) out += static_cast<char>(content.size() >> (8 * i) & 255U);
    return out + content;
  };
  for (const std::string& content : {dictionary, zstd(dictionary)}) {
    const std::string packed = frame('\x5d', content) + zstd(text, dictionary) +
                               frame('\x50', "passed over") + zstd(text, dictionary);
    EXPECT_LT(zstd(text, dictionary).size(), 200U);  // it does need the dictionary
    const Seen seen = read(packed);
    EXPECT_THAT(seen.runs, ElementsAre(text + text));
    EXPECT_EQ(seen.damage, Damage{});
  }
  // Without it the frames are damaged; and an absurd size does no harm.
  EXPECT_EQ(read(zstd(text, dictionary) + zstd(text, dictionary)).damage.damaged_members, 1U);
  EXPECT_EQ(read("\x5d\x2a\x4d\x18\xff\xff\xff\xffrest").all, "");
}

TEST(RecordStream, GarbageBetweenMembersIsSkippedAndCounted) {
  for (const bool gz : {true, false}) {
    const auto pack = [&](const std::string& s) { return gz ? gzip(s) : zstd(s); };
    const std::string false_start = gz ? "\x1f\x8b\x08\x00 no"s : "\x28\xb5\x2f\xfd"s;
    const Seen seen = read(pack("one ") + "garbage" + false_start + pack("two ") +
                           std::string(700, '\0') + pack("three ") + "end");
    EXPECT_THAT(seen.runs, ElementsAre("one two three "));
    EXPECT_EQ(seen.damage, (Damage{.garbage_runs = 2, .garbage_bytes = 10 + false_start.size()}));
  }
}

TEST(RecordStream, ADamagedMemberCostsItselfOnly) {
  for (const bool gz : {true, false}) {
    const auto pack = [&](const std::string& s) { return gz ? gzip(s) : zstd(s); };
    std::string bad = pack(noise(3000, 6));
    bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0x55);
    const Seen seen = read(pack("one ") + bad + pack("two "));
    ASSERT_EQ(seen.runs.size(), 2U);
    EXPECT_TRUE(seen.runs[0].starts_with("one "));
    EXPECT_EQ(seen.runs[1], "two ");
    EXPECT_EQ(seen.damage, (Damage{.damaged_members = 1}));
    // As the last one it leaves a gap too: what came before it is not known to be right.
    auto last = RecordStream::from_memory(bad, "test");
    ASSERT_TRUE(last);
    ASSERT_TRUE((*last)->look(4000));
    EXPECT_TRUE((*last)->at_gap());
  }
}

TEST(RecordStream, ACutMemberDoesNotTakeTheNextOneWithIt) {
  const std::string text = noise(3000, 7);
  const std::string whole = gzip(text);
  for (size_t cut = 11; cut < whole.size(); cut += 7) {
    const Seen seen = read(whole.substr(0, cut) + gzip("two "));
    ASSERT_FALSE(seen.runs.empty()) << cut;
    EXPECT_EQ(seen.runs.back(), "two ") << cut;
    EXPECT_EQ(seen.damage.cut_members + seen.damage.damaged_members, 1U) << cut;
  }
}

TEST(RecordStream, AFileCutShortGivesWhatItHas) {
  const std::string text = "WARC/1.0\r\n" + noise(3000, 8);
  for (const std::string& packed :
       {gzip(text) + gzip(text), zstd(text) + zstd(text), lz4(text) + lz4(text), bzip2(text)}) {
    size_t last = 0;
    // Before that it is not known as packed.
    for (size_t cut = 4; cut <= packed.size(); cut += 5) {
      const Seen seen = read(packed.substr(0, cut));
      EXPECT_TRUE((text + text).starts_with(seen.all)) << cut;
      EXPECT_GE(seen.all.size(), last);
      EXPECT_LE(seen.runs.size(), 1U);
      last = seen.all.size();
    }
  }
}

TEST(RecordStream, FlippedBytesNeverBreakIt) {
  const std::string packed = gzip("one " + noise(100, 9)) + gzip("two ") + gzip("three ");
  for (size_t i = 0; i < packed.size(); ++i) {
    for (const int bits : {0x01, 0x80, 0xFF}) {
      std::string broken = packed;
      broken[i] = static_cast<char>(broken[i] ^ bits);
      const Seen seen = read(broken);
      // No more than one member is lost, and in a file that begins as gzip it is seen.
      if (i < 3) continue;
      EXPECT_GE(seen.all.find("three ") != std::string::npos, i < packed.size() - 26) << i;
    }
  }
}

TEST(RecordStream, ABombIsReadInBoundedMemory) {
  const std::string once = gzip(std::string(size_t{24} << 20, '\0'));
  auto stream = RecordStream::from_memory(once, "test");
  ASSERT_TRUE(stream);
  uint64_t total = 0;
  for (;;) {
    const auto view = (*stream)->look(1);
    ASSERT_TRUE(view);
    if (view->empty()) break;
    ASSERT_LE(view->size(), RecordStream::kMaxLook);
    total += view->size();
    (*stream)->take(view->size());
  }
  EXPECT_EQ(total, uint64_t{24} << 20);
}

TEST(RecordStream, OtherPackersAreNamed) {
  const auto seven = RecordStream::from_memory("7z\xbc\xaf\x27\x1c and so on"s, "a.7z");
  ASSERT_FALSE(seven);
  EXPECT_THAT(seven.error().message, ::testing::HasSubstr("7z file"));
  const auto zip = RecordStream::from_memory("PK\x03\x04 and so on"s, "a.wacz");
  ASSERT_FALSE(zip);
  EXPECT_THAT(zip.error().message, ::testing::HasSubstr("WACZ"));
}

}  // namespace
}  // namespace cocite::read
