#!/usr/bin/env python3
"""The long check of cocite crawl: a web of thousands of pages that is a real graph, on 127.0.0.1, with everything that goes
wrong on the web; politeness from the server's log, kills at random moments, and other people's readers of archives.

    check_crawl.py --bin build/bench --store web.cocite [--pages 3000] [--hosts 20] [--kills 50] [--delay 0.25]

The first --pages pages of the store (by links from page 0 on, breadth first) become pages of h0.test, h1.test and so on;
h4.test is asked over TLS. With warcio (PyPI) beside it `warcio check` reads every digest. Prints what it saw; ends with 1 if
something is not as it should be. The short version is tests/end_to_end/crawl_test.py.

Pauses are from the end of an answer to the next request of the same host, by the server's clock: from just before it wrote
the last bytes to when it had read the next head. What is asked for is the delay, the host's Crawl-delay, or five times what
the answer took by the crawler's own log (--format json), whichever is most. None may be shorter. Longer than 5 % counts
only while the host had a page waiting: one that was fetched later, and that an answer written before the pause linked to.
"""

import argparse
import collections
import json
import os
import random
import shutil
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


def crawl_command(program, web, out, delay, *more):
    secure = [word for host in web.secure for word in ("--connect-to", f"{host}:443:127.0.0.1:{web.tls_port}")]
    return [program, "crawl", web.url(0), "--any-host", "--contact", "check@example.org", "--delay", str(delay), "--allow-private",
            *secure, "--connect-to", f"::127.0.0.1:{web.port}", "--out", out, "--quiet", "--max-page-bytes", "1M",
            "--timeout", "5", *more]


def web_of(links, hosts, **options):
    web = TestWeb(pages=len(links), hosts=hosts, **options)
    web.links = links
    web.start()
    return web


def test_certificate(folder, host):
    """A certificate for the host that is its own authority, and its key."""
    key, certificate = f"{folder}/key.pem", f"{folder}/ca.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days",
                    "2", "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}"], check=True, capture_output=True)
    return certificate, key


def found_at(web):
    """When each page was first linked to by an answer that had been written; a seed was there from the beginning."""
    found = {0: 0.0}
    for one in web.log:
        if one.path.startswith("/p/") and one.status == 200:
            for target in web.links[int(one.path[3:-5])]:
                found[target] = min(found.get(target, one.end), one.end)
    return found


def pauses_of(web, host, delay, took, found):
    """[(pause, what was asked for, whether a page waited)], but for the one before the first page: robots.txt is read first."""
    log = [one for one in web.log if one.host == host]
    if len(log) != len(took):
        raise AssertionError(f"{host}: {len(log)} requests, and {len(took)} in the crawler's log")
    later = [found[int(one.path[3:-5])] if one.path.startswith("/p/") else 9e9 for one in log]
    pauses = []
    for i in range(1, len(log) - 1):
        asked = max(delay, 5 * took[i])
        pauses.append((log[i + 1].start - log[i].end, asked, min(later[i + 1:]) < log[i].end))
    return pauses


def check_pauses(web, delay, own_delays, lines):
    found, took = found_at(web), collections.defaultdict(list)
    for line in lines:
        if line.get("failure") != "robots.txt" and "url" in line:
            took[line["url"].split("/")[2]].append(line["seconds"])
    ratios, waiting, slow = [], [], 0
    for host in sorted({one.host for one in web.log} - {"h0.test"}):  # h0 refuses, breaks off and so on
        own = own_delays.get(host, delay)
        for pause, asked, had_waiting in pauses_of(web, host, own, took[host], found):
            ratios.append(pause / asked)
            slow += asked > own
            if had_waiting:
                waiting.append(pause / asked)
    check("no pause is shorter than asked for", min(ratios) >= 1,
          f"least {min(ratios):.4f} of {len(ratios)}; {slow} were longer since the answer was slow")
    at = lambda share: sorted(waiting)[min(len(waiting) - 1, int(share * len(waiting)))]
    over = sum(ratio > 1.05 for ratio in waiting)
    check("while pages wait pauses are at most 5 % longer", at(0.5) <= 1.05 and at(0.99) <= 1.05,
          f"median {at(.5):.4f}, 90 % {at(.9):.4f}, 99 % {at(.99):.4f}, longest {at(1):.3f}; {over} of {len(waiting)} beyond 1.05")


