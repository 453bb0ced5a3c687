#!/usr/bin/env python3
"""Titles for pages whose data has none: the last parts of their addresses, for `cocite import --title`.

    bench/quality/address_titles.py --parts 2 mdn/text.tsv.gz > titles.tsv

A page stands first on each line, with a tab behind it. --parts 1: `querySelector`; --parts 2: `Document: querySelector`, as MDN itself calls its
pages (a member after what it is a member of); the folder that has all pages, or a part that occurs twice, is left out.
"""

import argparse
import gzip
import sys
import urllib.parse


def title(address, parts, root):
    path = [part for part in urllib.parse.unquote(address).split("/")[3:] if part] if "://" in address else [address]
    names = [part.replace("_", " ") for part in path[len(root):]][-parts:] or path[-1:]
    return ": ".join(dict.fromkeys(names))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("pages", help="a file with a page at the beginning of each line, perhaps packed by gzip")
    options = parser.parse_args()
    opened = gzip.open if options.pages.endswith(".gz") else open
    with opened(options.pages, "rt", encoding="utf-8", errors="replace") as file:
        pages = list(dict.fromkeys(line.rstrip("\n").split("\t", 1)[0] for line in file))
    # What all addresses begin with says nothing.
    paths = [page.split("/")[3:-1] for page in pages if "://" in page]
    root = []
    for level in zip(*paths) if paths else []:
        if len(set(level)) > 1:
            break
        root.append(level[0])
    for page in pages:
        sys.stdout.write(f"{page}\t{title(page, options.parts, root)}\n")


if __name__ == "__main__":
    main()
