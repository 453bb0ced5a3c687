#!/usr/bin/env python3
"""run_case.py on transcripts of plain shell commands: right ones pass, wrong ones are told apart."""

import pathlib
import tempfile
import textwrap
import time
import unittest

import run_case


class RunCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()

    def run_text(self, text):
        path = self.folder / "x.case"
        path.write_text(textwrap.dedent(text))
        return run_case.run_case(path, self.folder / "bin")

    def assert_passes(self, text):
        self.assertEqual(self.run_text(text), "")

    def assert_fails(self, text, *words):
        problem = self.run_text(text)
        for word in ("x.case", *words):
            self.assertIn(word, problem)

    def test_commands_share_a_folder_that_was_empty(self):
        self.assert_passes("""\
            ## a comment
            $ ls -A

            $ echo one > file; pwd | grep -c "$HOME"
            1
            $ cat file
            one
            """)

    def test_wrong_missing_and_extra_lines(self):
        self.assert_fails("$ echo a\nb\n", "x.case:1: $ echo a", "-b", "+a")
        self.assert_fails("$ true\na\n", "-a")
        self.assert_fails("$ echo a; echo b\na\n", "+b")
        self.assert_fails("$ echo a\n", "+a")

    def test_dots_stand_for_lines_and_for_characters(self):
        self.assert_passes("$ seq 9\n1\n...\n9\n")
        self.assert_passes("$ seq 2\n...\n1\n2\n...\n")
        self.assert_passes("$ echo took 17 ms\ntook ... ms\n")
        self.assert_fails("$ seq 9\n1\n...\n8\n")
        self.assert_fails("$ printf 'took\\n1 ms\\n'\ntook...ms\n")
        self.assert_fails("$ echo axb\na.b\n")

    def test_exit_codes(self):
        self.assert_passes("$ exit 3\n? exit 3\n$ (exit 2)\n? exit 2\n")
        self.assert_fails("$ true\n$ exit 3\n", "x.case:2", "exit code 3, expected 0")
        self.assert_fails("$ true\n? exit 1\n", "exit code 0, expected 1")
        self.assert_fails("$ true\n? exit one\n", "should be")

    def test_standard_error(self):
        self.assert_passes("$ echo 'no page x' >&2\nstderr: ^no page\nstderr: x$\n")
        self.assert_passes("$ echo 'not looked at' >&2\n")
        self.assert_fails("$ echo hello >&2\nstderr: ^bye\n", "nothing like: ^bye", "hello")

    def test_first_failure_ends_the_case(self):
        problem = self.run_text("$ echo a\nb\n$ echo c\nd\n")
        self.assertNotIn("echo c", problem)

    def test_continued_commands(self):
        self.assert_passes("$ cat <<END\n> a\n> b\n> END\na\nb\n")

    def test_backslash_hides_a_mark(self):
        self.assert_passes("$ echo '$ 5'\n\\$ 5\n$ echo '? no'\n\\? no\n$ echo; echo\n\n\\\n")
        self.assert_passes("$ echo '# page a'\n# page a\n")

    def test_tested_program_comes_first(self):
        program = self.folder / "bin" / "ls"
        program.write_text("#!/bin/sh\necho mine\n")
        program.chmod(0o755)
        self.assert_passes("$ ls\nmine\n")

    def test_standard_input_is_empty_and_hanging_commands_end(self):
        self.assert_passes("$ cat\n")
        self.addCleanup(setattr, run_case, "TIMEOUT_SECONDS", run_case.TIMEOUT_SECONDS)
        run_case.TIMEOUT_SECONDS = 0.2
        self.assert_fails("$ sleep 20 & sleep 20\n", "exit code -9", "ended after")

    def test_a_tutorial_runs_on_a_terminal_and_ends_what_it_started(self):
        page = self.folder / "tutorial.md"
        page.write_text(textwrap.dedent("""\
            # Title

            Prose.

                $ test -t 1 && printf '\\033[1mbold\\033[0m\\n\\nand 8080\\n\\n'
                bold

                and 8080
                $ sleep 1000 > log 2>&1 & echo $! > pid &
                $ test -d "$COCITE"/docs && kill -0 $(cat pid) && cp pid PLACE
            """.replace("PLACE", str(self.folder / "pid"))))
        self.assertEqual(run_case.run_case(page, self.folder / "bin", terminal=True), "")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.runs(int((self.folder / "pid").read_text())):
            time.sleep(0.01)
        self.assertFalse(self.runs(int((self.folder / "pid").read_text())))
        self.assertIn("tutorial.md", run_case.run_case(page, self.folder / "bin"))  # without a terminal

    def runs(self, process):
        try:
            return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    def test_transcripts_without_sense(self):
        self.assert_fails("", "no `$ command`")
        self.assert_fails("hello\n$ true\n", "line 1")


if __name__ == "__main__":
    unittest.main()
