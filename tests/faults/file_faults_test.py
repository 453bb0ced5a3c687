#!/usr/bin/env python3
"""Ends, or lets fail, commands that write at any of their file operations, and wants them to be repeatable.

    tests/faults/file_faults_test.py --bin build/dev --library build/dev/libfile_faults.so [import add ...]

For each command that writes, and each operation that changes files (file_faults.cc counts them), the process is killed
there, or the operation fails with EIO, or the disk is full from there on. Whatever happens:

- a store that was there is sound, and is the old one or the new one; files that others made are as they were;
- a failing command says why in one line and exits with 1; one that exits with 0 has done all of its work;
- the same command again gives, byte for byte, what it gives undisturbed, with nothing left behind.

By default a seeded sample of the operations is tried with each fault: of all, of the last ones (they remove what was there
before), and of those on files that a case names. COCITE_FAULTS=all tries every operation and every fault, COCITE_FAULTS=EIO every operation with this one.
"""

import argparse
import concurrent.futures
import filecmp
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

FAULTS = {"kill": 5, "EIO": 2, "ENOSPC": 2}  # with how many operations of each command
LAST = 25  # operations at the end of a command, of which one more is tried with EIO


def warc(pages):
    text = b""
    for url, body in pages:
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body.encode()
        text += (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n"
                 f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n").encode() + http + b"\r\n\r\n"
    return text


def small_web(first, hosts):
    """Pages of hosts that link to each other, with titles and words; every second host mirrors the one before it."""
    pages = []
    for host in range(first, first + hosts):
        twin = host - host % 2
        for page in range(6):
            links = "".join(f"<a href='/topic{twin}/p{(page + k) % 6}.html'>more of {k}</a> " for k in range(1, 4))
            links += f"<a href='http://www.h{(host * 3 + page) % hosts}.example/topic{page}/'>elsewhere</a>"
            pages.append((f"http://www.h{host}.example/topic{twin}/p{page}.html",
                          f"<title>Honey {twin} {page}</title><p>Bees make honey of kind {twin}, page {page}. {links}"))
    return pages


class Case:
    """A command, what stands in the folder before it, and what of that it may change."""

    def __init__(self, name, words, before=(), store="web.cocite", repeated=None, on=()):
        self.name = name
        self.words = words
        self.before = before  # commands
        self.store = store  # "": none is written
        self.repeated = repeated  # what a repetition may say where all had been done already
        self.on = on  # parts of paths: some operations on such files fail with EIO


CASES = [
    Case("import", ["import", "web.cocite", "a.warc", "--visits", "visits.tsv", "--threads", "1"], repeated="exists already",
         on=("/hosts.cocite", "/sites.cocite")),
    Case("import_forced", ["import", "web.cocite", "b.warc", "--force", "--threads", "1"],
         before=[["import", "web.cocite", "a.warc"]]),
    Case("add", ["add", "web.cocite", "b.warc", "--visits", "visits.tsv", "--threads", "1"],
         before=[["import", "web.cocite", "a.warc", "--visits", "visits.tsv"], ["rank", "web.cocite", "--save", "--top", "0"]]),
    Case("add_visits", ["add", "web.cocite", "--visits", "visits.tsv", "--threads", "1"],
         before=[["import", "web.cocite", "a.warc"]]),
    Case("assemble", ["assemble", "segments", "--out", "web.cocite", "--threads", "1"],
         before=[["import", "whole.cocite", "a.warc"], ["cut_store", "whole.cocite", "segments", "2"]], repeated="exists already"),
    Case("prepare", ["prepare", "web.cocite", "--threads", "1"],
         before=[["import", "web.cocite", "a.warc", "--no-prepare"], ["mirrors", "web.cocite", "--save"]],
         on=("/hosts.cocite",)),
    Case("index", ["index", "web.cocite"], before=[["import", "web.cocite", "a.warc", "--no-index"]]),
    Case("rank", ["rank", "web.cocite", "--by", "pagerank", "--save", "--top", "0", "--threads", "1"],
         before=[["import", "web.cocite", "a.warc"]]),
    Case("mirrors", ["mirrors", "web.cocite", "--save"], before=[["import", "web.cocite", "a.warc"]]),
    Case("tune", ["tune", "web.cocite", "--labels", "labels.tsv", "--save-terms", "terms.tsv", "--force", "--threads", "1"],
         before=[["import", "web.cocite", "lists.tsv", "--names", "opaque"]]),
    Case("export", ["export", "web.cocite", "links.tsv.gz", "--force"], before=[["import", "web.cocite", "a.warc"]]),
    Case("export_bvgraph", ["export", "web.cocite", "graph", "--to", "bvgraph", "--force"],
         before=[["import", "web.cocite", "a.warc"]]),
    Case("report", ["report", "web.cocite", "--out", "report.html", "--force"], before=[["import", "web.cocite", "a.warc"]]),
    Case("communities", ["communities", "web.cocite", "--save"], before=[["import", "web.cocite", "a.warc"]]),
    Case("audit", ["audit", "web.cocite", "--html", "audit.html", "--csv", "findings", "--force"],
         before=[["import", "web.cocite", "a.warc"]]),
    Case("categorize", ["categorize", "web.cocite", "--labels", "labels.tsv", "--save"],
         before=[["import", "web.cocite", "lists.tsv", "--names", "opaque"]]),
    Case("related_all", ["related", "web.cocite", "--all", "--out", "all.tsv", "--threads", "1", "--force"],
         before=[["import", "web.cocite", "a.warc"]]),
    Case("eval", ["eval", "web.cocite", "--labels", "labels.tsv", "--by", "cocitation,coupling", "--report", "eval.html", "--force"],
         before=[["import", "web.cocite", "lists.tsv", "--names", "opaque"]]),
]


def make_inputs(folder):
    (folder / "a.warc").write_bytes(warc(small_web(0, 4)))
    (folder / "b.warc").write_bytes(warc(small_web(2, 4)))
    (folder / "segments").mkdir()
    (folder / "visits.tsv").write_text("".join(
        f"http://www.h0.example/topic0/p{k}.html\thttp://www.h0.example/topic0/p{(k + 1) % 6}.html\t{k + 1}\n" for k in range(6)))
    seeded = random.Random(1)
    (folder / "lists.tsv").write_text("".join(
        f"list{k}\tf{seeded.randrange(6)}/p{seeded.randrange(8)}\n" for k in range(60) for _ in range(8)))
    (folder / "labels.tsv").write_text("".join(f"f{f}/p{p}\tfolder{f}\n" for f in range(6) for p in range(8)))


class Bench:
    def __init__(self, given, folder):
        self.bin = pathlib.Path(given.bin).resolve()
        self.library = str(pathlib.Path(given.library).resolve())
        self.folder = folder

    def run(self, words, folder, **fault):
        """The process when it has ended, with standard error as text."""
        program = "cut_store" if words[0] == "cut_store" else "cocite"
        arguments = [str(self.bin / program), *(words[1:] if program == "cut_store" else words)]
        temporary = folder.parent / (folder.name + ".tmp")
        temporary.mkdir(exist_ok=True)
        environment = {**os.environ, "TMPDIR": str(temporary)}
        if fault:
            environment.update({"LD_PRELOAD": self.library, **fault})
        return subprocess.run(arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace", timeout=240)

    def expect(self, words, folder):
        done = self.run(words, folder)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(words)}: exit {done.returncode}: {done.stderr}")

    def copy(self, source, name):
        target = self.folder / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.rmtree(str(target) + ".tmp", ignore_errors=True)
        shutil.copytree(source, target)
        return target


def differences(expected, found):
    """What of one folder is not in the other, or not the same, but for files that tell how long something took, or of such files."""
    told = []

    def tells_of_time(name):
        return name in ("report", "manifest", "eval.html") or name.startswith(("column-", "notes-percentiles-"))

    def walk(compared):
        told.extend(f"missing: {compared.left}/{name}" for name in compared.left_only)
        told.extend(f"left behind: {compared.right}/{name}" for name in compared.right_only)
        told.extend(f"differs: {compared.right}/{name}" for name in compared.common_files
                    if not tells_of_time(name) and
                    not filecmp.cmp(f"{compared.left}/{name}", f"{compared.right}/{name}", shallow=False))
        for inner in compared.subdirs.values():
            walk(inner)

    walk(filecmp.dircmp(expected, found, ignore=[], hide=[]))
    return told


def said(done):
    """The exit code, and what the program complained about."""
    return f"exit {done.returncode} " + " ".join(line for line in done.stderr.splitlines() if line.startswith("cocite: "))


def try_one(bench, case, before, after, fault, at, on=""):
    """What went wrong when operation `at` (on such files) did; empty: nothing."""
    folder = bench.copy(before, f"{case.name}-{fault}-{at}-{on.strip('/')}")
    troubles = []

    def blame(what):
        troubles.append(f"{case.name}, {fault} at {at}{' on ' + on if on else ''}: {what}")

    where = {"FILE_FAULT_ON": on} if on else {}
    broken = bench.run(case.words, folder, FILE_FAULT=fault, FILE_FAULT_AT=str(at), **where)
    if fault == "kill":
        if broken.returncode != -9:
            blame(f"was not killed: {said(broken)}")
    elif broken.returncode not in (0, 1):
        blame(said(broken))
    elif broken.returncode == 1 and "cocite: " not in broken.stderr:
        blame("fails without a message")
    if case.store and (folder / case.store).exists():
        checked = bench.run(["check", case.store], folder)
        if checked.returncode != 0:
            blame(f"the store is not sound: {said(checked)}")
    for path in before.iterdir():
        if path.is_file() and not (folder / path.name).exists():
            blame(f"{path.name} is gone")
    if broken.returncode == 0:
        for difference in differences(after, folder):
            # An empty lock file does no harm: the next command takes it over and removes it.
            if difference.startswith("left behind") and difference.endswith(".lock"):
                continue
            blame("says that all is done: " + difference.replace(str(bench.folder) + "/", ""))
    again = bench.run(case.words, folder)
    had_been_done = case.repeated is not None and case.repeated in again.stderr
    if again.returncode != 0 and not had_been_done:
        blame(f"cannot be repeated: {said(again)}")
    for difference in differences(after, folder):
        blame(difference.replace(str(bench.folder) + "/", "") + f" (the first run: {said(broken)})")
    if not troubles:
        shutil.rmtree(folder)
        shutil.rmtree(str(folder) + ".tmp", ignore_errors=True)
    return troubles


def try_case(bench, case, pool, inputs, every):
    before = bench.copy(inputs, case.name + "-before")
    for words in case.before:
        bench.expect(words, before)
    after = bench.copy(before, case.name + "-after")

    def count(on=""):
        """The number of operations (on such files) of the whole command, run once more in a folder of its own."""
        folder = bench.copy(before, case.name + "-count") if on else after
        count_file = bench.folder / (case.name + ".count")
        done = bench.run(case.words, folder, FILE_FAULT_COUNT=str(count_file), **({"FILE_FAULT_ON": on} if on else {}))
        if done.returncode != 0:
            raise AssertionError(f"{case.name}: undisturbed it exits with {done.returncode}: {done.stderr}")
        return int(count_file.read_text())

    operations = count()
    if operations == 0:
        return [f"{case.name}: writes nothing, so nothing was tried"], 0
    seeded = random.Random(case.name)
    everywhere = range(1, operations + 1)
    if every:
        tried = [(fault, at) for fault in every for at in everywhere]
    else:
        tried = [(fault, at) for fault, times in FAULTS.items() for at in seeded.sample(everywhere, min(times, operations))]
        tried.append(("EIO", seeded.choice(everywhere[-LAST:])))
        tried += [("EIO", at, on) for on in case.on for at in (1, seeded.randint(2, count(on)))]
    troubles = [trouble for found in pool.map(lambda one: try_one(bench, case, before, after, *one), tried) for trouble in found]
    print(f"{case.name}: {operations} operations, {len(tried)} faults tried, {len(troubles)} troubles", flush=True)
    return troubles, len(tried)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--keep", action="store_true", help="keep the folders")
    parser.add_argument("cases", nargs="*")
    given = parser.parse_args()
    unknown = set(given.cases) - {case.name for case in CASES}
    if unknown:
        parser.error(f"no such case: {', '.join(unknown)}")
    asked = os.environ.get("COCITE_FAULTS", "")
    every = list(FAULTS) if asked == "all" else [fault for fault in FAULTS if fault == asked]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cocite_faults_"))
    troubles = []
    try:
        inputs = folder / "inputs"
        inputs.mkdir()
        make_inputs(inputs)
        bench = Bench(given, folder)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for case in CASES:
                if not given.cases or case.name in given.cases:
                    troubles += try_case(bench, case, pool, inputs, every)[0]
    finally:
        if not given.keep:
            shutil.rmtree(folder)
    for trouble in troubles[:40]:
        print(trouble)
    sys.exit(1 if troubles else 0)


if __name__ == "__main__":
    main()
