#!/usr/bin/env python3
"""The blanks of a new method of `cocite related`: its file, its test, its line in the registry, its page in the docs.

    tools/new_method.py my-method

What it writes builds and answers at once: as it stands the method counts shared parents. Make it yours from the top of
src/related/methods/my_method.cc down; contract tests, benchmark, `compare` and the golden test run over it from the first build on
(COCITE_UPDATE_GOLDEN=1 once, for its answers in tests/golden/).
"""

import argparse
import pathlib
import re
import sys

METHOD = """\
// {title}: what two pages have in common by this method, in a sentence.
//
//   score(v) = sum over x in P(u) & P(v) of weight(x)
//
// Paper: who wrote it down, where, when. Cost: all parents of the page and all their children are
// read. Does badly where: say which pages it is wrong for.
#include "related/method.h"
#include "related/shared_neighbours.h"

namespace cocite::related::{word} {{
namespace {{

// The weight of a shared parent with this many children.
double weight(uint64_t /*children*/) {{
  return 1;
}}

constexpr Measure kMeasure{{.side = Side::kParents, .weight = weight}};

}}  // namespace

extern const MethodInfo kInfo;
const MethodInfo kInfo = shared_method<kMeasure>({{
    .name = "{name}",
    .summary = "number of shared parents",
    .paper = "this project",
}});

}}  // namespace cocite::related::{word}
"""

TEST = """\
#include <gtest/gtest.h>

#include "related/testing/test_store.h"

namespace cocite::related::testing {{
namespace {{

// 0 and 1 link to 2 and 3; 1 also links to 4. The paper's own example belongs here.
TEST({camel}, CountsSharedParents) {{
  NaiveWeb web;
  web.children = {{{{2, 3}}, {{2, 3, 4}}, {{}}, {{}}, {{}}}};
  web.host = {{0, 1, 2, 3, 4}};
  const TestStore store(web);
  const auto found = store.related("{name}", {{2}}, web);
  ASSERT_EQ(found.items.size(), 2U);
  EXPECT_EQ(found.items[0].page, page_id(3));
  EXPECT_EQ(found.items[0].score, 2);
  EXPECT_EQ(found.items[1].page, page_id(4));
  EXPECT_EQ(found.items[1].score, 1);
}}

}}  // namespace
}}  // namespace cocite::related::testing
"""

PAGE = """\
# {title}

    cocite related STORE PAGE --by {name}

What it finds, in a sentence or two, and the formula.

- **Paper**: who, where, when; and what is different here.
- **Good for**: . **Bad for**: .
"""


def write_method(tree, name):
    """Writes into the tree and returns what it wrote; ValueError, with nothing written, where it cannot."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise ValueError(f"'{name}': a name is small letters and digits, with single hyphens between, such as my-method")
    word = name.replace("-", "_")
    names = {"name": name, "word": word, "title": name.replace("-", " ").capitalize(),
             "camel": "".join(part.capitalize() for part in name.split("-"))}
    related = pathlib.Path(tree) / "src/related"
    registry = related / "methods.def"
    line = f"METHOD({word})"
    files = {related / f"methods/{word}.cc": METHOD, related / f"methods/{word}_test.cc": TEST,
             pathlib.Path(tree) / f"docs/methods/{name}.md": PAGE}
    lines = registry.read_text().splitlines()
    taken = [str(path) for path in files if path.exists()] + ([f"{registry}: {line}"] if line in lines else [])
    if taken:
        raise ValueError("there already: " + ", ".join(taken))
    for path, text in files.items():
        path.write_text(text.format(**names))
    registry.write_text("\n".join(lines + [line]) + "\n")
    return [*files, registry]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="as users will write it after --by")
    try:
        for path in write_method(pathlib.Path(__file__).resolve().parent.parent, parser.parse_args().name):
            print(path)
    except (OSError, ValueError) as error:
        print(f"new_method.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
