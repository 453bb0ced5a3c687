#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/bvgraph.h"
#include "graph/bvgraph_oracle.h"

namespace cocite::graph {
namespace {

using oracle::Encoded;
using oracle::Lists;
using ::testing::HasSubstr;
using enum BvCode::Kind;

struct Shape {
  uint32_t window;
  uint32_t min_interval_length;
  std::string more;  // lines that go to the properties
};

// The properties as text, and as the oracle needs them.
std::string text_for(const Lists& lists, const Shape& shape) {
  return "graphclass=it.unimi.dsi.webgraph.BVGraph\nversion=0\nnodes=" +
         std::to_string(lists.size()) + "\narcs=" + std::to_string(oracle::arcs_of(lists)) +
         "\nwindowsize=" + std::to_string(shape.window) +
         "\nminintervallength=" + std::to_string(shape.min_interval_length) + "\n" + shape.more;
}

Result<Lists> read_all(const BvGraphReader& graph) {
  Lists lists;
  COCITE_CHECK(graph.for_each_list([&](uint64_t node, std::span<const uint32_t> list) {
    EXPECT_EQ(node, lists.size());
    lists.emplace_back(list.begin(), list.end());
    return true;
  }));
  return lists;
}

std::vector<Shape> shapes() {
  std::vector<Shape> all = {{7, 3, ""}, {7, 0, ""}, {0, 3, ""},
                            {0, 0, ""}, {1, 2, ""}, {30, 5, ""}};
  for (const char* flags : {
           "zetak=2\n",
           "compressionflags=OUTDEGREES_DELTA | REFERENCES_GAMMA | BLOCKS_UNARY\n",
           "compressionflags=BLOCK_COUNT_UNARY | BLOCKS_DELTA | RESIDUALS_DELTA | OFFSETS_DELTA\n",
           "zetak=4\ncompressionflags=RESIDUALS_GOLOMB | REFERENCES_DELTA\n",
           "compressionflags=RESIDUALS_NIBBLE\n",
           "compressionflags=RESIDUALS_GAMMA\n",
           "endianness=little\nversion=1\n",
           "endianness=little\nversion=1\ncompressionflags=RESIDUALS_PI2|BLOCKS_ZETA2\n",
           "endianness=little\nversion=1\ncompressionflags=INTERVALS_DELTA|RESIDUALS_OMEGA\n",
           "endianness=big\nversion=1\ncompressionflags=OUTDEGREES_PI1|INTERVALS_ZETA5|"
           "REFERENCES_OMEGA|RESIDUALS_PI4\n",
           "endianness=little\nversion=1\ncompressionflags=RESIDUALS_PI3|OUTDEGREES_ZETA7\n",
       }) {
    all.push_back({7, 3, flags});
    all.push_back({3, 0, flags});
  }
  return all;
}

TEST(BvGraphReaderTest, GraphsOfEveryShapeAreReadInOrderAndAtRandom) {
  oracle::Random random(11);
  for (const Shape& shape : shapes()) {
    for (const size_t nodes : {1, 2, 40, 200}) {
      const Lists lists = oracle::random_lists(nodes, random);
      const std::string text = text_for(lists, shape);
      const auto properties = BvProperties::parse(text, "x");
      ASSERT_TRUE(properties) << properties.error().message;
      const Encoded bytes = oracle::encode(*properties, lists, random);
      auto graph = BvGraphReader::from_memory(text, bytes.graph, bytes.offsets);
      ASSERT_TRUE(graph) << graph.error().message;
      const auto read = read_all(*graph);
      ASSERT_TRUE(read) << read.error().message << "\n" << text;
      EXPECT_EQ(*read, lists) << text;
      const auto checked = graph->check();
      EXPECT_TRUE(checked) << checked.error().message;

      auto without = BvGraphReader::from_memory(text, bytes.graph);
      ASSERT_TRUE(without);
      EXPECT_FALSE(without->has_offsets_file());
      for (BvGraphReader* each : {&*graph, &*without}) {
        ASSERT_TRUE(each->load_offsets());
        std::vector<uint32_t> list;
        for (int i = 0; i < 60; ++i) {
          const uint64_t node = random() % nodes;
          const auto found = each->successors(node, list);
          ASSERT_TRUE(found) << found.error().message;
          EXPECT_EQ(list, lists[node]);
        }
      }
    }
  }
}

// A small graph in memory, for the rest of the tests.
struct Sample {
  explicit Sample(size_t nodes = 100, const std::string& more = "", uint64_t seed = 2)
      : random(seed),
        lists(oracle::random_lists(nodes, random)),
        text(text_for(lists, {7, 3, more})) {
    const auto properties = BvProperties::parse(text, "x");
    EXPECT_TRUE(properties);
    bytes = oracle::encode(*properties, lists, random);
  }
  [[nodiscard]] BvGraphReader reader() const {
    auto graph = BvGraphReader::from_memory(text, bytes.graph, bytes.offsets);
    EXPECT_TRUE(graph);
    return *std::move(graph);
  }
  oracle::Random random;
  Lists lists;
  std::string text;
  Encoded bytes;
};

TEST(BvGraphReaderTest, PartsAreReadWithAndWithoutOffsets) {
  const Sample sample;
  BvGraphReader graph = sample.reader();
  for (int with_offsets = 0; with_offsets < 2; ++with_offsets) {
    if (with_offsets == 1) {
      ASSERT_TRUE(graph.load_offsets());
    }
    for (uint64_t first = 0; first <= 100; first += 9) {
      for (uint64_t last = first; last <= 100; last += 13) {
        uint64_t next = first;
        const auto done =
            graph.for_each_list(first, last, [&](uint64_t node, std::span<const uint32_t> list) {
              EXPECT_EQ(node, next++);
              EXPECT_EQ(std::vector(list.begin(), list.end()), sample.lists[node]);
              return true;
            });
        ASSERT_TRUE(done) << done.error().message;
        EXPECT_EQ(next, last);
      }
    }
  }
  EXPECT_EQ(graph.for_each_list(3, 2, {}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(graph.for_each_list(0, 101, {}).error().code, ErrorCode::kInvalidArgument);
}

TEST(BvGraphReaderTest, AFalseFromTheCallbackStops) {
  const Sample sample;
  uint64_t calls = 0;
  EXPECT_TRUE(sample.reader().for_each_list(
      [&](uint64_t, std::span<const uint32_t>) { return ++calls < 10; }));
  EXPECT_EQ(calls, 10U);
}

TEST(BvGraphReaderTest, RandomAccessWantsOffsetsAndANode) {
  const Sample sample;
  BvGraphReader graph = sample.reader();
  std::vector<uint32_t> list;
  EXPECT_EQ(graph.successors(1, list).error().code, ErrorCode::kInvalidArgument);
  ASSERT_TRUE(graph.load_offsets());
  EXPECT_EQ(graph.successors(100, list).error().code, ErrorCode::kInvalidArgument);
}

TEST(BvGraphReaderTest, AnEmptyGraphIsAGraph) {
  const Lists none;
  const std::string text = text_for(none, {7, 3, ""});
  auto graph = BvGraphReader::from_memory(text, {});
  ASSERT_TRUE(graph);
  EXPECT_TRUE(read_all(*graph)->empty());
  EXPECT_TRUE(graph->check());
  EXPECT_TRUE(graph->load_offsets());
}

TEST(BvGraphReaderTest, AVeryLongChainOfReferencesIsFollowed) {
  // 0 1 2 in each list, all but the first copied from the one before.
  const size_t nodes = 20000;
  const Lists lists(nodes, {0, 1, 2});
  const std::string text = text_for(lists, {1, 0, ""});
  const auto properties = BvProperties::parse(text, "x");
  std::string bits;
  for (size_t x = 0; x < nodes; ++x) {
    bits += oracle::list_bits(*properties, lists, x, x == 0 ? 0 : 1, [] { return true; });
  }
  const auto bytes = oracle::pack(bits, false);
  auto graph = BvGraphReader::from_memory(text, bytes);
  ASSERT_TRUE(graph && graph->load_offsets());
  std::vector<uint32_t> list;
  ASSERT_TRUE(graph->successors(nodes - 1, list));
  EXPECT_EQ(list, lists[0]);
}

// Absurd lists, coded by hand: default codes, 10 nodes, 20 arcs.
struct Absurd {
  const char* what;
  std::string bits;
  uint32_t min_interval_length = 0;
};
std::string g(uint64_t x) {
  return oracle::code({kGamma, 0}, x, false);
}
std::string z(uint64_t x) {
  return oracle::code({kZeta, 3}, x, false);
}
const std::string kNoReference = "1";

TEST(BvGraphReaderTest, AbsurdListsAreNamedNotBelieved) {
  const std::string two = g(2) + kNoReference + z(0) + z(3);  // node 0: 0 4
  const std::string max = g(~uint64_t{0} - 1);
  const std::vector<Absurd> cases = {
      {"larger than the number of nodes", g(11)},
      {"larger than the number of nodes", max},
      {"before node 0", g(1) + "01"},
      {"beyond the window", std::string(9, '1') + g(1) + "000000001"},
      {"more copy blocks", two + g(2) + "01" + g(4)},
      {"copy blocks are longer", two + g(2) + "01" + g(1) + g(3)},
      {"copy blocks are longer", two + g(2) + "01" + g(1) + max},
      {"copy blocks are longer", two + g(2) + "01" + g(2) + g(2) + g(0)},
      {"copies more", two + g(1) + "01" + g(0)},
      {"not a node", g(1) + kNoReference + z(20)},               // 10
      {"not a node", g(1) + kNoReference + z(1)},                // -1
      {"not a node", g(1) + kNoReference + z((1UL << 57) - 2)},  // huge
      {"not a node", g(2) + kNoReference + z(18) + z(0)},        // 9, 10
      {"not a node", g(2) + kNoReference + z(0) + z(1UL << 40)},
      {"twice", two + g(3) + "01" + g(0) + z(6)},  // 0 4 copied, and 1 + 3
      {"more intervals", g(3) + kNoReference + g(2), 3},
      {"more intervals", g(3) + kNoReference + max, 3},
      {"intervals are longer", g(4) + kNoReference + g(1) + g(0) + g(2), 3},
      {"intervals are longer", g(4) + kNoReference + g(1) + g(0) + max, 3},
      {"not a node", g(4) + kNoReference + g(1) + g(14) + g(1), 3},  // 7 8 9 10
      {"not a node", g(4) + kNoReference + g(1) + g(1) + g(1), 3},   // -1 ...
      {"not a node", g(4) + kNoReference + g(2) + g(0) + g(0) + max + g(0), 2},
      {"twice", g(4) + kNoReference + g(1) + g(0) + g(0) + z(4), 3},  // 0 1 2, 2
      {"ends inside", g(9)},
      {"ends inside", two},
  };
  for (const Absurd& absurd : cases) {
    const std::string text =
        "graphclass=it.unimi.dsi.webgraph.BVGraph\nversion=0\nnodes=10\narcs=20\nwindowsize=7\n"
        "minintervallength=" +
        std::to_string(absurd.min_interval_length);
    auto bytes = oracle::pack(absurd.bits, false);
    const bool is_cut = std::string(absurd.what) == "ends inside";
    if (!is_cut || bytes.size() < 2) bytes.resize(is_cut ? 2 : bytes.size() + 20);
    auto graph = BvGraphReader::from_memory(text, bytes);
    ASSERT_TRUE(graph) << graph.error().message;
    const auto read = read_all(*graph);
    ASSERT_FALSE(read) << absurd.what << " " << absurd.bits;
    EXPECT_EQ(read.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(read.error().message, HasSubstr(absurd.what)) << absurd.bits;
    EXPECT_THAT(read.error().message, HasSubstr("memory.graph: the list of node"));
  }
}

TEST(BvGraphReaderTest, PromisesOfThePropertiesAreKeptOrReported) {
  const Sample sample;
  const uint64_t arcs = oracle::arcs_of(sample.lists);
  for (const uint64_t wrong : {arcs - 1, arcs + 1, uint64_t{0}}) {
    auto graph = BvGraphReader::from_memory(sample.text + "\narcs=" + std::to_string(wrong),
                                            sample.bytes.graph);
    ASSERT_TRUE(graph);
    EXPECT_EQ(read_all(*graph).error().code, ErrorCode::kCorrupt);
  }
  const std::string length = "\nlength=" + std::to_string(sample.bytes.bits);
  EXPECT_TRUE(BvGraphReader::from_memory(sample.text + length, sample.bytes.graph)->check());
  EXPECT_FALSE(BvGraphReader::from_memory(sample.text + length + "0", sample.bytes.graph)->check());
  const auto many =
      BvGraphReader::from_memory(sample.text + "\nnodes=4000000000\n", sample.bytes.graph);
  EXPECT_EQ(many.error().code, ErrorCode::kCorrupt);
}

TEST(BvGraphReaderTest, CheckFindsWhatFollowsAndWrongOffsets) {
  const Sample sample;
  auto padded = sample.bytes.graph;
  padded.resize(padded.size() + 7);
  EXPECT_TRUE(BvGraphReader::from_memory(sample.text, padded)->check());
  padded.back() = std::byte{1};
  EXPECT_FALSE(BvGraphReader::from_memory(sample.text, padded)->check());
  padded.back() = std::byte{0};
  padded.resize(padded.size() + 100);
  EXPECT_FALSE(BvGraphReader::from_memory(sample.text, padded)->check());
  for (size_t i = 0; i + 1 < sample.bytes.offsets.size(); ++i) {
    auto offsets = sample.bytes.offsets;
    offsets[i] ^= std::byte{0x10};
    const auto checked =
        BvGraphReader::from_memory(sample.text, sample.bytes.graph, offsets)->check();
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().message, HasSubstr("memory.offsets"));
  }
}

// Whatever comes of it: an error or lists that are sorted and in range.
void read_somehow(const std::string& text, std::span<const std::byte> bytes,
                  std::span<const std::byte> offsets) {
  auto graph = BvGraphReader::from_memory(text, bytes, offsets);
  if (!graph) {
    EXPECT_EQ(graph.error().code, ErrorCode::kCorrupt);
    return;
  }
  const auto is_sound = [&](std::span<const uint32_t> list) {
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i] >= graph->nodes() || (i > 0 && list[i] <= list[i - 1])) return false;
    }
    return true;
  };
  const auto read = graph->for_each_list([&](uint64_t, std::span<const uint32_t> list) {
    EXPECT_TRUE(is_sound(list));
    return true;
  });
  if (!read) {
    EXPECT_EQ(read.error().code, ErrorCode::kCorrupt);
  }
  (void)graph->check();
  if (!graph->load_offsets()) return;
  std::vector<uint32_t> list;
  for (uint64_t node = 0; node < graph->nodes(); ++node) {
    if (graph->successors(node, list)) {
      EXPECT_TRUE(is_sound(list));
    }
  }
}

TEST(BvGraphReaderTest, GraphsCutAnywhereAreReported) {
  for (const char* more : {"", "endianness=little\nversion=1\ncompressionflags=RESIDUALS_PI2\n"}) {
    const Sample sample(60, more);
    for (size_t size = 0; size < sample.bytes.graph.size(); ++size) {
      const std::vector<std::byte> cut(sample.bytes.graph.begin(),
                                       sample.bytes.graph.begin() + static_cast<long>(size));
      read_somehow(sample.text, cut, sample.bytes.offsets);
      const auto graph = BvGraphReader::from_memory(sample.text, cut);
      EXPECT_TRUE(!graph || !read_all(*graph)) << size;
    }
    for (size_t size = 1; size < sample.bytes.offsets.size(); ++size) {
      const std::vector<std::byte> cut(sample.bytes.offsets.begin(),
                                       sample.bytes.offsets.begin() + static_cast<long>(size));
      auto graph = BvGraphReader::from_memory(sample.text, sample.bytes.graph, cut);
      ASSERT_TRUE(graph);
      EXPECT_EQ(graph->load_offsets().error().code, ErrorCode::kCorrupt);
      EXPECT_EQ(graph->check().error().code, ErrorCode::kCorrupt);
    }
  }
}

TEST(BvGraphReaderTest, FlippedBitsNeverCrash) {
  for (const char* more :
       {"", "zetak=5\ncompressionflags=RESIDUALS_GOLOMB|OUTDEGREES_DELTA\n",
        "endianness=little\nversion=1\ncompressionflags=RESIDUALS_OMEGA|BLOCKS_PI1\n"}) {
    Sample sample(60, more);
    for (int round = 0; round < 300; ++round) {
      auto graph = sample.bytes.graph;
      auto offsets = sample.bytes.offsets;
      for (uint64_t flips = 1 + sample.random() % 3; flips > 0; --flips) {
        graph[sample.random() % graph.size()] ^= std::byte{1} << (sample.random() % 8);
        if (round % 3 == 0) {
          offsets[sample.random() % offsets.size()] ^= std::byte{1} << (sample.random() % 8);
        }
      }
      read_somehow(sample.text, graph, offsets);
    }
    std::vector<std::byte> noise(300);
    for (std::byte& byte : noise) byte = static_cast<std::byte>(sample.random());
    read_somehow(sample.text, noise, noise);
  }
}

TEST(BvGraphReaderTest, AnyFileOfAGraphOpensIt) {
  const Sample sample;
  const std::string base = ::testing::TempDir() + "bvgraph_reader_test.x";
  std::filesystem::remove(base + ".offsets");
  const auto write = [&](const char* end, const char* data, size_t size) {
    std::ofstream(base + end, std::ios::binary).write(data, static_cast<std::streamsize>(size));
  };
  const auto* graph_bytes = reinterpret_cast<const char*>(sample.bytes.graph.data());
  const auto* offsets_bytes = reinterpret_cast<const char*>(sample.bytes.offsets.data());
  write(".graph", graph_bytes, sample.bytes.graph.size());
  write(".properties", sample.text.data(), sample.text.size());
  auto graph = BvGraphReader::open(base);
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_FALSE(graph->has_offsets_file());
  EXPECT_EQ(*read_all(*graph), sample.lists);
  write(".offsets", offsets_bytes, sample.bytes.offsets.size());
  for (const char* end : {"", ".graph", ".properties", ".offsets", ".obl"}) {
    const auto found = BvGraphReader::open(base + end);
    ASSERT_TRUE(found) << end << found.error().message;
    EXPECT_TRUE(found->has_offsets_file());
    EXPECT_TRUE(found->check());
  }
  write(".offsets", "", 0);
  EXPECT_EQ(BvGraphReader::open(base)->check().error().code, ErrorCode::kCorrupt);
  const auto nothing = BvGraphReader::open(base + "y");
  EXPECT_EQ(nothing.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace cocite::graph
