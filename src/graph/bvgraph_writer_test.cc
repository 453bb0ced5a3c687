#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/bvgraph.h"
#include "graph/bvgraph_oracle.h"

namespace cocite::graph {
namespace {

using oracle::Lists;
using ::testing::HasSubstr;
using enum BvCode::Kind;

std::string base_name() {
  return ::testing::TempDir() + "bvgraph_writer_test_" +
         ::testing::UnitTest::GetInstance()->current_test_info()->name();
}

Result<void> write_all(const std::string& base, const Lists& lists,
                       const BvWriterOptions& options = {}) {
  COCITE_TRY(auto writer, BvGraphWriter::create(base, options));
  for (const auto& list : lists) COCITE_CHECK(writer.add(list));
  return writer.finish();
}

std::vector<std::byte> bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto* from = reinterpret_cast<const std::byte*>(text.data());
  return {from, from + text.size()};
}

Lists read_all(const BvGraphReader& graph) {
  Lists lists;
  const auto done = graph.for_each_list([&](uint64_t, std::span<const uint32_t> list) {
    lists.emplace_back(list.begin(), list.end());
    return true;
  });
  EXPECT_TRUE(done) << done.error().message;
  return lists;
}

// Plain reading of default codes from a string of bits, to see what the writer chose.
class BitString {
 public:
  explicit BitString(std::string bits) : bits_(std::move(bits)) {}
  [[nodiscard]] size_t at() const { return at_; }
  uint64_t unary() {
    uint64_t x = 0;
    while (bits_.at(at_++) == '0') ++x;
    return x;
  }
  uint64_t field(uint64_t count) {
    uint64_t x = 0;
    for (; count > 0; --count) x = 2 * x + (bits_.at(at_++) == '1' ? 1 : 0);
    return x;
  }
  uint64_t gamma() {
    const uint64_t l = unary();
    return (uint64_t{1} << l) + field(l) - 1;
  }
  uint64_t zeta(uint64_t k) {
    const uint64_t h = unary();
    const uint64_t m = field(h * k + k - 1);
    const uint64_t left = uint64_t{1} << (h * k);
    return m < left ? m + left - 1 : 2 * m + field(1) - 1;
  }

 private:
  std::string bits_;
  size_t at_ = 0;
};

int64_t back(uint64_t v) {
  const auto half = static_cast<int64_t>(v / 2);
  return v % 2 == 0 ? half : -half - 1;
}

struct Decoded {
  std::vector<uint32_t> list;
  uint64_t reference = 0;
};

Decoded decode(BitString& in, const BvWriterOptions& o, const Lists& before) {
  Decoded result;
  const auto x = static_cast<int64_t>(before.size());
  const uint64_t degree = in.gamma();
  if (degree == 0) return result;
  if (o.window > 0) result.reference = in.unary();
  if (result.reference > 0) {
    const auto& other = before[before.size() - result.reference];
    const uint64_t count = in.gamma();
    size_t at = 0;
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t length = in.gamma() + (i == 0 ? 0 : 1);
      for (uint64_t j = 0; j < length; ++j, ++at) {
        if (i % 2 == 0) result.list.push_back(other.at(at));
      }
    }
    for (; count % 2 == 0 && at < other.size(); ++at) result.list.push_back(other[at]);
  }
  const auto add = [&](int64_t y) { result.list.push_back(static_cast<uint32_t>(y)); };
  if (result.list.size() < degree && o.min_interval_length > 0) {
    int64_t end = 0;
    const uint64_t count = in.gamma();
    for (uint64_t i = 0; i < count; ++i) {
      const int64_t left =
          i == 0 ? x + back(in.gamma()) : end + 1 + static_cast<int64_t>(in.gamma());
      end = left + static_cast<int64_t>(in.gamma()) + o.min_interval_length;
      for (int64_t y = left; y < end; ++y) add(y);
    }
  }
  int64_t last = -1;
  for (bool is_first = true; result.list.size() < degree; is_first = false) {
    const uint64_t code = in.zeta(o.zeta_k);
    last = is_first ? x + back(code) : last + 1 + static_cast<int64_t>(code);
    add(last);
  }
  std::sort(result.list.begin(), result.list.end());
  return result;
}

// Every window with every interval length; the others take turns.
std::vector<BvWriterOptions> many_options() {
  std::vector<BvWriterOptions> all;
  for (const uint32_t window : {0, 1, 7, 40}) {
    for (const uint32_t interval : {0, 2, 3, 8}) {
      const uint32_t chains[] = {3, 1000, 1, 0, 2};
      all.push_back({window, chains[all.size() % 5], interval,
                     1 + static_cast<uint32_t>(all.size() * 3 % 7)});
    }
  }
  return all;
}

TEST(BvGraphWriterTest, GraphsComeBackWithAnyOptions) {
  oracle::Random random(1);
  for (const BvWriterOptions& options : many_options()) {
    const Lists lists = oracle::random_lists(1 + random() % 120, random);
    const std::string base = base_name();
    const auto written = write_all(base, lists, options);
    ASSERT_TRUE(written) << written.error().message;
    auto graph = BvGraphReader::open(base);
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(read_all(*graph), lists);
    const auto checked = graph->check();
    EXPECT_TRUE(checked) << checked.error().message;
    EXPECT_EQ(graph->properties().max_ref_count, options.max_ref_count);
  }
}

