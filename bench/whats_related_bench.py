#!/usr/bin/env python3
"""What one /api/whats-related costs the service: processor time and waiting time by request.

    bench/whats_related_bench.py COCITE STORE [--pages 200] [--seed 1]

Pages are drawn at random among the parents and children of the most linked page and of each other, and some of the most
linked ones come first. All are asked once before anything is measured, so that files are in memory; answers are
not taken from the service's cache (another `top`). Processor time is that of the whole service, by /proc.
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cocite")
    parser.add_argument("store")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--start", action="append", default=[], help="a page to begin with (default: by in-degree)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    starts = options.start
    if not starts:
        ranked = subprocess.run([options.cocite, "rank", options.store, "--by", "indegree", "--top", "20", "--format", "json", "-q"],
                                check=True, capture_output=True, text=True).stdout
        starts = [row["key"] for row in json.loads(ranked)[:20]]
    with AskedService(options.cocite, options.store) as service:
        wait_until_ready(service)
        pages = list(starts)
        while len(pages) < options.pages:
            seed = random.choice(pages)
            links = service.ask("/api/links", page=seed, top=50, **({"in": "true"} if random.random() < 0.5 else {}))["items"]
            pages += [row["key"] for row in random.sample(links, min(5, len(links)))]
        pages = pages[:options.pages]
        for top in (9, 10):
            waits = []
            failed = 0
            before = busy(service.process.pid)
            for page in pages:
                begin = time.perf_counter()
                try:
                    service.ask("/api/whats-related", page=page, top=top)
                except urllib.error.HTTPError:
                    failed += 1
                waits.append((time.perf_counter() - begin) * 1000)
            spent = (busy(service.process.pid) - before) * 1000 / len(pages)
            waits.sort()
            print(f"{'once before' if top == 9 else 'measured'}: {spent:.2f} ms of processor time a request; waiting: median "
                  f"{statistics.median(waits):.1f}, p95 {waits[int(len(waits) * 0.95)]:.1f}, most {waits[-1]:.1f} ms; "
                  f"{len(pages)} pages, {failed} refused", flush=True)


if __name__ == "__main__":
    main()
