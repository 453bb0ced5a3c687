// Files of graphs (GEXF, GraphML, Pajek's networks) and of papers, as networkx 3.6, OpenAlex and Crossref write them.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read/latex_text.h"
#include "read/paper_address.h"
#include "read/testing/told.h"

namespace cocite::read {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Read {
  testing::Told told;
  std::string note;
  std::string error;
};

Read read(const char* kind, const std::string& text, SourceOptions options = {}) {
  const SourceInfo* const info = find_source(kind).value();
  EXPECT_TRUE(info->recognises("file", text.substr(0, 4096))) << kind;
  auto stream = InputStream::from_memory(text, "file");
  auto source = info->over_text(std::move(*stream), options);
  if (!source) return {.told = {}, .note = {}, .error = source.error().message};
  Read all{.told = testing::tell(source), .note = {}, .error = {}};
  all.note = (*source)->note();
  return all;
}

std::string error_of(const char* kind, const std::string& text) {
  auto stream = InputStream::from_memory(text, "file");
  auto source = find_source(kind).value()->over_text(std::move(*stream), {});
  if (!source) return source.error().message;
  for (;;) {
    const auto piece = (*source)->next();
    if (!piece) return piece.error().message;
    if (*piece == nullptr) return "";
  }
}

// By networkx.write_gexf(), shortened.
constexpr const char* kGexf = R"(<?xml version='1.0' encoding='utf-8'?>
<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">
  <graph defaultedgetype="directed" mode="static" name="">
    <attributes mode="static" class="node"><attribute id="0" title="url" type="string" /></attributes>
    <nodes>
      <node id="0" label="Label &lt;a&gt;"><attvalues><attvalue for="0" value="https://a.example/" /></attvalues></node>
      <node id="1" label="B"><attvalues><attvalue for="0" value="https://b.example/?x=1&amp;y=2" /></attvalues></node>
      <node id="2" label="https://c.example/" />
    </nodes>
    <edges>
      <edge source="0" target="1" id="0" weight="2" label="see b" />
      <edge source="0" target="2" id="1" />
      <edge source="2" target="9" id="2" />
      <edge source="2" target="1" id="3" type="undirected" />
    </edges>
  </graph>
</gexf>)";

TEST(GraphFiles, GexfHasAddressesLabelsAndDirections) {
  const Read all = read("graphxml", kGexf);
  EXPECT_THAT(
      all.told.links,
      ElementsAre("example,a)/>example,b)/?x=1&y=2(see b)", "example,a)/>example,c)/()",
                  "example,c)/>example,b)/?x=1&y=2()", "example,b)/?x=1&y=2>example,c)/()"));
  EXPECT_THAT(all.told.pages, ::testing::Contains("example,a)/@0 Label <a>|"));
  EXPECT_EQ(all.told.skipped.at(SkipReason::kUnknownPage), 1U);
  EXPECT_THAT(all.note, HasSubstr("GEXF: 3 nodes, 3 edges; 1 have no direction"));
  EXPECT_THAT(all.note, HasSubstr("whatever its weight"));
}

TEST(GraphFiles, PiecesOfAnySizeSayTheSame) {
  const auto whole = read("graphxml", kGexf).told.links;
  EXPECT_EQ(read("graphxml", kGexf, {.piece_bytes = 1}).told.links, whole);
}

// By networkx.write_graphml(), shortened.
constexpr const char* kGraphml = R"(<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d1" for="edge" attr.name="weight" attr.type="long" />
  <key id="d0" for="node" attr.name="label" attr.type="string" />
  <graph edgedefault="undirected">
    <node id="n0"><data key="d0">Myriel</data></node>
    <node id="n1"><data key="d0"><![CDATA[Fish & Chips]]></data></node>
    <node id="n2"><data key="d0">Myriel</data></node>
    <edge source="n0" target="n1"><data key="d1">1</data></edge>
    <edge source="n1" target="n2" directed="true" />
  </graph>
</graphml>)";

TEST(GraphFiles, NodesWithOneLabelStayTwoPages) {
  const Read all = read("graphxml", kGraphml, {.opaque_names = true});
  EXPECT_THAT(all.told.links, ElementsAre("Myriel>Fish & Chips()", "Fish & Chips>Myriel()",
                                          "Fish & Chips>Myriel (n2)()"));
  EXPECT_THAT(all.note, HasSubstr("1 nodes have the label of another one"));
}

TEST(GraphFiles, AFileThatIsCutOffIsAnError) {
  EXPECT_THAT(error_of("graphxml", std::string(kGexf).substr(0, 400)), HasSubstr("cut off"));
  EXPECT_THAT(error_of("graphxml", "<gexf><graph/>"), HasSubstr("cut off"));
  EXPECT_THAT(error_of("graphxml", "<gexf " + std::string(size_t{5} << 20, 'a')),
              HasSubstr("more than 4 MiB"));
}

