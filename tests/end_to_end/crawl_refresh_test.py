#!/usr/bin/env python3
"""cocite crawl --refresh and sitemaps, against a web of our own on loopback addresses.

    crawl_refresh_test.py --bin build/dev [Class.test_name...]
"""

import collections
import glob
import gzip
import json
import os
import signal
import subprocess
import time

from crawl_case import CrawlCase, Given, archived, cocite, main, next_second, wait_for, whole_records


def http_date(seconds):
    return time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(seconds))


class Versioned:
    """Pages that have versions: an ETag and, if wanted, a date."""

    def __init__(self, web, paths):
        self.web, self.version, self.text = web, {}, {}
        for path, text in paths.items():
            self.put(path, text)
            web.extra[path] = lambda host, fields, path=path: self.answer(path, fields)

    def put(self, path, text):
        self.version[path] = self.version.get(path, 0) + 1
        self.text[path] = text

    def answer(self, path, fields):
        etag = f'"{path}-{self.version[path]}"'
        headers = {"ETag": etag, "Content-Type": "text/html"}
        if fields.get("if-none-match") == etag:
            return 304, headers, b""
        return 200, headers, self.text[path].encode()


class Conditional(CrawlCase):
    def site(self):
        web = self.web(pages=0, hosts=1, special=False)
        pages = Versioned(web, {
            "/": "<title>Home</title><a href=/a>a</a><a href=/b>b</a>",
            "/a": "<title>Page A</title><a href=/b>b</a><a href=/late>not fetched at first</a>"
                  "<a rel=nofollow href=/never>nor later</a>",
            "/b": "<title>Page B</title>",
            "/late": "<title>Late</title>"})
        cocite("crawl", "http://h0.test/", "--out", self.out, "--max-pages", "3", "--order", "breadth", *self.reach(web))
        return web, pages, self.import_crawl()

    def test_only_what_has_changed_is_sent_again(self):
        web, pages, store = self.site()
        pages.put("/b", "<title>Page B again</title><a href=/>home</a>")
        web.log.clear()
        next_second()
        new = self.out + "2"
        done = cocite("crawl", "--refresh", store, "--earlier", self.out, "--out", new, "--format", "json",
                      *self.reach(web))
        statuses = {one.path: one.status for one in web.log}
        # /late: known from a page that has not changed, and from nowhere else.
        self.assertEqual(statuses, {"/robots.txt": 200, "/": 304, "/a": 304, "/b": 200, "/late": 200})
        self.assertEqual(json.loads(done.stdout.splitlines()[-1])["unchanged"], 2)
        revisits = [fields for fields, _ in whole_records(new) if fields["warc-type"] == "revisit"]
        old = {fields["warc-target-uri"]: fields for fields, _ in whole_records(self.out)
               if fields["warc-type"] == "response"}
        self.assertEqual(sorted(fields["warc-target-uri"] for fields in revisits), ["http://h0.test/", "http://h0.test/a"])
        for fields in revisits:
            self.assertEqual(fields["warc-profile"], "http://netpreserve.org/warc/1.1/revisit/server-not-modified")
            first = old[fields["warc-target-uri"]]
            self.assertEqual(fields["warc-refers-to-date"], first["warc-date"])
            self.assertEqual(fields["warc-refers-to-target-uri"], first["warc-target-uri"])
            self.assertEqual(fields["warc-payload-digest"], first["warc-payload-digest"])
            # Other programs show the earlier copy for a record without a head, and nothing for one that says 304.
            self.assertEqual(fields["content-length"], "0")
        about = [block for fields, block in whole_records(new) if fields["warc-type"] == "metadata"
                 and fields["warc-target-uri"] == "http://h0.test/a"]
        self.assertIn(b"httpResponse: HTTP/1.1 304", about[0])
        # The request in the archive is the one that was sent.
        asked = [block for fields, block in whole_records(new) if fields["warc-type"] == "request"
                 and fields["warc-target-uri"] == "http://h0.test/a"]
        self.assertIn(b'If-None-Match: "/a-1"', asked[0])
        cocite("add", store, *glob.glob(f"{new}/archive/*.warc.gz"), "--quiet")
        self.assertIn("late", cocite("links", store, "h0.test/a").stdout)
        self.assertIn("again", cocite("page", store, "h0.test/b").stdout)
        page = cocite("page", store, "h0.test/a", "--format", "tsv").stdout
        self.assertIn("status\t200\n", page)
        # When it was last seen to be there is new, what it is is old.
        asked_again = [line.split("\t")[1] for line in page.splitlines() if line.startswith("status_date")]
        self.assertGreater(asked_again[0], old["http://h0.test/a"]["warc-date"])
        # A third time, with two crawls to know from: the first still knows /a, the second /late.
        web.log.clear()
        cocite("crawl", "--refresh", store, "--earlier", self.out, "--earlier", new, "--out", self.out + "3",
               *self.reach(web))
        self.assertEqual({one.path: one.status for one in web.log if one.path != "/robots.txt"},
                         {"/": 304, "/a": 304, "/b": 304, "/late": 304})

    def test_without_an_earlier_crawl_the_date_of_the_copy_must_do(self):
        web = self.web(pages=0, hosts=1, special=False)
        asked = []

        def dated(host, fields):
            asked.append(fields.get("if-modified-since"))
            return (304, {}, b"") if asked[-1] else (200, {"Content-Type": "text/html"}, b"<title>One</title>")
        web.extra["/"] = dated
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        store = self.import_crawl()
        [date] = [fields["warc-date"] for fields, _ in whole_records(self.out)
                  if fields["warc-type"] == "response" and fields["warc-target-uri"] == "http://h0.test/"]
        cocite("crawl", "--refresh", store, "--out", self.out + "2", *self.reach(web))
        cocite("crawl", "--refresh", store, "--whole", "--out", self.out + "3", *self.reach(web))
        seconds = time.mktime(time.strptime(date, "%Y-%m-%dT%H:%M:%SZ")) - time.timezone
        self.assertEqual(asked, [None, http_date(seconds), None])

    def test_what_a_server_says_cannot_get_out_of_its_line(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra["/"] = (200, {"ETag": '"x"\x01evil: 1', "Content-Type": "text/html"}, b"<title>One</title>")
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        store = self.import_crawl()
        web.log.clear()
        cocite("crawl", "--refresh", store, "--earlier", self.out, "--out", self.out + "2", *self.reach(web))
        self.assertNotIn("if-none-match", web.log[-1].fields)

    def test_a_kill_between_archive_and_state_loses_nothing(self):
        web, pages, store = self.site()
        new = self.out + "2"
        words = ["crawl", "--refresh", store, "--earlier", self.out, "--out", new, *self.reach(web), "--delay", "0.3"]
        web.log.clear()
        process = subprocess.Popen([os.path.join(Given.bin, "cocite"), *words], stdout=subprocess.DEVNULL)
        # Three answers are archived; the state is committed every two seconds.
        wait_for(lambda: len(archived(new)) >= 3 or process.poll() is not None)
        process.kill()
        process.wait()
        cocite(*words)
        asked = collections.Counter(one.path for one in web.log)
        self.assertEqual(set(asked), {"/robots.txt", "/", "/a", "/b", "/late"})
        self.assertLessEqual(sum(asked.values()), 6)

    def test_up_asks_for_what_is_new_only(self):
        web = self.web(pages=0, hosts=1, special=False)
        pages = Versioned(web, {"/": "<title>Home</title><a href=/a>a</a>", "/a": "<title>Page A</title>"})
        words = ["up", "http://h0.test/", "--in", self.folder, "--no-serve", *self.reach(web)]
        cocite(*words)
        for round in range(2):
            pages.put("/a", f"<title>Version {round}</title>")
            web.log.clear()
            next_second()
            cocite(*words)
            self.assertEqual({one.path: one.status for one in web.log if one.path != "/robots.txt"},
                             {"/": 304, "/a": 200})
            self.assertIn(f"Version {round}", cocite("page", self.folder + "/h0.test.cocite", "h0.test/a").stdout)
        # Gone, and back with the same bytes: a page that is gone is asked for whole.
        text = pages.text["/a"]
        web.extra["/a"] = (404, {"Content-Type": "text/html"}, b"no")
        next_second()
        cocite(*words)
        self.assertIn("gone", cocite("page", self.folder + "/h0.test.cocite", "h0.test/a").stdout)
        web.extra["/a"] = (200, {"Content-Type": "text/html"}, text.encode())
        next_second()
        cocite(*words)
        self.assertNotIn("gone", cocite("page", self.folder + "/h0.test.cocite", "h0.test/a").stdout)


    def test_up_when_the_site_was_away_for_a_while(self):
        for is_first in (True, False):
            folder = os.path.join(self.folder, str(is_first))
            web = self.web(pages=5, hosts=1, special=False)
            words = ["up", web.url(0), "--in", folder, "--no-serve"]
            if not is_first:
                cocite(*words, *self.reach(web))
            web.stop()
            self.webs.remove(web)
            away = [cocite(*words, *self.reach(web), check=False) for _ in range(2)]
            self.assertEqual([done.returncode for done in away], [1, 1])
            self.assertRegex(away[1].stderr, r"nothing could be fetched: \d+ pages? waits? for host h0.test: no connection")
            back = self.web(pages=6, hosts=1, special=False)
            cocite(*words, *self.reach(back))
            self.assertEqual(len([one for one in back.log if one.path != "/robots.txt"]), 6)
            self.assertIn("Page 5", cocite("page", folder + "/h0.test.cocite", "h0.test/p/5.html").stdout)

    def test_what_did_not_answer_is_asked_for_again_by_the_next_refresh(self):
        web = self.web(pages=0, hosts=1, special=True)
        Versioned(web, {"/": "<title>Home</title><a href=/late>late</a><a href=/tired>tired</a>"})
        web.extra["/late"] = ("broken", {}, b"x")
        web.extra["/tired"] = (503, {"Retry-After": "0"}, b"later")
        words = ["up", "http://h0.test/", "--in", self.folder, "--no-serve", *self.reach(web)]
        cocite(*words)
        for path in ("/late", "/tired"):
            web.extra[path] = (200, {"Content-Type": "text/html"}, b"<title>There now</title>")
        web.log.clear()
        next_second()
        cocite(*words)
        self.assertEqual({one.path: one.status for one in web.log if one.path != "/robots.txt"},
                         {"/": 304, "/late": 200, "/tired": 200})
        for path in ("late", "tired"):
            self.assertIn("There now", cocite("page", self.folder + "/h0.test.cocite", f"h0.test/{path}").stdout)

    def test_a_page_that_never_answers_does_not_take_the_room_of_half_a_refresh(self):
        web = self.web(pages=10, hosts=1, special=False)
        web.links = {0: list(range(1, 10)), **{page: [] for page in range(1, 10)}}
        web.extra["/p/9.html"] = ("broken", {}, b"x")
        words = ["up", web.url(0), "--in", self.folder, "--no-serve", "--max-pages", "9", *self.reach(web)]
        cocite(*words)
        web.log.clear()
        cocite(*words)
        self.assertGreaterEqual(len({one.path for one in web.log if one.path != "/robots.txt"}), 9)

    def test_up_gets_to_all_pages_in_the_end(self):
        web = self.web(pages=40, hosts=1, special=False)
        words = ["up", web.url(0), "--in", self.folder, "--no-serve", "--max-pages", "10", *self.reach(web)]
        fetched = []
        for round in range(12):
            web.log.clear()
            cocite(*words)
            fetched.append({one.path for one in web.log if one.path != "/robots.txt"})
            self.assertLessEqual(len(fetched[-1]), 10)
        self.assertEqual(len(set.union(*fetched)), 40)
        self.assertTrue(fetched[0] & set.union(*fetched[1:]), "old ones are looked at, too")


XML = {"Content-Type": "application/xml"}
PACKED = {"Content-Type": "application/x-gzip"}


def urlset(*paths):
    return ("<urlset>" + "".join(f"<url><loc>http://h0.test{path}</loc></url>" for path in paths) + "</urlset>").encode()


class Sitemaps(CrawlCase):
    def paths(self, web):
        return sorted(one.path for one in web.log if one.path != "/robots.txt")

    def page(self, name):
        return 200, {"Content-Type": "text/html"}, f"<title>{name}</title>".encode()

    def test_an_index_of_packed_sitemaps_named_by_robots_txt(self):
        web = self.web(pages=0, hosts=1, special=False, robots={"h0.test": "Sitemap: /index.xml\n"})
        web.extra = {"/": self.page("home"), "/one": self.page("1"), "/two": self.page("2"), "/three": self.page("3"),
                     "/index.xml": (200, XML, b"<sitemapindex><sitemap><loc>http://h0.test/one.xml.gz</loc></sitemap>"
                                    b"<sitemap><loc>http://h0.test/unnamed</loc></sitemap>"
                                    b"<sitemap><loc>http://h0.test/list.txt</loc></sitemap>"
                                    b"<sitemap><loc>http://elsewhere.test/x.xml</loc></sitemap></sitemapindex>"),
                     "/one.xml.gz": (200, PACKED, gzip.compress(urlset("/one"))),
                     # Packed, without a header that says so.
                     "/unnamed": (200, {"Content-Type": "text/plain"}, gzip.compress(urlset("/two"))),
                     "/list.txt": (200, {"Content-Type": "text/plain"}, b"http://h0.test/three\nnonsense\n")}
        cocite("crawl", "http://h0.test/", "--sitemaps", "--out", self.out, *self.reach(web))
        self.assertEqual(self.paths(web), ["/", "/index.xml", "/list.txt", "/one", "/one.xml.gz", "/three", "/two", "/unnamed"])
        self.assertEqual({one.host for one in web.log}, {"h0.test"})

    def test_not_unless_they_are_asked_for(self):
        web = self.web(pages=0, hosts=1, special=False, robots={"h0.test": "Sitemap: /map.xml\n"})
        web.extra = {"/": self.page("home"), "/map.xml": (200, XML, urlset("/one"))}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        self.assertEqual(self.paths(web), ["/"])

    def test_a_seed_may_be_one(self):
        for name, headers, body in (("/map.xml", XML, urlset("/one")), ("/map.xml.gz", PACKED, gzip.compress(urlset("/one"))),
                                    ("/map", XML | {"Content-Encoding": "gzip"}, gzip.compress(urlset("/one"))),
                                    ("/map.txt", {"Content-Type": "text/plain"}, b"http://h0.test/one\r\n")):
            web = self.web(pages=0, hosts=1, special=False)
            web.extra = {name: (200, headers, body), "/one": self.page("1")}
            cocite("crawl", f"http://h0.test{name}", "--out", self.out + name.replace("/", "-"), *self.reach(web))
            self.assertEqual(self.paths(web), sorted(["/one", name]))

    def test_a_bomb_does_no_harm(self):
        web = self.web(pages=0, hosts=1, special=False)
        bomb = gzip.compress(urlset("/first") + b" " * 400_000_000 + urlset("/last"), 9)
        web.extra = {"/map.xml.gz": (200, PACKED, bomb), "/first": self.page("1"), "/last": self.page("2")}
        script = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=2);"
                  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        done = subprocess.run(["python3", "-c", script, os.path.join(Given.bin, "cocite"), "crawl", "http://h0.test/map.xml.gz",
                               "--out", self.out, *self.reach(web)], text=True, capture_output=True, check=True, timeout=600)
        self.assertEqual(self.paths(web), ["/first", "/map.xml.gz"])
        with open(os.path.join(Given.bin, "cocite"), "rb") as program:
            is_sanitized = b"__tsan_init" in (whole := program.read()) or b"__asan_init" in whole
        # KiB; sanitizers keep a few bytes for each that is in use. Unpacked whole it would be 400,000 without them.
        self.assertLess(int(done.stdout), 900_000 if is_sanitized else 300_000)

    def test_sitemaps_that_go_round_in_circles(self):
        web = self.web(pages=0, hosts=1, special=False)
        loop = lambda to: (200, XML, f"<sitemapindex><loc>http://h0.test/{to}.xml</loc></sitemapindex>".encode())
        web.extra = {"/a.xml": loop("b"), "/b.xml": loop("a")}
        cocite("crawl", "http://h0.test/a.xml", "--out", self.out, *self.reach(web))
        self.assertEqual(self.paths(web), ["/a.xml", "/b.xml"])


if __name__ == "__main__":
    main()
