#!/usr/bin/env python3
"""Checks that the tree is written in plain English.

    tools/check_words.py [ROOT] [--all] [--count]

Reads every tracked file that a person reads (code, comments, messages, docs) and prints each banned
word as `file:line: word: what to write instead`. In Markdown it also reports lines longer than 120
characters and sentences longer than 60 words. Exit code 1 if anything is printed.

Only the paths in CLEAN are checked, so that a folder joins the list once it is clean and stays so.
--all checks everything; --count prints the number of findings per folder instead.
"""

import os
import pathlib
import re
import sys

# Paths that are clean. Add a folder here after its sweep; never take one out.
CLEAN = [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md",
    "docs",
    "src", "include", "bench", "fuzz", "cmake", "scripts", "tools",
    "notebooks", "python", "explorer", "tests", "CHANGELOG.md",
]

# (pattern, what to write instead). Patterns ignore case and match inside names: `crowd_notes`, `kCrowd`.
BANNED = [
    (r"crowds?", "popular page, parent sample"),
    (r"(?<!in)voices?", "vote, site vote"),
    (r"hopeless", "pruned"),
    (r"(?<![/.])\bspeech\b", "sentence, SentenceBuilder"),
    (r"watchm[ae]n", "health check, monitor"),
    (r"strangers?\b", "untrusted, other people, unknown"),
    (r"\bin vain\b", "say what fails"),
    (r"\bnobody", "name the actor: no client, no caller, no page"),
    (r"\bsomebody", "name the actor: a user, a caller, a client"),
    (r"\bwhoever\b", "name the actor: callers that, the thread that"),
    (r"\bwho asks\b", "the caller, the client"),
    (r"\bso (many|much)\b(?!.*\bthat\b)", "a number, or: at most, this many"),
    (r"(?<!there )\b(is|are|was|were) (?-i:none)\b", "is empty, is not one of, is ignored"),
    (r"\bas good as\b", "say what is equal"),
    (r"\bspeaks? for\b", "supports, links to"),
    (r"\bits like\b", "similar"),
    (r"\bat hand\b", "available, in memory"),
    (r"\bits kin\b", "its variants"),
    (r"\bhangs? on\b", "depends on"),
    (r"\banew\b", "again, from scratch, new"),
    (r"\bto and fro\b", "in both directions, between"),
    (r"\bforeign (bytes|text|input|data)", "untrusted"),
    (r"\b(is|are|be|was) said\b", "is documented, is reported, states"),
    (r"\bis told\b", "learns, receives, gets an error"),
    (r"\bfor good and all\b", "permanently"),
    (r"\bstands? (beside|there)\b", "is next to, exists"),
    (r"\bby and by\b", "gradually, later"),
    (r"\bnow and then\b", "from time to time, periodically"),
    (r"\bthe like\b", "and similar"),
    (r"\bheld against\b", "compared with"),
    (r"\bas nobody\b", "give the number"),
    (r"\bgiven back\b", "returned"),
    (r"\bgives back\b", "returns"),
]

# (path prefix, pattern as in BANNED or "length"/"sentence", why it may stay). Keep it short.
ALLOWED = [
    ("tools/check_words", None, "the list itself and its test"),
    ("docs/formats/store.md", r"crowds?", "the name of a file in stores"),
    ("src/related/parent_sample", r"crowds?", "the name of a file in stores"),
    ("src/prepare/prepare.cc", r"crowds?", "the name of a file in stores"),
    ("src/engine/facts.cc", r"crowds?", "the name of a file in stores"),
    ("include/cocite/result.h", None, "precompiled: ccache keeps the old one if only comments change"),
    ("CHANGELOG.md", "length", "one line an entry is easier to merge"),
]

SUFFIXES = {".md", ".h", ".cc", ".def", ".py", ".ts", ".js", ".mjs", ".svelte", ".html", ".css", ".cmake", ".sh",
            ".case", ".toml", ".yaml", ".ipynb", ".txt"}
