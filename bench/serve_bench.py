#!/usr/bin/env python3
"""How much can the service take? The figures of docs/performance.md.

    bench/serve_bench.py build/release/cocite web.cocite [--seconds 10] [--service-core 0] [--client-core 1]

The service runs on one core and wrk (Debian's package) on the other. Asked are pages with 5 to 200 parents that the
service itself names. On a machine that does other work too, look at the best of several runs and at CPU per
request, which /proc tells.
"""

import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")

# Each connection of a wrk thread asks for a random line of the file; with a delay, that many ms between two.
SCRIPT = """
local targets = {}
for line in io.lines("%(targets)s") do targets[#targets + 1] = line end
math.randomseed(%(seed)d)
request = function() return wrk.format("GET", targets[math.random(#targets)]) end
%(delay)s
"""


def taskset(core):
    return ["taskset", "-c", str(core)] if core >= 0 else []


class Service:
    def __init__(self, program, stores, core, *options):
        self.process = subprocess.Popen([*taskset(core), program, "serve", *stores, "--listen", "127.0.0.1:0",
                                         "--access-log", "off", *options], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r"http://(127\.0\.0\.1:(\d+))/", line)
            if found:
                self.address, self.port = found[1], int(found[2])
                break
        while True:
            try:
                urllib.request.urlopen(f"http://{self.address}/readyz").read()
                return
            except urllib.error.HTTPError:
                time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def json(self, target):
        return json.loads(urllib.request.urlopen(f"http://{self.address}{target}").read())

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_mb(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def private_mb(self):
        """Without the pages of mapped files, which come and go with the system's cache."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", text)[1]) / 1024

    def metric(self, name):
        text = urllib.request.urlopen(f"http://{self.address}/metrics").read().decode()
        return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if re.match(name + r"[ {]", line))


def light_pages(service, wanted):
    rng = random.Random(7)
    pages = set()
    while len(pages) < wanted:
        prefix = "".join(rng.choice("abcdefghilmnoprstw") for _ in range(2))
        for host in service.json(f"/api/complete?prefix={prefix}&top=100")["items"]:
            for item in service.json("/api/complete?top=100&prefix=" + urllib.parse.quote(host["url"]))["items"]:
                if 5 <= item["in_links"] <= 200:
                    pages.add(item["url"])
            if len(pages) >= wanted:
                break
    return sorted(pages)


def seconds_of(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 1e-6, "ms": 1e-3, "s": 1, "m": 60}[unit]


def wrk(service, targets, core, seconds, connections, delay_ms=None):
    """wrk's own figures, and the CPU that the service spent meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        list_file, script = f"{folder}/targets", f"{folder}/script.lua"
        pathlib.Path(list_file).write_text("\n".join(targets) + "\n")
        delay = f"delay = function() return {delay_ms} end" if delay_ms else ""
        pathlib.Path(script).write_text(SCRIPT % {"targets": list_file, "seed": 1, "delay": delay})
        before = service.cpu_seconds()
        refused = service.metric("cocite_refused_total")
        out = subprocess.run([*taskset(core), "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script,
                              f"http://{service.address}"], check=True, capture_output=True, text=True).stdout
        cpu = service.cpu_seconds() - before
        refused = service.metric("cocite_refused_total") - refused
    total = int(re.search(r"(\d+) requests in", out)[1])
    return {
        "rps": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]),
        "p50_ms": seconds_of(re.search(r"\n\s+50%\s+(\S+)", out)[1]) * 1e3,
        "p99_ms": seconds_of(re.search(r"\n\s+99%\s+(\S+)", out)[1]) * 1e3,
        "cpu_us": cpu / total * 1e6,
        "requests": total,
        "refused": int(refused),
        "errors": (re.search(r"Socket errors.*", out) or [""])[0],
    }


def shown(name, figures):
    print(f"{name:34} {figures['rps']:8.0f} req/s  p50 {figures['p50_ms']:6.2f} ms  p99 {figures['p99_ms']:7.2f} ms  "
          f"{figures['cpu_us']:6.1f} us CPU/req  {figures['refused']} refused {figures['errors']}", flush=True)


def success_p99_ms(service, before):
    """From the service's own histogram of answers (its buckets bound the figure from above)."""
    counts = histogram(service)
    grown = {bound: counts[bound] - before.get(bound, 0) for bound in counts}
    total = grown[float("inf")]
    for bound in sorted(grown):
        if grown[bound] >= 0.99 * total:
            return bound * 1e3
    return float("inf")


