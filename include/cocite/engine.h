// Cocite as a library: make a store, open it, ask it.
//
//   auto report = import_store({.store = "web.cocite", .inputs = {"links.tsv.gz"}});
//   auto engine = Engine::open("web.cocite");
//   if (engine) auto children = engine->links("www.example.com/a", {.top = 10});
//
// A PAGE is a URL in any spelling, with or without scheme, or a page key ("com,example)/a"); in a
// store of opaque names the name; in one of numbers the plain number. A page that is not there is
// kNotFound, with the nearest ones in Error::nearest.
//
// An Engine never changes: any number of threads may ask one. The functions that write may run from
// several threads or processes; two that write one store do so one after the other, or say kBusy.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/eval.h>
#include <cocite/insight.h>
#include <cocite/progress.h>
#include <cocite/query.h>
#include <cocite/result.h>
#include <cocite/version.h>

namespace cocite {

struct OpenOptions {
  // Methods that need a rank which the store does not have say so (kUnsupported), instead of
  // iterating over more links than this; 0: any number. PageRank is exempt: blend needs it.
  uint64_t max_rank_links = 0;
  // Stores with at least this many links keep what takes long to find out (ranks, what blend knows
  // of every page) once a request has needed it, if they can be written to.
  uint64_t save_from_links = 2'000'000;
  // What is found out on first use is found out on a thread of its own, and a request whose time is
  // up meanwhile fails with kBusy; for services, where other requests have to go on.
  bool makes_aside = false;
  // Whether the criterion of a method may be a file of values; not for requests from outside.
  bool reads_files = true;
  // A list of hosts where a folder is a site (src/url/folder_hosts.txt); empty: the shipped one.
  std::string folder_hosts = {};
  // Called by one thread at a time: what is being found out on first use, and how far that is, for
  // stores with `save_from_links` links or more; with an empty stage once it is done. Setting `stop`
  // ends it (kCancelled).
  std::function<void(const Progress&)> progress = {};
  const std::atomic<bool>* stop = nullptr;
};

struct EngineGraph;

class Engine {
 public:
  // Costs the same for any size of store: nothing is read in advance.
  [[nodiscard]] static Result<Engine> open(const std::string& path,
                                           const OpenOptions& options = {});
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  // Finds out now what the first requests would have to wait for: PageRank, host names,
  // and what makes percentiles quick, a megabyte a column.
  [[nodiscard]] Result<void> prepare() const;

  // Stands for what the store holds, columns too: the same for the same content, wherever it is.
  [[nodiscard]] std::string identity() const;
  // Changes when another store, or the same one with new columns, stands at this path; empty if
  // there is no store. Costs a look at two names.
  [[nodiscard]] static std::string seen_at(const std::string& path);

  [[nodiscard]] const std::string& path() const;
  // Whether pages have addresses; otherwise their keys are opaque names or numbers.
  [[nodiscard]] bool has_urls() const;
  // Whether the store has anchor texts.
  [[nodiscard]] bool has_anchors() const;
  // Whether it is known of pages that they are gone, or that their server is in trouble.
  [[nodiscard]] bool has_statuses() const;
  // Whether pages can be searched by words.
  [[nodiscard]] bool has_words() const;
  // Whether it is known how often people went from page to page.
  [[nodiscard]] bool has_visits() const;
  // Whether it is known what others call pages that have no title.
  [[nodiscard]] bool has_anchor_names() const;

  // The graph of the hosts or sites of this store, to be asked the same things: a page is then the
  // root of a host or site, and represents all its pages. Made on first use, which takes
  // a while on a large store, and kept in the store's folder; if that cannot be written, made
  // again for each Engine. Valid while this Engine lives. On::kPages is this Engine itself.
  [[nodiscard]] Result<const Engine*> on(On on, const GraphOptions& options = {}) const;
  // The same store with mirrored hosts as one: each page under the name of the host that most link
  // to, the others as aliases of it. By the table of mirrors that was saved (kNotFound: none was).
  // Made on first use, and kept, as above.
  [[nodiscard]] Result<const Engine*> merged(const GraphOptions& options = {}) const;
  // What the user should know about how this one came to be.
  [[nodiscard]] const std::vector<std::string>& notes() const;

