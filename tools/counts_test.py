#!/usr/bin/env python3
"""scripts/counts.sh adds up what ctest and pytest print, under the `set -e` that scripts/test runs with."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPT = """set -euo pipefail
. scripts/steps.sh
. scripts/counts.sh
for log in "$@"; do preset_dir=$(dirname "$log"); after_step "$log"; done; echo
conclude"""


def concluded(*logs: str, details: str = "") -> str:
    """The last line after steps that printed these logs; `details` is what googletest said to ctest."""
    with tempfile.TemporaryDirectory() as folder:
        kept = pathlib.Path(folder, "Testing", "Temporary")
        kept.mkdir(parents=True)
        kept.joinpath("LastTest.log").write_text(details)
        names = []
        for number, text in enumerate(logs):
            names.append(pathlib.Path(folder, f"{number}.log"))
            names[-1].write_text(text)
        done = subprocess.run(["bash", "-c", SCRIPT, "counts", *names], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


class Counts(unittest.TestCase):
    def test_pytest_without_failures(self) -> None:
        self.assertEqual(concluded("....\n130 passed, 2 skipped, 5 deselected in 13.47s\n"), "130 passed, 0 failed, 2 skipped")

    def test_pytest_with_failures_and_errors(self) -> None:
        log = "=== 3 failed, 97 passed, 2 skipped, 1 warning, 4 errors in 12.30s ===\n"
        self.assertEqual(concluded(log), "97 passed, 7 failed, 2 skipped")

    def test_pytest_where_all_are_skipped(self) -> None:
        self.assertEqual(concluded("4 skipped in 0.10s\n"), "0 passed, 0 failed, 4 skipped")

    def test_ctest_counts_the_cases_of_googletest(self) -> None:
        details = "[==========] 40 tests from 3 test suites ran. (5 ms total)\n[  SKIPPED ] 1 test, listed below:\n"
        self.assertEqual(concluded("100% tests passed, 0 tests failed out of 10\n", details=details), "48 passed, 0 failed, 1 skipped")

    def test_ctest_with_failures(self) -> None:
        details = "[==========] 40 tests from 3 test suites ran. (5 ms total)\n[  FAILED  ] 2 tests, listed below:\n"
        self.assertEqual(concluded("80% tests passed, 1 tests failed out of 10\n", details=details), "47 passed, 2 failed, 0 skipped")

    def test_steps_are_summed_and_builds_count_nothing(self) -> None:
        self.assertEqual(concluded("[2/2] Linking\n", "3 passed in 1.00s\n", "5 passed in 1s\n"), "8 passed, 0 failed, 0 skipped")


if __name__ == "__main__":
    unittest.main()
