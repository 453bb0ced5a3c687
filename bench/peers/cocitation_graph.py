#!/usr/bin/env python3
"""The co-citation graph beside igraph's cocitation() and bibcoupling().

    bench/peers/cocitation_graph.py check COCITE                              the same numbers on small random graphs
    bench/peers/cocitation_graph.py time COCITE STORE LINKS [--batches 3]     processor time: all of the graph, and a hundredth by igraph

Needs igraph (PyPI). LINKS: the same graph as cnr-2000.graph-txt.gz has it, children by page. igraph answers with rows as wide as the graph,
8.5 GB of doubles for a hundredth of cnr-2000, so it is asked for 100 pages at a time; a hundredth is as many batches as needed, of which some are measured.
"""

import argparse
import collections
import gzip
import random
import resource
import subprocess
import sys
import tempfile
import time

import igraph


def check(cocite, rounds=40):
    for seed in range(rounds):
        chance = random.Random(seed)
        size = chance.randrange(5, 60)
        links = {(chance.randrange(size), chance.randrange(size)) for _ in range(chance.randrange(1, 6 * size))}
        links = sorted((a, b) for a, b in links if a != b)
        if not links:
            continue
        graph = igraph.Graph(n=size, edges=links, directed=True)
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/links.tsv", "w", encoding="utf-8") as file:
                file.writelines(f"p{a:03}\tp{b:03}\n" for a, b in links)
            subprocess.run([cocite, "import", folder + "/web.cocite", folder + "/links.tsv", "--names", "opaque", "--quiet"], check=True)
            for kind, matrix in (("cocitation", graph.cocitation()), ("coupling", graph.bibcoupling())):
                for least in (1, 2):
                    table = subprocess.run([cocite, "export", folder + "/web.cocite", "-", "--to", "links", "--graph", kind, "--min", str(least), "--quiet"],
                                           check=True, capture_output=True, text=True).stdout
                    found = collections.Counter()
                    for line in table.splitlines():
                        words = line.split("\t")
                        if len(words) == 3:
                            one, other = sorted(int(word[1:]) for word in words[:2])
                            found[one, other] = int(float(words[2]))
                    expected = {(i, j): int(matrix[i][j]) for i in range(size) for j in range(i + 1, size) if matrix[i][j] >= least}
                    if dict(found) != expected:
                        sys.exit(f"seed {seed}, {kind}, min {least}: {dict(found)} is not {expected}")
    print(f"{rounds} random graphs: the same numbers for co-citation and coupling")


def measure(options):
    with tempfile.TemporaryDirectory() as folder:
        for least in (2, 1):
            begin = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([options.cocite, "export", options.store, f"{folder}/{least}.tsv", "--graph", "cocitation", "--min", str(least), "--quiet"], check=True)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            with open(f"{folder}/{least}.tsv", "rb") as file:
                edges = sum(1 for _ in file)
            print(f"cocite, whole graph, at least {least} in common: {edges} edges, {end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime:.1f} s"
                  f" of processor time, at most {end.ru_maxrss // 1024} MB", flush=True)
    edges = []
    with (gzip.open if options.links.endswith(".gz") else open)(options.links, "rt", encoding="ascii") as file:
        size = int(next(file))
        for page, line in enumerate(file):
            edges += [(page, int(child)) for child in line.split()]
    graph = igraph.Graph(n=size, edges=edges, directed=True)
    del edges
    batches = -(-size // 100 // 100)
    chosen = random.Random(1).sample(range(size), 100 * options.batches)
    begin = time.process_time()
    for batch in range(options.batches):
        graph.cocitation(chosen[100 * batch : 100 * (batch + 1)])
    spent = time.process_time() - begin
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"igraph {igraph.__version__}, 100 pages: {spent / options.batches:.1f} s of processor time, at most {memory} MB; a hundredth,"
          f" {batches} times that: {spent / options.batches * batches:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("check", "time"))
    parser.add_argument("cocite")
    parser.add_argument("store", nargs="?")
    parser.add_argument("links", nargs="?")
    parser.add_argument("--batches", type=int, default=3)
    options = parser.parse_args()
    if options.what == "check":
        check(options.cocite)
    else:
        measure(options)


if __name__ == "__main__":
    main()
