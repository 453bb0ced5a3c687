// A crawl over a store, as if it were the web: which order has the good pages first?
#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cocite/crawl.h>

#include "answer/resolve.h"
#include "base/parallel.h"
#include "crawl/frontier_heap.h"
#include "crawl/order.h"
#include "crawl/topic.h"
#include "measure/charts.h"
#include "measure/curve_chart.h"
#include "rank/order.h"
#include "rank/rank.h"
#include "store/store.h"
#include "words/make_index.h"

namespace cocite {
namespace {

using Clock = std::chrono::steady_clock;
constexpr uint64_t kSteps = 100;

Result<rank::Numbers> rank_of(const store::Store& store, std::string_view name, unsigned threads,
                              const SimulateRequest& request) {
  COCITE_TRY(const rank::Kind* kind, rank::find_kind(name));
  rank::Options options;
  options.threads = threads;
  options.progress = request.progress;
  options.stop = request.stop;
  COCITE_TRY(rank::Scores scores, kind->compute(store, options));
  return std::move(scores.columns[0].second);
}

// What all orders are compared with.
struct Truth {
  rank::Numbers pagerank;
  std::vector<bool> is_hot;
  uint64_t hot_pages = 0;
};

Result<Truth> find_truth(const store::Store& store, const SimulateRequest& request,
                         unsigned threads) {
  if (!(request.hot_share > 0 && request.hot_share <= 1)) {
    return fail(
        {.message = "the share of hot pages is more than 0 and at most 1", .about = "hot_share"});
  }
  Truth truth;
  COCITE_TRY(truth.pagerank, rank_of(store, "pagerank", threads, request));
  const auto wanted =
      static_cast<uint64_t>(static_cast<double>(store.pages()) * request.hot_share + 0.5);
  truth.hot_pages = std::max<uint64_t>(1, wanted);
  std::vector<PageId> hot;
  if (request.hot_by_indegree) {
    COCITE_TRY(const rank::Numbers degrees, rank_of(store, "indegree", threads, request));
    COCITE_TRY(hot, rank::best_pages(store, degrees.view(), truth.hot_pages, rank::Zeros::kKeep));
  } else {
    COCITE_TRY(hot,
               rank::best_pages(store, truth.pagerank.view(), truth.hot_pages, rank::Zeros::kKeep));
  }
  truth.is_hot.resize(store.pages());
  for (const PageId page : hot) truth.is_hot[index(page)] = true;
  return truth;
}

Result<std::vector<PageId>> find_start(const store::Store& store, const SimulateRequest& request) {
  std::vector<PageId> start;
  for (const std::string& text : request.pages) {
    COCITE_TRY(const PageId page, answer::resolve(store, text));
    if (std::ranges::find(start, page) == start.end()) start.push_back(page);
  }
  if (!start.empty()) return start;
  // A page with many links leads to more than one that many link to: the best page of cnr-2000 leads
  // to two others.
  std::optional<PageId> best;
  uint64_t most = 0;
  for (uint64_t page = 0; page < store.pages(); ++page) {
    COCITE_TRY(const uint64_t degree, store.out().degree(page_id(page)));
    if (degree <= most) continue;
    best = page_id(page);
    most = degree;
  }
  if (!best) return fail(ErrorCode::kInvalidArgument, store.path() + ": has no links to follow");
  start.push_back(*best);
  return start;
}

Result<std::string> topic_text(const store::Store& store, const SimulateRequest& request) {
  std::string text = request.words;
  for (const std::string& like : request.like) {
    COCITE_TRY(const PageId page, answer::resolve(store, like));
    COCITE_TRY(const std::string title, store.title(page));
    COCITE_TRY(const std::string words, store.text_columns().text(page));
    text += ' ' + title + ' ' + words;
  }
  return text;
}

// One crawl. Pages are numbered as they are seen, as in a crawl that does not know the store.
class Simulation final : public crawl::SeenGraph {
 public:
  // False: stop.
  using Tell = std::function<bool(uint64_t more_pages)>;

  Simulation(const store::Store& store, const Truth& truth, const SimulateRequest& request,
             crawl::Topic* topic, Tell tell)
      : store_(&store),
        truth_(&truth),
        request_(&request),
        topic_(topic),
        tell_(std::move(tell)),
        number_of_(store.pages(), kUnseen) {}

