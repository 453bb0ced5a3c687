#include "graph/bvgraph_properties.h"

#include <charconv>
#include <limits>
#include <utility>

#include <cocite/readable.h>

#include "base/ids.h"
#include "base/mapped_file.h"

namespace cocite::graph {
namespace {

using Properties = std::map<std::string, std::string>;

// Real files have 1 or 2 kB; a larger one is something else, and not worth reading.
constexpr size_t kMaxBytes = size_t{1} << 20;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}
bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// A value as it may stand in a message: short, and on one line.
std::string shown(std::string_view value) {
  return "'" + readable(value, 60) + "'";
}

void append_utf8(std::string& out, uint32_t unit) {
  if (unit < 0x80) {
    out += static_cast<char>(unit);
  } else if (unit < 0x800) {
    out += static_cast<char>(0xC0 | unit >> 6);
    out += static_cast<char>(0x80 | (unit & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | unit >> 12);
    out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (unit & 0x3F));
  }
}

class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  // The next line that is neither blank nor a comment, continuations joined, escapes kept.
  bool next(std::string& line) {
    line.clear();
    bool is_continued = false;
    while (!rest_.empty()) {
      std::string_view natural = take_line();
      while (!natural.empty() && is_space(natural.front())) natural.remove_prefix(1);
      const bool is_comment = !natural.empty() && (natural[0] == '#' || natural[0] == '!');
      if (!is_continued && (natural.empty() || is_comment)) continue;
      line += natural;
      if (!ends_in_odd_backslashes(natural)) return true;
      line.pop_back();
      is_continued = true;
    }
    return is_continued;
  }

 private:
  std::string_view take_line() {
    size_t end = 0;
    while (end < rest_.size() && !is_line_end(rest_[end])) ++end;
    const std::string_view line = rest_.substr(0, end);
    if (end + 1 < rest_.size() && rest_[end] == '\r' && rest_[end + 1] == '\n') ++end;
    rest_.remove_prefix(end < rest_.size() ? end + 1 : end);
    return line;
  }
  static bool ends_in_odd_backslashes(std::string_view line) {
    size_t count = 0;
    while (count < line.size() && line[line.size() - 1 - count] == '\\') ++count;
    return count % 2 == 1;
  }

  std::string_view rest_;
};

// Takes the characters of `line` from `at` on, unescaped, up to an unescaped separator (for keys)
// or to the end (for values). False when a \u is not followed by four hexadecimal digits.
bool unescape(std::string_view line, size_t& at, bool is_key, std::string& out) {
  for (; at < line.size(); ++at) {
    const char c = line[at];
    if (is_key && (c == '=' || c == ':' || is_space(c))) return true;
    if (c != '\\' || at + 1 == line.size()) {
      out += c;
      continue;
    }
    const char escaped = line[++at];
    switch (escaped) {
      case 't':
        out += '\t';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 'f':
        out += '\f';
        break;
      case 'u': {
        if (line.size() - at < 5) return false;
        uint32_t unit = 0;
        const char* first = line.data() + at + 1;
        const auto [end, error] = std::from_chars(first, first + 4, unit, 16);
        if (error != std::errc{} || end != first + 4) return false;
        append_utf8(out, unit);
        at += 4;
        break;
      }
      default:
        out += escaped;
    }
  }
  return true;
}

// Reads typed values out of the map, and words the complaints.
class Fields {
 public:
  Fields(const Properties& map, const std::string& name) : map_(map), name_(name) {}

  [[nodiscard]] Result<std::string_view> text(const std::string& key) const {
    const auto found = map_.find(key);
    if (found == map_.end()) {
      return fail(ErrorCode::kCorrupt,
                  name_ + ": has no '" + key + "': not the .properties file of a BVGraph?");
    }
    return trim(found->second);
  }
  [[nodiscard]] bool has(const std::string& key) const { return map_.contains(key); }
  template <class T>
  [[nodiscard]] Result<T> number(const std::string& key) const {
    COCITE_TRY(const std::string_view value, text(key));
    T number{};
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size()) {
      return fail(ErrorCode::kCorrupt,
                  name_ + ": " + key + " is " + shown(value) + ", a whole number is needed");
    }
    return number;
  }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  const Properties& map_;
  const std::string& name_;
};

