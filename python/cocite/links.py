"""A store from links that a program has: pairs, tables, arrays, matrices, graphs of others."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from typing import Any, Iterable, Iterator

from . import _api, progress as _progress
from .errors import InvalidArgument
from .store import Path, Store

_CHUNK = 200_000  # links that are written at once

Lines = Iterable[str]


def _line(pair: Any) -> str:
    if isinstance(pair, str) or not hasattr(pair, "__len__") or not 1 <= len(pair) <= 3:
        raise ValueError(f"a link is a pair (source, target), not {pair!r}")
    source = _name(pair[0])
    return source if len(pair) == 1 else source + "\t" + _name(pair[1])


def _name(value: Any) -> str:
    # None and NaN are what tables have where nothing is: no page is called so.
    if value is None or value != value:
        raise ValueError("a name is missing in the links; leave out such rows")
    name = value.decode() if isinstance(value, bytes) else str(value)
    if not name or "\t" in name or "\n" in name or "\r" in name:
        raise ValueError(f"a name has no tabs and line ends, and is not empty: {name!r}")
    return name


def _from_columns(sources: Iterable[Any], targets: Iterable[Any]) -> Iterator[str]:
    for source, target in zip(sources, targets):
        yield _name(source) + "\t" + _name(target)


def _kind(links: Any) -> str:
    return type(links).__module__.partition(".")[0]


def _from_table(names: list[str], column: Any) -> Iterator[str]:
    """The columns source and target, or the first two."""
    if len(names) < 2:
        raise ValueError("a table of links has two columns: source and target")
    source, target = ("source", "target") if {"source", "target"} <= set(names) else names[:2]
    return _from_columns(column(source), column(target))


def _nodes_and_edges(nodes: Iterable[Any], edges: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    for node in nodes:
        yield _name(node)
    for source, target in edges:
        yield _name(source) + "\t" + _name(target)


def _from_matrix(matrix: Any) -> Iterator[str]:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of links is square, not {matrix.shape}")
    entries = matrix.tocoo()
    kept = entries.data != 0  # a matrix may store zeros
    return _nodes_and_edges(range(matrix.shape[0]), zip(entries.row[kept].tolist(), entries.col[kept].tolist()))


def _from_numpy(array: Any) -> Iterator[str]:
    if array.ndim != 2 or 2 not in array.shape:
        raise ValueError(f"an array of links has two columns, not the shape {array.shape}")
    if array.shape[1] != 2:
        array = array.T
    return _from_columns(array[:, 0].tolist(), array[:, 1].tolist())


def lines_of(links: Any) -> Iterator[str]:
    """Links as lines, whatever they are in."""
    kind = _kind(links)
    if kind in ("pandas", "pyarrow", "polars") and not hasattr(links, "columns"):
        raise TypeError(f"a table of links is needed, not a {type(links).__name__}")
    if kind == "pandas":
        return _from_table(list(links.columns), lambda name: links[name].tolist())
    if kind == "pyarrow":
        return _from_table(links.column_names, lambda name: links.column(name).to_pylist())
    if kind == "polars":
        return _from_table(links.columns, lambda name: links[name].to_list())
    if kind == "scipy":
        return _from_matrix(links)
    if kind == "numpy":
        return _from_numpy(links)
    if kind == "networkx":
        directed = links if links.is_directed() else links.to_directed()
        return _nodes_and_edges(directed.nodes, ((one[0], one[1]) for one in directed.edges))
    if kind == "igraph":
        names = links.vs["name"] if "name" in links.vs.attributes() else list(range(links.vcount()))
        both = [] if links.is_directed() else [(t, s) for s, t in links.get_edgelist()]
        return _nodes_and_edges(names, ((names[s], names[t]) for s, t in [*links.get_edgelist(), *both]))
    if isinstance(links, tuple) and len(links) == 2 and all(_kind(one) == "numpy" for one in links):
        if len(links[0]) != len(links[1]):
            raise ValueError(f"as many sources as targets are needed, not {len(links[0])} and {len(links[1])}")
        return _from_columns(links[0].tolist(), links[1].tolist())
    return map(_line, links)


def _looks_like_url(name: str) -> bool:
    host = name.split("://")[-1].split("/")[0]
    return "://" in name or ("." in host and not host.replace(".", "").isdigit()) or ")/" in name


def _write(lines: Iterator[str], path: str) -> bool:
    """Writes the links; whether the names look like addresses."""
    seen = with_dots = 0
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        part: list[str] = []
        for line in lines:
            if seen < 1000:
                seen += 1
                with_dots += _looks_like_url(line.partition("\t")[0])
            part.append(line)
            if len(part) == _CHUNK:
                file.write("\n".join(part) + "\n")
                part.clear()
        if part:
            file.write("\n".join(part) + "\n")
    if seen == 0:
        raise InvalidArgument("there is not one link or page in them", "links")
    return with_dots * 2 > seen


def from_links(links: Any, store: Path | None = None, *, names: str | None = None, progress: _progress.Progress = None, **options: Any) -> Store:
    """A store of links that you have, opened.

    ``links`` are pairs (source, target) in the order of the page that they are on; a DataFrame or an Arrow table with the columns
    ``source`` and ``target`` (or its first two); an array of two columns, or two arrays; a square sparse matrix; a graph of
    NetworkX or igraph. ``store`` is where to keep it; without one it is gone with the object. ``names`` is "url" or "opaque"
    (default: what they look like); the other options are those of :func:`import_store`.

    >>> import cocite
    >>> store = cocite.from_links([("www.a.example/", "www.b.example/x"), ("www.a.example/", "www.c.example/")])
    >>> store.page("www.b.example/x").host
    'www.b.example'
    """
    folder = tempfile.mkdtemp(prefix="cocite-")
    try:
        file = os.path.join(folder, "links.tsv")
        has_urls = _write(lines_of(links), file)
        path = os.fspath(store) if store is not None else os.path.join(folder, "links.cocite")
        _api.FUNCTIONS["import_store"](
            path, [file], from_="links", names=names or ("url" if has_urls else "opaque"), progress=progress, **options
        )
        os.unlink(file)
        opened = Store(path)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    if store is None:
        opened._owned = weakref.finalize(opened, shutil.rmtree, folder, ignore_errors=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return opened
