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
  std::string answer;
  uint64_t top = 0;
  RelatedRequest request;
};

Fields<ReasonItem> reason_fields(const ExplainAnswer& why, const Engine& engine) {
  const bool has_words = std::ranges::any_of(
      why.reasons, [](const ReasonItem& reason) { return !reason.word.empty(); });
  Fields<ReasonItem> fields = {
      fact<ReasonItem>("page", why.page.key),
      fact<ReasonItem>("answer", why.answer.key),
      fact<ReasonItem>("score", why.score),
      {{.name = "amount"}, [](const ReasonItem& reason) { return reason.amount; }},
      {{.name = "kind"}, [](const ReasonItem& reason) { return reason.kind; }},
      {{.name = "distance"}, [](const ReasonItem& reason) { return reason.distance; }}};
  add_page_fields(fields, engine.has_urls());
  if (engine.has_anchors()) {
    fields.push_back({{.name = "anchor"}, [](const ReasonItem& reason) { return reason.anchor; }});
  }
  add_called_field(fields, engine.has_anchor_names());
  fields.push_back({{.name = "word", .in_text = has_words, .in_tsv = has_words},
                    [](const ReasonItem& reason) { return reason.word; }});
  return fields;
}

Result<void> explain(Options& options) {
  options.request.stop = stop_on_signals();
  options.request.pages = {options.page};
  COCITE_TRY(const Graph graph,
             open_graph(options.store, options.on, false, {.stop = options.request.stop}));
  const Engine& engine = *graph;
  COCITE_TRY(ExplainAnswer why, engine.explain(options.request, options.answer));
  if (options.top != 0 && why.reasons.size() > options.top) why.reasons.resize(options.top);
  Output& out = standard_output();
  if (options.format == Format::kJson) {
    out.write(to_json(why) + '\n');
    return {};
  }
  if (!is_flat(options.format)) {
    out.write("# page " + tsv_of(why.page.key) + "\n# answer " + tsv_of(why.answer.key) +
              "\n# score " + tsv_of(why.score) + '\n');
    // Links take part unless it says otherwise.
    if (why.with != std::vector<std::string>{"links"}) {
      std::string with;
      for (const std::string& word : why.with) with += (with.empty() ? "" : ",") + word;
      out.write("# with " + with + '\n');
    }
    if (!why.tuned.empty()) out.write("# tuned " + tsv_of(why.tuned) + '\n');
  }
  if (options.format == Format::kText) {
    for (const std::string& sentence : why.why) out.write(text_of(sentence) + '\n');
  }
  write_table(out, options.format, reason_fields(why, engine), why.reasons);
  return {};
}

}  // namespace

void add_explain(Commands& commands) {
  auto options = std::make_shared<Options>();
  Command command = commands.add(
      "explain", "why a page is an answer: the reasons, and what each adds to its score",
      "cocite explain web.cocite www.example.com/a www.example.org/b\n"
      "cocite explain web.cocite www.example.com/a www.example.org/b --by companion");
  command.store(options->store);
  command.page(options->page);
  command.argument("ANSWER", options->answer, "an answer of 'cocite related'");
  command.top(options->top, "only the strongest N reasons (default: all)");
  add_related_options(command, options->request);
  ask_graph(command, options, explain);
}

}  // namespace cocite::cli
