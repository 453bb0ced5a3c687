#!/usr/bin/env python3
"""The blanks of a new question: one file in src/api/questions/.

    tools/new_question.py my-question

What it writes builds and answers at once, as `cocite my-question STORE PAGE`, as /api/my-question and in Python as
store.my_question(page): as it stands it lists a page's links. Make it yours from the top down.
"""

import argparse
import pathlib
import re
import sys

QUESTION = """\
// {title}: what is asked, in a sentence.
#include <vector>

#include "api/described.h"
#include "api/parts.h"
#include "api/store_fields.h"

namespace cocite::api {{

struct {camel}Answer {{
  PageRef page = {{}};
  uint64_t total = 0;
  std::vector<LinkItem> links = {{}};
}};

template <>
struct Describe<{camel}Answer> {{
  using S = {camel}Answer;
  static constexpr std::string_view name = "{camel}";
  static constexpr auto fields =
      table(field("page", &S::page), field("total", &S::total, "number of all its links"),
            field("links", &S::links, "the first of them"));
}};

namespace {{

Result<Answer> answer_{word}(const Engine& engine, const Arguments& arguments,
{space}const Limits& /*limits*/) {{
  COCITE_TRY(LinksAnswer links,
             engine.link_list(arguments.text("page"), {{.top = arguments.count("top")}}));
  return Answer{{.content = described({camel}Answer{{
                    .page = links.page, .total = links.total, .links = std::move(links.items)}})}};
}}

}}  // namespace

Question {word}_question() {{
  return {{.name = "{word}",
          .summary = "what it answers, in a few words",
          .schema = "{camel}",
          .described = schema_of<{camel}Answer>,
          .parameters =
              [] {{
                return together(
                    {{graph_parameters(), page_parameter(), top_parameter("10", "number of links")}});
              }},
          .answer = answer_{word},
          .command = "{name}",
          .examples = "www.example.com/a\\nwww.example.com/a top=20",
          .shown = {{.facts = "page.key total",
                    .tables = {{{{.list = "links", .columns = "place key url title called"}}}}}}}};
}}

}}  // namespace cocite::api
"""


def write_question(tree, name):
    """Writes into the tree and returns what it wrote; ValueError, with nothing written, where it cannot."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise ValueError(f"'{name}': a name is small letters and digits, with single hyphens between, such as my-question")
    word = name.replace("-", "_")
    path = pathlib.Path(tree) / f"src/api/questions/{word}.cc"
    if path.exists():
        raise ValueError(f"there already: {path}")
    path.write_text(text_of(name))
    return path


def text_of(name):
    word = name.replace("-", "_")
    return QUESTION.format(name=name, word=word, title=name.replace("-", " ").capitalize(),
                           space=" " * len(f"Result<Answer> answer_{word}("),
                           camel="".join(part.capitalize() for part in name.split("-")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="as users will write it behind cocite")
    parser.add_argument("--file", help="write it there instead of into src/api/questions/")
    given = parser.parse_args()
    try:
        if given.file:
            pathlib.Path(given.file).write_text(text_of(given.name))
        else:
            print(write_question(pathlib.Path(__file__).resolve().parent.parent, given.name))
    except (OSError, ValueError) as error:
        print(f"new_question.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
