// Long because: one search is one class, and its steps are read in order.
#include "answer/search.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <cocite/engine.h>

#include "answer/host_menus.h"
#include "answer/page_choice.h"
#include "answer/present.h"
#include "answer/present_answer.h"
#include "answer/resolve.h"
#include "rank/rank.h"
#include "related/local_graph.h"
#include "related/neighbourhood.h"
#include "related/order.h"
#include "related/room.h"
#include "related/words_of.h"
#include "text/query.h"
#include "words/find_pages.h"
#include "words/plain_text.h"
#include "words/relevance.h"
#include "words/snippet.h"
#include "words/term_maker.h"

namespace cocite::answer {
namespace {

constexpr size_t kStartPages = 200;
constexpr std::string_view kGlobal = "global:";
constexpr std::string_view kMix = "mix:";
constexpr double kLeastShare = 1e-6;  // of the best: smaller scores by links are no answers

// "mix:pagerank:0.5": words and a saved rank together.
struct Mix {
  std::string column;
  double weight = 1;
};
Result<Mix> mix_of(std::string_view rank) {
  rank.remove_prefix(kMix.size());
  const size_t colon = rank.find(':');
  Mix mix{.column = std::string(rank.substr(0, colon))};
  if (colon == std::string_view::npos) return mix;
  const std::string_view number = rank.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), mix.weight);
  constexpr double kMost = 1000;
  if (number.empty() || error != std::errc() || end != number.data() + number.size() ||
      !(mix.weight >= 0 && mix.weight <= kMost)) {
    return fail({.message = "'" + std::string(number) +
                            "' is no weight from 0 to 1000; write mix:pagerank or mix:pagerank:0.5",
                 .about = "rank"});
  }
  return mix;
}

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
  return fail(
      {.message =
           "there is no rank '" + name + "'; there are: " + known +
           ", global:COLUMN for a saved rank, and mix:COLUMN[:WEIGHT] for words and a saved rank",
       .about = "rank"});
}

std::string shown_number(double number) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.4g", number);
  return {text.data(), static_cast<size_t>(length)};
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
  Search(const related::Web& web, const Stoplists& stoplists, const SearchRequest& request)
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
  Result<store::NumberColumn> column_named(std::string_view name) const;
  Result<std::vector<Scored>> by_column(std::string_view name);
  // The words' score and weight * ln(1 + r / median), r of the column.
  Result<std::vector<Scored>> by_mix(const Mix& mix);
  Result<std::vector<Scored>> in_order(std::vector<related::Item> items, uint64_t top) const;
  Result<std::vector<Scored>> by_links(related::LocalRank rank);
  Result<related::LocalWeights> weights_of(const related::LocalGraph& graph,
                                           std::span<const double> relevance);
  Result<bool> matches(PageId page) const;
  // Without pages that may be no answers.
  Result<void> choose(std::vector<Scored>& ranked) const;
  Result<void> present(std::span<const Scored> ranked);
  Result<std::vector<SnippetItem>> snippet_of(PageId page);

  const related::Web* web_;
  const Stoplists* stoplists_;
  const store::Store* store_;
  const SearchRequest* request_;
  mutable Budget budget_;
  PageChoice choice_;
  std::shared_ptr<const text::Index> index_;
  words::FindPages wanted_;
  words::Found found_;
  std::vector<PageId> start_;
  std::unordered_set<std::string> terms_;
  std::optional<words::TermMaker> maker_;
  SearchAnswer answer_;
};

Result<void> Search::check() const {
  const bool is_mix = request_->rank.starts_with(kMix);
  if (is_mix) COCITE_CHECK(mix_of(request_->rank));
  const bool is_global = request_->rank.starts_with(kGlobal) || is_mix;
  const auto local = related::local_rank_named(request_->rank);
  if (request_->rank != "text" && !is_global && !local) return no_such_rank(request_->rank);
  if (request_->words.empty() && !request_->pages.empty() && (request_->rank == "text" || is_mix)) {
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
  const bool needs_words = request_->pages.empty() || !request_->words.empty() ||
                           request_->edges == SearchEdges::kAnchors ||
                           request_->content != SearchContent::kNone;
  if (!needs_words) {
    COCITE_TRY(index_, related::words_of(*web_, &budget_));
    if (index_ == nullptr) return {};
  }
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
      .tie = [this](PageId page) -> Result<uint64_t> {
        COCITE_TRY(const uint64_t links, web_->in().degree(page));
        if (!answer_.hosts_on) return links;
        COCITE_TRY(const uint64_t hosts, web_->in_degree_in_hosts(page, links));
        return hosts << 32 | links;
      },
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
    COCITE_TRY(const PageId page, resolve(*store_, text));
    if (std::ranges::find(start_, page) == start_.end()) start_.push_back(page);
  }
  if (request_->pages.empty()) {
    for (const text::Hit& hit : found_.hits) start_.push_back(hit.page);
  }
  return {};
}

Result<store::NumberColumn> Search::column_named(std::string_view name) const {
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
  return found;
}

Result<std::vector<Scored>> Search::in_order(std::vector<related::Item> items, uint64_t top) const {
  if (choice_.is_choosy()) top = items.size();
  COCITE_TRY(items, related::best(*web_, answer_.hosts_on, std::move(items), top));
  std::vector<Scored> ranked;
  for (const related::Item& item : items) ranked.push_back({item.page, item.score});
  return ranked;
}

