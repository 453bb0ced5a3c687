#!/usr/bin/env python3
"""How fast access logs are read: processor time of `cocite add --visits` on a made-up log.

    bench/visits_bench.py COCITE FOLDER [--megabytes 500] [--pages 100000] [--threads 1]

Makes a store of one host with PAGES pages and a log of MEGABYTES megabytes in FOLDER, if they do not exist:
pages are asked for by popularity (Zipf), one line in five has no referrer, one in ten is a robot's, one in eight asks for
an image, one in ten for an address of its own, some fail; referrers of other sites, escapes and query strings among them. Adds the log to a copy of the store
and prints megabytes by second of processor time (user and system), the time itself and the memory at most.
"""

import argparse
import os
import random
import resource
import shutil
import subprocess
import time

AGENTS = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:%d.0) Gecko/20100101 Firefox/115.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Version/%d.5 Mobile/15E148 Safari/604.1",
]
ROBOTS = ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "CCBot/2.0 (https://commoncrawl.org/faq/)",
          "curl/7.88.1"]


def page_path(number):
    if number == 0:
        return "/"
    if number % 7 == 0:
        return f"/articles/view?id={number}&lang=en"
    if number % 11 == 0:
        return f"/docs/caf%C3%A9-{number}/"
    return f"/articles/2023/{number % 12 + 1:02}/story-number-{number}.html"


def make_links(path, pages):
    with open(path, "w") as out:
        for number in range(pages):
            out.write(f"https://www.example.org{page_path(number)}\thttps://www.example.org{page_path((number * 7 + 1) % pages)}\n")


def log_line(pages):
    number = int(pages ** random.random()) - 1  # Zipf
    source = int(pages ** random.random()) - 1
    target = page_path(number) if random.random() > 0.125 else f"/static/img/photo-{number}.jpg"
    if random.random() < 0.1:  # an address that occurs once
        target += ("&" if "?" in target else "?") + f"session={random.getrandbits(64):016x}"
    if random.random() < 0.2:
        referrer = "-"
    elif random.random() < 0.1:
        referrer = f"https://search.example.com/results?q=term{random.getrandbits(20)}"
    else:
        referrer = "https://www.example.org" + page_path(source)
    agent = random.choice(ROBOTS) if random.random() < 0.1 else random.choice(AGENTS) % random.randint(90, 140)
    method = "POST" if random.random() < 0.02 else "GET"
    status = random.choice([200] * 17 + [304, 404, 301])
    address = random.getrandbits(32)
    return (f"{address >> 24 & 127}.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255} - - "
            f"[{random.randint(1, 28):02}/Oct/2023:{random.randint(0, 23):02}:{random.randint(0, 59):02}:11 +0000] "
            f"\"{method} {target} HTTP/1.1\" {status} {address % 90000} \"{referrer}\" \"{agent}\"\n")


def make_log(path, megabytes, pages):
    """Every line is generated: only popular pages repeat."""
    random.seed(1)
    with open(path, "w") as out:
        written = 0
        while written < megabytes * 1_000_000:
            line = log_line(pages)
            out.write(line)
            written += len(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cocite")
    parser.add_argument("folder")
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--memory", default="512M")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    store = os.path.join(options.folder, f"store-{options.pages}.cocite")
    log = os.path.join(options.folder, f"access-{options.pages}-{options.megabytes}.log")
    if not os.path.exists(store):
        links = os.path.join(options.folder, "links.tsv")
        make_links(links, options.pages)
        subprocess.run([options.cocite, "import", store, links, "-q", "--no-prepare", "--order", "page"], check=True)
    if not os.path.exists(log):
        make_log(log, options.megabytes, options.pages)
    megabytes = os.path.getsize(log) / 1e6
    for _ in range(options.runs):
        copy = os.path.join(options.folder, "copy.cocite")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(store, copy)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.time()
        subprocess.run([options.cocite, "add", copy, "--visits", log, "--threads", str(options.threads), "-q", "--memory", options.memory],
                       check=True)
        seconds = time.time() - begin
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        print(f"{megabytes:.0f} MB in {seconds:.1f} s, {busy:.2f} s of processor time: {megabytes / busy:.0f} MB/s a core; "
              f"at most {after.ru_maxrss / 1024:.0f} MB of memory", flush=True)


if __name__ == "__main__":
    main()
