#!/usr/bin/env python3
"""The same questions to cocite, NetworkX, igraph, and to a compressed graph that is walked page by page in Python, as pyccwebgraph does it.

    bench/peers/python_peers.py links.tsv.gz [--pages 200]

Questions: which ten pages are cited together with a page most often (for --pages pages); PageRank of all pages; how long it takes to get there from
a list of links. One run, CPU seconds, the best of --repeats. The ten largest counts of each page are compared: those of cocite, NetworkX and igraph with
those of the walk. None of them counts a link from a page to itself.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import random
import resource
import tempfile
import time

import cocite


def timed(name, call, rows, repeats=1):
    least = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        value = call()
        least = min(least, time.process_time() - begin)
    rows.append((name, least, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024))
    return value


def count(parents, children, page):
    """Common parents of a page and each other one."""
    found = collections.Counter()
    for parent in parents(page):
        found.update(children(parent))
    del found[page]
    return found


def best_counts(found):
    return [number for _, number in found.most_common(10)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("links")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    best_of = options.repeats
    with (gzip.open if options.links.endswith(".gz") else open)(options.links, "rt", encoding="utf-8") as file:
        links = [tuple(line.rstrip("\n").split("\t")[:2]) for line in file if "\t" in line]
    links = [link for link in links if link[0] != link[1]]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        store = timed("cocite: from_links", lambda: cocite.from_links(links, folder + "/w.cocite", names="opaque", index=False, progress=False), rows)
        graph = store.graph
        degrees = graph.in_degrees()
        pages = [i for i in range(len(store)) if degrees[i] >= 2]
        pages = random.Random(1).sample(pages, min(options.pages, len(pages)))
        keys = [graph.key(page) for page in pages]
        table = timed(f"cocite: related_many, {len(keys)} pages", lambda: store.related_many(keys, by="cocitation", top=10, B=1_000_000, BF=1_000_000, stoplist="none", progress=False), rows, best_of)
        timed("cocite: pagerank", lambda: store.rank("pagerank", top=10, progress=False), rows, best_of)
        walked = timed(f"page by page: cocitation, {len(pages)} pages", lambda: [count(lambda p: graph.into(p).tolist(), lambda p: graph.out(p).tolist(), page) for page in pages], rows, best_of)

        import networkx

        nx = timed("NetworkX: graph", lambda: networkx.DiGraph(links), rows)
        nx_found = timed(f"NetworkX: cocitation, {len(pages)} pages", lambda: [count(nx.predecessors, nx.successors, key) for key in keys], rows, best_of)
        timed("NetworkX: pagerank", lambda: networkx.pagerank(nx), rows, best_of)

        import igraph

        ig = timed("igraph: graph", lambda: igraph.Graph.TupleList(links, directed=True).simplify(), rows)
        place = {name: i for i, name in enumerate(ig.vs["name"])}
        ig_found = timed(f"igraph: cocitation, {len(pages)} pages", lambda: [count(ig.predecessors, ig.successors, place[key]) for key in keys], rows, best_of)
        timed("igraph: pagerank", lambda: ig.pagerank(), rows, best_of)
    wanted = [best_counts(found) for found in walked]
    own = table.to_dict()
    lists = collections.defaultdict(list)
    for page, score in zip(own["page"], own["score"]):
        lists[page].append(score)
    print(f"{len(links):,} links; the ten largest counts are those of the walk, by number of {len(pages)} pages:")
    for name, given in [("cocite", [lists[key] for key in keys]), ("NetworkX", map(best_counts, nx_found)), ("igraph", map(best_counts, ig_found))]:
        print(f"{name}\t{sum(a == b for a, b in zip(given, wanted))}")
    for name, seconds, memory in rows:
        print(f"{name}\t{seconds:.3f} s\t{memory} MB so far")


if __name__ == "__main__":
    main()
