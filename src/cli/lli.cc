#include <algorithm>
#include <memory>
#include <string>

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

struct Options : GraphOptions {
  std::string page;
  uint64_t top = 0;
  bool neighbours = false;
  RelatedRequest request;
};

using Item = LliAnswer::Item;
using Neighbour = LliAnswer::Neighbour;

std::string hosts_of(const LliAnswer& answer) {
  return answer.hosts_on ? "on" : "off";
}

Fields<Neighbour> neighbour_fields(const LliAnswer& answer, const Engine& engine) {
  Fields<Neighbour> fields = {
      fact<Neighbour>("page", answer.page.key),
      fact<Neighbour>("hosts", hosts_of(answer)),
      {{.name = "side"}, [](const Neighbour& one) { return one.side; }},
      {{.name = "bd"}, [](const Neighbour& one) { return one.bd; }},
      {{.name = "members"}, [](const Neighbour& one) { return one.members; }}};
  add_page_fields(fields, engine.has_urls());
  add_called_field(fields, engine.has_anchor_names());
  return fields;
}

Fields<Item> item_fields(const LliAnswer& answer, const Engine& engine) {
  Fields<Item> fields = {fact<Item>("page", answer.page.key),
                         fact<Item>("hosts", hosts_of(answer)),
                         {{.name = "side"}, [](const Item& one) { return one.side; }},
                         {{.name = "similarity"}, [](const Item& one) { return one.similarity; }},
                         {{.name = "count"}, [](const Item& one) { return one.count; }},
                         {{.name = "bcp"}, [](const Item& one) { return one.bcp; }},
                         {{.name = "dd"}, [](const Item& one) { return one.dd; }}};
  add_page_fields(fields, engine.has_urls());
  add_called_field(fields, engine.has_anchor_names());
  return fields;
}

Result<void> lli(Options& options) {
  options.request.stop = stop_on_signals();
  options.request.pages = {options.page};
  COCITE_TRY(const Graph graph,
             open_graph(options.store, options.on, false, {.stop = options.request.stop}));
  const Engine& engine = *graph;
  COCITE_TRY(LliAnswer answer, engine.lli(options.request));
  if (options.top != 0) {
    answer.items.resize(std::min<uint64_t>(answer.items.size(), options.top));
    answer.neighbours.resize(std::min<uint64_t>(answer.neighbours.size(), options.top));
  }
  Output& out = standard_output();
  if (options.format == Format::kJson) {
    out.write(to_json(answer) + '\n');
    return {};
  }
  if (!is_flat(options.format)) {
    out.write("# page " + tsv_of(answer.page.key) + "\n# hosts " + hosts_of(answer) + '\n');
  }
  if (options.neighbours) {
    write_table(out, options.format, neighbour_fields(answer, engine), answer.neighbours);
  } else {
    write_table(out, options.format, item_fields(answer, engine), answer.items);
  }
  return {};
}

void add(Commands& commands, const std::string& name, bool is_hidden) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add(name, "the numbers behind LLI: bcp, dd and similarity per page, bd per parent",
                   "cocite inspect lli web.cocite www.example.com/a\n"
                   "cocite inspect lli web.cocite www.example.com/a --neighbours",
                   is_hidden);
  command.store(options->store);
  command.page(options->page);
  command.experts();
  command.choice(
      "--by", {"lli"}, [](const std::string&) {}, "the method (default lli)", "NAME");
  command.experts(false);
  command.flag("--neighbours", options->neighbours, "the merged parents and children instead");
  command.top(options->top, "only the first N (default: all)");
  add_neighbourhood_options(command, options->request, {"lli"});
  ask_graph(command, options, lli);
}

}  // namespace

void add_lli(Commands& commands) {
  add(commands, "inspect lli", false);
  add(commands, "lli", true);
}

}  // namespace cocite::cli