Result<std::vector<Scored>> Search::by_column(std::string_view name) {
  COCITE_TRY(const store::NumberColumn column, column_named(name));
  std::vector<related::Item> items;
  for (const PageId page : start_) {
    items.push_back({.page = page, .score = column.values()[cocite::index(page)]});
  }
  return in_order(std::move(items), request_->top + request_->skip);
}

Result<std::vector<Scored>> Search::by_mix(const Mix& mix) {
  COCITE_TRY(const store::NumberColumn column, column_named(mix.column));
  std::vector<double> values;
  values.reserve(index_->meta().documents);
  for (uint32_t doc = 0; doc < index_->meta().documents; ++doc) {
    COCITE_TRY(const PageId page, index_->page(doc));
    values.push_back(column.values()[cocite::index(page)]);
  }
  double median = words::median(std::move(values));
  if (!(median > 0)) median = 1;
  std::vector<related::Item> items;
  for (const text::Hit& hit : found_.hits) {
    const double rank = column.values()[cocite::index(hit.page)];
    items.push_back({.page = hit.page,
                     .score = hit.score + mix.weight * std::log1p(std::max(0.0, rank) / median)});
  }
  answer_.notes.push_back("score: words + " + shown_number(mix.weight) + " * ln(1 + " + mix.column +
                          " / " + shown_number(median) + ")");
  return in_order(std::move(items), request_->top + request_->skip);
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
  COCITE_TRY(const auto stoplist, stoplists_->get(*web_, answer_.hosts_on, request_->stoplist,
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
    if (scores[node] <= 0 || scores[node] < kLeastShare * most) continue;
    items.push_back({.page = graph.pages[node], .score = scores[node]});
  }
  return in_order(std::move(items), request_->top + request_->skip);
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
  words::Snippet snippet;
  const auto has_match = [&] {
    return std::ranges::any_of(snippet,
                               [](const words::SnippetPart& part) { return part.is_match; });
  };
  // On one site, all pages have the words of its menus. They are shown only if nothing else has the words.
  if (store_->is_one_site() && store_->names() == store::Names::kUrl) {
    COCITE_TRY(const HostId host, store_->host_of(page));
    const auto menus = menus_of(*web_, host, &budget_);
    if (menus && !(*menus)->empty()) {
      snippet = words::make_snippet(words::plain_text(text, **menus), terms_, *maker_);
    }
  }
  if (!has_match()) snippet = words::make_snippet(text, terms_, *maker_);
  std::vector<SnippetItem> items;
  for (words::SnippetPart& part : snippet) {
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
  const bool by_words = request_->rank == "text" || request_->rank.starts_with(kGlobal) ||
                        request_->rank.starts_with(kMix);
  for (size_t i = request_->skip; i < ranked.size() && answer_.items.size() < request_->top; ++i) {
    COCITE_TRY(const LinkItem shown, present_link(*store_, 0, ranked[i].page));
    SearchItem item{shown.ref()};
    item.rank = i + 1;
    item.score = ranked[i].score;
    if (choice_.marks_dead()) item.gone = shown.gone;
    COCITE_TRY(item.matched,
               by_words && request_->pages.empty() ? Result<bool>(true) : matches(ranked[i].page));
    COCITE_TRY(item.in_links, store_->in().degree(ranked[i].page));
    if (request_->snippets && maker_ && !budget_.is_spent()) {
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
  COCITE_TRY(choice_, PageChoice::make(*web_, request_->dead, request_->only));
  const size_t wanted = request_->top + request_->skip;
  const size_t looked_at = choice_.is_choosy() ? 2 * wanted + kStartPages : wanted;
  // A saved rank orders all pages that match.
  const bool by_saved = request_->rank.starts_with(kGlobal) || request_->rank.starts_with(kMix);
  COCITE_CHECK(find_start(by_text                         ? looked_at
                          : by_saved && index_ != nullptr ? index_->meta().documents
                                                          : kStartPages));
  std::vector<Scored> ranked;
  if (by_text) {
    for (const text::Hit& hit : found_.hits) ranked.push_back({hit.page, hit.score});
  } else if (start_.empty()) {
    // Nothing was found, and so nothing is around it.
  } else if (const auto local = related::local_rank_named(request_->rank)) {
    COCITE_TRY(ranked, by_links(*local));
  } else if (request_->rank.starts_with(kMix)) {
    COCITE_TRY(const Mix mix, mix_of(request_->rank));
    COCITE_TRY(ranked, by_mix(mix));
  } else {
    COCITE_TRY(ranked, by_column(std::string_view(request_->rank).substr(kGlobal.size())));
  }
  COCITE_CHECK(choose(ranked));
  COCITE_CHECK(present(ranked));
  answer_.is_complete = !budget_.was_spent();
  if (!answer_.is_complete) {
    answer_.notes.push_back(spent_note(request_->budget_ms) + "the best answer so far");
  }
  return std::move(answer_);
}

}  // namespace

Result<SearchAnswer> search(const Opened& opened, const SearchRequest& request) {
  return Search(opened.web, opened.stoplists, request).run();
}

}  // namespace cocite::answer

namespace cocite {

std::vector<SearchRankItem> search_ranks() {
  std::vector<SearchRankItem> ranks;
  for (const auto& [name, summary] : answer::kRanks) ranks.push_back({name, summary});
  return ranks;
}

}  // namespace cocite
