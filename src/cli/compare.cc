#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "api/from_options.h"
#include "api/related_options.h"
#include "api/related_request.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

const std::string& name_of(const RelatedItem& item) {
  return item.url.empty() ? item.key : item.url;
}

// An answer with the method that gave it.
struct Row {
  const CompareAnswer::Method* method = nullptr;
  const RelatedItem* item = nullptr;
};

// The columns that a CSV has where other formats have lines that begin with #.
template <class One>
Fields<One> facts_of(const CompareAnswer& answer) {
  std::vector<std::string> keys;
  for (const auto& page : answer.pages) keys.push_back(page.key);
  const auto fact = [](const std::string& name, const std::string& value) {
    return Field<One>{{.name = name, .is_fact = true}, [value](const One&) { return value; }};
  };
  return {fact("query", joined(keys, " ")), fact("hosts", answer.hosts_on ? "on" : "off")};
}

template <class One>
Fields<One> with_facts(const CompareAnswer& answer, Fields<One> fields) {
  Fields<One> all = facts_of<One>(answer);
  std::ranges::move(fields, std::back_inserter(all));
  return all;
}

void show_answers(const Engine& engine, const CompareAnswer& answer, Format format) {
  Fields<Row> fields = {
      {{.name = "by"}, [](const Row& row) { return row.method->by; }},
      {{.name = "rank"}, [](const Row& row) { return row.item->rank; }},
      {{.name = "score"}, [](const Row& row) { return row.item->score; }},
      {{.name = "key", .in_text = false}, [](const Row& row) { return row.item->key; }},
      {{.name = "page"}, [](const Row& row) { return name_of(*row.item); }},
      {{.name = "title"}, [](const Row& row) { return row.item->title; }},
      {called_column(engine.has_anchor_names()), [](const Row& row) { return row.item->called; }}};
  const bool has_flags = std::ranges::any_of(answer.methods, [](const auto& method) {
    return std::ranges::any_of(method.items, &RelatedItem::flagged);
  });
  fields.push_back({{.name = "flagged", .in_text = false, .in_tsv = has_flags},
                    [](const Row& row) { return std::string(row.item->flagged ? "yes" : "no"); }});
  if (engine.has_statuses()) {
    fields.push_back(
        {{.name = "gone", .in_text = false}, [](const Row& row) { return row.item->gone; }});
  }
  TableOf<Row> table(standard_output(), format, with_facts(answer, fields));
  for (const auto& method : answer.methods) {
    for (const RelatedItem& item : method.items) {
      table.row({&method, &item});
      if (!item.gone.empty()) table.under("gone since " + item.gone);
      if (item.flagged) table.under("flagged: backed only by pages without in-links");
      if (!item.copies.empty()) table.under(copies_text(item.copies));
    }
  }
  table.finish();
}

void show_pairs(const CompareAnswer& answer, Format format) {
  using Pair = CompareAnswer::Pair;
  write_table(
      standard_output(), format,
      with_facts<Pair>(
          answer, {{{.name = "one"}, [](const Pair& pair) { return pair.one; }},
                   {{.name = "other"}, [](const Pair& pair) { return pair.other; }},
                   {{.name = "shared"}, [](const Pair& pair) { return pair.shared; }},
                   {{.name = "overlap"}, [](const Pair& pair) { return if_any(pair.overlap); }},
                   {{.name = "tau"}, [](const Pair& pair) { return if_any(pair.tau); }}}),
      answer.pairs);
}

void show_agreed(const Engine& engine, const CompareAnswer& answer, Format format) {
  using Agreed = CompareAnswer::Agreed;
  const Fields<Agreed> fields = {
      {{.name = "methods"}, [](const Agreed& one) { return uint64_t{one.methods.size()}; }},
      {{.name = "mean_rank"}, [](const Agreed& one) { return one.mean_rank; }},
      {{.name = "key", .in_text = false}, [](const Agreed& one) { return one.item.key; }},
      {{.name = "page"}, [](const Agreed& one) { return name_of(one.item); }},
      {{.name = "title"}, [](const Agreed& one) { return one.item.title; }},
      {{.name = "by"}, [](const Agreed& one) { return joined(one.methods, " "); }},
      {called_column(engine.has_anchor_names()),
       [](const Agreed& one) { return one.item.called; }}};
  write_table(standard_output(), format, with_facts(answer, fields), answer.agreed);
}

void show_methods(const CompareAnswer& answer, Format format) {
  using Method = CompareAnswer::Method;
  write_table(
      standard_output(), format,
      with_facts<Method>(
          answer, {{{.name = "by"}, [](const Method& method) { return method.by; }},
                   {{.name = "answers"},
                    [](const Method& method) { return uint64_t{method.items.size()}; }},
                   {{.name = "ms"}, [](const Method& method) { return method.ms; }},
                   {{.name = "why_none"}, [](const Method& method) { return method.error; }}}),
      answer.methods);
}

Result<void> show(const Asked& asked) {
  const Engine& engine = asked.engine;
  COCITE_TRY(RelatedRequest request, api::related_request(asked.arguments, asked.limits));
  api::read_options(asked.arguments, api::kAnswerOptions, request);
  api::read_options(asked.arguments, api::kRelatedTop, request);
  COCITE_TRY(const CompareAnswer answer, engine.compare(request, asked.arguments.texts("by")));
  std::string which = asked.arguments.text("show");
  Output& out = standard_output();
  // A flat table is one table.
  if (is_flat(asked.format) && which == "all") which = "answers";
  if (asked.format == Format::kText || asked.format == Format::kTsv) {
    for (const auto& page : answer.pages) out.write("# page " + tsv_of(page.key) + '\n');
    out.write(std::string("# hosts ") + (answer.hosts_on ? "on" : "off") + '\n');
    for (const CompareAnswer::Method& method : answer.methods) {
      // Links take part unless it says otherwise.
      if (method.with.empty() || method.with == std::vector<std::string>{"links"}) continue;
      out.write("# with " + tsv_of(method.by + ": " + joined(method.with, " ")) + '\n');
    }
    for (const CompareAnswer::Method& method : answer.methods) {
      if (method.tuned.empty()) continue;
      out.write("# tuned " + tsv_of(method.by + ": " + method.tuned) + '\n');
    }
  }
  const auto wants = [&](const char* what) { return which == what || which == "all"; };
  if (which == "all" && asked.format == Format::kJson) {
    out.write(to_json(answer) + '\n');
    return {};
  }
  const auto begin = [&](const char* what) {
    if (which == "all") out.write("# " + std::string(what) + '\n');
  };
  if (wants("answers")) {
    begin("answers");
    show_answers(engine, answer, asked.format);
  }
  if (wants("agreed")) {
    begin("agreed");
    show_agreed(engine, answer, asked.format);
  }
  if (wants("pairs")) {
    begin("pairs");
    show_pairs(answer, asked.format);
  }
  if (wants("methods")) {
    begin("methods");
    show_methods(answer, asked.format);
  }
  return {};
}

}  // namespace

const Differs show_compare{.show = show};

}  // namespace cocite::cli