  Result<SimulatedOrder> run(const crawl::OrderInfo& info, std::span<const PageId> start) {
    const auto begin = Clock::now();
    // Ideal asks by number, which is given when a page is seen: its truth is by page.
    is_ideal_ = info.needs_truth;
    order_ = info.make({.seed = request_->seed, .truth = truth_->pagerank.view()});
    SimulatedOrder result{.name = std::string(info.name), .steps = {}};
    for (const PageId page : start) COCITE_CHECK(see(page));
    uint64_t next_refresh = crawl::next_refresh(0, store_->pages());
    uint64_t next_step = 1;
    SimulateStep now;
    while (!heap_.empty()) {
      COCITE_CHECK(fetch_next(now));
      while (next_step <= kSteps && now.fetched >= pages_at(next_step)) {
        now.percent = next_step++;
        result.steps.push_back(rounded(now));
      }
      if (order_->is_refreshed() && now.fetched >= next_refresh) {
        COCITE_CHECK(order_->refresh(*this, priorities_.span(),
                                     {places_.span(), [this] { return tell_(0); }}));
        std::ranges::fill(places_.span(), crawl::kNoPlace);
        heap_.make(priorities_, places_);
        next_refresh = crawl::next_refresh(now.fetched, store_->pages());
      }
      constexpr uint64_t kOften = 1024;
      if (now.fetched % kOften == 0 && !tell_(kOften))
        return fail(ErrorCode::kCancelled, "stopped");
    }
    if (result.steps.empty() || result.steps.back().fetched != now.fetched) {
      now.percent = next_step - 1;
      result.steps.push_back(rounded(now));
    }
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return result;
  }

  [[nodiscard]] uint32_t pages() const override { return static_cast<uint32_t>(pages_.size()); }
  [[nodiscard]] Result<void> for_each_list(const UseList& use) const override {
    size_t begin = 0;
    for (const auto& [page, end] : fetched_) {
      use(page, links_.span().subspan(begin, end - begin));
      begin = end;
    }
    return {};
  }

 private:
  static constexpr uint32_t kUnseen = crawl::kNoPlace;

  [[nodiscard]] uint64_t pages_at(uint64_t percent) const {
    return (store_->pages() * percent + kSteps - 1) / kSteps;
  }
  [[nodiscard]] SimulateStep rounded(SimulateStep step) const {
    step.hot = static_cast<double>(hot_) / static_cast<double>(truth_->hot_pages);
    return step;
  }

  Result<void> see(PageId page) {
    if (number_of_[index(page)] != kUnseen) return {};
    const auto number = static_cast<uint32_t>(pages_.size());
    number_of_[index(page)] = number;
    pages_.push_back(page);
    COCITE_TRY(const HostId host, store_->host_of(page));
    priorities_.push_back(
        order_->on_seen(is_ideal_ ? index(page) : number, static_cast<uint32_t>(host)));
    places_.push_back(crawl::kNoPlace);
    heap_.push(number, priorities_, places_);
    return {};
  }

  Result<void> fetch_next(SimulateStep& now) {
    const uint32_t number = heap_.pop(priorities_, places_);
    const PageId page = pages_[number];
    ++now.fetched;
    now.rank_sum += truth_->pagerank[index(page)];
    if (truth_->is_hot[index(page)]) ++hot_;
    COCITE_TRY(const auto children, store_->children(page, buffer_));
    std::vector<std::string> anchors;
    crawl::SeenLink link{.source = priorities_[number],
                         .children = static_cast<uint32_t>(children.size())};
    float page_similarity = 0;
    if (topic_ != nullptr) {
      COCITE_TRY(const std::string text, store_->text_columns().text(page));
      COCITE_TRY(const std::string title, store_->title(page));
      page_similarity = topic_->similarity(title + ' ' + text);
      COCITE_TRY(anchors, store_->text_columns().anchors(page));
    }
    for (size_t i = 0; i < children.size(); ++i) {
      COCITE_CHECK(see(children[i]));
      const uint32_t child = number_of_[index(children[i])];
      if (order_->is_refreshed()) links_.push_back(child);
      if (topic_ != nullptr) {
        COCITE_TRY(const std::string key, store_->key(children[i]));
        link.similarity =
            topic_->of_link(i < anchors.size() ? anchors[i] : std::string(), key, page_similarity);
      }
      const float raised = order_->on_link(priorities_[child], link);
      if (raised == priorities_[child]) continue;
      priorities_[child] = raised;
      if (places_[child] != crawl::kNoPlace) heap_.raised(child, priorities_, places_);
    }
    if (order_->is_refreshed()) fetched_.emplace_back(number, links_.size());
    return {};
  }

