#include <algorithm>
#include <bit>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "graph/bvgraph.h"
#include "graph/bvgraph_list_decoder.h"

namespace cocite::graph {
namespace {

constexpr const char* kTooManyArcs = "there are more arcs than the properties promise";

bool has_default_codes(const BvProperties& properties) {
  BvCodes codes = properties.codes;
  codes.offsets = BvCodes{}.offsets;  // of no concern to the lists
  return codes == BvCodes{};
}

bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

// "x/cnr-2000" for itself and for any of the graph's files.
std::string basename_of(const std::string& path) {
  if (file_exists(path + ".properties")) return path;
  for (const std::string_view end :
       {".graph", ".properties", ".offsets", ".obl", ".ef", ".dcf", ".stats"}) {
    if (path.size() > end.size() && path.ends_with(end)) {
      return path.substr(0, path.size() - end.size());
    }
  }
  return path;
}

// The lists of the last nodes, by node number.
class Window {
 public:
  explicit Window(uint64_t size) : slots_(std::bit_ceil(size + 1)) {}

  [[nodiscard]] std::span<const uint32_t> list(uint64_t node) const {
    const Slot& slot = slots_[node & (slots_.size() - 1)];
    return {slot.room.get(), slot.size};
  }
  uint32_t* make_room(uint64_t node, uint64_t size) {
    Slot& slot = slots_[node & (slots_.size() - 1)];
    // One huge list must not keep its memory in every slot it passes.
    const bool is_wasteful = slot.capacity > kKeptEntries && size < slot.capacity / 8;
    if (size > slot.capacity || is_wasteful) {
      slot.room.reset();
      slot.capacity = std::max<uint64_t>(64, std::bit_ceil(size));
      slot.room = std::make_unique_for_overwrite<uint32_t[]>(slot.capacity);
    }
    slot.size = size;
    return slot.room.get();
  }

