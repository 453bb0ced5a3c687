// links: graph
// Any properties, lists and offsets: a graph whose lists are sorted and in range, or an Error.
//
//   input: properties text | 0 | length of the lists, 2 bytes, low first | lists | offsets
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "graph/bvgraph.h"

namespace {

using cocite::graph::BvGraphReader;

// A fuzzer needs a crash to see a broken promise.
void require(bool promise) {
  if (!promise) std::abort();
}

void require_sound(std::span<const uint32_t> list, uint64_t nodes) {
  for (size_t i = 0; i < list.size(); ++i) {
    require(list[i] < nodes);
    require(i == 0 || list[i - 1] < list[i]);
  }
}

// Few bytes can truly mean very many arcs (each list a copy of a long one); that is slow, not
// wrong.
constexpr uint64_t kMaxArcs = 200'000;
constexpr uint64_t kMaxRandomReads = 100;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const uint8_t> input(data, size);
  const auto end = std::find(input.begin(), input.end(), 0);
  const auto text_size = static_cast<size_t>(end - input.begin());
  const std::string_view text(reinterpret_cast<const char*>(data), text_size);
  auto rest = std::as_bytes(input.subspan(std::min(size, text_size + 1)));
  size_t graph_size = rest.size();
  if (rest.size() >= 2) {
    const size_t told = static_cast<size_t>(rest[0]) | static_cast<size_t>(rest[1]) << 8;
    rest = rest.subspan(2);
    graph_size = std::min(told, rest.size());
  }
  auto graph = BvGraphReader::from_memory(text, rest.first(graph_size), rest.subspan(graph_size));
  if (!graph || graph->arcs() > kMaxArcs) return 0;
  const uint64_t nodes = graph->nodes();
  uint64_t arcs = 0;
  const auto read = graph->for_each_list([&](uint64_t, std::span<const uint32_t> list) {
    require_sound(list, nodes);
    arcs += list.size();
    return true;
  });
  require(!read || arcs == graph->arcs());
  const auto checked = graph->check();
  require(!checked || read);
  if (!graph->load_offsets()) return 0;
  std::vector<uint32_t> list;
  for (uint64_t node = 0; node < std::min(nodes, kMaxRandomReads); ++node) {
    const auto found = graph->successors(node, list);
    if (found) require_sound(list, nodes);
    require(!checked || found);
  }
  return 0;
}
