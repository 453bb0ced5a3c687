#!/usr/bin/env python3
"""Tests of see_also.py on three pages."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("see_also.py")

PAGES = {
    "a.html": '<h1>A</h1><a href="b.html#x">b</a><a href="sub/c.html">c</a>'
              '<h2><span>See also</span></h2><ul><li><a href="sub/c.html">c</a><a href="b.html">b</a></ul>'
              '<h3>Deeper</h3><a href="http://other.example/">far</a><h2>Notes</h2><a href="d.html">d</a>',
    "b.html": '<a href="a.html">back</a><a href="sub/c.html">c</a><a href="mailto:x@example.org">mail</a>',
    "sub/c.html": '<script>if (1) document.write("<h2>See also</h2>")</script><a href="../a.html">a</a><a href="../b.html">b</a>',
    "d.html": '<a href="a.html">a</a><a href="b.html">b</a>',
}


class SeeAlso(unittest.TestCase):
    def test_cuts_pairs_and_keeps_the_rest(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in PAGES.items():
                path = root / "tree" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            subprocess.run([sys.executable, "-B", SCRIPT, root / "tree", "http://x.example/", root / "out"],
                           check=True, capture_output=True)
            read = lambda name: (root / "out" / name).read_text().replace("http://x.example/", "").splitlines()
            self.assertEqual(read("gold.tsv"), ["a.html\tb.html", "a.html\tsub/c.html"])
            self.assertEqual(read("links.tsv"), [
                "a.html", "a.html\tb.html", "a.html\tsub/c.html", "a.html\td.html",
                "b.html", "b.html\ta.html", "b.html\tsub/c.html",
                "d.html", "d.html\ta.html", "d.html\tb.html",
                "sub/c.html", "sub/c.html\ta.html", "sub/c.html\tb.html"])
            self.assertEqual(read("queries.txt"), ["a.html"])

    def test_says_what_it_needs(self):
        run = subprocess.run([sys.executable, "-B", SCRIPT], capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("see_also.py TREE BASE OUT", run.stderr)


if __name__ == "__main__":
    unittest.main()
