"""The files in which tasks send each other things: one a sender, or, where there are many senders, one for a group of them.

    things, each at a multiple of 64 bytes
    where the entries of each receiver begin in the index, and their end
    the index, by receiver: sort of thing, sender, place, where, bytes
    number of receivers, number of entries, where the index's beginnings are

A receiver opens every file. With 12,500 senders and 25,000 receivers that would be 300 million times: so the files of more than MOST_FILES senders
are merged into as many files as the square root of their number, which opens no more of them at a time either.
"""

from __future__ import annotations

import math
from typing import Any, Iterator

import numpy
import pyarrow as pa

from .blobs import Received, Row
from .files import Folder

ALIGNED = 64  # bytes, as Arrow likes its arrays
MOST_FILES = 64  # that a task opens, or the square root of the number of senders
COLUMNS = 6  # of an entry while it is written: receiver, sort, sender, place, where, bytes


def name_of(number: int) -> str:
    return f"{number:06d}.sent"


def file_groups(senders: list[int]) -> list[list[int]]:
    """Whose files are merged into one; nothing where there are few enough."""
    if len(senders) <= MOST_FILES:
        return []
    size = math.ceil(len(senders) / math.ceil(math.sqrt(len(senders))))
    return [senders[at : at + size] for at in range(0, len(senders), size)]


class _Writer:
    def __init__(self, stream: Any) -> None:
        self.stream, self.at = stream, 0
        self.entries: list[tuple[int, int, int, int, int, int]] = []

    def add(self, dest: int, kind: int, origin: int, place: int, payload: pa.Buffer) -> None:
        self.entries.append((dest, kind, origin, place, self.at, payload.size))
        padding = -payload.size % ALIGNED
        self.stream.write(payload)
        if padding:
            self.stream.write(b"\0" * padding)
        self.at += payload.size + padding

    def finish(self) -> None:
        table = numpy.array(self.entries, dtype=numpy.int64).reshape(-1, COLUMNS)
        table = table[numpy.argsort(table[:, 0], kind="stable")]
        starts = numpy.searchsorted(table[:, 0], numpy.arange(table[-1, 0] + 2 if len(table) else 1))
        for part in (starts, table[:, 1:], [len(starts) - 1, len(table), self.at]):
            self.stream.write(numpy.ascontiguousarray(part, dtype=numpy.int64).tobytes())


def write_sent(stream: Any, first: Row, rows: Iterator[Row]) -> None:
    writer = _Writer(stream)
    row: Row | None = first
    while row is not None:
        kind = int.from_bytes(row.kind.encode().ljust(8, b"\0"), "little")
        writer.add(row.dest, kind, row.origin, row.place, pa.py_buffer(row.payload))
        row = next(rows, None)
    writer.finish()


class _Reader:
    def __init__(self, path: str) -> None:
        self.file = pa.memory_map(path)
        self.receivers, self.count, self.at = (int(value) for value in self._numbers(self.file.size() - 24, 3))

    def _numbers(self, at: int, count: int) -> Any:
        return numpy.frombuffer(self.file.read_at(8 * count, at), dtype=numpy.int64)

    def entries(self, begin: int, end: int) -> Any:
        width = COLUMNS - 1
        return self._numbers(self.at + 8 * (self.receivers + 1 + width * begin), width * (end - begin)).reshape(-1, width)

    def of(self, dest: int) -> Any:
        """Sort, sender, place, where and bytes of each thing that it was sent."""
        begin, end = self._numbers(self.at + 8 * dest, 2) if dest < self.receivers else (0, 0)
        return self.entries(int(begin), int(end))

    def payload(self, where: int, size: int) -> pa.Buffer:
        self.file.seek(where)
        return self.file.read_buffer(size)


def read_sent(sources: list[tuple[str, list[int]]], dest: int) -> Received:
    """What was sent to one receiver, in files of these folders."""
    received = Received()
    for folder, files in sources:
        for number in files:
            reader = _Reader(f"{Folder(folder).path}/{name_of(number)}")
            with reader.file:
                for kind, origin, place, where, size in reader.of(dest).tolist():
                    received.add(kind.to_bytes(8, "little").rstrip(b"\0").decode(), origin, place, reader.payload(where, size))
    return received


def merge_sent(folder: str, files: list[int], out: Folder, number: int) -> None:
    """Several files as one, by receiver: what one of them reads then lies together."""
    readers = [_Reader(f"{Folder(folder).path}/{name_of(one)}") for one in files]

    def fill(stream: Any) -> None:
        writer = _Writer(stream)
        for dest in range(max(one.receivers for one in readers)):
            for reader in readers:
                for kind, origin, place, where, size in reader.of(dest).tolist():
                    writer.add(dest, kind, origin, place, reader.payload(where, size))
        writer.finish()

    try:
        out.write(name_of(number), fill)
    finally:
        for one in readers:
            one.file.close()
