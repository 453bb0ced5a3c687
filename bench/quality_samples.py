#!/usr/bin/env python3
"""How near samples of walks are to uniform: the table and the chart of docs/quality.md.

    bench/quality_samples.py testbed links.tsv [hosts]            writes a random graph: 100,000 pages, power-law degrees
    bench/quality_samples.py COCITE STORE... [--pages N] [--steps S] [--seeds K] [--chart FILE]

The test bed is of the paper's kind, a hundredth as large: in-degrees 5 to 18 (exponent 2.1), out-degrees 5 to 20 (2.38), ends matched at random, no
hosts. With `hosts`: degrees 1 to 1000, hosts with sizes of a power law, three of four links within them; not all of it can be reached.
Pages are cut into at most ten parts of about equal size by in-degree, by out-degree and by PageRank, as the paper's figures are. Samples of K
walks (20) are taken together, and the shares of the parts compared with those of all pages that can be reached from where walks start (the 100
pages with most in-links), and with those of all pages of the store: no weight draws a page that no walk can meet. The distance is the sum of
(p - q)^2 / q. The chart shows the shares by in-degree.
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile

WAYS = (("walk alone", ["--correct", "none"]), ("1/visits", ["--correct", "visits"]),
        ("1/PageRank", ["--correct", "pagerank"]), ("from the store", ["--uniform"]))


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def power_law(chance, exponent, least, most):
    """A whole number k from least to most, with a probability of about k^-exponent."""
    low, high = least ** (1 - exponent), (most + 1) ** (1 - exponent)
    return int((low + chance.random() * (high - low)) ** (1 / (1 - exponent)))


def draw(chance, exponent, least, most, count):
    """`count` whole numbers from least to most, each with a probability of exactly k^-exponent to one another."""
    values = range(least, most + 1)
    return chance.choices(values, [k ** -exponent for k in values], k=count)


def testbed(path, pages=100_000, seed=1):
    """In the manner of the paper's: ends of links matched at random."""
    chance = random.Random(seed)
    targets = [page for page, degree in enumerate(draw(chance, 2.1, 5, 18, pages)) for _ in range(degree)]
    sources = [page for page, degree in enumerate(draw(chance, 2.38, 5, 20, pages)) for _ in range(degree)]
    chance.shuffle(targets)
    links = {(source, target) for source, target in zip(sources, targets) if source != target}
    with open(path, "w", encoding="utf-8") as file:
        for source, target in sorted(links):
            file.write(f"p{source}\tp{target}\n")


def testbed_with_hosts(path, pages=100_000, seed=1):
    """In-degrees (exponent 2.1) and out-degrees (2.38) of a power law, hosts with sizes of a power law (1.6), three of four links moved into their
    host."""
    chance = random.Random(seed)
    hosts, host_of = [], []
    while len(host_of) < pages:
        size = min(power_law(chance, 1.6, 1, 5000), pages - len(host_of))
        hosts.append(range(len(host_of), len(host_of) + size))
        host_of += [len(hosts) - 1] * size
    places = list(range(pages))
    chance.shuffle(places)  # degrees have nothing to do with hosts
    targets = [page for page in places for _ in range(power_law(chance, 2.1, 1, 1000))]
    sources = [page for page in places for _ in range(power_law(chance, 2.38, 1, 1000))]
    with open(path, "w", encoding="utf-8") as file:
        seen = set()
        for target in targets:
            source = chance.choice(sources)
            if chance.random() < 0.75:
                source = chance.choice(hosts[host_of[target]])
            if source != target and (source, target) not in seen:
                seen.add((source, target))
                file.write(f"http://h{host_of[source]}.example/{source}\thttp://h{host_of[target]}.example/{target}\n")


def key_of(name):
    """http://www.example.com:80/a -> com,example,www:80)/a, as samples name pages; other names as they are."""
    if "://" not in name:
        return name
    host, slash, path = name.split("://", 1)[1].partition("/")
    host, colon, port = host.partition(":")
    parts = host.split(".")
    if not all(part.isdigit() for part in parts):  # addresses of machines stay as they are
        host = ",".join(reversed(parts))
    return host + colon + port + ")" + slash + path


def read_graph(cocite, store):
    """Names, children, in-degrees, and what can be reached from the 100 pages with most in-links."""
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/links.tsv"
        run(cocite, "export", store, path, "--to", "links", "--quiet")
        number, children, degree = {}, [], []
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                words = line.rstrip("\n").split("\t")
                for word in words:
                    if word not in number:
                        number[word] = len(number)
                        children.append([])
                        degree.append(0)
                if len(words) == 2:
                    children[number[words[0]]].append(number[words[1]])
                    degree[number[words[1]]] += 1
    names = list(number)
    wait = sorted(range(len(names)), key=lambda page: (-degree[page], names[page]))[:100]
    met = set(wait)
    while wait:
        for child in children[wait.pop()]:
            if child not in met:
                met.add(child)
                wait.append(child)
    return names, children, degree, met


def pagerank(children, damping=0.85, rounds=30):
    size = len(children)
    rank = [1 / size] * size
    for _ in range(rounds):
        new, lost = [0.0] * size, 0.0
        for page, own in enumerate(children):
            if own:
                share = rank[page] / len(own)
                for child in own:
                    new[child] += share
            else:
                lost += rank[page]
        rank = [(1 - damping + damping * lost) / size + damping * one for one in new]
    return [round(one * size, 3) for one in rank]


def parts_of(degree):
    """A part for each degree; where each begins."""
    counts = collections.Counter(degree)
    part, begins, seen, last = {}, [], 0, -1
    for one in sorted(counts):
        ten = 10 * seen // len(degree)
        if ten != last:
            begins.append(one)
            last = ten
        part[one] = len(begins) - 1
        seen += counts[one]
    return part, begins


