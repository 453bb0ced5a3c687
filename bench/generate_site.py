#!/usr/bin/env python3
"""A folder of HTML files from a list of links and texts, for figures about static sites.

    bench/generate_site.py --pages 10000 --out DIR LINKS.tsv.gz TEXT.tsv.gz

LINKS has a page and a page that it links to on each line, TEXT a page and its text, with tabs between. The first N
pages with a text become files; links to others are left out. Every page has the same menu. The title is the end of
the page's name. A home page links to every hundredth page.
"""

import argparse
import collections
import gzip
import html
import pathlib


def lines(name):
    with gzip.open(name, "rt", encoding="utf-8", errors="replace") as file:
        for line in file:
            yield line.rstrip("\n").split("\t")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("links")
    parser.add_argument("texts")
    options = parser.parse_args()
    texts = {}
    for row in lines(options.texts):
        if len(texts) == options.pages:
            break
        texts.setdefault(row[0], row[-1])
    files = {page: f"p/{number}.html" for number, page in enumerate(texts)}
    links = collections.defaultdict(list)
    for row in lines(options.links):
        if len(row) > 1 and row[0] in files and row[1] in files:
            links[row[0]].append(row[1])
    (options.out / "p").mkdir(parents=True, exist_ok=True)
    menu = '<nav><a href="/">Home</a> <a href="/p/0.html">First</a> The menu that all pages of this site have</nav>'

    def title(page):
        return html.escape(page.rstrip("/").rsplit("/", 1)[-1].replace("_", " "))

    for page, file in files.items():
        found = " ".join(f'<a href="/{files[other]}">{title(other)}</a>' for other in links[page])
        (options.out / file).write_text(
            f"<!doctype html><html lang=en><title>{title(page)} - Site</title>{menu}"
            f"<main><h1>{title(page)}</h1><p>{html.escape(texts[page])}</p><p>{found}</p></main></html>",
            encoding="utf-8")
    some = "".join(f'<li><a href="/{file}">{title(page)}</a></li>' for page, file in list(files.items())[::100])
    (options.out / "index.html").write_text(f"<!doctype html><html lang=en><title>Home - Site</title><ul>{some}</ul></html>")


if __name__ == "__main__":
    main()
