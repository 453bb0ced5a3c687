#!/usr/bin/env python3
"""The same links out of the same WARC files, by others and by Cocite, on one core.

    python3 -m venv peers && peers/bin/pip install fastwarc resiliparse warcio lxml beautifulsoup4 brotli
    cmake --preset bench && cmake --build build/bench --target warc_links
    peers/bin/python bench/peers/warc_peers.py [--slow] [--ours build/bench/bench/warc_links] FILE...

Everybody unpacks the file, decodes each HTTP response that is an HTML page, and takes its title and the href and
text of every <a> and <area> in order. "cocite import" is what an import does beside: resolve the addresses, make
page keys of them, keep the first 1000 words. Time is that of the processor, the best of three runs; how many times
slower is against "cocite". --slow adds warcio with BeautifulSoup, which needs minutes.
"""

import argparse
import subprocess
import time

CODINGS = {}
HTML = ("text/html", "application/xhtml+xml")


def is_html(content_type):
    return content_type is not None and content_type.split(";")[0].strip().lower() in HTML


def resiliparse(path):
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def read(auto_decode):
        with open(path, "rb") as file:
            yield from ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True,
                                       auto_decode=auto_decode)

    def parse(auto_decode):
        pages = links = 0
        for record in read(auto_decode):
            if record.http_headers is None or record.http_headers.status_code != 200:
                continue
            if not is_html(record.http_headers.get("Content-Type")):
                continue
            body = record.reader.read()
            tree = HTMLTree.parse_from_bytes(body, record.http_charset or detect_encoding(body))
            pages += 1
            _ = tree.title
            for element in tree.document.query_selector_all("a[href], area[href]"):
                if element.getattr("href") is not None and element.text is not None:
                    links += 1
        return pages, links

    # It stops at codings that are not what they say; that it does is found out once, before the time is taken.
    if path not in CODINGS:
        CODINGS[path] = "all"
        try:
            parse("all")
        except OSError:
            CODINGS[path] = "none"
    return parse(CODINGS[path])


def warcio_bodies(path):
    from warcio.archiveiterator import ArchiveIterator

    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type != "response" or record.http_headers is None:
                continue
            if record.http_headers.get_statuscode() != "200":
                continue
            if is_html(record.http_headers.get_header("Content-Type")):
                yield record.content_stream().read()


def lxml(path):
    import lxml.html

    pages = links = 0
    for body in warcio_bodies(path):
        pages += 1
        if not body.strip():
            continue
        try:
            tree = lxml.html.document_fromstring(body)
        except (lxml.etree.ParserError, ValueError):
            continue
        tree.findtext(".//title")
        for element in tree.iter("a", "area"):
            if element.get("href") is not None:
                element.text_content()
                links += 1
    return pages, links


def soup(path):
    import warnings

    import bs4

    warnings.simplefilter("ignore")
    pages = links = 0
    for body in warcio_bodies(path):
        tree = bs4.BeautifulSoup(body, "lxml")
        pages += 1
        _ = tree.title
        for element in tree.find_all(["a", "area"], href=True):
            element.get_text()
            links += 1
    return pages, links


def ours(program, path, *options):
    out = subprocess.run([program, *options, path], check=True, capture_output=True, text=True).stdout
    names, values = (line.split("\t") for line in out.splitlines())
    row = dict(zip(names, values))
    return int(row["pages"]), int(row["hrefs"]), float(row["seconds"]), float(row["MB"])


def timed(read, path, runs):
    best = None
    if runs > 1:
        read(path)
    for _ in range(runs):
        begin = time.process_time()
        pages, links = read(path)
        took = time.process_time() - begin
        best = took if best is None else min(best, took)
    return pages, links, best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", default="build/bench/bench/warc_links")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    peers = [("FastWARC + Resiliparse", resiliparse, 3), ("warcio + lxml", lxml, 1)]
    if arguments.slow:
        peers.append(("warcio + BeautifulSoup", soup, 1))
    print("file\twho\tpages\tlinks\tseconds\tMB/s\ttimes_slower")
    for path in arguments.files:
        for name, options in (("cocite import", []), ("cocite", ["--as-written"])):
            mine = min((ours(arguments.ours, path, *options) for _ in range(3)), key=lambda run: run[2])
            megabytes = mine[3]
            print(f"{path}\t{name}\t{mine[0]}\t{mine[1]}\t{mine[2]:.3f}\t{megabytes / mine[2]:.1f}\t-", flush=True)
        for name, read, runs in peers:
            pages, links, took = timed(read, path, runs)
            print(f"{path}\t{name}\t{pages}\t{links}\t{took:.3f}\t{megabytes / took:.1f}\t{took / mine[2]:.1f}", flush=True)


if __name__ == "__main__":
    main()