tl::unexpected<Error> unsupported_flag(const Fields& fields, std::string_view flag) {
  return fail(ErrorCode::kUnsupported,
              fields.name() + ": compression flag " + shown(flag) + " is not one Cocite can read");
}

std::optional<BvCode> code_named(std::string_view name, uint32_t zeta_k) {
  using enum BvCode::Kind;
  if (name == "UNARY") return BvCode{kUnary, 0};
  if (name == "GAMMA") return BvCode{kGamma, 0};
  if (name == "DELTA") return BvCode{kDelta, 0};
  if (name == "ZETA") return BvCode{kZeta, zeta_k};
  if (name == "GOLOMB") return BvCode{kGolomb, zeta_k};
  if (name == "NIBBLE") return BvCode{kNibble, 0};
  if (name == "OMEGA") return BvCode{kOmega, 0};
  const char digit = name.empty() ? '0' : name.back();
  const std::string_view stem = name.substr(0, name.empty() ? 0 : name.size() - 1);
  if (stem == "ZETA" && digit >= '1' && digit <= '7') {
    return BvCode{kZeta, static_cast<uint32_t>(digit - '0')};
  }
  if (stem == "PI" && digit >= '1' && digit <= '4') {
    return BvCode{kPi, static_cast<uint32_t>(digit - '0')};
  }
  return std::nullopt;
}

BvCode* component_named(std::string_view name, BvCodes& codes) {
  if (name == "OUTDEGREES") return &codes.outdegrees;
  if (name == "REFERENCES") return &codes.references;
  if (name == "BLOCK_COUNT") return &codes.block_count;
  if (name == "BLOCKS") return &codes.blocks;
  if (name == "INTERVALS") return &codes.intervals;
  if (name == "RESIDUALS") return &codes.residuals;
  if (name == "OFFSETS") return &codes.offsets;
  return nullptr;
}

Result<void> parse_flags(std::string_view flags, const Fields& fields, bool from_rust,
                         BvProperties& properties) {
  bool has_block_count = false;
  bool has_blocks = false;
  while (!flags.empty()) {
    const size_t bar = flags.find('|');
    const std::string_view flag = trim(flags.substr(0, bar));
    flags.remove_prefix(bar == std::string_view::npos ? flags.size() : bar + 1);
    if (flag.empty()) continue;
    const size_t underscore = flag.rfind('_');
    if (underscore == std::string_view::npos) return unsupported_flag(fields, flag);
    BvCode* component = component_named(flag.substr(0, underscore), properties.codes);
    const auto code = code_named(flag.substr(underscore + 1), properties.zeta_k);
    if (component == nullptr || !code) return unsupported_flag(fields, flag);
    // Only the Java version has these two, and only most significant bit first.
    if (properties.little_endian &&
        (code->kind == BvCode::Kind::kGolomb || code->kind == BvCode::Kind::kNibble)) {
      return unsupported_flag(fields, flag);
    }
    *component = *code;
    has_block_count |= component == &properties.codes.block_count;
    has_blocks |= component == &properties.codes.blocks;
  }
  // The Rust version has one flag for the blocks and their count.
  if (from_rust && has_blocks && !has_block_count) {
    properties.codes.block_count = properties.codes.blocks;
  }
  return {};
}

Result<void> check_class(const BvProperties& properties, const std::string& name) {
  const std::string& found = properties.graph_class;
  if (found == "it.unimi.dsi.webgraph.BVGraph" || found == "it.unimi.dsi.big.webgraph.BVGraph") {
    return {};
  }
  std::string message = name + ": holds a graph of class " + shown(found) + ", not a BVGraph";
  if (found.find("Labelled") != std::string::npos) {
    message += "; read the graph its 'underlyinggraph' names";
  }
  return fail(ErrorCode::kUnsupported, message);
}

