#!/usr/bin/env python3
"""Pages with names and a link or two, for completion: as many as wanted, the same for the same seed.

    bench/generate_names.py --pages 10000000 --links links.tsv --titles titles.tsv TEXT.tsv.gz...

Titles are 2 to 8 words in a row of real texts (a page and its text on each line, with a tab between). Links go to few pages
often and to most never, so that some names are much more linked than others.
"""

import argparse
import gzip
import random


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--links", required=True)
    parser.add_argument("--titles", required=True)
    parser.add_argument("texts", nargs="+")
    options = parser.parse_args()
    draw = random.Random(options.seed).random
    words = []
    for name in options.texts:
        with gzip.open(name, "rt", encoding="utf-8", errors="replace") as file:
            for line in file:
                words += line.rstrip("\n").split("\t", 1)[-1].split()
    pages = options.pages
    with open(options.links, "w", encoding="utf-8") as links, open(options.titles, "w", encoding="utf-8") as titles:
        for page in range(pages):
            begin = int(draw() * (len(words) - 8))
            title = " ".join(words[begin : begin + 2 + int(draw() * 7)])
            titles.write(f"n{page}\t{title}\n")
            links.write(f"n{page}\tn{int(pages * draw() ** 4)}\n")


if __name__ == "__main__":
    main()