 private:
  static constexpr uint64_t kKeptEntries = uint64_t{1} << 18;
  struct Slot {
    std::unique_ptr<uint32_t[]> room;
    uint64_t capacity = 0;
    uint64_t size = 0;
  };
  std::vector<Slot> slots_;
};

}  // namespace

Result<BvGraphReader> BvGraphReader::open(const std::string& path) {
  BvGraphReader reader;
  reader.name_ = basename_of(path);
  COCITE_TRY(reader.properties_, BvProperties::read(reader.name_ + ".properties"));
  COCITE_TRY(reader.graph_file_, MappedFile::open(reader.name_ + ".graph"));
  reader.graph_bytes_ = reader.graph_file_.bytes();
  if (file_exists(reader.name_ + ".offsets")) {
    COCITE_TRY(reader.offsets_file_, MappedFile::open(reader.name_ + ".offsets"));
    reader.offsets_bytes_ = reader.offsets_file_.bytes();
    reader.has_offsets_file_ = true;
  }
  return with_bytes(std::move(reader));
}

Result<BvGraphReader> BvGraphReader::from_memory(std::string_view properties_text,
                                                 std::span<const std::byte> graph,
                                                 std::span<const std::byte> offsets,
                                                 const std::string& name) {
  BvGraphReader reader;
  reader.name_ = name;
  COCITE_TRY(reader.properties_, BvProperties::parse(properties_text, name + ".properties"));
  reader.graph_bytes_ = graph;
  reader.offsets_bytes_ = offsets;
  reader.has_offsets_file_ = !offsets.empty();
  return with_bytes(std::move(reader));
}

Result<BvGraphReader> BvGraphReader::with_bytes(BvGraphReader reader) {
  // Every list has at least one bit. This also bounds all memory by the size of the file.
  const uint64_t bits = uint64_t{reader.graph_bytes_.size()} * 8;
  if (reader.nodes() > bits) {
    return fail(ErrorCode::kCorrupt,
                reader.name_ +
                    ".graph: is cut short: " + std::to_string(reader.graph_bytes_.size()) +
                    " bytes cannot hold " + std::to_string(reader.nodes()) + " lists");
  }
  return reader;
}

tl::unexpected<Error> BvGraphReader::damage(uint64_t node, const char* problem) const {
  return fail(ErrorCode::kCorrupt, name_ + ".graph: the list of node " + std::to_string(node) +
                                       " is damaged: " + problem);
}

tl::unexpected<Error> BvGraphReader::wrong_arcs(uint64_t found) const {
  return fail(ErrorCode::kCorrupt, name_ + ".graph: holds " + std::to_string(found) +
                                       " arcs, the properties promise " + std::to_string(arcs()));
}

template <bool kLittleEndian, bool kDefaultCodes>
Result<uint64_t> BvGraphReader::scan_with(uint64_t first, uint64_t last,
                                          const Visitor& visit) const {
  BvListDecoder<kLittleEndian, kDefaultCodes> decoder(properties_);
  Window window(std::min<uint64_t>(properties_.window, nodes()));
  if (first > 0) {
    std::vector<uint32_t> list;
    for (uint64_t node = first - std::min<uint64_t>(first, properties_.window); node < first;
         ++node) {
      COCITE_CHECK(successors(node, list));
      std::copy(list.begin(), list.end(), window.make_room(node, list.size()));
    }
  }
  BvBitReader<kLittleEndian> in(graph_bytes_, first > 0 ? offsets_[first] : 0);
  uint64_t arcs_left = arcs();
  for (uint64_t node = first; node < last; ++node) {
    const uint64_t start = in.position();
    if (const char* problem = decoder.read_head(in, node)) return damage(node, problem);
    const uint64_t degree = decoder.degree();
    if (degree > arcs_left) return damage(node, kTooManyArcs);
    arcs_left -= degree;
    const auto referred = window.list(node - decoder.reference());
    uint32_t* out = window.make_room(node, degree);
    if (const char* problem = decoder.read_body(in, node, referred, out)) {
      return damage(node, problem);
    }
    if (!visit(node, start, {out, degree})) return in.position();
  }
  if (first == 0 && last == nodes() && arcs_left != 0) return wrong_arcs(arcs() - arcs_left);
  return in.position();
}

Result<uint64_t> BvGraphReader::scan(uint64_t first, uint64_t last, const Visitor& visit) const {
  const bool has_defaults = has_default_codes(properties_);
  if (properties_.little_endian) {
    return has_defaults ? scan_with<true, true>(first, last, visit)
                        : scan_with<true, false>(first, last, visit);
  }
  return has_defaults ? scan_with<false, true>(first, last, visit)
                      : scan_with<false, false>(first, last, visit);
}

Result<void> BvGraphReader::for_each_list(const ListCallback& callback) const {
  return for_each_list(0, nodes(), callback);
}

Result<void> BvGraphReader::for_each_list(uint64_t first, uint64_t last,
                                          const ListCallback& callback) const {
  if (first > last || last > nodes()) {
    return fail(ErrorCode::kInvalidArgument, name_ + ": has " + std::to_string(nodes()) +
                                                 " nodes, asked for [" + std::to_string(first) +
                                                 ", " + std::to_string(last) + ")");
  }
  if (first == last && first > 0) return {};
  const uint64_t begin = offsets_.empty() ? 0 : first;
  COCITE_CHECK(scan(begin, last, [&](uint64_t node, uint64_t, std::span<const uint32_t> list) {
    return node < first || callback(node, list);
  }));
  return {};
}

Result<void> BvGraphReader::load_offsets() {
  if (!offsets_.empty()) return {};
  std::vector<uint64_t> offsets;
  if (!has_offsets_file()) {
    offsets.reserve(nodes() + 1);
    COCITE_TRY(const uint64_t end,
               scan(0, nodes(), [&](uint64_t, uint64_t bit, std::span<const uint32_t>) {
                 offsets.push_back(bit);
                 return true;
               }));
    offsets.push_back(end);
    offsets_ = std::move(offsets);
    return {};
  }
  // Always big-endian, also beside a little-endian graph.
  BvBitReader<false> in(offsets_bytes_);
  const uint64_t bits = uint64_t{graph_bytes_.size()} * 8;
  const std::string file = name_ + ".offsets: ";
  if (nodes() >= in.bits_left()) return fail(ErrorCode::kCorrupt, file + "is cut short");
  offsets.reserve(nodes() + 1);
  uint64_t position = 0;
  for (uint64_t node = 0; node <= nodes(); ++node) {
    const uint64_t step = in.code(properties_.codes.offsets);
    if (in.failed()) return fail(ErrorCode::kCorrupt, file + "is cut short or spoilt");
    if (step > bits - position || (node == 0 && step != 0)) {
      return fail(ErrorCode::kCorrupt, file + "is damaged: node " + std::to_string(node) +
                                           " would stand outside the graph");
    }
    position += step;
    offsets.push_back(position);
  }
  offsets_ = std::move(offsets);
  return {};
}

template <bool kLittleEndian, bool kDefaultCodes>
Result<void> BvGraphReader::successors_with(uint64_t node, std::vector<uint32_t>& out) const {
  BvListDecoder<kLittleEndian, kDefaultCodes> decoder(properties_);
  // First down the chain of references to a list that has none, then back up with the lists. A
  // chain may be as long as the graph, so no recursion.
  std::vector<uint64_t> chain;
  uint64_t arcs_left = arcs();
  for (uint64_t at = node;;) {
    chain.push_back(at);
    BvBitReader<kLittleEndian> in(graph_bytes_, offsets_[at]);
    if (const char* problem = decoder.read_head(in, at)) return damage(at, problem);
    if (decoder.degree() > arcs_left) return damage(at, kTooManyArcs);
    arcs_left -= decoder.degree();
    if (decoder.reference() == 0) break;
    at -= decoder.reference();
  }
  std::vector<uint32_t> referred;
  for (size_t i = chain.size(); i-- > 0;) {
    const uint64_t at = chain[i];
    BvBitReader<kLittleEndian> in(graph_bytes_, offsets_[at]);
    if (const char* problem = decoder.read_head(in, at)) return damage(at, problem);
    std::swap(referred, out);
    out.resize(decoder.degree());
    if (const char* problem = decoder.read_body(in, at, referred, out.data())) {
      return damage(at, problem);
    }
    if (in.position() != offsets_[at + 1]) {
      return damage(at, "it does not end where the .offsets file says");
    }
  }
  return {};
}

Result<void> BvGraphReader::successors(uint64_t node, std::vector<uint32_t>& out) const {
  out.clear();
  if (node >= nodes()) {
    return fail(ErrorCode::kInvalidArgument, name_ + ": has no node " + std::to_string(node) +
                                                 ", only " + std::to_string(nodes()) + " nodes");
  }
  if (offsets_.empty()) {
    return fail(ErrorCode::kInvalidArgument, name_ + ": load_offsets() before successors()");
  }
  const bool has_defaults = has_default_codes(properties_);
  if (properties_.little_endian) {
    return has_defaults ? successors_with<true, true>(node, out)
                        : successors_with<true, false>(node, out);
  }
  return has_defaults ? successors_with<false, true>(node, out)
                      : successors_with<false, false>(node, out);
}

Result<void> BvGraphReader::check() const {
  std::optional<BvBitReader<false>> in;
  if (has_offsets_file()) in.emplace(offsets_bytes_);
  uint64_t told = 0;
  std::optional<uint64_t> wrong;
  const auto agrees = [&](uint64_t node, uint64_t bit) {
    if (!in) return true;
    told += in->code(properties_.codes.offsets);
    if (told == bit && !in->failed()) return true;
    wrong = node;
    return false;
  };
  COCITE_TRY(const uint64_t end,
             scan(0, nodes(), [&](uint64_t node, uint64_t bit, std::span<const uint32_t>) {
               return agrees(node, bit);
             }));
  if (!wrong) agrees(nodes(), end);
  if (wrong) {
    return fail(ErrorCode::kCorrupt, name_ + ".offsets: is wrong or cut at node " +
                                         std::to_string(*wrong) + " of " + std::to_string(nodes()) +
                                         "; without the file, offsets are found by a scan");
  }
  return check_rest(end);
}

Result<void> BvGraphReader::check_rest(uint64_t end) const {
  const std::string file = name_ + ".graph: ";
  if (properties_.length_bits && *properties_.length_bits != end) {
    return fail(ErrorCode::kCorrupt,
                file + "the lists end at bit " + std::to_string(end) +
                    ", the properties say length=" + std::to_string(*properties_.length_bits));
  }
  // Padding is up to a byte in Java, up to a word in Rust; no word has more than 128 bits.
  constexpr uint64_t kMaxPadding = 127;
  BvBitReader<true> rest(graph_bytes_, (end + 7) / 8 * 8);
  bool is_padding = graph_bytes_.size() * 8 - end <= kMaxPadding;
  while (is_padding && rest.bits_left() > 0) is_padding = rest.bits(8) == 0;
  if (!is_padding) return fail(ErrorCode::kCorrupt, file + "something follows the last list");
  return {};
}

}  // namespace cocite::graph
