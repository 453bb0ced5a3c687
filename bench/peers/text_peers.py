#!/usr/bin/env python3
"""The same pages and queries for tantivy, SQLite FTS5, Xapian and Cocite: making the index, and the first ten answers.

    python3 -m venv peers && peers/bin/pip install tantivy
    bench/generate_pages.py --pages 200000 --out pages.tsv --queries queries.txt TEXT.tsv.gz...
    peers/bin/python bench/peers/text_peers.py --ours build/bench/bench/text_bench [--xapian ./xapian_peer] \
        [--only tantivy,fts5] pages.tsv queries.txt FOLDER

Title and text are two fields, stemmed as English where the program can; any of the three words may match; one thread. Times
are of the processor, in the process that asks. Each set of queries is asked twice, the second time counts. --xapian: the
program of bench/peers/xapian_peer.cc (g++ -O2 xapian_peer.cc -lxapian). Indexes are made in FOLDER where they are not there yet.
--fts5-queries: FTS5 reads all pages that have any of the words, so it may be asked fewer of the queries, the first ones; "the same"
is what Cocite takes for these. Xapian's index may be made in parts and put together by xapian-compact (docs/performance.md).
"""

import argparse
import os
import pathlib
import re
import sqlite3
import statistics
import subprocess
import time


def pages(name):
    with open(name, encoding="utf-8") as file:
        for line in file:
            page, title, text = line.rstrip("\n").split("\t", 2)
            yield int(page), title, text


def size(path):
    path = pathlib.Path(path)
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def ask(queries, search):
    for query in queries:
        search(query)
    times = []
    for query in queries:
        before = time.thread_time()
        search(query)
        times.append(time.thread_time() - before)
    return times


def tantivy_peer(options, queries):
    import tantivy

    folder = pathlib.Path(options.folder) / "tantivy"
    schema = tantivy.SchemaBuilder()
    schema.add_integer_field("page", stored=True, fast=True)
    schema.add_text_field("title", tokenizer_name="en_stem", index_option="freq")
    schema.add_text_field("text", tokenizer_name="en_stem", index_option="freq")
    schema = schema.build()
    seconds = None
    if not folder.exists():
        folder.mkdir(parents=True)
        index = tantivy.Index(schema, path=str(folder))
        before = time.process_time()
        writer = index.writer(500_000_000, 1)
        for page, title, text in pages(options.pages):
            writer.add_document(tantivy.Document(page=page, title=[title], text=[text]))
        writer.commit()
        writer.wait_merging_threads()
        seconds = time.process_time() - before
    index = tantivy.Index.open(str(folder))
    searcher = index.searcher()
    print(f"tantivy: {searcher.num_segments} segments")
    return seconds, size(folder), ask(
        queries, lambda query: searcher.search(index.parse_query(query, ["title", "text"]), 10).hits
    )


def fts5_peer(options, queries):
    path = pathlib.Path(options.folder) / "fts5.db"
    seconds = None
    fresh = not path.exists()
    database = sqlite3.connect(path)
    if fresh:
        before = time.process_time()
        database.execute("pragma journal_mode=off")
        database.execute("pragma synchronous=off")
        database.execute("create virtual table words using fts5(title, text, content='', tokenize='porter unicode61', detail=column)")
        with database:
            database.executemany("insert into words(rowid, title, text) values (?, ?, ?)", pages(options.pages))
            database.execute("insert into words(words) values ('optimize')")
        seconds = time.process_time() - before

    def search(query):
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        return database.execute(
            "select rowid, bm25(words, 3.0, 1.0) as score from words where words match ? order by score limit 10", (words,)
        ).fetchall()

    return seconds, size(path), ask(queries, search)


def program(command, queries_name):
    """A program that prints seconds of making (or -), MB, and then seconds of each query, a line each."""
    lines = subprocess.run([*command], check=True, capture_output=True, text=True).stdout.split()
    seconds = None if lines[0] == "-" else float(lines[0])
    return seconds, float(lines[1]), [float(value) for value in lines[2:]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", required=True)
    parser.add_argument("--xapian")
    parser.add_argument("--only", default="tantivy,fts5,xapian,cocite")
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--fts5-queries", type=int, default=1000)
    parser.add_argument("pages")
    parser.add_argument("queries_file")
    parser.add_argument("folder")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    with open(options.queries_file, encoding="utf-8") as file:
        queries = [line.strip() for line in file][: options.queries]
    text_mb = sum(len(title.encode()) + len(text.encode()) for _, title, text in pages(options.pages)) / 1e6
    print(f"{text_mb:.0f} MB of text, {len(queries)} queries, microseconds of processor")
    print("program   MB/s   index MB   of text   median    mean    99 %")
    only = options.only.split(",")
    rows = {
        "tantivy": lambda: tantivy_peer(options, queries),
        "fts5": lambda: fts5_peer(options, queries[: options.fts5_queries]),
        "xapian": lambda: program([options.xapian, options.pages, options.queries_file, options.folder + "/xapian"], queries),
        "cocite": lambda: program(
            [options.ours, "peer", options.pages, options.queries_file, options.folder + "/cocite"], queries
        ),
    }
    for name, run in rows.items():
        if name not in only or (name == "xapian" and not options.xapian):
            continue
        seconds, megabytes, times = run()
        times = [1e6 * value for value in times[: options.queries]]
        if name == "cocite":
            print(f"cocite, the same {options.fts5_queries}: median {statistics.median(times[: options.fts5_queries]):.0f}")
        times.sort()
        speed = "-" if seconds is None else f"{text_mb / seconds:.1f}"
        print(
            f"{name:9s} {speed:>5s} {megabytes:10.0f} {100 * megabytes / text_mb:8.1f}% {statistics.median(times):8.0f}"
            f" {statistics.mean(times):7.0f} {times[int(0.99 * (len(times) - 1))]:7.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
