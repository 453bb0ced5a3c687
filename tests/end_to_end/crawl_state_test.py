#!/usr/bin/env python3
"""What the folder of a crawl keeps, and how a crawl goes on from it, against a web of our own on loopback addresses.

    crawl_state_test.py --bin build/dev [Class.test_name...]
"""

import collections
import glob
import json
import os
import random
import shutil
import socket
import struct
import subprocess

from crawl_case import CrawlCase, Given, archived, cocite, main, wait_for, whole_records


def paths(web):
    return sorted(one.path for one in web.log if one.path != "/robots.txt")


class KeptOptions(CrawlCase):
    def test_a_folder_alone_goes_on_exactly(self):
        web = self.web(pages=60, hosts=2, special=False)
        cocite("crawl", web.url(0), "--any-host", "--scope", "/p/[0-9]*[02468]\\.html$", "--contact", "me@example.org",
               "--max-pages", "5", "--order", "breadth", "--out", self.out, *self.reach(web))
        self.assertEqual(len(paths(web)), 5)
        # The limit is kept, too.
        done = cocite("crawl", "--out", self.out, "--quiet")
        self.assertEqual(len(paths(web)), 5)
        self.assertIn("a higher limit goes on", done.stdout)
        # One that is given again overrides what is kept, and is kept in its turn.
        cocite("crawl", "--out", self.out, "--max-pages", "9", "--quiet")
        self.assertEqual(len(paths(web)), 9)
        cocite("crawl", "--out", self.out, "--quiet")
        self.assertEqual(len(paths(web)), 9)
        cocite("crawl", "--out", self.out, "--max-pages", "0", "--quiet")
        everything = paths(web)
        self.assertGreater(len(everything), 9)
        self.assertTrue(all(int(path[3:-5]) % 2 == 0 for path in everything), everything)
        self.assertEqual({one.agent.partition("(")[2] for one in web.log}, {"+me@example.org)"})

    def test_flags_can_be_taken_back(self):
        web = self.web(pages=3, hosts=1, special=False)
        cocite("crawl", web.url(0), "--max-pages", "1", "--out", self.out, *self.reach(web))
        done = cocite("crawl", "--out", self.out, "--allow-private=false", "--max-pages", "0", "--quiet", check=False)
        self.assertIn("private address", done.stdout)
        self.assertEqual(len(paths(web)), 1)
        cocite("crawl", "--out", self.out, "--allow-private", "--quiet")
        self.assertEqual(len(paths(web)), 3)

    def test_verify_leaves_a_crawl_alone(self):
        web = self.web(pages=5, hosts=1, special=False)
        cocite("crawl", web.url(0), "--max-pages", "2", "--out", self.out, *self.reach(web))
        store = self.import_crawl()
        done = cocite("verify", store, "h0.test/p/0.html", "--out", self.out, *self.reach(web), check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has a crawl already; name a new folder", done.stderr)
        self.assertEqual(len(paths(web)), 2)
        cocite("verify", store, "h0.test/p/0.html", "--out", self.out + "2", *self.reach(web))
        self.assertEqual(len(paths(web)), 3)
        cocite("crawl", "--out", self.out, "--max-pages", "0", "--quiet")
        self.assertEqual(len(set(paths(web))), 5)

    def test_a_refresh_goes_on_as_one_from_another_folder(self):
        web = self.web(pages=0, hosts=1, special=False)
        html = {"Content-Type": "text/html", "ETag": '"1"'}

        def page(text):
            return lambda host, fields: (304, html, b"") if "if-none-match" in fields else (200, html, text)
        web.extra = {"/": page(b"<title>Home</title><a href=/a>a</a>"), "/a": page(b"<title>A</title>")}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        store = self.import_crawl()
        words = ["--refresh", os.path.basename(store), "--earlier", "out", "--out", "out2", *self.reach(web)]
        cocite("crawl", *words, "--max-pages", "1", cwd=self.folder)
        cocite("crawl", "--out", self.out + "2", "--max-pages", "0", "--quiet", cwd="/")
        asked = [(one.path, one.status) for one in web.log if one.status == 304]
        self.assertEqual(sorted(asked), [("/", 304), ("/a", 304)])


HTML = {"Content-Type": "text/html"}


def page(title, *links):
    return 200, HTML, (f"<title>{title}</title>" + "".join(f"<a href={link}>x</a>" for link in links)).encode()


class Unreachable(CrawlCase):
    """Nothing that waits is thrown away because its host cannot be reached."""

    def test_a_name_that_leads_nowhere(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra["/"] = page("Home", *(f"http://away.test/{i}" for i in range(3)))
        words = ["crawl", "--out", self.out, "--any-host", "--contact", "me@example.org", "--allow-private", "--delay", "0",
                 "--quiet"]
        away = "away.test:80:nowhere.invalid:80"
        done = cocite(*words, "http://h0.test/", "--connect-to", away, "--connect-to", f"h0.test:80:127.0.0.1:{web.port}")
        self.assertIn("3 pages wait for host away.test: no such host\n", done.stdout)
        self.assertIn("waiting 3;", done.stdout)
        self.assertIn("warning: 3 pages wait", done.stderr)
        self.assertNotIn("before the end", done.stdout)
        # Nothing new, but the crawl has pages: no error.
        done = cocite(*words, "--connect-to", away, "--format", "json")
        self.assertIn("warning: 3 pages wait", done.stderr)
        report = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(report["waiting"], [{"host": "away.test", "pages": 3, "why": "no such host"}])
        # The name is there now.
        cocite(*words, "--connect-to", f"::127.0.0.1:{web.port}")
        self.assertEqual(paths(web), ["/", "/0", "/1", "/2"])

    def test_refused_connections(self):
        web = self.web(pages=20, hosts=1, special=False)
        cocite("crawl", web.url(0), "--out", self.out, "--max-pages", "5", *self.reach(web))
        web.stop()
        self.webs.remove(web)
        for _ in range(2):
            done = cocite("crawl", "--out", self.out, "--max-pages", "0", "--quiet")
            self.assertRegex(done.stderr, "warning: [0-9]+ pages wait")
            self.assertRegex(done.stdout, "pages wait for host h0.test: no connection")
        back = self.web(pages=20, hosts=1, special=False)
        cocite("crawl", "--out", self.out, "--connect-to", f"::127.0.0.1:{back.port}", "--quiet")
        self.assertEqual(len(paths(web)) + len(paths(back)), 20)
        self.assertEqual(set(paths(web)) & set(paths(back)), set())

    def test_a_crawl_without_any_page_is_an_error_each_time(self):
        words = ["crawl", "http://h0.test/", "--out", self.out, "--connect-to", "::nowhere.invalid:80", "--allow-private", "--quiet"]
        for _ in range(2):
            done = cocite(*words, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("nothing could be fetched: 1 page waits for host h0.test: no such host", done.stderr)

    def test_a_host_that_goes_away_in_the_middle(self):
        for trouble in (("garbage", {}, b""), (503, {}, b"later"), (502, {}, b"gateway")):
            web = self.web(pages=40, hosts=1, special=False)
            answer, out = web.answer, f"{self.out}{trouble[0]}"
            web.answer = lambda host, path: trouble if len(web.log) > 10 else answer(host, path)
            done = cocite("crawl", web.url(0), "--out", out, *self.reach(web))
            self.assertRegex(done.stdout, "pages wait for host h0.test: (bad answer|status 50[23])\n")
            self.assertIn("warning", done.stderr)
            web.answer = answer
            done = cocite("crawl", "--out", out, "--quiet")
            self.assertIn("waiting 0;", done.stdout)
            good = [one.path for one in web.log if one.status == 200 and one.path != "/robots.txt"]
            self.assertEqual(sorted(good), sorted(f"/p/{i}.html" for i in range(40)))

    def test_it_is_asked_again_when_it_wakes_up(self):
        web = self.web(pages=0, hosts=2, special=False)
        is_up = lambda: sum(one.host == "h0.test" for one in web.log) > 30
        is_done = lambda: any(one.host == "h1.test" and one.path == "/late" for one in web.log) or len(web.log) > 20000

        def answer(host, path):
            if host == "h1.test":
                return page("Late") if is_up() else ("garbage", {}, b"")
            if path == "/robots.txt":
                return 404, {}, b""
            number = int(path[1:] or 0)
            return page(path, "http://h1.test/late", *([] if is_done() else [f"/{number + 1}"]))
        web.answer = answer
        done = cocite("crawl", "http://h0.test/", "--any-host", "--contact", "me@example.org", "--max-chain", "0", "--out", self.out,
                      "--max-sleep", "0.05", "--max-time", "60", *self.reach(web), "--delay", "0.002")
        self.assertIn("waiting 0;", done.stdout)
        self.assertIn(("h1.test", "/late"), {(one.host, one.path) for one in web.log})

    def test_a_bad_certificate_keeps_its_own_pages_only(self):
        web = self.web(pages=0, hosts=1, special=False, certificate=self.certificate("h0.test"))
        web.extra = {"/": page("Home", "https://h0.test/safe", "/plain"), "/plain": page("Plain")}
        done = cocite("crawl", "http://h0.test/", "--out", self.out, "--connect-to", f":443:127.0.0.1:{web.tls_port}",
                      *self.reach(web))
        self.assertIn("1 page waits for host h0.test: its robots.txt cannot be had: bad certificate", done.stdout)
        self.assertEqual(paths(web), ["/", "/plain"])

    def test_robots_txt_is_named_where_it_is_the_reason(self):
        for status in (500, 503):
            web = self.web(pages=3, hosts=1, special=False, robots={"h0.test": status})
            out = f"{self.out}{status}"
            done = cocite("crawl", web.url(0), "--out", out, *self.reach(web), check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"1 page waits for host h0.test: its robots.txt cannot be had: status {status}", done.stderr)
            self.assertEqual(paths(web), [])
            self.assertEqual(len(web.log), 3)  # --retry 2
            web.robots = {}
            cocite("crawl", "--out", out, "--quiet")
            self.assertEqual(len(paths(web)), 3)


class Again(CrawlCase):
    def test_a_500_is_asked_again_with_growing_pauses(self):
        web = self.web(pages=0, hosts=1, special=False)
        heals = lambda host, fields: page("Healed", "/found") if times("/heals") > 2 else (500, HTML, b"trouble")
        times = lambda path: sum(one.path == path for one in web.log)
        web.extra = {"/": page("Home", "/heals", "/never", "/plain"), "/heals": heals, "/never": (500, HTML, b"always"),
                     "/plain": page("Plain"), "/found": page("Found")}
        done = cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web), "--delay", "0.04")
        self.assertIn("waiting 0;", done.stdout)
        self.assertEqual({path: times(path) for path in ("/heals", "/never", "/plain", "/found")},
                         {"/heals": 3, "/never": 3, "/plain": 1, "/found": 1})
        for path in ("/heals", "/never"):
            asked = [one for one in web.log if one.path == path]
            self.assertGreaterEqual(asked[1].start - asked[0].end, 0.19)
            self.assertGreaterEqual(asked[2].start - asked[1].end, 0.76)
        # Only its last answer is kept.
        kept = [block for fields, block in whole_records(self.out) if fields["warc-type"] == "response"
                and fields["warc-target-uri"].endswith(("/never", "/heals"))]
        self.assertEqual([block.split()[1] for block in sorted(kept)], [b"200", b"500"])

    def test_retry_says_how_often(self):
        for retry, expected in (("0", 1), ("4", 5)):
            web = self.web(pages=0, hosts=1, special=False)
            web.extra = {"/": page("Home", "/never"), "/never": (500, HTML, b"always")}
            cocite("crawl", "http://h0.test/", "--retry", retry, "--out", self.out + retry, *self.reach(web))
            self.assertEqual(sum(one.path == "/never" for one in web.log), expected)

    def test_a_body_that_was_cut_off_is_kept_with_its_links(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra = {"/": page("Home", "/cut", "/cut-too", "/plain"), "/plain": page("Plain"), "/found": page("Found"),
                     "/cut": ("short", {}, b"<title>Cut</title><a href=/found>x</a>"),
                     "/cut-too": ("short", {}, b"<title>Cut, too</title>")}
        done = cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        self.assertIn("waiting 0;", done.stdout)
        [fields] = [fields for fields, _ in whole_records(self.out) if fields["warc-type"] == "response"
                    and fields["warc-target-uri"] == "http://h0.test/cut"]
        self.assertEqual(fields["warc-truncated"], "disconnect")
        self.assertIn("/found", paths(web))
        store = self.import_crawl()
        self.assertIn("found", cocite("links", store, "h0.test/cut").stdout)
        # A refresh asks for all of it.
        web.log.clear()
        web.extra["/cut"] = lambda host, fields: (304, {}, b"") if "if-modified-since" in fields else page("Whole")
        cocite("crawl", "--refresh", store, "--earlier", self.out, "--out", self.out + "2", *self.reach(web))
        self.assertEqual([one.status for one in web.log if one.path == "/cut"], [200])


class Up(CrawlCase):
    def test_a_port_in_use_is_found_before_the_crawl(self):
        web = self.web(pages=3, hosts=1, special=False)
        for family, host, text in ((socket.AF_INET, "127.0.0.1", "127.0.0.1:{}"), (socket.AF_INET6, "::1", "[::1]:{}")):
            if family == socket.AF_INET6 and web.port6 is None:
                continue  # no IPv6 here
            with socket.socket(family) as taken:
                taken.bind((host, 0))
                taken.listen()
                done = cocite("up", web.url(0), "--in", self.folder, "--listen", text.format(taken.getsockname()[1]), "--no-open",
                              *self.reach(web), check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn("in use; try another port", done.stderr)
            self.assertIn("--listen", done.stderr)
            self.assertEqual(web.log, [])

    def test_it_names_allow_private_where_that_is_the_reason(self):
        web = self.web(pages=3, hosts=1, special=False)
        words = ["up", web.url(0), "--in", self.folder, "--no-serve", "--delay", "0", "--quiet",
                 "--connect-to", f"::127.0.0.1:{web.port}"]
        done = cocite(*words, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--allow-private", done.stderr)
        cocite(*words, "--allow-private")
        self.assertEqual(len(paths(web)), 3)


class Limits(CrawlCase):
    def test_pages_of_a_host_are_counted_when_they_are_fetched(self):
        """A page that is found late and has most links is fetched, however many addresses were seen before it."""
        # Many pages: on a busy machine links are read some pages after the one that they are on.
        web = self.web(pages=0, hosts=1, special=False)
        web.extra["/"] = page("Home", *(f"/{i}" for i in range(400)))
        for i in range(400):
            web.extra[f"/{i}"] = page(str(i), "/best")
        web.extra["/best"] = page("Best")
        words = ["crawl", "--out", self.out, "--order", "indegree", *self.reach(web)]
        done = cocite(*words, "http://h0.test/", "--max-host-pages", "200")
        self.assertEqual(len(paths(web)), 200)
        self.assertIn("/best", paths(web))
        self.assertIn("not followed, host is full: 202, as in h0.test\n", done.stdout)
        # What is left waits for a higher limit.
        cocite("crawl", "--out", self.out, "--max-host-pages", "250", "--quiet")
        self.assertEqual(len(paths(web)), 250)
        cocite("crawl", "--out", self.out, "--max-host-pages", "0", "--quiet")
        self.assertEqual(len(paths(web)), 402)
        self.assertEqual(len(set(paths(web))), 402)

    def test_the_worst_of_what_waits_is_forgotten(self):
        web = self.web(pages=0, hosts=1, special=False)
        # /hub names many pages; /good is named by each page that is fetched.
        web.extra["/"] = page("Home", *(f"/a{i}" for i in range(200)))
        for i in range(200):
            web.extra[f"/a{i}"] = page(f"A {i}", "/good", *(f"/b{i}-{j}" for j in range(20)))
        web.extra["/good"] = page("Good", "/better")
        web.extra["/better"] = page("Better")
        for order in ("indegree", "pagerank", "breadth"):
            out = self.out + order
            web.log.clear()
            done = cocite("crawl", "http://h0.test/", "--out", out, "--order", order, "--max-waiting", "50", "--max-pages", "60",
                          "--format", "json", *self.reach(web))
            report = json.loads(done.stdout.splitlines()[-1])
            self.assertGreater(report["forgotten"], 100)
            self.assertLessEqual(report["queue"], 50 + 25, "one page more may bring its links")
            self.assertLessEqual(report["seen"], 60 + 75)
            if order != "breadth":
                self.assertIn("/good", paths(web))
            # Numbers are used again, and a run that goes on knows which address has which.
            done = cocite("crawl", "--out", out, "--max-pages", "90", "--quiet")
            first = report["fetched"]
            self.assertGreaterEqual(len(paths(web)), min(90, first + min(report["queue"], 45)))
            self.assertEqual(len(set(paths(web))), len(paths(web)), "nothing is asked for twice")
            kept = collections.Counter(fields["warc-target-uri"] for fields, _ in whole_records(out)
                                       if fields["warc-type"] == "response")
            self.assertEqual(set(kept.values()), {1})


class Damage(CrawlCase):
    """Whatever byte of a crawl's folder is wrong: a clear error, or the crawl goes on. Never a crash, never a wrong page."""

    def crawl(self, web, out):
        done = cocite("crawl", "--out", out, "--max-pages", "0", "--quiet", check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertNotIn("bug", done.stderr)
        return done

    def test_flips_everywhere(self):
        web = self.web(pages=25, hosts=2, special=False)
        cocite(*self.command(web, "--max-pages", "9", delay="0"))
        everything = {web.url(page) for page in range(25)}
        rng = random.Random(3)
        files = [os.path.join(self.out, "links"), os.path.join(self.out, "state.sqlite"),
                 *glob.glob(f"{self.out}/archive/*"), os.path.join(self.out, "indexes/index.cdxj")]
        outcomes = collections.Counter()
        for path in files:
            with open(path, "rb") as file:
                good = file.read()
            for number in range(Given.kills + 4):
                # Of the first bytes, which say what the rest is, and anywhere.
                at = 8 if number == 0 else rng.randrange(min(100, len(good))) if number % 2 else rng.randrange(len(good))
                length = 4 if number == 0 else rng.choice([1, 1, 4, 200])
                bad = bytes([good[at] ^ 1 << rng.randrange(8)]) if length == 1 else b"\xff" * min(length, len(good) - at)
                out = os.path.join(self.folder, "damaged")
                shutil.rmtree(out, ignore_errors=True)
                shutil.copytree(self.out, out)
                with open(path.replace(self.out, out), "wb") as file:
                    file.write(good[:at] + bad + good[at + len(bad):])
                done = self.crawl(web, out)
                name = os.path.relpath(path, self.out).partition("/")[0]
                outcomes[name, done.returncode] += 1
                if done.returncode == 0:
                    with open(f"{out}/indexes/index.cdxj") as file:
                        kept = {json.loads(line.split(" ", 2)[2])["url"] for line in file}
                    self.assertEqual({url for url in kept if not url.endswith("/robots.txt")}, everything, (path, at, bad))
                else:
                    self.assertRegex(done.stderr, "state.sqlite: .*(damaged|is not|newer).*", (path, at, bad))
        # Links are rebuilt from the archive; what is archived and noted is not read again.
        self.assertEqual({key for key in outcomes if key[1] == 1}, {("state.sqlite", 1)}, outcomes)

    def test_a_crawl_goes_on_from_its_archive_alone(self):
        web = self.web(pages=60, hosts=2, special=False)
        cocite(*self.command(web, "--max-pages", "20", delay="0"))
        os.remove(f"{self.out}/state.sqlite")
        os.remove(f"{self.out}/links")
        done = cocite("crawl", "--out", self.out, check=False)
        self.assertIn("give seeds", done.stderr)
        done = cocite(*self.command(web, delay="0"))
        self.assertIn("20 before", done.stdout)
        asked = collections.Counter((one.host, one.path) for one in web.log)
        self.assertEqual(set(asked.values()), {1}, "nothing is asked for twice")
        self.assertEqual(len(asked), 62)

    def test_a_power_cut_loses_no_page(self):
        """Of each file that was being written there is a part only."""
        web = self.web(pages=200, hosts=2, special=False)
        command = [os.path.join(Given.bin, "cocite"), *self.command(web)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_for(lambda: len(archived(self.out)) > 120)
        process.kill()
        process.wait()
        everything = {web.url(page) for page in range(200)}
        rng = random.Random(4)
        for cut in (["state.sqlite-wal"], ["archive"], ["links"], ["state.sqlite-wal", "links"], ["archive", "links"]) * 2:
            out = f"{self.out}-cut"
            shutil.rmtree(out, ignore_errors=True)
            shutil.copytree(self.out, out)
            for name in cut:
                path = sorted(glob.glob(f"{out}/{name}/*"))[-1] if name == "archive" else f"{out}/{name}"
                size = os.path.getsize(path)
                os.truncate(path, rng.randrange(size // 2, size))
            done = cocite(*[out if word == self.out else word for word in command[1:]], check=False)
            self.assertEqual(done.returncode, 0, (cut, done.stderr))
            kept = collections.Counter(fields["warc-target-uri"] for fields, _ in whole_records(out)
                                       if fields["warc-type"] == "response" and "robots.txt" not in fields["warc-target-uri"])
            self.assertEqual(set(kept), everything, cut)
            with open(f"{out}/indexes/index.cdxj") as file:
                indexed = [json.loads(line.split(" ", 2)[2])["url"] for line in file]
            self.assertEqual({url for url in indexed if not url.endswith("/robots.txt")}, everything, cut)

    def test_links_are_made_anew_as_they_were(self):
        web = self.web(pages=80, hosts=2, special=False)
        cocite(*self.command(web, "--max-pages", "40", delay="0"))

        def lists():
            found, at = {}, 0
            with open(f"{self.out}/links", "rb") as file:
                content = file.read()
            while at < len(content):
                count = int.from_bytes(content[at:at + 4], "little")
                numbers = [number for number, in struct.iter_unpack("<I", content[at + 16:at + 16 + 4 * count])]
                at += 16 + 4 * count
                while numbers:
                    found[numbers[0]] = numbers[2:2 + numbers[1]]
                    numbers = numbers[2 + numbers[1]:]
            return found
        before = lists()
        self.assertEqual(len(before), 40)
        os.remove(f"{self.out}/links")
        cocite("crawl", "--out", self.out, "--quiet")
        self.assertEqual(lists(), before)


if __name__ == "__main__":
    main()
