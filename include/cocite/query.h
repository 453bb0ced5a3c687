// Requests and answers as plain data, the same for C++, the command line, HTTP and Python.
//
//   ImportRequest request{.store = "web.cocite", .inputs = {"links.tsv.gz"}};
//   LinksOptions parents{.in = true, .top = 20};
//
// Nothing here does anything; engine.h takes and gives these. Values: each thread its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <cocite/progress.h>
#include <cocite/rank_query.h>
#include <cocite/related_query.h>
#include <cocite/search_query.h>
#include <cocite/whats_related.h>
#include <cocite/which_pages.h>

namespace cocite {

// --- making a store --------------------------------------------------------------------------

// What a page that comes up in several inputs gets.
enum class SeenAgain : uint8_t { kNewest, kOldest, kUnion };

// Whether links stand in the order of the page that they are on.
enum class LinkOrder : uint8_t {
  kAuto,  // unless every list came sorted by key; of a store that is added to: as it was made
  kPage,  // they do, sorted or not
  kNone,  // they do not: places of links mean nothing
};

struct ImportRequest {
  std::string store = {};  // path of the store
  std::vector<std::string> inputs =
      {};                     // files, "-" for standard input, "DIR=https://base/" for html
  std::string from = {};      // links, html, bvgraph, commoncrawl; empty: detected from the input
  std::string columns = {};   // of tables: "source=1,target=To"; empty: found by their names
  std::string base = {};      // markdown: where the pages are served; empty: pages are their paths
  std::string preset = {};    // markdown: how files become addresses: "hugo"; empty: "github"
  bool opaque_names = false;  // names are no URLs
  bool fold_www = false;      // www.example.com is example.com
  uint64_t memory_bytes = 0;  // 0: half of the machine's
  unsigned threads = 0;       // 0: all
  std::string title_file = {};  // page, tab, title
  std::string text_file = {};   // page, tab, text: its first 1000 words count
  // How often people went from page to page: transitions, Wikipedia's clickstream, access logs.
  std::vector<std::string> visit_files = {};
  std::string visits_from = {};  // transitions, clickstream, log; empty: detected from the file
  std::string visits_host = {};  // where a log was written, or a wiki's pages are
  uint64_t visits_at_least = 0;  // what was seen less often is dropped; 0: 5, or as in the store
  std::string names_file = {};   // bvgraph: line i names node i
  bool transposed = false;       // bvgraph: the lists are in-links
  bool force = false;            // replace an existing store
  bool strict = false;           // a bad line is an error
  bool may_be_empty = false;     // no page at all, or no link, is no mistake
  bool fast = false;             // links in bytes, not bits: larger, quicker to read
  SeenAgain seen_again = SeenAgain::kNewest;
  LinkOrder order = LinkOrder::kAuto;
  // Of crawls:
  bool frames = false;         // frames and iframes are links too
  bool drop_nofollow = false;  // links that say nofollow, ugc or sponsored are left out
  bool keep_text = true;       // the first 1000 words of each page
  bool keep_anchors = true;    // the anchor texts of links
  bool aliases = true;         // redirects and canonical addresses stand for the page they name
  // "2024", "2024-05-01", "2024-05-01T12:00:00Z": pages fetched before or after are left out. A
  // date that is not written out begins at its first second, as the last one too: up to 2024-05-02
  // for all of May the first.
  std::string from_date = {};
  std::string to_date = {};
  std::string suffix_list = {};  // a newer public suffix list
  bool index = true;             // of the words of pages, for searches
  // Words to their stems: a language, "auto" (that of most pages) or "none"; empty: auto, or of a
  // store that is added to: as it was made.
  std::string stem = {};
  bool prepare = true;     // find out at once what requests need (PrepareRequest)
  bool keep_ranks = true;  // of a store that is added to: ranks are made for the new links

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
  uint64_t aliases = 0;                                          // addresses that are aliases
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
  uint64_t visit_lines = 0;        // of files of visits
  uint64_t visit_bytes = 0;        // likewise, after decompression
  uint64_t visit_transitions = 0;  // from one page to another, kept
  uint64_t visit_clicks = 0;       // all of them
  std::vector<Skipped> skipped;
  std::vector<std::pair<std::string, double>> stage_seconds;
  double seconds = 0;
  uint64_t store_bytes = 0;
  double bits_per_link = 0;
  uint64_t peak_memory_bytes = 0;
  std::vector<std::string> notes;  // what the user should know: dropped columns, detected order
};

// What requests need of a whole store, found out beforehand: the order of host names,
// percentiles of columns, and the graphs of hosts and sites.
struct PrepareRequest {
  std::string store = {};
  uint64_t memory_bytes = 0;  // 0: half of the machine's
  unsigned threads = 0;       // 0: all
  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; what is finished stays
};

// Makes the index of words that an import was told to leave out, or another one.
struct IndexRequest {
  std::string store = {};
  std::string stem = "auto";  // a language, "auto": that of most pages, or "none"
  bool force = false;         // also where there is one already
  uint64_t memory_bytes = 0;  // 0: half of the machine's
  unsigned threads = 0;       // 0: all
  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; nothing is changed
};

struct IndexReport {
  bool is_made = false;   // false: there was one already
  uint64_t pages = 0;     // with words
  uint64_t words = 0;     // different ones
  uint64_t bytes = 0;     // of the index
  std::string stem = {};  // the language whose stems it has, or "none"
  double seconds = 0;
};

struct PrepareReport {
  std::vector<std::string> made = {};  // nothing: all was there
  uint64_t pages = 0;
  uint64_t bytes =
      0;  // of all that is prepared for the pages; graphs of hosts and sites come on top
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

struct PageInfo : PageRef {
  std::string host;  // "www.example.com:8080"; the name itself where names are no URLs
  uint64_t out_links = 0;
  uint64_t in_links = 0;
  bool is_crawled = false;  // seen itself, not only linked to
  std::string date = {};    // when it was fetched: "2024-05-01T12:00:00Z"; empty: not known
  // The server's last answer to a crawl, and its date; 0: unknown.
  uint64_t status = 0;
  std::string status_date = {};
  std::string gone = {};      // since when it is not there any more: "2014-03-25"; empty: not known
  uint64_t visits = 0;        // clicks of people that came here or went from here, where known
  std::string language = {};  // as the page declares it
  std::string ip = {};        // of the machine that it was fetched from; empty: not known
  std::string text = {};      // its first words
  std::vector<ColumnValue> columns;  // ranks and other columns
};

struct LinksOptions {
  bool in = false;    // parents instead of children
  uint64_t top = 0;   // links, at most; 0: all
  uint64_t skip = 0;  // links to leave out before these
  DeadPages dead = DeadPages::kAuto;
};

struct LinkItem : PageRef {
  uint64_t place =
      0;  // from 1: on the page; for parents, and in a store without link order, by key
  std::string anchor = {};  // the anchor text of the link; empty: not known
  std::string gone = {};    // since when the page is not there any more; empty: not known
};

struct LinksAnswer {
  PageRef page = {};  // that was asked about
  bool in = false;
  bool is_crawled = true;  // false: the page was never fetched, its own links are not known
  uint64_t total = 0;      // links that there are
  std::vector<LinkItem> items = {};
  std::string next = {};  // cursor of the next part of the list; empty: this is the last
};

// A page that the text being typed may mean. It has `called` next to a title if that was typed.
struct CompletionItem : PageRef {
  uint64_t in_links = 0;
};

struct CompletionAnswer {
  std::string prefix = {};  // as typed
  uint64_t matches = 0;     // pages (or, while a host is being typed, hosts) that begin so
  std::vector<CompletionItem> items = {};  // most linked first, of a sample where there are many
  // Pages whose title, or what others call them, has this: a name that is just this first, then the
  // most linked.
  std::vector<CompletionItem> names = {};
  // The one page that the text names as it stands, and by what: "address" (in any spelling), "name"
  // (its title, or without one what others call it), "host" ("yahoo": the front page of the most
  // linked host whose name begins "yahoo." or "www.yahoo."). Tried in this order.
  std::optional<CompletionItem> meant = {};
  std::string meant_by = {};
};

// --- handing a store on ----------------------------------------------------------------------

struct ExportRequest {
  std::string store = {};
  On on = On::kPages;           // or the graph of its hosts or sites
  std::string output = {};      // a file, "-" for standard output; bvgraph: the basename
  std::string to = {};          // export_formats(); empty: detected from the output's name
  bool transposed = false;      // bvgraph: the lists are in-links
  bool force = false;           // overwrite; also write a drawing of more than max_pages
  uint64_t max_pages = 100000;  // graphml, gexf: programs that draw choke on more
  // "links"; or a graph that follows from them: "cocitation" (pages with common parents),
  // "coupling" (with common children), both with how many; "related" (what a method answers).
  std::string graph = "links";
  uint64_t min_weight = 2;       // cocitation, coupling: fewer in common are left out
  uint64_t window = 0;           // cocitation: links at most this far apart on the page; 0: any
  uint64_t max_children = 1000;  // cocitation, coupling: parents with more are left out
  RelatedRequest related = {};   // related, site, frontmatter: by, top and parameters count
  std::string site = {};         // site, frontmatter: the host; empty: the one with the most pages
  std::string rules = {};        // site, frontmatter: a file of pinned, blocked and hidden pages
  std::string preset = {};       // frontmatter: the generator, which decides on the file's place
  uint64_t memory_bytes = 0;     // 0: half of the machine's
  unsigned threads = 0;          // 0: all

  std::function<void(const Progress&)> progress =
      {};                                   // called a few times a second, from one thread
  const std::atomic<bool>* stop = nullptr;  // set it to cancel; nothing is left behind
};

struct ExportReport {
  std::vector<std::string> files = {};  // what was written
  uint64_t bytes = 0;                   // of these, together
  uint64_t pages = 0;
  uint64_t links = 0;
  double seconds = 0;
  std::vector<std::string> notes = {};  // what the format could not hold
};

}  // namespace cocite
