"""Which pages are related to this one, and why?

>>> import cocite
>>> store = cocite.from_links([
...     ("hub1.example/", "apples.example/"), ("hub1.example/", "pears.example/"),
...     ("hub2.example/", "apples.example/"), ("hub2.example/", "pears.example/"),
... ])
>>> [item.url for item in store.related("apples.example", by="cocitation")]
['http://pears.example/']
>>> store.explain("apples.example", "pears.example", by="cocitation").why[0]
'2 pages of 2 sites link to both, all of them side by side; the strongest: http://hub1.example/'

``cocite.open(path)`` opens a store that is there, ``cocite.import_store(path, inputs)`` makes one from crawls and link lists. What a
store can be asked is what the command line and the service can be asked, by the same names: ``help(cocite.Store)``.
"""

from __future__ import annotations

from typing import Any

from . import _api, _core
from .errors import (
    AlreadyExists,
    Busy,
    Cancelled,
    Corrupt,
    DiskError,
    Error,
    InvalidArgument,
    NoEvidence,
    NotFound,
    Unsupported,
)
from .graph import Columns, Graph
from .links import from_links
from .records import Answer, Record
from .store import Store, open  # noqa: A004
from .tables import Table, TextArray

__version__: str = _core.version

globals().update(_api.FUNCTIONS)

__all__ = [
    "AlreadyExists", "Answer", "Busy", "Cancelled", "Columns", "Corrupt", "DiskError", "Error", "Graph", "InvalidArgument", "NoEvidence",
    "NotFound", "Record", "Store", "Table", "TextArray", "Unsupported", "from_links", "open", *_api.FUNCTIONS,
]


def __getattr__(name: str) -> Any:
    """Classes of answers, such as ``cocite.Related``."""
    found = getattr(_api, name, None)
    if isinstance(found, type) and issubclass(found, Record):
        return found
    raise AttributeError(f"module 'cocite' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__", *sorted(name for name, one in vars(_api).items() if isinstance(one, type) and issubclass(one, Record))]
