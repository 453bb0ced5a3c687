"""What the tests of cocite crawl have in common: a folder, webs on loopback addresses, and the program."""

import argparse
import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

from running_service import wait_for
from test_web import TestWeb


class Given:
    """What the command line says."""
    bin = "."
    kills = 10


def cocite(*words, check=True, **options):
    done = subprocess.run([os.path.join(Given.bin, "cocite"), *words], text=True, capture_output=True, timeout=500, **options)
    if check and done.returncode != 0:
        raise AssertionError(f"{words}: {done.stderr}")
    return done


def whole_records(folder):
    """[(fields, block)] of all records in the archive of a crawl; every byte of it belongs to one."""
    found = []
    for path in sorted(glob.glob(f"{folder}/archive/*.warc.gz")):
        text = gzip.open(path).read()
        at = 0
        while at < len(text):
            assert text[at:at + 10] == b"WARC/1.1\r\n", text[at:at + 50]
            end = text.index(b"\r\n\r\n", at) + 4
            fields = {k.lower(): v.strip() for k, _, v in
                      (line.partition(":") for line in text[at:end].decode().split("\r\n")[1:])}
            at = end + int(fields["content-length"])
            assert text[at:at + 4] == b"\r\n\r\n"
            found.append((fields, text[end:at]))
            at += 4
    return found


def archived(folder):
    """The addresses of answers that are whole in the archive of a crawl that may be at work, or was killed."""
    found = []
    for path in glob.glob(f"{folder}/archive/*.warc.gz"):
        with open(path, "rb") as file:
            left = file.read()
        while left:
            member = zlib.decompressobj(31)
            try:
                text = member.decompress(left)
            except zlib.error:
                break
            if not member.eof:
                break
            if b"\r\nWARC-Type: metadata\r\n" in text:
                found.append(re.search(rb"\r\nWARC-Target-URI: ([^\r]*)", text)[1].decode())
            left = member.unused_data
    return found


def next_second():
    """What happens from here on has a later date: those of HTTP have seconds."""
    now = int(time.time())
    wait_for(lambda: int(time.time()) > now)


def records(folder):
    """[(type, url)] of all records."""
    return [(fields["warc-type"], fields.get("warc-target-uri", "")) for fields, _ in whole_records(folder)]


class CrawlCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="cocite_crawl_")
        self.out = os.path.join(self.folder, "out")
        self.webs = []

    def tearDown(self):
        for web in self.webs:
            web.stop()
        shutil.rmtree(self.folder)

    def web(self, **options):
        web = TestWeb(**options)
        web.start()
        self.webs.append(web)
        return web

    def reach(self, web):
        return ["--allow-private", "--connect-to", f"::127.0.0.1:{web.port}", "--delay", "0", "--quiet"]

    def command(self, web, *words, delay="0.002"):
        return ["crawl", web.url(0), "--any-host", "--contact", "test@example.org", "--delay", delay, "--allow-private",
                "--connect-to", f"::127.0.0.1:{web.port}", "--out", self.out, "--quiet", "--max-page-bytes", "1M", *words]

    def certificate(self, name):
        """(certificate, key): files of a host that signed its own."""
        key, certificate = os.path.join(self.folder, "key.pem"), os.path.join(self.folder, "ca.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                        "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"], check=True,
                       capture_output=True)
        return certificate, key

    def import_crawl(self, folder=None):
        store = os.path.join(self.folder, "web.cocite")
        cocite("import", store, *glob.glob(f"{folder or self.out}/archive/*.warc.gz"), "--quiet")
        return store


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default=".")
    parser.add_argument("--kills", type=int, default=10)
    arguments, rest = parser.parse_known_args()
    Given.bin, Given.kills = arguments.bin, arguments.kills
    unittest.main(module="__main__", argv=[sys.argv[0], *rest])
