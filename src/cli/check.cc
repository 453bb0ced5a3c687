#include <memory>
#include <string>

#include <cocite/engine.h>

#include "cli/command.h"
#include "cli/output.h"

namespace cocite::cli {
namespace {

struct Options {
  std::string store;
  bool is_quiet = false;
};

Result<void> check(const Options& options) {
  COCITE_TRY(const Engine engine, Engine::open(options.store));
  COCITE_CHECK(engine.check());
  if (!options.is_quiet) standard_output().write(engine.path() + ": sound\n");
  return {};
}

}  // namespace

void add_check(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command =
      commands.add("check", "check a store for damage: every checksum, every invariant",
                   "cocite check web.cocite");
  command.store(options->store);
  command.flag("-q,--quiet", options->is_quiet, "say nothing where nothing is damaged");
  command.on([options] { return check(*options); });
}

}  // namespace cocite::cli
