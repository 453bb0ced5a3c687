#!/usr/bin/env python3
"""Every score of `search`, `related --by content` and HubFinder's content, against formulas written down once more.

    tests/end_to_end/search_oracle_test.py --bin build/dev [--seed 1] [--webs 3]

Webs of pages in many scripts, with titles, texts and words in links, some pages never fetched. The program reads them
as HTML; this file knows what it wrote, folds and cuts it with Python's own tables of Unicode, and shares no code with the
program: terms, bm25, cosine, the neighbourhood of a query and its ranks, words in links, prune and regulate.
"""

import argparse
import collections
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unicodedata

WORDS = {
    "latin": "École naïve STRASSE straße Ångström ŒUVRE cœur façade zażółć ﬁne Ｗｉｄｅ x² re\u0301sume\u0301 l’été don't 3.14 a\u00adb".split(),
    "cyrillic": "Москва мёд ПЧЕЛА пчела й\u0306 ўлей їжак Ёлка".split(),
    "arabic": "كِتَاب كتاب نَحْل نحل عسل ﻼ".split(),
    "hindi": "हिन्दी मधुमक्खी शहद क्‍ष १२३ क़".split(),
    "chinese": "蜜蜂 蜂蜜 北京大学 人 〇 中文的句子".split(),
    "japanese": "みつばち ハチミツ ｶﾞﾗｽ コーヒー 日々 東京タワー".split(),
    "thai": "ผึ้ง น้ำผึ้ง ไทย ก ๑๒".split(),
    "more": "ລາວ ខ្មែរ မြန်မာ 꿀벌 μέλισσα ΜΈΛΙΣΣΑ דבורה İstanbul".split(),
    "emoji": "🐝 👩‍🚀 1️⃣ ☃️ 🐝bee ①".split(),
    "plain": "bee honey hive wasp car wheel road spelling contest the the the".split(),
}
ALL = [word for words in WORDS.values() for word in words]
PAIRS = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x3005), (0x3007, 0x3007), (0x3041, 0x3096),
         (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FD, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF)]
IGNORED = {0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, *range(0xFE00, 0xFE10)}


def fold(text):
    text = "".join(c for c in text if ord(c) not in IGNORED)
    for _ in range(2):
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold())
    return text


def kind(character):
    if unicodedata.category(character)[0] not in "LMN":
        return "separator"
    return "pairs" if any(low <= ord(character) <= high for low, high in PAIRS) else "word"


def terms(text):
    found = []
    for what, group in itertools.groupby(fold(text), kind):
        run = "".join(group)
        if what == "word" or (what == "pairs" and len(run) == 1):
            found.append(run)
        elif what == "pairs":
            found += [run[i:i + 2] for i in range(len(run) - 1)]
    return [term for term in found if len(term.encode()) <= 64]


def mix(number):
    mask = (1 << 64) - 1
    number = (number + 0x9E3779B97F4A7C15) & mask
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & mask
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & mask
    return number ^ (number >> 31)


