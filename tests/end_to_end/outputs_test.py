#!/usr/bin/env python3
"""No option that names an output destroys anything: inputs, stores, files of others.

    tests/end_to_end/outputs_test.py --bin build/dev

The options are found in the help of every command. One that names a file or folder and is in none of the tables below fails the
test: a new option must be added to the list.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = "."

# Command -> option -> the rest of a command line that writes OUT, and reads IN. {out} and {in} are paths.
OUTPUTS = {
    ("import", "--report-json"): ["import", "new.cocite", "{in}", "--names", "opaque", "--report-json", "{out}"],
    ("add", "--report-json"): ["add", "web.cocite", "{in}", "--report-json", "{out}"],
    ("tune", "--save-terms"): ["tune", "web.cocite", "--labels", "{in}", "--trial", "--save-terms", "{out}"],
    ("eval", "--report"): ["eval", "web.cocite", "--labels", "{in}", "--by", "cocitation,coupling", "--report", "{out}"],
    ("crawl", "--chart"): ["crawl", "--simulate", "web.cocite", "list0", "--order", "breadth", "--chart", "{out}"],
    ("related", "--out"): ["related", "web.cocite", "--all", "--by", "cocitation", "--stoplist", "{in}", "--out", "{out}"],
    ("overview", "--html"): ["overview", "web.cocite", "--html", "{out}"],  # reads no file
    ("overview", "--out"): ["report", "web.cocite", "--out", "{out}"],  # its old name
    ("audit", "--html"): ["audit", "web.cocite", "--ignore", "{in}", "--html", "{out}"],
    ("export", "OUTPUT"): ["export", "web.cocite", "{out}"],  # likewise
    ("diff", "--html"): ["diff", "web.cocite", "web.cocite", "--html", "{out}"],  # likewise
}
READS_NOTHING = {("overview", "--html"), ("overview", "--out"), ("export", "OUTPUT"), ("crawl", "--chart"), ("diff", "--html")}
# Cannot go to standard output: they are gone on with after a stop.
NEEDS_FILE = {("related", "--out")}
# Folders that are made, or filled.
FOLDERS = {
    ("crawl", "--out"): ["crawl", "http://127.0.0.1:9/", "--allow-private", "--out", "{out}"],
    ("export", "--out"): ["export", "web.cocite", "--to", "site", "--out", "{out}"],
    ("audit", "--csv"): ["audit", "web.cocite", "--csv", "{out}"],
    ("verify", "--out"): ["verify", "web.cocite", "f0/p0", "--out", "{out}"],
    ("up", "--in"): ["up", "http://127.0.0.1:9/", "--in", "{out}"],
    ("import", "segments"): ["import", "{out}/x.cocite", "--from", "segments", "segments"],
    ("import", "STORE"): ["import", "{out}/x.cocite", "lists.tsv", "--names", "opaque"],
}
INPUTS = {"--title", "--text", "--visits", "--names-file", "--suffix-list", "--gold", "--labels", "--ratings", "--queries", "--pages",
          "--stoplist", "--token-file", "--owner-token-file", "--ca-file", "--earlier", "--file", "INPUT", "SEGMENTS", "--auth",
          "--folder-hosts", "--regions", "--ignore", "--seeds", "--rules", "--with"}
# Files of their own kind that live on: opened as they are, and refused where they are something else.
KEPT = {("serve", "--studies"), ("eval", "--scratch")}


def run(words, folder):
    return subprocess.run([os.path.join(BIN, "cocite"), *words], cwd=folder, text=True, capture_output=True, timeout=600,
                          stdin=subprocess.DEVNULL)


def commands():
    return [command["name"] for command in described() if not command["group"]]


def described():
    return json.loads(run(["help", "--as", "json"], ".").stdout)


def options_of(command):
    """[(option, type)] of all that take a value, arguments too."""
    (found,) = [one for one in described() if one["name"] == command]
    return [(one["name"], one["value"]) for one in found["options"] + found["arguments"] if "value" in one]


def contents(folder):
    """Every file and its bytes."""
    return {str(path): path.read_bytes() for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()}


class Outputs(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cocite_outputs_"))
        (self.folder / "lists.tsv").write_text("".join(f"list{k}\tf{(k * 7 + i * 3) % 6}/p{(k + i * i) % 8}\n" for k in range(40) for i in range(6)))
        self.expect(["import", "web.cocite", "lists.tsv", "--names", "opaque"])
        (self.folder / "segments").mkdir()
        subprocess.run([os.path.join(BIN, "cut_store"), "web.cocite", "segments", "2"], cwd=self.folder, check=True)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def expect(self, words, code=0):
        done = run(words, self.folder)
        self.assertEqual(done.returncode, code, f"{words}: {done.stderr}")
        return done

    def input_for(self, option):
        """A file that the command can read."""
        path = self.folder / "in.tsv"
        texts = {"import": "a\tb\n", "add": "a\tb\n", "crawl": "list1\n", "related": "f0/p0\n", "audit": "orphans\tf0/p0\n"}
        path.write_text(texts.get(option[0], "".join(f"f{f}/p{p}\tfolder{f}\n" for f in range(6) for p in range(8))))
        return "in.tsv"

    def words(self, option, out, more=()):
        shutil.rmtree(self.folder / "new.cocite", ignore_errors=True)
        return [word.format(out=out, **{"in": self.input_for(option)}) for word in OUTPUTS[option]] + list(more)

    def test_every_option_that_names_a_file_is_known(self):
        seen = set()
        for command in commands():
            for option, kind in options_of(command):
                if kind in ("OUTPUT", "OUTDIR"):
                    seen.add((command, option))
                    self.assertIn((command, option), OUTPUTS.keys() | FOLDERS.keys(), "an output that no test covers")
                elif re.match(r"FILE|DIR|FOLDER|PATH", kind) and (command, option) not in KEPT:
                    self.assertIn(option, INPUTS, f"cocite {command}: is it an input or an output? Outputs are declared by Command::output")
        missing = (OUTPUTS.keys() | FOLDERS.keys()) - seen - {("import", "STORE"), ("import", "segments")}
        self.assertEqual(missing, set(), "covered here, and not in the help")

    def test_files_of_others_need_force(self):
        for option in OUTPUTS:
            with self.subTest(option=option):
                mine = self.folder / "mine"
                mine.write_text("mine")
                refused = self.expect(self.words(option, "mine"), 1)
                self.assertIn("--force", refused.stderr)
                self.assertEqual(mine.read_text(), "mine")
                self.expect(self.words(option, "mine", ["--force"]))
                self.assertNotEqual(mine.read_text(), "mine")
                self.assertEqual([path.name for path in self.folder.glob("mine*")], ["mine"], "something was left aside")
                mine.unlink()

    def test_inputs_stay_by_whatever_name(self):
        def symbolic(path):
            path.symlink_to("in.tsv")

        def hard(path):
            path.hardlink_to(self.folder / "in.tsv")

        for option in OUTPUTS.keys() - READS_NOTHING:
            for name, make in (("in.tsv", None), ("./segments/../in.tsv", None), ("alias", symbolic), ("twin", hard)):
                with self.subTest(option=option, name=name):
                    self.input_for(option)
                    if make:
                        make(self.folder / name)
                    before = (self.folder / "in.tsv").read_bytes()
                    words = self.words(option, name, ["--force"])
                    if make is hard:  # input_for() wrote into the same file
                        self.assertEqual(os.stat(self.folder / name).st_ino, os.stat(self.folder / "in.tsv").st_ino)
                    refused = self.expect(words, 1)
                    self.assertIn("is an input", refused.stderr)
                    self.assertEqual((self.folder / "in.tsv").read_bytes(), before)
                    if make:
                        (self.folder / name).unlink()

    def test_lists_of_inputs_and_folders_of_pages_stay(self):
        (self.folder / "list.txt").write_text("lists.tsv\n")
        for name in ("list.txt", "lists.tsv"):
            refused = self.expect(["import", "n.cocite", "@list.txt", "--names", "opaque", "--report-json", name, "--force"], 1)
            self.assertIn("is an input", refused.stderr)
        html = self.folder / "html"
        html.mkdir()
        (html / "index.html").write_text("<a href=b.html>b</a>")
        self.expect(["import", "n.cocite", "html/=http://a.example/", "--report-json", "html/index.html", "--force"], 1)
        self.assertIn("href", (html / "index.html").read_text())

    def test_stores_hold_nothing_else(self):
        before = contents(self.folder / "web.cocite")
        (self.folder / "door").symlink_to("web.cocite")
        for option in OUTPUTS:
            for name in ("web.cocite/manifest", "web.cocite/pages", "web.cocite/new", "door/out", "web.cocite"):
                with self.subTest(option=option, name=name):
                    self.expect(self.words(option, name, ["--force"]), 1)
                    self.assertEqual(contents(self.folder / "web.cocite"), before)
        for option, line in FOLDERS.items():
            for name in ("web.cocite", "web.cocite/new", "door/new"):
                with self.subTest(option=option, name=name):
                    self.expect([word.format(out=name) for word in line], 1)
                    self.assertEqual(contents(self.folder / "web.cocite"), before)
        self.expect(["check", "web.cocite"])

    def test_standard_output_and_devices_stay_possible(self):
        for option in OUTPUTS.keys() - NEEDS_FILE:
            with self.subTest(option=option):
                self.assertNotEqual(self.expect(self.words(option, "/dev/stdout")).stdout, "")
                self.assertNotEqual(self.expect(self.words(option, "-", ["--force"])).stdout, "")
                self.expect(self.words(option, "/dev/null", ["--force"]))
        for option in NEEDS_FILE:
            self.expect(self.words(option, "-"), 1)
            self.expect(self.words(option, "/dev/null"), 1)

    def test_a_link_is_followed(self):
        (self.folder / "real").mkdir()
        (self.folder / "real/report.html").write_text("old")
        (self.folder / "link.html").symlink_to("real/report.html")
        self.expect(["overview", "web.cocite", "--html", "link.html", "--force"])
        self.assertTrue((self.folder / "link.html").is_symlink())
        self.assertIn("<title>", (self.folder / "real/report.html").read_text())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    BIN = os.path.abspath(given.bin)
    unittest.main(argv=[sys.argv[0], *rest])
