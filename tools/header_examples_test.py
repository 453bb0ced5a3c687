#!/usr/bin/env python3
"""header_examples.py on made-up headers."""

import pathlib
import tempfile
import unittest

import header_examples

HEADER = """// What it is.
//
//   Thing thing(1);
//   thing.size()      // 3
//
//   not code any more
#pragma once
namespace cocite::url {
"""


class HeaderExamples(unittest.TestCase):
    def generate(self, given):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "src/url").mkdir(parents=True)
            (root / "tests/examples").mkdir(parents=True)
            (root / "src/url/thing.h").write_text(HEADER)
            (root / "src/url/bare.h").write_text("// Nothing.\n#pragma once\n")
            (root / "tests/examples/given.txt").write_text(given)
            return header_examples.generate(root)

    def test_example_becomes_a_function_in_the_namespace_of_its_header(self):
        text, problems = self.generate("# a comment\n[src/url/thing.h]\n#include <map>\nint x = 1;\n")
        self.assertEqual(problems, [])
        self.assertIn('#include "url/thing.h"\n', text)
        self.assertLess(text.index("#include <map>"), text.index("namespace"))
        self.assertIn("namespace cocite::url {", text)
        self.assertIn("int x = 1;", text)
        self.assertIn("Thing thing(1);\nthing.size();\nreturn {};", text)
        self.assertNotIn("not code", text)

    def test_says_what_is_not_there(self):
        self.assertIn("src/url/gone.h", self.generate("[src/url/gone.h]\n")[1][0])
        self.assertIn("has no example", self.generate("[src/url/bare.h]\n")[1][0])


if __name__ == "__main__":
    unittest.main()
