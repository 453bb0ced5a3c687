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

Of a page of documentation (*.md) the indented blocks that begin with `$ ` are run, one after the other. In a tutorial (--terminal)
standard output is a terminal, as it is for people who follow it, $COCITE is the root of the tree, the port 8080 is one that is free, and
what commands leave running is ended.
"""

import argparse
import contextlib
import difflib
import os
import pathlib
import pty
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading

TIMEOUT_SECONDS = 120
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "tests" / "data"
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


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
        is_shown = line.startswith("    $ ") or (is_shown and (line.startswith("    ") or not line))
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


def free_port():
    """Of four digits, so that columns keep their width."""
    while True:
        port = random.randint(2000, 9999)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def execute_on_terminal(command, folder, environment, started):
    """As execute(), with a terminal as standard output. `started` gets the group of what it may leave running."""
    master, slave = pty.openpty()
    with tempfile.TemporaryFile() as error:
        process = subprocess.Popen(["bash", "-c", command.text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=slave, stderr=error, start_new_session=True)
        os.close(slave)
        if command.text.endswith("&"):
            started.append(process.pid)
        timer = threading.Timer(TIMEOUT_SECONDS, lambda: os.killpg(process.pid, signal.SIGKILL))
        timer.start()
        output = b""
        try:
            while piece := os.read(master, 65536):
                output += piece
        except OSError:  # the last writer has closed it
            pass
        process.wait()
        timer.cancel()
        os.close(master)
        error.seek(0)
        text = ESCAPES.sub("", output.decode(errors="backslashreplace").replace("\r\n", "\n"))
        text = text.rstrip("\n") + "\n" if text.strip() else ""  # Markdown cannot show empty lines at the end
        return process.returncode, text, error.read().decode(errors="backslashreplace")


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


def run_case(path, bin_folder, terminal=False):
    """What is wrong, as text; empty if nothing is."""
    path = pathlib.Path(path)
    try:
        text = path.read_text(encoding="utf-8")
        if terminal:
            text = re.sub(r"\b8080\b", str(free_port()), text)
        commands = parse(shown_in(text) if path.suffix == ".md" else text)
    except (BadCase, OSError, UnicodeDecodeError) as error:
        return f"{path}: {error}\n"
    with tempfile.TemporaryDirectory(prefix="cocite-case-") as folder:
        environment = {
            "PATH": os.pathsep.join([str(pathlib.Path(bin_folder).resolve()), os.environ.get("PATH", "")]),
            "HOME": folder, "TMPDIR": folder, "DATA": str(DATA), "COCITE": str(ROOT), "LC_ALL": "C.UTF-8", "TERM": "xterm",
            **{key: value for key, value in os.environ.items() if key.endswith("SAN_OPTIONS")},
        }
        started = []
        try:
            for command in commands:
                done = execute_on_terminal(command, folder, environment, started) if terminal else execute(command, folder, environment)
                found = complaints(command, *done)
                if found:  # what follows stands on this command: its complaints would say nothing new
                    return f"{path}:{command.line_number}: $ {command.text}\n" + "\n".join(found) + "\n"
        finally:
            for group in started:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)
    return ""


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="folder with the programs to test")
    parser.add_argument("--terminal", action="store_true", help="standard output is a terminal: a tutorial")
    parser.add_argument("cases", nargs="+", metavar="CASE")
    options = parser.parse_args(arguments)
    failed = 0
    for case in options.cases:
        problem = run_case(case, options.bin, options.terminal)
        failed += bool(problem)
        print(problem or f"{case}: ok", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
