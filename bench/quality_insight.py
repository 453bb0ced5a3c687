#!/usr/bin/env python3
"""How well mirrors are found, and how near samples are to uniform: the figures of docs/quality.md.

    bench/quality_insight.py mirrors COCITE links.tsv.gz      planted copies of 50 hosts of a crawl
    bench/quality_insight.py samples COCITE STORE...          distances of walks to uniform, by deciles of in-links

`mirrors`: 50 hosts with at least 3 pages that have links are copied under other names, with 0, 10 or 30 % of the pages missing or
changed (all their links replaced), half of each; every pair reported that has a copy in it and is not a planted one counts against precision.
`samples`: pages are cut into ten parts of about equal size by in-degree; the distance is the chi-square distance of the parts' shares
in a sample of 1000 pages to the true ones, the mean of ten seeds. STEPS="--steps 300000" in the environment makes walks longer.
"""

import collections
import gzip
import os
import random
import subprocess
import sys
import tempfile

STEPS = os.environ.get("STEPS", "").split()


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
    for share in (0, 10, 30):
        chance = random.Random(share)
        chosen = chance.sample(hosts, min(50, len(hosts)))
        planted = set()
        extra = []
        for place, host in enumerate(chosen):
            copy = f"copy{place}.mirror-{place}.example"
            planted.add(frozenset((host, copy)))
            for page, targets in by_host[host].items():
                fate = chance.random() * 100
                if fate < share / 2:
                    continue
                if fate < share:
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
        print(f"{share} % missing or changed: recall {right / len(planted):.3f}, precision {right / max(1, len(with_copy)):.3f}"
              f" ({len(found)} pairs, {len(with_copy)} with a copy)")


def samples(cocite, stores):
    for store in stores:
        with tempfile.TemporaryDirectory() as folder:
            degrees = {}
            with open(folder + "/ranks.tsv", "w", encoding="utf-8") as file:
                subprocess.run([cocite, "rank", store, "--by", "indegree", "--all", "--format", "tsv", "--quiet"], check=True, stdout=file)
            with open(folder + "/ranks.tsv", encoding="utf-8") as file:
                next(file)
                for line in file:
                    _, score, key = line.rstrip("\n").split("\t")[:3]
                    degrees[key] = float(score)
            counts = collections.Counter(degrees.values())
            part, seen, part_of = 0, 0, {}
            for degree in sorted(counts):
                part_of[degree] = min(9, int(10 * seen / len(degrees)))
                seen += counts[degree]
            truth = collections.Counter(part_of[degree] for degree in degrees.values())
            for name, words in (("walk alone", ["--correct", "none"]), ("1/visits", ["--correct", "visits"]),
                                ("1/PageRank", ["--correct", "pagerank"]), ("uniform", ["--uniform"])):
                total = 0.0
                for seed in range(10):
                    table = run(cocite, "sample", store, "--pages", "1000", *STEPS, "--seed", str(seed), "--format", "tsv", "--quiet", *words)
                    drawn = [line.split("\t")[0] for line in table.splitlines()[1:]]
                    shares = collections.Counter(part_of[degrees[key]] for key in drawn)
                    for one, count in truth.items():
                        q = count / len(degrees)
                        total += (shares[one] / len(drawn) - q) ** 2 / q
                print(f"{os.path.basename(store)}\t{name}\t{total / 10:.4f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in ("mirrors", "samples"):
        sys.exit(__doc__)
    if sys.argv[1] == "mirrors":
        mirrors(sys.argv[2], sys.argv[3])
    else:
        samples(sys.argv[2], sys.argv[3:])