def shares(pages, part, value, parts):
    counts = collections.Counter(part[value[page]] for page in pages)
    return [counts[one] / max(1, len(pages)) for one in range(parts)]


def distance(sample, truth):
    return sum((p - q) ** 2 / q for p, q in zip(sample, truth) if q > 0)


def measure(cocite, store, options):
    names, children, degree, met = read_graph(cocite, store)
    number = {key_of(name): place for place, name in enumerate(names)}
    steps = ["--steps", str(options.steps)] if options.steps else []
    title = os.path.basename(store).removesuffix(".cocite")
    drawn = {}
    for name, words in WAYS:
        drawn[name] = []
        for seed in range(options.seeds):
            table = run(cocite, "sample", store, "--pages", str(options.pages), *steps, "--seed", str(seed), "--format", "tsv", "--quiet", *words)
            drawn[name] += [number[line.split("\t")[0]] for line in table.splitlines()[1:]]
    measured = None
    for by, value in (("in-links", degree), ("out-links", [len(one) for one in children]), ("PageRank", pagerank(children))):
        part, begins = parts_of(value)
        truth, reachable = shares(range(len(names)), part, value, len(begins)), shares(met, part, value, len(begins))
        found = {name: shares(pages, part, value, len(begins)) for name, pages in drawn.items()}
        walk = found["walk alone"]
        for name, own in found.items():
            to_reachable, to_all = distance(own, reachable), distance(own, truth)
            print(f"{title}\t{by}\t{name}\t{to_reachable:.4f}\t{to_reachable / distance(walk, reachable):.2f}"
                  f"\t{to_all:.4f}\t{to_all / distance(walk, truth):.2f}", flush=True)
        measured = measured or (title, begins, reachable, found)
    print(f"# {title}: {len(names)} pages, {len(met)} can be reached; {options.pages} drawn after {options.steps or 20 * options.pages} steps", flush=True)
    return measured


def chart(path, measured):
    """Shares of the parts: bars for what is there, lines for the samples."""
    width, height, left, top = 300, 190, 46, 44
    colours = {"walk alone": "#c0392b", "1/visits": "#b9770e", "1/PageRank": "#1f618d", "from the store": "#7f8c8d"}
    total = len(measured) * (width + left) + 20
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height + top + 74}" font-family="sans-serif" font-size="11" role="img">',
             "<title>Shares of pages by in-degree: in the graph, and in samples of walks</title>",
             f'<rect width="{total}" height="{height + top + 74}" fill="#fff"/>']
    for place, (title, begins, truth, found) in enumerate(measured):
        x0, most = place * (width + left) + left, 1.05 * max(max(truth), *(max(one) for one in found.values()))
        step = width / len(begins)
        lines.append(f'<text x="{x0}" y="16" font-size="13" font-weight="bold">{title}</text>')
        for tick in range(0, 5):
            value = most * tick / 4
            y = top + height - height * tick / 4
            lines.append(f'<line x1="{x0}" y1="{y:.1f}" x2="{x0 + width}" y2="{y:.1f}" stroke="#ddd"/>'
                         f'<text x="{x0 - 5}" y="{y + 4:.1f}" text-anchor="end">{100 * value:.0f} %</text>')
        for one, share in enumerate(truth):
            tall = height * share / most
            lines.append(f'<rect x="{x0 + step * one + 2:.1f}" y="{top + height - tall:.1f}" width="{step - 4:.1f}" height="{tall:.1f}" fill="#d5dbdb"/>')
            until = begins[one + 1] - 1 if one + 1 < len(begins) else None
            label = f"{begins[one]}+" if until is None else str(begins[one]) if until == begins[one] else f"{begins[one]}–{until}"
            lines.append(f'<text x="{x0 + step * (one + 0.5):.1f}" y="{top + height + 14}" text-anchor="middle" font-size="9">{label}</text>')
        for name, values in found.items():
            points = " ".join(f"{x0 + step * (one + 0.5):.1f},{top + height - height * value / most:.1f}" for one, value in enumerate(values))
            dash = ' stroke-dasharray="3 3"' if name == "from the store" else ""
            lines.append(f'<polyline points="{points}" fill="none" stroke="{colours[name]}" stroke-width="2"{dash}/>')
        lines.append(f'<text x="{x0 + width / 2}" y="{top + height + 30}" text-anchor="middle">links to the page</text>')
    y = top + height + 56
    lines.append(f'<rect x="{left}" y="{y - 9}" width="14" height="10" fill="#d5dbdb"/><text x="{left + 20}" y="{y}">pages that can be reached</text>')
    for place, name in enumerate(colours):
        x = left + 190 + 150 * place
        lines.append(f'<line x1="{x}" y1="{y - 4}" x2="{x + 20}" y2="{y - 4}" stroke="{colours[name]}" stroke-width="2"/><text x="{x + 26}" y="{y}">{name}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["</svg>"]) + "\n")


def main():
    if len(sys.argv) in (3, 4) and sys.argv[1] == "testbed":
        return testbed_with_hosts(sys.argv[2]) if len(sys.argv) == 4 else testbed(sys.argv[2])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cocite")
    parser.add_argument("stores", nargs="+")
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=0, help="default: that of the program, 20 a page")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--chart")
    options = parser.parse_args()
    print("store\tby\tsample\tto reachable\tof the walk's\tto all\tof the walk's")
    measured = [measure(options.cocite, store, options) for store in options.stores]
    if options.chart:
        chart(options.chart, measured)


if __name__ == "__main__":
    main()
