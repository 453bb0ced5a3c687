"""A store that is open: asked by methods, which _api.py makes from what the library can answer."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any, Iterable, Union

from . import _core, _api, progress as _progress
from .errors import InvalidArgument, NotFound
from .graph import Columns, Graph
from .records import Record
from .tables import Table, TextArray

Path = Union[str, "os.PathLike[str]"]


class Store(_api.Questions):
    """A store, open for reading. Any number of threads may ask one.

    >>> import cocite
    >>> store = cocite.from_links([("hub1", "a"), ("hub1", "b"), ("hub2", "a"), ("hub2", "b"), ("hub2", "c")])
    >>> answer = store.related("a", by="cocitation", top=2)
    >>> [(item.rank, item.key, item.score) for item in answer]
    [(1, 'b', 2.0), (2, 'c', 1.0)]
    >>> store.page("a").in_links
    2
    >>> [link.key for link in store.links("hub2")]
    ['a', 'b', 'c']

    It stays as it was when it was opened, whatever happens on disk: ``changed`` tells, ``reopen`` looks again. Pickling
    keeps the path and opens the store again, so that processes can be given one.
    """

    def __init__(self, path: Path, *, save: bool = True, folder_hosts: Path | None = None) -> None:
        # `save`: stores of 2 million links or more keep what takes long to find out, once a request needed it.
        self._how = (_path(path), bool(save), _path(folder_hosts) if folder_hosts is not None else "")
        self._owned: Any = None  # a temporary folder
        self.reopen()

    def reopen(self) -> Store:
        """Looks at the disk again: for a store that was replaced, or got new columns."""
        seen = _core.seen_at(self._how[0])
        self._opened = _core.Opened(*self._how)
        self._seen = seen
        self.__dict__.pop("graph", None)
        return self

    # Properties avoid the names of questions (`path`, `report`), which they would hide.
    @property
    def folder(self) -> str:
        """Where it stands on disk."""
        return self._opened.path

    @property
    def identity(self) -> str:
        """Stands for what the store holds: the same for the same content."""
        return self._opened.identity

    @property
    def changed(self) -> bool:
        """Whether another store, or this one with new columns, stands at its path by now."""
        return _core.seen_at(self._how[0]) != self._seen

    @property
    def import_report(self) -> str:
        """What the import that made it reported."""
        return self._opened.report

    def check(self) -> None:
        """Reads all of it and raises :class:`Corrupt` if anything is damaged."""
        self._opened.check()

    @cached_property
    def graph(self) -> Graph:
        """Its links, for programs that compute with all of them."""
        return Graph(self._opened)

    def graph_on(self, on: str) -> Graph:
        """The graph of "hosts" or "sites", made when first asked for."""
        return Graph(self._opened, on)

    @property
    def columns(self) -> Columns:
        """Ranks and other numbers of all pages, as numpy arrays."""
        return Columns(self)

    @property
    def keys(self) -> TextArray:
        """The keys of all pages, as an Arrow array."""
        return self.graph.keys

    @property
    def titles(self) -> TextArray:
        """The titles of all pages, as an Arrow array; empty where none is known."""
        return self.graph.titles

    def related_many(self, pages: Iterable[str | Record], *, threads: int = 0, progress: _progress.Progress = None, **options: Any) -> Table:
        """:meth:`related` for each page on its own, on several threads and without the GIL; an Arrow table.

        Options are those of :meth:`related`.

        >>> import cocite
        >>> store = cocite.from_links([("x", "a"), ("x", "b"), ("y", "a"), ("y", "b")])
        >>> table = store.related_many(["a", "b", "missing"], by="cocitation", top=1)
        >>> table.to_dict()["key"], table.failed["missing"][0]
        (['b', 'a'], 'not_found')
        """
        if isinstance(pages, str):
            raise TypeError("pages: a list of pages is needed, not one text")
        if pages is None or "page" in options:
            raise TypeError("pages: all of them are given as one list, in the first place")
        with _progress.shown(progress) as show:
            native, failed = self._opened.related_many(pages, options, threads, show)
        return Table(native, failed)

    def __len__(self) -> int:
        return self.graph.pages

    def __contains__(self, page: object) -> bool:
        try:
            self.graph.number(page)  # type: ignore[arg-type]
        except (NotFound, InvalidArgument):
            return False
        return True

    def __bool__(self) -> bool:
        return True

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.__dict__.pop("graph", None)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self._owned is not None:
            raise TypeError("a store in a temporary folder cannot be given away; from_links(..., store=PATH) keeps it")
        return _open, self._how

    def __repr__(self) -> str:
        return f"<Store {self._how[0]}: {self.graph.pages} pages, {self.graph.links} links>"

    def _repr_html_(self) -> str:
        return self.info()._repr_html_()  # type: ignore[no-any-return,attr-defined,unused-ignore]


def _path(path: Path) -> str:
    text = os.fsdecode(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(f"{text!r}: a path is needed whose letters are UTF-8", "path") from None
    return text


def _open(path: str, save: bool, folder_hosts: str) -> Store:
    return Store(path, save=save, folder_hosts=folder_hosts or None)


def open(path: Path, *, save: bool = True, folder_hosts: Path | None = None) -> Store:  # noqa: A001
    """Opens a store, which takes the same time for any size.

    ``save=False`` never writes to it: without it a store of 2 million links or more keeps what takes long to find out.
    ``folder_hosts`` is a list of hosts where a folder is a site.
    """
    return Store(path, save=save, folder_hosts=folder_hosts)
