"""Columns and tables in Arrow's memory layout, read by pyarrow, polars, pandas, duckdb and others without a copy."""

from __future__ import annotations

import datetime
import operator
from typing import TYPE_CHECKING, Any, Iterator, Sequence

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from .records import Kind

_NOTHING: dict[str, Any] = {"boolean": False, "string": ""}  # what goes without saying where a field is left out


def _filled(values: list[Any], kind: Kind | None) -> list[Any]:
    if kind == "moment":
        return [value or None for value in values]
    nothing = _NOTHING.get(kind or "")
    return values if nothing is None else [nothing if value is None else value for value in values]


def to_frame(columns: dict[str, list[Any]], kinds: dict[str, Kind]) -> pandas.DataFrame:
    """Columns as a DataFrame, each with the type that its kind has; pandas infers the type of columns without a kind."""
    import pandas

    texts = "str" if int(pandas.__version__.split(".")[0]) >= 3 else "string"
    types = {"integer": "int64", "integer?": "Int64", "number": "float64", "boolean": "bool", "string": texts, "object": "object"}

    def series(name: str) -> Any:
        kind = kinds.get(name)
        values = _filled(columns[name], kind)
        if kind == "moment":
            return pandas.to_datetime(pandas.Series(values, dtype="object"), utc=True, format="ISO8601")
        return pandas.Series(values, dtype=types[kind] if kind else None)

    return pandas.DataFrame({name: series(name) for name in columns}, columns=list(columns))


def to_arrow_table(columns: dict[str, list[Any]], kinds: dict[str, Kind]) -> pyarrow.Table:
    """The same as a table of pyarrow."""
    import pyarrow

    types = {"integer": pyarrow.int64(), "integer?": pyarrow.int64(), "number": pyarrow.float64(), "boolean": pyarrow.bool_(), "string": pyarrow.string()}

    def array(name: str) -> Any:
        kind = kinds.get(name)
        values = _filled(columns[name], kind)
        if kind == "moment":
            moments = [value and datetime.datetime.fromisoformat(value.rstrip("Z")).replace(tzinfo=datetime.timezone.utc) for value in values]
            return pyarrow.array(moments, pyarrow.timestamp("s", "UTC"))
        return pyarrow.array(values, types.get(kind or ""))

    return pyarrow.table({name: array(name) for name in columns})


class TextArray(Sequence[str]):
    """The texts of all pages, by number.

    >>> import cocite
    >>> store = cocite.from_links([("a", "b"), ("a", "c")])
    >>> store.keys[0], len(store.keys), list(store.keys)
    ('a', 3, ['a', 'b', 'c'])

    ``pyarrow.array(store.keys)`` and ``polars.Series(store.keys)`` share its memory.
    """

    def __init__(self, native: Any) -> None:
        self._native = native

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        given, index = index, operator.index(index)
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"there is no text {given}; there are {len(self)}")
        return self._native.row_text(0, index)

    def __iter__(self) -> Iterator[str]:
        return iter(next(iter(self._native.columns().values())))

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._native.arrow_array()  # type: ignore[no-any-return]

    def to_arrow(self) -> pyarrow.LargeStringArray:
        import pyarrow

        return pyarrow.array(self)

    def to_numpy(self) -> Any:
        import numpy

        return numpy.array(list(self), dtype=object)

    def __repr__(self) -> str:
        some = ", ".join(repr(self[i]) for i in range(min(3, len(self))))
        return f"<{len(self)} texts: {some}{', …' if len(self) > 3 else ''}>"


class Table:
    """The answers about many pages, a row each: readable as an Arrow table.

    ``failed`` says what went wrong, by page: (kind, sentence).
    """

    def __init__(self, native: Any, failed: dict[str, tuple[str, str]]) -> None:
        self._native = native
        self.failed = failed

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._native.arrow_batch()  # type: ignore[no-any-return]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        import pyarrow

        return pyarrow.Table.from_batches([pyarrow.record_batch(self)])

    def to_dict(self) -> dict[str, list[Any]]:
        """Its columns as lists, by name."""
        return dict(self._native.columns())

    def to_pandas(self) -> pandas.DataFrame:
        """As a DataFrame of pandas: rank int64, score float64, and texts."""
        columns = self.to_dict()
        numbers: dict[str, Kind] = {"rank": "integer", "score": "number"}
        return to_frame(columns, {name: numbers.get(name, "string") for name in columns})

    def __repr__(self) -> str:
        return f"<{len(self)} rows; {len(self.failed)} pages without an answer>"

    def _repr_html_(self) -> str:
        return self.to_pandas().head(20)._repr_html_()  # type: ignore[no-any-return,operator]
