#!/usr/bin/env python3
"""draw_results.py on small tables."""

import unittest
import xml.etree.ElementTree

import draw_results

SVG = "{http://www.w3.org/2000/svg}"


class DrawResults(unittest.TestCase):
    def test_numbers_are_read_as_tables_write_them(self):
        for cell, value in (("207 MB/s", 207), ("1,434 MB, 62.5 %", 748.25), ("0.29, 0.33, 0.44, 0.38", 0.355), ("–, 1.92, 2.24, 1.74", 1.92),
                            (".539", 0.539), ("", None), ("–", None)):
            self.assertEqual(draw_results.value_of(cell), value, cell)
        self.assertEqual(draw_results.numbers_in("0.522–0.555"), [0.522, 0.555])

    def bars(self, is_log, rows):
        results = {"t": {"columns": ["", "x", "interval"], "rows": rows}}
        root = xml.etree.ElementTree.fromstring(draw_results.draw(results, [("A & B", "t", 1, 2, is_log)]))
        return [float(bar.get("width")) for bar in root.iter(SVG + "rect")][1:], [text.text for text in root.iter(SVG + "text")]

    def test_bars_are_as_long_as_the_values(self):
        (one, two), texts = self.bars(False, [["a `x` (y)", "1", ""], ["b", "0.5", ""], ["c", "–", ""]])
        self.assertAlmostEqual(one, 2 * two, places=0)
        self.assertEqual(texts, ["A & B", "a x", "1", "b", "0.5"])

    def test_logarithmic_bars_grow_by_the_same_for_each_factor(self):
        (one, two, three), _ = self.bars(True, [["a", "1", ""], ["b", "10", ""], ["c", "100", ""]])
        self.assertAlmostEqual(two - one, three - two, places=0)

    def test_intervals_fit(self):
        (one,), _ = self.bars(False, [["a", "0.5", "0.4–1.0"]])
        self.assertAlmostEqual(one, (draw_results.WIDTH - draw_results.LABELS - 90) / 2, places=0)


if __name__ == "__main__":
    unittest.main()
