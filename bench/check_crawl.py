#!/usr/bin/env python3
"""The long check of cocite crawl: a web of thousands of pages that is a real graph, on 127.0.0.1, with everything that goes
wrong on the web; politeness from the server's log, kills at random moments, and other people's readers of archives.

    check_crawl.py --bin build/dev --store web.cocite [--pages 3000] [--hosts 20] [--kills 50]

The first --pages pages of the store (by links from page 0 on, breadth first) become pages of h0.test, h1.test and so on.
With warcio (PyPI) beside it `warcio check` reads every digest. Prints what it saw; ends with 1 if something is not as it
should be. The short version is tests/end_to_end/crawl_test.py.
"""

import argparse
import collections
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "end_to_end"))
from crawl_case import records  # noqa: E402
from test_web import TestWeb  # noqa: E402

failed = []


def check(what, is_so, seen=""):
    print(f"{'ok  ' if is_so else 'FAIL'} {what} {seen}", flush=True)
    if not is_so:
        failed.append(what)


def graph_of(program, store, pages):
    """Lists of the first pages that can be reached from the page with most links."""
    text = subprocess.run([program, "export", store, "-", "--to", "links", "--quiet"], capture_output=True, check=True).stdout
    lists = collections.defaultdict(list)
    for line in text.decode("utf-8", "replace").splitlines():
        source, _, target = line.partition("\t")
        lists[source].append(target)
    start = max(lists, key=lambda page: len(lists[page]))
    number, order = {start: 0}, [start]
    for page in order:
        for target in lists.get(page, []):
            if target not in number and len(order) < pages:
                number[target] = len(order)
                order.append(target)
    return {number[page]: [number[t] for t in lists.get(page, []) if t in number] for page in order}


def crawl_command(program, web, out, delay):
    return [program, "crawl", web.url(0), "--any-host", "--contact", "check@example.org", "--delay", str(delay), "--allow-private",
            "--connect-to", f"::127.0.0.1:{web.port}", "--out", out, "--quiet", "--max-page-bytes", "1M", "--timeout", "5"]


def web_of(links, hosts, **options):
    web = TestWeb(pages=len(links), hosts=hosts, **options)
    web.links = links
    web.start()
    return web


def polite(program, links, hosts, folder):
    delay = 0.4  # a slow answer (80 ms) asks for more, and a busy machine makes answers slow
    forbidden = {"h1.test": 404, "h2.test": 500, "h3.test": "User-agent: Cocite\nDisallow: /p/*3.html$\nCrawl-delay: 0.8\n"}
    web = web_of(links, hosts, robots=forbidden)
    begin = time.monotonic()
    done = subprocess.run([*crawl_command(program, web, f"{folder}/polite", delay)], capture_output=True, text=True)
    print(f"     {len(web.log)} requests in {time.monotonic() - begin:.0f} s")
    check("the crawl ends", done.returncode == 0, done.stderr)
    may = lambda page: web.host_of(page) != "h2.test" and not (web.host_of(page) == "h3.test" and page % 10 == 3)
    reached, todo = {0}, [0]
    while todo:
        for page in links[todo.pop()]:
            if page not in reached and may(page):
                reached.add(page)
                todo.append(page)
    asked = collections.Counter((one.host, one.path) for one in web.log)
    fetched = [int(path[3:-5]) for _, path in asked if path.startswith("/p/")]
    check("all pages that can be reached and may be fetched are", set(fetched) == reached, f"{len(fetched)} of {len(reached)}")
    again = {path for (_, path), count in asked.items() if count > 1}
    check("each once (but what failed)", again <= {"/broken", "/garbage", "/short", "/busy", "/robots.txt"}, again)
    check("none that is forbidden", all(may(page) for page in fetched) and not any(p.startswith("/private") for _, p in asked))
    check("never two requests at once to a host", max(one.open_to_host for one in web.log) == 1)
    for host in sorted({one.host for one in web.log if one.host.startswith("h") and one.host != "h0.test"}):
        wanted = 0.8 if host == "h3.test" else delay
        log = [one for one in web.log if one.host == host]
        pauses = [b.start - a.end for a, b in zip(log, log[1:])][1:]
        if len(pauses) < 20:
            continue
        late = statistics.median(pauses) / wanted
        if min(pauses) < wanted * 0.95 or late > 1.05 or host == "h3.test":
            check(f"pauses of {host} within 5 %", min(pauses) >= wanted * 0.95 and late <= 1.05,
                  f"least {min(pauses) / wanted:.3f}, median {late:.3f} of what was asked for")
    least, medians = 9.0, []
    for host in {one.host for one in web.log if one.host not in ("h0.test", "h2.test", "h3.test")}:
        log = [one for one in web.log if one.host == host]
        pauses = [b.start - a.end for a, b in zip(log, log[1:])][1:]
        if len(pauses) >= 20:
            least, medians = min(least, min(pauses) / delay), medians + [statistics.median(pauses) / delay]
    check("pauses of all hosts within 5 %", least >= 0.95 and max(medians) <= 1.05,
          f"least {least:.3f}, medians {min(medians):.3f} to {max(medians):.3f} of what was asked for")
    web.stop()


def killed(program, links, hosts, kills, folder):
    web = web_of(links, hosts, special=False)
    out = f"{folder}/killed"
    command = crawl_command(program, web, out, 0.001)
    rng = random.Random(kills)
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.02, 0.6))
        process.kill()
        process.wait()
    before = len(web.log)
    done = subprocess.run(command, capture_output=True, text=True)
    asked = collections.Counter((one.host, one.path) for one in web.log)
    pages = [path for _, path in asked if path != "/robots.txt"]
    twice = sum(asked.values()) - len(asked)
    print(f"     {before} requests before the last of {kills} kills, {len(web.log)} in all")
    check("it goes on to its end", "waiting 0" in done.stdout, done.stderr)
    check("all pages are fetched", len(pages) == len(links), len(pages))
    check("twice only what was under way", twice <= kills * hosts, f"{twice} requests; {kills * hosts} may have been under way")
    kept = collections.Counter(url for kind, url in records(out) if kind in ("response", "revisit"))
    check("the archive has each page once", len(kept) == len(asked) and max(kept.values()) == 1, len(kept))
    with open(f"{out}/indexes/index.cdxj") as file:
        check("and so has the index", len(file.read().splitlines()) == len(kept))
    web.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", default="build/dev")
    parser.add_argument("--store", required=True)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--hosts", type=int, default=20)
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args()
    program = os.path.join(given.bin, "cocite")
    links = graph_of(program, given.store, given.pages)
    folder = tempfile.mkdtemp(prefix="cocite_check_crawl_")
    try:
        print(f"     {len(links)} pages, {sum(map(len, links.values()))} links, {given.hosts} hosts")
        polite(program, links, given.hosts, folder)
        killed(program, links, given.hosts, given.kills, folder)
        try:
            import warcio  # noqa: F401
            for name in ("polite", "killed"):
                for file in sorted(os.listdir(f"{folder}/{name}/archive")):
                    done = subprocess.run([sys.executable, "-m", "warcio.cli", "check", f"{folder}/{name}/archive/{file}"],
                                          capture_output=True, text=True)
                    check(f"warcio check of {name}", done.returncode == 0 and not done.stdout.strip(), done.stdout[:300])
        except ImportError:
            print("     warcio is not there")
    finally:
        shutil.rmtree(folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
