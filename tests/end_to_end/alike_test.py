#!/usr/bin/env python3
"""A page that is gone, a near-copy and an answer that is easily forged: treated the same by the program, the service and Python.

    tests/end_to_end/alike_test.py --bin build/dev [unittest's options]

One small store that has all three among the answers to one page, and every way to ask for related pages or sites. By default they are
dropped, folded and flagged; each can be dropped, marked or kept.
"""

import json
import os
import urllib.parse

import running_service
from running_service import Base, Service, cocite

PAGE = "http://u.example/"
GONE = "http://gone.example/"
COPIES = ["http://one.example/", "http://two.example/"]
FORGED = "http://forged.example/"
GOOD = "http://good.example/"


def record(url, date, status, links):
    body = "".join(f"<a href={link}>{link}</a>\n" for link in links)
    block = f"HTTP/1.1 {status} x\r\nContent-Type: text/html\r\n\r\n{body}"
    return (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}T00:00:00Z\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n{block}\r\n\r\n")


def web():
    lists = [f"http://list{i}.example/" for i in range(6)]
    same = [f"http://shared{i}.example/" for i in range(14)]
    text = record("http://root.example/", "2020-01-01", 200, lists)
    text += record("http://root2.example/", "2020-01-01", 200, lists)
    for page in lists:
        text += record(page, "2020-01-01", 200, [PAGE, GOOD, GONE, *COPIES])
    for i in range(4):  # these have no parents
        text += record(f"http://farm{i}.example/", "2020-01-01", 200, [FORGED, PAGE])
    for copy in COPIES:
        text += record(copy, "2020-01-01", 200, same)
    text += record(GONE, "2020-02-02", 404, [])
    # It linked here, and is gone itself.
    text += record("http://list5.example/", "2020-03-03", 410, [])
    return text


