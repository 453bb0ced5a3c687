#!/usr/bin/env python3
"""The answers of every method to the pages of pages.txt on the web of web.tsv, against those kept beside this file.

    golden_test.py --bin build/dev

COCITE_UPDATE_GOLDEN=1 writes them anew, as after a change that is meant to change answers; the diff is to be read.
A method that has no file yet fails until that is done.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = 1e-9
# Asked about a web with words, or with visits; the others know links only. And iterated to a limit: the last digits are the machine's.
NEEDS_WORDS = {"content"}
NEEDS_VISITS = {"visits"}
ITERATED = {"blend", "companion", "kleinberg", "hubfinder", "personalized-pagerank"}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def texts_of(links):
    """A text for each page that has links: the words in the addresses that it links to."""
    texts = {}
    for line in links.splitlines():
        source, tab, target = line.partition("\t")
        if tab and not line.startswith("#"):
            texts.setdefault(source, []).extend(re.findall("[a-z]+", target))
    return "".join(f"{page}\t{' '.join(words)}\n" for page, words in texts.items())


def visits_of(links):
    """Clicks on each link, as many as its line and its length make them."""
    clicks = []
    for number, line in enumerate(links.splitlines()):
        source, tab, target = line.partition("\t")
        if tab and not line.startswith("#"):
            clicks.append(f"{source}\t{target}\t{number * 7 % 23 + len(target)}\n")
    return "".join(clicks)


def difference(expected, found, tolerance):
    """The first line in which two answers differ by more than rounding, or None."""
    expected, found = expected.splitlines(), found.splitlines()
    for number in range(max(len(expected), len(found))):
        a = expected[number].split("\t") if number < len(expected) else []
        b = found[number].split("\t") if number < len(found) else []
        same = len(a) == len(b) and all(
            x == y or (column == 1 and a[0].isdigit() and abs(float(x) - float(y)) <= tolerance * abs(float(x)))
            for column, (x, y) in enumerate(zip(a, b)))
        if not same:
            return f"line {number + 1}\n  expected {a}\n  found    {b}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="the folder of the program")
    cocite = str(pathlib.Path(parser.parse_args().bin).resolve() / "cocite")
    update = os.environ.get("COCITE_UPDATE_GOLDEN") == "1"
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        store = folder + "/web.cocite"
        run(cocite, "import", store, str(HERE / "web.tsv"), "--quiet")
        words, texts = folder + "/words.cocite", pathlib.Path(folder) / "texts.tsv"
        texts.write_text(texts_of((HERE / "web.tsv").read_text()))
        run(cocite, "import", words, str(HERE / "web.tsv"), "--text", str(texts), "--stem", "none", "--quiet")
        visits, clicks = folder + "/visits.cocite", pathlib.Path(folder) / "clicks.tsv"
        clicks.write_text(visits_of((HERE / "web.tsv").read_text()))
        run(cocite, "import", visits, str(HERE / "web.tsv"), "--visits", str(clicks), "--quiet")
        methods = [line.split("\t")[0] for line in run(cocite, "methods", "--format", "tsv").splitlines()[1:]]
        for method in dict.fromkeys(methods):
            asked = words if method in NEEDS_WORDS else visits if method in NEEDS_VISITS else store
            found = run(cocite, "related", asked, "--pages", str(HERE / "pages.txt"),
                        "--by", method, "--copies", "keep", "--format", "tsv")
            path = HERE / (method + ".tsv")
            if update:
                path.write_text(found)
            elif not path.exists():
                failures.append(f"{method}: {path.name} is missing; COCITE_UPDATE_GOLDEN=1 writes it")
            else:
                line = difference(path.read_text(), found, 1e-6 if method in ITERATED else TOLERANCE)
                if line:
                    failures.append(f"{method}: {line}")
    for path in HERE.glob("*.tsv"):
        if path.stem not in methods and path.stem != "web":
            failures.append(f"{path.name}: there is no such method")
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
