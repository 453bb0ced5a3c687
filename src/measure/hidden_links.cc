// Would the links that a site has be suggested? A tenth of the links within texts is hidden and asked
// for.
//
// Links of menus stay: those that stand on most pages of their host, and, if texts of links are known,
// those whose words are not in the text of the page. A page is asked about if it lost a link to a page
// that does not link back, since pages that are linked in one direction are never suggested. The other
// methods see the visible links as a store of their own, and leave out the same pages. A search for the
// title of the page asks the whole store, which knows the hidden anchors: it looks a little better than
// it is.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/eval.h>

#include "answer/answering.h"
#include "answer/present.h"
#include "answer/search.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "file/scratch_folder.h"
#include "measure/each_piece.h"
#include "measure/evaluate.h"
#include "measure/tables.h"
#include "prepare/import.h"
#include "related/menus.h"
#include "suggest/suggest.h"

namespace cocite::measure {
namespace {

constexpr uint64_t kHideOneIn = 10;
constexpr uint64_t kSample = 500;  // query pages, unless more or fewer are asked for
constexpr const char* kSuggest = "suggest";
constexpr const char* kBm25 = "bm25-title";

using Clock = std::chrono::steady_clock;

struct Places {
  uint64_t found = 0;  // hidden links that were suggested and whose place is known
  uint64_t right = 0;  // in the sentence that had the link
};

class HiddenTenth {
 public:
  HiddenTenth(const answer::Opened& opened, const HiddenRequest& request)
      : opened_(&opened), store_(&opened.store), request_(&request) {}

  Result<EvalAnswer> run() {
    COCITE_CHECK(hide());
    COCITE_CHECK(choose_queries());
    COCITE_TRY(const file::Scratch scratch, file::Scratch::make(request_->scratch));
    COCITE_CHECK(make_visible(scratch));
    Run run{.by = {kSuggest}, .queries = queries_};
    const bool has_words = opened_->store.words().has_value() && store_->has_titles();
    for (const char* const by : {"adamic-adar", "personalized-pagerank"}) run.by.emplace_back(by);
    if (has_words) run.by.emplace_back(kBm25);
    run.answers.assign(run.by.size(), std::vector<Answered>(queries_.size()));
    COCITE_CHECK(ask_suggest(run.answers[0]));
    for (size_t m = 1; m < run.by.size(); ++m) {
      COCITE_CHECK(run.by[m] == kBm25 ? ask_search(run.answers[m])
                                      : ask_visible(run.by[m], run.answers[m]));
    }
    const Judged judged = rating_judge(gold_, queries_);
    EvalAnswer answer = make_tables(run, *judged.judge,
                                    {.top = request_->eval.top,
                                     .bootstrap = {.resamples = request_->eval.resamples,
                                                   .seed = request_->eval.seed,
                                                   .confidence = request_->eval.confidence}});
    for (size_t q = 0; q < queries_.size(); ++q) {
      COCITE_TRY(LinkItem shown, answer::present_link(*store_, 0, queries_[q]));
      answer.queries[q].ref() = std::move(shown.ref());
      COCITE_TRY(answer.queries[q].in_links, store_->in().degree(queries_[q]));
    }
    answer.store = store_->path();
    answer.judged_by = "hidden links";
    answer.facts = {
        {.name = "hidden_links", .value = hidden_.size()},
        {.name = "hidden_links_asked_for", .value = gold_.size()},
        {.name = "query_pages", .value = queries_.size()},
        {.name = "suggested_with_known_place", .value = places_.found},
        {.name = "suggested_in_the_sentence_that_had_the_link", .value = places_.right}};
    return answer;
  }

