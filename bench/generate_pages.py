#!/usr/bin/env python3
"""Pages of any number from the paragraphs of real ones, the same for the same seed.

    bench/generate_pages.py --pages 1000000 --out pages.tsv --queries queries.txt TEXT.tsv.gz...

A text file has a page and its text on each line, with a tab between. Texts are cut into paragraphs of 40 words; a page
has 3 to 15 of them, drawn at random, and a title of 2 to 6 words in a row of its first one. Written: page number, title,
text, with tabs between. Each of the queries is three different words of one paragraph.
"""

import argparse
import gzip
import random


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    parser.add_argument("--queries", required=True)
    parser.add_argument("texts", nargs="+")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    paragraphs = []
    for name in options.texts:
        with gzip.open(name, "rt", encoding="utf-8", errors="replace") as file:
            for line in file:
                words = line.rstrip("\n").split("\t", 1)[-1].split()
                paragraphs += [words[i : i + 40] for i in range(0, len(words), 40)]
    joined = [" ".join(paragraph) for paragraph in paragraphs]
    count = len(paragraphs)
    with open(options.out, "w", encoding="utf-8") as out:
        for page in range(options.pages):
            chosen = [int(draw.random() * count) for _ in range(draw.randint(3, 15))]
            first = paragraphs[chosen[0]]
            begin = draw.randrange(max(1, len(first) - 6))
            title = " ".join(first[begin : begin + draw.randint(2, 6)])
            text = " ".join(joined[i] for i in chosen)
            out.write(f"{page}\t{title}\t{text}\n")
    with open(options.queries, "w", encoding="utf-8") as out:
        written = 0
        while written < 1000:
            words = sorted({word for word in draw.choice(paragraphs) if word.isalpha() and len(word) > 2})
            if len(words) < 3:
                continue
            out.write(" ".join(draw.sample(words, 3)) + "\n")
            written += 1


if __name__ == "__main__":
    main()
