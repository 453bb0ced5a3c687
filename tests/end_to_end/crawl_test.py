#!/usr/bin/env python3
"""cocite crawl against a web of our own on 127.0.0.1: what is fetched, how politely, and what is left after a kill.

    crawl_test.py --bin build/dev [--kills 10] [Class.test_name...]

Nothing leaves the machine: every name is connected to 127.0.0.1.
"""

import collections
import glob
import gzip
import hashlib
import json
import os
import random
import signal
import socket
import subprocess
import time
import zipfile

from crawl_case import CrawlCase, Given, archived, cocite, main, records, wait_for


class Fetches(CrawlCase):
    def test_a_crawl_can_be_one_wacz_file(self):
        web = self.web(pages=20, hosts=2, special=False)
        cocite(*self.command(web, "--wacz"))
        found = glob.glob(f"{self.out}/*.wacz")
        self.assertEqual(len(found), 1)
        with zipfile.ZipFile(found[0]) as wacz:
            self.assertIsNone(wacz.testzip())
            self.assertEqual({one.compress_type for one in wacz.infolist()}, {zipfile.ZIP_STORED})
            package = json.loads(wacz.read("datapackage.json"))
            listed = {one["path"]: one for one in package["resources"]}
            self.assertEqual(set(listed) | {"datapackage.json", "datapackage-digest.json"}, set(wacz.namelist()))
            for path, one in listed.items():
                self.assertEqual(one["hash"], "sha256:" + hashlib.sha256(wacz.read(path)).hexdigest())
                self.assertEqual(one["bytes"], len(wacz.read(path)))
            with open(f"{self.out}/indexes/index.cdxj", "rb") as index:
                self.assertEqual(gzip.decompress(wacz.read("indexes/index.cdx.gz")), index.read())
            pages = [json.loads(line) for line in wacz.read("pages/pages.jsonl").splitlines()]
            self.assertEqual(pages[0]["format"], "json-pages-1.0")
            self.assertGreater(len(pages), 10)
            # py-wacz's validator takes the first line for the names of columns, and refuses rows without any of them.
            self.assertEqual(len({page["id"] for page in pages}), len(pages))
        store = self.import_crawl()
        again = os.path.join(self.folder, "wacz.cocite")
        cocite("import", again, found[0])
        facts = [cocite("info", one, "--format", "tsv").stdout for one in (store, again)]
        for fact in ("pages\t", "links\t"):
            self.assertEqual(*[[line for line in text.splitlines() if line.startswith(fact)] for text in facts])

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
        for found in ("slow", "chunked", "gzip", "huge", "copy", "broken", "short"):
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
        listed = collections.defaultdict(list)
        for line in cocite("export", store, "-", "--to", "links", "--quiet").stdout.splitlines():
            source, target = line.split("\t")
            listed[source].append(target)
        expected = {}
        for page in range(200):
            targets = dict.fromkeys(target for target in web.links[page] if target != page)
            expected[f"http://h{page % 4}.test/p/{page}.html"] = [f"http://h{target % 4}.test/p/{target}.html" for target in targets]
        self.assertEqual(dict(listed), {page: targets for page, targets in expected.items() if targets})
        with open(f"{self.out}/indexes/index.cdxj") as file:
            lines = file.read().splitlines()
        self.assertEqual(lines, sorted(lines))
        self.assertEqual(len(lines), 204)
        entry = json.loads(lines[-1].split(" ", 2)[2])
        with open(f"{self.out}/archive/{entry['filename']}", "rb") as file:
            file.seek(int(entry["offset"]))
            member = gzip.decompress(file.read(int(entry["length"])))
        self.assertIn(entry["url"].encode(), member)

    def test_delays_are_kept(self):
        web = self.web(pages=40, hosts=2, special=False, robots={"h1.test": "User-agent: *\nCrawl-delay: 0.4\n"})
        cocite(*self.command(web, delay="0.2"))
        for host, delay in (("h0.test", 0.2), ("h1.test", 0.4)):
            asked = [one for one in web.log if one.host == host]
            pauses = [b.start - a.end for a, b in zip(asked, asked[1:])][1:]
            self.assertGreaterEqual(min(pauses), delay * 0.95)
            # Nor much longer; a busy machine may be late.
            self.assertLessEqual(sorted(pauses)[len(pauses) // 2], delay * 1.05 + 1)
        self.assertEqual(len(web.log), 42)

    def test_a_robots_txt_that_moved_is_asked_for_politely(self):
        web = self.web(pages=30, hosts=2, special=False)
        web.extra["/robots.txt"] = lambda host, fields: (
            (301, {"Location": "/moved.txt"}, b"") if host == "h0.test" else (302, {"Location": "http://h0.test/moved.txt"}, b""))
        web.extra["/moved.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /p/3.html\nDisallow: /p/4.html\n")
        cocite(*self.command(web, delay="0.1"))
        self.assertEqual(max(one.open_to_host for one in web.log), 1)
        for host in ("h0.test", "h1.test"):
            asked = [one for one in web.log if one.host == host]
            self.assertGreaterEqual(min(b.start - a.end for a, b in zip(asked, asked[1:])), 0.095)
        paths = [one.path for one in web.log]
        self.assertEqual(paths.count("/moved.txt"), 2)
        self.assertNotIn("/p/3.html", paths)
        self.assertNotIn("/p/4.html", paths)
        self.assertIn("/p/5.html", paths)

    def test_a_robots_txt_that_never_stops_moving_forbids_nothing(self):
        web = self.web(pages=1, hosts=1, special=False)
        web.extra["/robots.txt"] = (301, {"Location": "/robots.txt?again"}, b"")
        web.extra["/robots.txt?again"] = (301, {"Location": "/robots.txt"}, b"")
        cocite(*self.command(web, "--max-time", "20"))
        paths = [one.path for one in web.log]
        self.assertEqual(len(paths), 7)
        self.assertEqual(paths[-1], "/p/0.html")

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
        certificate, key = self.certificate("h0.test")
        web = self.web(pages=1, hosts=1, special=False, certificate=(certificate, key))
        words = ["crawl", "https://h0.test/p/0.html", "--allow-private", "--connect-to", f"::127.0.0.1:{web.tls_port}",
                 "--delay", "0", "--quiet", "--max-time", "10"]
        refused = cocite(*words, "--out", self.out, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("bad certificate", refused.stdout)
        self.assertEqual(web.log, [])
        done = cocite(*words, "--out", self.out + "2", "--ca-file", certificate)
        self.assertIn("status 200: 1", done.stdout)
        self.assertEqual([one.path for one in web.log], ["/robots.txt", "/p/0.html"])


class Refuses(CrawlCase):
    def test_private_addresses_and_missing_contacts(self):
        web = self.web(pages=1, hosts=1, special=False)
        done = cocite("crawl", "http://h0.test/p/0.html", "--connect-to", f"::127.0.0.1:{web.port}", "--out", self.out,
                      "--quiet", "--delay", "0", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("1 page waits for host h0.test: private address", done.stdout)
        self.assertIn("--allow-private", done.stderr)
        self.assertEqual(web.log, [])
        done = cocite("crawl", "http://h0.test/", "--any-host", "--out", self.out, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--contact", done.stderr)
        done = cocite("crawl", "http://h0.test/", check=False)
        self.assertEqual(done.returncode, 2)
        done = cocite("crawl", "--out", self.out + "3", check=False)
        self.assertIn("give seeds", done.stderr)
        self.assertFalse(os.path.exists(self.out + "3"))
        for seed in ("ftp://h0.test/", "http://", "mailto:me@h0.test", "http://h 0/", ""):
            done = cocite("crawl", seed, "--out", self.out + "4", check=False)
            self.assertEqual((done.returncode, done.stderr[-30:]), (1, "' is no address of a web page\n"), seed)
            self.assertFalse(os.path.exists(self.out + "4"), seed)

    def test_verify_says_why_it_did_not_ask(self):
        store = os.path.join(self.folder, "web.cocite")
        links = os.path.join(self.folder, "links.tsv")
        with open(links, "w") as file:
            file.write("http://127.0.0.1:9/a\thttp://127.0.0.1:9/b\n")
        cocite("import", store, links, "--quiet")
        done = cocite("verify", store, "127.0.0.1:9/a", "--quiet", "--format", "tsv")
        self.assertIn("private address", done.stdout)

    def test_one_crawl_at_a_time_in_a_folder(self):
        web = self.web(pages=300, hosts=1, special=False)
        command = [os.path.join(Given.bin, "cocite"), *self.command(web, delay="0.05")]
        first = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_for(lambda: len(web.log) >= 3)
        done = cocite(*command[1:], check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("another crawl is at work in this folder", done.stderr)
        first.send_signal(signal.SIGINT)
        first.wait(240)

    def test_a_full_disk(self):
        web = self.web(pages=3000, hosts=4, special=False)
        os.mkdir(self.out)
        words = " ".join([os.path.join(Given.bin, "cocite"), *self.command(web, delay="0")])
        script = (f"mount -t tmpfs -o size=1m none {self.out} || exit 77; {words}; echo first $?; mount -o remount,size=100m {self.out};"
                  f" {words}; echo second $?; ls {self.out}/archive; cp -r {self.out} {self.out}2")
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script], text=True, capture_output=True, timeout=500)
        if done.returncode == 77 or "unshare" in done.stderr:
            self.skipTest("no file system of its own")
        self.assertIn("first 1\n", done.stdout)
        self.assertRegex(done.stderr, "out/.*: .*(No space left on device|full)")
        self.assertIn("second 0\n", done.stdout)
        asked = collections.Counter(one.path for one in web.log if one.path != "/robots.txt")
        self.assertEqual(len(asked), 3000)
        self.assertLessEqual(sum(asked.values()) - 3000, 64 + 512, "what was under way when the disk was full")
        kept = collections.Counter(url for kind, url in records(self.out + "2") if kind == "response")
        self.assertEqual(len(kept), 3004)
        self.assertEqual([url for url, count in kept.items() if count > 1], [])


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
        told = cocite("verify", store, "h0.test/gone", "--no-add", "--format", "tsv", *reach)
        self.assertIn("\t410\tgone\t", told.stdout)
        self.assertNotIn("gone\tsince", cocite("page", store, "h0.test/gone").stdout)
        day = time.strftime("%Y-%m-%d", time.gmtime())
        done = cocite("verify", store, "h0.test/gone", "h0.test/p/1.html", "h0.test/redirect/0", "h0.test/private/x",
                      "--format", "tsv", *reach)
        rows = {line.split("\t")[0]: line.split("\t")[2:] for line in done.stdout.splitlines()[1:]}
        self.assertEqual(rows["test,h0)/gone"][:2], ["410", "gone"])
        self.assertIn(rows["test,h0)/gone"][3], {day, time.strftime("%Y-%m-%d", time.gmtime())})
        self.assertEqual(rows["test,h0)/p/1.html"][:2], ["200", "there"])
        self.assertEqual(rows["test,h0)/redirect/0"][:3], ["302", "moved", "http://h0.test/landed"])
        self.assertEqual(rows["test,h0)/private/x"][1], "robots.txt")
        self.assertNotIn("/private/x", [one.path for one in web.log])
        self.assertIn("gone\tsince", cocite("page", store, "h0.test/gone").stdout)
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
        process = subprocess.Popen([os.path.join(Given.bin, "cocite"), *self.command(web, delay="0.01")],
                                   stdout=subprocess.PIPE, text=True)
        wait_for(lambda: len(archived(self.out)) > 30 or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=240)
        self.assertLess(len(web.log), 3000, "it ends before everything is fetched")
        self.assertIn("stopped by the user", text)
        self.assertGreater(len(records(self.out)), 10)

    def test_interrupt_ends_it_while_nobody_answers(self):
        for sent in (b"", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<a"):
            with socket.create_server(("127.0.0.1", 0)) as server:
                process = subprocess.Popen([os.path.join(Given.bin, "cocite"), "crawl", "http://h0.test/", "--out",
                                            f"{self.out}{len(sent)}", "--allow-private", "--timeout", "1000000", "--connect-to",
                                            f"::127.0.0.1:{server.getsockname()[1]}"], stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL, text=True)
                server.settimeout(240)
                with server.accept()[0] as connection:
                    connection.settimeout(240)
                    self.assertIn(b"GET /robots.txt", connection.recv(1000))
                    connection.sendall(sent)
                    process.send_signal(signal.SIGINT)
                    text, _ = process.communicate(timeout=600)  # without the signal: eleven days
            self.assertIn("stopped by the user", text)
            self.assertEqual(process.returncode, 0)

    def test_being_killed_at_any_moment(self):
        web = self.web(pages=1500, hosts=8, special=False)
        command = [os.path.join(Given.bin, "cocite"), *self.command(web, delay="0.001")]
        rng = random.Random(11)
        kept = []
        for _ in range(Given.kills):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            wanted = len(kept[-1][1] if kept else ()) + rng.randrange(60)
            # On a busy machine it may have fetched everything before it is killed.
            wait_for(lambda: len(archived(self.out)) >= wanted or process.poll() is not None)
            process.kill()
            process.wait()
            kept.append((len(web.log), {url for url in archived(self.out) if not url.endswith("/robots.txt")}))
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=500, check=True)
        self.assertIn("waiting 0", done.stdout)
        asked = collections.Counter((one.host, one.path) for one in web.log)
        self.assertEqual(len([p for _, p in asked if p != "/robots.txt"]), 1500)
        for begin, urls in kept:
            self.assertEqual([one.path for one in web.log[begin:] if f"http://{one.host}{one.path}" in urls], [])
        kept = collections.Counter(url for kind, url in records(self.out) if kind == "response")
        self.assertEqual([url for url, count in kept.items() if count > 1], [])
        self.assertEqual(len(kept), 1508)
        with open(f"{self.out}/indexes/index.cdxj") as file:
            self.assertEqual(len(file.read().splitlines()), 1508)


if __name__ == "__main__":
    main()
