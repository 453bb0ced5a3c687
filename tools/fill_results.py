#!/usr/bin/env python3
"""Writes the tables and charts of docs/performance.md and docs/quality.md from docs/results.json.

    tools/fill_results.py              # after editing docs/results.json
    tools/fill_results.py --read       # the other way: takes the tables of the pages into results.json
    tools/fill_results.py --check      # exit code 1 if a page is not up to date
    tools/fill_results.py --show NAME  # one table as Markdown

A table of a page follows a line `<!-- results: NAME -->`. results.json maps NAME to {"columns": [...],
"rows": [[...], ...]}; cells are text. Other tables of the pages are written by hand. Charts: tools/draw_results.py.
"""

import json
import pathlib
import re
import sys

import draw_results

PAGES = ["docs/performance.md", "docs/quality.md"]
RESULTS = "docs/results.json"
MARKER = re.compile(r"<!-- results: ([\w.-]+) -->")


def table_of(result):
    """The lines of a Markdown table."""
    columns = result["columns"]
    lines = [columns, ["---"] * len(columns), *result["rows"]]
    for row in lines:
        if len(row) != len(columns):
            raise ValueError(f"a row of {len(row)} cells in a table of {len(columns)} columns: {row}")
    return ["|" + "|".join(cell if row is lines[1] else f" {cell} " if cell else " " for cell in row) + "|"
            for row in lines]


def cells_of(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]


def read_tables(text):
    """{name: table} of the tables that follow a marker."""
    results, name, rows = {}, None, []
    for line in [*text.split("\n"), ""]:
        match = MARKER.fullmatch(line)
        if name and line.startswith("|"):
            rows.append(cells_of(line))
        elif name:
            results[name] = {"columns": rows[0], "rows": rows[2:]}
            name = None
        if match:
            name, rows = match[1], []
    return results


def json_of(results):
    """One row a line, so that changes are easy to review."""
    tables = []
    for name, table in results.items():
        rows = ",\n".join("      " + json.dumps(row, ensure_ascii=False) for row in table["rows"])
        tables.append(f'  {json.dumps(name)}: {{\n    "columns": {json.dumps(table["columns"], ensure_ascii=False)},\n'
                      f'    "rows": [\n{rows}\n    ]\n  }}')
    return "{\n" + ",\n".join(tables) + "\n}\n"


def filled(text, results, page):
    """(the page with its tables from `results`, names that it uses)."""
    out, used = [], []
    lines = iter(text.split("\n"))
    for line in lines:
        out.append(line)
        match = MARKER.fullmatch(line)
        if not match:
            continue
        name = match[1]
        if name not in results:
            raise ValueError(f"{page}: there is no table '{name}' in {RESULTS}")
        used.append(name)
        out += table_of(results[name])
        for line in lines:  # the old table
            if not line.startswith("|"):
                out.append(line)
                break
    return "\n".join(out), used


def run(root, check):
    """The problems; without `check` it writes the pages."""
    results = json.loads((root / RESULTS).read_text(encoding="utf-8"))
    problems, used = [], set()
    for name in PAGES:
        path = root / name
        before = path.read_text(encoding="utf-8")
        after, names = filled(before, results, name)
        used.update(names)
        if after != before and check:
            problems.append(f"{name}: its tables are not those of {RESULTS}; run tools/fill_results.py if "
                            "you changed results.json, or tools/fill_results.py --read if you changed the page")
        elif after != before:
            path.write_text(after, encoding="utf-8")
    for name, after in draw_results.drawn(results).items():
        path = root / "docs" / name
        is_stale = not path.exists() or path.read_text(encoding="utf-8") != after
        if is_stale and check:
            problems.append(f"docs/{name}: it does not show {RESULTS}; run tools/fill_results.py")
        elif is_stale:
            path.write_text(after, encoding="utf-8")
    problems += [f"{RESULTS}: no page shows the table '{name}'" for name in results if name not in used]
    return problems


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    if arguments[:1] == ["--show"]:
        results = json.loads((root / RESULTS).read_text(encoding="utf-8"))
        print("\n".join(table_of(results[arguments[1]])))
        return 0
    if arguments[:1] == ["--read"]:
        results = {}
        for name in PAGES:
            results |= read_tables((root / name).read_text(encoding="utf-8"))
        (root / RESULTS).write_text(json_of(results), encoding="utf-8")
        return 0
    problems = run(root, "--check" in arguments)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
