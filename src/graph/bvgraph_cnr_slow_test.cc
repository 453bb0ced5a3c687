// A real graph against its text copy; only where the environment variable COCITE_DATA names a
// folder with cnr-2000/ in it.

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "graph/bvgraph.h"
#include "graph/bvgraph_oracle.h"

namespace cocite::graph {
namespace {

using oracle::Lists;

// First line: number of nodes; then the successors of each node on a line.
Lists read_text(const std::string& path) {
  const std::string command = "gzip -dc '" + path + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (pipe != nullptr) {
    const size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    if (got == 0) break;
    text.append(buffer.data(), got);
  }
  Lists lists;
  size_t line = 0;
  while (line < text.size()) {
    const size_t end = std::min(text.find('\n', line), text.size());
    std::vector<uint32_t> list;
    for (const char* at = text.data() + line; at < text.data() + end;) {
      uint32_t value = 0;
      const auto [after, error] = std::from_chars(at, text.data() + end, value);
      if (error == std::errc{}) list.push_back(value);
      at = error == std::errc{} ? after : at + 1;
    }
    lists.push_back(std::move(list));
    line = end + 1;
  }
  if (!lists.empty()) lists.erase(lists.begin());
  return lists;
}

std::string bytes_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
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

TEST(Cnr2000Slow, IsReadAsItsTextSaysAndWrittenAsSmall) {
  const char* folder = std::getenv("COCITE_DATA");
  if (folder == nullptr) GTEST_SKIP() << "COCITE_DATA names no folder";
  const std::string sample = std::string(folder) + "/cnr-2000/cnr-2000";
  auto graph = BvGraphReader::open(sample);
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_EQ(graph->nodes(), 325557U);
  EXPECT_EQ(graph->arcs(), 3216152U);
  ASSERT_TRUE(graph->has_offsets_file());
  const auto checked = graph->check();  // among others, all 325558 offsets
  ASSERT_TRUE(checked) << checked.error().message;
  const Lists lists = read_all(*graph);
  ASSERT_EQ(lists.size(), 325557U);
  EXPECT_EQ(oracle::arcs_of(lists), 3216152U);
  EXPECT_TRUE(lists == read_text(sample + ".graph-txt.gz"));

  ASSERT_TRUE(graph->load_offsets());
  std::vector<uint32_t> list;
  for (uint64_t node = 0; node < graph->nodes(); node += 7) {
    ASSERT_TRUE(graph->successors(node, list));
    ASSERT_EQ(list, lists[node]) << node;
  }

  const std::string base = ::testing::TempDir() + "bvgraph_cnr_slow_test";
  auto writer = BvGraphWriter::create(base);
  ASSERT_TRUE(writer) << writer.error().message;
  for (const auto& each : lists) ASSERT_TRUE(writer->add(each));
  ASSERT_TRUE(writer->finish());
  EXPECT_NEAR(static_cast<double>(writer->graph_bits()) / 3216152, 3.55, 0.0355);
  // The same choices as the Java version made in 2006, bit by bit.
  EXPECT_TRUE(bytes_of_file(base + ".graph") == bytes_of_file(sample + ".graph"));
  EXPECT_TRUE(bytes_of_file(base + ".offsets") == bytes_of_file(sample + ".offsets"));
  const auto written = BvGraphReader::open(base);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_TRUE(read_all(*written) == lists);
  const auto sound = written->check();
  EXPECT_TRUE(sound) << sound.error().message;
  for (const char* end : {".graph", ".offsets", ".properties"}) {
    std::filesystem::remove(base + end);
  }
}

}  // namespace
}  // namespace cocite::graph