Result<void> check_numbers(const BvProperties& p, const std::string& name) {
  if (p.version > 1) {
    return fail(ErrorCode::kUnsupported, name + ": is of version " + std::to_string(p.version) +
                                             ", Cocite reads versions 0 and 1");
  }
  if (p.nodes > kMaxPages) {
    return fail(ErrorCode::kUnsupported, name + ": has " + std::to_string(p.nodes) +
                                             " nodes, Cocite holds at most " +
                                             std::to_string(kMaxPages));
  }
  if (p.arcs > p.nodes * p.nodes) {  // nodes < 2^32, checked above: no overflow
    return fail(ErrorCode::kCorrupt, name + ": " + std::to_string(p.arcs) + " arcs between " +
                                         std::to_string(p.nodes) + " nodes cannot be");
  }
  if (p.window > kMaxBvWindow) {
    return fail(ErrorCode::kUnsupported, name + ": windowsize " + std::to_string(p.window) +
                                             " is too large, at most " +
                                             std::to_string(kMaxBvWindow) + " can be read");
  }
  if (p.zeta_k < 1) return fail(ErrorCode::kCorrupt, name + ": zetak is 0, at least 1 is needed");
  // A k this large would make every zeta code wider than a node number.
  constexpr uint32_t kMaxZetaK = 32;
  const BvCodes& c = p.codes;
  for (const BvCode& code :
       {c.outdegrees, c.references, c.block_count, c.blocks, c.intervals, c.residuals, c.offsets}) {
    if (code.kind != BvCode::Kind::kZeta || code.k <= kMaxZetaK) continue;
    return fail(ErrorCode::kUnsupported, name + ": zetak is " + std::to_string(p.zeta_k) +
                                             ", at most " + std::to_string(kMaxZetaK) +
                                             " can be read");
  }
  return {};
}

}  // namespace

Result<Properties> parse_java_properties(std::string_view text, const std::string& name) {
  if (text.size() > kMaxBytes) {
    return fail(ErrorCode::kCorrupt, name + ": is too large for a .properties file");
  }
  Properties map;
  LineReader lines(text);
  std::string line;
  while (lines.next(line)) {
    std::string key;
    std::string value;
    size_t at = 0;
    bool sound = unescape(line, at, true, key);
    while (at < line.size() && is_space(line[at])) ++at;
    if (at < line.size() && (line[at] == '=' || line[at] == ':')) ++at;
    while (at < line.size() && is_space(line[at])) ++at;
    sound = sound && unescape(line, at, false, value);
    if (!sound) {
      return fail(ErrorCode::kCorrupt, name + ": \\u without four digits in " + shown(line));
    }
    map.insert_or_assign(std::move(key), std::move(value));
  }
  return map;
}

Result<BvProperties> BvProperties::parse(std::string_view text, const std::string& name) {
  COCITE_TRY(const Properties map, parse_java_properties(text, name));
  const Fields fields(map, name);
  BvProperties p;
  COCITE_TRY(p.graph_class, fields.text("graphclass"));
  COCITE_CHECK(check_class(p, name));
  COCITE_TRY(p.version, fields.number<uint32_t>("version"));
  COCITE_TRY(p.nodes, fields.number<uint64_t>("nodes"));
  COCITE_TRY(p.arcs, fields.number<uint64_t>("arcs"));
  COCITE_TRY(p.window, fields.number<uint32_t>("windowsize"));
  COCITE_TRY(p.min_interval_length, fields.number<uint32_t>("minintervallength"));
  p.max_ref_count = -1;
  if (fields.has("maxrefcount")) {
    COCITE_TRY(p.max_ref_count, fields.number<int64_t>("maxrefcount"));
  }
  if (fields.has("zetak")) {
    COCITE_TRY(p.zeta_k, fields.number<uint32_t>("zetak"));
  }
  if (fields.has("length")) {
    COCITE_TRY(p.length_bits, fields.number<uint64_t>("length"));
  }
  if (fields.has("endianness")) {
    COCITE_TRY(const std::string_view endianness, fields.text("endianness"));
    if (endianness != "big" && endianness != "little") {
      return fail(ErrorCode::kUnsupported,
                  name + ": endianness is " + shown(endianness) + ", big or little can be read");
    }
    p.little_endian = endianness == "little";
  }
  p.codes.residuals.k = p.zeta_k;
  if (fields.has("compressionflags")) {
    COCITE_TRY(const std::string_view flags, fields.text("compressionflags"));
    // Java never writes `endianness`, webgraph-rs always does; version 1 is its alone.
    const bool from_rust = p.version == 1 || fields.has("endianness");
    COCITE_CHECK(parse_flags(flags, fields, from_rust, p));
  }
  COCITE_CHECK(check_numbers(p, name));
  return p;
}

Result<BvProperties> BvProperties::read(const std::string& path) {
  COCITE_TRY(const MappedFile file, MappedFile::open(path));
  const auto bytes = file.bytes();
  return parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

}  // namespace cocite::graph
