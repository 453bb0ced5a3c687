// Requests and answers as plain data, the same for C++, the command line, HTTP and Python.
//
//   ImportRequest request{.store = "web.cocite", .inputs = {"links.tsv.gz"}};
//   LinksOptions parents{.in = true, .top = 20};
//
// Nothing here does anything; engine.h takes and gives these. Values: each thread its own.
// Long because: every request and answer there is, a few lines each.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cocite {

// --- making a store --------------------------------------------------------------------------

// How far a long piece of work is.
struct Progress {
  std::string stage = {};   // "reading", "sorting keys", "packing links"
  uint64_t done = 0;        // of `total`, in `unit`
  uint64_t total = 0;       // 0: not known
  std::string unit = {};    // "bytes", "links", "pages"
  uint64_t links = 0;       // read so far
  std::string detail = {};  // more about it, for people: "iteration 17, residual 3.1e-05"
};

// What a page that comes up in several inputs gets.
enum class SeenAgain : uint8_t { kNewest, kOldest, kUnion };

struct ImportRequest {
  std::string store = {};  // path of the store
  std::vector<std::string> inputs =
      {};                       // files, "-" for standard input, "DIR=https://base/" for html
  std::string from = {};        // links, html, bvgraph, commoncrawl; empty: told from the input
  bool opaque_names = false;    // names are no URLs
  bool fold_www = false;        // www.example.com is example.com
  uint64_t memory_bytes = 0;    // 0: half of the machine's
  unsigned threads = 0;         // 0: all
  std::string title_file = {};  // page, tab, title
  std::string names_file = {};  // bvgraph: line i names node i
  bool transposed = false;      // bvgraph: the lists are in-links
  bool force = false;           // replace an existing store
  bool strict = false;          // a bad line is an error
  bool fast = false;            // links in bytes, not bits: larger, quicker to read
  SeenAgain seen_again = SeenAgain::kNewest;
  // Of crawls:
  bool frames = false;         // frames and iframes are links too
  bool drop_nofollow = false;  // links that say nofollow, ugc or sponsored are left out
  bool keep_text = true;       // the first 1000 words of each page
  bool keep_anchors = true;    // what stands in links
  bool aliases = true;         // redirects and canonical addresses stand for the page they name
  // "2024", "2024-05-01", "2024-05-01T12:00:00Z": pages fetched before or after are left out. A
  // date that is not written out begins at its first second, as the last one too: up to 2024-05-02
  // for all of May the first.
  std::string from_date = {};
  std::string to_date = {};
  std::string suffix_list = {};  // a newer public suffix list

  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; nothing is left behind
};

// Something in the input that was left out, with a few examples.
struct Skipped {
  std::string reason;  // "no tab", "bad host", "not http(s)"
  uint64_t count = 0;
  std::vector<std::string> samples;  // "links.tsv:17: …"
};

struct ImportReport {
  uint64_t inputs = 0;
  std::vector<std::pair<std::string, uint64_t>> records = {};    // of crawls, by type
  std::vector<std::pair<std::string, uint64_t>> link_uses = {};  // a, area, nofollow and so on
  uint64_t fetches = 0;                                          // pages in crawls
  uint64_t aliases = 0;                                          // addresses that stand for others
  uint64_t texts = 0;                                            // pages with text
  uint64_t lines = 0;                                            // lines, records or arcs read
  uint64_t bytes = 0;                                            // read, after decompression
  uint64_t links_read = 0;
  uint64_t self_links = 0;        // dropped
  uint64_t repeated_links = 0;    // dropped: the first place counts
  uint64_t replaced_links = 0;    // dropped: a newer list of the page was found
  uint64_t pages_seen_again = 0;  // in more than one input
  uint64_t pages = 0;
  uint64_t links = 0;
  uint64_t hosts = 0;
  uint64_t titles = 0;
  std::vector<Skipped> skipped;
  std::vector<std::pair<std::string, double>> stage_seconds;
  double seconds = 0;
  uint64_t store_bytes = 0;
  double bits_per_link = 0;
  uint64_t peak_memory_bytes = 0;
  std::vector<std::string> notes;  // what the user should know: dropped columns, detected order
};

// --- reading a store -------------------------------------------------------------------------

// What the nodes of a graph are: pages, or all pages of a host or site as one. A host or site links
// to another one where a page of the one links to a page of the other.
enum class On : uint8_t { kPages, kHosts, kSites };

