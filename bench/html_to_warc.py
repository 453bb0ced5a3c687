#!/usr/bin/env python3
"""A tree of HTML files as the archive that a crawler of them would have written.

    bench/html_to_warc.py /usr/share/cppreference/doc/html https://en.cppreference.com/ cpp.warc.gz

One record and one gzip member for each *.html file, in order of their paths.
"""

import pathlib
import sys
import zlib


def record(url, body):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n")
    return head.encode() + http + b"\r\n\r\n"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    root, base, output = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    total = 0
    with open(output, "wb") as file:
        for path in sorted(root.rglob("*.html")):
            text = record(base + path.relative_to(root).as_posix(), path.read_bytes())
            packer = zlib.compressobj(6, zlib.DEFLATED, 31)
            file.write(packer.compress(text) + packer.flush())
            total += len(text)
    print(f"{total:,} bytes of records")


if __name__ == "__main__":
    main()
