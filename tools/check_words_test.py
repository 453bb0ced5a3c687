#!/usr/bin/env python3
"""check_words.py on small trees."""

import pathlib
import tempfile
import unittest

import check_words


def problems_of(files, everything=True):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return check_words.check(root, everything)


class CheckWords(unittest.TestCase):
    def assert_says(self, files, *words):
        problems = problems_of(files)
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_plain_text_passes(self):
        self.assertEqual(problems_of({"src/base/a.cc": "// Returns the parents sorted by key.\n"}), [])

    def test_a_banned_word_is_reported_with_its_place_and_a_replacement(self):
        self.assert_says({"src/base/a.cc": "\n// It depends on who asks.\n"}, "src/base/a.cc:2", "who asks", "caller")

    def test_names_count(self):
        self.assert_says({"src/base/a.h": "int crowd_size;\n"}, "crowd")
        self.assert_says({"src/base/a.h": "constexpr int kCrowd = 1;\n"}, "Crowd")

    def test_words_that_contain_a_banned_word_pass(self):
        self.assertEqual(problems_of({"a.md": "An invoice.\n"}), [])

    def test_long_lines_of_prose_are_reported_but_not_of_tables_and_code(self):
        self.assert_says({"a.md": "ab " * 41 + "\n"}, "a.md:1", "characters")
        self.assertEqual(problems_of({"a.md": "| " + "ab " * 60 + "|\n\n    " + "ab " * 60 + "\n"}), [])

    def test_long_sentences_are_reported(self):
        self.assert_says({"a.md": "\n" + "\n".join(["two words"] * 31) + ".\n"}, "a.md:2", "62 words")
        self.assertEqual(problems_of({"a.md": "\n".join(["- two words"] * 31) + "\n"}), [])

    def test_only_clean_paths_are_checked_by_default(self):
        name = "not/clean/a.md"
        self.assertEqual(problems_of({name: "crowd\n"}, everything=False), [])
        self.assertEqual(len(problems_of({check_words.CLEAN[0]: "crowd\n"}, everything=False)), 1)

    def test_every_exception_has_a_reason(self):
        for _, _, why in check_words.ALLOWED:
            self.assertTrue(why)


if __name__ == "__main__":
    unittest.main()
