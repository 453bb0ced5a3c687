#!/usr/bin/env python3
"""Reading crawls on one core: Cocite's parser, as a task of Spark runs it, against warcio with links found in Python.

    PYTHONPATH=build/dev/python bench/spark/parse_speed.py crawl.warc.gz [crawl.wat.gz ...]

The other way is that of cc-pyspark's jobs: warcio's ArchiveIterator over the records; of WARC, links by lxml if it is installed, else by html.parser;
of WAT, json.loads and the Links of its HTML-Metadata; urljoin each. It makes no keys, which Cocite does. Both ways read only, and then once more write Parquet by pyarrow, packed by zstd: the
other way what its jobs write, the addresses of both ends of each link (s, t); Cocite what `cocite-spark links` writes: keys, dates, places and anchors of links, titles and texts of pages, aliases, and what
`store` reads; and, as nearest to the other way, what it writes with --no-text --no-anchors. Seconds of processor time, the best of --repeat, the ways in turn; one process, one file after the other.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from html.parser import HTMLParser
from urllib.parse import urljoin


class Links(HTMLParser):
    def __init__(self, base, found):
        super().__init__(convert_charrefs=True)
        self.base, self.found = base, found

    def handle_starttag(self, tag, attrs):
        if tag in ("a", "area", "base"):
            for name, value in attrs:
                if name == "href" and value:
                    join(self.base, value, self.found)


def join(base, href, found):
    try:
        found.append((base, urljoin(base, href)))
    except ValueError:
        pass


def python_links(path):
    """(s, t) of each link."""
    from warcio.archiveiterator import ArchiveIterator

    try:
        from lxml import html as lxml_html
    except ImportError:
        lxml_html = None
    links = []
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream):
            url = record.rec_headers.get_header("WARC-Target-URI") or ""
            if record.rec_type == "response":
                if "html" not in (record.http_headers.get_header("Content-Type") or "" if record.http_headers else ""):
                    continue
                body = record.content_stream().read()
                if lxml_html is not None:
                    try:
                        page = lxml_html.document_fromstring(body)
                    except Exception:  # what lxml calls no document
                        continue
                    for _, name, href, _ in page.iterlinks():
                        if name == "href":
                            join(url, href, links)
                else:
                    Links(url, links).feed(body.decode("utf-8", "replace"))
            elif record.rec_type == "metadata":
                try:
                    told = json.loads(record.content_stream().read())
                    found = told["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"].get("Links", [])
                except (ValueError, KeyError, TypeError):
                    continue
                for link in found:
                    if link.get("path", "").startswith("A@") and link.get("url"):
                        join(url, link["url"], links)
    return links


def python_reads(path):
    return len(python_links(path))


def python_writes(path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    links = python_links(path)
    with tempfile.TemporaryDirectory() as out:
        columns = zip(*([text.encode("utf-8", "replace").decode() for text in link] for link in links))  # lone surrogates are no text
        table = pa.table({name: pa.array(column, pa.string()) for name, column in zip(("s", "t"), columns)})
        pq.write_table(table, os.path.join(out, "links.parquet"), compression="zstd")
    return len(links)


def cocite_writes(path, **options):
    from cocite.spark.links import read_input

    with tempfile.TemporaryDirectory() as out:
        read_input(0, os.path.abspath(path), out, "", options)
        with open(os.path.join(out, "done", "00000000.json"), encoding="utf-8") as file:
            return json.load(file)["links_read"]


def cocite_writes_links(path):
    return cocite_writes(path, keep_text=False, keep_anchors=False)


def cocite_reads(path):
    from cocite.spark.parse import Parser

    parser = Parser(path)
    for _ in parser:
        pass
    return parser.counts["links_read"]


def make_wat(warc, path):
    """What a WAT of this WARC says of its links, for where there is none."""
    from lxml import html as lxml_html
    from warcio.archiveiterator import ArchiveIterator
    from warcio.warcwriter import WARCWriter
    import io

    with open(warc, "rb") as stream, open(path, "wb") as out:
        writer = WARCWriter(out, gzip=True)
        for record in ArchiveIterator(stream):
            if record.rec_type != "response":
                continue
            try:
                page = lxml_html.document_fromstring(record.content_stream().read())
            except Exception:  # what lxml calls no document
                continue
            links = [{"path": "A@/href", "url": one.get("href"), "text": (one.text or "")[:100]} for one in page.iter("a") if one.get("href")]
            told = {"Head": {"Title": page.findtext(".//title") or ""}, "Links": links}
            head = {"Response-Message": {"Status": "200", "Version": "HTTP/1.0", "Reason": "OK"}, "Headers": {"Content-Type": "text/html"}, "HTML-Metadata": told}
            url = record.rec_headers.get_header("WARC-Target-URI")
            header = {"WARC-Type": "response", "WARC-Target-URI": url, "WARC-Date": record.rec_headers.get_header("WARC-Date")}
            envelope = {"WARC-Header-Metadata": header, "Payload-Metadata": {"Actual-Content-Type": "application/http; msgtype=response", "HTTP-Response-Metadata": head}}
            payload = json.dumps({"Container": {"Filename": os.path.basename(warc), "Compressed": True}, "Envelope": envelope}).encode()
            writer.write_record(writer.create_warc_record(url, "metadata", payload=io.BytesIO(payload), warc_content_type="application/json", warc_headers_dict={"WARC-Date": header["WARC-Date"]}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--make-wat", default="", metavar="FILE", help="make a WAT of the first input there, and read it, too")
    asked = parser.parse_args()
    if asked.make_wat:
        make_wat(asked.inputs[0], asked.make_wat)
        asked.inputs.append(asked.make_wat)
    for path in asked.inputs:
        size = os.path.getsize(path)
        best = {}
        ways = {"python, reading": python_reads, "cocite, reading": cocite_reads, "python, Parquet": python_writes, "cocite, Parquet": cocite_writes, "cocite, links": cocite_writes_links}
        for way in ways.values():
            way(path)  # what is imported once is not counted
        for _ in range(asked.repeat):
            for name, way in ways.items():
                begin = time.process_time()
                links = way(path)
                spent = time.process_time() - begin
                best[name] = min(best.get(name, (float("inf"), 0)), (spent, links))
        for name, (seconds, links) in best.items():
            print(f"{os.path.basename(path)}  {name:15} {seconds:8.2f} s, {size / 1e6 / seconds:7.1f} MB/s as packed, {links} links")
        pairs = (("reading", "reading", "both only reading"), ("Parquet", "Parquet", "both with Parquet"), ("Parquet", "links", "with Parquet, Cocite without texts and anchors"), ("reading", "Parquet", "Parquet by Cocite only"))
        for one, other, what in pairs:
            print(f"{os.path.basename(path)}  {best[f'python, {one}'][0] / best[f'cocite, {other}'][0]:5.1f} times: {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
