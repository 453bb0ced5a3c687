#include "insight/cross_validation.h"

#include <algorithm>
#include <numeric>

#include "insight/neighbours.h"
#include "insight/random.h"
#include "insight/votes.h"

namespace cocite::insight {
namespace {

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

class Validation {
 public:
  Validation(Context& context, const Labels& labels, const FoldsOptions& options)
      : context_(&context),
        labels_(&labels),
        options_(&options),
        table_{.columns = {"method", "accuracy", "macro_f1", "answered", "pages"}} {
    const size_t size = labels.pages().size();
    std::vector<size_t> order(size);
    std::iota(order.begin(), order.end(), size_t{0});
    Random random(options.seed);
    for (size_t i = size; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    fold_.resize(size);
    for (size_t i = 0; i < size; ++i) fold_[order[i]] = i % options.folds;
    find_largest();
  }

  // Ways to ask: names of methods whose votes are taken together.
  Result<void> vote(const std::vector<std::string>& methods, const std::string& name,
                    bool is_main) {
    for (const std::string& by : methods) COCITE_CHECK(need(by));
    std::vector<uint32_t> said(labels_->pages().size());
    uint64_t answered = 0;
    Votes votes(labels_->names().size());
    for (size_t i = 0; i < said.size(); ++i) {
      COCITE_CHECK(context_->tell("counting votes", i, said.size(), "pages"));
      votes.clear();
      for (const std::string& by : methods) COCITE_CHECK(add_votes(by, i, votes));
      const auto best = votes.best();
      answered += best ? 1 : 0;
      said[i] = best ? best->label : largest_[fold_[i]];
    }
    add_row(name, said, answered, is_main);
    return {};
  }

  Result<void> spread(const std::vector<std::string>& methods, const std::string& name) {
    COCITE_CHECK(may_hold_graph(*context_, methods.size(), options_->k));
    SimilarityGraph graph(context_->store().pages());
    for (const std::string& by : methods) {
      COCITE_TRY(const NeighbourLists* const lists, around_all(by));
      add_neighbours(graph, *lists, options_->k);
    }
    graph.finish();
    std::vector<uint32_t> said(labels_->pages().size());
    uint64_t answered = 0;
    for (uint64_t fold = 0; fold < options_->folds; ++fold) {
      Spreading spreading(graph, labels_->names().size());
      for (size_t i = 0; i < said.size(); ++i) {
        const PageId page = labels_->pages()[i];
        if (fold_[i] != fold) spreading.set(page, labels_->of(page));
      }
      COCITE_CHECK(spreading.run(*context_));
      for (size_t i = 0; i < said.size(); ++i) {
        if (fold_[i] != fold) continue;
        const auto values = spreading.of(labels_->pages()[i]);
        const auto best = std::ranges::max_element(values);
        const bool is_answer = *best > 0;
        answered += is_answer ? 1 : 0;
        said[i] = is_answer ? static_cast<uint32_t>(best - values.begin()) : largest_[fold];
      }
    }
    add_row(name, said, answered, false);
    return {};
  }

  void largest_class() {
    std::vector<uint32_t> said(fold_.size());
    for (size_t i = 0; i < said.size(); ++i) said[i] = largest_[fold_[i]];
    add_row("largest class", said, said.size(), false);
  }

  void hand_over() {
    context_->table("methods", table_.columns).rows = std::move(table_.rows);
    InsightTable& classes =
        context_->table("classes", {"label", "pages", "precision", "recall", "f1"});
    for (size_t label = 0; label < main_.classes.size(); ++label) {
      const ClassScore& one = main_.classes[label];
      classes.rows.push_back({labels_->name(static_cast<uint32_t>(label)), one.pages,
                              one.precision(), one.recall(), one.f1()});
    }
    std::ranges::stable_sort(classes.rows, [](const InsightRow& a, const InsightRow& b) {
      return std::get<uint64_t>(a[1]) > std::get<uint64_t>(b[1]);
    });
  }

 private:
  // The class that most pages outside each fold have.
  void find_largest() {
    for (uint64_t fold = 0; fold < options_->folds; ++fold) {
      std::vector<uint64_t> counts(labels_->names().size());
      for (size_t i = 0; i < fold_.size(); ++i) {
        if (fold_[i] == fold) continue;
        for (const uint32_t label : labels_->of(labels_->pages()[i])) ++counts[label];
      }
      largest_.push_back(static_cast<uint32_t>(std::ranges::max_element(counts) - counts.begin()));
    }
  }
  // Of all pages, for the graph on which labels spread. Where every page has a label, what votes were
  // taken from has them already.
  Result<const NeighbourLists*> around_all(const std::string& by) {
    const bool is_all_labelled = labels_->pages().size() == context_->store().pages();
    if (is_all_labelled) COCITE_CHECK(need(by));
    for (const auto& [name, lists] : is_all_labelled ? lists_ : all_lists_) {
      if (name == by) return &lists;
    }
    COCITE_TRY(NeighbourLists lists, all_neighbour_lists(*context_, by, options_->k));
    all_lists_.emplace_back(by, std::move(lists));
    return &all_lists_.back().second;
  }
  // More than vote, since those of the same fold do not: twice as many is nearly always enough.
  Result<void> need(const std::string& by) {
    for (const auto& [name, lists] : lists_) {
      if (name == by) return {};
    }
    COCITE_TRY(NeighbourLists lists,
               neighbour_lists(*context_, by, labels_->pages(), 2 * options_->k,
                               [&](PageId page) { return labels_->has(page); }));
    lists_.emplace_back(by, std::move(lists));
    return {};
  }
  // Each method's votes sum to 1.
  Result<void> add_votes(const std::string& by, size_t i, Votes& votes) {
    const auto known = std::ranges::find(lists_, by, &ListsByMethod::value_type::first);
    std::vector<Neighbour> voters;
    const auto is_voter = [&](PageId page) {
      const auto place = std::ranges::lower_bound(labels_->pages(), page);
      return place != labels_->pages().end() && *place == page &&
             fold_[static_cast<size_t>(place - labels_->pages().begin())] != fold_[i];
    };
    for (const Neighbour& one : known->second[i]) {
      if (voters.size() < options_->k && is_voter(one.page)) voters.push_back(one);
    }
    const bool may_be_more = known->second[i].size() == 2 * options_->k;
    if (voters.size() < options_->k && may_be_more) {
      COCITE_TRY(voters, context_->above().related(by, labels_->pages()[i], options_->k, is_voter));
    }
    double sum = 0;
    for (const Neighbour& one : voters) sum += one.score;
    for (const Neighbour& one : voters) votes.add(labels_->of(one.page), one.score / sum);
    return {};
  }
  void add_row(const std::string& name, std::span<const uint32_t> said, uint64_t answered,
               bool is_main) {
    Scores scores = score(*labels_, said);
    table_.rows.push_back({name, scores.accuracy, scores.macro_f1, ratio(answered, said.size()),
                           uint64_t{said.size()}});
    if (is_main) main_ = std::move(scores);
  }

  Context* context_;
  const Labels* labels_;
  const FoldsOptions* options_;
  InsightTable table_;
  std::vector<uint64_t> fold_;     // of each labelled page
  std::vector<uint32_t> largest_;  // class, of each fold
  using ListsByMethod = std::vector<std::pair<std::string, NeighbourLists>>;
  ListsByMethod lists_;      // of labelled pages, with labelled pages in them
  ListsByMethod all_lists_;  // of all pages, with all pages in them
  Scores main_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

}  // namespace

double ClassScore::precision() const {
  return ratio(right, said);
}
double ClassScore::recall() const {
  return ratio(right, right + missed);
}
double ClassScore::f1() const {
  return ratio(2 * right, said + right + missed);
}

Scores score(const Labels& labels, std::span<const uint32_t> said) {
  Scores scores;
  scores.classes.resize(labels.names().size());
  uint64_t right = 0;
  for (size_t i = 0; i < said.size(); ++i) {
    const auto own = labels.of(labels.pages()[i]);
    for (const uint32_t label : own) ++scores.classes[label].pages;
    ++scores.classes[said[i]].said;
    if (std::ranges::find(own, said[i]) != own.end()) {
      ++scores.classes[said[i]].right;
      ++right;
    } else {
      for (const uint32_t label : own) ++scores.classes[label].missed;
    }
  }
  scores.accuracy = ratio(right, said.size());
  for (const ClassScore& one : scores.classes) scores.macro_f1 += one.f1();
  scores.macro_f1 /= static_cast<double>(std::max<size_t>(1, scores.classes.size()));
  return scores;
}

Result<void> cross_validate(Context& context, const Labels& labels, const FoldsOptions& options) {
  if (labels.pages().size() < options.folds) {
    return fail({.message = "there are fewer labelled pages than folds", .about = "folds"});
  }
  Validation validation(context, labels, options);
  validation.largest_class();
  COCITE_CHECK(validation.vote(options.methods, joined(options.methods), true));
  const bool is_only_words = options.methods.size() == 1 && options.methods.front() == "content";
  const bool has_words = static_cast<bool>(context.above().check_method("content"));
  std::vector<std::string> with_words = options.methods;
  if (has_words && !is_only_words) {
    COCITE_CHECK(validation.vote({"content"}, "content (words alone)", false));
    if (std::ranges::find(with_words, "content") == with_words.end()) {
      with_words.emplace_back("content");
      COCITE_CHECK(validation.vote(with_words, joined(with_words), false));
    }
  }
  if (options.spreads) {
    COCITE_CHECK(validation.spread(options.methods, joined(options.methods) + " with spreading"));
    if (with_words != options.methods) {
      COCITE_CHECK(validation.spread(with_words, joined(with_words) + " with spreading"));
    }
  }
  validation.hand_over();
  return {};
}

}  // namespace cocite::insight
