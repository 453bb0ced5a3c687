#!/usr/bin/env python3
"""How good are answers about three pages of one label? Asks a running service, prints nDCG@10.

    cocite serve web.cocite --listen 127.0.0.1:8099 &
    bench/quality/several_pages.py http://127.0.0.1:8099 labels.tsv.gz queries.txt [--by blend] [--sample 300]

Each query page stands with two others of its label (those with the smallest hash of both names). An answer is good if
it has the label. Pages without a label are skipped, as by 'cocite eval --labels'.
"""

import argparse
import gzip
import hashlib
import json
import math
import urllib.parse
import urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("service")
parser.add_argument("labels")
parser.add_argument("queries")
parser.add_argument("--by", default="blend")
parser.add_argument("--sample", type=int, default=300)
parser.add_argument("--pages", type=int, default=3)
options = parser.parse_args()


def hashed(*names: str) -> bytes:
    return hashlib.sha256("\t".join(names).encode()).digest()


label_of: dict[str, str] = {}
with gzip.open(options.labels, "rt") as file:
    for line in file:
        page, label = line.rstrip("\n").split("\t")[:2]
        label_of[page] = label
with open(options.queries) as file:
    queries = [line.strip() for line in file if line.strip() in label_of]
queries = sorted(queries, key=hashed)[: options.sample]
pages_of: dict[str, list[str]] = {}
for page, label in label_of.items():
    pages_of.setdefault(label, []).append(page)


def ask(pages: list[str]) -> list[str]:
    query = urllib.parse.urlencode([("page", page) for page in pages] + [("by", options.by), ("top", "100")])
    try:
        with urllib.request.urlopen(f"{options.service}/api/related?{query}") as answer:
            return [item["url"] or item["key"] for item in json.load(answer)["items"]]
    except urllib.error.HTTPError:
        return []


def plain(url: str) -> str:
    return url.removeprefix("http://").removeprefix("https://").rstrip("/")


known = {plain(page): label for page, label in label_of.items()}
total = 0.0
asked = 0
for page in queries:
    others = sorted((other for other in pages_of[label_of[page]] if other != page), key=lambda o: hashed(page, o))
    together = [page, *others[: options.pages - 1]]
    if len(together) < options.pages:
        continue
    asked += 1
    answers = [plain(url) for url in ask(together)]
    judged = [known[url] == label_of[page] for url in answers if url in known][:10]
    good = len(pages_of[label_of[page]]) - len(together)
    best = sum(1 / math.log2(i + 2) for i in range(min(10, good)))
    if best > 0:
        total += sum(1 / math.log2(i + 2) for i, is_good in enumerate(judged) if is_good) / best
print(f"{options.by}\t{asked} query pages\tnDCG@10 {total / max(asked, 1):.3f}")
