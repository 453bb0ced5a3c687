#!/usr/bin/env python3
"""new_method.py in a scratch copy of what it touches."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

import new_method

TREE = pathlib.Path(__file__).resolve().parent.parent


class NewMethod(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        (self.tree / "src/related/methods").mkdir(parents=True)
        (self.tree / "docs/methods").mkdir(parents=True)
        shutil.copy(TREE / "src/related/methods.def", self.tree / "src/related/methods.def")

    def read(self, path):
        return (self.tree / path).read_text()

    def test_writes_a_file_a_test_a_line_and_a_page(self):
        before = self.read("src/related/methods.def")
        written = new_method.write_method(self.tree, "twice-removed")
        self.assertEqual(len(written), 4)
        self.assertEqual(self.read("src/related/methods.def"), before + "METHOD(twice_removed)\n")
        self.assertIn('.name = "twice-removed"', self.read("src/related/methods/twice_removed.cc"))
        self.assertIn("TEST(TwiceRemoved, ", self.read("src/related/methods/twice_removed_test.cc"))
        self.assertIn("--by twice-removed", self.read("docs/methods/twice-removed.md"))

    def test_what_it_writes_is_formatted_and_compiles(self):
        for path in new_method.write_method(self.tree, "twice-removed")[:2]:
            if shutil.which("clang-format-14"):
                shown = subprocess.run(["clang-format-14", f"--style=file:{TREE}/.clang-format", str(path)],
                                       check=True, capture_output=True, text=True).stdout
                self.assertEqual(shown, path.read_text())
        subprocess.run(["c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{TREE}/src",
                        f"-I{TREE}/include", str(self.tree / "src/related/methods/twice_removed.cc")], check=True)

    def test_the_registry_lists_every_method_that_there_is(self):
        lines = self.read("src/related/methods.def").splitlines()
        for path in sorted((TREE / "src/related").rglob("*.cc")):
            if "const MethodInfo kInfo =" in path.read_text():
                self.assertIn(f"METHOD({path.stem})", lines)

    def test_takes_no_name_twice(self):
        new_method.write_method(self.tree, "twice")
        with self.assertRaisesRegex(ValueError, "there already"):
            new_method.write_method(self.tree, "twice")
        with self.assertRaisesRegex(ValueError, "there already"):
            new_method.write_method(self.tree, "cocitation")

    def test_takes_no_name_that_is_none(self):
        before = sorted(self.tree.rglob("*"))
        for name in ("", "Twice", "2nd", "a_b", "a--b", "../x"):
            with self.assertRaisesRegex(ValueError, "small letters"):
                new_method.write_method(self.tree, name)
        self.assertEqual(sorted(self.tree.rglob("*")), before)


if __name__ == "__main__":
    unittest.main()
