#!/usr/bin/env python3
"""What cocite crawl sends, to whom, and what of it is kept: passwords, headers, user agents, proxies, patterns.

    crawl_requests_test.py --bin build/dev [Class.test_name...]

Nothing leaves the machine: every name is connected to 127.0.0.1.
"""

import base64
import glob
import gzip
import os
import shutil
import socketserver
import subprocess
import threading

from crawl_case import CrawlCase, cocite, main, records, whole_records

HTML = {"Content-Type": "text/html; charset=utf-8"}


def holds(folder, secret):
    """The files below a folder that hold these bytes, packed or not."""
    found = []
    for path in glob.glob(f"{folder}/**/*", recursive=True):
        if not os.path.isfile(path):
            continue
        with open(path, "rb") as file:
            bytes_ = file.read()
        if path.endswith(".gz"):
            bytes_ += gzip.decompress(bytes_)
        if secret in bytes_:
            found.append(path)
    return found


class Secrets(CrawlCase):
    def test_passwords_in_addresses_are_neither_sent_nor_kept(self):
        web = self.web(pages=0, hosts=3, special=False)
        body = (b'<base href="http://me:hush@h0.test/"><a href="http://me:hush@h1.test/a">1</a><a href="b">2</a>'
                b'<a href="http://me:hush@h1.test:99999/">3</a><link rel=canonical href="//me:hush@h0.test/">')
        web.extra = {"/": (200, HTML, body), "/a": (302, {"Location": "http://me:hush@h2.test/c"}, b""),
                     "/b": (200, HTML, b"b"), "/c": (200, HTML, b"c")}
        done = cocite("crawl", "http://me:hush@h0.test/", "--any-host", "--contact", "x@y.test", "--out", self.out,
                      "--format", "json", *self.reach(web)[:-1])
        self.assertEqual({one.path for one in web.log}, {"/robots.txt", "/", "/a", "/b", "/c"})
        self.assertEqual([one.path for one in web.log if "authorization" in one.fields], [])
        self.assertNotIn("hush", done.stdout + done.stderr)
        self.assertIn("--auth FILE", done.stderr)
        # The answers of the servers are archived as they were sent; nothing else has it.
        for fields, block in whole_records(self.out):
            self.assertNotIn("hush", str(fields))
            if fields["warc-type"] != "response":
                self.assertNotIn(b"hush", block)
        archives = set(glob.glob(f"{self.out}/archive/*"))
        self.assertEqual(set(holds(self.out, b"hush")) - archives, set())
        store = self.import_crawl()
        self.assertEqual(holds(store, b"hush"), [])
        listed = cocite("links", store, "h0.test/", "--format", "tsv").stdout.splitlines()[1:]
        self.assertEqual([line.split("\t")[1] for line in listed], ["test,h2)/c", "test,h0)/b"])

    def test_imports_drop_passwords_from_addresses(self):
        folder = os.path.join(self.folder, "html")
        os.mkdir(folder)
        with open(os.path.join(folder, "index.html"), "w") as file:
            file.write('<a href="http://me:hush@h1.test/a">1</a><a href="http://me:hush@h1.test:99999/">2</a>')
        links = os.path.join(self.folder, "links.tsv")
        with open(links, "w") as file:
            file.write("http://me:hush@h3.test/\thttp://me:hush@h4.test/\nhttp://me:hush@h3.test/\thttp://me:hush@h 5/\n")
        for number, given in enumerate((f"{folder}=http://me:hush@h0.test/", links)):
            store = os.path.join(self.folder, f"{number}.cocite")
            done = cocite("import", store, given)
            self.assertEqual(holds(store, b"hush"), [])
            self.assertNotIn("hush", done.stdout + done.stderr)
            self.assertIn("links\t1\n", cocite("info", store, "--format", "tsv").stdout)

    def test_the_file_of_passwords_is_for_its_hosts(self):
        web = self.web(pages=0, hosts=3, special=False)
        asked = base64.b64encode(b"me:hush hush").decode()

        def locked(host, fields):
            if fields.get("authorization") != f"Basic {asked}":
                return 401, HTML, b"who are you?"
            return 200, HTML, b'<a href="/in">in</a><a href="http://h1.test/open">out</a><a href="/away">away</a>'
        web.extra = {"/": locked, "/in": locked, "/open": (200, HTML, b"open"), "/c": (200, HTML, b"c"),
                     "/away": (302, {"Location": "http://h2.test/c"}, b"")}
        auth = os.path.join(self.folder, "auth")
        with open(auth, "w") as file:
            file.write("# ours\nh0.test me:hush hush\nh2.test:81 Bearer hush\n")
        words = ["crawl", "http://h0.test/", "--any-host", "--contact", "x@y.test", "--out", self.out, "--auth", auth,
                 *self.reach(web)]
        os.chmod(auth, 0o644)
        refused = cocite(*words, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn(f"chmod 600 {auth}", refused.stderr)
        self.assertFalse(os.path.exists(self.out))
        os.chmod(auth, 0o600)
        done = cocite(*words)
        self.assertIn("status 200: 4", done.stdout)
        sent = {(one.host, one.path): one.fields.get("authorization") for one in web.log}
        for place, value in sent.items():
            self.assertEqual(value, f"Basic {asked}" if place[0] == "h0.test" else None, place)
        self.assertIn(("h2.test", "/c"), sent)
        for secret in (b"hush", asked.encode()):
            self.assertEqual(holds(self.out, secret), [])

    def test_headers_that_are_secrets_go_to_the_seeds_alone(self):
        web = self.web(pages=0, hosts=2, special=False)
        web.extra = {"/": (200, HTML, b'<a href="http://h1.test/a">1</a>'), "/a": (200, HTML, b"a")}
        cocite("crawl", "http://h0.test/", "--any-host", "--contact", "x@y.test", "--out", self.out, *self.reach(web),
               "--header", "Cookie: hush=1", "--header", "Accept-Language: de", "--user-agent", "MyBot/2.0")
        for one in web.log:
            self.assertEqual(one.fields.get("cookie"), "hush=1" if one.host == "h0.test" else None)
            self.assertEqual(one.fields["accept-language"], "de")
            self.assertEqual(one.agent, "MyBot/2.0 (+x@y.test)")
        self.assertEqual({one.host for one in web.log}, {"h0.test", "h1.test"})
        self.assertEqual(holds(self.out, b"hush"), [])
        self.assertEqual(len([1 for fields, block in whole_records(self.out)
                              if fields["warc-type"] == "request" and b"Accept-Language: de\r\n" in block]), 4)
        for wrong in ("X: a\r\nHost: evil", "nothing", "Host: evil", "Content-Length: 1"):
            done = cocite("crawl", "http://h0.test/", "--out", self.out + "2", "--header", wrong, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("--header", done.stderr)
        done = cocite("crawl", "http://h0.test/", "--out", self.out + "2", "--user-agent", "a\nX: y", check=False)
        self.assertIn("--user-agent", done.stderr)
        self.assertFalse(os.path.exists(self.out + "2"))


class Manners(CrawlCase):
    def test_robots_txt_is_read_by_the_name_that_is_sent(self):
        web = self.web(pages=0, hosts=1, special=False,
                       robots={"h0.test": "User-agent: MyBot\nDisallow: /mine\nUser-agent: *\nDisallow: /theirs\n"})
        web.extra = {path: (200, HTML, b"<a href=/mine>1</a><a href=/theirs>2</a>") for path in ("/", "/mine", "/theirs")}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web), "--user-agent",
               "Mozilla/5.0 (compatible; MyBot/2.0)")
        self.assertEqual([one.path for one in web.log], ["/robots.txt", "/", "/theirs"])

    def test_warcinfo_says_who_it_was(self):
        web = self.web(pages=3, hosts=1, special=False)
        cocite("crawl", web.url(0), "--out", self.out, *self.reach(web), "--contact", "x@y.test", "--operator", "The Library",
               "--warc-size", "1")
        infos = [block.decode() for fields, block in whole_records(self.out) if fields["warc-type"] == "warcinfo"]
        self.assertEqual(len(infos), 4, "one file an answer")
        for info in infos:
            self.assertIn("operator: The Library <x@y.test>\r\n", info)
            self.assertIn("contact: x@y.test\r\n", info)
            self.assertRegex(info, r"http-header-user-agent: Cocite/\S+ \(\+x@y.test\)\r\n")
        self.assertEqual(len([1 for kind, _ in records(self.out) if kind == "response"]), 4)
        with open(f"{self.out}/indexes/index.cdxj") as file:
            self.assertEqual(len({line.rpartition('"filename"')[2] for line in file}), 4)
        self.import_crawl()

    def test_patterns_never_hang_and_bad_ones_are_explained(self):
        web = self.web(pages=0, hosts=1, special=False)
        long = "/" + "a" * 1500
        web.extra = {"/": (200, HTML, f"<a href={long}>1</a><a href=/b.html>2</a><a href=/no/b.html>3</a>"
                                      "<a href=/logout>4</a>".encode()),
                     "/b.html": (200, HTML, b"b")}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web), "--same-host",
               "--scope", r"^http://h0\.test/(a+)+b$|\.html$|logout", "--exclude", "/no/", "--exclude", "(x+x+)+y|/logout$")
        self.assertEqual([one.path for one in web.log], ["/robots.txt", "/", "/b.html"])
        for option, pattern, why in (("--scope", "(", "missing )"), ("--exclude", r"(a)\1", "back-references"),
                                     ("--scope", "a(?=b)", "lookaround"), ("--exclude", "", "everything")):
            done = cocite("crawl", "http://h0.test/", "--contact", "x@y.test", "--out", self.out + "2", option, pattern, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(option, done.stderr)
            self.assertIn(why, done.stderr)
            self.assertFalse(os.path.exists(self.out + "2"))


class Follows(CrawlCase):
    def links(self, store, page):
        lines = cocite("links", store, page, "--format", "tsv").stdout.splitlines()[1:]
        return [line.split("\t")[1] for line in lines]

    def test_frames_are_links_unless_told_otherwise(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra = {"/": (200, HTML, b"<frameset><frame src=/menu></frameset><iframe src=/inner></iframe><a href=/a>a</a>"),
                     "/menu": (200, HTML, b"<a href=/deep>d</a>"), "/inner": (200, HTML, b"i"), "/a": (200, HTML, b"a"),
                     "/deep": (200, HTML, b"d")}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        self.assertEqual({one.path for one in web.log}, {"/robots.txt", "/", "/menu", "/inner", "/a", "/deep"})
        about = [block.decode() for fields, block in whole_records(self.out)
                 if fields["warc-type"] == "metadata" and fields["warc-target-uri"] == "http://h0.test/"]
        self.assertIn("outlink: http://h0.test/menu L frame/@src\r\n", about[0])
        store = os.path.join(self.folder, "web.cocite")
        cocite("import", store, *glob.glob(f"{self.out}/archive/*.warc.gz"), "--frames", "--quiet")
        self.assertEqual(self.links(store, "h0.test/"), ["test,h0)/menu", "test,h0)/inner", "test,h0)/a"])
        web.log.clear()
        cocite("crawl", "http://h0.test/", "--out", self.out + "2", "--no-frames", *self.reach(web))
        self.assertEqual({one.path for one in web.log}, {"/robots.txt", "/", "/a"})

    def test_feeds_are_pages_that_link_to_what_they_list(self):
        web = self.web(pages=0, hosts=1, special=False)
        rss = b"<?xml version='1.0'?><rss><channel><title>News</title><item><title>One</title><link>/one</link></item></channel></rss>"
        atom = b"<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><link href='two'/></entry></feed>"
        web.extra = {"/": (200, HTML, b"<a href=/rss>r</a><a href=/atom>a</a><a href=/other.xml>o</a>"),
                     "/rss": (200, {"Content-Type": "application/rss+xml"}, rss),
                     "/atom": (200, {"Content-Type": "text/xml"}, atom),
                     "/other.xml": (200, {"Content-Type": "text/xml"}, b"<x><link href='no'/></x>"),
                     "/one": (200, HTML, b"1"), "/two": (200, HTML, b"2")}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        self.assertEqual({one.path for one in web.log},
                         {"/robots.txt", "/", "/rss", "/atom", "/other.xml", "/one", "/two"})
        store = self.import_crawl()
        self.assertEqual(self.links(store, "h0.test/rss"), ["test,h0)/one"])
        self.assertEqual(self.links(store, "h0.test/atom"), ["test,h0)/two"])
        self.assertIn("News", cocite("page", store, "h0.test/rss").stdout)

    def test_a_link_field_names_the_canonical_address(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra = {"/": (200, HTML, b"<a href=/x/a?s=1>a</a>"),
                     "/x/a?s=1": (200, HTML | {"Link": '</s.css>; rel=preload, <a>; rel="canonical"'}, b"<base href=/y/>s"),
                     "/x/a": (200, HTML, b"a")}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        self.assertEqual([one.path for one in web.log], ["/robots.txt", "/", "/x/a?s=1", "/x/a"])
        self.assertEqual(self.links(self.import_crawl(), "h0.test/"), ["test,h0)/x/a"])


class Requisites(CrawlCase):
    def test_what_pages_need_is_archived_and_is_no_page(self):
        web = self.web(pages=0, hosts=2, special=False)
        css, png = {"Content-Type": "text/css"}, {"Content-Type": "image/png"}
        web.extra = {"/": (200, HTML, b"<link rel=stylesheet href=/s.css><img src=/i.png><img src=http://h1.test/far.png>"
                                      b"<img src=/lost><script src=/j.js></script><a href=/a>a</a><a href=/b.png>b</a>"),
                     "/s.css": (200, css, b"@import 't.css'; p { background: url(u.png) }"),
                     "/t.css": (200, css, b"@font-face { src: url(f.woff2) }"),
                     "/a": (200, HTML, b"<img src=/i2.png><a href=/c>c</a>"), "/c": (200, HTML, b"<img src=/i3.png>"),
                     "/lost": (200, HTML, b"<a href=/never>an error page</a>"), "/far.png": (200, png, b"far"),
                     "/j.js": (200, {"Content-Type": "text/javascript"}, b"1")}
        for name in ("/i.png", "/i2.png", "/i3.png", "/u.png", "/copy.png"):
            web.extra[name] = (200, png, b"the same bytes")
        web.extra["/f.woff2"] = (200, {"Content-Type": "font/woff2"}, b"font")
        needed = {"/s.css", "/i.png", "/lost", "/j.js", "/t.css", "/u.png", "/f.woff2", "/i2.png"}
        words = ["crawl", "http://h0.test/", "--max-pages", "2", *self.reach(web)]
        cocite(*words, "--out", self.out + "0")
        self.assertEqual({one.path for one in web.log}, {"/robots.txt", "/", "/a"})
        web.log.clear()
        done = cocite(*words, "--requisites", "--out", self.out)
        # Two pages, and all that they need: of other hosts only with a contact.
        self.assertEqual({one.path for one in web.log}, {"/robots.txt", "/", "/a"} | needed)
        self.assertIn(f"{len(needed)} images, styles, scripts and fonts", done.stdout)
        with open(f"{self.out}/indexes/index.cdxj") as file:
            self.assertEqual(len(file.readlines()), 3 + len(needed))
        # The crawl goes on with the next page, and knows what is no page.
        web.log.clear()
        cocite("crawl", "--max-pages", "3", "--requisites", *self.reach(web), "--out", self.out)
        self.assertEqual({one.path for one in web.log} - {"/robots.txt"}, {"/c", "/i3.png"})
        store = self.import_crawl()
        self.assertIn("pages\t4\n", cocite("info", store, "--format", "tsv").stdout)  # and /b.png, which is linked to
        lines = cocite("links", store, "h0.test/", "--format", "tsv").stdout.splitlines()[1:]
        self.assertEqual([line.split("\t")[1] for line in lines], ["test,h0)/a", "test,h0)/b.png"])
        web.log.clear()
        cocite(*words, "--requisites", "--contact", "x@y.test", "--out", self.out + "3")
        self.assertIn(("h1.test", "/far.png"), {(one.host, one.path) for one in web.log})

    def test_a_host_that_has_as_many_pages_as_allowed_still_gives_what_they_need(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra = {"/": (200, HTML, b"<img src=/1.png><a href=/a>a</a>"), "/a": (200, HTML, b"<img src=/2.png><a href=/b>b</a>"),
                     "/b": (200, HTML, b"<img src=/3.png><link rel=stylesheet href=/s.css>"),
                     "/s.css": (200, {"Content-Type": "text/css"}, b"p { background: url(4.png) }")}
        web.extra |= {f"/{i}.png": (200, {"Content-Type": "image/png"}, b"%d" % i) for i in range(5)}
        words = ["crawl", "http://h0.test/", "--requisites", "--out", self.out, *self.reach(web)]
        asked = lambda: sorted(one.path for one in web.log if one.path != "/robots.txt")
        done = cocite(*words, "--max-host-pages", "2")
        self.assertEqual(asked(), ["/", "/1.png", "/2.png", "/a"])
        self.assertIn("waiting 1;", done.stdout)
        # A run that begins with a host that has as many as allowed, and one that reaches a higher limit.
        cocite(*words)
        self.assertEqual(asked(), ["/", "/1.png", "/2.png", "/a"])
        cocite(*words, "--max-host-pages", "3")
        self.assertEqual(asked(), ["/", "/1.png", "/2.png", "/3.png", "/4.png", "/a", "/b", "/s.css"])


class Index(CrawlCase):
    def test_the_index_is_that_of_cdxj_indexer(self):
        # Beside the Python that scripts/test has installed, or anywhere.
        beside = os.path.dirname(os.environ.get("COCITE_PYTHON", ""))
        indexer = shutil.which("cdxj-indexer", path=beside) or shutil.which("cdxj-indexer")
        if indexer is None:
            self.skipTest("no cdxj-indexer here (PyPI)")
        web = self.web(pages=100, hosts=3)
        odd = ["/~User/", "/%7Euser/x", "/A//B/?b=1&a", "/a%20b?q=%7Ea&B=%41", "/caf%C3%A9", "/no-type", "/%zz?", "/x?sid=" + "0" * 32 + "&y=1"]
        for path in odd:
            web.extra[path] = (200, {} if path == "/no-type" else HTML | {"ETag": '"1"'}, path.encode())
        web.extra["/p/0.html"] = (200, HTML, (web.page_of("h0.test", "/p/0.html") + "".join(
            f'<a href="{path}">x</a>' for path in odd)).encode())
        cocite(*self.command(web, "--timeout", "5", delay="0"))
        done = subprocess.run([indexer, "--sort", *glob.glob(f"{self.out}/archive/*.warc.gz")], text=True, capture_output=True, check=True)
        with open(f"{self.out}/indexes/index.cdxj") as file:
            self.assertEqual(file.read().splitlines(), done.stdout.splitlines())
        self.assertGreater(len(done.stdout.splitlines()), 100)


class Proxy(CrawlCase):
    def test_requests_go_by_the_proxy_and_its_password_is_not_kept(self):
        asked = []

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                while True:
                    line = self.rfile.readline().decode()
                    if not line.strip():
                        return
                    fields = {}
                    while (field := self.rfile.readline().decode().strip()):
                        name, _, value = field.partition(":")
                        fields[name.lower()] = value.strip()
                    asked.append((line.split()[1], fields))
                    body = b"" if "robots" in line else b'<a href="/next">1</a><a href="http://127.0.0.1/x">2</a>'
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

        with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, daemon=True).start()
            done = cocite("crawl", "http://nowhere.test/", "--any-host", "--contact", "x@y.test", "--out", self.out, "--quiet",
                          "--delay", "0", "--proxy", f"http://me:hush@127.0.0.1:{server.server_address[1]}",
                          env=os.environ | {"no_proxy": "*", "http_proxy": "http://127.0.0.1:1"})
            server.shutdown()
        self.assertEqual([url for url, _ in asked], ["http://nowhere.test/robots.txt", "http://nowhere.test/",
                                                     "http://nowhere.test/next"])
        for _, fields in asked:
            self.assertEqual(fields["proxy-authorization"], "Basic " + base64.b64encode(b"me:hush").decode())
        self.assertIn("private address", done.stdout)
        self.assertEqual(holds(self.out, b"hush"), [])
        for fields, block in whole_records(self.out):
            self.assertNotIn("warc-ip-address", fields)
            self.assertNotIn(b"Proxy-Authorization", block)


if __name__ == "__main__":
    main()
