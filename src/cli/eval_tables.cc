#include "cli/eval_tables.h"

#include <utility>
#include <vector>

#include <cocite/json.h>

namespace cocite::cli {
namespace {

void add_mean_columns(std::vector<Column>& columns, const std::string& name, bool in_text = false) {
  columns.push_back({.name = name});
  columns.push_back({.name = name + "_low", .in_text = in_text});
  columns.push_back({.name = name + "_high", .in_text = in_text});
}

void add_mean(std::vector<Cell>& cells, const EvalMean& mean) {
  cells.insert(cells.end(), {mean.value, mean.low, mean.high});
}

const std::string& name_of(const EvalQuery& query) {
  return query.url.empty() ? query.key : query.url;
}

void show_facts(Output& out, Format format, const std::vector<EvalFact>& facts) {
  Table table(out, format, {{.name = "name"}, {.name = "value"}, {.name = "sample"}});
  for (const EvalFact& fact : facts) {
    table.row({fact.name, fact.value, fact.samples.empty() ? std::string() : fact.samples[0]});
  }
  table.finish();
}

void show_methods(Output& out, Format format, const EvalAnswer& answer) {
  std::vector<Column> columns = {{.name = "group"},
                                 {.name = "by"},
                                 {.name = "queries"},
                                 {.name = "answered"},
                                 {.name = "coverage", .in_text = false},
                                 {.name = "answers"},
                                 {.name = "good"},
                                 {.name = "dead"},
                                 {.name = "unjudged"}};
  add_mean_columns(columns, "average_precision");
  add_mean_columns(columns, "precision");
  add_mean_columns(columns, "ndcg", true);
  add_mean_columns(columns, "recall");
  // Where unjudged answers are skipped, what these figures are if they are not.
  const bool skips = answer.unjudged == Unjudged::kSkip;
  for (const char* name :
       {"average_precision_strict", "precision_strict", "ndcg_strict", "recall_strict"}) {
    add_mean_columns(columns, name);
    const bool is_shown = std::string_view(name).starts_with("p") || name[0] == 'n';
    columns[columns.size() - 3].in_text = skips && is_shown;
  }
  columns.push_back({.name = "mean_ms", .in_text = false});
  columns.push_back({.name = "median_ms"});
  columns.push_back({.name = "p95_ms", .in_text = false});
  Table table(out, format, columns);
  for (const EvalGroup& group : answer.groups) {
    for (const EvalRow& row : group.rows) {
      std::vector<Cell> cells = {group.name,  row.by,   row.queries, row.answered, row.coverage,
                                 row.answers, row.good, row.dead,    row.unjudged};
      add_mean(cells, row.average_precision);
      add_mean(cells, row.precision);
      add_mean(cells, row.ndcg);
      add_mean(cells, row.recall);
      add_mean(cells, row.average_precision_strict);
      add_mean(cells, row.precision_strict);
      add_mean(cells, row.ndcg_strict);
      add_mean(cells, row.recall_strict);
      cells.insert(cells.end(), {row.mean_ms, row.median_ms, row.p95_ms});
      table.row(std::move(cells));
    }
  }
  table.finish();
}

void show_precision(Output& out, Format format, const EvalAnswer& answer) {
  Table table(out, format,
              {{.name = "group"},
               {.name = "by"},
               {.name = "r"},
               {.name = "precision"},
               {.name = "unjudged"}});
  for (const EvalGroup& group : answer.groups) {
    for (const EvalRow& row : group.rows) {
      for (size_t r = 0; r < row.precision_at.size(); ++r) {
        table.row({group.name, row.by, uint64_t{r + 1}, row.precision_at[r], row.unjudged_at[r]});
      }
    }
  }
  table.finish();
}

void show_pairs(Output& out, Format format, const EvalAnswer& answer) {
  std::vector<Column> columns = {
      {.name = "group"}, {.name = "measure"}, {.name = "one"}, {.name = "other"}};
  add_mean_columns(columns, "difference", true);
  for (const char* name : {"wins", "losses", "ties", "sign_p", "sign_p_two_sided"}) {
    columns.push_back({.name = name});
  }
  columns.push_back({.name = "rank_sum_z", .in_text = false});
  columns.push_back({.name = "rank_sum_p"});
  columns.push_back({.name = "rank_sum_p_two_sided"});
  Table table(out, format, columns);
  for (const EvalGroup& group : answer.groups) {
    for (const EvalPair& pair : group.pairs) {
      std::vector<Cell> cells = {group.name, pair.measure, pair.one, pair.other};
      add_mean(cells, pair.difference);
      cells.insert(cells.end(), {pair.wins, pair.losses, pair.ties});
      cells.insert(cells.end(), {pair.sign_one_sided, pair.sign_two_sided, pair.rank_sum_z,
                                 pair.rank_sum_one_sided, pair.rank_sum_two_sided});
      table.row(std::move(cells));
    }
  }
  table.finish();
}

void show_overlap(Output& out, Format format, const EvalAnswer& answer) {
  Table table(out, format,
              {{.name = "one"}, {.name = "other"}, {.name = "shared"}, {.name = "share"}});
  for (const EvalOverlap& overlap : answer.overlaps) {
    table.row({overlap.one, overlap.other, overlap.shared, overlap.share});
  }
  table.finish();
}

void show_agreement(Output& out, Format format, const EvalAnswer& answer) {
  Table table(out, format,
              {{.name = "one"},
               {.name = "other"},
               {.name = "answers"},
               {.name = "agreement"},
               {.name = "kappa"}});
  for (const EvalAgreement& one : answer.agreements) {
    table.row({one.one, one.other, one.answers, one.agreement, if_any(one.kappa)});
  }
  table.finish();
}

void show_queries(Output& out, Format format, const EvalAnswer& answer) {
  Table table(out, format,
              {{.name = "key", .in_text = false},
               {.name = "page"},
               {.name = "by"},
               {.name = "used", .in_text = false},
               {.name = "answers"},
               {.name = "good"},
               {.name = "dead", .in_text = false},
               {.name = "unjudged", .in_text = false},
               {.name = "average_precision"},
               {.name = "precision"},
               {.name = "ndcg"},
               {.name = "recall"},
               {.name = "average_precision_strict", .in_text = false},
               {.name = "precision_strict", .in_text = false},
               {.name = "ndcg_strict", .in_text = false},
               {.name = "recall_strict", .in_text = false},
               {.name = "good_pages"},
               {.name = "in_links"},
               {.name = "nodes"},
               {.name = "edges"},
               {.name = "ms"},
               {.name = "why_none", .in_text = false}});
  for (const EvalQuery& query : answer.queries) {
    for (size_t m = 0; m < answer.by.size(); ++m) {
      const EvalScore& one = query.scores[m];
      table.row({query.key,
                 name_of(query),
                 answer.by[m],
                 one.used,
                 one.answers,
                 one.good,
                 one.dead,
                 one.unjudged,
                 one.average_precision,
                 one.precision,
                 one.ndcg,
                 one.recall,
                 one.average_precision_strict,
                 one.precision_strict,
                 one.ndcg_strict,
                 one.recall_strict,
                 query.good_pages,
                 query.in_links,
                 query.nodes,
                 query.edges,
                 one.ms,
                 one.why_none});
    }
  }
  table.finish();
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
  if (begin("facts")) show_facts(*out_, format_, answer.facts);
  if (begin("methods")) show_methods(*out_, format_, answer);
  if (begin("precision")) show_precision(*out_, format_, answer);
  if (begin("pairs")) show_pairs(*out_, format_, answer);
  if (begin("overlap")) show_overlap(*out_, format_, answer);
  if ((which_ == "agreement" || !answer.agreements.empty()) && begin("agreement")) {
    show_agreement(*out_, format_, answer);
  }
  // A line a query page and method: people ask for it by name.
  if ((which_ == "queries" || format_ != Format::kText) && begin("queries")) {
    show_queries(*out_, format_, answer);
  }
}

void EvalTables::show(const SpamAnswer& answer) {
  if (begin("spam_facts")) show_facts(*out_, format_, answer.facts);
  if (!begin("spam")) return;
  Table table(*out_, format_,
              {{.name = "farm"},
               {.name = "by"},
               {.name = "queries"},
               {.name = "answered"},
               {.name = "promoted"},
               {.name = "own"},
               {.name = "reached"},
               {.name = "share"},
               {.name = "flagged"}});
  for (const SpamRow& row : answer.rows) {
    // Empty if there is nothing to flag, or the method does not flag.
    Cell flagged;
    if (row.flags && row.promoted_answers > 0) {
      flagged =
          static_cast<double>(row.flagged_answers) / static_cast<double>(row.promoted_answers);
    }
    table.row({row.farm, row.by, row.queries, row.answered, row.promoted, row.own, row.reached,
               row.share, flagged});
  }
  table.finish();
}

void EvalTables::finish() {
  if (which_ == "all" && format_ == Format::kJson) out_->write("}\n");
}

}  // namespace cocite::cli
