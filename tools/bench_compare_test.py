#!/usr/bin/env python3
"""bench_compare.py on runs like those google-benchmark writes."""

import json
import pathlib
import tempfile
import unittest

import bench_compare


def row(name, cpu, unit="ns", **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "repetition_index": 0, "iterations": 10,
            "real_time": 2 * cpu, "cpu_time": cpu, "time_unit": unit, **more}


class BenchCompare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def read(self, *rows, clock="cpu_time"):
        path = pathlib.Path(self.folder.name) / "run.json"
        path.write_text(json.dumps({"context": {}, "benchmarks": rows}))
        return bench_compare.read(path, clock)

    def test_ratio_of_times_in_different_units(self):
        lines = bench_compare.compare(self.read(row("scan", 2000)), self.read(row("scan", 1, "us")))
        self.assertEqual([line.split() for line in lines],
                         [["benchmark", "before", "after", "after/before"], ["scan", "2", "us", "1", "us", "x0.50"]])

    def test_smallest_repetition_counts_and_aggregates_do_not(self):
        mean = {**row("scan", 1), "run_type": "aggregate", "aggregate_name": "mean"}
        self.assertEqual(self.read(row("scan", 9), row("scan", 7), row("scan", 8), mean), {"scan": {"time": 7}})

    def test_counters_are_compared_too(self):
        lines = bench_compare.compare(self.read(row("scan", 5, bits_per_link=4.0)),
                                      self.read(row("scan", 5, bits_per_link=3.0)))
        self.assertEqual(lines[-1].split(), ["bits_per_link", "4", "3", "x0.75"])

    def test_benchmarks_of_one_run_only_are_named(self):
        lines = bench_compare.compare(self.read(row("old", 1)), self.read(row("new", 1)))
        self.assertIn("only before", lines[1])
        self.assertIn("only after", lines[2])

    def test_wall_time(self):
        self.assertEqual(self.read(row("scan", 7), clock="real_time"), {"scan": {"time": 14}})

    def test_other_files_are_refused(self):
        path = pathlib.Path(self.folder.name) / "other.json"
        for text in ("{}", "no json", '{"benchmarks": [{"name": "x"}]}'):
            path.write_text(text)
            self.assertEqual(bench_compare.main([str(path), str(path)]), 1)


if __name__ == "__main__":
    unittest.main()
