#!/usr/bin/env python3
"""Topic drift: do the best authorities around a query belong to what was asked for?

    bench/quality/topic_drift.py build/dev/cocite wikispeedia.cocite labels.tsv.gz

The query is the name of a category; counted is the share of the first ten pages that are in it, for each way of ranking, as the mean over
categories with an interval of 95 % (2000 resamples of categories), and how much each differs from plain HITS.
"""

import gzip
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from asked_service import AskedService  # noqa: E402

WAYS = {"text": {"rank": "text"},
        "indegree": {"rank": "indegree"},
        "HITS": {"rank": "hits-authority"},
        "imp": {"rank": "imp-authority"},
        "HITS, anchors": {"rank": "hits-authority", "edges": "anchors"},
        "HITS, prune": {"rank": "hits-authority", "content": "prune"},
        "HITS, regulate": {"rank": "hits-authority", "content": "regulate"},
        "imp, regulate": {"rank": "imp-authority", "content": "regulate"}}


def interval(numbers):
    chance = random.Random(1)
    means = sorted(sum(chance.choices(numbers, k=len(numbers))) / len(numbers) for _ in range(2000))
    return means[50], means[1949]


def main():
    cocite, store, labels = sys.argv[1:4]
    members = {}
    with gzip.open(labels, "rt", encoding="utf-8") as file:
        for line in file:
            page, label = line.rstrip("\n").split("\t")[:2]
            members.setdefault(label, set()).add(page)
    shares = {way: [] for way in WAYS}
    with AskedService(cocite, store) as service:
        for label, pages in sorted(members.items()):
            # "Science.Biology.Birds": the words of the last part.
            words = " ".join(re.findall("[A-Za-z]+", re.split(r"[./]", label)[-1]))
            for way, options in WAYS.items():
                found = service.ask("/api/search", words=words, top=10, snippets="false", **options)["items"]
                shares[way].append(sum(item["key"] in pages for item in found) / 10)
    print(f"{len(members)} categories")
    for way, numbers in shares.items():
        low, high = interval(numbers)
        differences = [a - b for a, b in zip(numbers, shares["HITS"])]
        least, most = interval(differences)
        print(f"{way:16} {sum(numbers) / len(numbers):.3f} [{low:.3f}, {high:.3f}]   against HITS "
              f"{sum(differences) / len(differences):+.3f} [{least:+.3f}, {most:+.3f}]")


if __name__ == "__main__":
    main()
