#!/usr/bin/env python3
"""Runs transcripts of a shell and says where the program answers differently.

    tests/end_to_end/run_case.py --bin build/dev tests/end_to_end/*.case

A case is what a user would type and see:

    ## Comments have two hashes.
    $ printf 'a\\tb\\n' | cocite import web.cocite --names opaque -
    $ cocite info web.cocite --format tsv
    name    value
    pages   2
    ...
    $ cocite links web.cocite missing
    stderr: no page .*missing
    ? exit 1

After `$ command` (continued on lines that begin with `> `) stand the lines of its standard output: all of them, except that a line
`...` stands for any number of lines and `...` inside a line for any characters. `stderr: regex` must be found in standard error, which is
otherwise not looked at; `? exit N` is the exit code, 0 if not said. Empty lines before the next command do not count. A line of output
that begins like one of these marks, or is an empty last line, is written with a backslash before it.

Each case runs in an empty folder of its own that is also $HOME, each command in a bash of its own, with --bin first on the PATH, no
terminal, nothing on standard input, and $DATA naming tests/data.

Of a page of documentation (*.md) the indented blocks that begin with `$ ` are run, one after the other.
"""

import argparse
import difflib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

TIMEOUT_SECONDS = 120
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


class BadCase(Exception):
    """The transcript itself makes no sense."""


class Command:
    def __init__(self, line_number, text):
        self.line_number = line_number
        self.text = text
        self.output = []  # expected lines
        self.stderr = []  # regular expressions
        self.exit_code = 0


def shown_in(page):
    """The transcripts of a page of Markdown: indented blocks that begin with a command. Other lines are empty."""
    lines = []
    is_shown = False
    for line in page.splitlines():
        is_shown = line.startswith("    $ ") or (is_shown and line.startswith("    "))
        lines.append(line[4:] if is_shown else "")
    return "\n".join(lines) + "\n"


def parse(text):
    """The commands of a transcript."""
    commands = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("##"):
            continue
        if line.startswith("$ "):
            commands.append(Command(number, line[2:]))
            continue
        if not commands:
            if line.strip():
                raise BadCase(f"line {number}: output before the first `$ command`")
            continue
        command = commands[-1]
        fresh = not (command.output or command.stderr)
        if line.startswith("> ") and fresh:
            command.text += "\n" + line[2:]
        elif line.startswith("stderr:"):
            command.stderr.append(line.removeprefix("stderr:").strip())
        elif line.startswith("?"):
            match = re.fullmatch(r"\? exit (\d+)", line)
            if not match:
                raise BadCase(f"line {number}: `{line}` should be `? exit N`")
            command.exit_code = int(match[1])
        else:
            command.output.append(line)
    for command in commands:
        while command.output and command.output[-1] == "":
            command.output.pop()
        command.output = [line[1:] if line.startswith("\\") else line for line in command.output]
    if not commands:
        raise BadCase("no `$ command` in it")
    return commands


def matches(expected, output):
    """Whether the lines of `output` are the expected ones, with `...` as above."""
    pattern = ""
    for line in expected:
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in line.split("...")) + r"\n"
    if output and not output.endswith("\n"):
        output += "\n"
    return re.fullmatch(pattern, output) is not None


def execute(command, folder, environment):
    """(exit code, stdout, stderr); ends what the command started if it takes too long."""
    process = subprocess.Popen(["bash", "-c", command.text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        output, error = process.communicate(timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, error = process.communicate()
        error += f"\n[ended after {TIMEOUT_SECONDS} s]\n".encode()
    return process.returncode, output.decode(errors="backslashreplace"), error.decode(errors="backslashreplace")


def complaints(command, exit_code, output, error):
    found = []
    if exit_code != command.exit_code:
        found.append(f"exit code {exit_code}, expected {command.exit_code}")
    if not matches(command.output, output):
        lines = difflib.unified_diff(command.output, output.splitlines(), "expected", "standard output", lineterm="")
        found.append("\n".join(lines) or "standard output differs in its line ends")
    for pattern in command.stderr:
        if not re.search(pattern, error, re.MULTILINE):
            found.append(f"standard error has nothing like: {pattern}")
    if found and error:
        found.append("standard error was:\n" + error.rstrip("\n"))
    return found


def run_case(path, bin_folder):
    """What is wrong, as text; empty if nothing is."""
    path = pathlib.Path(path)
    try:
        text = path.read_text(encoding="utf-8")
        commands = parse(shown_in(text) if path.suffix == ".md" else text)
    except (BadCase, OSError, UnicodeDecodeError) as error:
        return f"{path}: {error}\n"
    with tempfile.TemporaryDirectory(prefix="cocite-case-") as folder:
        environment = {
            "PATH": os.pathsep.join([str(pathlib.Path(bin_folder).resolve()), os.environ.get("PATH", "")]),
            "HOME": folder, "TMPDIR": folder, "DATA": str(DATA), "LC_ALL": "C.UTF-8",
            **{key: value for key, value in os.environ.items() if key.endswith("SAN_OPTIONS")},
        }
        for command in commands:
            found = complaints(command, *execute(command, folder, environment))
            if found:  # what follows stands on this command: its complaints would say nothing new
                return f"{path}:{command.line_number}: $ {command.text}\n" + "\n".join(found) + "\n"
    return ""


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="folder with the programs to test")
    parser.add_argument("cases", nargs="+", metavar="CASE")
    options = parser.parse_args(arguments)
    failed = 0
    for case in options.cases:
        problem = run_case(case, options.bin)
        failed += bool(problem)
        print(problem or f"{case}: ok", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
