"""Drawings with matplotlib, which is imported only here."""

from __future__ import annotations

import collections
from typing import Any

from .records import Answer, name_of

_LABEL = 40  # characters


def _names(rows: list[dict[str, Any]]) -> list[str]:
    """Short ones: without the name of the site, where most titles end with it (" - Example.org")."""
    names = [name_of(row) for row in rows]
    ends = collections.Counter(between + name.rpartition(between)[2] for name in names for between in (" - ", " | ", " – ") if between in name)
    common, count = ends.most_common(1)[0] if ends else ("", 0)
    if count > 1 and count * 2 > len(names):
        names = [name.removesuffix(common) for name in names]
    return [name if len(name) <= _LABEL else name[: _LABEL - 1] + "…" for name in names]


def plot(answer: Answer, ax: Any = None, **options: Any) -> Any:
    """Scores as bars; with nodes and edges, a map."""
    import matplotlib.pyplot as pyplot

    if ax is None:
        _, ax = pyplot.subplots(figsize=options.pop("figsize", (8, 5)))
    if {"nodes", "edges"} <= set(answer._read()):
        return _map(answer, ax, **options)
    rows = answer.to_rows()
    numbers = [name for name in ("score", "similarity", "amount", "mean_ms", "total") if rows and name in rows[0]]
    if not numbers:
        raise TypeError(f"{type(answer).__name__} has no scores to draw; its tables: {', '.join(answer.table_names) or 'none'}")
    # By place and not by name, which two pages may share.
    ax.barh(range(len(rows)), [row[numbers[0]] for row in rows], **options)
    ax.set_yticks(range(len(rows)), [name or str(i + 1) for i, name in enumerate(_names(rows))])
    ax.invert_yaxis()
    ax.set_xlabel(numbers[0])
    ax.set_title(answer._head().partition(",")[0])
    ax.figure.tight_layout()
    return ax


def _places(count: int, edges: list[tuple[int, int]], rounds: int = 80) -> Any:
    """Nodes that are linked near each other, all others apart (Fruchterman and Reingold)."""
    import numpy

    places = numpy.random.default_rng(0).random((count, 2))
    ideal = (1 / max(1, count)) ** 0.5
    pairs = numpy.array(edges or [(0, 0)])
    # What has many links is not pulled by each of them as what has one: dense graphs would be a knot.
    degrees = numpy.maximum(numpy.bincount(pairs.ravel(), minlength=count), 1)
    weight = 2 / (degrees[pairs[:, 0]] + degrees[pairs[:, 1]])
    for step in range(rounds):
        between = places[:, None, :] - places[None, :, :]
        distance = numpy.maximum(numpy.linalg.norm(between, axis=2), 1e-6)
        force = (between * (ideal**2 / distance**2)[:, :, None]).sum(axis=1) / max(1, count) * 4
        along = places[pairs[:, 1]] - places[pairs[:, 0]]
        pull = along * (weight * numpy.linalg.norm(along, axis=1) / ideal)[:, None]
        numpy.add.at(force, pairs[:, 0], pull)
        numpy.add.at(force, pairs[:, 1], -pull)
        length = numpy.maximum(numpy.linalg.norm(force, axis=1), 1e-9)
        places += force / length[:, None] * numpy.minimum(length, 0.1 * (1 - step / rounds))[:, None]
    # Half by where they came to, half by their order: a few far away would leave no room to the others.
    span = numpy.maximum(numpy.ptp(places, axis=0), 1e-9)
    order = places.argsort(axis=0).argsort(axis=0) / max(1, count - 1)
    return ((places - places.min(axis=0)) / span + order) / 2


def _label(ax: Any, places: Any, names: list[str], order: list[int], most: int) -> None:
    """Names beside the first of these nodes, as far as they do not run into each other."""
    taken: list[Any] = []
    frame = ax.get_window_extent()
    for i in order:
        if len(taken) == most:
            return
        for away, across, up in ((6, "left", "center"), (-6, "right", "center"), (0, "center", "bottom"), (0, "center", "top")):
            offset = (away, {"center": 0, "bottom": 6, "top": -6}[up])
            text = ax.annotate(
                names[i], places[i], xytext=offset, textcoords="offset points", ha=across, va=up, fontsize=8, zorder=3,
                bbox={"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 0.5},
            )
            box = text.get_window_extent()
            inside = box.x0 >= frame.x0 and box.x1 <= frame.x1
            if inside and not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
            text.remove()


def _map(answer: Any, ax: Any, most: int = 300, labels: int = 12, **options: Any) -> Any:
    nodes = answer.nodes[:most]
    edges = [(s, t) for s, t in answer.edges if s < len(nodes) and t < len(nodes)]
    places = _places(len(nodes), edges)
    degree = [0] * len(nodes)
    for source, target in edges:
        degree[target] += 1
        ax.plot(*zip(places[source], places[target]), color="0.85", linewidth=0.5, zorder=1)
    asked = {page.key for page in answer.pages}
    colors = ["tab:red" if node.key in asked else "tab:blue" for node in nodes]
    largest = max([1, *degree])
    ax.scatter(places[:, 0], places[:, 1], s=[12 + 90 * one / largest for one in degree], c=colors, zorder=2, **options)
    left_out = len(answer.nodes) - len(nodes)
    ax.set_title(f"{len(nodes)} pages, {len(edges)} links" + (f"; {left_out} more are not drawn" if left_out else ""))
    ax.set_axis_off()
    by_degree = sorted(range(len(nodes)), key=lambda i: (nodes[i].key not in asked, -degree[i]))
    _label(ax, places, _names([node.to_dict() for node in nodes]), by_degree, labels)
    return ax
