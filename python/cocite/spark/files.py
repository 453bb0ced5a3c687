"""Files where the cluster keeps them: local or shared folders, hdfs://, s3a://, gs://; and https:// for what is only read. A file appears whole or not at all, and a
task that is repeated writes the same file again.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
import uuid
import zlib
from typing import Any, Callable, Iterator, NamedTuple

import pyarrow as pa
import pyarrow.fs as pafs


DRAFT = re.compile(r"\..+\.[0-9a-f]{32}")  # .NAME.UUID, until it is whole


class Written(NamedTuple):
    """A file as it was written: where, how many bytes, and their CRC-32."""

    address: str
    size: int
    checksum: int


_recorders: list[list[Written]] = []


@contextlib.contextmanager
def recording() -> Iterator[list[Written]]:
    """While it lasts, all files that folders of this process write are told."""
    files: list[Written] = []
    _recorders.append(files)
    try:
        yield files
    finally:
        _recorders.remove(files)


class _Summing:
    """A stream that adds up what goes through it."""

    def __init__(self, stream: Any) -> None:
        self._stream, self.size, self.checksum = stream, 0, 0

    def write(self, data: Any) -> None:
        self._stream.write(data)
        view = memoryview(data)
        self.size += view.nbytes
        if view.nbytes:
            self.checksum = zlib.crc32(view.cast("B"), self.checksum)


def checksum_of(folder: Folder, name: str) -> tuple[int, int]:
    """Size and CRC-32 of a file."""
    size = checksum = 0
    with folder.open(name) as file:
        while chunk := file.read(1 << 22):
            size += len(chunk)
            checksum = zlib.crc32(chunk, checksum)
    return size, checksum


class Folder:
    """A folder by its address. Each task makes it from the address, which is all that is sent."""

    def __init__(self, address: str) -> None:
        self.address = check_address(address.rstrip("/") or "/")
        self.fs, self.path = open_address(self.address)

    def child(self, name: str) -> Folder:
        return Folder(f"{self.address}/{name}")

    @property
    def is_local(self) -> bool:
        return self.fs.type_name == "local"

    def names(self) -> list[str]:
        """Of the files in it, in order; none where there is no such folder."""
        selector = pafs.FileSelector(self.path, allow_not_found=True)
        infos = self.fs.get_file_info(selector)
        return sorted(one.base_name for one in infos if one.type == pafs.FileType.File and not one.base_name.startswith("."))

    def write(self, name: str, fill: Callable[[Any], None]) -> None:
        """``fill(stream)`` writes it; it becomes visible when it is complete."""
        if not _recorders:
            self._write(name, fill)
            return

        def fill_and_sum(stream: Any) -> None:
            summing = _Summing(stream)
            fill(summing)
            written = Written(f"{self.address}/{name}", summing.size, summing.checksum)
            for recorder in _recorders:
                recorder.append(written)

        self._write(name, fill_and_sum)

    def _write(self, name: str, fill: Callable[[Any], None]) -> None:
        if self.fs.type_name in ("local", "hdfs"):
            self.fs.create_dir(self.path, recursive=True)
            draft = f"{self.path}/.{name}.{uuid.uuid4().hex}"
            try:
                with self.fs.open_output_stream(draft, compression=None) as stream:
                    fill(stream)
                self.fs.move(draft, f"{self.path}/{name}")
            except BaseException:
                try:
                    self.fs.delete_file(draft)
                except OSError:
                    pass
                raise
        else:  # a store of objects shows an object when all of it has arrived
            # What ends in .gz is packed already.
            with self.fs.open_output_stream(f"{self.path}/{name}", compression=None) as stream:
                fill(stream)

    def write_bytes(self, name: str, data: Any) -> None:
        self.write(name, lambda stream: stream.write(data))

    def write_json(self, name: str, value: Any) -> None:
        self.write_bytes(name, json.dumps(value, sort_keys=True).encode())

    def read_bytes(self, name: str) -> bytes:
        with self.open(name) as file:
            return bytes(file.read())

    def map(self, name: str) -> pa.Buffer:
        """The bytes of a file, not copied where it can be mapped."""
        with pa.memory_map(f"{self.path}/{name}") if self.is_local else self.open(name) as file:
            return file.read_buffer()

    def read_json(self, name: str) -> Any:
        return json.loads(self.read_bytes(name))

    def open(self, name: str) -> Any:
        return self.fs.open_input_file(f"{self.path}/{name}")

    def delete(self, name: str) -> None:
        self.fs.delete_file(f"{self.path}/{name}")

    def write_native(self, name: str, make: Callable[[str], None]) -> None:
        """``make(path)`` writes a local file, which is then put here."""
        with tempfile.TemporaryDirectory(prefix="cocite-") as scratch:
            path = os.path.join(scratch, name)
            make(path)

            def fill(stream: Any) -> None:
                with open(path, "rb") as file:
                    while chunk := file.read(1 << 22):
                        stream.write(chunk)

            self.write(name, fill)

    def remove_drafts(self) -> None:
        """Deletes what killed tasks had begun to write. Only when no task writes any more."""
        if self.fs.type_name in ("local", "hdfs"):
            for one in self.fs.get_file_info(pafs.FileSelector(self.path, allow_not_found=True)):
                if one.type == pafs.FileType.File and DRAFT.fullmatch(one.base_name):
                    self.fs.delete_file(one.path)

    def remove(self) -> None:
        self.fs.delete_dir_contents(self.path, missing_dir_ok=True)
        try:
            self.fs.delete_dir(self.path)
        except OSError:
            pass

    def remove_if_empty(self) -> None:
        """Stores of objects have no folders but for what is in them."""
        if self.is_local:
            try:
                os.rmdir(self.path)
            except OSError:  # has something in it, or is not there
                pass


KNOWN = ("file", "hdfs", "s3a", "s3", "gs")
ONLY_READ = ("https", "http")


def check_address(address: str, *, is_read: bool = False) -> str:
    """The address, if files there can be read, or else written. Says so where they cannot, before a cluster is started for it."""
    scheme, colon, _ = address.partition("://")
    if not colon or scheme in KNOWN or (is_read and scheme in ONLY_READ):
        return address
    if scheme in ONLY_READ:
        raise ValueError(f"{address}: files can be read from {scheme}://, but not written there; give a path, or one of {_spelled(KNOWN)}")
    raise ValueError(f"{address}: '{scheme}://' is not supported; give a path, or one of {_spelled(KNOWN + ONLY_READ if is_read else KNOWN)}")


def _spelled(schemes: tuple[str, ...]) -> str:
    return ", ".join(f"{one}://" for one in schemes)


def open_address(address: str) -> tuple[Any, str]:
    """The file system and the path in it; "s3a://" is what Spark calls "s3://". AWS_ENDPOINT_URL names another server that speaks S3."""
    check_address(address, is_read=True)
    if address.startswith(tuple(f"{one}://" for one in ONLY_READ)):
        from .web_files import WebFiles

        return WebFiles(), address
    if address.startswith("s3a://"):
        address = "s3://" + address[len("s3a://") :]
    if "://" not in address:
        return pafs.LocalFileSystem(), os.path.abspath(address)
    if address.startswith("s3://") and (endpoint := os.environ.get("AWS_ENDPOINT_URL", "")):
        scheme, _, host = endpoint.rpartition("://")
        return pafs.S3FileSystem(endpoint_override=host, scheme=scheme or "https"), address[len("s3://") :].rstrip("/")
    try:
        fs, path = pafs.FileSystem.from_uri(address)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise ValueError(f"{address}: cannot be opened: {error}") from error
    return fs, path.rstrip("/")
