#include "cli/eval_tables.h"

#include <utility>
#include <vector>

#include <cocite/json.h>

#include "api/put.h"
#include "api/tree.h"
#include "cli/tree_table.h"

namespace cocite::cli {
namespace {

void show_facts(Output& out, Format format, const std::vector<EvalFact>& facts) {
  Table table(out, format, {{.name = "name"}, {.name = "value"}, {.name = "sample"}});
  for (const EvalFact& fact : facts) {
    table.row({fact.name, fact.value, fact.samples.empty() ? std::string() : fact.samples[0]});
  }
  table.finish();
}

// Columns of the tables (tree_table.h); their fields are in api/eval_fields.h.
constexpr const char* kMethods =
    "group by queries answered -coverage answers good dead unjudged "
    "average_precision -average_precision_low -average_precision_high "
    "precision -precision_low -precision_high ndcg ndcg_low ndcg_high "
    "recall -recall_low -recall_high "
    "-average_precision_strict -average_precision_strict_low -average_precision_strict_high ";
// What figures are where unjudged answers are not skipped.
constexpr const char* kStrict =
    "precision_strict -precision_strict_low -precision_strict_high "
    "ndcg_strict -ndcg_strict_low -ndcg_strict_high ";
constexpr const char* kStrictHidden =
    "-precision_strict -precision_strict_low -precision_strict_high "
    "-ndcg_strict -ndcg_strict_low -ndcg_strict_high ";
constexpr const char* kMethodsRest =
    "-recall_strict -recall_strict_low -recall_strict_high -mean_ms median_ms -p95_ms";
constexpr const char* kPairs =
    "group measure one other difference difference_low difference_high wins losses ties sign_p "
    "sign_p_two_sided -rank_sum_z rank_sum_p rank_sum_p_two_sided";
constexpr const char* kQueries =
    "-key page by -used answers good -dead -unjudged average_precision precision ndcg recall "
    "-average_precision_strict -precision_strict -ndcg_strict -recall_strict good_pages in_links "
    "nodes edges ms -why_none";

template <class Answer>
api::Tree tree_of(const Answer& answer) {
  api::TreeWriter writer;
  api::put(writer, answer);
  return writer.take();
}

}  // namespace

bool EvalTables::begin(const std::string& name) {
  const bool is_main = name == "methods" || name == "spam";
  if (which_ != name && which_ != "all" && !(which_ == "main" && is_main)) return false;
  if (which_ == "all" && format_ == Format::kJson) {
    out_->write((is_first_ ? "{" : ",\n") + json_string(name) + ": ");
  } else if (which_ == "all") {
    out_->write((is_first_ ? "# " : "\n# ") + name + '\n');
  }
  is_first_ = false;
  return true;
}

void EvalTables::show(const EvalAnswer& answer) {
  const api::Tree tree = tree_of(answer);
  const auto show_table = [&](const char* name, const std::string& columns) {
    if (begin(name)) write_rows(*out_, format_, columns, tree.at(name).list());
  };
  if (begin("facts")) show_facts(*out_, format_, answer.facts);
  const bool skips = answer.unjudged == Unjudged::kSkip;
  show_table("methods", std::string(kMethods) + (skips ? kStrict : kStrictHidden) + kMethodsRest);
  show_table("precision", "group by r precision unjudged");
  show_table("pairs", kPairs);
  show_table("overlap", "one other shared share");
  if (which_ == "agreement" || !answer.agreements.empty()) {
    show_table("agreement", "one other answers agreement kappa");
  }
  // A line a query page and method: people ask for it by name.
  if (which_ == "queries" || format_ != Format::kText) show_table("queries", kQueries);
}

void EvalTables::show(const SpamAnswer& answer) {
  if (begin("spam_facts")) show_facts(*out_, format_, answer.facts);
  if (!begin("spam")) return;
  write_rows(*out_, format_, "farm by queries answered promoted own reached share flagged",
             tree_of(answer).at("spam").list());
}

void EvalTables::finish() {
  if (which_ == "all" && format_ == Format::kJson) out_->write("}\n");
}

}  // namespace cocite::cli
