#!/usr/bin/env python3
"""How much does `cocite tune` gain with 10, 30, 100, … judged pages? A table and a chart.

    cocite tune mdn.cocite --gold gold.tsv.gz --queries queries.txt --trial --save-terms mdn.terms     # once a set
    bench/quality/learning_curves.py run build/bench/learning_curves mdn.terms webkb.terms > curves.tsv
    bench/quality/learning_curves.py table curves.tsv
    bench/quality/learning_curves.py chart curves.tsv > docs/learning_curves.svg

`run` draws each number of query pages (six times, or --draws), learns from them as `cocite tune` does, and measures on all other
query pages of the set: no page is both learned from and measured on. A row: set, model, pages, draw, nDCG@10 before and after on the
others, what cross-validation on the drawn pages alone decided, and the gain that it saw.
"""

import argparse
import collections
import pathlib
import statistics
import subprocess
import sys

PAGES = {"linear": (10, 30, 100, 300, 1000), "trees": (500, 1000)}
COLOURS = ("#1b6ca8", "#c0392b", "#2e7d32", "#7b4fa3", "#b7791f")


def run(program, files, draws, models):
    """Prints a row a draw."""
    for file in files:
        for model in models:
            for pages in PAGES[model]:
                done = subprocess.run([program, file, model, str(pages), str(draws)], text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
                for line in done.stdout.splitlines():
                    print(pathlib.Path(file).stem, line, sep="\t", flush=True)


def read(path):
    """(set, model, pages) -> [(gain, whether it was kept)]."""
    rows = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, model, pages, _, before, after, verdict, _ = line.rstrip("\n").split("\t")
            rows[name, model, int(pages)].append((float(after) - float(before), verdict == "kept", float(before)))
    return rows


def interval(gains):
    """Mean and range of the draws."""
    return statistics.fmean(gains), min(gains), max(gains)


def table(path):
    """Markdown: a row a set and model, a column a number of pages."""
    rows = read(path)
    columns = sorted({pages for _, _, pages in rows})
    print("| set | model | untuned | " + " | ".join(f"{pages} pages" for pages in columns) + " |")
    print("|---|---|---|" + "---|" * len(columns))
    for name, model in sorted({(name, model) for name, model, _ in rows}):
        before = statistics.fmean(one[2] for pages in columns for one in rows.get((name, model, pages), []))
        cells = []
        for pages in columns:
            draws = rows.get((name, model, pages))
            if not draws:
                cells.append("–")
                continue
            mean, low, high = interval([gain for gain, _, _ in draws])
            kept = sum(is_kept for _, is_kept, _ in draws)
            cells.append(f"{mean:+.3f} ({low:+.3f} … {high:+.3f}), kept {kept} of {len(draws)}")
        print(f"| {name} | {model} | {before:.3f} | " + " | ".join(cells) + " |")


def chart(path):
    """SVG: gain over judged pages, a line a set and model, with the range of the draws."""
    import math
    rows = read(path)
    width, height, left, top = 760, 440, 70, 36
    bottom, right = height - 50, width - 170
    gains = [gain for draws in rows.values() for gain, _, _ in draws]
    low, high = min(0, min(gains)), max(gains)
    x = lambda pages: left + (right - left) * (math.log10(pages) - 1) / 2
    y = lambda gain: bottom - (bottom - top) * (gain - low) / (high - low)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           '<title>Gain in nDCG@10 on pages that were not judged, by judged pages</title>']
    for pages in (10, 30, 100, 300, 1000):
        out.append(f'<line x1="{x(pages):.0f}" x2="{x(pages):.0f}" y1="{top}" y2="{bottom}" stroke="#ddd"/>'
                   f'<text x="{x(pages):.0f}" y="{bottom + 18}" text-anchor="middle">{pages}</text>')
    step = 0.02 if high - low < 0.2 else 0.05
    for k in range(math.ceil(low / step), math.floor(high / step) + 1):
        out.append(f'<line x1="{left}" x2="{right}" y1="{y(k * step):.1f}" y2="{y(k * step):.1f}" '
                   f'stroke="{"#555" if k == 0 else "#eee"}"/>'
                   f'<text x="{left - 8}" y="{y(k * step) + 4:.1f}" text-anchor="end">{k * step:+.2f}</text>')
    out.append(f'<text x="{(left + right) / 2:.0f}" y="{height - 8}" text-anchor="middle">judged query pages</text>'
               f'<text x="{left + 6}" y="{top + 2}" fill="#555">gain in nDCG@10 on the other pages, and its range over draws</text>')
    names = sorted({name for name, _, _ in rows})
    labels = []
    for name, model in sorted({(name, model) for name, model, _ in rows}):
        colour = COLOURS[names.index(name) % len(COLOURS)]
        dash = ' stroke-dasharray="5 4"' if model == "trees" else ""
        points = []
        for pages in sorted(pages for one, kind, pages in rows if (one, kind) == (name, model)):
            mean, least, most = interval([gain for gain, _, _ in rows[name, model, pages]])
            points.append((x(pages), y(mean)))
            out.append(f'<line x1="{x(pages):.1f}" x2="{x(pages):.1f}" y1="{y(least):.1f}" y2="{y(most):.1f}" '
                       f'stroke="{colour}" stroke-opacity=".45" stroke-width="3"/>'
                       f'<circle cx="{x(pages):.1f}" cy="{y(mean):.1f}" r="3" fill="{colour}"/>')
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2"{dash} points="' +
                   " ".join(f"{a:.1f},{b:.1f}" for a, b in points) + '"/>')
        labels.append([points[-1][1], points[-1][0], f"{name}, {model}", colour])
    labels.sort()
    for before, after in zip(labels, labels[1:]):
        after[0] = max(after[0], before[0] + 15)
    for at, across, text, colour in labels:
        out.append(f'<text x="{max(across, right - 60) + 8:.0f}" y="{at + 4:.1f}" fill="{colour}">{text}</text>')
    print("\n".join(out + ["</svg>"]))


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run")
    runs.add_argument("program")
    runs.add_argument("files", nargs="+")
    runs.add_argument("--draws", type=int, default=6)
    runs.add_argument("--models", nargs="+", choices=PAGES, default=list(PAGES))
    for name in ("table", "chart"):
        commands.add_parser(name).add_argument("rows")
    given = parser.parse_args(arguments)
    if given.command == "run":
        run(given.program, given.files, given.draws, given.models)
    else:
        {"table": table, "chart": chart}[given.command](given.rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
