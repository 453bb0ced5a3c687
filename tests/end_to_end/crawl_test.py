#!/usr/bin/env python3
"""cocite crawl against a web of our own on 127.0.0.1: what is fetched, how politely, and what is left after a kill.

    crawl_test.py --bin build/dev [--kills 10] [Class.test_name...]

Nothing leaves the machine: every name is connected to 127.0.0.1.
"""

import argparse
import collections
import glob
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from test_web import TestWeb

BIN = "."
KILLS = 10


def cocite(*words, check=True, **options):
    done = subprocess.run([os.path.join(BIN, "cocite"), *words], text=True, capture_output=True, timeout=120, **options)
    if check and done.returncode != 0:
        raise AssertionError(f"{words}: {done.stderr}")
    return done


def records(folder):
    """[(type, url)] of all records, each unpacked as a gzip member of its own."""
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
            at += 4
            found.append((fields["warc-type"], fields.get("warc-target-uri", "")))
    return found


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

    def command(self, web, *words, delay="0.002"):
        return ["crawl", web.url(0), "--any-host", "--contact", "test@example.org", "--delay", delay, "--allow-private",
                "--connect-to", f"::127.0.0.1:{web.port}", "--out", self.out, "--quiet", "--max-page-bytes", "1M", *words]


class Fetches(CrawlCase):
    def test_all_that_may_be_fetched_once_and_politely(self):
        web = self.web(pages=300, hosts=6, robots={"h1.test": 404, "h2.test": 500, "h3.test": "User-agent: Cocite\n"
                                                   "Disallow: /p/*3.html$\nUser-agent: *\nDisallow: /\n"})
        cocite(*self.command(web, "--order", "indegree", "--timeout", "5"))
        asked = collections.Counter((one.host, one.path) for one in web.log)
        # Only what fails or refuses is asked for again.
        again = {path for (_, path), count in asked.items() if count > 1}
        self.assertLessEqual(again, {"/broken", "/garbage", "/short", "/busy", "/robots.txt"})
        self.assertEqual(max(one.open_to_host for one in web.log), 1)
        for one in web.log:
            self.assertIn("Cocite/", one.agent)
            self.assertIn("test@example.org", one.agent)
            if one.path == "/robots.txt":
                continue
            self.assertFalse(one.path.startswith("/private"))
            self.assertNotEqual(one.host, "h2.test", "its robots.txt could not be had")
            self.assertFalse(one.host == "h3.test" and one.path.endswith("3.html"))
        # What can be reached without going through what is forbidden.
        may = lambda page: web.host_of(page) != "h2.test" and not (page % 6 == 3 and page % 10 == 3)
        reached, todo = {0}, [0]
        while todo:
            for page in web.links[todo.pop()]:
                if page not in reached and may(page):
                    reached.add(page)
                    todo.append(page)
        fetched = {int(one.path[3:-5]) for one in web.log if one.path.startswith("/p/")}
        self.assertEqual(fetched, reached)
        paths = {one.path for one in web.log}
        for found in ("slow", "chunked", "gzip", "huge", "copy"):
            self.assertIn(f"/found-in-{found}", paths)
        self.assertIn("/found-when-free", paths)
        self.assertIn("/after-landing", paths)
        self.assertNotIn("/not-followed", paths)
        self.assertNotIn("/image.gif", paths)
        self.assertLess(len([p for p in paths if p.startswith(("/calendar", "/deep", "/counter"))]), 60)
        # Retry-After: a second from the refusal to the next request.
        busy = [one for one in web.log if one.path == "/busy"]
        for first, second in zip(busy, busy[1:]):
            self.assertGreaterEqual(second.start - first.end, 0.95)

    def test_the_archive_gives_the_same_graph(self):
        web = self.web(pages=200, hosts=4, special=False)
        cocite(*self.command(web, delay="0"))
        types = collections.Counter(kind for kind, _ in records(self.out))
        self.assertEqual(types["response"], 200 + 4)
        self.assertEqual(types["request"], types["response"])
        self.assertEqual(types["metadata"], types["response"])
        store = os.path.join(self.folder, "web.cocite")
        cocite("import", store, *glob.glob(f"{self.out}/archive/*.warc.gz"), "--quiet")
        for page in range(0, 200, 17):
            listed = cocite("links", store, web.url(page), "--format", "tsv").stdout.splitlines()[1:]
            expected = []
            for target in web.links[page]:
                key = f"test,h{target % 4})/p/{target}.html"
                if target != page and key not in expected:
                    expected.append(key)
            self.assertEqual([line.split("\t")[1] for line in listed], expected)
        with open(f"{self.out}/indexes/index.cdxj") as file:
            lines = file.read().splitlines()
        self.assertEqual(lines, sorted(lines))
        self.assertEqual(len(lines), 204)
        entry = json.loads(lines[-1].split(" ", 2)[2])
        with open(f"{self.out}/archive/{entry['filename']}", "rb") as file:
            file.seek(int(entry["offset"]))
            member = gzip.decompress(file.read(int(entry["length"])))
        self.assertIn(entry["url"].encode(), member)

    def test_delays_are_kept_to_within_five_percent(self):
        web = self.web(pages=40, hosts=2, special=False, robots={"h1.test": "User-agent: *\nCrawl-delay: 0.4\n"})
        cocite(*self.command(web, "--max-time", "12", delay="0.2"))
        for host, delay in (("h0.test", 0.2), ("h1.test", 0.4)):
            asked = [one for one in web.log if one.host == host]
            pauses = [b.start - a.end for a, b in zip(asked, asked[1:])][1:]
            self.assertGreaterEqual(min(pauses), delay * 0.95)
            self.assertLessEqual(sorted(pauses)[len(pauses) // 2], delay * 1.05)
        self.assertGreater(len(web.log), 40)

    def test_a_copy_is_a_revisit_and_still_has_its_links(self):
        web = self.web(pages=1, hosts=1)
        cocite(*self.command(web, delay="0"))
        kinds = dict((url, kind) for kind, url in records(self.out) if kind in ("response", "revisit"))
        self.assertEqual(sorted(kinds[f"http://h0.test/copy-{n}"] for n in ("one", "two")), ["response", "revisit"])
        store = os.path.join(self.folder, "web.cocite")
        cocite("import", store, *glob.glob(f"{self.out}/archive/*.warc.gz"), "--quiet")
        for name in ("one", "two"):
            self.assertIn("found-in-copy", cocite("links", store, f"h0.test/copy-{name}").stdout)

    def test_a_certificate_is_checked(self):
        key, certificate = os.path.join(self.folder, "key.pem"), os.path.join(self.folder, "ca.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                        "-days", "2", "-subj", "/CN=h0.test", "-addext", "subjectAltName=DNS:h0.test"], check=True,
                       capture_output=True)
        web = self.web(pages=1, hosts=1, special=False, certificate=(certificate, key))
        words = ["crawl", "https://h0.test/p/0.html", "--allow-private", "--connect-to", f"::127.0.0.1:{web.tls_port}",
                 "--delay", "0", "--quiet", "--max-time", "10"]
        refused = cocite(*words, "--out", self.out)
        self.assertIn("bad certificate", refused.stdout)
        self.assertEqual(web.log, [])
        done = cocite(*words, "--out", self.out + "2", "--ca-file", certificate)
        self.assertIn("status 200: 1", done.stdout)
        self.assertEqual([one.path for one in web.log], ["/robots.txt", "/p/0.html"])


class Refuses(CrawlCase):
    def test_private_addresses_and_missing_contacts(self):
        web = self.web(pages=1, hosts=1, special=False)
        done = cocite("crawl", "http://h0.test/p/0.html", "--connect-to", f"::127.0.0.1:{web.port}", "--out", self.out,
                      "--quiet", "--delay", "0")
        self.assertIn("private address", done.stdout)
        self.assertEqual(web.log, [])
        done = cocite("crawl", "http://h0.test/", "--any-host", "--out", self.out, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--contact", done.stderr)
        done = cocite("crawl", "http://h0.test/", check=False)
        self.assertEqual(done.returncode, 2)
        done = cocite("crawl", "--out", self.out + "3", check=False)
        self.assertIn("give seeds", done.stderr)


class AroundACrawl(CrawlCase):
    def test_verify_learns_what_is_gone(self):
        web = self.web(pages=2, hosts=1)
        reach = ["--allow-private", "--connect-to", f"::127.0.0.1:{web.port}", "--delay", "0", "--quiet"]
        store = os.path.join(self.folder, "web.cocite")
        links = os.path.join(self.folder, "links.tsv")
        with open(links, "w") as file:
            file.write("".join(f"http://h0.test/p/0.html\thttp://h0.test{path}\n" for path in
                               ("/gone", "/p/1.html", "/redirect/0", "/private/x")))
        cocite("import", store, links, "--quiet")
        done = cocite("verify", store, "h0.test/gone", "h0.test/p/1.html", "h0.test/redirect/0", "h0.test/private/x",
                      "--format", "tsv", *reach)
        rows = {line.split("\t")[0]: line.split("\t")[2:] for line in done.stdout.splitlines()[1:]}
        self.assertEqual(rows["test,h0)/gone"][:2], ["410", "gone"])
        self.assertEqual(rows["test,h0)/gone"][3], time.strftime("%Y-%m-%d", time.gmtime()))
        self.assertEqual(rows["test,h0)/p/1.html"][:2], ["200", "there"])
        self.assertEqual(rows["test,h0)/redirect/0"][:3], ["302", "moved", "http://h0.test/landed"])
        self.assertEqual(rows["test,h0)/private/x"][1], "robots.txt")
        self.assertNotIn("/private/x", [one.path for one in web.log])
        self.assertIn("gone", cocite("page", store, "h0.test/gone").stdout)
        self.assertIn("Page 1", cocite("page", store, "h0.test/p/1.html").stdout)
        self.assertEqual([name for name in os.listdir(self.folder) if "verify" in name], [])

    def test_up_makes_a_store_and_refreshes_it(self):
        web = self.web(pages=5, hosts=1, special=False)
        words = ["up", web.url(0), "--in", self.folder, "--no-serve", "--delay", "0", "--allow-private", "--quiet",
                 "--connect-to", f"::127.0.0.1:{web.port}"]
        cocite(*words)
        store = os.path.join(self.folder, "h0.test.cocite")
        self.assertIn("pages\t5\n", cocite("info", store, "--format", "tsv").stdout)
        web.links[4] = [5]
        web.count = 6
        web.links[5] = []
        cocite(*words)
        self.assertIn("pages\t6\n", cocite("info", store, "--format", "tsv").stdout)
        self.assertIn("Page 5", cocite("page", store, "h0.test/p/5.html").stdout)

    def test_sitemaps_and_lists_are_seeds(self):
        web = self.web(pages=4, hosts=1, special=False, links=0,
                       robots={"h0.test": "Sitemap: /p/map.xml\n"})
        web.links = {page: [] for page in range(4)}
        answer = web.answer

        def with_map(host, path):
            if path == "/p/map.xml":
                return 200, {"Content-Type": "application/xml"}, b"<urlset><url><loc>http://h0.test/p/3.html</loc></url></urlset>"
            return answer(host, path)
        web.answer = with_map
        seeds = os.path.join(self.folder, "seeds.txt")
        with open(seeds, "w") as file:
            file.write("# two\nhttp://h0.test/p/0.html\nh0.test/p/1.html\n")
        cocite("crawl", "@" + seeds, "--sitemaps", "--out", self.out, "--delay", "0", "--allow-private", "--quiet",
               "--connect-to", f"::127.0.0.1:{web.port}")
        self.assertEqual(sorted(one.path for one in web.log),
                         ["/p/0.html", "/p/1.html", "/p/3.html", "/p/map.xml", "/robots.txt"])


class Survives(CrawlCase):
    def test_interrupt_ends_soon_and_leaves_whole_files(self):
        web = self.web(pages=3000, hosts=3, special=False)
        process = subprocess.Popen([os.path.join(BIN, "cocite"), *self.command(web, delay="0.01")],
                                   stdout=subprocess.PIPE, text=True)
        time.sleep(1)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=10)
        self.assertLess(time.monotonic() - begin, 2)
        self.assertIn("stopped by the user", text)
        self.assertGreater(len(records(self.out)), 10)

    def test_being_killed_at_any_moment(self):
        web = self.web(pages=1500, hosts=8, special=False)
        command = [os.path.join(BIN, "cocite"), *self.command(web, delay="0.001")]
        rng = random.Random(11)
        at_most_under_way = 0
        for _ in range(KILLS):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            time.sleep(rng.uniform(0.02, 0.5))
            process.kill()
            process.wait()
            at_most_under_way += 8  # one a host
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=120, check=True)
        self.assertIn("waiting 0", done.stdout)
        asked = collections.Counter((one.host, one.path) for one in web.log)
        self.assertEqual(len([p for _, p in asked if p != "/robots.txt"]), 1500)
        twice = sum(count - 1 for count in asked.values())
        self.assertLessEqual(twice, at_most_under_way)
        kept = collections.Counter(url for kind, url in records(self.out) if kind == "response")
        self.assertEqual([url for url, count in kept.items() if count > 1], [])
        self.assertEqual(len(kept), 1508)
        with open(f"{self.out}/indexes/index.cdxj") as file:
            self.assertEqual(len(file.read().splitlines()), 1508)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default=".")
    parser.add_argument("--kills", type=int, default=10)
    arguments, rest = parser.parse_known_args()
    BIN, KILLS = arguments.bin, arguments.kills
    unittest.main(argv=[sys.argv[0], *rest])