def histogram(service):
    text = urllib.request.urlopen(f"http://{service.address}/metrics").read().decode()
    counts = {}
    for bound, count in re.findall(r'cocite_request_seconds_bucket\{route="/api/related",by="cocitation",le="([^"]+)"\} (\d+)',
                                   text):
        counts[float(bound.replace("+Inf", "inf"))] = int(count)
    return counts


def idle_connections(service, number):
    before = service.private_mb()
    clients = []
    for _ in range(number):
        clients.append(socket.create_connection(("127.0.0.1", service.port)))
    # Each has asked once, as browsers' idle connections have.
    for client in clients:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for client in clients:
        client.recv(4096)
    begin = time.monotonic()
    service.json("/api/info")
    took = (time.monotonic() - begin) * 1e3
    print(f"{number} idle connections: {service.private_mb() - before:.1f} MB more; a new request took {took:.1f} ms")
    for client in clients:
        client.close()


def swap_under_load(program, store, targets, core, client, seconds):
    """The store is replaced by another folder with the same files, again and again, while wrk asks."""
    def copy(source, target):
        (shutil.copy if source.endswith("manifest") else os.link)(source, target)

    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(store))) as folder:
        served = os.path.join(folder, "web.cocite")
        shutil.copytree(store, served, copy_function=copy)
        with Service(program, [served], core, "--threads", "1") as service:
            pathlib.Path(folder, "targets").write_text("\n".join(targets) + "\n")
            pathlib.Path(folder, "script.lua").write_text(SCRIPT % {"targets": folder + "/targets", "seed": 1, "delay": ""})
            load = subprocess.Popen([*taskset(client), "wrk", "-t1", "-c16", f"-d{seconds}s", "-s", folder + "/script.lua",
                                     f"http://{service.address}"], stdout=subprocess.PIPE, text=True)
            swaps = 0
            while load.poll() is None:
                shutil.copytree(store, served + ".new", copy_function=copy)
                os.rename(served, served + ".old")
                os.rename(served + ".new", served)
                shutil.rmtree(served + ".old")
                while load.poll() is None and service.metric("cocite_store_swaps_total") == swaps:
                    time.sleep(0.05)
                swaps = service.metric("cocite_store_swaps_total")
            out = load.stdout.read()
    total = int(re.search(r"(\d+) requests in", out)[1])
    bad = [line.strip() for line in out.splitlines() if "Non-2xx" in line or "Socket errors" in line]
    print(f"{total} requests while the store was replaced {swaps:.0f} times: {'; '.join(bad) or 'none failed'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("store")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--service-core", type=int, default=0)
    parser.add_argument("--client-core", type=int, default=1)
    parser.add_argument("--pages", type=int, default=3000)
    arguments = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    core, client = arguments.service_core, arguments.client_core

    with Service(arguments.program, [arguments.store], core, "--threads", "1", "--cache", "0") as service:
        pages = light_pages(service, arguments.pages)
        targets = ["/api/related?by=cocitation&page=" + urllib.parse.quote(page, safe="") for page in pages]
        wrk(service, targets, client, 2, 16)  # warm
        best = 0
        for _ in range(arguments.rounds):
            figures = wrk(service, targets, client, arguments.seconds, 16)
            shown("cocitation, no cache, 16 clients", figures)
            best = max(best, figures["rps"])
        for _ in range(arguments.rounds):
            shown("/healthz: HTTP alone", wrk(service, ["/healthz"], client, arguments.seconds, 16))

        # Five times what it can hold: each of 1000 clients asks at a fixed interval, answered or not.
        memory, before = service.private_mb(), histogram(service)
        figures = wrk(service, targets, client, 2 * arguments.seconds, 1000, delay_ms=round(1000 * 1000 / (5 * best)))
        shown("5 times that", figures)
        print(f"    answers' p99 <= {success_p99_ms(service, before):.0f} ms (service's histogram); memory grew by "
              f"{service.private_mb() - memory:.1f} MB")
        begin = time.monotonic()
        while True:
            answer = urllib.request.urlopen(f"http://{service.address}{targets[0]}")
            if answer.status == 200 and json.loads(answer.read())["notes"] == []:
                break
        print(f"    recovered within {time.monotonic() - begin:.2f} s")

    with Service(arguments.program, [arguments.store], core, "--threads", "1") as service:
        few = targets[:500]
        wrk(service, few, client, 2, 16)
        for _ in range(arguments.rounds):
            shown("cached answers", wrk(service, few, client, arguments.seconds, 16))
        idle_connections(service, 10000)
    swap_under_load(arguments.program, arguments.store, targets, core, client, 2 * arguments.seconds)


if __name__ == "__main__":
    sys.exit(main())
