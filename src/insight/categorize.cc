// Categorising: a page is what the labelled pages around it are.
//
// Idea: pages that are linked to from the same places are about the same thing. The k labelled pages
// that are most related to a page by a method (co-citation, unless told otherwise) vote with their
// scores; of several methods each has the same say. With `spread`, labels go on from page to page
// over the graph of related pages (spreading.h), so that pages without labelled neighbours get one
// too.
//
// The survey article calls this a use of the co-citation graph; kin: Chakrabarti, Dom & Indyk,
// "Enhanced Hypertext Categorization Using Hyperlinks", SIGMOD 1998; Zhu, Ghahramani & Lafferty,
// "Semi-Supervised Learning Using Gaussian Fields and Harmonic Functions", ICML 2003.
// Cost: an answer of each method a page; with `spread` for every page of the store, and 32 bytes an
// edge. Does badly for pages without co-cited pages, and if one class has most pages.
#include <algorithm>
#include <array>
#include <memory>

#include "insight/cross_validation.h"
#include "insight/insight.h"
#include "insight/labels.h"
#include "insight/neighbours.h"
#include "insight/spreading.h"
#include "insight/votes.h"

namespace cocite::insight::categorize {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"page", "label", "probability", "votes",
                                                      "second"};

constexpr std::array<ParameterInfo, 7> kParameters = {{
    {.name = "labels",
     .kind = ParameterKind::kWord,
     .fallback = "",
     .summary = "page<TAB>label lines, a page may have several (default: those saved in the store)",
     .is_local = true},
    {.name = "by",
     .kind = ParameterKind::kWord,
     .fallback = "cocitation",
     .summary = "the method whose answers vote, or several with commas: cocitation,content"},
    {.name = "k",
     .kind = ParameterKind::kCount,
     .fallback = "20",
     .summary = "how many labelled pages vote",
     .least = 1,
     .most = 10000},
    {.name = "spread",
     .kind = ParameterKind::kWord,
     .fallback = "off",
     .summary =
         "labels spread over the graph of related pages, to pages without labelled neighbours",
     .choices = "on|off",
     .is_flag = true},
    {.name = "all",
     .kind = ParameterKind::kWord,
     .fallback = "off",
     .summary = "every page without a label",
     .choices = "on|off",
     .is_flag = true},
    {.name = "folds",
     .kind = ParameterKind::kCount,
     .fallback = "0",
     .summary =
         "how good it is, by cross-validation in N parts, beside the largest class and words "
         "alone",
     .most = 100},
    {.name = "seed",
     .kind = ParameterKind::kCount,
     .fallback = "0",
     .summary = "seed of the random choices: another number cuts other folds",
     .most = 9e15},
}};

// Empty if there are no votes.
std::optional<std::vector<double>> shares_of(std::span<const float> values) {
  double sum = 0;
  for (const float value : values) sum += value;
  if (!(sum > 0)) return std::nullopt;
  std::vector<double> shares(values.begin(), values.end());
  for (double& share : shares) share /= sum;
  return shares;
}

class Categorizer {
 public:
  Categorizer(Context& context, const Labels& labels, std::vector<std::string> methods)
      : context_(&context),
        labels_(&labels),
        methods_(std::move(methods)),
        k_(context.parameters().count("k")),
        votes_(labels.names().size()) {}

  Result<void> prepare_spreading() {
    COCITE_TRY(SimilarityGraph graph, similarity_graph(*context_, methods_, k_));
    graph_ = std::make_unique<const SimilarityGraph>(std::move(graph));
    spreading_ = std::make_unique<Spreading>(*graph_, labels_->names().size());
    for (const PageId page : labels_->pages()) spreading_->set(page, labels_->of(page));
    return spreading_->run(*context_);
  }

  // A row; false: enough.
  Result<bool> row(PageId page) {
    COCITE_TRY(std::string key, context_->store().key(page));
    COCITE_CHECK(vote(page));
    InsightValue label;
    InsightValue probability;
    InsightValue second;
    if (const auto first = votes_.best()) {
      label = labels_->name(first->label);
      probability = first->probability;
    }
    if (const auto next = votes_.best(1)) second = labels_->name(next->label);
    return context_->row({std::move(key), label, probability, voters_, second});
  }
  // Who voted on the page of the last row.
  Result<void> add_evidence() {
    InsightTable& table = context_->table("votes", {"page", "title", "label", "share", "by"});
    for (const Voter& voter : last_) {
      COCITE_TRY(std::string key, context_->store().key(voter.page));
      COCITE_TRY(std::string title, context_->store().title(voter.page));
      std::string names;
      for (const uint32_t label : labels_->of(voter.page)) {
        names += (names.empty() ? "" : ", ") + labels_->name(label);
      }
      table.rows.push_back(
          {std::move(key), std::move(title), std::move(names), voter.share, voter.by});
    }
    return {};
  }

 private:
  struct Voter {
    PageId page{};
    double share = 0;
    std::string by;
  };

