#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <cocite/engine.h>

#include "engine/engine_state.h"
#include "engine/page_choice.h"
#include "engine/present.h"
#include "engine/present_answer.h"
#include "engine/resolve.h"
#include "rank/rank.h"
#include "related/local_graph.h"
#include "related/neighbourhood.h"
#include "related/order.h"
#include "related/room.h"
#include "related/words_of.h"
#include "text/query.h"
#include "words/find_pages.h"
#include "words/relevance.h"
#include "words/snippet.h"
#include "words/term_maker.h"

namespace cocite {
namespace {

constexpr size_t kStartPages = 200;
constexpr std::string_view kGlobal = "global:";

constexpr std::array<std::pair<const char*, const char*>, 7> kRanks = {{
    {"text", "relevance of the words"},
    {"indegree", "links from the neighbourhood"},
    {"pagerank", "PageRank within the neighbourhood"},
    {"hits-authority", "HITS: pages linked from good hubs"},
    {"hits-hub", "HITS: pages that link to good authorities"},
    {"imp-authority", "HITS where a host has one vote: authorities"},
    {"imp-hub", "HITS where a host has one vote: hubs"},
}};

tl::unexpected<Error> no_such_rank(const std::string& name) {
  std::string known;
  for (const auto& rank : kRanks) known += std::string(known.empty() ? "" : ", ") + rank.first;
  return fail({.message = "there is no rank '" + name + "'; there are: " + known +
                          ", and global:COLUMN for a saved rank",
               .about = "rank"});
}

const char* word_of(SearchContent content) {
  return content == SearchContent::kPrune      ? "prune"
         : content == SearchContent::kRegulate ? "regulate"
                                               : "none";
}

// A page and its score, wherever that comes from.
struct Scored {
  PageId page{};
  double score = 0;
};

// One search, step by step.
class Search {
 public:
  Search(const related::Web& web, const engine::Stoplists& stoplists, const SearchRequest& request)
      : web_(&web),
        stoplists_(&stoplists),
        store_(&web.store()),
        request_(&request),
        budget_(request.budget_ms, request.stop) {}

  Result<SearchAnswer> run();

 private:
  Result<void> check() const;
  Result<void> open();
  // The first `top` by words, or the pages that were given.
  Result<void> find_start(size_t top);
  Result<std::vector<Scored>> by_column(std::string_view name);
  Result<std::vector<Scored>> by_links(related::LocalRank rank);
  Result<related::LocalWeights> weights_of(const related::LocalGraph& graph,
                                           std::span<const double> relevance);
  Result<bool> matches(PageId page) const;
  // Without pages that may be no answers.
  Result<void> choose(std::vector<Scored>& ranked) const;
  Result<void> present(std::span<const Scored> ranked);
  Result<std::vector<SnippetItem>> snippet_of(PageId page);

