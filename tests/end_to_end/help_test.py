#!/usr/bin/env python3
"""Help, manual pages and completion are complete: every command and every option is in all of them.

    tests/end_to_end/help_test.py --bin build/dev
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = "."
EVERYDAY_OPTIONS = 15
EVERYDAY_EXAMPLES = 3


def program():
    return os.path.join(os.path.abspath(BIN), "cocite")


def cocite(*words, cwd=None):
    done = subprocess.run([program(), *words], text=True, capture_output=True, timeout=600, stdin=subprocess.DEVNULL, cwd=cwd)
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout


def completed(*words, cwd=None):
    """The words that may come next."""
    return [line.split("\t")[0] for line in cocite("help", "--complete", "--", *words, cwd=cwd).splitlines()]


class Help(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.all = json.loads(cocite("help", "--as", "json"))
        cls.commands = [command for command in cls.all if not command["group"]]

    def test_the_first_page_lists_every_command_under_a_task(self):
        text = cocite("--help")
        self.assertEqual(text, cocite("help"))
        for command in self.all:
            if " " not in command["name"]:
                self.assertIn(f"\n  {command['name']} ", text)
                self.assertIn(f"\n{command['task']}:\n", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_a_command_shows_few_options_and_all_on_request(self):
        for command in self.commands:
            words = command["name"].split()
            brief, whole = cocite(*words, "--help"), cocite(*words, "--help-all")
            self.assertEqual(whole, cocite("help", *words))
            everyday = [option for option in command["options"] if option["level"] == "everyday"]
            with self.subTest(command["name"]):
                self.assertLessEqual(len(everyday), EVERYDAY_OPTIONS, "mark some as expert()")
                self.assertGreaterEqual(len(command["examples"]), 1)
                shown = brief.partition("Examples:\n")[2]
                self.assertEqual(shown.count("\n  "), min(len(command["examples"]), EVERYDAY_EXAMPLES) - 1)
                for option in command["options"]:
                    spelled = f"  {option.get('short', '')}{',' if 'short' in option else ''}{option['name']}"
                    self.assertIn("\n" + spelled, whole)
                    self.assertEqual(any(line.split(" ")[2:3] == [spelled.strip()] for line in brief.splitlines()
                                         if line.startswith("  -")), option["level"] == "everyday", option["name"])

    def test_a_method_lists_its_parameters(self):
        for method in json.loads(cocite("methods", "--format", "json"))["methods"]:
            text = cocite("methods", method["name"], "--format", "text")
            for parameter in method["parameters"]:
                self.assertIn("--" + parameter["name"].replace("_", "-"), text)

    def test_every_command_has_a_manual_page(self):
        main = cocite("help", "--as", "man")
        for command in self.commands:
            page = cocite("help", *command["name"].split(), "--as", "man")
            escaped = command["name"].replace("-", "\\-")
            self.assertIn(f".B {escaped}\n", main)
            for option in command["options"]:
                self.assertIn(option["name"].replace("-", "\\-"), page)
            for text in page.splitlines():
                self.assertFalse(text.startswith("'"), text)
        if shutil.which("groff") is None:
            self.skipTest("groff is not installed: the pages were not rendered")
        for page in [main] + [cocite("help", *command["name"].split(), "--as", "man") for command in self.commands]:
            done = subprocess.run(["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z"], input=page, text=True, capture_output=True, timeout=600)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_version_says_what_was_built(self):
        lines = cocite("--version").splitlines()
        self.assertRegex(lines[0], r"^cocite \d+\.\d+\.\d+$")
        facts = dict(line.split(None, 1) for line in lines[1:])
        self.assertRegex(facts["commit"], r"^([0-9a-f]{7,}|unknown)$")
        self.assertLessEqual({"machine", "compiler", "explorer", "reads", "writes"}, set(facts))
        self.assertIn("warc", facts["reads"].split())


class Completion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="cocite_help_")
        with open(os.path.join(cls.folder, "links.tsv"), "w") as file:
            file.write("http://www.example.com/a\thttp://www.example.com/b\nhttp://www.example.com/a\thttp://other.example/\n")
        cocite("import", "web.cocite", "links.tsv", "-q", cwd=cls.folder)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_knows_every_command_and_option(self):
        commands = json.loads(cocite("help", "--as", "json"))
        self.assertEqual(set(completed("")), {command["name"] for command in commands if " " not in command["name"]})
        for command in commands:
            if command["group"] or command["name"] == "help":
                continue
            options = set(completed(*command["name"].split(), "--"))
            self.assertEqual(options, {option["name"] for option in command["options"]} | {"--help", "--help-all"})

    def test_knows_values(self):
        self.assertEqual(completed("rel"), ["related"])
        self.assertIn("cocitation", completed("related", "web.cocite", "--by", "co"))
        self.assertIn("--by=cocitation", completed("related", "web.cocite", "--by=coc"))
        self.assertIn("pagerank,hubrank", completed("rank", "web.cocite", "--by", "pagerank,hu"))
        self.assertEqual(completed("inspect", "h"), ["hubfinder"])
        self.assertEqual(completed("info", ""), [":files"])
        self.assertEqual(completed("info", "web.cocite", ""), [])
        self.assertEqual(completed("no-such-command", ""), [])

    def test_knows_pages_in_the_spelling_that_was_begun(self):
        pages = lambda typed: sorted(completed("related", "web.cocite", typed, cwd=self.folder))
        self.assertEqual(pages("www.example.com/"), ["www.example.com/a", "www.example.com/b"])
        self.assertEqual(pages("http://oth"), ["http://other.example/"])
        self.assertEqual(completed("related", "missing.cocite", "www"), [])

    def bash(self, line):
        script = cocite("help", "--as", "bash") + (
            f'COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}; COMP_WORDS=({line.rstrip()}); '
            f'[[ $COMP_LINE == *" " ]] && COMP_WORDS+=(""); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); compopt() {{ :; }}\n'
            '_cocite; printf "%s\\n" "${COMPREPLY[@]}"\n')
        done = subprocess.run(["bash", "-c", script], text=True, capture_output=True, timeout=600, cwd=self.folder,
                              env={**os.environ, "PATH": os.path.abspath(BIN) + ":" + os.environ["PATH"]})
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash(self):
        self.assertEqual(self.bash("cocite simil"), ["similar-sites"])
        self.assertIn("--top", self.bash("cocite related web.cocite --"))
        self.assertEqual(sorted(self.bash("cocite related web.cocite www.example.com/")), ["www.example.com/a", "www.example.com/b"])

    def test_zsh_and_fish_can_read_their_scripts(self):
        looked_at = 0
        for shell in ("zsh", "fish"):
            if shutil.which(shell) is None:
                continue
            looked_at += 1
            done = subprocess.run([shell, "-n", "/dev/stdin"], input=cocite("help", "--as", shell), text=True, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), shell)
        if looked_at == 0:
            self.skipTest("neither zsh nor fish is installed")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin
    unittest.main(argv=[sys.argv[0], *rest])