class Web:
    """What was written, as the definitions see it."""

    def __init__(self, draw, folder, pages=90, hosts=9):
        self.names = sorted(f"example,h{draw.randrange(hosts)})/{i:03}.html" for i in range(pages))
        self.count = pages
        self.host = [name.split(")")[0] for name in self.names]
        topics = list(WORDS.values())
        def some(most, topic):
            return " ".join(draw.choice(topic if draw.random() < 0.7 else ALL) for _ in range(draw.randrange(most + 1)))
        self.title, self.text, self.children, self.anchor = [], [], [], {}
        for page in range(pages):
            topic = draw.choice(topics)
            fetched = page % 3 != 0
            self.title.append(some(4, topic) if fetched else "")
            text, children = [some(30, topic)] if fetched else [], []
            if fetched:
                targets = draw.sample(range(pages), draw.randrange(9)) + ([5] if draw.random() < 0.97 else [])
                if page == pages - 1:  # a page without links would be no page
                    linked = {child for list_ in self.children for child in list_}
                    targets += [other for other in range(0, pages, 3) if other not in linked and other not in targets]
                for target in targets:
                    # Once a long one, and once none: neither counts.
                    anchor = some(5, topic) if draw.random() < 0.9 else draw.choice(["!!!", " ".join(["bee"] * 21)])
                    text.append((target, anchor))
                    if target != page and target not in children:
                        children.append(target)
                    # A page that is linked twice is called by the first link that says something.
                    if not self.anchor.get((page, target)):
                        self.anchor[page, target] = anchor
                    text.append(some(3, topic))
                if draw.random() < 0.1:
                    text.append(" ".join(draw.choice(WORDS["plain"]) for _ in range(1100)))
            self.children.append(children)
            words = " ".join(part if isinstance(part, str) else part[1] for part in text).split()
            self.text.append(" ".join(words[:1000]))
            if fetched:
                self.write(folder, page, text)
        self.parents = [[p for p in range(pages) if page in self.children[p]] for page in range(pages)]
        self.make_fields()

    def url(self, page):
        host, path = self.names[page].split(")")
        return "http://" + ".".join(reversed(host.split(","))) + path

    def write(self, folder, page, text):
        host, path = self.names[page].split(")")
        file = folder / host / path[1:]
        file.parent.mkdir(exist_ok=True)
        parts = []
        for part in text:
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append(f'<a href="{self.url(part[0])}">{part[1]}</a>')
        file.write_text(
            f"<!DOCTYPE html><meta charset=utf-8><title>{self.title[page]}</title><p>" + " ".join(parts), encoding="utf-8")

    def make_fields(self):
        self.fields = []
        for page in range(self.count):
            said = {(self.host[p], tuple(terms(self.anchor[p, page]))) for p in self.parents[page]
                    if self.host[p] != self.host[page]}
            anchors = [term for _, made in sorted(said) if 0 < len(made) <= 20 for term in made]
            self.fields.append([terms(self.title[page]), terms(self.text[page]), anchors])
        with_any = [fields for fields in self.fields if any(fields)]
        self.n_any = len(with_any)
        self.average = [sum(len(fields[f]) for fields in with_any) / max(1, sum(bool(fields[f]) for fields in with_any))
                        for f in range(3)]
        self.df_any = collections.Counter(term for fields in with_any for term in set(itertools.chain(*fields)))
        self.content = [collections.Counter(fields[0] + fields[1]) for fields in self.fields]
        self.n_content = sum(bool(counts) for counts in self.content)
        self.df = collections.Counter(term for counts in self.content for term in counts)

    def bm25(self, query, page):
        score = 0
        for term in dict.fromkeys(query):
            x = 0
            for field, weight, b, average in zip(self.fields[page], (3, 1, 2), (0.4, 0.75, 0.75), self.average):
                if term in field:
                    x += weight * field.count(term) / (1 - b + b * len(field) / average)
            df = self.df_any[term]
            score += math.log(1 + (self.n_any - df + 0.5) / (df + 0.5)) * x / (1.2 + x)
        return score

    def vector(self, counts, log=False):
        return {term: (1 + math.log(count) if log else count) * math.log(self.n_content / self.df[term])
                for term, count in counts.items() if self.df[term]}

    def cosine(self, a, b, log=False):
        a, b = self.vector(a, log), self.vector(b, log)
        lengths = math.sqrt(sum(v * v for v in a.values())) * math.sqrt(sum(v * v for v in b.values()))
        return sum(v * b.get(term, 0) for term, v in a.items()) / lengths if lengths else 0.0

    def order(self, scores):
        """The definition's order; ties go by in-degree, then key."""
        best = max(scores.values(), default=0)
        kept = {page: score for page, score in scores.items() if score > 0 and score >= 1e-12 * best}
        return sorted(kept, key=lambda page: (-round(kept[page], 11), -len(self.parents[page]), page)), kept

    def neighbourhood(self, start):
        nodes = set(start)
        for page in start:
            nodes |= set(self.children[page])
            parents = self.parents[page]
            if len(parents) > 50:
                parents = sorted(parents, key=lambda x: (mix(mix(mix(0) ^ page) ^ x), x))[:50]
            nodes |= set(parents)
        return sorted(nodes)

    def local_rank(self, name, start, query, edges, content):
        nodes = self.neighbourhood(start)
        if content != "none":
            topic = sum((self.content[page] for page in start), collections.Counter())
            r = {}
            for page in nodes:
                own = self.content[page] or collections.Counter(self.fields[page][2])
                r[page] = self.cosine(topic, own)
        if content == "prune":
            ranked = sorted(r[page] for page in start)
            middle = len(ranked) // 2
            median = ranked[middle] if len(ranked) % 2 else (ranked[middle - 1] + ranked[middle]) / 2
            nodes = [page for page in nodes if r[page] >= median]
        links = {}
        for page in nodes:
            for child in self.children[page]:
                if child in nodes and self.host[child] != self.host[page]:
                    n = sum(term in query for term in terms(self.anchor[page, child])) if edges == "anchors" else 0
                    links[page, child] = 1 + n
        counts = len(nodes), len(links)
        if name == "indegree":
            scores = dict.fromkeys(nodes, 0)
            for (_, child), weight in links.items():
                scores[child] += weight
            return scores, counts
        if name == "pagerank":
            out = collections.Counter()
            for (page, _), weight in links.items():
                out[page] += weight
            rank = dict.fromkeys(nodes, 1 / len(nodes))
            for _ in range(400):
                lost = sum(rank[page] for page in nodes if not out[page])
                following = dict.fromkeys(nodes, 0.15 / len(nodes) + 0.85 * lost / len(nodes))
                for (page, child), weight in links.items():
                    following[child] += 0.85 * rank[page] * weight / out[page]
                rank = following
            return rank, counts
        authority_weight = dict(links)
        hub_weight = dict(links)
        if name.startswith("imp"):
            from_host = collections.Counter((self.host[page], child) for page, child in links)
            to_host = collections.Counter((page, self.host[child]) for page, child in links)
            for page, child in links:
                authority_weight[page, child] /= from_host[self.host[page], child]
                hub_weight[page, child] /= to_host[page, self.host[child]]
        factor = r if content == "regulate" else dict.fromkeys(nodes, 1)
        hub = dict.fromkeys(nodes, 1.0)
        authority = dict.fromkeys(nodes, 0.0)
        for _ in range(1000):
            before = authority, hub
            authority = self.half_step(nodes, ((b, hub[a] * w) for (a, b), w in authority_weight.items()), factor)
            hub = self.half_step(nodes, ((a, authority[b] * w) for (a, b), w in hub_weight.items()), factor)
            if all(sum(abs(new[page] - old[page]) for page in nodes) < 1e-9 * sum(new.values())
                   for new, old in zip((authority, hub), before)):
                break
        scores = hub if name.endswith("hub") else authority
        best = max(scores.values())
        return {page: score for page, score in scores.items() if score >= 1e-6 * best}, counts

    @staticmethod
    def half_step(nodes, shares, factor):
        values = dict.fromkeys(nodes, 0.0)
        for page, share in shares:
            values[page] += share
        values = {page: value * factor[page] for page, value in values.items()}
        length = math.sqrt(sum(value * value for value in values.values()))
        return {page: value / length for page, value in values.items()} if length else values