  const related::Web* web_;
  const engine::Stoplists* stoplists_;
  const store::Store* store_;
  const SearchRequest* request_;
  mutable Budget budget_;
  engine::PageChoice choice_;
  std::shared_ptr<const text::Index> index_;
  words::FindPages wanted_;
  words::Found found_;
  std::vector<PageId> start_;
  std::unordered_set<std::string> terms_;
  std::optional<words::TermMaker> maker_;
  SearchAnswer answer_;
};

Result<void> Search::check() const {
  const bool is_global = request_->rank.starts_with(kGlobal);
  const auto local = related::local_rank_named(request_->rank);
  if (request_->rank != "text" && !is_global && !local) return no_such_rank(request_->rank);
  if (request_->words.empty() && !request_->pages.empty() && request_->rank == "text") {
    return fail({.message = "without words there is nothing to order by: choose a rank by links, "
                            "such as imp-authority",
                 .about = "rank"});
  }
  if (request_->tf != SearchTf::kCount && request_->model != SearchModel::kVector) {
    return fail({.message = "bm25 has its own weight for counts: it goes with the model vector",
                 .about = "tf"});
  }
  if (request_->edges == SearchEdges::kAnchors && !local) {
    return fail({.message = "words in links count only where links do: choose a rank by links, "
                            "such as imp-authority",
                 .about = "edges"});
  }
  if (request_->content != SearchContent::kNone && !local) {
    return fail({.message = "content works on the neighbourhood of a search: choose a rank by "
                            "links, such as imp-authority",
                 .about = "content"});
  }
  if (request_->content == SearchContent::kRegulate && !related::is_hits(*local)) {
    return fail({.message = "regulate works step by step: choose hits-authority, hits-hub, "
                            "imp-authority or imp-hub, or prune",
                 .about = "content"});
  }
  return {};
}

Result<void> Search::open() {
  COCITE_TRY(index_, related::needed_words_of(*web_, &budget_));
  answer_.stem = index_->stem();
  COCITE_TRY(maker_, words::TermMaker::create(answer_.stem));
  return {};
}

Result<void> Search::find_start(size_t top) {
  wanted_ = {
      .query = text::parse_query(request_->words),
      .model = request_->model == SearchModel::kVector ? text::Model::kVector : text::Model::kBm25,
      .tf = request_->tf == SearchTf::kLog ? text::TfKind::kLog : text::TfKind::kCount,
      .top = top,
      .budget = &budget_};
  if (request_->pages.empty() || !request_->words.empty()) {
    COCITE_TRY(found_, words::find_pages(*store_, *index_, wanted_));
  }
  answer_.unmatched = found_.unmatched;
  for (const std::string& remark : wanted_.query.remarks) answer_.notes.push_back(remark);
  if (!wanted_.query.languages.empty() && !store_->text_columns().has_languages()) {
    answer_.notes.push_back("no page of this store says its language, so lang: finds nothing");
  }
  terms_.insert(found_.terms.begin(), found_.terms.end());
  for (const std::string& text : request_->pages) {
    COCITE_TRY(const PageId page, engine::resolve(*store_, text));
    if (std::ranges::find(start_, page) == start_.end()) start_.push_back(page);
  }
  if (request_->pages.empty()) {
    for (const text::Hit& hit : found_.hits) start_.push_back(hit.page);
  }
  return {};
}

Result<std::vector<Scored>> Search::by_column(std::string_view name) {
  Result<store::NumberColumn> found = store_->column(name);
  if (!found) {
    Error error = found.error();
    error.about = "rank";
    if (rank::find_kind(name)) {
      error.remedies = {{.options = {{"by", std::string(name)}, {"save", ""}},
                         .command = "rank",
                         .arguments = {store_->path()}}};
    }
    return tl::unexpected(std::move(error));
  }
  const store::NumberColumn& column = *found;
  std::vector<related::Item> items;
  for (const PageId page : start_) {
    items.push_back({.page = page, .score = column.values()[index(page)]});
  }
  COCITE_TRY(items, related::best(*web_, std::move(items)));
  std::vector<Scored> ranked;
  for (const related::Item& item : items) ranked.push_back({item.page, item.score});
  return ranked;
}

Result<related::LocalWeights> Search::weights_of(const related::LocalGraph& graph,
                                                 std::span<const double> relevance) {
  related::LocalWeights weights;
  if (request_->content == SearchContent::kRegulate) {
    weights.nodes.assign(relevance.begin(), relevance.end());
  }
  if (request_->edges != SearchEdges::kAnchors) return weights;
  graph::ListBuffer buffer;
  related::PageMap<uint32_t> counts;
  for (size_t node = 0; node < graph.size(); ++node) {
    const auto targets = graph.targets(node);
    if (targets.empty()) continue;
    if (budget_.is_spent()) {
      weights.links.insert(weights.links.end(), targets.size(), 1);
      continue;
    }
    COCITE_TRY(const auto matches,
               words::matches_in_links(*store_, terms_, graph.pages[node], *maker_));
    COCITE_TRY(const auto children, store_->children(graph.pages[node], buffer));
    counts.clear();
    for (size_t i = 0; i < std::min(children.size(), matches.size()); ++i) {
      if (matches[i] > 0) counts[children[i]] = matches[i];
    }
    for (const uint32_t target : targets) {
      const uint32_t* const count = counts.find(graph.pages[target]);
      weights.links.push_back(count == nullptr ? 1 : 1 + *count);
    }
  }
  return weights;
}

Result<std::vector<Scored>> Search::by_links(related::LocalRank rank) {
  COCITE_TRY(const auto stoplist, stoplists_->get(*web_, request_->stoplist,
                                                  {.is_over = [&] { return budget_.is_spent(); }}));
  answer_.start = start_.size();
  related::Query query{.web = web_,
                       .pages = start_,
                       .hosts_on = answer_.hosts_on,
                       .stoplist = related::stoplist_for(start_, stoplist.get()),
                       .seed = request_->seed,
                       .budget = &budget_};
  COCITE_TRY(std::vector<PageId> pages, related::query_neighbourhood(query));
  std::vector<double> relevance;
  if (request_->content != SearchContent::kNone) {
    COCITE_TRY(relevance, words::relevance(*store_, *index_, start_, pages, &budget_));
  }
  if (request_->content == SearchContent::kPrune) {
    // The start pages are the first.
    const double least = words::median(
        {relevance.begin(),
         relevance.begin() + static_cast<ptrdiff_t>(std::min(start_.size(), pages.size()))});
    size_t kept = 0;
    for (size_t i = 0; i < pages.size(); ++i) {
      if (relevance[i] >= least) pages[kept++] = pages[i];
    }
    pages.resize(kept);
  }
  related::LocalGraph graph;
  related::LinkArena& children = related::Room::here().children;
  children.clear();
  COCITE_CHECK(related::cut_out(query, pages, children, related::CutLinks::kOtherHosts, graph));
  answer_.nodes = graph.size();
  answer_.edge_count = graph.edges();
  COCITE_TRY(const related::LocalWeights weights, weights_of(graph, relevance));
  const std::vector<double> scores = related::rank_nodes(graph, rank, weights, &budget_);
  const double most = scores.empty() ? 0 : *std::ranges::max_element(scores);
  std::vector<related::Item> items;
  for (size_t node = 0; node < graph.size(); ++node) {
    if (scores[node] <= 0 || scores[node] < related::kZero * most) continue;
    items.push_back({.page = graph.pages[node], .score = scores[node]});
  }
  const uint64_t top = choice_.is_choosy() ? items.size() : request_->top + request_->skip;
  COCITE_TRY(items, related::best(*web_, std::move(items), top));
  std::vector<Scored> ranked;
  for (const related::Item& item : items) ranked.push_back({item.page, item.score});
  return ranked;
}

Result<bool> Search::matches(PageId page) const {
  if (found_.terms.empty()) return false;
  words::FindPages one = wanted_;
  one.only = page;
  one.top = 1;
  one.budget = nullptr;  // one document
  COCITE_TRY(const words::Found found, words::find_pages(*store_, *index_, one));
  return !found.hits.empty();
}

Result<std::vector<SnippetItem>> Search::snippet_of(PageId page) {
  COCITE_TRY(const std::string text, store_->text_columns().text(page));
  std::vector<SnippetItem> items;
  for (words::SnippetPart& part : words::make_snippet(text, terms_, *maker_)) {
    items.push_back({.text = readable(part.text), .is_match = part.is_match});
  }
  return items;
}

Result<void> Search::choose(std::vector<Scored>& ranked) const {
  if (!choice_.is_choosy()) return {};
  std::vector<Scored> chosen;
  for (const Scored& one : ranked) {
    COCITE_TRY(const bool may_be_one, choice_.takes(one.page));
    if (may_be_one) chosen.push_back(one);
  }
  ranked = std::move(chosen);
  return {};
}

Result<void> Search::present(std::span<const Scored> ranked) {
  const bool by_words = request_->rank == "text" || request_->rank.starts_with(kGlobal);
  for (size_t i = request_->skip; i < ranked.size() && answer_.items.size() < request_->top; ++i) {
    COCITE_TRY(const LinkItem shown, engine::present_link(*store_, 0, ranked[i].page));
    SearchItem item{shown.ref()};
    item.rank = i + 1;
    item.score = ranked[i].score;
    if (choice_.marks_dead()) item.gone = shown.gone;
    COCITE_TRY(item.matched,
               by_words && request_->pages.empty() ? Result<bool>(true) : matches(ranked[i].page));
    COCITE_TRY(item.in_links, store_->in().degree(ranked[i].page));
    if (request_->snippets && !budget_.is_spent()) {
      COCITE_TRY(item.snippet, snippet_of(ranked[i].page));
    }
    answer_.items.push_back(std::move(item));
  }
  return {};
}

Result<SearchAnswer> Search::run() {
  COCITE_CHECK(check());
  answer_.words = request_->words;
  answer_.model = request_->model == SearchModel::kVector ? "vector" : "bm25";
  if (request_->model == SearchModel::kVector) {
    answer_.tf = request_->tf == SearchTf::kLog ? "log" : "count";
  }
  answer_.rank = request_->rank;
  answer_.edges = request_->edges == SearchEdges::kAnchors ? "anchors" : "plain";
  answer_.content = word_of(request_->content);
  answer_.hosts_on =
      request_->hosts == Switch::kAuto ? web_->has_hosts() : request_->hosts == Switch::kOn;
  COCITE_CHECK(open());
  const bool by_text = request_->rank == "text";
  // Of those that are dropped at the end, some are found first.
  COCITE_TRY(choice_, engine::PageChoice::make(*web_, request_->dead, request_->only));
  const size_t wanted = request_->top + request_->skip;
  const size_t looked_at = choice_.is_choosy() ? 2 * wanted + kStartPages : wanted;
  COCITE_CHECK(find_start(by_text ? looked_at : kStartPages));
  std::vector<Scored> ranked;
  if (by_text) {
    for (const text::Hit& hit : found_.hits) ranked.push_back({hit.page, hit.score});
  } else if (start_.empty()) {
    // Nothing was found, and so nothing is around it.
  } else if (const auto local = related::local_rank_named(request_->rank)) {
    COCITE_TRY(ranked, by_links(*local));
  } else {
    COCITE_TRY(ranked, by_column(std::string_view(request_->rank).substr(kGlobal.size())));
  }
  COCITE_CHECK(choose(ranked));
  COCITE_CHECK(present(ranked));
  answer_.is_complete = !budget_.was_spent();
  if (!answer_.is_complete) {
    answer_.notes.push_back(engine::spent_note(request_->budget_ms) + "the best answer so far");
  }
  return std::move(answer_);
}

}  // namespace

Result<SearchAnswer> Engine::search(const SearchRequest& request) const {
  return Search(state_->web, state_->stoplists, request).run();
}

std::vector<SearchRankItem> search_ranks() {
  std::vector<SearchRankItem> ranks;
  for (const auto& [name, summary] : kRanks) ranks.push_back({name, summary});
  return ranks;
}

}  // namespace cocite
