"""Answers and what is in them: light objects with attributes that become tables."""

from __future__ import annotations

import html
import keyword
from typing import TYPE_CHECKING, Any, ClassVar, Iterator, Literal

if TYPE_CHECKING:
    import pandas
    import pyarrow

# What a column holds: integers, integers of which some may be missing, numbers, true or false, texts, moments; or whatever Python has.
Kind = Literal["integer", "integer?", "number", "boolean", "string", "moment", "object"]

_SHOWN = 20  # rows
_WIDE = 60  # characters of a cell
_WIDE_HTML = 300


def plain_name(attribute: str) -> str:
    """``in_`` stands for ``in``, which Python keeps for itself."""
    return attribute[:-1] if attribute.endswith("_") and keyword.iskeyword(attribute[:-1]) else attribute


def attribute_name(name: str) -> str:
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


def _cell(value: Any, wide: int) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    text = "; ".join(name_of(one) if isinstance(one, dict) else str(one) for one in value) if isinstance(value, list) else str(value)
    return text if len(text) <= wide else text[: wide - 1] + "…"


def name_of(row: dict[str, Any]) -> str:
    """What people call a page."""
    return str(row.get("title") or row.get("called") or row.get("url") or row.get("key") or "")


def _is_cell(value: Any, column: str = "") -> bool:
    if isinstance(value, list):
        # Answers within an answer (those of each method) are shown by their names.
        return all(isinstance(one, str) or (column == "items" and isinstance(one, dict) and name_of(one) != "") for one in value)
    return not isinstance(value, (Record, dict))