class Alike(Base):
    def setUp(self):
        super().setUp()
        self.web = os.path.join(self.folder, "web.cocite")
        archive = os.path.join(self.folder, "web.warc")
        with open(archive, "w", encoding="ascii", newline="") as file:
            file.write(web())
        cocite("import", self.web, archive, "--quiet")
        cocite("prepare", self.web, "--quiet")

    def answers(self, **wishes):
        """For each way to ask: what it is called, and the items of its answer."""
        options = [word for name, value in wishes.items() for word in ("--" + name, value)]
        yield "related", json.loads(cocite("related", self.web, PAGE, "--format", "json", *options))["items"]
        why = json.loads(cocite("related", self.web, PAGE, "--why", "2", "--format", "json", *options))["items"]
        yield "related --why", why
        pages = os.path.join(self.folder, "pages.txt")
        with open(pages, "w", encoding="ascii") as file:
            file.write(PAGE + "\n")
        yield "related --pages", json.loads(cocite("related", self.web, "--pages", pages, "--format", "json", *options))[0]["items"]
        for more in [[], ["--why", "1"]]:
            out = os.path.join(self.folder, "all.json")
            cocite("related", self.web, "--all", "--out", out, "--force", "--quiet", "--format", "json", *more, *options)
            with open(out, encoding="ascii") as file:
                pages = json.load(file)
            items = next(page for page in pages if page["page"] == "example,u)/")["related"]
            for item in items:
                item["url"] = "http://" + item["key"].split(")")[0].split(",")[1] + ".example/"
                item["copies"] = [{"url": "http://" + key.split(")")[0].split(",")[1] + ".example/"} for key in item.get("copies", [])]
            yield "related --all " + " ".join(more), items
        compared = json.loads(cocite("compare", self.web, PAGE, "--by", "blend", "--format", "json", *options))
        yield "compare", compared["methods"][0]["items"]
        sites = json.loads(cocite("similar-sites", self.web, "u.example", "--format", "json", *options))
        yield "similar-sites", sites["items"]
        query = urllib.parse.urlencode({"page": PAGE, **wishes})
        with Service([self.web]) as service:
            yield "/api/related", service.json("/api/related?" + query)["items"]
            # As the explorer asks for pages related to the results of a search.
            yield "/api/related, two pages", service.json("/api/related?page=list0.example&" + query)["items"]
            yield "/api/compare", service.json("/api/compare?by=blend&" + query)["methods"][0]["items"]
            yield "/api/similar-sites", service.json("/api/similar-sites?" + query.replace("page=", "site=", 1))["items"]

    def test_by_default_they_are_dropped_folded_and_flagged(self):
        for way, items in self.answers():
            by_url = {item["url"]: item for item in items}
            with self.subTest(way):
                self.assertNotIn(GONE, by_url)
                shown = [url for url in COPIES if url in by_url]
                if "sites" in way:  # sites have no text, so none is a copy
                    self.assertEqual(len(shown), 2)
                else:
                    self.assertEqual(len(shown), 1)
                    self.assertEqual([copy["url"] for copy in by_url[shown[0]]["copies"]], [url for url in COPIES if url not in shown])
                self.assertTrue(by_url[FORGED]["flagged"])
                for url in (GOOD, shown[0]):
                    self.assertNotIn("gone", by_url[url])
                    self.assertNotIn("flagged", by_url[url])

    def test_a_page_that_is_gone_is_marked_where_that_is_asked_for(self):
        for way, items in self.answers(dead="mark"):
            with self.subTest(way):
                self.assertEqual({item["url"]: item for item in items}[GONE]["gone"], "2020-02-02")

    def test_who_does_not_want_them_does_not_get_them(self):
        for way, items in self.answers(dead="drop", flagged="drop", copies="keep"):
            urls = [item["url"] for item in items]
            with self.subTest(way):
                self.assertIn(GOOD, urls)
                self.assertNotIn(GONE, urls)
                self.assertNotIn(FORGED, urls)
                self.assertTrue(set(COPIES) <= set(urls), urls)
        for way, items in self.answers(dead="keep", flagged="last"):
            with self.subTest(way):
                self.assertFalse(any(item.get("gone") for item in items))
                self.assertIn(GONE, [item["url"] for item in items])
                flags = [bool(item.get("flagged")) for item in items]
                self.assertEqual(flags, sorted(flags))

    def test_one_request_has_all_and_drops_what_is_dead(self):
        with Service([self.web]) as service:
            over_http = service.json("/api/whats-related?page=" + PAGE)
        for answer in (json.loads(cocite("whats-related", self.web, PAGE, "--format", "json")), over_http):
            for name in ("related", "sites"):
                by_url = {item["url"]: item for item in answer[name]}
                self.assertNotIn(GONE, by_url)
                shown = [url for url in COPIES if url in by_url]
                self.assertEqual(len(shown), 2 if name == "sites" else 1, name)
                self.assertEqual(len(by_url[shown[0]].get("copies", [])), 0 if name == "sites" else 1)
                self.assertTrue(by_url[FORGED]["flagged"], name)
                self.assertNotIn("flagged", by_url[GOOD])
            for name in ("hubs", "linked_from"):
                urls = {page["url"] for page in answer[name]}
                self.assertTrue(urls, name)
                self.assertNotIn("http://list5.example/", urls, name)
            self.assertEqual(answer["with"][0], "links")
        marked = json.loads(cocite("whats-related", self.web, PAGE, "--dead", "mark", "--sites", "20", "--format", "json"))
        for name in ("related", "sites"):
            self.assertEqual({item["url"]: item for item in marked[name]}[GONE]["gone"], "2020-02-02")
        self.assertIn("http://list5.example/", {page["url"] for page in marked["linked_from"]})

    def test_what_is_measured_is_what_was_asked_for(self):
        gold = os.path.join(self.folder, "gold.tsv")
        with open(gold, "w", encoding="ascii") as file:
            file.write(f"{PAGE}\t{GOOD}\n")

        def answered(*options):
            table = json.loads(cocite("eval", self.web, "--gold", gold, "--by", "blend",
                                      "--top", "100", "--quiet", "--format", "json", *options))
            return next(query["answers"] for query in table["queries"] if query["key"] == "example,u)/")
        every = answered("--dead", "keep", "--copies", "keep")
        self.assertEqual(answered("--copies", "keep"), every - 2)  # and one of the lists
        self.assertEqual(answered("--dead", "drop", "--copies", "keep"), every - 2)
        self.assertEqual(answered("--dead", "keep", "--copies", "keep", "--flagged", "drop"), every - 1)
        folded = answered("--dead", "keep", "--copies", "fold")
        self.assertLess(folded, every)
        self.assertEqual(answered("--dead", "keep"), folded)  # as related does

    def test_lists_of_everything_mark_them(self):
        ranked = [json.loads(line) for line in cocite("rank", self.web, "--by", "indegree", "--top", "50", "--format", "jsonl", "--quiet").splitlines()]
        self.assertNotIn(GONE, [item["url"] for item in ranked])
        self.assertEqual([item["rank"] for item in ranked], list(range(1, len(ranked) + 1)))
        every = [json.loads(line) for line in cocite("rank", self.web, "--by", "indegree", "--all", "--format", "jsonl", "--quiet").splitlines()]
        self.assertEqual({item["url"]: item for item in every}[GONE]["gone"], "2020-02-02")
        links = [json.loads(line) for line in cocite("links", self.web, "list0.example", "--format", "jsonl").splitlines()]
        self.assertEqual({item["url"]: item for item in links}[GONE]["gone"], "2020-02-02")

    def test_every_answer_says_what_took_part(self):
        asked = {"related": [PAGE], "explain": [PAGE, GOOD], "similar-sites": ["u.example"], "whats-related": [PAGE]}
        for command, pages in asked.items():
            answer = json.loads(cocite(command, self.web, *pages, "--format", "json"))
            self.assertEqual(answer["with"][0], "links", command)
        compared = json.loads(cocite("compare", self.web, PAGE, "--format", "json"))
        for method in compared["methods"]:
            if not method["why_none"]:
                self.assertEqual(method["with"], ["text"] if method["by"] == "content" else method["with"])
                self.assertTrue(method["with"], method["by"])
        self.assertIn("# with links,text", cocite("explain", self.web, PAGE, GOOD))


if __name__ == "__main__":
    running_service.main()
