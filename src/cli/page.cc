#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>
#include <cocite/json.h>

#include "cli/command.h"
#include "cli/graph.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options : GraphOptions {
  std::string page;
  bool with_text = false;
};

// The first words, to know the page by.
std::string beginning(const std::string& text) {
  constexpr size_t kBytes = 200;
  if (text.size() <= kBytes) return text;
  return text.substr(0, text.rfind(' ', kBytes)) + " …";
}

Result<void> page(Options& options) {
  COCITE_TRY(const Graph graph, open_graph(options.store, options.on));
  const Engine& engine = *graph;
  COCITE_TRY(const PageInfo info, engine.page(options.page));
  if (options.format == Format::kJson) {
    standard_output().write(to_json(info) + '\n');
    return {};
  }
  std::vector<std::pair<std::string, Cell>> pairs = {
      {"key", info.key},
      {"url", info.url},
      {"title", info.title},
      {"host", info.host},
      {"out_links", info.out_links},
      {"in_links", info.in_links},
      {"crawled", std::string(info.is_crawled ? "yes" : "no")},
  };
  if (!info.called.empty()) pairs.insert(pairs.begin() + 3, {"called", info.called});
  if (!info.date.empty()) pairs.emplace_back("date", info.date);
  if (info.status != 0 && !info.status_date.empty()) {
    pairs.emplace_back("status", info.status);
    pairs.emplace_back("status_date", info.status_date);
  }
  if (!info.gone.empty()) pairs.emplace_back("gone", "since " + info.gone);
  if (engine.has_visits()) pairs.emplace_back("visits", info.visits);
  if (!info.ip.empty()) pairs.emplace_back("ip", info.ip);
  if (!info.language.empty()) pairs.emplace_back("language", info.language);
  for (const ColumnValue& column : info.columns) {
    pairs.emplace_back(column.name, column.value);
    pairs.emplace_back(column.name + "_percentile", column.percentile);
  }
  if (!info.text.empty()) {
    pairs.emplace_back("text", options.with_text ? info.text : beginning(info.text));
  }
  write_pairs(standard_output(), options.format, pairs);
  return {};
}

}  // namespace

void add_page(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("page", "one page: key, url, title, host, degrees, date, text, ranks",
                   "cocite page web.cocite www.example.com/a\n"
                   "cocite page web.cocite 'com,example,www)/a'");
  command.store(options->store);
  command.page(options->page);
  command.flag("--text", options->with_text,
               "all of the text that the store has, not its beginning");
  ask_graph(command, options, page);
}

}  // namespace cocite::cli
