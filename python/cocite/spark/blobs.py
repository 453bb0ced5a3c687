"""What tasks send each other: few large blobs instead of many small rows, so that the exchange need not look into them (exchange.py)."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core

DRIVER = -1  # to whom sums go
MOST_BYTES = 8 << 20  # of one, about
IN_RUNS = ("date", "generation")  # are the same for all links of a fetch, or of a list


class Row(NamedTuple):
    """To whom, from whom, what sort of thing (at most 8 letters), the thing, and the how many-th of its sort."""

    dest: int
    origin: int
    kind: str
    payload: Any  # bytes or a buffer
    place: int = 0


def pack(columns: dict[str, Any]) -> pa.Buffer:
    """Arrays, of numpy or Arrow, as bytes."""
    batch = pa.record_batch({name: _short(name, pa.array(values) if isinstance(values, numpy.ndarray) else values) for name, values in columns.items()})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue()


def _short(name: str, array: pa.Array) -> pa.Array:
    return pc.run_end_encode(array) if name in IN_RUNS and len(array) else array


def unpack(payload: Any) -> pa.Table:
    table = pa.ipc.open_stream(pa.py_buffer(payload)).read_all()
    for place, field in enumerate(table.schema):
        if pa.types.is_run_end_encoded(field.type):
            table = table.set_column(place, field.name, pc.run_end_decode(table.column(place)))
    return table


def spread(origin: int, kind: str, parts: Any, receivers: int, columns: dict[str, Any], at: int = 0) -> Iterator[Row]:
    """Rows to whom ``parts`` says, in the order in which they are; each receiver's in blobs of bounded size, numbered from ``at`` on."""
    if not len(parts):
        return
    starts, order = _core.split_rows(parts.astype(numpy.uint32, copy=False), receivers)
    rows = pa.array(order)
    sorted_columns = {name: values[order] if isinstance(values, numpy.ndarray) else values.take(rows) for name, values in columns.items()}
    yield from send_sorted(origin, kind, starts, sorted_columns, at)


def send_sorted(origin: int, kind: str, starts: Any, columns: dict[str, Any], at: int = 0) -> Iterator[Row]:
    """Rows that are in the order of their receivers, who begin at ``starts``."""
    batch = pa.record_batch({name: pa.array(values) if isinstance(values, numpy.ndarray) else values for name, values in columns.items()})
    for dest in numpy.flatnonzero(numpy.diff(starts)):
        begin, end = int(starts[dest]), int(starts[dest + 1])
        step = max(1, int((end - begin) * MOST_BYTES / max(1, batch.slice(begin, end - begin).nbytes)))
        for place, first in enumerate(range(begin, end, step)):
            some = batch.slice(first, min(step, end - first))
            yield Row(int(dest), origin, kind, pack(dict(zip(some.schema.names, some.columns))), at + place)


class Received:
    """All that was sent to one receiver, in order of who sent it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[int, int, Any]]] = {}

    def add(self, kind: str, origin: int, place: int, payload: Any) -> None:
        self.rows.setdefault(kind, []).append((origin, place, payload))

    def each(self, kind: str) -> list[tuple[int, pa.Table]]:
        return [(origin, unpack(payload)) for origin, _, payload in sorted(self.rows.get(kind, []), key=lambda one: one[:2])]

    def table(self, kind: str) -> pa.Table | None:
        tables = [table for _, table in self.each(kind)]
        return pa.concat_tables(tables, promote_options="default").combine_chunks() if tables else None
