#!/usr/bin/env python3
"""new_question.py in a scratch copy of what it touches. That its question is found everywhere, tests/end_to_end/new_question_test.py
checks."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

import new_question

TREE = pathlib.Path(__file__).resolve().parent.parent


class NewQuestion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        (self.tree / "src/api/questions").mkdir(parents=True)

    def test_writes_one_file_that_is_formatted(self):
        for name in ("toy", "twice-removed"):
            path = new_question.write_question(self.tree, name)
            self.assertIn(f'.command = "{name}"', path.read_text())
            if shutil.which("clang-format-14"):
                shown = subprocess.run(["clang-format-14", f"--style=file:{TREE}/.clang-format", str(path)],
                                       check=True, capture_output=True, text=True).stdout
                self.assertEqual(shown, path.read_text())
        self.assertEqual(len([path for path in self.tree.rglob("*") if path.is_file()]), 2)

    def test_takes_no_name_twice(self):
        new_question.write_question(self.tree, "twice")
        with self.assertRaisesRegex(ValueError, "there already"):
            new_question.write_question(self.tree, "twice")

    def test_takes_no_bad_name(self):
        for name in ("", "Twice", "2nd", "a_b", "a--b", "../x"):
            with self.assertRaisesRegex(ValueError, "small letters"):
                new_question.write_question(self.tree, name)
        self.assertEqual([path for path in self.tree.rglob("*") if path.is_file()], [])


if __name__ == "__main__":
    unittest.main()
