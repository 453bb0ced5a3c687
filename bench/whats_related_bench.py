#!/usr/bin/env python3
"""What one /api/whats-related costs the service: processor time and waiting time by request.

    bench/whats_related_bench.py COCITE STORE [--pages 100] [--seed 1] [--warm 0]

Three kinds of pages: drawn among all pages alike (random), by the links to them, as people who follow links come to them (linked), and the
most linked ones (popular). Each is asked twice: for the first time since the service was started, and again (with another
`top`, so that the answer is not in the service's cache). `--warm N`: N requests before anything is measured, after which a service has
unpacked what pays. Processor time is that of the whole service, by /proc. Parts: without sites, and without reasons.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import time
import urllib.error
import urllib.request

from asked_service import AskedService

TICKS = os.sysconf("SC_CLK_TCK")


def busy(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def wait_until_ready(service):
    """A large store takes a while to be opened."""
    for _ in range(600):
        try:
            urllib.request.urlopen(service.base + "/readyz").close()
            return
        except urllib.error.HTTPError:
            time.sleep(0.5)
    raise RuntimeError("the service was not ready within five minutes")


def draw_pages(cocite, store, count, seed):
    """kind -> pages. Reads the in-degree of every page."""
    draw = random.Random(seed)
    info = json.loads(subprocess.run([cocite, "info", store, "--format", "json"], check=True, capture_output=True, text=True).stdout)
    numbers = set(draw.sample(range(info["pages"]), min(count, info["pages"])))
    marks = sorted(draw.randrange(info["links"]) for _ in range(count))
    kinds = {"random": [], "linked": [], "popular": []}
    ranked = subprocess.Popen([cocite, "rank", store, "--by", "indegree", "--all", "--format", "tsv", "-q"], stdout=subprocess.PIPE, text=True)
    links = 0
    number = 0
    for line in ranked.stdout:
        if line.startswith(("#", "rank\t")):
            continue
        _, score, key = line.rstrip("\n").split("\t")[:3]
        if number < count:
            kinds["popular"].append(key)
        if number in numbers:
            kinds["random"].append(key)
        links += int(float(score))
        if marks and marks[0] < links:
            kinds["linked"].append(key)
            while marks and marks[0] < links:
                marks.pop(0)
        number += 1
    ranked.wait()
    return kinds


def measure(service, name, pages, **parameters):
    waits = []
    failed = 0
    before = busy(service.process.pid)
    for page in pages:
        begin = time.perf_counter()
        try:
            service.ask("/api/whats-related", page=page, **parameters)
        except urllib.error.HTTPError:
            failed += 1
        waits.append((time.perf_counter() - begin) * 1000)
    spent = (busy(service.process.pid) - before) * 1000 / len(pages)
    waits.sort()
    print(f"{name}: {spent:.1f} ms of processor time a request; waiting: median {statistics.median(waits):.1f}, "
          f"p95 {waits[int(len(waits) * 0.95)]:.1f}, p99 {waits[int(len(waits) * 0.99)]:.1f}, most {waits[-1]:.1f} ms; "
          f"{len(pages)} pages, {failed} refused", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cocite")
    parser.add_argument("store")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--drawn", help="a file for the pages that were drawn: read where it is there, else written")
    parser.add_argument("--warm", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.drawn and os.path.exists(options.drawn):
        with open(options.drawn) as file:
            kinds = json.load(file)
    else:
        kinds = draw_pages(options.cocite, options.store, options.pages, options.seed)
        if options.drawn:
            with open(options.drawn, "w") as file:
                json.dump(kinds, file)
    with AskedService(options.cocite, options.store) as service:
        wait_until_ready(service)
        everybody = [page for pages in kinds.values() for page in pages]
        for number in range(options.warm):
            service.ask("/api/whats-related", page=everybody[number % len(everybody)], top=3, why=number // len(everybody))
        for kind, pages in kinds.items():
            measure(service, f"{kind}, first time", pages, top=9)
            measure(service, f"{kind}, again", pages, top=10)
            measure(service, f"{kind}, without sites", pages, top=10, sites=0)
            measure(service, f"{kind}, without sites and reasons", pages, top=10, sites=0, why=0)


if __name__ == "__main__":
    main()
