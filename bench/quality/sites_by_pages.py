#!/usr/bin/env python3
"""Similar sites by the related pages of a site's most linked pages, beside those of the graph of sites: to be looked at.

    bench/quality/sites_by_pages.py COCITE STORE eff.org nytimes.com …

A prototype. Of each of the five most linked pages of the site the first 30 related pages on other sites are asked for; a site gets the best
score that one of its pages has, times the links to the page asked about, summed.
"""

import argparse
import collections
import json
import subprocess


def ask(cocite, *arguments):
    done = subprocess.run([cocite, *arguments, "--format", "json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {"items": []}


def site_of(key):
    """The last two parts of the host's name, three of countries that have such: near enough for a look."""
    parts = key.split(")")[0].split(":")[0].split(",")
    return ".".join(reversed(parts[:3 if len(parts[0]) == 2 and len(parts) > 2 and len(parts[1]) <= 3 else 2]))


def by_pages(cocite, store, site):
    pages = sorted(ask(cocite, "site", store, site, "--top", "8")["items"], key=lambda row: -row["in_links"])[:5]
    sums = collections.Counter()
    for page in pages:
        best = {}
        for item in ask(cocite, "related", store, page["page"], "--same-site", "drop", "--top", "30")["items"]:
            name = site_of(item["key"])
            best[name] = max(best.get(name, 0), item["score"])
        for name, score in best.items():
            sums[name] += score * page["in_links"]
    sums.pop(site, None)
    return [name for name, _ in sums.most_common(6)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cocite")
    parser.add_argument("store")
    parser.add_argument("sites", nargs="+")
    options = parser.parse_args()
    print("| site | graph of sites | by its pages |\n|---|---|---|")
    for site in options.sites:
        found = ask(options.cocite, "similar-sites", options.store, site, "--top", "6")["items"]
        print(f"| {site} | {' '.join(item['site'] for item in found)} | {' '.join(by_pages(options.cocite, options.store, site))} |", flush=True)


if __name__ == "__main__":
    main()
