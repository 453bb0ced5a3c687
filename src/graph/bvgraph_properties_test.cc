#include "graph/bvgraph_properties.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cocite::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using enum BvCode::Kind;

const std::string kBase =
    "graphclass=it.unimi.dsi.webgraph.BVGraph\nversion=0\nnodes=10\narcs=20\nwindowsize=7\n"
    "maxrefcount=3\nminintervallength=3\n";

BvProperties parsed(const std::string& more) {
  auto result = BvProperties::parse(kBase + more, "x.properties");
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result.value_or(BvProperties{});
}
Error refused(const std::string& more) {
  auto result = BvProperties::parse(kBase + more, "x.properties");
  EXPECT_FALSE(result) << more;
  return result ? Error{} : result.error();
}

TEST(JavaProperties, LinesOfAllShapesAreRead) {
  const std::string text =
      "# comment = not\n  ! another\n\n   \t\na=1\nb: 2\r\nc 3\rd   =   4  \ne\\ f\\=g\\:h=5\n"
      "i=one,\\\n    two,\\\r\n\tthree\nj\nk=\nl=\\u0041\\t\\n\\\\\\q\nm=a=b:c\n#x\\\nn=7";
  const auto map = parse_java_properties(text, "x");
  ASSERT_TRUE(map);
  EXPECT_THAT(
      *map, ElementsAre(Pair("a", "1"), Pair("b", "2"), Pair("c", "3"), Pair("d", "4  "),
                        Pair("e f=g:h", "5"), Pair("i", "one,two,three"), Pair("j", ""),
                        Pair("k", ""), Pair("l", "A\t\n\\q"), Pair("m", "a=b:c"), Pair("n", "7")));
}

TEST(JavaProperties, OddEndsAreRead) {
  EXPECT_TRUE(parse_java_properties("", "x")->empty());
  EXPECT_THAT(*parse_java_properties("a=1\na=2", "x"), ElementsAre(Pair("a", "2")));
  EXPECT_THAT(*parse_java_properties("a=b\\", "x"), ElementsAre(Pair("a", "b")));
  EXPECT_THAT(*parse_java_properties("\\\n#a=b", "x"), ElementsAre(Pair("#a", "b")));
  EXPECT_THAT(*parse_java_properties("=b", "x"), ElementsAre(Pair("", "b")));
  EXPECT_THAT(*parse_java_properties("a=\\u00e9\\u20AC", "x"),
              ElementsAre(Pair("a", "\xC3\xA9\xE2\x82\xAC")));
  for (const char* bad : {"a=\\u12", "a=\\u12g4", "\\u=1", "a=\\u-123"}) {
    const auto result = parse_java_properties(bad, "x");
    ASSERT_FALSE(result) << bad;
    EXPECT_EQ(result.error().code, ErrorCode::kCorrupt);
  }
}

TEST(BvPropertiesTest, DefaultsAreThoseOfTheFormat) {
  const BvProperties p = parsed("");
  EXPECT_EQ(p.nodes, 10U);
  EXPECT_EQ(p.arcs, 20U);
  EXPECT_EQ(p.window, 7U);
  EXPECT_EQ(p.max_ref_count, 3);
  EXPECT_EQ(p.min_interval_length, 3U);
  EXPECT_EQ(p.zeta_k, 3U);
  EXPECT_FALSE(p.little_endian);
  EXPECT_EQ(p.codes, BvCodes{});
  EXPECT_FALSE(p.length_bits);
}

TEST(BvPropertiesTest, FlagsSetTheCodes) {
  const BvProperties java = parsed(
      "zetak=5\ncompressionflags=OUTDEGREES_DELTA | BLOCKS_UNARY | RESIDUALS_GOLOMB | "
      "REFERENCES_GAMMA | BLOCK_COUNT_DELTA | OFFSETS_DELTA\n");
  EXPECT_EQ(java.codes.outdegrees, (BvCode{kDelta, 0}));
  EXPECT_EQ(java.codes.blocks, (BvCode{kUnary, 0}));
  EXPECT_EQ(java.codes.residuals, (BvCode{kGolomb, 5}));
  EXPECT_EQ(java.codes.references, (BvCode{kGamma, 0}));
  EXPECT_EQ(java.codes.block_count, (BvCode{kDelta, 0}));
  EXPECT_EQ(java.codes.offsets, (BvCode{kDelta, 0}));
  EXPECT_EQ(java.codes.intervals, (BvCode{kGamma, 0}));
  EXPECT_EQ(parsed("zetak=5").codes.residuals, (BvCode{kZeta, 5}));
  EXPECT_EQ(parsed("compressionflags=RESIDUALS_ZETA2").codes.residuals, (BvCode{kZeta, 2}));
  EXPECT_EQ(parsed("compressionflags=RESIDUALS_NIBBLE").codes.residuals, (BvCode{kNibble, 0}));
  EXPECT_EQ(parsed("compressionflags=").codes, BvCodes{});
}

