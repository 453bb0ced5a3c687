#!/usr/bin/env python3
"""The methods table of `cocite eval --format tsv` as Markdown, the best nDCG first.

    bench/quality/table.py TABLES.tsv [GROUP]
"""

import sys


def methods(lines, group):
    """The rows of one group, as dictionaries."""
    rows, names = [], None
    inside = False
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("# "):
            inside, names = line == "# methods", None
        elif inside and line:
            cells = line.split("\t")
            if names is None:
                names = cells
            else:
                rows.append(dict(zip(names, cells)))
    return [row for row in rows if row["group"] == group]


def main(arguments):
    if not 1 <= len(arguments) <= 2:
        print(__doc__.split("\n\n")[1].strip(), file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        rows = methods(file, arguments[1] if len(arguments) == 2 else "all")
    rows.sort(key=lambda row: -float(row["ndcg"]))
    print("| method | nDCG@10 | 95 % interval | precision@10 | average precision | recall@10 | answered | median ms |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        number = {name: float(row[name]) for name in ("ndcg", "ndcg_low", "ndcg_high", "precision", "average_precision",
                                                       "recall", "coverage", "median_ms")}
        print("| {by} | {0[ndcg]:.3f} | {0[ndcg_low]:.3f}–{0[ndcg_high]:.3f} | {0[precision]:.3f} | "
              "{0[average_precision]:.3f} | {0[recall]:.3f} | {1:.1f} % | {0[median_ms]:.2g} |".format(
                  number, 100 * number["coverage"], by=row["by"]))
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
