// A page's links.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_links(const Engine& engine, const Arguments& arguments,
                            const Limits& /*limits*/) {
  COCITE_TRY(const ListPart part, ListPart::of("links", engine, arguments));
  LinksOptions options{.top = part.top, .skip = part.skip};  // top 0: all of them
  read_options(arguments, kLinksOptions, options);
  COCITE_TRY(LinksAnswer answer, engine.link_list(arguments.text("page"), options));
  const bool has_more = part.skip + part.top < answer.total;
  return Answer{.content = part.content_of(std::move(answer), has_more)};
}

}  // namespace

Question links_question() {
  return {.name = "links",
          .summary = "list a page's children in page order, or its parents",
          .place = 70,
          .schema = "Links",
          .parameters =
              [] {
                return together(
                    {graph_parameters(),
                     page_parameter(),
                     without_in_shell({"cursor"}, part_parameters("100", "number of links", "0")),
                     {{.name = "skip",
                       .type = Type::kCount,
                       .fallback = "0",
                       .help = "number of links to leave out before these",
                       .shell = {.is_hidden = true}}},
                     parameters_of(kLinksOptions)});
              },
          .answer = answer_links,
          .command = "links",
          .examples = "www.example.com/a\nwww.example.com/a in top=20"};
}

}  // namespace cocite::api
