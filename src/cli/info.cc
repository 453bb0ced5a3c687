#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <cocite/engine.h>

#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

Result<void> show(const Asked& asked) {
  if (asked.arguments.flag("report")) {
    COCITE_TRY(const std::string report, asked.engine.report());
    standard_output().write(report);
    return {};
  }
  std::vector<std::pair<std::string, Cell>> pairs;
  for (const InfoItem& item : asked.engine.info()) {
    pairs.emplace_back(item.name,
                       std::visit([](const auto& value) { return Cell(value); }, item.value));
  }
  write_pairs(standard_output(), asked.format, pairs);
  return {};
}

}  // namespace

const Differs show_info{.show = show};

}  // namespace cocite::cli
