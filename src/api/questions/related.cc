// Which pages are like these, and why.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_related(const Engine& engine, const Arguments& arguments,
                              const Limits& limits) {
  COCITE_TRY(RelatedRequest request, whole_related_request(arguments, limits));
  const std::string reduced = shrink(request, request.by, limits.max_parents);
  COCITE_TRY(RelatedAnswer answer, engine.related(request));
  if (!reduced.empty()) {
    answer.notes.push_back("the service is busy and looked at a smaller neighbourhood: " + reduced);
  }
  const bool is_final = answer.is_complete && reduced.empty();
  return Answer{.content = content_of(std::move(answer)), .is_final = is_final, .reduced = reduced};
}

}  // namespace

Question related_question() {
  return {
      .name = "related",
      .summary = "find related pages, with reasons",
      .place = 10,
      .schema = "Related",
      .takes_post = true,
      .parameters =
          [] {
            Parameter folder_hosts =
                shell_file("folder_hosts",
                           "hosts where a folder is a site of its own for blend, one a line "
                           "(default: the shipped list: github.com, ...)");
            folder_hosts.shell.is_expert = true;
            Parameter own = shell_flag("own", "only pages that were fetched, as 'only' crawled");
            own.shell.is_expert = true;
            Parameter threads = shell_threads();
            threads.shell.is_expert = true;
            return together(
                {related_parameters(),
                 {folder_hosts,
                  shell_file(
                      "pages",
                      "a file of pages, one a line (- for standard input): an answer for each"),
                  shell_flag(
                      "all",
                      "all pages of the store, into the file of 'out': page, rank, score, "
                      "key, url, title, why1 (as JSON an object a page); of the crawl of one "
                      "site only pages that were fetched; continues a run that was stopped"),
                  own,
                  shell_file(
                      "out",
                      "where 'all' writes; its name (.tsv, .csv, .jsonl, .json) says the format",
                      "OUTPUT"),
                  shell_flag("force", "replace that file"), threads}});
          },
      .answer = answer_related,
      .command = "related",
      .examples =
          "www.example.com/a\nwww.example.com/a by=companion top=20 why=3\na.example b.example "
          "not=c.example\n"
          "pages=list.txt format=json\nwww.example.com on=sites\nall by=cocitation "
          "out=related.tsv"};
}

}  // namespace cocite::api