  const store::Store* store_;
  const Truth* truth_;
  const SimulateRequest* request_;
  crawl::Topic* topic_;
  Tell tell_;
  bool is_ideal_ = false;
  std::unique_ptr<crawl::Order> order_;
  std::vector<uint32_t> number_of_;  // by page
  std::vector<PageId> pages_;        // by number
  // For orders that are refreshed: what was fetched, and where its links in `links_` end.
  std::vector<std::pair<uint32_t, size_t>> fetched_;
  crawl::GrowingArray<uint32_t> links_;
  crawl::Priorities priorities_;
  crawl::Places places_;
  crawl::FrontierHeap heap_;
  graph::ListBuffer buffer_;
  uint64_t hot_ = 0;
};

Result<std::vector<const crawl::OrderInfo*>> find_orders(const SimulateRequest& request) {
  const bool has_topic = !request.words.empty() || !request.like.empty();
  std::vector<const crawl::OrderInfo*> chosen;
  for (const std::string& name : request.orders) {
    COCITE_TRY(const crawl::OrderInfo* info, crawl::order_named(name));
    if (info->needs_topic && !has_topic) {
      return fail(
          {.message = name + ": needs words or pages that the crawl is about", .about = "like"});
    }
    chosen.push_back(info);
  }
  if (!chosen.empty()) return chosen;
  for (const crawl::OrderInfo* info : crawl::orders()) {
    if (!info->needs_topic || has_topic) chosen.push_back(info);
  }
  return chosen;
}

}  // namespace

std::vector<CrawlOrder> crawl_orders() {
  std::vector<CrawlOrder> all;
  for (const crawl::OrderInfo* info : crawl::orders()) {
    all.push_back({.name = std::string(info->name),
                   .summary = std::string(info->summary),
                   .needs_topic = info->needs_topic,
                   .is_only_simulated = info->needs_truth});
  }
  return all;
}

Result<SimulateAnswer> simulate_crawl(const SimulateRequest& request) {
  COCITE_TRY(const auto orders, find_orders(request));
  COCITE_TRY(const store::Store store, store::Store::open(request.store));
  const unsigned threads = request.threads != 0 ? request.threads : hardware_threads();
  if (store.pages() == 0)
    return fail(ErrorCode::kInvalidArgument, request.store + ": has no pages");
  COCITE_TRY(const Truth truth, find_truth(store, request, threads));
  COCITE_TRY(const std::vector<PageId> start, find_start(store, request));
  COCITE_TRY(const std::string topic, topic_text(store, request));
  std::string stem = "none";
  if (!topic.empty()) {
    COCITE_TRY(stem, words::resolve_stem(store, store.facts().stem));
  }

  SimulateAnswer answer{.start = {},
                        .pages = store.pages(),
                        .hot_pages = truth.hot_pages,
                        .orders = std::vector<SimulatedOrder>(orders.size())};
  for (const PageId page : start) {
    COCITE_TRY(std::string key, store.key(page));
    answer.start.push_back(std::move(key));
  }
  std::mutex mutex;
  std::optional<Error> error;
  uint64_t done = 0;
  const auto tell = [&](uint64_t more) {
    const std::scoped_lock lock(mutex);
    done += more;
    if (request.progress) {
      request.progress({.stage = "simulating",
                        .done = done,
                        .total = orders.size() * store.pages(),
                        .unit = "pages"});
    }
    return request.stop == nullptr || !request.stop->load(std::memory_order_relaxed);
  };
  const auto simulate = [&](const crawl::OrderInfo& info) -> Result<SimulatedOrder> {
    std::optional<crawl::Topic> own;
    if (info.needs_topic) {
      COCITE_TRY(own, crawl::Topic::create(topic, stem));
    }
    return Simulation(store, truth, request, own ? &*own : nullptr, tell).run(info, start);
  };
  parallel_for(orders.size(), threads, [&](size_t i) {
    Result<SimulatedOrder> result = simulate(*orders[i]);
    const std::scoped_lock lock(mutex);
    if (result) {
      answer.orders[i] = *std::move(result);
    } else if (!error) {
      error = result.error();
    }
  });
  if (error) return fail(*error);
  answer.reachable = answer.orders[0].steps.back().fetched;
  return answer;
}

std::string simulate_chart(const SimulateAnswer& answer) {
  std::vector<measure::Curve> curves;
  for (const SimulatedOrder& order : answer.orders) {
    measure::Curve one{.name = order.name};
    for (const SimulateStep& step : order.steps) {
      const double share = static_cast<double>(step.fetched) / static_cast<double>(answer.pages);
      one.points.emplace_back(100 * share, step.hot);
    }
    curves.push_back(std::move(one));
  }
  return measure::standalone(measure::curve_chart(curves, {.x_title = "percent of pages fetched",
                                                           .y_title = "share of hot pages fetched",
                                                           .unit = " %",
                                                           .columns = {10, 30, 50},
                                                           .bold = "pagerank"}));
}

}  // namespace cocite
