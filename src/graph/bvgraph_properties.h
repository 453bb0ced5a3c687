// What a BVGraph's .properties file says.
//
//   COCITE_TRY(auto properties, BvProperties::read("cnr-2000.properties"));
//   properties.nodes;            // 325557
//   properties.codes.residuals;  // zeta, k = 3
//
// A plain value; any thread. The file is a Java property file: `key=value`, `key: value` or
// `key value` lines, # and ! comments, backslash escapes, lines continued by a backslash.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <cocite/result.h>

#include "graph/bvgraph_codes.h"

namespace cocite::graph {

// The code of each part of a list; the defaults are those of an empty `compressionflags`.
struct BvCodes {
  BvCode outdegrees{BvCode::Kind::kGamma, 0};
  BvCode references{BvCode::Kind::kUnary, 0};
  BvCode block_count{BvCode::Kind::kGamma, 0};
  BvCode blocks{BvCode::Kind::kGamma, 0};
  BvCode intervals{BvCode::Kind::kGamma, 0};
  BvCode residuals{BvCode::Kind::kZeta, 3};
  BvCode offsets{BvCode::Kind::kGamma, 0};

  friend bool operator==(const BvCodes&, const BvCodes&) = default;
};

struct BvProperties {
  std::string graph_class;
  uint32_t version = 0;
  uint64_t nodes = 0;
  uint64_t arcs = 0;
  uint32_t window = 0;
  int64_t max_ref_count = 0;         // not needed for reading; -1 when the file does not say
  uint32_t min_interval_length = 0;  // 0: no intervals
  uint32_t zeta_k = 3;
  bool little_endian = false;
  std::optional<uint64_t> length_bits;  // of the .graph stream; only webgraph-rs writes it
  BvCodes codes;

  // kNotFound, kCorrupt (not such a file, or absurd numbers) or kUnsupported (more than 2^32 - 1
  // nodes, another graph class, an unknown code); the message names the file, the key and its
  // value.
  [[nodiscard]] static Result<BvProperties> read(const std::string& path);
  // The same from text; `name` stands in messages.
  [[nodiscard]] static Result<BvProperties> parse(std::string_view text, const std::string& name);
};

// A window this long is no graph's (7 is usual, 70 is much); beyond it memory would suffer.
inline constexpr uint32_t kMaxBvWindow = 1024;

// Keys and values of any Java property file, in the file's bytes (\uXXXX becomes UTF-8). The last
// of several equal keys counts, as in Java.
[[nodiscard]] Result<std::map<std::string, std::string>> parse_java_properties(
    std::string_view text, const std::string& name);

}  // namespace cocite::graph
