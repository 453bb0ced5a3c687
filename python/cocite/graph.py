"""The graph of a store: who links to whom, for programs that compute with all of it."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Iterator, MutableMapping, Union

from . import _core
from .records import Record
from .tables import TextArray

if TYPE_CHECKING:
    import igraph
    import networkit
    import networkx
    import numpy
    import numpy.typing
    import scipy.sparse

    Integers = numpy.typing.NDArray[numpy.int32]

Page = Union[str, int, Record]


class Graph:
    """Links between pages (or hosts, or sites), where a page is its number.

    Numbers are places in the order of keys, from 0; they mean nothing outside this store.

    >>> import cocite
    >>> graph = cocite.from_links([("a", "c"), ("a", "b"), ("b", "c")]).graph
    >>> graph.out("a").tolist(), graph.into("c").tolist(), graph.key(2)
    ([2, 1], [0, 1], 'c')
    >>> starts, targets = graph.to_numpy()
    >>> starts.tolist(), targets.tolist()
    ([0, 2, 3, 3], [2, 1, 2])
    """

    def __init__(self, opened: Any, on: str = "pages") -> None:
        self._native = _core.Graph(opened, on)
        self._texts: dict[str, TextArray] = {}

    @property
    def pages(self) -> int:
        return self._native.pages

    @property
    def links(self) -> int:
        return self._native.links

    @property
    def has_link_order(self) -> bool:
        """Whether the links of a page stand in the order of that page."""
        return self._native.has_link_order

    def __len__(self) -> int:
        return self.pages

    def number(self, page: Page) -> int:
        """The number of a page: a URL in any spelling, a key, a record of an answer, or the number itself."""
        if isinstance(page, str):
            return self._native.find(page)
        if isinstance(page, Record):
            return self._native.find(page.key)
        return operator.index(page)

    def key(self, page: int) -> str:
        return self._native.text("key", page)

    def url(self, page: int) -> str:
        return self._native.text("url", page)

    def title(self, page: int) -> str:
        return self._native.text("title", page)

    def out(self, page: Page) -> Integers:
        """The pages that this one links to, in page order."""
        return self._native.list(self.number(page), False)

    def into(self, page: Page) -> Integers:
        """The pages that link to this one, by number."""
        return self._native.list(self.number(page), True)

    def out_degrees(self) -> numpy.typing.NDArray[numpy.uint32]:
        return self._native.degrees(False)

    def in_degrees(self) -> numpy.typing.NDArray[numpy.uint32]:
        return self._native.degrees(True)

    def _all(self, which: str) -> TextArray:
        if which not in self._texts:
            self._texts[which] = TextArray(self._native.texts(which))
        return self._texts[which]

    @property
    def keys(self) -> TextArray:
        """The keys of all pages, as an Arrow array."""
        return self._all("key")

    @property
    def urls(self) -> TextArray:
        return self._all("url")

    @property
    def titles(self) -> TextArray:
        """The titles of all pages, as an Arrow array; empty where none is known."""
        return self._all("title")

    def to_numpy(self, *, reverse: bool = False, threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.int64], Integers]:
        """All lists as two arrays (CSR): those of page p are ``targets[starts[p]:starts[p + 1]]``.

        With ``reverse``, the pages that link to p. The memory is numpy's own: nothing is copied page by page.
        """
        starts, targets = self._native.lists(reverse, threads)
        return starts, targets

    def to_scipy(self, *, reverse: bool = False, dtype: Any = "float64", threads: int = 0) -> scipy.sparse.csr_array:
        """A sparse matrix with a 1 in row p and column q for each link from p to q."""
        import numpy
        import scipy.sparse

        starts, targets = self.to_numpy(reverse=reverse, threads=threads)
        if self.links < 2**31:
            starts = starts.astype(numpy.int32)  # type: ignore[assignment]
        ones = numpy.ones(len(targets), dtype=dtype)
        return scipy.sparse.csr_array((ones, targets, starts), shape=(self.pages, self.pages))

    def _pairs(self) -> tuple[Any, Any]:
        import numpy

        starts, targets = self.to_numpy()
        return numpy.repeat(numpy.arange(self.pages, dtype=numpy.int32), numpy.diff(starts)), targets

    def _attributes(self) -> dict[str, list[Any]]:
        """What is known of all pages, by name: key, url, title, and every column of the store, such as ranks."""
        columns = {name: self._native.column(name).tolist() for name in self._native.column_names()}
        return columns | {"key": list(self.keys), "url": list(self.urls), "title": list(self.titles)}

    def to_networkx(self, *, names: bool = True, attributes: bool = True) -> networkx.DiGraph:
        """A graph of NetworkX whose nodes are keys, or with ``names=False`` numbers.

        Nodes have the attributes ``key``, ``url``, ``title`` and one for each column of the store (``pagerank``, once it is saved);
        with ``attributes=False`` none. Takes about 400 bytes a link, and as much again for each page with its attributes.

        >>> import cocite
        >>> store = cocite.from_links([("a.example/", "b.example/"), ("c.example/", "b.example/")])
        >>> ranks = store.rank("pagerank", save=True)
        >>> nodes = store.reopen().graph.to_networkx().nodes
        >>> nodes["example,b)/"]["url"], max(nodes, key=lambda node: nodes[node]["pagerank"])
        ('http://b.example/', 'example,b)/')
        """
        import networkx

        graph: Any = networkx.DiGraph()
        sources, targets = self._pairs()
        nodes: Any = list(self.keys) if names else range(self.pages)
        if attributes:
            known = self._attributes()
            graph.add_nodes_from((node, dict(zip(known, values))) for node, values in zip(nodes, zip(*known.values())))
        else:
            graph.add_nodes_from(nodes)
        graph.add_edges_from((nodes[s], nodes[t]) for s, t in zip(sources.tolist(), targets.tolist()))
        return graph

    def to_igraph(self, *, names: bool = True, attributes: bool = True) -> igraph.Graph:
        """A directed graph of igraph, with keys as the attribute ``name``, and the attributes that :meth:`to_networkx` has."""
        import igraph
        import numpy

        sources, targets = self._pairs()
        edges = numpy.stack([sources, targets], axis=1)
        graph = igraph.Graph(n=self.pages, edges=edges, directed=True)
        for name, values in self._attributes().items() if attributes else ():
            graph.vs[name] = values
        if names:
            graph.vs["name"] = list(self.keys)
        return graph

    def to_networkit(self) -> networkit.Graph:
        """A directed graph of NetworKit; nodes are numbers."""
        import networkit

        sources, targets = self._pairs()
        # Other integers than its own make it fail, or fall.
        return networkit.GraphFromCoo((sources.astype("uint64"), targets.astype("uint64")), n=self.pages, directed=True)

    def __repr__(self) -> str:
        return f"<Graph: {self.pages} pages, {self.links} links>"


class Columns(MutableMapping[str, Any]):
    """Numbers of all pages by name: ranks, and whatever you save.

    >>> import cocite, numpy
    >>> store = cocite.from_links([("a", "b"), ("a", "c"), ("b", "c")])
    >>> store.columns["mine"] = numpy.array([1.0, 2.0, 3.0])
    >>> store.columns["mine"].tolist(), "mine" in store.columns
    ([1.0, 2.0, 3.0], True)
    """

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getitem__(self, name: str) -> numpy.typing.NDArray[numpy.float64]:
        if name not in list(self):
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self) or 'none'}")
        return self._store.graph._native.column(name)  # type: ignore[no-any-return]

    def __setitem__(self, name: str, values: Any) -> None:
        self.save(name, values)

    def save(self, name: str, values: Any, about: str = "saved from Python") -> None:
        """Keeps numbers, one a page, in the store on disk; ``about`` says how they were made."""
        import numpy

        if numpy.iscomplexobj(values):
            raise TypeError("a column has one real number a page")
        numbers = numpy.ascontiguousarray(values, dtype=numpy.float64)
        if numbers.ndim != 1:
            raise ValueError(f"a column has one number a page, not {numbers.ndim} dimensions")
        self._store.graph._native.save_column(name, numbers, about)
        self._store.reopen()

    def __delitem__(self, name: str) -> None:
        raise TypeError("columns of a store are replaced, not removed")

    def about(self, name: str) -> str:
        """How it was made, in words."""
        return self._store.graph._native.about_column(name)  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[str]:
        return iter(self._store.graph._native.column_names())

    def __len__(self) -> int:
        return len(self._store.graph._native.column_names())

    def __repr__(self) -> str:
        return f"<columns: {', '.join(self) or 'none'}>"
