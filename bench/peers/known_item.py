#!/usr/bin/env python3
"""Known-item search: does a page come up for the words of its own title?

    bench/peers/known_item.py build/dev/cocite cpp.cocite --strip ' - cppreference.com'
    bench/peers/known_item.py build/dev/cocite cpp.cocite --strip ' - cppreference.com' --hidden anchors.cocite

For a sample of pages with a title, the query is the title without the site's name. Reports how many are among the first ten, and the mean
reciprocal rank within the first hundred, for `cocite search` and for SQLite's FTS5 (bm25, title and text as columns of the same weight
and with the title ten times as heavy) on the same pages and queries, any word may match. With Debian's python3-xapian also for Xapian (BM25, stems,
the title three times). --hidden: a store of the same pages without titles and texts (their HTML without <title>, imported with --no-text), to be
found by what links say alone.
"""

import argparse
import html
import pathlib
import random
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from asked_service import AskedService  # noqa: E402


def titled_pages(cocite, store):
    """(address, title) of every page with a title."""
    drawn = subprocess.run([cocite, "export", store, "-", "--to", "graphml", "--force"], check=True, capture_output=True, text=True).stdout
    for node in re.findall(r'<node id="[^"]*">(.*?)</node>', drawn, re.S):
        facts = dict(re.findall(r'<data key="([^"]*)">([^<]*)</data>', node))
        if facts.get("title"):
            yield html.unescape(facts["name"]), html.unescape(facts["title"])


def words_of(title, strip):
    return re.findall(r"\w+", title.replace(strip, ""))


def report(name, places):
    ten = sum(place is not None and place < 10 for place in places) / len(places)
    mean = sum(1 / (place + 1) for place in places if place is not None) / len(places)
    print(f"{name:24} in the first ten {ten:.3f}   mean reciprocal rank {mean:.3f}")


def place_of(url, urls):
    plain = [one.split("://")[-1] for one in urls]
    wanted = url.split("://")[-1]
    return plain.index(wanted) if wanted in plain else None


def places_by_cocite(service, sample, strip):
    places = []
    for url, title in sample:
        words = " ".join(words_of(title, strip))
        found = service.ask("/api/search", words=words, top=100, snippets="false")["items"]
        places.append(place_of(url, [item["url"] for item in found]))
    return places


def by_fts5(pages, texts, sample, strip):
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE pages USING fts5(url UNINDEXED, title, text, tokenize='porter unicode61')")
    for url, title in pages:
        database.execute("INSERT INTO pages VALUES (?, ?, ?)", (url, title, texts[url]))
    for name, weights in {"FTS5": "0, 1, 1", "FTS5, title 10": "0, 10, 1"}.items():
        places = []
        for url, title in sample:
            query = " OR ".join(f'"{word}"' for word in words_of(title, strip))
            rows = database.execute(f"SELECT url FROM pages WHERE pages MATCH ? ORDER BY bm25(pages, {weights}) LIMIT 100", (query,))
            places.append(place_of(url, [row[0] for row in rows]))
        report(name, places)


def by_xapian(pages, texts, sample, strip):
    try:
        import xapian
    except ImportError:
        print("Xapian: not here (Debian's python3-xapian)")
        return
    database = xapian.inmemory_open() if hasattr(xapian, "inmemory_open") else xapian.WritableDatabase("", xapian.DB_BACKEND_INMEMORY)
    generator = xapian.TermGenerator()
    generator.set_stemmer(xapian.Stem("english"))
    generator.set_stemming_strategy(xapian.TermGenerator.STEM_ALL)
    for url, title in pages:
        document = xapian.Document()
        document.set_data(url)
        generator.set_document(document)
        generator.index_text_without_positions(title, 3)
        generator.index_text_without_positions(texts[url])
        database.add_document(document)
    parser = xapian.QueryParser()
    parser.set_stemmer(xapian.Stem("english"))
    parser.set_stemming_strategy(xapian.QueryParser.STEM_ALL)
    parser.set_default_op(xapian.Query.OP_OR)
    places = []
    for url, title in sample:
        enquire = xapian.Enquire(database)
        enquire.set_query(parser.parse_query(" ".join(words_of(title, strip)), 0))
        places.append(place_of(url, [match.document.get_data().decode() for match in enquire.get_mset(0, 100)]))
    report("Xapian", places)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cocite")
    parser.add_argument("store")
    parser.add_argument("--strip", default="", help="what every title has")
    parser.add_argument("--sample", type=int, default=500)
    parser.add_argument("--hidden", help="a store of the same pages without titles and texts")
    arguments = parser.parse_args()
    pages = [page for page in titled_pages(arguments.cocite, arguments.store) if words_of(page[1], arguments.strip)]
    sample = random.Random(1).sample(pages, min(arguments.sample, len(pages)))
    if arguments.hidden:
        with AskedService(arguments.cocite, arguments.hidden) as service:
            report("cocite, links' words only", places_by_cocite(service, sample, arguments.strip))
        return
    with AskedService(arguments.cocite, arguments.store) as service:
        report("cocite", places_by_cocite(service, sample, arguments.strip))
        texts = {url: service.ask("/api/page", page=url)["text"] for url, _ in pages}
    by_fts5(pages, texts, sample, arguments.strip)
    by_xapian(pages, texts, sample, arguments.strip)


if __name__ == "__main__":
    main()
