#!/usr/bin/env python3
"""Before and after of two google-benchmark runs, as lines for a commit message.

    x_bench --benchmark_out=before.json --benchmark_out_format=json     (then change the code, then again)
    tools/bench_compare.py before.json after.json [--wall]

Compares CPU time (--wall: wall time), and every other counter both runs have (bits per link, links/s).
With --benchmark_repetitions the smallest time of the repetitions counts: noise only ever adds.
"""

import argparse
import json
import sys

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
# What google-benchmark writes about a run that is no measurement of it.
BOOKKEEPING = {"family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads",
               "iterations", "real_time", "cpu_time"}


def read(path, clock):
    """{benchmark: {"time": ns, counter: value}}"""
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["benchmarks"]
    found = {}
    for row in rows:
        if row.get("run_type") == "aggregate" or row.get("error_occurred"):
            continue
        time = row[clock] * NANOSECONDS[row["time_unit"]]
        name = row.get("run_name", row["name"])
        if name in found and found[name]["time"] <= time:
            continue
        counters = {key: value for key, value in row.items()
                    if key not in BOOKKEEPING and isinstance(value, (int, float)) and not isinstance(value, bool)}
        found[name] = {"time": time, **counters}
    return found


def show_time(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def compare(before, after):
    """Lines of the table, widest column first."""
    rows = []
    for name, old in before.items():
        new = after.get(name)
        if new is None:
            rows.append((name, "", "", "only before"))
            continue
        for counter in old:
            if counter not in new:
                continue
            show = show_time if counter == "time" else "{:.4g}".format
            ratio = f"x{new[counter] / old[counter]:.2f}" if old[counter] else ""
            label = name if counter == "time" else f"  {counter}"
            rows.append((label, show(old[counter]), show(new[counter]), ratio))
    rows += [(name, "", "", "only after") for name in after if name not in before]
    rows.insert(0, ("benchmark", "before", "after", "after/before"))
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return [f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}  {d}".rstrip() for a, b, c, d in rows]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--wall", action="store_true", help="compare wall time instead of CPU time")
    options = parser.parse_args(arguments)
    clock = "real_time" if options.wall else "cpu_time"
    try:
        tables = [read(path, clock) for path in (options.before, options.after)]
    except (OSError, ValueError, KeyError) as error:
        print(f"bench_compare: not a google-benchmark JSON file: {error}", file=sys.stderr)
        return 1
    print("\n".join(compare(*tables)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
