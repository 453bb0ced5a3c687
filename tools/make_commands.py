#!/usr/bin/env python3
"""A page of documentation for each command, from the program's own description.

    tools/make_commands.py build/dev/cocite             writes docs/commands/
    tools/make_commands.py --check build/dev/cocite     fails if a page is not what would be written

The description is what `cocite help --as json` prints: the same that help, manual pages and completion are made of. Output is that of the
program about a small site.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap

# What each command prints about the ten pages of docs/tutorials/garden. Not here: what prints times, or asks the network.
HTML = "https://garden.example/"
SAMPLES = {
    "audit": "garden.cocite --kind dead-links",
    "categorize": "garden.cocite --labels labels.tsv --all --top 3",
    "check": "garden.cocite",
    "communities": "garden.cocite",
    "compare": "garden.cocite garden.example/soil.html --by cocitation --by coupling --by jaccard --top 3",
    "crawl": "--simulate garden.cocite garden.example/ --order breadth,ideal",
    "diff": "garden.cocite later.cocite",
    "eval": "garden.cocite --labels labels.tsv --by cocitation --by coupling --top 3",
    "explain": "garden.cocite garden.example/soil.html garden.example/mulch.html --by cocitation --top 3",
    "export": "garden.cocite - | head -n 3",
    "info": "garden.cocite | head -n 8",
    "inspect companion": "garden.cocite garden.example/soil.html",
    "inspect hubfinder": "garden.cocite garden.example/soil.html --sigma 2",
    "inspect lli": "garden.cocite garden.example/soil.html --top 3",
    "linkers": "garden.cocite garden.example/mulch.html garden.example/soil.html",
    "links": "garden.cocite garden.example/soil.html",
    "map": "garden.cocite garden.example/soil.html --by cocitation --top 4",
    "methods": "cocitation",
    "overview": "garden.cocite | head -n 12",
    "page": "garden.cocite garden.example/soil.html | head -n 7",
    "path": "garden.cocite garden.example/squash.html garden.example/tools.html",
    "rank": "garden.cocite --by pagerank --top 3",
    "related": "garden.cocite garden.example/soil.html --by cocitation --top 3 --why 1",
    "sample": "garden.cocite --pages 100 --seed 1 --top 3",
    "search": "garden.cocite compost --top 2",
    "site": "garden.cocite garden.example --top 3",
    "suggest": "garden.cocite garden.example/tomatoes.html --top 1",
    "whats-related": "garden.cocite garden.example/soil.html --top 2",
}
MOST_LINES = 24

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "commands"
WIDTH = 118


def wrapped(text, indent=""):
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent="  " if indent else "", break_long_words=False,
                         break_on_hyphens=False)


def file_name(command):
    return command.replace(" ", "-") + ".md"


def plain(text):
    """Help as Markdown: no tags, no emphasis."""
    return text.replace("<", "&lt;").replace("*", "\\*").replace("\n", " ")


def listed(options):
    lines = []
    for option in options:
        name = ", ".join(part for part in (option.get("short"), option["name"]) if part)
        value = "" if not option["name"].startswith("-") else " " + option["value"] if "value" in option else ""
        lines.append(wrapped(f"- `{name}{value}`: {plain(option['help'])}", "  "[:0]).replace("\n", "\n  "))
    return "\n".join(lines) + "\n"


def make_stores(program, folder):
    """Two stores of the garden, the later one with a page less, and labels of some of its pages."""
    shutil.copytree(ROOT / "docs" / "tutorials" / "garden", folder / "garden")
    run = [program, "import", "--from", "html", "--quiet"]
    subprocess.run([*run, "garden.cocite", "garden=" + HTML], cwd=folder, check=True)
    (folder / "garden" / "beans.html").unlink()
    subprocess.run([*run, "later.cocite", "garden=" + HTML], cwd=folder, check=True)
    labels = {"plant": ("tomatoes", "beans", "squash"), "ground": ("soil", "compost", "mulch"), "work": ("watering", "pruning")}
    lines = [f"{HTML}{page}.html\t{label}\n" for label, pages in labels.items() for page in pages]
    (folder / "labels.tsv").write_text("".join(lines))


def sample_of(command, program, folder):
    """What a command prints, as Markdown; empty if it has no sample."""
    if command["name"] not in SAMPLES:
        return ""
    words, pipe, head = SAMPLES[command["name"]].partition(" | ")
    line = f"cocite {command['name']} {words}"
    has_formats = any(option["name"] == "--format" for option in command["options"])
    typed = line.replace("cocite", f"'{program}'", 1) + (" --format text" if has_formats and " - " not in words + " " else "") + pipe + head
    done = subprocess.run(["sh", "-c", typed], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{typed}: {done.stderr}")
    shown = [text if len(text) <= WIDTH - 4 else text[:WIDTH - 5] + "…" for text in done.stdout.rstrip().splitlines()]
    if len(shown) > MOST_LINES:
        shown[MOST_LINES:] = ["…"]
    return "\n## Output\n\n" + "".join(f"    {text}".rstrip() + "\n" for text in [f"$ {line}{pipe}{head}", *shown])


def page(command, sample=""):
    text = f"# cocite {command['name']}\n\n{wrapped(plain(command['summary'][0].upper() + command['summary'][1:] + '.'))}\n\n    {command['usage']}\n"
    if command["examples"]:
        text += "\n## Examples\n\n" + "".join(f"    {example}\n" for example in command["examples"])
    text += sample
    if command["about"]:
        text += "\n```text\n" + command["about"].rstrip() + "\n```\n"
    if command["arguments"]:
        text += "\n## Arguments\n\n" + listed(command["arguments"])
    for level, title in (("everyday", "Options"), ("expert", "Options for experts")):
        options = [option for option in command["options"] if option["level"] == level]
        if options:
            text += f"\n## {title}\n\n" + listed(options)
    return text


def index(commands):
    text = "# Commands\n\nMade by `tools/make_commands.py` from the program's own description; `cocite COMMAND --help` says the same.\n"
    tasks = list(dict.fromkeys(command["task"] for command in commands))
    for task in tasks:
        text += f"\n## {task}\n\n"
        for command in commands:
            if command["task"] == task:
                text += wrapped(f"- [{command['name']}]({file_name(command['name'])}): {plain(command['summary'])}").replace("\n", "\n  ") + "\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    described = subprocess.run([options.program, "help", "--as", "json"], check=True, capture_output=True, text=True).stdout
    commands = [command for command in json.loads(described) if not command["group"]]
    with tempfile.TemporaryDirectory(prefix="cocite_commands_") as name:
        program = str(pathlib.Path(options.program).resolve())
        make_stores(program, pathlib.Path(name))
        pages = {file_name(command["name"]): page(command, sample_of(command, program, pathlib.Path(name))) for command in commands}
    pages["README.md"] = index(commands)
    if options.check:
        there = {path.name: path.read_text() for path in FOLDER.glob("*.md")}
        stale = sorted(name for name in pages.keys() | there.keys() if pages.get(name) != there.get(name))
        for name in stale:
            print(f"docs/commands/{name} is not up to date; run: tools/make_commands.py build/dev/cocite")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
