#include <memory>
#include <string>
#include <vector>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/related_options.h"
#include "cli/stop.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  On on = On::kPages;
  std::string show = "answers";
  std::vector<std::string> names;
  RelatedRequest request;
  Format format{};
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

const std::string& name_of(const RelatedItem& item) {
  return item.url.empty() ? item.key : item.url;
}

void show_answers(const CompareAnswer& answer, Format format) {
  Table table(standard_output(), format,
              {{.name = "by"},
               {.name = "rank"},
               {.name = "score"},
               {.name = "key", .in_text = false},
               {.name = "page"},
               {.name = "title"}});
  for (const auto& method : answer.methods) {
    for (const RelatedItem& item : method.items) {
      table.row({method.by, item.rank, item.score, item.key, name_of(item), item.title});
    }
  }
  table.finish();
}

void show_pairs(const CompareAnswer& answer, Format format) {
  Table table(standard_output(), format,
              {{.name = "one"},
               {.name = "other"},
               {.name = "shared"},
               {.name = "overlap"},
               {.name = "tau"}});
  for (const auto& pair : answer.pairs) {
    table.row({pair.one, pair.other, pair.shared, pair.overlap, pair.tau});
  }
  table.finish();
}

void show_agreed(const CompareAnswer& answer, Format format) {
  Table table(standard_output(), format,
              {{.name = "methods"},
               {.name = "mean_rank"},
               {.name = "key", .in_text = false},
               {.name = "page"},
               {.name = "title"},
               {.name = "by"}});
  for (const auto& agreed : answer.agreed) {
    table.row({uint64_t{agreed.methods.size()}, agreed.mean_rank, agreed.item.key,
               name_of(agreed.item), agreed.item.title, joined(agreed.methods)});
  }
  table.finish();
}

void show_methods(const CompareAnswer& answer, Format format) {
  Table table(standard_output(), format,
              {{.name = "by"}, {.name = "answers"}, {.name = "ms"}, {.name = "why_none"}});
  for (const auto& method : answer.methods) {
    table.row({method.by, uint64_t{method.items.size()}, method.ms, method.error});
  }
  table.finish();
}

Result<void> compare(Options& options) {
  options.request.stop = stop_on_signals();
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  COCITE_TRY(const CompareAnswer answer, engine.compare(options.request, options.names));
  Output& out = standard_output();
  if (options.format != Format::kJson) {
    for (const auto& page : answer.pages) out.write("# page " + tsv_of(page.key) + '\n');
    out.write(std::string("# hosts ") + (answer.hosts_on ? "on" : "off") + '\n');
  }
  const auto wants = [&](const char* what) {
    return options.show == what || options.show == "all";
  };
  if (options.show == "all" && options.format == Format::kJson) {
    out.write(to_json(answer) + '\n');
    return {};
  }
  const auto begin = [&](const char* what) {
    if (options.show == "all") out.write("# " + std::string(what) + '\n');
  };
  if (wants("answers")) {
    begin("answers");
    show_answers(answer, options.format);
  }
  if (wants("agreed")) {
    begin("agreed");
    show_agreed(answer, options.format);
  }
  if (wants("pairs")) {
    begin("pairs");
    show_pairs(answer, options.format);
  }
  if (wants("methods")) {
    begin("methods");
    show_methods(answer, options.format);
  }
  return {};
}

}  // namespace

void add_compare(Commands& commands) {
  auto options = std::make_shared<Options>();
  options->show = "all";
  Command command = commands.add(
      "compare", "all methods side by side, and how much they agree",
      "cocite compare web.cocite www.example.com/a\n"
      "cocite compare web.cocite www.example.com/a --by blend --by companion --show pairs");
  command.store(options->store);
  pages_argument(command, options->request.pages);
  command.texts("--by", options->names, "only this method; repeatable (default: all)", "NAME");
  command.choice(
      "--show", {"all", "answers", "agreed", "pairs", "methods"},
      [options](const std::string& word) { options->show = word; },
      "which of the tables (default all)", "WORD");
  command.count("--top", options->request.top, "so many answers of each (default 10)");
  command.count("--budget-ms", options->request.budget_ms,
                "for each method (default: as long as it takes)");
  add_neighbourhood_options(command, options->request);
  on_option(command, options->on);
  command.format(options->format);
  command.on([options] { return compare(*options); });
}

}  // namespace cocite::cli
