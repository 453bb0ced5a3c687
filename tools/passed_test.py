#!/usr/bin/env python3
"""scripts/passed.sh leaves out a step only when it has passed with the same files."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent / "scripts"


class Passed(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name) / "tree"
        for name in ("scripts", "parts"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "CMakePresets.json").write_text("{}")
        (self.folder / "parts" / "one").write_text("first")

    def tearDown(self):
        self.scratch.cleanup()

    def run_step(self, command="echo ran", before=""):
        """What two lines of a script like scripts/test print, and whether it went on after the step."""
        script = f"""set -euo pipefail
            . {SCRIPTS}/passed.sh
            step() {{ shift 2; "$@"; }}
            {before}
            depends=(parts)
            step_if_changed test-some "some tests" bash -c '{command}'
            echo went on"""
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**os.environ, "XDG_CACHE_HOME": self.scratch.name})
        return done.stdout

    def test_the_same_files_are_not_tested_again(self):
        self.assertEqual(self.run_step(), "ran\nwent on\n")
        self.assertRegex(self.run_step(), "some tests +passed before")
        self.assertEqual(self.run_step(before="run_all=yes"), "ran\nwent on\n")
        (self.folder / "parts" / "one").write_text("second")
        self.assertEqual(self.run_step(), "ran\nwent on\n")
        (self.folder / "parts" / "one").write_text("first")
        self.assertRegex(self.run_step(), "passed before")
        (self.folder / "parts" / "two").write_text("")
        self.assertEqual(self.run_step(), "ran\nwent on\n")

    def test_what_failed_is_tested_again(self):
        self.assertEqual(self.run_step("echo failed; exit 1"), "failed\n")
        self.assertEqual(self.run_step(), "ran\nwent on\n")


if __name__ == "__main__":
    unittest.main()
