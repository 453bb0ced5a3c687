#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/json.h>
#include <cocite/readable.h>

#include "api/store_options.h"
#include "cli/command.h"
#include "cli/from_options.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  std::vector<std::string> words;
  SearchRequest request;
  Format format{};
};

// As one line: the shell may have cut it anywhere. Quotes of a phrase are there only if the shell was
// kept from taking them off.
std::string as_typed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

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

Result<void> search(Options& options) {
  options.request.stop = stop_on_signals();
  options.request.words = as_typed(options.words);
  COCITE_TRY(const Graph graph, open_graph(options.store, On::kPages));
  const Engine& engine = *graph;
  if (options.format == Format::kTsv) options.request.snippets = false;
  COCITE_TRY(const SearchAnswer answer, engine.search(options.request));
  Output& out = standard_output();
  if (options.format == Format::kJson) {
    out.write(to_json(answer) + '\n');
    return {};
  }
  for (const std::string& word : answer.unmatched) complain("no page has the word " + word);
  for (const std::string& note : answer.notes) complain(note);
  if (answer.items.empty()) {
    return fail(ErrorCode::kNoEvidence, "no page was found for: " + readable(answer.words));
  }
  const bool by_links = answer.start > 0;
  if (options.format == Format::kText) out.write(order_of(answer));
  TableOf<SearchItem> table(out, options.format, fields_of(answer, engine, by_links));
  for (const SearchItem& item : answer.items) {
    table.row(item);
    if (options.format == Format::kText && !item.snippet.empty()) {
      table.under(snippet_pieces(item.snippet));
    }
  }
  table.finish();
  if (by_links && !is_flat(options.format)) {
    out.write("# nodes " + std::to_string(answer.nodes) + "\n# edges " +
              std::to_string(answer.edge_count) + "\n# start " + std::to_string(answer.start) +
              "\n# hosts " + (answer.hosts_on ? "on" : "off") + '\n');
    if (options.format != Format::kText) out.write(order_of(answer));
  }
  return {};
}

}  // namespace

void add_search(Commands& commands) {
  auto options = std::make_shared<Options>();
  SearchRequest& request = options->request;
  Command command = commands.add(
      "search", "find pages by words",
      "cocite search web.cocite honey bees\n"
      "cocite search web.cocite '\"honey bees\" -wasps site:example.org'\n"
      "cocite search web.cocite bees --rank imp-authority --content regulate\n"
      "\n"
      "Any word may match, the best fit comes first. \"a phrase\" must stand so, -word must\n"
      "not, title:word must stand in the title; site:example.org and lang:en choose pages.\n"
      "Pages are found by their title, their text and what links to them say.\n"
      "\n"
      "A rank by links looks at the first 200 pages found, what they link to and who links\n"
      "to them: imp-authority is a good choice, imp-hub finds lists of links.");
  command.store(options->store);
  command.optional_arguments("WORDS", options->words, "what to look for");
  add_options(command, api::kSearchOptions, request);
  command.format(options->format);
  command.together([options]() -> std::optional<std::string> {
    if (!options->words.empty() || !options->request.pages.empty()) return std::nullopt;
    return "there is nothing to look for; write at least one word";
  });
  command.on([options] { return search(*options); });
}

}  // namespace cocite::cli
