#include "file/symbol_table.h"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "file/padded_text.h"

namespace cocite::file {
namespace {

std::vector<std::string> urls(std::mt19937_64& random, size_t count) {
  static constexpr std::string_view kWords[] = {"index", "html", "research", "~smith", "courses",
                                                "cs",    "www",  "papers",   "1996",   "images"};
  std::vector<std::string> result;
  for (size_t i = 0; i < count; ++i) {
    std::string url = "edu,cornell,cs)";
    for (size_t parts = 1 + random() % 5; parts > 0; --parts) {
      url.append("/").append(kWords[random() % std::size(kWords)]);
    }
    result.push_back(url + std::to_string(random() % 1000));
  }
  return result;
}

std::string random_text(std::mt19937_64& random, size_t size, unsigned letters) {
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random() % letters + (letters < 256 ? 250 : 0));
  return text;
}

SymbolTable train(const std::vector<std::string>& sample) {
  return SymbolTable::train(std::vector<std::string_view>(sample.begin(), sample.end()));
}

void expect_round_trip(const SymbolTable& table, const std::string& text) {
  std::string codes = "before";
  table.encode(text, codes);
  ASSERT_EQ(codes.substr(0, 6), "before");
  codes.erase(0, 6);
  ASSERT_LE(codes.size(), 2 * text.size());
  std::string back;
  ASSERT_TRUE(table.decode(codes, back));
  ASSERT_EQ(back, text);
}

TEST(SymbolTable, KeepsAnyTextWhateverItLearntFrom) {
  std::mt19937_64 random(1);
  std::vector<SymbolTable> tables = {SymbolTable(),
                                     train({}),
                                     train({""}),
                                     train({"a"}),
                                     train(urls(random, 1000)),
                                     train({std::string(5000, '\0')})};
  std::vector<std::string> noise;
  for (int i = 0; i < 200; ++i) noise.push_back(random_text(random, random() % 50, 256));
  tables.push_back(train(noise));
  for (const SymbolTable& table : tables) {
    for (size_t size = 0; size < 70; ++size) {
      for (const unsigned letters : {1U, 3U, 6U, 256U}) {
        expect_round_trip(table, random_text(random, size, letters));
      }
      expect_round_trip(table, std::string(size, '\0'));
      expect_round_trip(table, urls(random, 1)[0].substr(0, size));
    }
    expect_round_trip(table, random_text(random, 100'000, 256));
  }
}

TEST(SymbolTable, MakesUrlsLessThanHalfAsLong) {
  std::mt19937_64 random(2);
  const SymbolTable table = train(urls(random, 2000));
  size_t before = 0;
  std::string codes;
  for (const std::string& url : urls(random, 1000)) {
    before += url.size();
    table.encode(url, codes);
  }
  EXPECT_LT(codes.size() * 5, before * 2);
}

TEST(SymbolTable, LearnsTheSameFromTheSame) {
  std::mt19937_64 random(3);
  const auto sample = urls(random, 500);
  EXPECT_EQ(train(sample).serialize(), train(sample).serialize());
}

TEST(SymbolTable, HasDifferentSymbolsOfOneToEightBytes) {
  std::mt19937_64 random(4);
  const SymbolTable table = train(urls(random, 2000));
  std::set<std::string> symbols;
  for (size_t code = 0; code < table.size(); ++code) {
    const std::string symbol = table.symbol(code);
    EXPECT_GE(symbol.size(), 1U);
    EXPECT_LE(symbol.size(), 8U);
    symbols.insert(symbol);
  }
  EXPECT_EQ(symbols.size(), table.size());
  EXPECT_GT(table.size(), 100U);
}

TEST(SymbolTable, KeepsItsSymbolsAndCodesWhenSerialized) {
  std::mt19937_64 random(5);
  for (const SymbolTable& table : {SymbolTable(), train(urls(random, 500)), train({"a", "b"})}) {
    const std::string bytes = table.serialize();
    EXPECT_LE(bytes.size(), SymbolTable::kMaxSerializedBytes);
    const auto parsed = SymbolTable::parse(bytes);
    ASSERT_TRUE(parsed);
    ASSERT_EQ(parsed->size(), table.size());
    for (size_t code = 0; code < table.size(); ++code) {
      EXPECT_EQ(parsed->symbol(code), table.symbol(code));
    }
    std::string one;
    std::string two;
    const std::string text = urls(random, 1)[0];
    table.encode(text, one);
    parsed->encode(text, two);
    EXPECT_EQ(one, two);
  }
}

TEST(SymbolTable, RefusesWhatIsNoTable) {
  std::mt19937_64 random(6);
  const std::string bytes = train(urls(random, 500)).serialize();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(SymbolTable::parse(std::string_view(bytes).substr(0, size))) << size;
  }
  EXPECT_FALSE(SymbolTable::parse(bytes + "x"));
  EXPECT_FALSE(SymbolTable::parse(std::string(8, '\xFF') + std::string(10'000, 'x')));
  for (int round = 0; round < 3000; ++round) {
    std::string spoilt = bytes;
    for (int c = 0; c < 3; ++c) {
      spoilt[random() % (round % 2 == 0 ? 8 : spoilt.size())] = static_cast<char>(random());
    }
    const auto table = SymbolTable::parse(spoilt);
    if (table) {
      EXPECT_EQ(table->serialize(), spoilt);
    }
  }
}

TEST(SymbolTable, RefusesCodesThatItDoesNotHave) {
  std::string out;
  const SymbolTable none;
  EXPECT_TRUE(none.decode("", out));
  EXPECT_FALSE(none.decode("a", out));
  EXPECT_FALSE(none.decode("\xFF", out)) << "an escape of nothing";
  EXPECT_TRUE(none.decode("\xFFz\xFF\xFF", out));
  EXPECT_EQ(out, "z\xFF");
  std::mt19937_64 random(7);
  const SymbolTable table = train({"abcabcabcabc"});
  for (int round = 0; round < 5000; ++round) {
    const std::string codes = random_text(random, random() % 20, 256);
    if (table.decode(codes, out)) {
      EXPECT_LE(out.size(), 8 * codes.size());
    }
  }
}

TEST(SymbolTable, ComparesCodesAsTheirTextsCompare) {
  std::mt19937_64 random(8);
  const auto sample = urls(random, 500);
  for (const SymbolTable& table : {SymbolTable(), train(sample), train({std::string(99, '\0')})}) {
    for (int round = 0; round < 20'000; ++round) {
      std::string a = sample[random() % sample.size()];
      std::string b = random() % 4 == 0 ? sample[random() % sample.size()] : a;
      if (random() % 3 == 0) b.resize(random() % (b.size() + 1));
      if (random() % 3 == 0) a.resize(random() % (a.size() + 1));
      if (random() % 3 == 0 && !b.empty()) b[random() % b.size()] = static_cast<char>(random());
      if (random() % 5 == 0) b.append(random() % 3, '\0');
      const size_t from = random() % 5;  // bytes of b that are known to agree already
      const std::string before = random_text(random, from, 256);
      std::string codes;
      table.encode(a, codes);
      const PaddedText text(before + b);
      size_t match = from;
      const auto* begin = reinterpret_cast<const uint8_t*>(codes.data());
      const auto order = table.compare(begin, begin + codes.size(), text.view(), match);
      const size_t common = static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
      ASSERT_EQ(match, from + common);
      using enum SymbolTable::Order;
      ASSERT_EQ(order, a < b ? kLess : a == b ? kEqual : kGreater) << a << "\n" << b;
    }
  }
}

}  // namespace
}  // namespace cocite::file
