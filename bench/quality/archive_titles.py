#!/usr/bin/env python3
"""The titles of the pages in a web archive, for `import --title`: page and title, with a tab between.

    bench/quality/archive_titles.py webkb.warc.gz > titles.tsv
    cocite import webkb.cocite links.tsv.gz --text text.tsv.gz --title titles.tsv

For sets that have links and texts as lists but no titles. Of each response that is HTML, the first <title>, with
references resolved and white space as one space; pages without one are left out.
"""

import gzip
import html
import re
import sys

TITLE = re.compile(rb"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)


def records(file):
    """Fields and body of each record."""
    while line := file.readline():
        if not line.startswith(b"WARC/"):
            continue
        fields = {}
        while (line := file.readline()).strip():
            name, _, value = line.partition(b":")
            fields[name.strip().lower()] = value.strip()
        yield fields, file.read(int(fields[b"content-length"]))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    seen = set()
    with gzip.open(sys.argv[1], "rb") as file:
        for fields, body in records(file):
            address = fields.get(b"warc-target-uri", b"").decode("utf-8", "replace")
            if fields.get(b"warc-type") != b"response" or address in seen:
                continue
            found = TITLE.search(body)
            title = html.unescape(found[1].decode("latin-1")) if found else ""
            title = " ".join(title.split())
            if title:
                seen.add(address)
                print(f"{address}\t{title}")


if __name__ == "__main__":
    main()