// How the graph of hosts or sites is made where it is not there yet.
struct GraphOptions {
  bool makes = true;          // false: it is not, and the answer is kUnsupported
  uint64_t memory_bytes = 0;  // 0: half of the machine's
  unsigned threads = 0;       // 0: all
  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; nothing is left behind
};

// One fact about a store: "links", 3216152. Shares and bits are doubles; "yes" and "no" are text.
struct InfoItem {
  std::string name;
  std::variant<uint64_t, double, std::string> value;
};

// What a column says of a page.
struct ColumnValue {
  std::string name;
  double value = 0;
  double percentile = 0;  // how many of 100 pages (that have a value) have a smaller one
};

struct PageInfo {
  std::string key;
  std::string url;    // an address of the page; empty where names are no URLs
  std::string title;  // empty: none known
  std::string host;   // "www.example.com:8080"; the name itself where names are no URLs
  uint64_t out_links = 0;
  uint64_t in_links = 0;
  bool is_crawled = false;    // seen itself, not only linked to
  std::string date = {};      // when it was fetched: "2024-05-01T12:00:00Z"; empty: not known
  std::string language = {};  // as the page declares it
  std::string text = {};      // its first words
  std::vector<ColumnValue> columns;  // ranks and the like
};

struct LinksOptions {
  bool in = false;    // parents instead of children
  uint64_t top = 0;   // the first so many; 0: all
  uint64_t skip = 0;  // after leaving out so many
};

struct LinkItem {
  uint64_t place =
      0;  // from 1: on the page; for parents, and in a store without link order, by key
  std::string key;
  std::string url;          // empty where names are no URLs
  std::string title;        // empty: none known
  std::string anchor = {};  // what stands in the link; empty: not known
};

struct LinksAnswer {
  LinkItem page = {};  // that was asked about; it has no place
  bool in = false;
  uint64_t total = 0;  // links that there are
  std::vector<LinkItem> items = {};
};

// What an address that is being typed may become.
struct CompletionItem {
  std::string key = {};
  std::string url = {};  // empty where names are no URLs
  std::string title = {};
  uint64_t in_links = 0;
};

struct CompletionAnswer {
  std::string prefix = {};  // as typed
  uint64_t matches = 0;     // pages (or, while a host is being typed, hosts) that begin so
  std::vector<CompletionItem> items = {};  // most linked first, of a sample where there are many
};

// --- related pages ---------------------------------------------------------------------------

enum class Switch : uint8_t { kAuto, kOn, kOff };

