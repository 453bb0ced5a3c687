"""What can go wrong: one exception a kind, all of them :class:`Error`.

>>> import cocite
>>> store = cocite.from_links([("a", "b"), ("a", "c")])
>>> try:
...     store.page("d")
... except cocite.NotFound as error:
...     error.kind
'not_found'
"""

from __future__ import annotations

from . import _core


class Error(Exception):
    """Anything that Cocite refuses or cannot do.

    ``about`` is the argument that is wrong (empty: none), ``nearest`` what may have been meant, best first.
    """

    kind = "error"

    def __init__(self, message: str, about: str = "", nearest: list[str] | None = None) -> None:
        super().__init__(message)
        self.about = about
        self.nearest = list(nearest or [])

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, list[str]]]:
        return type(self), (str(self), self.about, self.nearest)


class InvalidArgument(Error, ValueError):
    """The request itself makes no sense."""

    kind = "invalid_argument"


class NotFound(Error, LookupError):
    """A page, file or store that is not there; ``nearest`` has pages like it."""

    kind = "not_found"


class AlreadyExists(Error, FileExistsError):
    """Would overwrite something."""

    kind = "already_exists"

    # OSError would read two arguments as a number and its text.
    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class Corrupt(Error):
    """A damaged or foreign file."""

    kind = "corrupt"


class Unsupported(Error):
    """A newer version, something that the store does not have, or more than this build can hold."""

    kind = "unsupported"


class DiskError(Error, OSError):
    """The disk or the file system said no."""

    kind = "io"

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class Busy(Error):
    """Another process is writing."""

    kind = "busy"


class Cancelled(Error):
    """The user asked to stop."""

    kind = "cancelled"


class NoEvidence(Error, LookupError):
    """The pages exist, but no related pages were found."""

    kind = "no_evidence"


KINDS: dict[str, type[Error]] = {
    one.kind: one
    for one in (InvalidArgument, NotFound, AlreadyExists, Corrupt, Unsupported, DiskError, Busy, Cancelled, NoEvidence)
}
_core.set_errors(KINDS)