 private:
  // Draws the links. A list is read with its texts, where there are any.
  Result<void> hide() {
    const bool has_anchors = store_->text_columns().has_anchors();
    const uint64_t salt = mix(request_->eval.seed + 1);
    const auto names = suggest::Names::make(*store_, {.threads = threads()});
    if (!names) return tl::unexpected<Error>(names.error());
    suggest::PageText text(*names);
    graph::ListBuffer buffer;
    std::vector<PageId> children;
    HostId host{};
    std::vector<PageId> menu;
    bool is_first = true;
    for (uint64_t i = 0; i < store_->pages(); ++i) {
      const PageId page = page_id(i);
      if (i % 1024 == 0 && is_stopped()) return fail(ErrorCode::kCancelled, "stopped");
      COCITE_TRY(const auto list, store_->children(page, buffer));
      if (list.empty()) continue;
      children.assign(list.begin(), list.end());
      if (has_anchors) COCITE_CHECK(text.read(*store_, page));
      COCITE_TRY(const HostId own, store_->host_of(page));
      if (is_first || own != host) {
        host = own;
        is_first = false;
        if (store_->names() == store::Names::kUrl) {
          COCITE_TRY(menu, related::menu_of(*store_, host));
        }
      }
      for (size_t k = 0; k < children.size(); ++k) {
        if (!names->is_own(children[k])) continue;
        if (mix(salt ^ mix(i) ^ index(children[k])) % kHideOneIn != 0) continue;
        if (std::ranges::binary_search(menu, children[k])) continue;
        if (has_anchors && !text.has_link(k)) continue;
        hidden_.add(page, children[k]);
        links_.emplace_back(page, children[k]);
      }
    }
    if (!links_.empty()) return {};
    return fail(ErrorCode::kNotFound, store_->path() + ": has no links within texts to hide");
  }

  Result<void> choose_queries() {
    graph::ListBuffer buffer;
    std::vector<std::pair<PageId, PageId>> asked;
    for (const auto& [from, to] : links_) {
      COCITE_TRY(const auto back, store_->children(to, buffer));
      const bool links_back = std::ranges::find(back, from) != back.end() && !hidden_.has(to, from);
      if (!links_back) asked.emplace_back(from, to);
    }
    for (const auto& [from, to] : asked) {
      if (queries_.empty() || queries_.back() != from) queries_.push_back(from);
    }
    const uint64_t wanted = request_->eval.sample == 0 ? kSample : request_->eval.sample;
    if (queries_.size() > wanted) {
      std::ranges::sort(queries_, {}, [&](PageId page) {
        return mix(mix(request_->eval.seed + 2) ^ index(page));
      });
      queries_.resize(wanted);
      std::ranges::sort(queries_);
    }
    for (const auto& [from, to] : asked) {
      if (!std::ranges::binary_search(queries_, from)) continue;
      gold_.push_back({.query = from, .answer = to, .rating = Rating::kGood});
    }
    if (!queries_.empty()) return {};
    return fail(ErrorCode::kNotFound,
                store_->path() + ": every hidden link has one in the other direction");
  }

  // Every page, so that none is missing, and the visible links.
  Result<void> make_visible(const file::Scratch& scratch) {
    const std::string path = scratch.file("links.tsv");
    std::ofstream out(path, std::ios::binary);
    graph::ListBuffer buffer;
    for (uint64_t i = 0; i < store_->pages(); ++i) {
      COCITE_TRY(const std::string source, name(page_id(i)));
      out << source << '\n';
      COCITE_TRY(const auto list, store_->children(page_id(i), buffer));
      for (const PageId child : list) {
        if (hidden_.has(page_id(i), child)) continue;
        COCITE_TRY(const std::string target, name(child));
        out << source << '\t' << target << '\n';
      }
    }
    out.close();
    if (!out) return fail(ErrorCode::kIo, path + ": cannot be written; is the disk full?");
    COCITE_CHECK(prepare::import_store(
        {.store = scratch.file("visible.cocite"),
         .inputs = {path},
         .from = "links",
         .opaque_names = store_->names() != store::Names::kUrl,
         .threads = request_->eval.threads,
         .order = store_->has_link_order() ? LinkOrder::kPage : LinkOrder::kNone,
         .stop = request_->eval.stop}));
    COCITE_TRY(visible_, answer::Opened::open(scratch.file("visible.cocite"), {}));
    return {};
  }

  Result<std::string> name(PageId page) const {
    COCITE_TRY(const std::string key, store_->key(page));
    return store_->address(key);
  }

  Result<void> ask_suggest(std::vector<Answered>& answers) {
    COCITE_TRY(const suggest::Names names,
               suggest::Names::make(*store_, {.threads = threads(), .hidden = &hidden_}));
    std::mutex mutex;
    return for_each_piece(queries_.size(), request_->eval, kSuggest, [&](size_t q) -> Result<void> {
      const auto begin = Clock::now();
      suggest::Suggester suggester(*opened_, names, &hidden_);
      COCITE_TRY(const auto missing, suggester.from(queries_[q], request_->eval.top));
      for (const suggest::Missing& one : missing) answers[q].pages.push_back(one.page);
      finish(begin, answers[q]);
      graph::ListBuffer buffer;
      COCITE_TRY(const auto children, store_->children(queries_[q], buffer));
      for (const suggest::Missing& one : missing) {
        if (!hidden_.has(queries_[q], one.page)) continue;
        const auto child =
            static_cast<size_t>(std::ranges::find(children, one.page) - children.begin());
        if (!suggester.text().has_link(child)) continue;
        const bool is_right = one.name && suggester.text().is_where_link_is(*one.name, child);
        const std::scoped_lock lock(mutex);
        ++places_.found;
        places_.right += is_right ? 1 : 0;
      }
      return {};
    });
  }