struct RelatedRequest {
  std::vector<std::string> pages = {};      // what to find the relatives of; one or many
  std::vector<std::string> not_pages = {};  // what is more like these sinks
  std::string by = "blend";                 // the name of a method
  uint64_t top = 10;
  Switch chop = Switch::kAuto;   // a page without evidence gives way to one nearer the root
  Switch hosts = Switch::kAuto;  // off: every page counts as its own host
  std::string stoplist = {};     // a file, "auto:K", "none"; empty: by the size of the graph
  uint64_t seed = 0;             // of samples
  // Of the method, by name: {"B", "500"}. methods() lists them.
  std::vector<std::pair<std::string, std::string>> parameters = {};
  bool drop_same_site = false;  // no answers on the site of a query page
  uint64_t per_host = 0;        // at most so many answers of one host; 0: any number
  uint64_t why = 0;             // so many reasons with each answer
  uint64_t budget_ms = 0;       // then the best answer so far; 0: as long as it takes
  unsigned threads = 0;         // where several answers are made; 0: all

  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

// A piece of evidence.
struct ReasonItem {
  std::string key = {};
  std::string url = {};
  std::string title = {};
  std::string kind = {};  // "parent" (links to both), "child" (both link to it), "hub", ...
  double amount = 0;      // what it adds to the score
  uint64_t distance = 0;  // places between the two links on the page; 0: not known
  // What stands in its link to the answer, or for a child in the answer's link to it; empty: not
  // known.
  std::string anchor = {};
};

struct RelatedItem {
  uint64_t rank = 0;
  double score = 0;
  std::string key = {};
  std::string url = {};
  std::string title = {};
  std::vector<ReasonItem> reasons = {};
};

struct RelatedAnswer {
  struct Page {
    std::string asked = {};  // as the request has it
    std::string key = {};    // of the page that was used
    std::string url = {};
    std::string title = {};
  };
  std::string by = {};
  std::vector<Page> pages = {};
  bool hosts_on = true;
  bool is_complete = true;  // false: the budget ended it
  std::vector<RelatedItem> items = {};
  std::vector<std::string> notes = {};  // what the user should know
};

struct ExplainAnswer {
  RelatedAnswer::Page page = {};
  RelatedAnswer::Page answer = {};
  std::string by = {};
  double score = 0;  // what the reasons sum to; 0: the page is no answer
  std::vector<ReasonItem> reasons = {};
};

// HubFinder, extension by extension.
struct TraceStep {
  uint64_t step = 0;
  uint64_t discovered = 0;  // the first step leaves out the query pages
  uint64_t fresh = 0;       // of these, not known before ("new" in tables)
  uint64_t kept = 0;        // of these, after the trim
  uint64_t total = 0;       // pages known after it
};

struct TraceAnswer {
  std::vector<RelatedAnswer::Page> pages = {};
  std::vector<TraceStep> steps = {};
};

// The vicinity graph of Companion.
struct VicinityAnswer {
  struct Node {
    std::string key = {};
    std::string url = {};
    std::string title = {};
    uint64_t shown_as = 0;  // the node that it was merged into; itself where it was not
  };
  std::vector<RelatedAnswer::Page> pages = {};
  bool hosts_on = true;
  uint64_t merged = 0;  // nodes that disappeared by merging
  std::vector<Node> nodes = {};
  std::vector<std::pair<uint64_t, uint64_t>> edges = {};  // between nodes, before merging
};

// The numbers behind LLI, as in its paper's Table 8.
struct StudyAnswer {
  struct Neighbour {
    std::string side = {};  // "back": parents of the page; "forward": its children
    std::string key = {};
    std::string url = {};
    std::string title = {};
    uint64_t members = 0;  // how many pages were merged into it
    double bd = 0;         // share of the side's pages that it has
  };
  struct Item {
    std::string side = {};
    std::string key = {};
    std::string url = {};
    std::string title = {};
    uint64_t count = 0;     // merged neighbours that have it
    double bcp = 0;         // share of the merged neighbours that have it
    double dd = 0;          // 1 minus its neighbours' share of all bd
    double similarity = 0;  // its LLI score on this side
  };
  RelatedAnswer::Page page = {};
  bool hosts_on = true;
  std::vector<Neighbour> neighbours = {};
  std::vector<Item> items = {};  // by similarity
};

// Methods side by side.
struct CompareAnswer {
  struct Method {
    std::string by = {};
    std::string error = {};  // why it has no answer
    double ms = 0;
    bool is_complete = true;  // false: the budget ended it
    std::vector<RelatedItem> items = {};
  };
  struct Pair {
    std::string one = {};
    std::string other = {};
    uint64_t shared = 0;  // answers that both have
    double overlap = 0;   // of the answers of both together
    double tau = 0;       // Kendall's tau of the ranks; who is missing stands behind all others
  };
  struct Agreed {
    RelatedItem item = {};
    std::vector<std::string> methods = {};
    double mean_rank = 0;
  };
  std::vector<RelatedAnswer::Page> pages = {};
  bool hosts_on = true;
  std::vector<Method> methods = {};
  std::vector<Pair> pairs = {};
  std::vector<Agreed> agreed = {};  // by number of methods, then by mean rank
};

// An answer for every page of the store, as a file.
struct RelatedAllRequest {
  RelatedRequest related = {};  // its pages do not count
  std::string output = {};
  bool force = false;  // replace what is there
  // What stands in the file: `head`, then what `write` adds for each page; from several threads.
  // The items have rank, score and key. Without it, TSV: page, rank, score, key.
  std::string head = "page\trank\tscore\tkey\n";
  std::function<void(std::string_view page, const std::vector<RelatedItem>& items,
                     std::string& text)>
      write = {};
};

struct RelatedAllReport {
  uint64_t pages = 0;
  uint64_t answered = 0;
  uint64_t resumed_at = 0;  // pages that an earlier run had done
  uint64_t bytes = 0;
  double seconds = 0;
};

struct MethodParameter {
  std::string name = {};
  std::string fallback = {};
  std::string summary = {};
  std::string choices = {};  // "paper|exact"; empty: a number
};

struct MethodItem {
  std::string name = {};
  std::string summary = {};
  std::string paper = {};
  bool chops = false;
  std::vector<MethodParameter> parameters = {};
};

// --- handing a store on ----------------------------------------------------------------------

struct ExportRequest {
  std::string store = {};
  On on = On::kPages;           // or the graph of its hosts or sites
  std::string output = {};      // a file, "-" for standard output; bvgraph: the basename
  std::string to = {};          // links, bvgraph, graphml, gexf; empty: told from the output's name
  bool transposed = false;      // bvgraph: the lists are in-links
  bool force = false;           // overwrite; also write a drawing of more than max_pages
  uint64_t max_pages = 100000;  // graphml, gexf: programs that draw choke on more

  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; nothing is left behind
};

struct ExportReport {
  std::vector<std::string> files;  // what was written
  uint64_t bytes = 0;              // of these, together
  uint64_t pages = 0;
  uint64_t links = 0;
  double seconds = 0;
  std::vector<std::string> notes;  // what the format could not hold
};

// --- ranks -----------------------------------------------------------------------------------

// A page that personalised PageRank is about.
struct SeedPage {
  std::string page;                   // as in Engine::page
  std::optional<double> weight = {};  // 1 without; a page that comes twice has the sum of its
                                      // weights, and without weights counts once
};

// What a link between hosts or sites counts.
enum class LinkWeights : uint8_t {
  kOnce,   // 1
  kLinks,  // as many links of pages as there are between the two
  kPages,  // as many pages of the one as link to the other
};

struct RankRequest {
  std::vector<std::string> by = {};  // names as in rank_kinds()
  uint64_t top = 10;                 // the best so many; pages with score 0 are none of them
  bool all = false;                  // every page instead, zeros too
  bool save = false;                 // keep the scores as columns of the store
  std::vector<SeedPage> pages = {};  // for personalized-pagerank
  double epsilon = 0.15;             // how often the surfer jumps instead of following a link
  double tolerance = 1e-9;           // L1 change of an iteration, as a share of the L1 norm
  uint64_t max_iterations = 1000;
  bool reversed = false;                     // ranks of the graph with all links turned round
  LinkWeights weights = LinkWeights::kOnce;  // of graphs of hosts or sites
  uint64_t memory_bytes = 0;  // links are unpacked if they fit in here; 0: half of the machine's
  unsigned threads = 0;       // 0: all
  bool from_columns = false;  // a column that the store has is the answer, however it was made
  uint64_t max_links = 0;     // kUnsupported instead of computing for more links; 0: any number

  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; old columns stay
};

// Why the computation of a rank ended.
enum class RankEnded : uint8_t {
  kExact,           // a count or closed form: nothing was iterated
  kConverged,       // the change became smaller than the tolerance
  kIterationLimit,  // it did not within max_iterations: the scores are not final
  kPrecision,       // doubles do not get closer; the tolerance is below what they can tell
};

struct RankRun {
  RankEnded ended = RankEnded::kExact;
  uint64_t iterations = 0;
  double residual = 0;       // L1 change of the last iteration, as a share of the L1 norm
  double seconds = 0;        // without opening the store and without printing
  bool is_streamed = false;  // links were read from the store in each iteration, to save memory
};

struct RankItem {
  uint64_t rank = 0;  // from 1
  double score = 0;
  std::string key;
  std::string url;    // empty where names are no URLs
  std::string title;  // empty: none known
};

struct RankAnswer {
  std::string name;  // as asked
  RankRun run;
  std::string column;      // what it was saved as, or read from; empty: neither
  std::string about = {};  // how that was made, in words
  std::vector<RankItem> items;
};

// How much two ranks agree: 1 is the same order, -1 the opposite one. NaN: one of them has all
// pages tied.
struct RankPair {
  std::string a;
  std::string b;
  double kendall = 0;   // tau-b
  double spearman = 0;  // rho
};

// A page that the ranks do not agree on.
struct RankDifference {
  std::string key;
  std::string url;
  std::string title;
  std::vector<uint64_t> places;  // in each rank, from 1; tied pages share the best of their places
};

struct RankComparison {
  std::vector<std::string> names;
  std::vector<RankRun> runs;
  std::vector<RankPair> pairs;        // each with each
  std::vector<RankDifference> pages;  // the largest place / the smallest place falling
};

}  // namespace cocite
