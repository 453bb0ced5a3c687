#!/usr/bin/env python3
"""How long does a program that was just started take for its first answer?

    bench/cold_start.py build/bench/src/cli/cocite web.cocite --start PAGE [--pages 300]
                        [--on hosts] [--by blend,cocitation,companion] [--seed 1] [--links 5:2000]
    bench/cold_start.py build/bench/cocite web.cocite --words queries.txt [--pages 300]

Starts the real program once per page and method, with the store's files in the page cache (they are
read once before), and prints the median, the 90th and the 99th percentile and the slowest, in
milliseconds. Pages are met on a random walk over links, and taken if they have LEAST to MOST parents
(--links); the time is that of the whole process, from fork to exit, by the clock and in processor time,
which other work on the machine changes less. One run per method, before the others, is not counted.
--words: `cocite search` instead, with each of the first lines of a file, and `cocite --version` beside it: what any start costs.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import time


def percentile(values, share):
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def warm(folder):
    for root, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(root, name), "rb", buffering=0) as file:
                while file.read(1 << 24):
                    pass


def linked(program, store, on, page, way):
    """Keys that the page links to, or that link to it; some of them."""
    command = [program, "links", store, page, "--format", "tsv", "--top", "500"] + on + way
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lines = out.stdout.decode("utf-8", "replace").split("\n")[1:]
    return [line.split("\t")[1] for line in lines if line.count("\t") >= 1]


def in_links(program, store, on, page):
    out = subprocess.run([program, "page", store, page, "--format", "json"] + on,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(out.stdout).get("in_links", 0) if out.returncode == 0 else 0


def draw(program, store, on, start, wanted, least, most, random_):
    """A walk over links, now forwards, now backwards: pages as they are met, each once."""
    pages = []
    seen = set()
    page = start
    for step in range(wanted * 40):
        way = ["--in"] if step % 2 == 1 else []
        found = linked(program, store, on, page, way)
        if not found:
            page = random_.choice(pages) if pages else start
            continue
        page = random_.choice(found)
        if page in seen:
            continue
        seen.add(page)
        if least <= in_links(program, store, on, page) <= most:
            pages.append(page)
            if len(pages) == wanted:
                break
    return pages


def measure(name, commands):
    """Runs each command; prints a line of times by the clock and one of the processor."""
    subprocess.run(commands[0], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    times = []
    processor = []
    failed = 0
    for command in commands:
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        times.append(1000 * (time.perf_counter() - begin))
        processor.append(1000 * (used.ru_utime + used.ru_stime))
        failed += status != 0
        child.returncode = status
    for what, values in (("wall", times), ("processor", processor)):
        print(f"{name}\t{what}\t{min(values):.1f}\t{percentile(values, .5):.1f}\t{percentile(values, .9):.1f}\t"
              f"{percentile(values, .99):.1f}\t{max(values):.1f}\t{failed}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("store")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--on", default="pages")
    parser.add_argument("--by", default="blend,cocitation,companion")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--links", default="1:2000", help="in-links of a page, LEAST:MOST")
    parser.add_argument("--start", help="a page of the store, where the walk begins")
    parser.add_argument("--words", help="a file of queries, one a line")
    arguments = parser.parse_args()
    least, most = (int(text) for text in arguments.links.split(":"))
    on = [] if arguments.on == "pages" else ["--on", arguments.on]
    random_ = random.Random(arguments.seed)

    warm(arguments.store)
    columns = "method\ttime\tbest\tmedian\tp90\tp99\tslowest\tfailed"
    if arguments.words:
        with open(arguments.words, encoding="utf-8") as file:
            queries = [line.split() for line in file][:arguments.pages]
        print(f"{len(queries)} queries; ms\n{columns}")
        measure("version", [[arguments.program, "--version"]] * len(queries))
        measure("search", [[arguments.program, "search", arguments.store, *words, "--format", "text"] for words in queries])
        return
    if not arguments.start:
        sys.exit("--start PAGE or --words FILE is needed")
    pages = draw(arguments.program, arguments.store, on, arguments.start, arguments.pages, least,
                 most, random_)
    if not pages:
        sys.exit(f"no page was found from {arguments.start}")

    print(f"{len(pages)} pages with {least} to {most} in-links, on {arguments.on}; ms\n{columns}")
    for method in arguments.by.split(","):
        command = [arguments.program, "related", arguments.store] + on + ["--by", method, "--top",
                                                                           "10", "--format", "tsv"]
        measure(method, [command + [page] for page in pages])


if __name__ == "__main__":
    main()
