#!/usr/bin/env python3
"""fill_results.py on small pages."""

import json
import pathlib
import tempfile
import unittest

import fill_results

RESULTS = {"size": {"columns": ["graph", "bits"], "rows": [["a", "3"], ["b", "4"]]}}
PAGE = "# Page\n\n<!-- results: size -->\n| old |\n|---|\n| x |\n\nText.\n"
GOOD = "# Page\n\n<!-- results: size -->\n| graph | bits |\n|---|---|\n| a | 3 |\n| b | 4 |\n\nText.\n"


class FillResults(unittest.TestCase):
    def test_a_table_is_replaced_and_the_rest_stays(self):
        self.assertEqual(fill_results.filled(PAGE, RESULTS, "p"), (GOOD, ["size"]))
        self.assertEqual(fill_results.filled(GOOD, RESULTS, "p"), (GOOD, ["size"]))

    def test_tables_are_read_as_they_are_written(self):
        results = {"size": {"columns": ["", "bits"], "rows": [["a", ""], ["b \\| c", "4"]]}}
        page, _ = fill_results.filled(PAGE, results, "p")
        self.assertEqual(fill_results.read_tables(page), results)
        self.assertEqual(json.loads(fill_results.json_of(results)), results)

    def test_an_unknown_name_and_a_row_of_another_length_are_errors(self):
        with self.assertRaises(ValueError):
            fill_results.filled(PAGE, {}, "p")
        with self.assertRaises(ValueError):
            fill_results.table_of({"columns": ["a"], "rows": [["1", "2"]]})

    def test_stale_pages_and_unused_tables_are_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / fill_results.RESULTS).write_text(json.dumps({**RESULTS, "unused": RESULTS["size"]}))
            (root / fill_results.PAGES[0]).write_text(PAGE)
            (root / fill_results.PAGES[1]).write_text("no tables\n")
            problems = fill_results.run(root, check=True)
            self.assertEqual(len(problems), 2, problems)
            self.assertIn("not those of", problems[0])
            self.assertIn("'unused'", problems[1])
            self.assertEqual(len(fill_results.run(root, check=False)), 1)
            self.assertEqual((root / fill_results.PAGES[0]).read_text(), GOOD)


if __name__ == "__main__":
    unittest.main()
