"""Inputs on web servers, such as https://data.commoncrawl.org/: read from start to end, and gone on with where a connection broke off.

    fs, path = open_address("https://data.commoncrawl.org/crawl-data/CC-MAIN-2025-05/wat.paths.gz")
    with fs.open_input_stream(path) as file:
        file.read()
"""

from __future__ import annotations

import email.utils
import gzip
import http.client
import io
import time
import urllib.error
import urllib.request
from typing import Any

TRIES = 6  # of a request that the server, or the way to it, did not answer
MOST_SECONDS = 60.0  # between two of them
TIMEOUT_SECONDS = 60.0
GONE = (403, 404, 410)  # Common Crawl's servers say 403 for what was never there


class WebFiles:
    """As much of a file system of pyarrow as reading an input takes."""

    type_name = "web"

    def open_input_stream(self, address: str, compression: str | None = "detect") -> Any:
        stream: Any = io.BufferedReader(WebStream(address), 1 << 20)
        return gzip.GzipFile(fileobj=stream) if compression == "detect" and address.endswith(".gz") else stream


def open_web(address: str, at: int = 0, version: str = "") -> Any:
    """An answer whose body begins at byte ``at``. Asks again, after growing pauses, where a server is busy or not reached."""
    from .. import __version__

    headers = {"User-Agent": f"cocite-spark/{__version__}", "Accept-Encoding": "identity"}
    if at:
        headers |= {"Range": f"bytes={at}-"} | ({"If-Range": version} if version else {})
    request = urllib.request.Request(address, headers=headers)
    for number in range(TRIES):
        pause = min(MOST_SECONDS, 2.0**number)
        try:
            return urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in GONE:
                raise FileNotFoundError(f"{address}: is not there (HTTP status {error.code})") from None
            reason = f"HTTP status {error.code}"
            if error.code < 500 and error.code not in (408, 425, 429):
                raise OSError(f"{address}: cannot be read: {reason}") from None
            pause = min(MOST_SECONDS, max(pause, seconds_of(error.headers.get("Retry-After", ""))))
        except (OSError, http.client.HTTPException) as error:
            reason = str(getattr(error, "reason", error))
        if number + 1 < TRIES:
            time.sleep(pause)
    raise OSError(f"{address}: cannot be read, tried {TRIES} times: {reason}")


def seconds_of(retry_after: str) -> float:
    """How long a server asks to wait: seconds, or a date; 0 where it says nothing that can be understood."""
    if retry_after.strip().isdigit():
        return float(retry_after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0


class WebStream(io.RawIOBase):
    """The bytes of a file. Where the connection breaks off, the rest is asked for; a file that changed meanwhile is an error."""

    def __init__(self, address: str) -> None:
        self._address, self._at = address, 0
        self._answer = open_web(address)
        self._version = self._answer.headers.get("ETag") or self._answer.headers.get("Last-Modified") or ""
        self._size = int(self._answer.headers.get("Content-Length") or -1)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        failures = 0
        while True:
            try:
                count = int(self._answer.readinto(buffer))
                if count or self._at >= self._size:
                    self._at += count
                    return count
                reason = f"ended after {self._at} of {self._size} bytes"
            except (OSError, http.client.HTTPException) as error:
                reason = str(error) or type(error).__name__
            failures += 1
            if failures == TRIES:
                raise OSError(f"{self._address}: {reason}")
            time.sleep(min(MOST_SECONDS, 2.0**failures / 2))
            self._go_on()

    def _go_on(self) -> None:
        self._answer.close()
        self._answer = open_web(self._address, self._at, self._version)
        if self._at and self._answer.status != 206:
            self._answer.close()
            raise OSError(f"{self._address}: broke off after {self._at} bytes, and the server sends no parts of it, or it has changed")

    def close(self) -> None:
        if not self.closed:
            self._answer.close()
        super().close()