TEST(GraphFiles, PajekHasArcsEdgesListsAndMatrices) {
  const std::string vertices =
      "% by hand\n*Vertices 4\r\n1 \"https://a.example/\" 0.1 0.2\n2 b.example ic Red\n3 "
      "\"c.example/x y\"\n";
  EXPECT_THAT(read("pajek", vertices + "*Arcs\n1 2 3\n*Edges :1 \"kin\"\n2 3\n*Arcslist\n1 3 9\n")
                  .told.links,
              ElementsAre("example,a)/>example,b)/()", "example,b)/>example,c)/x%20y()",
                          "example,c)/x%20y>example,b)/()", "example,a)/>example,c)/x%20y()"));
  EXPECT_THAT(
      read("pajek", "*Vertices 2\n*Matrix\n0 1.5\n0 0\n", {.opaque_names = true}).told.links,
      ElementsAre("1>2()"));
  EXPECT_THAT(error_of("pajek", "*Vertices many\n"), HasSubstr("*Vertices needs their number"));
}

// Fields and forms of https://api.openalex.org/works and of Crossref's REST interface.
TEST(References, OpenAlexWorksCiteByIdAndAreCalledByDoi) {
  const Read all = read(
      "references",
      R"({"id":"https://openalex.org/W1","doi":"https://doi.org/10.1000/ABC","title":"First <i>paper</i>, a < b","publication_year":1965,"referenced_works":["https://openalex.org/W2"],"abstract_inverted_index":{"world":[1],"Hello":[0]}}
{"id":"https://openalex.org/W2","doi":null,"title":null,"referenced_works":["https://openalex.org/W1","https://openalex.org/W2"]}
{"id":5,"referenced_works":[]}
not json
)");
  EXPECT_THAT(all.told.links, ElementsAre("org,doi)/10.1000/abc>org,openalex)/W2()",
                                          "org,openalex)/W2>org,openalex)/W1()"));
  EXPECT_THAT(all.told.pages, ElementsAre("org,doi)/10.1000/abc@0 First paper, a < b|Hello world",
                                          "org,openalex)/W2@0 |"));
  EXPECT_THAT(all.told.aliases, ElementsAre("org,openalex)/W1=org,doi)/10.1000/abc@0"));
  EXPECT_EQ(all.told.skipped.at(SkipReason::kNoPaper), 1U);
  EXPECT_EQ(all.told.skipped.at(SkipReason::kBadJson), 1U);
}

TEST(References, CrossrefAnswersHoldManyPapers) {
  const Read all = read(
      "references",
      R"({"status":"ok","message-type":"work-list","message":{"items":[{"DOI":"10.1000/xyz","title":["One"],"issued":{"date-parts":[[2011,4]]},"reference":[{"key":"r1","DOI":"10.1000/ABC","article-title":"A"},{"key":"r2","unstructured":"A book"}]}]}})");
  EXPECT_THAT(all.told.links, ElementsAre("org,doi)/10.1000/xyz>org,doi)/10.1000/abc(A)"));
  EXPECT_EQ(all.told.skipped.at(SkipReason::kNoDoi), 1U);
}

TEST(References, BibtexHasTitlesAndKeys) {
  const Read all = read("bibtex", R"(% mine
@string{j = "Journal"}
@comment{ @article{no, title={No}} }
@article{knuth84, title = {{\'E}tude of {\TeX} \& "more"}, year = 1984, journal = j # " X", doi = {10.1000/XYZ}}
@book(nodoi, title="Nothing")
@misc{DBLP:x/y, title={An {\"u}ber paper}, eprint={2101.00001}, archivePrefix={arXiv}, broken, year={}}
@misc{cut, title = {never closed)");
  EXPECT_THAT(all.told.pages,
              ::testing::IsSupersetOf({"org,doi)/10.1000/xyz@0 Étude of TeX & \"more\"|",
                                       "org,arxiv)/abs/2101.00001@0 An über paper|"}));
  EXPECT_THAT(all.told.aliases, ElementsAre("knuth84)/=org,doi)/10.1000/xyz@0"));
}

TEST(References, DoisAreWrittenInManyWays) {
  for (const char* doi :
       {"10.1000/X1", "doi:10.1000/x1", "https://dx.doi.org/10.1000/X1", " DOI: 10.1000/X1 "}) {
    EXPECT_EQ(doi_address(doi), "https://doi.org/10.1000/x1") << doi;
  }
  for (const char* none : {"", "10.1000", "10./x", "x10.1000/1", "10.1000/a b"}) {
    EXPECT_EQ(doi_address(none), "") << none;
  }
  EXPECT_EQ(work_address("W12"), "https://openalex.org/W12");
  EXPECT_EQ(work_address("V12"), "");
  EXPECT_EQ(text_of_latex("\\c{c}a \\v s {\\o}re \\emph{x}~y \\"), "ça š øre x y \\");
}

}  // namespace
}  // namespace cocite::read
