// One page.
#include "api/parts.h"

namespace cocite::api {
namespace {

Result<Answer> answer_page(const Engine& engine, const Arguments& arguments,
                           const Limits& /*limits*/) {
  COCITE_TRY(PageInfo info, engine.page(arguments.text("page")));
  return Answer{.content = content_of(std::move(info))};
}

}  // namespace

Question page_question() {
  return {.name = "page",
          .summary = "show one page: key, url, title, host, degrees, date, text, ranks",
          .place = 60,
          .schema = "Page",
          .parameters =
              [] {
                return together(
                    {graph_parameters(),
                     page_parameter(),
                     {shell_flag(
                         "text",
                         "print all of the text that the store has, instead of its beginning")}});
              },
          .answer = answer_page,
          .command = "page",
          .examples = "www.example.com/a\n'com,example,www)/a'"};
}

}  // namespace cocite::api
