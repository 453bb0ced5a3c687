// Missing links, with the sentences in which they could stand.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include <cocite/engine.h>
#include <cocite/readable.h>
#include <cocite/suggest.h>

#include "api/suggest_request.h"
#include "cli/ask.h"
#include "cli/output.h"
#include "cli/table.h"

namespace cocite::cli {
namespace {

// The columns of `related`, then place and sentence.
Fields<SuggestItem> fields_of(const Engine& engine, bool has_many) {
  const bool has_urls = engine.has_urls();
  Fields<SuggestItem> fields;
  fields.push_back({{.name = "page", .in_text = has_many},
                    [](const SuggestItem& item) { return item.page.key; }});
  fields.push_back({{.name = "rank"}, [](const SuggestItem& item) { return item.rank; }});
  fields.push_back({{.name = "score"}, [](const SuggestItem& item) { return item.score; }});
  add_page_fields(fields, has_urls);
  fields.push_back({{.name = "place"}, [](const SuggestItem& item) { return item.place; }});
  fields.push_back({{.name = "sentence", .in_text = false},
                    [](const SuggestItem& item) { return item.sentence; }});
  fields.push_back(
      {{.name = "words", .in_text = false}, [](const SuggestItem& item) { return item.words; }});
  fields.push_back(
      {{.name = "reason", .in_text = false}, [](const SuggestItem& item) { return item.reason; }});
  fields.push_back({called_column(engine.has_anchor_names()),
                    [](const SuggestItem& item) { return item.called; }});
  return fields;
}

// The sentence with its words in bold, or in brackets where there is none.
std::vector<Table::Piece> marked(const SuggestItem& item) {
  const bool has_bold = ::isatty(STDOUT_FILENO) == 1;
  const size_t at = item.sentence.find(item.words);
  if (at == std::string::npos) return {{item.sentence, false}};
  const std::string words = has_bold ? item.words : "[" + item.words + "]";
  return {{item.sentence.substr(0, at), false},
          {words, has_bold},
          {item.sentence.substr(at + item.words.size()), false}};
}

Result<void> show(const Asked& asked) {
  if (asked.format == Format::kJson) return show_json(asked);
  const SuggestRequest request = api::suggest_request(asked.arguments, asked.limits);
  const Result<SuggestAnswer> answer = suggest_links(asked.engine, request);
  asked.bar.clear();
  if (!answer) return tl::unexpected<Error>(answer.error());
  Output& out = standard_output();
  if (request.apply) {
    for (const std::string& note : answer->notes) {
      if (!asked.is_quiet) std::fprintf(stderr, "note: %s\n", note.c_str());
    }
    if (request.dry_run) out.write(answer->patch);
    for (const std::string& file : answer->files) out.write(file + '\n');
    return {};
  }
  if (!is_flat(asked.format)) {
    for (const std::string& note : answer->notes) out.write("# note " + note + '\n');
  }
  TableOf<SuggestItem> table(out, asked.format, fields_of(asked.engine, request.page.empty()));
  for (const SuggestItem& item : answer->items) {
    table.row(item);
    table.under(item.reason);
    if (!item.sentence.empty()) table.under(marked(item));
  }
  table.finish();
  return {};
}

std::optional<std::string> wrong(const api::Arguments& arguments, Format /*format*/) {
  if (arguments.has("page") && arguments.flag("all")) return "name a page or --all, not both";
  if (arguments.flag("dry_run") && !arguments.flag("apply")) return "--dry-run needs --apply";
  if (arguments.flag("apply")) return {};
  if (arguments.has("page") || arguments.flag("all") || arguments.has("to")) return {};
  return "name a page that should get links, or --to PAGE, or --all";
}

}  // namespace

const Differs show_suggest{.show = show, .wrong = wrong};

}  // namespace cocite::cli
