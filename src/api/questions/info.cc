// What a store has.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_info(const Engine& engine, const Arguments& /*arguments*/,
                           const Limits& /*limits*/) {
  return Answer{.content = content_of(engine.info())};
}

}  // namespace

Question info_question() {
  return {
      .name = "info",
      .summary = "describe a store: pages, links, hosts, bits per link, size of each part, columns",
      .place = 150,
      .schema = "Info",
      .parameters =
          [] {
            return together(
                {graph_parameters(),
                 {shell_flag("report",
                             "the report of the import instead: what was left out, and why")}});
          },
      .answer = answer_info,
      .command = "info",
      .examples = "\nformat=json\nreport"};
}

}  // namespace cocite::api