def polite(program, links, hosts, delay, folder):
    own_delays = {"h3.test": 2 * delay}
    forbidden = {"h1.test": 404, "h2.test": 500,
                 "h3.test": f"User-agent: Cocite\nDisallow: /p/*3.html$\nCrawl-delay: {2 * delay}\n"}
    web = web_of(links, hosts, robots=forbidden, certificate=test_certificate(folder, "h4.test"), secure=("h4.test",))
    begin = time.monotonic()
    command = crawl_command(program, web, f"{folder}/polite", delay, "--format", "json", "--ca-file", f"{folder}/ca.pem")
    done = subprocess.run(command, capture_output=True, text=True)
    print(f"     {len(web.log)} requests in {time.monotonic() - begin:.0f} s, a delay of {delay} s")
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
    check("never two connections at once to a host", max(one.connections_to_host for one in web.log) == 1)
    paths = {path for _, path in asked}
    for what in ("/found-in-slow", "/found-in-chunked", "/found-in-gzip", "/found-in-huge", "/found-in-copy", "/found-when-free",
                 "/after-landing", "/found-beside-nofollow"):
        check(f"{what} is found", what in paths)
    for what in ("/never", "/not-followed", "/image.gif"):
        check(f"{what} is not asked for", what not in paths)
    busy = [one for one in web.log if one.path == "/busy"]
    check("Retry-After is kept", min(b.start - a.end for a, b in zip(busy, busy[1:])) >= 1)
    endless = len([path for path in paths if path.startswith(("/calendar", "/deep", "/counter"))])
    check("traps are bounded", endless < 60, endless)
    check_pauses(web, delay, own_delays, [json.loads(line) for line in done.stdout.splitlines()])
    web.stop()


def killed(program, links, hosts, kills, folder):
    web = web_of(links, hosts, special=False)
    out = f"{folder}/killed"
    # So slow that it is not at its end before the last kill.
    longest = 0.6
    command = crawl_command(program, web, out, longest * kills * hosts / len(links))
    rng = random.Random(kills)
    killed_at = []
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.02, longest))
        process.kill()
        killed_at.append(time.monotonic())
        process.wait()
    before = len(web.log)
    command[command.index("--delay") + 1] = "0.001"
    done = subprocess.run(command, capture_output=True, text=True)
    asked = collections.Counter((one.host, one.path) for one in web.log)
    pages = [path for _, path in asked if path != "/robots.txt"]
    print(f"     {before} requests before the last of {kills} kills, {len(web.log)} in all")
    check("it was killed before its end each time", before < len(web.log))
    check("it goes on to its end", "waiting 0" in done.stdout, done.stderr)
    check("all pages are fetched", len(pages) == len(links), len(pages))
    # Under way when it was killed: the last request of its host by that run, whose answer may not have been written yet. Runs are
    # told apart by their connections: what one sent just before it was killed is read a little later.
    run_of = {}
    for one in sorted(web.log, key=lambda one: one.start):
        run_of.setdefault(one.connection, sum(moment < one.start for moment in killed_at))
    last = {(run_of[one.connection], one.host): one for one in sorted(web.log, key=lambda one: one.start)}
    under_way = {}  # in which run first
    for (number, _), one in sorted(last.items(), key=lambda item: item[0]):
        under_way.setdefault((one.host, one.path), number)
    seen, twice, wrong = set(), 0, []
    for one in sorted(web.log, key=lambda one: one.start):
        what = (one.host, one.path)
        twice += what in seen
        if what in seen and under_way.get(what, kills) >= run_of[one.connection]:
            wrong.append(what)
        seen.add(what)
    check("twice only what was under way", not wrong, f"{twice} requests; {wrong[:3]}")
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
    parser.add_argument("--delay", type=float, default=0.25)
    given = parser.parse_args()
    program = os.path.join(given.bin, "cocite")
    links = graph_of(program, given.store, given.pages)
    folder = tempfile.mkdtemp(prefix="cocite_check_crawl_")
    try:
        print(f"     {len(links)} pages, {sum(map(len, links.values()))} links, {given.hosts} hosts")
        polite(program, links, given.hosts, given.delay, folder)
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