  // Pages, links, hosts, sites, sizes, columns: one item a fact, in a fixed order.
  [[nodiscard]] std::vector<InfoItem> info() const;
  // What the import that made this store reported, as text.
  [[nodiscard]] Result<std::string> report() const;

  [[nodiscard]] Result<PageInfo> page(std::string_view text) const;
  // Children in page order, or parents by key.
  [[nodiscard]] Result<std::vector<LinkItem>> links(std::string_view text,
                                                    const LinksOptions& options = {}) const;
  // The same with the page itself and the number of all its links.
  [[nodiscard]] Result<LinksAnswer> link_list(std::string_view text,
                                              const LinksOptions& options = {}) const;
  // The same one by one, for pages with millions of parents; `use` returns false to stop.
  [[nodiscard]] Result<void> for_each_link(std::string_view text, const LinksOptions& options,
                                           const std::function<bool(const LinkItem&)>& use) const;
  // Pages whose address begins with the typed text, most linked first: while a host is being
  // typed, hosts; then pages of it. And pages whose name has it. Takes microseconds whatever the
  // size of the store.
  [[nodiscard]] Result<CompletionAnswer> complete(std::string_view prefix, uint64_t top = 10) const;

  // How important pages are, whatever is asked: an answer for each of request.by, in that order.
  // With `use`, items are handed over one by one as they come, instead of being kept in the answers
  // (for all pages of a large store); it returns false to stop. With request.save the store on disk
  // has the columns afterwards; this engine keeps what it opened.
  using UseRanked = std::function<bool(const RankAnswer&, const RankItem&)>;
  [[nodiscard]] Result<std::vector<RankAnswer>> rank(const RankRequest& request,
                                                     const UseRanked& use = {}) const;
  // The same ranks side by side: how much each two agree, and the request.top pages that they agree
  // on least.
  [[nodiscard]] Result<RankComparison> compare_ranks(const RankRequest& request) const;

  // Pages related to these, with reasons. kNotFound if a page is not in the graph, kNoEvidence if no
  // related pages were found; never an empty answer.
  [[nodiscard]] Result<RelatedAnswer> related(const RelatedRequest& request) const;
  // One answer for each page of `request.pages` on its own, on several threads; `use` gets them in
  // order, each with the page as it was asked for, and returns false to stop.
  using UseRelated = std::function<bool(const std::string& asked, const Result<RelatedAnswer>&)>;
  [[nodiscard]] Result<void> related_each(const RelatedRequest& request,
                                          const UseRelated& use) const;
  // Why `answer` is related to the pages of the request: all reasons.
  [[nodiscard]] Result<ExplainAnswer> explain(const RelatedRequest& request,
                                              std::string_view answer) const;

  // Which sites are like these, and the pages that show it. On the graph of sites (on()), which
  // is made where it is not there yet.
  [[nodiscard]] Result<SimilarSitesAnswer> similar_sites(const SimilarSitesRequest& request) const;
  // Everything about a page in one answer: related pages and sites with reasons, hubs, linking pages,
  // names, and whether it still exists. Dead pages are dropped, copies folded, flagged answers
  // marked. A note explains each part that is missing.
  [[nodiscard]] Result<WhatsRelatedAnswer> whats_related(const WhatsRelatedRequest& request) const;

  // An answer for every page, on all cores, into a file. A run that was stopped goes on where it
  // was, if asked for the same.
  [[nodiscard]] Result<RelatedAllReport> related_all(const RelatedAllRequest& request) const;
  // All methods, or those named, side by side; request.by does not count, and each method takes the
  // parameters that it has.
  [[nodiscard]] Result<CompareAnswer> compare(const RelatedRequest& request,
                                              const std::vector<std::string>& names = {}) const;
  // Which pages have these words? kUnsupported where the store has no index of them; an answer
  // without items where no page has any.
  [[nodiscard]] Result<SearchAnswer> search(const SearchRequest& request) const;
  // HubFinder step by step; the vicinity graph; the numbers behind LLI.
  [[nodiscard]] Result<TraceAnswer> trace(const RelatedRequest& request) const;
  [[nodiscard]] Result<VicinityAnswer> vicinity(const RelatedRequest& request) const;
  [[nodiscard]] Result<LliAnswer> lli(const RelatedRequest& request) const;

