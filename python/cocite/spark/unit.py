"""A few batches of ``cocite-spark links`` that one task reads together: their keys, links, and what their pages say."""

from __future__ import annotations

from typing import Any

import numpy
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .files import Folder

MOST_LINKS = 8_000_000  # of a unit, and as many pages as come with them


def cut_units(batches: list[list[Any]], most_links: int = MOST_LINKS) -> list[list[str]]:
    """Names of batches, some together; ``batches``: name, links, pages, aliases."""
    units: list[list[str]] = []
    room = 0
    for name, links, pages, _ in batches:
        cost = links + 50 * pages
        if not units or cost > room:
            units.append([])
            room = most_links
        units[-1].append(name)
        room -= cost
    return units


class Unit:
    def __init__(self, address: str, names: list[str]) -> None:
        self.folder, self.names = Folder(address), names

    def _read(self, table: str, columns: list[str], dictionaries: list[str] | None = None) -> pa.Table | None:
        folder = self.folder.child(table)
        tables = []
        for name in self.names:
            try:
                file = folder.open(name + ".parquet")
            except FileNotFoundError:  # nothing of this sort was in it
                continue
            with file:
                tables.append(pq.ParquetFile(file, read_dictionary=dictionaries).read(columns))
        return pa.concat_tables(tables) if tables else None

    def links(self, columns: list[str]) -> pa.Table | None:
        table = self._read("links", columns, ["source", "target"])
        return table.unify_dictionaries().combine_chunks() if table is not None else None

    def pages(self, columns: list[str]) -> pa.Table | None:
        table = self._read("pages", columns)
        return table.combine_chunks() if table is not None else None

    def keys(self) -> tuple[pa.Array, pa.Array]:
        """All keys that are pages, or stand for one, in order; and those of statuses, which make no pages."""
        some = [pa.array([], pa.binary())]
        links = self.links(["source", "target"])
        if links is not None:
            some += [dictionary_of(links.column(name)) for name in ("source", "target")]
        aliases = self._read("aliases", ["from", "to"])
        if aliases is not None:
            some += [aliases.column(name).combine_chunks() for name in ("from", "to")]
        statuses = self.statuses()
        asked = statuses.column("key").combine_chunks() if statuses is not None else pa.array([], pa.binary())
        return sorted_keys(pa.concat_arrays(some)), sorted_keys(asked)

    def statuses(self) -> pa.Table | None:
        pages = self.pages(["key", "status", "date", "generation"])
        return pages.filter(pc.is_null(pages.column("generation"))) if pages is not None else None


def dictionary_of(column: pa.ChunkedArray) -> pa.Array:
    return pa.concat_arrays([chunk.dictionary for chunk in column.chunks[:1]]) if column.num_chunks else pa.array([], pa.binary())


def sorted_keys(keys: pa.Array) -> pa.Array:
    """Each once, in bytewise order."""
    unique = pc.unique(keys)
    return unique.take(pc.sort_indices(unique))


def places_of(keys: pa.Array, among: pa.Array) -> Any:
    """By number: where each key is among these; -1 where it is not."""
    return pc.fill_null(pc.index_in(keys, value_set=among), -1).to_numpy().astype(numpy.int64)


def cut_at(keys: pa.Array, splitters: list[bytes]) -> list[int]:
    """Where the ranges begin, in keys that are in order; and their end."""
    cuts = [0]
    for splitter in splitters:
        low, high = cuts[-1], len(keys)
        while low < high:
            middle = (low + high) // 2
            if keys[middle].as_py() < splitter:
                low = middle + 1
            else:
                high = middle
        cuts.append(low)
    return [*cuts, len(keys)]
