#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  std::string page;
  Format format{};
};

Result<void> page(const Options& options) {
  COCITE_TRY(const Engine engine, Engine::open(options.store));
  COCITE_TRY(const PageInfo info, engine.page(options.page));
  std::vector<std::pair<std::string, Cell>> pairs = {
      {"key", info.key},
      {"url", info.url},
      {"title", info.title},
      {"host", info.host},
      {"out_links", info.out_links},
      {"in_links", info.in_links},
      {"crawled", std::string(info.is_crawled ? "yes" : "no")},
  };
  for (const auto& [name, value] : info.columns) pairs.emplace_back(name, value);
  write_pairs(standard_output(), options.format, pairs);
  return {};
}

}  // namespace

void add_page(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add("page", "one page: key, url, title, host, degrees, ranks",
                                 "cocite page web.cocite www.example.com/a\n"
                                 "cocite page web.cocite 'com,example,www)/a'");
  command.store(options->store);
  command.page(options->page);
  command.format(options->format);
  command.on([options] { return page(*options); });
}

}  // namespace cocite::cli
