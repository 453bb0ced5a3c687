#!/usr/bin/env python3
"""A documentation tree with its "See also" links cut out, as links to import and pairs to find again.

    bench/quality/see_also.py TREE BASE OUT

TREE: a folder of HTML pages; BASE: the address that it stands for. Writes to the folder OUT
    links.tsv     source<TAB>target, in page order, without the links of "See also" sections
    gold.tsv      page<TAB>page: one has the other in such a section
    queries.txt   the pages to ask about: at least two such partners, and a link to them left

A section begins at a heading that says "See also" and ends at the next heading of its rank or above. A link that a page also
has elsewhere, in a navigation box say, stays there, as for pages that are no pair: were it cut for pairs alone, two pages of one
box that do not link to each other would be known for a pair by that (and Jaccard of parents would be the best method of all).
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
SEE_ALSO = re.compile(r"\s*see also\s*:?\s*$", re.IGNORECASE)
UNSEEN = {"script", "style", "template"}


class Page(html.parser.HTMLParser):
    """Links of a page in order, and which of them stand in a "See also" section."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.links = []  # (href, is it in such a section)
        self.base = None
        self.section = 0  # rank of the heading that we are under; 0: not in such a section
        self.heading = None  # (rank, text so far)
        self.unseen = 0

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag in UNSEEN:
            self.unseen += 1
        elif tag in HEADINGS:
            self.heading = (HEADINGS[tag], "")
        elif tag == "base" and self.base is None and values.get("href"):
            self.base = values["href"]
        elif tag in ("a", "area") and values.get("href"):
            self.links.append((values["href"], self.section > 0))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag in UNSEEN:
            self.unseen -= 1

    def handle_endtag(self, tag):
        if tag in UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        elif tag in HEADINGS and self.heading:
            rank, text = self.heading
            self.heading = None
            if SEE_ALSO.match(re.sub(r"\[.*?\]", "", text)):
                self.section = rank
            elif rank <= self.section:
                self.section = 0

    def handle_data(self, data):
        if self.heading and not self.unseen:
            self.heading = (self.heading[0], self.heading[1] + data)


def address(base, href):
    """Where a link leads, without its fragment; None: nowhere on the web."""
    try:
        target = urllib.parse.urldefrag(urllib.parse.urljoin(base, href.strip()))[0]
        return target if urllib.parse.urlsplit(target).scheme in ("http", "https") else None
    except ValueError:
        return None


def read_tree(tree, base):
    """{page: [(target, in "See also")]}, by address."""
    pages = {}
    for path in sorted(tree.rglob("*.htm*")):
        if not path.is_file():
            continue
        url = urllib.parse.urljoin(base, urllib.parse.quote(path.relative_to(tree).as_posix()))
        parser = Page()
        parser.feed(path.read_text(encoding="utf-8", errors="replace"))
        parser.close()
        at = urllib.parse.urljoin(url, parser.base) if parser.base else url
        pages[url] = [(target, seen) for href, seen in parser.links
                      if (target := address(at, href)) and target != url]
    return pages


def pairs_of(pages):
    """Both ways, between pages of the tree."""
    gold = {}
    for page, links in pages.items():
        for target, is_see_also in links:
            if is_see_also and target in pages:
                gold.setdefault(page, set()).add(target)
                gold.setdefault(target, set()).add(page)
    return gold


def main(arguments):
    if len(arguments) != 3:
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 2
    tree, base, out = pathlib.Path(arguments[0]), arguments[1], pathlib.Path(arguments[2])
    if not tree.is_dir():
        print(f"see_also: {tree} is not a folder of HTML pages", file=sys.stderr)
        return 1
    pages = read_tree(tree, base)
    gold = pairs_of(pages)
    parents = {}
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "links.tsv", "w", encoding="utf-8") as file:
        for page, links in pages.items():
            file.write(page + "\n")
            for target, is_see_also in links:
                if is_see_also:
                    continue
                file.write(f"{page}\t{target}\n")
                parents[target] = parents.get(target, 0) + 1
    with open(out / "gold.tsv", "w", encoding="utf-8") as file:
        for page in sorted(gold):
            for other in sorted(gold[page]):
                if page < other:
                    file.write(f"{page}\t{other}\n")
    queries = [page for page in sorted(gold) if len(gold[page]) >= 2 and parents.get(page)]
    (out / "queries.txt").write_text("".join(page + "\n" for page in queries), encoding="utf-8")
    pairs = sum(len(others) for others in gold.values()) // 2
    print(f"{len(pages)} pages, {pairs} pairs, {len(queries)} query pages")
    return 0 if queries else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
