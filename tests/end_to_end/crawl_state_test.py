#!/usr/bin/env python3
"""What the folder of a crawl keeps, and how a crawl goes on from it, against a web of our own on loopback addresses.

    crawl_state_test.py --bin build/dev [Class.test_name...]
"""

import json
import os

from crawl_case import CrawlCase, cocite, main, whole_records


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
        web.log.clear()
        cocite("crawl", "--out", self.out + "2", "--max-pages", "0", "--quiet", cwd="/")
        self.assertEqual([(one.path, one.status) for one in web.log], [("/a", 304)])


if __name__ == "__main__":
    main()
