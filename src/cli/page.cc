#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>

#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

// The first words, to know the page by.
std::string beginning(const std::string& text) {
  constexpr size_t kBytes = 200;
  if (text.size() <= kBytes) return text;
  return text.substr(0, text.rfind(' ', kBytes)) + " …";
}

Result<void> show(const Asked& asked) {
  if (asked.format == Format::kJson) return show_json(asked);
  const Engine& engine = asked.engine;
  COCITE_TRY(const PageInfo info, engine.page(asked.arguments.text("page")));
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
    pairs.emplace_back("text", asked.arguments.flag("text") ? info.text : beginning(info.text));
  }
  write_pairs(standard_output(), asked.format, pairs);
  return {};
}

}  // namespace

const Differs show_page{.show = show};

}  // namespace cocite::cli
