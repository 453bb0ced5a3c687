#!/usr/bin/env python3
"""What Python costs above C++, and how fast the graph and many pages come over.

    bench/python_bench.py --calls build/release/bench/call_cost --program build/release/cocite \\
        --store web.cocite --page www.example.com --bvgraph cnr-2000.graph

Run it with a Python that has cocite (and numpy, scipy) installed. Times are of CPU, the best of several runs; the machine should do
nothing else. --bvgraph is imported into a temporary folder.
"""

from __future__ import annotations

import argparse
import pathlib
import resource
import subprocess
import tempfile
import time

import cocite


def best(call, repeats=5, number=1, clock=time.thread_time):
    found = float("inf")
    for _ in range(repeats):
        begin = clock()
        for _ in range(number):
            call()
        found = min(found, (clock() - begin) / number)
    return found


def calls(options, store):
    shown = subprocess.run([options.calls, options.store, options.page], capture_output=True, text=True, check=True).stdout
    native = {name: float(ns) for name, ns in (line.split("\t") for line in shown.splitlines())}
    page = options.page
    asked = {
        "page": (lambda: store.page(page), lambda: store.page(page).in_links, 20000),
        "links": (lambda: store.links(page, top=3), lambda: store.links(page, top=3).items, 20000),
        "complete": (lambda: store.complete("www.", top=3), lambda: store.complete("www.", top=3).items, 20000),
        "related": (lambda: store.related(page, by="cocitation", top=3), lambda: store.related(page, by="cocitation", top=3).items, 2000),
    }
    print("call\tC++ us\tPython us\tabove us\twith fields read, above us")
    for name, (ask, read, number) in asked.items():
        called, looked = best(ask, number=number) * 1e6, best(read, number=number) * 1e6
        base = native[name] / 1e3
        print(f"{name}\t{base:.2f}\t{called:.2f}\t{called - base:.2f}\t{looked - base:.2f}")


def many(options, store):
    starts = store.graph.out_degrees()
    keys = [key for key, degree in zip(store.keys, starts) if degree][: options.pages]
    while len(keys) < options.pages:
        keys += keys[: options.pages - len(keys)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(keys) + "\n")
        file.flush()
        run = [options.program, "related", options.store, "--pages", file.name, "--by", options.by, "--top", "10", "--format", "tsv", "--threads", str(options.threads), "-q"]

        def program():
            subprocess.run(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

        def package():
            store.related_many(keys, by=options.by, top=10, threads=options.threads, progress=False)

        package()
        ours = best(package, 3, clock=time.process_time)
        found = float("inf")
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            program()
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            found = min(found, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    print(f"related_many of {len(keys)} pages by {options.by}: {ours:.2f} s of CPU; cocite related --pages: {found:.2f} s; {ours / found - 1:+.1%}")


def graph(options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "cnr.cocite"
        cocite.import_store(path, options.bvgraph, index=False, prepare=False, progress=False)
        store = cocite.open(path)
        store.graph.to_scipy()
        for name, call in [("to_numpy()", store.graph.to_numpy), ("to_scipy()", store.graph.to_scipy), ("keys", lambda: cocite.open(path).keys)]:
            print(f"{name} of {store.graph.links:,} links: {best(call, 5, clock=time.perf_counter):.3f} s, {best(call, 5, clock=time.process_time):.3f} s of CPU")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", help="the program call_cost")
    parser.add_argument("--program", help="the program cocite")
    parser.add_argument("--store")
    parser.add_argument("--page")
    parser.add_argument("--bvgraph", help="the .graph file of cnr-2000")
    parser.add_argument("--pages", type=int, default=10000)
    parser.add_argument("--by", default="cocitation")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    if options.store:
        store = cocite.open(options.store)
        if options.calls:
            calls(options, store)
        if options.program:
            many(options, store)
    if options.bvgraph:
        graph(options)


if __name__ == "__main__":
    main()