class Record:
    """A part of an answer: fields as attributes.

    What a field is not there for (``flagged``, ``why``) has the value that goes without saying.
    """

    # By the schema: names of all fields, and the values of those that may be missing.
    _fields: ClassVar[tuple[str, ...]] = ()
    _optional: ClassVar[dict[str, Any]] = {}
    _kinds: ClassVar[dict[str, Kind]] = {}  # of columns of a table of these, by plain names

    def _read(self) -> dict[str, Any]:
        return self.__dict__

    def __getattr__(self, name: str) -> Any:
        if name in self._optional:
            value = self._optional[name]
            return [] if isinstance(value, list) else value
        raise AttributeError(f"{type(self).__name__} has no field {name!r}; it has {', '.join(self._read())}")

    def __getitem__(self, name: str) -> Any:
        fields = self._read()
        if name in fields:
            return fields[name]
        try:
            return getattr(self, attribute_name(name))
        except AttributeError as error:
            raise KeyError(name) from error

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self._read()]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or type(self) is not type(other):
            return NotImplemented
        return self._read() == other._read()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self._read().items() if _is_cell(value))
        return f"{type(self).__name__}({inside})"

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain dicts and lists: what the service gives as JSON."""
        return {plain_name(name): _plain(value) for name, value in self._read().items()}


class Row(Record):
    """A row of a table whose columns no schema names: those of insights."""


def _as_rows(value: Any) -> Any:
    """Lists of dicts as lists of rows."""
    if not isinstance(value, list) or not value or type(value[0]) is not dict:
        return value
    rows = []
    for fields in value:
        row = Row.__new__(Row)
        row.__dict__ = fields
        rows.append(row)
    return rows


class Answer(Record):
    """What a store answered. Iterating goes over the rows of its table."""

    _table: ClassVar[str] = ""  # the name of the first table; empty: none, or the answer itself is a row
    _rows_of: ClassVar[dict[str, type[Record]]] = {}

    def _read(self) -> dict[str, Any]:
        # Answers are converted on first access: often only one field of many is read.
        fields = self.__dict__
        unread = fields.get("_unread")
        if unread is not None:
            fields.update((name, _as_rows(value)) for name, value in unread.fields().items())
            fields.pop("_unread", None)
        return fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        fields = self._read()
        if name in fields:
            return fields[name]
        return super().__getattr__(name)

    def __getstate__(self) -> dict[str, Any]:
        return dict(self._read())

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)

    @property
    def table_names(self) -> list[str]:
        """The names of its tables; the first one is meant where none is named."""
        first = [self._table] if self._table else []
        found = [name for name, value in self._read().items() if isinstance(value, list) and value and isinstance(value[0], Record)]
        return list(dict.fromkeys([*first, *self._rows_of, *found]))

    def to_rows(self, table: str | None = None) -> list[dict[str, Any]]:
        """A table as plain dicts."""
        name = table or self._table
        if not name:
            fields = self.to_dict()
            if "key" in fields or not fields:
                return [{one: value for one, value in fields.items() if not isinstance(value, (list, dict))}]
            return [{"name": one, "value": value} for one, value in fields.items()]
        if name not in self.table_names:
            raise KeyError(f"there is no table {name!r}; there are {', '.join(self.table_names)}")
        return [_plain(one) if isinstance(one, Record) else dict(one) for one in getattr(self, name)]

    def column_names(self, table: str | None = None) -> list[str]:
        """The names of its columns, also where it has no rows."""
        rows = self.to_rows(table)
        names = dict.fromkeys(name for row in rows for name in row)
        name = table or self._table
        if not rows and name in self._rows_of:
            kind = self._rows_of[name]
            names = dict.fromkeys(plain_name(one) for one in kind._fields if one not in kind._optional)
        return list(names)

    def _columns(self, table: str | None) -> tuple[dict[str, list[Any]], dict[str, Kind]]:
        """A table by columns, and which kind each is of."""
        rows = self.to_rows(table)
        name = table or self._table
        kind = self._rows_of.get(name, Record) if name else type(self)
        return {one: [row.get(one) for row in rows] for one in self.column_names(table)}, kind._kinds

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """A table as a DataFrame of pandas.

        A column has the type that the answer's schema gives it, also where there are no rows: int64, float64, bool, texts,
        moments in UTC. Numbers that may be missing are Int64; other fields that are left out have the value that goes without saying.
        """
        from .tables import to_frame

        return to_frame(*self._columns(table))

    def to_arrow(self, table: str | None = None) -> pyarrow.Table:
        """A table as one of pyarrow, with the same types as that of :meth:`to_pandas`."""
        from .tables import to_arrow_table

        return to_arrow_table(*self._columns(table))

    def plot(self, **options: Any) -> Any:
        """Draws it with matplotlib, and gives the axes: scores as bars, a vicinity as a small map."""
        from . import plots

        return plots.plot(self, **options)

    def __len__(self) -> int:
        return len(getattr(self, self._table)) if self._table else 1

    def __iter__(self) -> Iterator[Any]:
        return iter(getattr(self, self._table) if self._table else [self])

    def __bool__(self) -> bool:
        return True

    def _head(self) -> str:
        facts = []
        for name, value in self._read().items():
            if isinstance(value, Record):
                value = value.to_dict().get("url") or value.to_dict().get("key", "")
            if isinstance(value, (str, int, float)) and value != "":
                facts.append(f"{plain_name(name)} {_cell(value, _WIDE_HTML)}")
        return type(self).__name__ + (": " + ", ".join(facts[:6]) if facts else "")

    def _sentences(self) -> list[str]:
        """What the answer says in words, beside its table."""
        fields = self._read()
        return [one for name in ("why", "notes") for one in fields.get(name, []) if isinstance(one, str)] if self._table else []

    def _cells(self, wide: int = _WIDE) -> tuple[list[str], list[list[str]]]:
        rows = self.to_rows()[:_SHOWN]
        columns = {name: [row[name] for row in rows if name in row] for name in self.column_names()}
        shown = [name for name, cells in columns.items() if all(_is_cell(cell, name) for cell in cells) and any(cell not in ("", []) for cell in cells)]
        if "url" in shown and "key" in shown:
            shown.remove("key")
        return shown, [[_cell(row.get(name, ""), wide) for name in shown] for row in rows]

    def __repr__(self) -> str:
        names, rows = self._cells()
        widths = [max(len(line[i]) for line in [names, *rows]) for i in range(len(names))]
        lines = ["  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip() for line in [names, *rows]]
        more = len(self.to_rows()) - len(rows)
        if not rows:
            lines = ["(no rows)"]
        return "\n".join([self._head(), *self._sentences(), *lines] + ([f"… and {more} more"] if more > 0 else []))

    def _repr_html_(self) -> str:
        names, rows = self._cells(_WIDE_HTML)
        head = "".join(f'<th style="text-align:left">{html.escape(name)}</th>' for name in names)
        body = "".join("<tr>" + "".join(_html_cell(name, text) for name, text in zip(names, row)) + "</tr>" for row in rows)
        more = len(self.to_rows()) - len(rows)
        tail = f"<p>… and {more} more</p>" if more > 0 else "" if rows else "<p>(no rows)</p>"
        said = "".join(f"<p>{html.escape(one)}</p>" for one in self._sentences())
        return f"<p>{html.escape(self._head())}</p>{said}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{tail}"


def _html_cell(name: str, text: str) -> str:
    shown = html.escape(text)
    if name == "url" and text.startswith(("http://", "https://")) and not text.endswith("…"):
        shown = f'<a href="{shown}" rel="noreferrer">{shown}</a>'
    # Long addresses and sentences are broken rather than run out of the page.
    wraps = ";max-width:30em;overflow-wrap:anywhere" if len(text) > 30 else ""
    return f'<td style="text-align:left{wraps}">{shown}</td>'
