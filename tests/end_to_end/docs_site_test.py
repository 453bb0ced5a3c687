#!/usr/bin/env python3
"""The site of the documentation: made by MkDocs, searched and linked by Cocite, without a dead link.

    tests/end_to_end/docs_site_test.py --bin build/dev
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = "."
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def python_with_mkdocs():
    for python in (os.environ.get("COCITE_PYTHON", ""), str(ROOT / "build/python/bin/python"), sys.executable):
        if python and shutil.which(python) and subprocess.run([python, "-c", "import mkdocs"], capture_output=True).returncode == 0:
            return python
    return None


class DocsSite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        python = python_with_mkdocs()
        if python is None:
            raise unittest.SkipTest("MkDocs is not installed (python/requirements.txt)")
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="cocite_docs_"))
        cls.site = cls.folder / "site"
        program = os.path.join(os.path.abspath(BIN), "cocite")
        done = subprocess.run([python, "-B", ROOT / "tools" / "make_site.py", program, cls.site], text=True, capture_output=True, timeout=900)
        assert done.returncode == 0, done.stdout + done.stderr

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def pages(self):
        return [page for page in self.site.rglob("*.html")]

    def test_every_page_of_the_tree_is_there_with_box_and_list(self):
        sources = list((ROOT / "docs").rglob("*.md"))
        self.assertGreaterEqual(len(self.pages()), len(sources))
        for page in self.pages():
            text = page.read_text(encoding="utf-8")
            self.assertIn("<cocite-search ", text)
            self.assertIn("<cocite-related ", text)
            self.assertRegex(text, r'<script src="(\.\./)?(\./)?cocite/cocite\.js" defer>')
            for link in re.findall(r'<[a-z]+ [^<>]*?(?:href|src)="([^"#:]+)(?:#[^":]*)?"', text):
                self.assertTrue((page.parent / link).exists(), f"{page}: {link}")

    def test_every_page_has_related_pages(self):
        answers = list((self.site / "cocite" / "related").glob("*.json"))
        self.assertEqual(len(answers), len(self.pages()))
        by_url = {answer["url"]: answer for answer in map(json.loads, (answer.read_text(encoding="utf-8") for answer in answers))}
        related = [url for url, _, _ in by_url["methods/pagerank.html"]["related"]]
        self.assertIn("methods/personalized-pagerank.html", related)
        self.assertGreater(json.loads((self.site / "cocite" / "search" / "meta.json").read_text(encoding="utf-8"))["pages"], 100)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin
    unittest.main(argv=[sys.argv[0], *rest])
