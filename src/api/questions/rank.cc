// Which pages matter.
#include "api/parts.h"
#include "api/rank_request.h"

namespace cocite::api {
namespace {

Result<Answer> answer_rank(const Engine& engine, const Arguments& arguments, const Limits& limits) {
  RankRequest request = rank_request(arguments, limits);
  const std::string by = arguments.text("by");
  request.by = {!by.empty() ? by : request.pages.empty() ? "pagerank" : "personalized-pagerank"};
  if (limits.caller == Caller::kHere) {
    read_options(arguments, kRankSaveOptions, request);
    request.from_columns = arguments.flag("from_columns");
  }
  COCITE_TRY(const ListPart part, ListPart::of("rank", engine, arguments));
  request.skip = part.skip;
  COCITE_TRY(std::vector<RankAnswer> answers, engine.rank(request));
  if (answers[0].about.empty()) answers[0].about = run_text(answers[0].run);
  const bool has_more = answers[0].has_more;
  return Answer{.content = part.content_of(std::move(answers[0]), has_more)};
}

Parameter pages_file() {
  Parameter file = shell_file("pages",
                              "pages of personalized-pagerank from a file (- for standard input): "
                              "PAGE or PAGE<TAB>weight, a line each");
  file.shell.is_expert = true;  // seeds is the same
  return file;
}

// For the end of the help.
std::string ranks() {
  std::string text = "Ranks:";
  for (const RankKind& kind : rank_kinds()) {
    text += '\n' + kind.name + std::string(27 - std::min<size_t>(kind.name.size(), 26), ' ') +
            kind.summary;
  }
  return text;
}

}  // namespace

Question rank_question() {
  return {
      .name = "rank",
      .summary = "rank pages, as authorities and as hubs",
      .place = 80,
      .schema = "Rank",
      .weight = Weight::kHeavy,
      .parameters =
          [] {
            return together(
                {graph_parameters(),
                 {{.name = "by",
                   .type = Type::kChoice,
                   .help = "the rank; /api/methods lists them (default: pagerank, with pages "
                           "personalized-pagerank)",
                   .choices = rank_names(),
                   .shell = {.help = "the ranks, see below (default: pagerank; with pages, "
                                     "personalized-pagerank)",
                             .listed = "rank"}},
                  {.name = "compare",
                   .type = Type::kChoice,
                   .help = "compare these ranks instead: their correlation (not in csv and jsonl), "
                           "and the pages whose places differ most",
                   .choices = rank_names(),
                   .is_repeatable = true,
                   .whom = For::kShell,
                   .shell = {.listed = "rank"}},
                  pages_file(),
                  shell_file(
                      "seeds",
                      "pages of trustrank (to be trusted), anti-trustrank (known to be bad) and "
                      "personalized-pagerank from a file (- for standard input): PAGE or "
                      "PAGE<TAB>weight, a line each")},
                 without_in_shell(
                     {"cursor"},
                     part_parameters(
                         "10", "how many pages, the best first; those with score 0 are left out",
                         "10")),
                 rank_parameters(),
                 parameters_of(kRankSaveOptions),
                 {{.name = "from_columns",
                   .type = Type::kFlag,
                   .fallback = "false",
                   .help = "answer from a column of the store, however it was computed",
                   .whom = For::kHere,
                   .shell = {.is_hidden = true}}}});
          },
      .answer = answer_rank,
      .command = "rank",
      .examples =
          "by=pagerank top=20\nby=pagerank,hubrank all format=tsv > "
          "ranks.tsv\nby=hits-authority,hits-hub save top=0\n"
          "by=personalized-pagerank "
          "page=www.example.com/a\nby=trustrank "
          "seeds=trusted.txt\ncompare=pagerank,hubrank,hits-hub\nby=pagerank on=sites "
          "weights=pages",
      .about = ranks()};
}

}  // namespace cocite::api