  // How good are the answers, by gold pairs, labels or ratings? Every method is asked about every
  // query page. Pages that are not in the graph are counted, not fatal; a malformed line is
  // kInvalidArgument, with its number.
  [[nodiscard]] Result<EvalAnswer> evaluate(const EvalRequest& request) const;
  // The same without judgements: what half of the linking sites say is hidden, and asked for. The
  // visible half is a store of its own for a while.
  [[nodiscard]] Result<EvalAnswer> evaluate_hidden(const HiddenRequest& request) const;
  // Can an answer be bought with a link farm? On copies of the store, which need as much room as
  // it.
  [[nodiscard]] Result<SpamAnswer> spam(const SpamRequest& request) const;

  // Insights: one of insights(). With `use`, rows of the first table are handed over one
  // by one as they come, instead of being kept in the answer; it returns false to stop.
  using UseInsightRow = std::function<bool(const InsightRow& row)>;
  [[nodiscard]] Result<InsightAnswer> insight(const InsightRequest& request,
                                              const UseInsightRow& use = {}) const;

  // Every checksum, every invariant: reads the whole store.
  [[nodiscard]] Result<void> check() const;

 private:
  friend struct EngineGraph;  // graph_view.h
  struct State;
  explicit Engine(std::unique_ptr<const State> state);

  std::unique_ptr<const State> state_;
};

// What RelatedRequest::by may be, with the parameters of each.
[[nodiscard]] std::vector<MethodItem> methods();
// The parameters of all methods, or of those named, each name once: with the widest limits, and
// with the default of each method in the summary.
[[nodiscard]] std::vector<MethodParameter> method_parameters(
    const std::vector<std::string>& names = {});
// kInvalidArgument, about the parameter, for a text that it cannot be.
[[nodiscard]] Result<void> check_parameter(const MethodParameter& parameter, std::string_view text);

[[nodiscard]] std::vector<SearchRankItem> search_ranks();

// A vicinity as "graphml" or "gexf", for programs that draw.
[[nodiscard]] Result<std::string> draw_vicinity(const VicinityAnswer& answer,
                                                std::string_view format);

// Links, crawls, other people's graphs become a store.
[[nodiscard]] Result<ImportReport> import_store(const ImportRequest& request);
// The same input into an existing store; the result is that of importing everything at once.
[[nodiscard]] Result<ImportReport> add_to_store(const ImportRequest& request);
// Segments that others packed (docs/formats/segment.md), all in the one folder that `inputs` names,
// become the store that importing the same input makes.
[[nodiscard]] Result<ImportReport> assemble_store(const ImportRequest& request);
// What requests need, found out beforehand and kept in the store; what is there is not made again.
[[nodiscard]] Result<PrepareReport> prepare_store(const PrepareRequest& request);
// An index of words for a store without one.
[[nodiscard]] Result<IndexReport> index_store(const IndexRequest& request);
// A report as a person reads it, several lines.
[[nodiscard]] std::string report_text(const ImportReport& report);

// Writes a store in another format.
[[nodiscard]] Result<ExportReport> export_store(const ExportRequest& request);

// What ImportRequest::from and ExportRequest::to may be: a name and a line about it.
struct FormatInfo {
  std::string name;
  std::string summary;
};
[[nodiscard]] std::vector<FormatInfo> import_formats();
[[nodiscard]] std::vector<FormatInfo> export_formats();
// What ExportRequest::preset may be.
[[nodiscard]] std::vector<std::string> frontmatter_presets();

// What RankRequest::by may hold.
struct RankKind {
  std::string name;
  std::string summary;
  std::string paper;         // empty: none
  bool is_iterated = false;  // tolerance and max_iterations count
  bool has_epsilon = false;
  bool needs_pages = false;
};
[[nodiscard]] std::vector<RankKind> rank_kinds();
// What can be asked by: methods of related pages, ranks and insights.
struct MethodsAnswer {
  std::vector<MethodItem> methods = {};
  std::vector<RankKind> ranks = {};
  std::vector<InsightItem> insights = {};
};
// "converged after 41 iterations, residual 8.1e-10, 0.5 s"
[[nodiscard]] std::string run_text(const RankRun& run);

}  // namespace cocite
