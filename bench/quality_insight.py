#!/usr/bin/env python3
"""How well mirrors are found: the figures of docs/quality.md. Samples have a script of their own, quality_samples.py.

    bench/quality_insight.py mirrors COCITE links.tsv.gz      planted copies of 50 hosts of a crawl

50 hosts with at least 3 pages that have links are copied under other names, with 0, 10 or 30 % of the pages missing or changed (all their
links replaced), half of each, and once with 30 % missing and 30 % of the rest changed; every pair reported that has a copy in it and is not a
planted one counts against precision.
"""

import collections
import gzip
import random
import subprocess
import sys
import tempfile


def read_links(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", errors="replace") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]


def host_of(url):
    rest = url.split("://", 1)[-1]
    return rest.split("/", 1)[0]


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def mirrors(cocite, path):
    links = [line for line in read_links(path) if len(line) == 2]
    by_host = collections.defaultdict(lambda: collections.defaultdict(list))
    for source, target in links:
        by_host[host_of(source)][source].append(target)
    hosts = sorted(host for host, pages in by_host.items() if len(pages) >= 3)
    for missing, changed in ((0, 0), (5, 5), (15, 15), (30, 21)):
        chance = random.Random(missing + changed)
        chosen = chance.sample(hosts, min(50, len(hosts)))
        planted = set()
        extra = []
        for place, host in enumerate(chosen):
            copy = f"copy{place}.mirror-{place}.example"
            planted.add(frozenset((host, copy)))
            for page, targets in by_host[host].items():
                fate = chance.random() * 100
                if fate < missing:
                    continue
                if fate < missing + changed:
                    targets = [f"http://elsewhere{chance.randrange(10**6)}.example/" for _ in targets]
                for target in targets:
                    here = page.replace(host, copy, 1)
                    there = target.replace(host, copy, 1) if host_of(target) == host else target
                    extra.append((here, there))
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/links.tsv", "w", encoding="utf-8") as file:
                for source, target in links + extra:
                    file.write(f"{source}\t{target}\n")
            run(cocite, "import", folder + "/web.cocite", folder + "/links.tsv", "--no-index", "--no-prepare", "--quiet")
            table = run(cocite, "mirrors", folder + "/web.cocite", "--format", "tsv", "--quiet").splitlines()[1:]
        found = {frozenset(line.split("\t")[2:4]) for line in table}
        with_copy = {pair for pair in found if any(".mirror-" in host for host in pair)}
        right = len(found & planted)
        print(f"{missing} % missing, {changed} % changed: recall {right / len(planted):.3f}, precision {right / max(1, len(with_copy)):.3f}"
              f" ({len(found)} pairs, {len(with_copy)} with a copy)")


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] != "mirrors":
        sys.exit(__doc__)
    mirrors(sys.argv[2], sys.argv[3])
