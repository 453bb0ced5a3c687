"""Drawings with matplotlib, which is imported only here."""

from __future__ import annotations

from typing import Any

from .records import Answer

_LABEL = 40  # characters


def _name(row: Any) -> str:
    text = str(row.get("title") or row.get("called") or row.get("url") or row.get("key") or "")
    return text if len(text) <= _LABEL else text[: _LABEL - 1] + "…"


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
    ax.barh([_name(row) or str(i + 1) for i, row in enumerate(rows)], [row[numbers[0]] for row in rows], **options)
    ax.invert_yaxis()
    ax.set_xlabel(numbers[0])
    ax.set_title(answer._head().partition(",")[0])
    ax.figure.tight_layout()
    return ax


def _places(count: int, edges: list[tuple[int, int]], rounds: int = 60) -> Any:
    """Nodes that are linked near each other, all others apart (Fruchterman and Reingold)."""
    import numpy

    places = numpy.random.default_rng(0).random((count, 2))
    ideal = (1 / max(1, count)) ** 0.5
    pairs = numpy.array(edges or [(0, 0)])
    for step in range(rounds):
        between = places[:, None, :] - places[None, :, :]
        distance = numpy.maximum(numpy.linalg.norm(between, axis=2), 1e-6)
        force = (between * (ideal**2 / distance**2)[:, :, None]).sum(axis=1)
        along = places[pairs[:, 1]] - places[pairs[:, 0]]
        pull = along * (numpy.linalg.norm(along, axis=1) / ideal)[:, None]
        numpy.add.at(force, pairs[:, 0], pull)
        numpy.add.at(force, pairs[:, 1], -pull)
        length = numpy.maximum(numpy.linalg.norm(force, axis=1), 1e-9)
        places += force / length[:, None] * numpy.minimum(length, 0.1 * (1 - step / rounds))[:, None]
    return places


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
    ax.scatter(places[:, 0], places[:, 1], s=[15 + 4 * one for one in degree], c=colors, zorder=2, **options)
    by_degree = sorted(range(len(nodes)), key=lambda i: (nodes[i].key not in asked, -degree[i]))
    for i in by_degree[:labels]:
        ax.annotate(_name(nodes[i].to_dict()), places[i], fontsize=8)
    left_out = len(answer.nodes) - len(nodes)
    ax.set_title(f"{len(nodes)} pages, {len(edges)} links" + (f"; {left_out} more are not drawn" if left_out else ""))
    ax.set_axis_off()
    return ax