SKIPPED = re.compile(r"(^|/)(corpus|data|golden|node_modules|build|\.git)(/|$)|package-lock\.json|\.svg$|LICENSE")
LONGEST_LINE = 120
LONGEST_SENTENCE = 60



def literal_of(pattern):
    """The longest plain text that every match of `pattern` contains; looking for it first is fast."""
    plain = re.sub(r"\\b|\(.*?\)|.[?*]|\[.*?\]", "\0", pattern)
    return max(plain.split("\0"), key=len)


PATTERNS = [(literal_of(pattern), re.compile(pattern, re.IGNORECASE), pattern, instead)
            for pattern, instead in BANNED]


def allowed(name, pattern):
    return any(name.startswith(prefix) and what in (None, pattern) for prefix, what, _ in ALLOWED)


def words_in(name, text):
    """(line, message) for each banned word."""
    lower = text.lower()
    present = [entry for entry in PATTERNS if entry[0] in lower]
    for number, line in enumerate(text.splitlines() if present else [], 1):
        for _, compiled, pattern, instead in present:
            match = compiled.search(line)
            if match and not allowed(name, pattern):
                yield number, f'"{match[0]}": write {instead}'


def prose(text):
    """(line number, line) of a Markdown page without code blocks and tables."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            yield number, ""
        elif fenced or line.startswith(("    ", "\t", "|", "      ")) or not line.strip():
            yield number, ""
        else:
            yield number, line


def lengths_in(name, text):
    """(line, message) for long lines and long sentences of a Markdown page."""
    paragraph, start = [], 0
    for number, line in [*prose(text), (0, "")]:
        if len(line) > LONGEST_LINE and not allowed(name, "length") and "](" not in line:
            yield number, f"line of {len(line)} characters: break it at {LONGEST_LINE}"
        new_item = re.match(r"\s*([-*#]|\d+\.)\s", line)
        after_heading = paragraph and paragraph[-1].startswith("#")
        if (not line or new_item or after_heading) and paragraph:
            for sentence in re.split(r"(?<=[.:;?!])\s+", " ".join(paragraph)):
                count = len(sentence.split())
                if count > LONGEST_SENTENCE and not allowed(name, "sentence"):
                    yield start, f'sentence of {count} words: split it ("{sentence[:40]}...")'
            paragraph = []
        if line:
            start = start if paragraph else number
            paragraph.append(line.strip())


def files(root):
    for folder, subfolders, names in os.walk(root):
        here = pathlib.Path(folder).relative_to(root)
        subfolders[:] = sorted(name for name in subfolders if not SKIPPED.search((here / name).as_posix()))
        for name in sorted(names):
            path = here / name
            if path.suffix in SUFFIXES or name == "CMakeLists.txt":
                if not SKIPPED.search(path.as_posix()):
                    yield path.as_posix(), root / path


def check(root, everything=False):
    """The problems, as lines `file:line: what`."""
    problems = []
    for name, path in files(root):
        if not everything and not any(name == clean or name.startswith(clean + "/") for clean in CLEAN):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found = list(words_in(name, text))
        if path.suffix == ".md":
            found += lengths_in(name, text)
        problems += [f"{name}:{number}: {what}" for number, what in sorted(found)]
    return problems


def folder_of(problem):
    parts = problem.split(":")[0].split("/")
    return "/".join(parts[:2]) if parts[0] in ("src", "docs") else parts[0]


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    roots = [argument for argument in arguments if not argument.startswith("--")]
    root = pathlib.Path(roots[0] if roots else pathlib.Path(__file__).parent.parent)
    problems = check(root, "--all" in options)
    if "--count" in options:
        counts = {}
        for problem in problems:
            counts[folder_of(problem)] = counts.get(folder_of(problem), 0) + 1
        for folder, count in sorted(counts.items(), key=lambda item: -item[1]):
            print(f"{count:6} {folder}")
    else:
        print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
