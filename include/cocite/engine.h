// Cocite as a library: make a store, open it, ask it.
//
//   auto report = import_store({.store = "web.cocite", .inputs = {"links.tsv.gz"}});
//   auto engine = Engine::open("web.cocite");
//   if (engine) auto children = engine->links("www.example.com/a", {.top = 10});
//
// A PAGE is a URL in any spelling, with or without scheme, or a page key ("com,example)/a"); in a
// store of opaque names the name; in one of numbers the plain number. Who asks for a page that is
// not there gets kNotFound, with the nearest ones in the message.
//
// An Engine never changes: any number of threads may ask one. The functions that write may run from
// several threads or processes; two that write one store do so one after the other, or say kBusy.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cocite/eval.h>
#include <cocite/query.h>
#include <cocite/result.h>
#include <cocite/version.h>

namespace cocite {

struct OpenOptions {
  // Methods that need a rank which the store does not have say so (kUnsupported), instead of
  // iterating over more links than this; 0: any number. PageRank is exempt: blend needs it.
  uint64_t max_rank_links = 0;
  // From so many links on, what takes long to find out (ranks, what blend knows of every page) is
  // saved in the store by who first needs it, where the store can be written to.
  uint64_t save_from_links = 2'000'000;
  // Whether the criterion of a method may be a file of values; not for requests of strangers.
  bool reads_files = true;
};

class Engine {
 public:
  // Costs the same for any size of store: nothing is read in advance.
  [[nodiscard]] static Result<Engine> open(const std::string& path,
                                           const OpenOptions& options = {});
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  // Finds out now what the first requests would have to wait for: stoplist, PageRank, host names,
  // and what makes percentiles quick, two bytes a page and column.
  [[nodiscard]] Result<void> prepare() const;

  [[nodiscard]] const std::string& path() const;
  // Whether pages have addresses; otherwise their keys are opaque names or numbers.
  [[nodiscard]] bool has_urls() const;
  // Whether it is known what stands in links.
  [[nodiscard]] bool has_anchors() const;

  // The graph of the hosts or sites of this store, to be asked the same things: a page is then the
  // root of a host or site, and stands for every page of it. Made when first asked for, which takes
  // a while on a large store, and kept in the store's folder; where that cannot be written, made
  // anew for each Engine. Valid while this Engine lives. On::kPages is this Engine itself.
  [[nodiscard]] Result<const Engine*> on(On on, const GraphOptions& options = {}) const;
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
  // Pages whose address begins as somebody types it, most linked first: while a host is being
  // typed, hosts; then pages of it. Takes microseconds whatever the size of the store.
  [[nodiscard]] Result<CompletionAnswer> complete(std::string_view prefix, uint64_t top = 10) const;

  // How important pages are, whatever is asked: an answer for each of request.by, in that order.
  // With `use`, items are handed over one by one as they come, instead of being kept in the answers
  // (for all pages of a large store); it returns false to stop. With request.save the store on disk
  // has the columns afterwards; this engine goes on with what it opened.
  using UseRanked = std::function<bool(const RankAnswer&, const RankItem&)>;
  [[nodiscard]] Result<std::vector<RankAnswer>> rank(const RankRequest& request,
                                                     const UseRanked& use = {}) const;
  // The same ranks side by side: how much each two agree, and the request.top pages that they agree
  // on least.
  [[nodiscard]] Result<RankComparison> compare_ranks(const RankRequest& request) const;

  // Which pages are like these, and why? kNotFound where a page is not in the graph, or nothing
  // speaks for any answer; never an empty answer.
  [[nodiscard]] Result<RelatedAnswer> related(const RelatedRequest& request) const;
  // One answer for each page of `request.pages` on its own, on several threads; `use` gets them in
  // order, each with the page as it was asked for, and returns false to stop.
  using UseRelated = std::function<bool(const std::string& asked, const Result<RelatedAnswer>&)>;
  [[nodiscard]] Result<void> related_each(const RelatedRequest& request,
                                          const UseRelated& use) const;
  // Why `answer` is related to the pages of the request: all reasons.
  [[nodiscard]] Result<ExplainAnswer> explain(const RelatedRequest& request,
                                              std::string_view answer) const;

  // An answer for every page, on all cores, into a file. A run that was stopped goes on where it
  // was, if asked for the same.
  [[nodiscard]] Result<RelatedAllReport> related_all(const RelatedAllRequest& request) const;
  // All methods, or those named, side by side; request.by does not count, and each method takes the
  // parameters that it has.
  [[nodiscard]] Result<CompareAnswer> compare(const RelatedRequest& request,
                                              const std::vector<std::string>& names = {}) const;
  // HubFinder step by step; the vicinity graph; the numbers behind LLI.
  [[nodiscard]] Result<TraceAnswer> trace(const RelatedRequest& request) const;
  [[nodiscard]] Result<VicinityAnswer> vicinity(const RelatedRequest& request) const;
  [[nodiscard]] Result<StudyAnswer> study(const RelatedRequest& request) const;

  // How good are the answers, by gold pairs, labels or ratings? Every method is asked about every
  // query page. Pages that are not in the graph are counted, not fatal; a malformed line is
  // kInvalidArgument, with its number.
  [[nodiscard]] Result<EvalAnswer> evaluate(const EvalRequest& request) const;
  // Can an answer be bought with a link farm? On copies of the store, which need as much room as
  // it.
  [[nodiscard]] Result<SpamAnswer> spam(const SpamRequest& request) const;

  // Every checksum, every invariant: reads the whole store.
  [[nodiscard]] Result<void> check() const;

 private:
  struct State;
  explicit Engine(std::unique_ptr<const State> state);

  std::unique_ptr<const State> state_;
};

// What RelatedRequest::by may be, with the parameters of each.
[[nodiscard]] std::vector<MethodItem> methods();

// A vicinity as "graphml" or "gexf", for programs that draw.
[[nodiscard]] Result<std::string> draw_vicinity(const VicinityAnswer& answer,
                                                std::string_view format);

// Links, crawls, other people's graphs become a store.
[[nodiscard]] Result<ImportReport> import_store(const ImportRequest& request);
// The same input into an existing store; the result is that of importing everything at once.
[[nodiscard]] Result<ImportReport> add_to_store(const ImportRequest& request);
// A report as a person reads it, several lines.
[[nodiscard]] std::string report_text(const ImportReport& report);

// A store becomes somebody else's format.
[[nodiscard]] Result<ExportReport> export_store(const ExportRequest& request);

// What ImportRequest::from and ExportRequest::to may be: a name and a line about it.
struct FormatInfo {
  std::string name;
  std::string summary;
};
[[nodiscard]] std::vector<FormatInfo> import_formats();
[[nodiscard]] std::vector<FormatInfo> export_formats();

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
// "converged after 41 iterations, residual 8.1e-10, 0.5 s"
[[nodiscard]] std::string run_text(const RankRun& run);

}  // namespace cocite
