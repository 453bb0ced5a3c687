#!/usr/bin/env python3
"""Cocitation of the same pages, by others and by Cocite.

    python3 -m venv peers && peers/bin/pip install numpy scipy igraph
    peers/bin/python bench/peers/related_peers.py [--pages N] [--least N] [--most N] [--ours build/bench/cocite] STORE

How many pages link to both? The first ten, for N pages with `least` to `most` parents, on one thread, in processor time. The
others are asked twice and timed the second time: the median. Cocite is asked with all parents and all their links, as the
others count (B and BF beyond all lists, no stoplist), through its command line: the mean over all pages, from a run with
each page 21 times less one with each page once, its printing included.
SQLite has both directions of the links as covering indexes, in memory; scipy multiplies sparse rows; igraph has
cocitation() of a page with all others. "differs" counts pages whose ten best scores are not Cocite's.
"""

import argparse
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

TOP = 10
REPEATS = 20


def read_links(ours, store):
    """(keys, sources, targets), pages numbered by key."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "links.tsv")
        subprocess.run([ours, "export", store, path, "--to", "links", "--quiet"], check=True)
        numbers, sources, targets = {}, [], []
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("#"):
                    continue
                names = line.rstrip("\n").split("\t")
                places = [numbers.setdefault(name, len(numbers)) for name in names if name]
                if len(places) == 2:
                    sources.append(places[0])
                    targets.append(places[1])
    keys = list(numbers)
    return keys, np.array(sources, dtype=np.int32), np.array(targets, dtype=np.int32)


def child_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(ask, pages):
    """The answers, and the median time of the second asking in ms."""
    answers, times = [], []
    for page in pages:
        ask(page)
        begin = time.process_time()
        answers.append(ask(page))
        times.append((time.process_time() - begin) * 1000)
    return answers, statistics.median(times)


def cocite(ours, store, names):
    def run(asked):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(asked) + "\n")
            file.flush()
            begin = child_seconds()
            out = subprocess.run([ours, "related", store, "--pages", file.name, "--by", "cocitation", "--B", "1000000000",
                                  "--BF", "1000000000", "--stoplist", "none", "--chop", "off", "--threads", "1",
                                  "--format", "tsv"], check=True, capture_output=True, text=True).stdout
            return out, child_seconds() - begin

    out, once = run(names)
    _, often = run(names * (REPEATS + 1))
    answers = []
    for line in out.splitlines():
        cells = line.split("\t")
        if line.startswith("# asked"):
            answers.append([])
        elif cells[0].isdigit():
            answers[-1].append(round(float(cells[1])))
    return answers, (often - once) / (REPEATS * len(names)) * 1000


def sqlite(sources, targets, pages):
    base = sqlite3.connect(":memory:")
    base.execute("create table links(source integer, target integer)")
    base.executemany("insert into links values(?, ?)", zip(sources.tolist(), targets.tolist()))
    base.execute("create index children on links(source, target)")
    base.execute("create index parents on links(target, source)")
    base.execute("analyze")
    query = ("select count(*) as both from links a join links b on b.source = a.source "
             f"where a.target = ?1 and b.target <> ?1 group by b.target order by both desc limit {TOP}")
    return timed(lambda page: [row[0] for row in base.execute(query, (page,))], pages)


def scipy(sources, targets, count, pages):
    from scipy import sparse

    ones = np.ones(len(sources), dtype=np.int32)
    out = sparse.csr_matrix((ones, (sources, targets)), shape=(count, count))
    back = out.T.tocsr()

    def ask(page):
        row = back[page] @ out
        scores = row.data[row.indices != page]
        most = min(TOP, len(scores))
        return np.sort(np.partition(scores, -most)[-most:])[::-1].tolist()

    return timed(ask, pages)


def igraph(sources, targets, count, pages):
    import igraph as ig

    graph = ig.Graph(n=count, edges=np.stack([sources, targets], axis=1), directed=True)

    def ask(page):
        scores = np.array(graph.cocitation([page])[0], dtype=np.int64)
        scores[page] = 0
        return [int(score) for score in np.sort(scores)[::-1][:TOP] if score > 0]

    return timed(ask, pages)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store")
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--least", type=int, default=200)
    parser.add_argument("--most", type=int, default=2000)
    parser.add_argument("--ours", default="build/bench/cocite")
    arguments = parser.parse_args()
    keys, sources, targets = read_links(arguments.ours, arguments.store)
    degrees = np.bincount(targets, minlength=len(keys))
    fitting = np.flatnonzero((degrees >= arguments.least) & (degrees <= arguments.most)).tolist()
    pages = random.Random(1).sample(fitting, min(arguments.pages, len(fitting)))
    print(f"{len(keys)} pages, {len(sources)} links; {len(pages)} pages with {arguments.least} to {arguments.most} parents")
    expected, ours = cocite(arguments.ours, arguments.store, [keys[page] for page in pages])
    print(f"{'':10} {'ms':>10} {'times':>8} {'differs':>8}")
    print(f"{'cocite':10} {ours:10.3f} {1:8.1f} {0:8}", flush=True)
    for name, peer in (("sqlite", lambda: sqlite(sources, targets, pages)),
                       ("scipy", lambda: scipy(sources, targets, len(keys), pages)),
                       ("igraph", lambda: igraph(sources, targets, len(keys), pages))):
        answers, ms = peer()
        different = sum(a != b for a, b in zip(answers, expected))
        print(f"{name:10} {ms:10.3f} {ms / ours:8.1f} {different:8}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
