#!/usr/bin/env python3
"""A page of documentation for each command, from the program's own description.

    tools/make_commands.py build/dev/cocite             writes docs/commands/
    tools/make_commands.py --check build/dev/cocite     fails if a page is not what would be written

The description is what `cocite help --as json` prints: the same that help, manual pages and completion are made of.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import textwrap

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


def page(command):
    text = f"# cocite {command['name']}\n\n{wrapped(plain(command['summary'][0].upper() + command['summary'][1:] + '.'))}\n\n    {command['usage']}\n"
    if command["examples"]:
        text += "\n## Examples\n\n" + "".join(f"    {example}\n" for example in command["examples"])
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
    pages = {file_name(command["name"]): page(command) for command in commands}
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
