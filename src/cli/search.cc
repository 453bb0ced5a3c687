#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/readable.h>

#include "api/from_options.h"
#include "api/store_options.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

std::string snippet_text(const std::vector<SnippetItem>& snippet) {
  std::string text;
  for (const SnippetItem& part : snippet) text += part.text;
  return text;
}

std::vector<Table::Piece> snippet_pieces(const std::vector<SnippetItem>& snippet) {
  const bool marks = ::isatty(STDOUT_FILENO) == 1;
  std::vector<Table::Piece> pieces;
  for (const SnippetItem& part : snippet) pieces.push_back({part.text, marks && part.is_match});
  return pieces;
}

Fields<SearchItem> fields_of(const SearchAnswer& answer, const Engine& engine, bool by_links) {
  const bool has_urls = engine.has_urls();
  const auto fact = [](const std::string& name, const std::string& value) -> Field<SearchItem> {
    return {{.name = name, .is_fact = true}, [value](const SearchItem&) { return value; }};
  };
  Fields<SearchItem> fields = {
      fact("words", answer.words),
      {{.name = "rank"}, [](const SearchItem& item) { return item.rank; }},
      {{.name = "score"}, [](const SearchItem& item) { return item.score; }},
      {{.name = "key", .in_text = !has_urls}, [](const SearchItem& item) { return item.key; }},
      {{.name = "url", .in_text = has_urls}, [](const SearchItem& item) { return item.url; }},
      {{.name = "title"}, [](const SearchItem& item) { return item.title; }},
      {{.name = "matched", .in_text = by_links},
       [](const SearchItem& item) { return std::string(item.matched ? "yes" : "no"); }},
      {{.name = "snippet", .in_text = false, .in_tsv = false},
       [](const SearchItem& item) { return snippet_text(item.snippet); }},
      {called_column(engine.has_anchor_names()),
       [](const SearchItem& item) { return item.called; }}};
  if (engine.has_statuses()) {
    fields.push_back({{.name = "gone"}, [](const SearchItem& item) { return item.gone; }});
  }
  return fields;
}

// What decided about the order; people see it above the table, programs find it in JSON and, with a
// rank by links, behind the rows.
std::string order_of(const SearchAnswer& answer) {
  std::string text = "# ";
  if (!answer.words.empty()) {
    text += "model " + answer.model;
    if (!answer.tf.empty()) text += " (tf " + answer.tf + ")";
    text += ", ";
  }
  text += "rank " + answer.rank;
  if (answer.edges != "plain") text += ", edges " + answer.edges;
  if (answer.content != "none") text += ", content " + answer.content;
  return text + ", stems " + answer.stem + '\n';
}

Result<void> show(const Asked& asked) {
  if (asked.format == Format::kJson) return show_json(asked);
  const Engine& engine = asked.engine;
  SearchRequest request{.words = asked.arguments.text("words")};
  api::read_options(asked.arguments, api::kSearchOptions, request);
  request.stop = asked.limits.stop;
  if (asked.format == Format::kTsv) request.snippets = false;
  COCITE_TRY(const SearchAnswer answer, engine.search(request));
  Output& out = standard_output();
  for (const std::string& word : answer.unmatched) complain("no page has the word " + word);
  for (const std::string& note : answer.notes) complain(note);
  if (answer.items.empty()) {
    return fail(ErrorCode::kNoEvidence, "no page was found for: " + readable(answer.words));
  }
  const bool by_links = answer.start > 0;
  if (asked.format == Format::kText) out.write(order_of(answer));
  TableOf<SearchItem> table(out, asked.format, fields_of(answer, engine, by_links));
  for (const SearchItem& item : answer.items) {
    table.row(item);
    if (asked.format == Format::kText && !item.snippet.empty()) {
      table.under(snippet_pieces(item.snippet));
    }
  }
  table.finish();
  if (by_links && !is_flat(asked.format)) {
    out.write("# nodes " + std::to_string(answer.nodes) + "\n# edges " +
              std::to_string(answer.edge_count) + "\n# start " + std::to_string(answer.start) +
              "\n# hosts " + (answer.hosts_on ? "on" : "off") + '\n');
    if (asked.format != Format::kText) out.write(order_of(answer));
  }
  return {};
}

std::optional<std::string> wrong(const api::Arguments& arguments, Format /*format*/) {
  if (arguments.has("words") || arguments.has("page")) return std::nullopt;
  return "there is nothing to look for; write at least one word";
}

}  // namespace

const Differs show_search{.show = show, .wrong = wrong};

}  // namespace cocite::cli
