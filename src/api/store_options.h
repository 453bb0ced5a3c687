// Options of requests that make, change and read stores.
#pragma once

#include <cocite/engine.h>
#include <cocite/insight.h>
#include <cocite/query.h>

#include "api/option.h"
#include "api/related_options.h"
#include "api/words.h"

namespace cocite::api {

inline constexpr std::string_view kMemoryHelp = "memory to use, such as 6G";
inline constexpr std::string_view kMemoryDefault = "half of the machine's";
inline constexpr std::string_view kThreadsHelp = "number of threads; 0: all cores";
inline constexpr std::string_view kStemHelp =
    "reduce words to their stems: a language (english, en), auto (that of most pages), none";

inline constexpr auto kLinksOptions =
    options(option("in", &LinksOptions::in, "list the pages that link to it"),
            option("dead", &LinksOptions::dead, kDeadHelp).words(kDead).otherwise("mark"));

inline constexpr auto kSearchOptions = options(
    option("model", &SearchRequest::model, "vector: cosine of tf idf vectors").words(kModel),
    option("tf", &SearchRequest::tf, "with model vector: raw count, or 1 + ln(count)")
        .words(kTf)
        .expert(),
    option("rank", &SearchRequest::rank,
           "text; by links around what is found: indegree, pagerank, hits-authority, hits-hub, "
           "imp-authority, imp-hub; global:COLUMN: a saved rank")
        .stands("NAME"),
    option("edges", &SearchRequest::edges,
           "ranks by links: with anchors, a link whose text has the words counts more")
        .words(kEdges)
        .expert(),
    option("content", &SearchRequest::content,
           "ranks by links, against topic drift: prune leaves out pages about something else, "
           "regulate gives them less weight")
        .words(kContent)
        .expert(),
    option("page", &SearchRequest::pages, "start from this page instead of a search; repeatable")
        .stands("PAGE")
        .up_to(kMostPages),
    option("hosts", &SearchRequest::hosts, "whether links within a host are left out")
        .words(kSwitch)
        .otherwise("auto: off if over 90 % of links stay on their host")
        .expert(),
    option("stoplist", &SearchRequest::stoplist, kStoplistHelp)
        .stands("FILE|shipped|auto:K|none")
        .otherwise("shipped if links within a host are left out, else none")
        .expert(),
    option("seed", &SearchRequest::seed, "seed of random choices, such as samples of parents")
        .expert(),
    option("top", &SearchRequest::top, "number of pages").from(1).up_to(kMostItems),
    option("skip", &SearchRequest::skip, "number of pages to leave out before these")
        .up_to(kMostItems),
    option("snippets", &SearchRequest::snippets, "show the words in their context")
        .turned_off_by("no_snippets"),
    option("only", &SearchRequest::only, kOnlyHelp).words(kOnly).otherwise(kOnlyDefault),
    option("dead", &SearchRequest::dead, kDeadHelp).words(kDead).otherwise("drop"),
    option("budget_ms", &SearchRequest::budget_ms, kBudgetHelp).otherwise("no limit").expert());

// What is listed, over HTTP too.
inline constexpr auto kRankListOptions = options(
    option("only", &RankRequest::only, kOnlyHelp)
        .words(kOnly)
        .otherwise("crawled for the crawl of one site, any for all other stores and with all"),
    option("dead", &RankRequest::dead, kDeadHelp).words(kDead).otherwise("drop; with all mark"));

// How ranks are computed.
inline constexpr auto kRankOptions = options(
    option("epsilon", &RankRequest::epsilon,
           "how often the surfer jumps instead of following a link")
        .here(),
    option("tolerance", &RankRequest::tolerance,
           "iterate until the L1 change is below this share of all scores")
        .here()
        .expert(),
    option("max_iterations", &RankRequest::max_iterations, "stop after this many iterations")
        .from(1)
        .here()
        .expert(),
    option("reversed", &RankRequest::reversed, "reverse all links first").here().expert(),
    option("weights", &RankRequest::weights,
           "on hosts or sites, what a link counts: one, the links between their pages, or the "
           "pages that have them")
        .words(kWeights)
        .here()
        .expert(),
    option("memory", &RankRequest::memory_bytes,
           "unpack the links if they fit in this much memory, else stream them")
        .size()
        .otherwise(kMemoryDefault)
        .here(),
    option("threads", &RankRequest::threads, kThreadsHelp).here());

inline constexpr auto kRankSaveOptions =
    options(option("all", &RankRequest::all, "every page, also those with score 0").here(),
            option("save", &RankRequest::save,
                   "keep the scores as a column of the store: 'page' and 'info' show it")
                .here());

// Names of what can be read and written; what cocite-spark makes is put together instead of imported.
inline constexpr const char* kSegments = "segments";
[[nodiscard]] std::vector<std::string> import_names();
[[nodiscard]] std::vector<std::string> add_names();
[[nodiscard]] std::vector<std::string> export_names();
[[nodiscard]] std::vector<std::string> visit_names();
[[nodiscard]] std::vector<std::string> graph_names();
[[nodiscard]] std::vector<std::string> method_names();

inline constexpr auto kImportFrom = options(option("from", &ImportRequest::from, "what it is")
                                                .one_of(import_names)
                                                .stands("KIND")
                                                .otherwise("detected from the input"));
inline constexpr auto kAddFrom = options(option("from", &ImportRequest::from, "what it is")
                                             .one_of(add_names)
                                             .stands("KIND")
                                             .otherwise("detected from the input"));
inline constexpr auto kImportForce = options(
    option("force", &ImportRequest::force, "replace a store (and a report) that is there already"));
inline constexpr auto kAddOptions = options(
    option("ranks", &ImportRequest::keep_ranks, "compute saved ranks again for the new links")
        .turned_off_by("no_ranks")
        .expert(),
    option("force", &ImportRequest::force,
           "add an input once more that is in the store already; replace a report"));

inline constexpr auto kImportOptions = options(
    option("visits_from", &ImportRequest::visits_from, "what files of visits are")
        .one_of(visit_names)
        .stands("KIND")
        .otherwise("detected")
        .expert(),
    option("names", &ImportRequest::opaque_names, "opaque: names are not addresses").words(kNames),
    option("columns", &ImportRequest::columns,
           "tables: the columns of links, by name or number: source=1,target=To, and anchor, date")
        .stands("NAME=COLUMN")
        .otherwise("found by their names"),
    option("base", &ImportRequest::base, "Markdown: the address where its folder is served")
        .stands("ADDRESS")
        .otherwise("pages are their paths"),
    option("preset", &ImportRequest::preset,
           "Markdown: how files become addresses: github (a/b.md), html (a/b.html), mkdocs (a/b/), "
           "hugo, docusaurus, obsidian")
        .stands("NAME")
        .otherwise("github"),
    option("fold_www", &ImportRequest::fold_www, "www.example.com is example.com").expert(),
    option("memory", &ImportRequest::memory_bytes, kMemoryHelp).size().otherwise(kMemoryDefault),
    option("threads", &ImportRequest::threads, kThreadsHelp).expert(),
    option("title", &ImportRequest::title_file, "titles, one a line: page<TAB>title")
        .stands("FILE"),
    option("text", &ImportRequest::text_file,
           "texts, one a line: page<TAB>text; the first 1000 words count")
        .stands("FILE"),
    option("visits", &ImportRequest::visit_files,
           "how often people went from page to page: from<TAB>to<TAB>count, Wikipedia's "
           "clickstream, or an access log; repeatable")
        .stands("FILE"),
    option("visits_host", &ImportRequest::visits_host,
           "the site of an access log (https://www.example.org), or of a wiki's pages "
           "(https://en.wikipedia.org/wiki/)")
        .stands("URL")
        .expert(),
    option("visits_at_least", &ImportRequest::visits_at_least,
           "drop transitions that were seen less often")
        .otherwise("5")
        .expert(),
    option("names_file", &ImportRequest::names_file, "BVGraph: line i names node i")
        .stands("FILE")
        .expert(),
    option("transposed", &ImportRequest::transposed, "BVGraph: the lists are in-links").expert(),
    option("seen_again", &ImportRequest::seen_again,
           "a page that is in several inputs has its newest links, its oldest, or their union")
        .words(kSeenAgain)
        .expert(),
    option("order", &ImportRequest::order,
           "page: links are in page order even if every list is sorted; none: they are not")
        .words(kLinkOrder)
        .otherwise("page order, unless every list is sorted")
        .expert(),
    option("from_date", &ImportRequest::from_date, "crawls: only pages fetched then or later")
        .stands("DATE"),
    option("to_date", &ImportRequest::to_date, "crawls: only pages fetched then or earlier")
        .stands("DATE"),
    option("nofollow", &ImportRequest::drop_nofollow,
           "crawls: links with rel nofollow, ugc or sponsored; counted anyway")
        .words(kKeepDrop)
        .expert(),
    option("frames", &ImportRequest::frames, "crawls: frames and iframes are links too").expert(),
    option("keep_text", &ImportRequest::keep_text, "keep the first 1000 words of crawled pages")
        .turned_off_by("no_text")
        .expert(),
    option("keep_anchors", &ImportRequest::keep_anchors, "keep the text of links of crawls")
        .turned_off_by("no_anchors")
        .expert(),
    option("aliases", &ImportRequest::aliases,
           "let redirects and canonical addresses of crawls stand for their page")
        .turned_off_by("no_aliases")
        .expert(),
    option("suffix_list", &ImportRequest::suffix_list, "a newer public suffix list, for sites")
        .stands("FILE")
        .expert(),
    option("fast", &ImportRequest::fast,
           "links in bytes instead of bits: a store of twice the size, quicker to read")
        .expert(),
    option("index", &ImportRequest::index,
           "make an index of words, for searches ('cocite prepare' can make it later)")
        .turned_off_by("no_index")
        .expert(),
    option("stem", &ImportRequest::stem, kStemHelp).stands("LANGUAGE").otherwise("auto").expert(),
    option("prepare", &ImportRequest::prepare,
           "compute in advance what requests need ('cocite prepare' does it later)")
        .turned_off_by("no_prepare")
        .expert(),
    option("strict", &ImportRequest::strict,
           "a bad line, or an input that cannot be read, is an error instead of being counted"));

inline constexpr auto kPrepareOptions =
    options(option("memory", &PrepareRequest::memory_bytes, kMemoryHelp)
                .size()
                .otherwise(kMemoryDefault)
                .here(),
            option("threads", &PrepareRequest::threads, kThreadsHelp).here());

inline constexpr auto kInsightOptions =
    options(option("memory", &InsightRequest::memory_bytes, kMemoryHelp)
                .size()
                .otherwise(kMemoryDefault)
                .here(),
            option("threads", &InsightRequest::threads, kThreadsHelp).here());

inline constexpr auto kWordsOptions =
    options(option("stem", &IndexRequest::stem, kStemHelp).stands("LANGUAGE"),
            option("force", &IndexRequest::force, "make the index of words again if it is there"));

inline constexpr auto kIndexOptions = options(
    option("memory", &IndexRequest::memory_bytes, kMemoryHelp).size().otherwise(kMemoryDefault),
    option("threads", &IndexRequest::threads, kThreadsHelp));

inline constexpr auto kExportOptions = options(
    option("to", &ExportRequest::to, "what to write")
        .one_of(export_names)
        .otherwise("by the end of the output's name, else links"),
    option("graph", &ExportRequest::graph,
           "the links; pages with common parents or common children, and how many; or what a "
           "method answers, with scores")
        .one_of(graph_names),
    option("min", &ExportRequest::min_weight, "cocitation, coupling: at least this many in common"),
    option("window", &ExportRequest::window,
           "cocitation: links at most this many places apart on the page")
        .otherwise("anywhere")
        .expert(),
    option("max_children", &ExportRequest::max_children,
           "cocitation, coupling: parents with more children are left out")
        .expert(),
    option("site", &ExportRequest::site, "site, frontmatter: the host")
        .stands("HOST")
        .otherwise("the one with the most pages"),
    option("rules", &ExportRequest::rules,
           "site, frontmatter: lines of pin<TAB>PAGE<TAB>OTHER, block<TAB>PAGE<TAB>OTHER and "
           "hide<TAB>PAGE; * for all pages")
        .stands("FILE"),
    option("preset", &ExportRequest::preset,
           "frontmatter: the generator, which decides on the file's place below the output")
        .one_of(frontmatter_presets),
    option("memory", &ExportRequest::memory_bytes,
           "cocitation, coupling: unpack the links if they fit in half of this")
        .size()
        .otherwise(kMemoryDefault),
    option("threads", &ExportRequest::threads, kThreadsHelp),
    option("on", &ExportRequest::on, "the graph of pages, of hosts or of sites").words(kOn),
    option("transposed", &ExportRequest::transposed, "bvgraph: write the in-links").expert(),
    option("force", &ExportRequest::force, "replace what is there; write any number of pages"),
    option("max_pages", &ExportRequest::max_pages, "graphml and gexf: refuse larger graphs")
        .expert());
// With graph related.
inline constexpr auto kExportRelated =
    options(option("by", &RelatedRequest::by, "related, site, frontmatter: the method")
                .one_of(method_names),
            option("top", &RelatedRequest::top, "related, site, frontmatter: answers of each page")
                .from(1));

}  // namespace cocite::api
