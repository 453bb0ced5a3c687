#!/usr/bin/env python3
"""Stores by Spark and by `cocite import` from the same inputs: are they the same, and what do they cost?

    PYTHONPATH=build/dev/python bench/spark/compare.py --work FOLDER --links 16000000 --hot 5000000
    PYTHONPATH=build/dev/python bench/spark/compare.py --work FOLDER crawl.warc.gz another.warc.gz

Without inputs a list of links is made: --links between a quarter as many pages, of which --hot lead to one page. Spark runs on --master (default
local[2]; of a cluster only the driver's time is seen) with 1 GB: `cocite-spark import`, or with --apart `links` and then `store`. Prints seconds of processor time (user + system, of all processes, the JVM included) of each step, and whether every file of
the two stores is the same but for report and manifest.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time


def make_links(path, links, hot):
    import numpy

    rng = numpy.random.default_rng(1)
    pages = max(10, links // 4)
    with open(path, "w", encoding="ascii") as out:
        for begin in range(0, links, 1_000_000):
            count = min(1_000_000, links - begin)
            # Most links lead nearby, as on the web.
            source = numpy.sort(rng.integers(0, pages, count))
            near = (source + rng.integers(-50, 51, count)) % pages
            target = numpy.where(rng.random(count) < 0.7, near, (pages * rng.random(count) ** 3).astype(numpy.int64))
            if begin < hot:
                target[: min(count, hot - begin)] = 7
            out.write("".join(f"h{a // 1000}.example/{a}\th{b // 1000}.example/{b}\n" for a, b in zip(source.tolist(), target.tolist())))


PEAKS = {}


def session_times(session):
    """Processor seconds so far of every process of a session, by process; PEAKS has what memory each program's largest took."""
    ticks, page_bytes = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    times = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().partition("(")[2].rpartition(")")
            fields = rest.split()
        except OSError:
            continue
        if int(fields[3]) == session:
            times[int(path.parent.name), fields[19]] = (int(fields[11]) + int(fields[12])) / ticks
            PEAKS[name] = max(PEAKS.get(name, 0), int(fields[21]) * page_bytes)
    return times


def timed(words, env=None):
    """Seconds of processor, and by the clock. Spark's Python workers are killed, so their time is lost to the parent: all processes are watched instead."""
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(words, env=env, stdout=said, stderr=said, start_new_session=True)
        seen = {}
        while process.poll() is None:
            seen |= session_times(process.pid)
            time.sleep(0.05)
        seconds = time.monotonic() - begin
        # Spark's JVM outlives its Python by a moment.
        while (last := session_times(process.pid)) and time.monotonic() - begin < seconds + 30:
            seen |= last
            time.sleep(0.05)
        said.seek(0)
        if process.returncode != 0:
            sys.exit(f"{' '.join(words)}\n{said.read()[-3000:]}")
    return sum(seen.values()), seconds


def damaged_inputs(folder):
    every = {one["input"]: one["error"] for one in (json.loads(path.read_text()) for path in sorted(folder.iterdir())) if one["error"]}
    for name, error in every.items():
        print(f"left out: {name}: {error}")
    return set(every)


def show_stages(folder, total):
    """Where it went: what the tasks noted; the rest is the JVM's and Python's start."""
    stages = {}
    for path in folder.iterdir():
        stage, seconds = path.read_text().split("\t")
        stages[stage] = stages.get(stage, 0) + float(seconds)
    for stage, seconds in sorted(stages.items(), key=lambda one: -one[1]):
        print(f"          {seconds:8.1f} s {stage}")
    if stages:
        print(f"          {total - sum(stages.values()):8.1f} s the JVM, starting, and the driver")


def files_of(store):
    every = {str(path.relative_to(store)): path for path in store.rglob("*") if path.is_file()}
    return {name: path for name, path in every.items() if path.name not in ("report", "manifest")}


def is_same(one, other):
    return one.stat().st_size == other.stat().st_size and subprocess.run(["cmp", "-s", one, other], check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="*")
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--links", type=int, default=1_000_000)
    parser.add_argument("--hot", type=int, default=0)
    parser.add_argument("--without-text", action="store_true")
    parser.add_argument("--apart", action="store_true", help="links and store, an application each, instead of import")
    parser.add_argument("--exchange", default="auto", help="as cocite-spark import has it")
    parser.add_argument("--master", default="local[2]")
    asked = parser.parse_args()
    work = asked.work
    work.mkdir(parents=True, exist_ok=True)
    inputs = asked.inputs
    if not inputs:
        inputs = [str(work / "links.tsv")]
        if not pathlib.Path(inputs[0]).exists():
            make_links(inputs[0], asked.links, asked.hot)
    for name in ("links", "segments", "spark.cocite", "import.cocite"):
        shutil.rmtree(work / name, ignore_errors=True)
    env = os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    spark = [sys.executable, "-m", "cocite.spark.cli", "--master", asked.master]
    for setting in ("spark.driver.memory=1g", "spark.executor.memory=1g", "spark.ui.enabled=false"):
        spark += ["--conf", setting]
    cocite = [sys.executable, "-m", "cocite"]
    read = ["--no-text"] if asked.without_text else []
    made = ["--no-index", "--exchange", asked.exchange]
    steps = {}
    if asked.apart:
        steps["links"] = [*spark, "links", *inputs, "--out", str(work / "links"), *read]
        steps["store"] = [*spark, "store", str(work / "links"), "--out", str(work / "segments"), *made]
    else:
        steps["on Spark"] = [*spark, "import", *inputs, "--out", str(work / "segments"), *read, *made]
    steps["assemble"] = [*cocite, "assemble", str(work / "segments"), "--out", str(work / "spark.cocite"), "-q", "--no-prepare"]
    steps["import"] = [*cocite, "import", str(work / "import.cocite"), *inputs, "-q", "--no-prepare", "--no-index", "--memory", "8G", *read]
    cost = {}
    for name, words in steps.items():
        times = work / "times"
        shutil.rmtree(times, ignore_errors=True)
        times.mkdir()
        if name == "import" and asked.apart:
            # Spark leaves out what cannot be read at all, and names it; an import ends there.
            damaged = damaged_inputs(work / "links" / "done")
            words = [word for word in words if word not in damaged]
        cost[name], seconds = timed(words, env | {"COCITE_SPARK_TIMES": str(times)})
        print(f"{name:9} {cost[name]:8.1f} s of processor, {seconds:8.1f} s by the clock", flush=True)
        show_stages(times, cost[name])
        print("          largest: " + ", ".join(f"{program} {size >> 20} MB" for program, size in sorted(PEAKS.items()) if size > 50 << 20))
        PEAKS.clear()
    together = sum(cost.values()) - cost["import"]
    if asked.master.startswith("local"):
        print(f"Spark together {together:.1f} s of processor, import {cost['import']:.1f}: {together / cost['import']:.2f} times")
    else:
        print("of Spark this is the driver only: executors are processes of the cluster")
    one, other = files_of(work / "import.cocite"), files_of(work / "spark.cocite")
    different = [name for name in sorted(set(one) | set(other)) if name not in one or name not in other or not is_same(one[name], other[name])]
    print(f"{len(one)} files, {sum(path.stat().st_size for path in one.values())} bytes;", f"different: {different}" if different else "all the same")
    segments = sum(path.stat().st_size for path in (work / "segments").glob("*.segment"))
    print(f"segments {segments} bytes")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
