#!/usr/bin/env python3
"""`cocite scope` against a small implementation of its own, on random webs: scope, verdict, links and spread of all pages and hosts.

    bench/peers/scope_check.py COCITE [WEBS]

Half of the webs have a table of regions of the user. Prints how many answers were compared, and those that differ; fails if any does.
"""

import collections
import math
import random
import subprocess
import sys
import tempfile

COUNTRIES = {"de": ("Europe", "Germany"), "fr": ("Europe", "France"), "it": ("Europe", "Italy"), "us": ("Americas", "United States"),
             "edu": ("Americas", "United States"), "gov": ("Americas", "United States"), "ca": ("Americas", "Canada"), "br": ("Americas", "Brazil"),
             "jp": ("Asia", "Japan"), "cn": ("Asia", "China"), "au": ("Oceania", "Australia"), "za": ("Africa", "South Africa"),
             "com": None, "io": None, "org": None, "tv": None}
TABLE = {"s1.de": "Europe/Germany/Bavaria", "s2.de": "Europe/Germany/Hesse", "s3.com": "Asia/Japan/Kansai", "www.s4.io": "Europe/Italy"}


def host_of(url):
    return url.split("/")[2]


def region_of(host, table):
    fitting = [suffix for suffix in table if host == suffix or host.endswith("." + suffix)]
    if fitting:
        return tuple(table[max(fitting, key=len)].split("/"))
    return COUNTRIES[host.rsplit(".", 1)[1]]


def count_regions(hosts, table):
    """Hosts of each region and of all that it lies in; () is the world."""
    counts = collections.Counter()
    for host in hosts:
        region = region_of(host, table)
        if region:
            counts.update(region[:depth] for depth in range(len(region) + 1))
    return counts


def spread_of(links, hosts, within, kind):
    children = [one for one in hosts if len(one) == len(within) + 1 and one[:-1] == within]
    power = {one: links[one] / hosts[one] for one in children}
    total = sum(power.values())
    if len(children) < 2:
        return power, total, 0
    if kind == "cosine":
        norm = math.sqrt(sum(links[one] ** 2 for one in children) * sum(hosts[one] ** 2 for one in children))
        return power, total, sum(links[one] * hosts[one] for one in children) / norm if norm else 0
    return power, total, -sum(p / total * math.log(p / total) for p in power.values() if p) / math.log(len(children)) if total else 0


def scope_of(host, linking, hosts, table, kind):
    site = host.split(".")[-2:]
    links = count_regions({one for one in linking if one.split(".")[-2:] != site}, table)
    if links[()] < 5:
        return None, "too little evidence", links[()], None
    scope = ()
    while True:
        power, total, spread = spread_of(links, hosts, scope, kind)
        best = max(power, key=power.get, default=None)
        if spread >= 0.5 or not total or power[best] < 0.7 * total:
            break
        scope = best
    verdict = ("global", "continental", "national")[len(scope)] if len(scope) < 3 else scope[-1]
    return scope[-1] if scope else "World", verdict, links[()], spread


def random_links(chance):
    ends = chance.sample(list(COUNTRIES), chance.randint(3, len(COUNTRIES)))
    hosts = sorted({f"{chance.choice(['www', 'a', 'b'])}.s{chance.randint(0, 40)}.{chance.choice(ends)}" for _ in range(120)})
    links = set()
    for target in [f"http://{host}/p{i}" for host in chance.sample(hosts, 12) for i in range(2)]:
        end = chance.choice(ends)
        sources = [host for host in hosts if host.endswith("." + end)] if chance.random() < 0.5 else hosts
        links |= {(f"http://{chance.choice(sources)}/{chance.randint(0, 1)}", target) for _ in range(chance.randint(3, 60)) if sources}
    return sorted(links)


def check(cocite, seed, folder):
    links = random_links(random.Random(seed))
    table = TABLE if seed % 2 else {}
    for name, rows in (("links", links), ("table", table.items())):
        with open(f"{folder}/{name}.tsv", "w", encoding="utf-8") as file:
            file.writelines(f"{one}\t{other}\n" for one, other in rows)
    store = f"{folder}/web{seed}.cocite"
    subprocess.run([cocite, "import", store, f"{folder}/links.tsv", "--no-index", "--no-prepare", "--quiet"], check=True, capture_output=True)
    hosts = count_regions({host_of(url) for link in links for url in link}, table)
    compared = wrong = 0
    for kind in ("entropy", "cosine"):
        for of in ("pages", "hosts"):
            words = [cocite, "scope", store, "--all", "--of", of, "--format", "tsv", "--quiet"]
            words += ["--spread", "cosine"] if kind == "cosine" else []
            words += ["--regions", f"{folder}/table.tsv"] if table else []
            answer = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            for line in answer.split("\n\n")[0].splitlines()[1:]:
                page, scope, verdict, count, _, spread = line.split("\t")[:6]
                if of == "pages":
                    key, path = page.split(")")
                    host = ".".join(reversed(key.split(",")))
                    linking = {host_of(source) for source, target in links if target == f"http://{host}{path}"}
                else:
                    host, linking = page, {host_of(source) for source, target in links if host_of(target) == page}
                ours = scope_of(host, linking, hosts, table, kind)
                compared += 1
                if (verdict, int(count)) != ours[1:3] or (ours[0] and (scope.split("/")[-1] != ours[0] or abs(float(spread) - ours[3]) > 1e-9)):
                    wrong += 1
                    print(f"web {seed}, {kind}: {line}; expected {ours}")
    return compared, wrong


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        results = [check(sys.argv[1], seed, folder) for seed in range(int(sys.argv[2]) if len(sys.argv) == 3 else 10)]
    print(f"{sum(one for one, _ in results)} compared, {sum(other for _, other in results)} differ")
    sys.exit(any(other for _, other in results))


if __name__ == "__main__":
    main()
