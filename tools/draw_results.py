#!/usr/bin/env python3
"""Draws the charts of docs/performance.md and docs/quality.md from docs/results.json; tools/fill_results.py calls it.

    tools/draw_results.py docs/results.json docs/        # writes docs/performance.svg and docs/quality.svg

A chart has a panel for each table, with a bar for each row. What is not a number has no bar.
"""

import html
import json
import math
import pathlib
import re
import statistics
import sys

# title, table, column of the value, column of its interval or None, whether the scale is logarithmic
CHARTS = {
    "performance.svg": [
        ("Reading web archives, MB/s (more is better)", "performance.archives", 1, None, True),
        ("A query of three words, median in ms (less is better)", "performance.words-3", 3, None, True),
        ("Co-cited pages of a page, ms a query (less is better)", "performance.other-programs", 1, None, True),
        ("PageRank of cnr-2000, seconds (less is better)", "performance.ranks-3", 1, None, True),
    ],
    "quality.svg": [
        ("Wikispeedia: nDCG@10 (more is better)", "quality.wikispeedia", 2, 3, False),
        ("MDN: nDCG@10 (more is better)", "quality.mdn", 2, 3, False),
    ],
}
WIDTH, LABELS, ROW, HEAD = 760, 250, 22, 46
MOST_ROWS = 8


def numbers_in(cell):
    return [float(text.replace(",", "")) for text in re.findall(r"\d[\d,]*(?:\.\d+)?|\.\d+", re.sub(r"(?<=\d), (?=\d|–)", " ; ", cell))]


def value_of(cell):
    """The number of a cell, the median of several; None if it has none."""
    found = numbers_in(cell)
    return statistics.median(found) if found else None


def label_of(cell):
    text = re.sub(r"[`*\\]|\(.*?\)", "", cell).split(",")[0].strip()
    return text if len(text) <= 34 else text[:33] + "…"


def panel(results, chart, top):
    """(lines of SVG, the height they take)."""
    title, table, column, interval, is_log = chart
    rows = [(label_of(row[0]), value_of(row[column]), numbers_in(row[interval]) if interval else [])
            for row in results[table]["rows"] if value_of(row[column])][:MOST_ROWS]
    most = max(max([value, *limits]) for _, value, limits in rows)
    least = min(value for _, value, _ in rows) / 2 if is_log else 0
    space = WIDTH - LABELS - 90

    def place(value):
        share = math.log(value / least) / math.log(most / least) if is_log else value / most
        return round(LABELS + share * space, 1)

    scale = ", logarithmic scale" if is_log else ""
    lines = [f'<text x="10" y="{top + 28}" font-weight="600">{html.escape(title)}<tspan fill="#667" font-weight="400">{scale}</tspan></text>']
    for number, (label, value, limits) in enumerate(rows):
        y = top + HEAD + number * ROW
        colour = "#0f6b62" if label.startswith(("cocite", "blend")) else "#a9b4bf"
        lines.append(f'<text x="{LABELS - 8}" y="{y + 12}" text-anchor="end">{html.escape(label)}</text>')
        lines.append(f'<rect x="{LABELS}" y="{y}" width="{max(1.0, round(place(value) - LABELS, 1))}" height="15" rx="2" fill="{colour}"/>')
        end = place(value)
        if len(limits) == 2:
            lines.append(f'<path d="M{place(limits[0])} {y + 7.5}H{place(limits[1])}" stroke="#222" stroke-width="1.5"/>')
            end = max(end, place(limits[1]))
        lines.append(f'<text x="{end + 6}" y="{y + 12}">{value:g}</text>')
    return lines, HEAD + len(rows) * ROW


def draw(results, charts):
    lines, top = [], 0
    for chart in charts:
        more, height = panel(results, chart, top)
        lines += more
        top += height
    height = top + 14
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
                      f"<title>{html.escape('; '.join(chart[0] for chart in charts))}</title>",
                      f'<rect width="{WIDTH}" height="{height}" fill="white"/>', *lines, "</svg>", ""])


def drawn(results):
    """{file name: SVG} of the charts whose tables are there."""
    return {name: draw(results, charts) for name, charts in CHARTS.items() if all(chart[1] in results for chart in charts)}


def main(arguments):
    results = json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8"))
    for name, text in drawn(results).items():
        (pathlib.Path(arguments[1]) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