  Result<void> vote(PageId page) {
    votes_.clear();
    last_.clear();
    voters_ = 0;
    const auto is_voter = [&](PageId other) { return other != page && labels_->has(other); };
    std::vector<std::vector<Neighbour>> lists;
    size_t heard = 0;
    for (const std::string& by : methods_) {
      COCITE_TRY(auto list, context_->above().related(by, page, k_, is_voter));
      heard += list.empty() ? 0 : 1;
      lists.push_back(std::move(list));
    }
    for (size_t i = 0; i < lists.size(); ++i) {
      double sum = 0;
      for (const Neighbour& one : lists[i]) sum += one.score;
      if (!(sum > 0)) continue;
      for (const Neighbour& one : lists[i]) {
        const double share = one.score / sum / static_cast<double>(heard);
        votes_.add(labels_->of(one.page), share);
        last_.push_back({one.page, share, methods_[i]});
      }
    }
    voters_ = last_.size();
    std::ranges::stable_sort(last_, std::greater<>(), &Voter::share);
    if (!spreading_ || labels_->has(page)) return {};
    const auto shares = shares_of(spreading_->of(page));
    if (!shares) return {};
    votes_.clear();
    for (uint32_t label = 0; label < shares->size(); ++label) {
      votes_.add({&label, 1}, (*shares)[label]);
    }
    return {};
  }

  Context* context_;
  const Labels* labels_;
  std::vector<std::string> methods_;
  uint64_t k_;
  Votes votes_;
  std::vector<Voter> last_;
  uint64_t voters_ = 0;
  std::unique_ptr<const SimilarityGraph> graph_;
  std::unique_ptr<Spreading> spreading_;
};

Result<std::vector<std::string>> methods_of(Context& context) {
  std::vector<std::string> methods;
  const std::string names = context.parameters().word("by");
  for (std::string_view rest = names; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    methods.emplace_back(name);
    COCITE_CHECK(context.above().check_method(methods.back()));
  }
  if (methods.empty()) return fail({.message = "name a method", .about = "by"});
  return methods;
}

Result<void> run(Context& context) {
  const store::Store& store = context.store();
  const auto& about = context.request().about;
  const bool all = context.is_on("all");
  const uint64_t folds = context.parameters().count("folds");
  if (folds == 1) return fail({.message = "at least 2 folds are needed", .about = "folds"});
  COCITE_TRY(const std::vector<std::string> methods, methods_of(context));
  COCITE_TRY(const Labels labels, Labels::get(context, context.parameters().word("labels")));
  context.fact("labelled", uint64_t{labels.pages().size()});
  context.fact("labels", uint64_t{labels.names().size()});
  if (context.request().save) COCITE_CHECK(labels.save(context));
  if (folds > 0) {
    COCITE_CHECK(may_work(context, "categorize"));
    return cross_validate(context, labels,
                          {.methods = methods,
                           .k = context.parameters().count("k"),
                           .folds = folds,
                           .seed = context.parameters().count("seed"),
                           .spreads = context.is_on("spread")});
  }
  if (about.empty() && !all) {
    if (context.request().save) return {};
    return fail({.message = "name pages, or ask for all of them, or for folds", .about = "all"});
  }
  if (!about.empty() && all) {
    return fail({.message = "name pages or ask for all of them, not both", .about = "all"});
  }
  Categorizer categorizer(context, labels, methods);
  if (all || context.is_on("spread")) COCITE_CHECK(may_work(context, "categorize"));
  if (context.is_on("spread")) COCITE_CHECK(categorizer.prepare_spreading());
  for (const std::string& text : about) {
    COCITE_TRY(const PageId page, context.above().resolve(text));
    COCITE_TRY(const bool goes_on, categorizer.row(page));
    if (!goes_on) break;
  }
  if (about.size() == 1) COCITE_CHECK(categorizer.add_evidence());
  for (uint64_t page = 0; all && page < store.pages(); ++page) {
    COCITE_CHECK(context.tell("asking neighbours", page, store.pages(), "pages"));
    if (labels.has(page_id(page))) continue;
    COCITE_TRY(const bool goes_on, categorizer.row(page_id(page)));
    if (!goes_on) break;
  }
  return {};
}

}  // namespace

extern const Info kInfo{
    .name = "categorize",
    .summary = "label pages by the labels of related pages",
    .paper = "Henzinger 2001 (survey); Chakrabarti, Dom & Indyk 1998",
    .about = "PAGE",
    .about_help = "a page to find a label for; of one alone the votes are listed",
    .can_save = true,
    .examples =
        "www.example.com/a labels=labels.tsv\n"
        "labels=labels.tsv all by=cocitation,content\n"
        "labels=labels.tsv folds=10 spread\n"
        "labels=labels.tsv save\n",
    .columns = kColumns,
    .parameters = kParameters,
    .run = run};

}  // namespace cocite::insight::categorize