TEST(BvPropertiesTest, OneBlocksFlagOfTheRustVersionMeansTheCountToo) {
  const BvProperties rust = parsed(
      "endianness=little\nversion=1\nlength=77\n"
      "compressionflags=BLOCKS_PI2|INTERVALS_OMEGA");
  EXPECT_TRUE(rust.little_endian);
  EXPECT_EQ(rust.length_bits, 77U);
  EXPECT_EQ(rust.codes.blocks, (BvCode{kPi, 2}));
  EXPECT_EQ(rust.codes.block_count, (BvCode{kPi, 2}));
  EXPECT_EQ(rust.codes.intervals, (BvCode{kOmega, 0}));
  // Also in a version 0 file of it, which Java would take otherwise.
  EXPECT_EQ(parsed("endianness=big\ncompressionflags=BLOCKS_DELTA").codes.block_count,
            (BvCode{kDelta, 0}));
  EXPECT_EQ(parsed("compressionflags=BLOCKS_DELTA").codes.block_count, (BvCode{kGamma, 0}));
}

TEST(BvPropertiesTest, UnknownFlagsAreNamed) {
  for (const char* flag : {"RESIDUALS_SKEWED_GOLOMB", "RESIDUALS_PI5", "RESIDUALS_ZETA8",
                           "WAGES_GAMMA", "GAMMA", "RESIDUALS_", "_", "OUTDEGREES_HUFFMAN"}) {
    const Error error = refused(std::string("compressionflags=BLOCKS_GAMMA|") + flag);
    EXPECT_EQ(error.code, ErrorCode::kUnsupported);
    EXPECT_THAT(error.message, HasSubstr(std::string("'") + flag + "'"));
    EXPECT_THAT(error.message, HasSubstr("x.properties"));
  }
  const std::string little = "endianness=little\nversion=1\ncompressionflags=";
  EXPECT_EQ(refused(little + "RESIDUALS_NIBBLE").code, ErrorCode::kUnsupported);
}

TEST(BvPropertiesTest, AbsurdNumbersAreRefused) {
  EXPECT_EQ(refused("nodes=4294967296").code, ErrorCode::kUnsupported);
  EXPECT_THAT(refused("nodes=4294967296").message, HasSubstr("at most 4294967295"));
  EXPECT_EQ(refused("version=2").code, ErrorCode::kUnsupported);
  EXPECT_EQ(refused("windowsize=100000").code, ErrorCode::kUnsupported);
  EXPECT_EQ(refused("zetak=33").code, ErrorCode::kUnsupported);
  EXPECT_EQ(refused("endianness=middle").code, ErrorCode::kUnsupported);
  for (const char* line : {"nodes=-1", "nodes=", "nodes=ten", "nodes=10x", "arcs=101", "zetak=0",
                           "nodes=99999999999999999999", "windowsize=-1", "maxrefcount=three"}) {
    EXPECT_EQ(refused(line).code, ErrorCode::kCorrupt) << line;
  }
  EXPECT_EQ(parsed("nodes= 12 ").nodes, 12U);
  EXPECT_EQ(parsed("maxrefcount=-1").max_ref_count, -1);
}

TEST(BvPropertiesTest, OtherFilesAreRefusedWithAHint) {
  const auto nothing = BvProperties::parse("just = text", "x");
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kCorrupt);
  const Error labelled =
      refused("graphclass=it.unimi.dsi.webgraph.labelling.BitStreamArcLabelledImmutableGraph");
  EXPECT_EQ(labelled.code, ErrorCode::kUnsupported);
  EXPECT_THAT(labelled.message, HasSubstr("underlyinggraph"));
  EXPECT_EQ(parsed("graphclass: it.unimi.dsi.big.webgraph.BVGraph").nodes, 10U);
  EXPECT_EQ(BvProperties::read("no/such/file").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(parse_java_properties(std::string(2 << 20, 'a'), "x").error().code,
            ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace cocite::graph