class Check:
    def __init__(self, program, web, store):
        self.program, self.web, self.store, self.compared = program, web, store, 0

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{arguments}: {done.stderr}")
        return done.stdout

    def same(self, what, items, scores, tolerance):
        """All scores, and the order wherever they differ."""
        order, kept = self.web.order(scores)
        found = {item["key"]: item["score"] for item in items}
        wanted = {self.web.names[page]: kept[page] for page in order}
        for key in found.keys() | wanted.keys():
            score, real = found.get(key, 0), wanted.get(key, 0)
            if abs(real - score) > tolerance * max(real, 0.01):
                sys.exit(f"{what}: {key} has {score}, not {real}")
        for item, page in zip(items, order):
            own = wanted.get(item["key"], 0)
            if item["key"] != self.web.names[page] and abs(own - kept[page]) > tolerance * max(kept[page], 0.01):
                sys.exit(f"{what}: rank {item['rank']} is {item['key']}, not {self.web.names[page]}")
        self.compared += len(items)

    def search(self, words, *options):
        out = self.run("search", self.store, words, "--top", "1000", "--format", "json", "--no-snippets", *options)
        return json.loads(out) if out else {"items": [], "nodes": 0, "edge_count": 0}

    def models(self, words):
        web, query = self.web, terms(words)
        pages = range(web.count)
        any_of = [page for page in pages if set(query) & set(itertools.chain(*web.fields[page]))]
        bm25 = {page: web.bm25(query, page) for page in any_of}
        self.same(f"bm25 {words}", self.search(words)["items"], bm25, 1e-9)
        counts = collections.Counter(query)
        for tf in ("count", "log"):
            vector = {page: web.cosine(counts, web.content[page], tf == "log") for page in pages}
            answer = self.search(words, "--model", "vector", "--tf", tf)
            self.same(f"vector {tf} {words}", answer["items"], vector, 1e-9)
        return bm25

    def ranks(self, words, start, query):
        for name in ("indegree", "pagerank", "hits-authority", "hits-hub", "imp-authority", "imp-hub"):
            for edges in ("plain", "anchors"):
                for content in ("none", "prune", "regulate"):
                    if content == "regulate" and "-" not in name:
                        continue
                    answer = self.search(words, "--rank", name, "--edges", edges, "--content", content, "--hosts", "on")
                    scores, counts = self.web.local_rank(name, start, query, edges, content)
                    what = f"{name} {edges} {content} {words}"
                    self.same(what, answer["items"], scores, 1e-6)
                    if counts != (answer["nodes"], answer["edge_count"]):
                        sys.exit(f"{what}: {answer['nodes']} nodes, {answer['edge_count']} edges, not {counts}")
                    for item in answer["items"]:
                        fields = self.web.fields[self.web.names.index(item["key"])]
                        if item["matched"] != bool(set(query) & set(itertools.chain(*fields))):
                            sys.exit(f"{what}: {item['key']} has a wrong `matched`")

    def saved_rank(self, words, start):
        column = {item["key"]: item["score"] for item in json.loads(
            self.run("rank", self.store, "--by", "pagerank", "--all", "--format", "json"))}
        items = self.search(words, "--rank", "global:pagerank")["items"]
        self.same(f"global:pagerank {words}", items, {page: column[self.web.names[page]] for page in start}, 1e-6)

    def conditions(self, one, two):
        web = self.web
        def has(page, words):
            wanted = terms(words)
            runs = [web.fields[page][0], web.fields[page][1]]
            runs += [terms(web.anchor[p, page]) for p in web.parents[page] if web.host[p] != web.host[page]]
            return bool(wanted) and any(run[i:i + len(wanted)] == wanted for run in runs if len(run) <= 20 or run is web.fields[page][1]
                       for i in range(len(run)))
        for words, query, keep in (
            (f'"{one} {two}"', f"{one} {two}", lambda page: has(page, f"{one} {two}")),
            (f"{one} -{two}", one, lambda page: not has(page, two)),
            (f"title:{one} {two}", f"{one} {two}", lambda page: self.run_in(web.fields[page][0], terms(one))),
            (f"{one} {two} site:h3.example", f"{one} {two}", lambda page: web.host[page] == "example,h3"),
        ):
            made = terms(query)
            if words.startswith("title:"):
                made = terms(two) + terms(one)
            scores = {page: web.bm25(made, page) for page in range(web.count)
                      if keep(page) and set(made) & set(itertools.chain(*web.fields[page]))}
            self.same(words, self.search(words)["items"], scores, 1e-9)

    @staticmethod
    def run_in(field, wanted):
        return any(field[i:i + len(wanted)] == wanted for i in range(len(field)))

    def content(self, page):
        web = self.web
        like = {other: web.cosine(web.content[page], web.content[other], True) for other in range(web.count) if other != page}
        for_page = ["--hosts", "on", "--top", "1000", "--format", "json"]
        out = self.run("related", self.store, web.url(page), "--by", "content", "--media", "keep", *for_page)
        self.same(f"content {web.names[page]}", json.loads(out)["items"] if out else [], like, 1e-9)
        by_count = {other: web.cosine(web.content[page], web.content[other]) for other in range(web.count)}
        out = self.run("related", self.store, web.url(page), "--by", "hubfinder", "--criterion", "content", *for_page)
        for item in json.loads(out)["items"] if out else []:
            real = by_count[web.names.index(item["key"])]
            if abs(item["score"] - real) > 1e-9 * max(real, 1e-3):
                sys.exit(f"hubfinder by content: {item['key']} has {item['score']}, not {real}")
            self.compared += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--webs", type=int, default=2)
    options = parser.parse_args()
    program = options.bin / "cocite"
    for seed in range(options.seed, options.seed + options.webs):
        draw = random.Random(seed)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "pages"
            folder.mkdir()
            web = Web(draw, folder)
            roots = [f"{host}=http://{'.'.join(reversed(host.name.split(',')))}/" for host in sorted(folder.iterdir())]
            store = str(pathlib.Path(name) / "web.cocite")
            subprocess.run([program, "import", store, "--from", "html", "--stem", "none", "--quiet", *roots], check=True)
            check = Check(program, web, store)
            subprocess.run([program, "rank", store, "--by", "pagerank", "--save", "--top", "1"], check=True, capture_output=True)
            for _ in range(12):
                words = " ".join(dict.fromkeys(draw.choice(ALL) for _ in range(3)))
                check.models(words)
            for _ in range(8):
                check.conditions(draw.choice(WORDS["plain"]), draw.choice(ALL))
            for words in ("honey bee", " ".join(draw.sample(ALL, 2))):
                bm25 = check.models(words)
                start = web.order(bm25)[0][:200]
                check.ranks(words, start, set(terms(words)))
                check.saved_rank(words, start)
            for page in range(1, web.count, 9):
                check.content(page)
            print(f"web {seed}: {check.compared} scores are the same")


if __name__ == "__main__":
    main()