TEST(BvGraphWriterTest, APlainDecoderReadsTheSameAndFindsTheBestAllowedReference) {
  oracle::Random random(4);
  for (const BvWriterOptions options :
       {BvWriterOptions{}, BvWriterOptions{5, 1, 2, 2}, BvWriterOptions{3, 2, 0, 4}}) {
    const Lists lists = oracle::random_lists(150, random);
    ASSERT_TRUE(write_all(base_name(), lists, options));
    const auto properties = BvProperties::read(base_name() + ".properties");
    ASSERT_TRUE(properties);
    BitString in(oracle::unpack(bytes_of_file(base_name() + ".graph")));
    BitString offsets(oracle::unpack(bytes_of_file(base_name() + ".offsets")));
    EXPECT_EQ(offsets.gamma(), 0U);
    Lists before;
    std::vector<uint64_t> chains;
    for (size_t x = 0; x < lists.size(); ++x) {
      // All that is shared copied, every run an interval: the cheapest reference is taken.
      size_t best = std::numeric_limits<size_t>::max();
      for (size_t r = 0; r <= std::min<size_t>(options.window, x); ++r) {
        if (r > 0 && (chains[x - r] >= options.max_ref_count || lists[x - r].empty())) continue;
        const auto all = [] { return true; };
        best = std::min(best, oracle::list_bits(*properties, lists, x, r, all).size());
      }
      const size_t start = in.at();
      const Decoded decoded = decode(in, options, before);
      ASSERT_EQ(decoded.list, lists[x]) << x;
      EXPECT_EQ(in.at() - start, best) << x;
      EXPECT_EQ(offsets.gamma(), in.at() - start);
      chains.push_back(decoded.reference == 0 ? 0 : chains[x - decoded.reference] + 1);
      EXPECT_LE(chains.back(), options.max_ref_count);
      before.push_back(decoded.list);
    }
  }
}

TEST(BvGraphWriterTest, PropertiesSayWhatOtherReadersAskFor) {
  ASSERT_TRUE(write_all(base_name(), {{1, 2}, {}, {0}}));
  const auto bytes = bytes_of_file(base_name() + ".properties");
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const char* line :
       {"\ngraphclass=it.unimi.dsi.webgraph.BVGraph\n", "\nversion=0\n", "\nnodes=3\n",
        "\narcs=3\n", "\nwindowsize=7\n", "\nmaxrefcount=3\n", "\nminintervallength=3\n",
        "\nzetak=3\n", "\ncompressionflags=\n", "\nresidualarcs=3\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(BvGraphWriterTest, AnEmptyGraphAndExtremeNumbersAreWritten) {
  ASSERT_TRUE(write_all(base_name(), {}));
  auto empty = BvGraphReader::open(base_name());
  ASSERT_TRUE(empty) << empty.error().message;
  EXPECT_EQ(empty->nodes(), 0U);
  EXPECT_TRUE(empty->check());
  // Differences of 32 bits and a sign; finish() then misses the nodes.
  auto writer = BvGraphWriter::create(base_name());
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->add(std::vector<uint32_t>{0, 0xFFFFFFFE}));
  const auto finished = writer->finish();
  EXPECT_EQ(finished.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(finished.error().message, HasSubstr("4294967294"));
  EXPECT_FALSE(std::filesystem::exists(base_name() + ".properties"));
}

TEST(BvGraphWriterTest, WrongListsAndOptionsAreRefused) {
  for (const std::vector<uint32_t>& list : {std::vector<uint32_t>{2, 1}, {1, 1}}) {
    auto writer = BvGraphWriter::create(base_name());
    ASSERT_TRUE(writer);
    const auto added = writer->add(list);
    EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(added.error().message, HasSubstr("node 0"));
    EXPECT_FALSE(writer->finish());
  }
  for (const BvWriterOptions& bad :
       {BvWriterOptions{.window = 5000}, BvWriterOptions{.min_interval_length = 1},
        BvWriterOptions{.zeta_k = 0}, BvWriterOptions{.zeta_k = 8}}) {
    EXPECT_EQ(BvGraphWriter::create(base_name(), bad).error().code, ErrorCode::kInvalidArgument);
  }
  EXPECT_EQ(BvGraphWriter::create("no/such/folder/x").error().code, ErrorCode::kIo);
  auto writer = BvGraphWriter::create(base_name());
  ASSERT_TRUE(writer && writer->finish());
  EXPECT_FALSE(writer->add({}));
  EXPECT_FALSE(writer->finish());
}

TEST(BvGraphWriterTest, AFullDiskIsReportedAndLeavesNoGraph) {
  oracle::Random random(9);
  const Lists lists = oracle::random_lists(3000, random);
  ASSERT_TRUE(write_all(base_name(), lists));
  bool succeeded = false;
  uint64_t n = 1;
  for (; !succeeded && n < 100; ++n) {
    file::fail_write_after(n);
    const auto written = write_all(base_name(), lists);
    file::fail_write_after(0);
    succeeded = written.has_value();
    if (succeeded) break;
    EXPECT_EQ(written.error().code, ErrorCode::kIo);
    EXPECT_THAT(written.error().message, HasSubstr("No space left"));
    const auto graph = BvGraphReader::open(base_name());
    EXPECT_TRUE(!graph || !graph->check());
  }
  EXPECT_TRUE(succeeded);
  EXPECT_GT(n, 3U);
}

}  // namespace
}  // namespace cocite::graph