  Result<void> ask_visible(const std::string& by, std::vector<Answered>& answers) {
    RelatedRequest request{.by = by,
                           .top = request_->eval.top,
                           .unlinked = true,
                           .copies = Copies::kKeep,
                           .only = OnlyPages::kAny,
                           .stop = request_->eval.stop};
    Budget at_first;
    COCITE_TRY(const auto answering,
               answer::Answering::make(visible_->web, visible_->stoplists, request, at_first));
    return for_each_piece(queries_.size(), request_->eval, by, [&](size_t q) -> Result<void> {
      const auto begin = Clock::now();
      COCITE_TRY(const std::string key, store_->key(queries_[q]));
      COCITE_TRY(const auto page, visible_->store.find(key));
      if (!page) return {};
      Budget budget(0, request_->eval.stop);
      COCITE_TRY(const answer::Found found, answering.find(*page, budget));
      for (const related::Item& item : found.items) {
        COCITE_TRY(const std::string other, visible_->store.key(item.page));
        COCITE_TRY(const auto own, store_->find(other));
        if (own) answers[q].pages.push_back(*own);
      }
      finish(begin, answers[q]);
      return {};
    });
  }

  Result<void> ask_search(std::vector<Answered>& answers) {
    return for_each_piece(queries_.size(), request_->eval, kBm25, [&](size_t q) -> Result<void> {
      const auto begin = Clock::now();
      COCITE_TRY(std::string title, store_->title(queries_[q]));
      for (char& c : title) {
        if (static_cast<unsigned char>(c) < 0x80 && !is_alphanumeric(c)) c = ' ';
      }
      constexpr uint64_t kLinked = 300;  // pages that are left out since they are linked
      const auto found = answer::search(*opened_, {.words = title,
                                                   .top = request_->eval.top + kLinked,
                                                   .snippets = false,
                                                   .stop = request_->eval.stop});
      if (!found) return {};
      graph::ListBuffer buffer;
      std::vector<PageId> linked = {queries_[q]};
      COCITE_TRY(const auto children, store_->children(queries_[q], buffer));
      for (const PageId child : children) {
        if (!hidden_.has(queries_[q], child)) linked.push_back(child);
      }
      COCITE_TRY(const auto parents, store_->parents(queries_[q], buffer));
      for (const PageId parent : parents) {
        if (!hidden_.has(parent, queries_[q])) linked.push_back(parent);
      }
      for (const SearchItem& item : found->items) {
        if (answers[q].pages.size() == request_->eval.top) break;
        COCITE_TRY(const auto page, store_->find(item.key));
        if (page && std::ranges::find(linked, *page) == linked.end()) {
          answers[q].pages.push_back(*page);
        }
      }
      finish(begin, answers[q]);
      return {};
    });
  }

  static void finish(Clock::time_point begin, Answered& answered) {
    answered.ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    if (answered.pages.empty()) answered.why_none = "no evidence";
  }

  [[nodiscard]] bool is_stopped() const {
    return request_->eval.stop != nullptr && request_->eval.stop->load(std::memory_order_relaxed);
  }
  [[nodiscard]] unsigned threads() const {
    return request_->eval.threads == 0 ? hardware_threads() : request_->eval.threads;
  }

  const answer::Opened* opened_;
  const store::Store* store_;
  const HiddenRequest* request_;
  suggest::HiddenLinks hidden_;
  std::vector<std::pair<PageId, PageId>> links_;  // the same, by page
  std::vector<PageId> queries_;                   // rising
  std::vector<PageRating> gold_;
  std::unique_ptr<const answer::Opened> visible_;
  Places places_;
};

}  // namespace

Result<EvalAnswer> evaluate_hidden_links(const answer::Opened& opened,
                                         const HiddenRequest& request) {
  return HiddenTenth(opened, request).run();
}

}  // namespace cocite::measure
