"""Inputs from web servers: read as files are, gone on with where a connection breaks off, and addresses that are refused in one sentence."""

from __future__ import annotations

import gzip
import http.server
import pathlib
import threading
from typing import Any, Iterator

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("pyspark", reason="pyspark is not installed (pip install 'cocite[spark]')")

from cocite.spark import files, web_files
from cocite.spark import links as spark_links
from test_spark import crawl, link_list
from without_spark import WithoutSpark

pytestmark = pytest.mark.spark


class Server:
    """Files of a folder. ``trouble`` says what happens to the next requests: a status, or after how many bytes the connection ends."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.trouble, self.asked = folder, [], []  # type: ignore[var-annotated]
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, self.headers.get("Range"), self.headers["User-Agent"]))
                kind, amount = outer.trouble.pop(0) if outer.trouble else ("", 0)
                path = outer.folder / self.path.lstrip("/")
                if kind == "status" or not path.exists():
                    self.send_response(amount or 404)
                    self.send_header("Content-Length", "0")
                    self.send_header("Retry-After", "0")
                    self.end_headers()
                    return
                data = path.read_bytes()
                at = int((self.headers.get("Range") or "bytes=0-")[len("bytes=") : -1])
                at = 0 if kind == "whole" else at
                self.send_response(206 if at else 200)
                self.send_header("ETag", '"one"')
                self.send_header("Content-Length", str(len(data) - at))
                self.end_headers()
                self.wfile.write(data[at : at + amount] if kind == "cut" else data[at:])
                self.close_connection = True

            def log_message(self, *_: Any) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def server(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(web_files.time, "sleep", lambda seconds: None)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    (tmp_path / "served").mkdir()
    one = Server(tmp_path / "served")
    yield one
    one.close()


def read(inputs: list[str], out: pathlib.Path) -> dict[str, Any]:
    return spark_links.read_links(WithoutSpark(), inputs, str(out), say=lambda _: None)  # type: ignore[arg-type]


def files_of(folder: pathlib.Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.suffix in (".parquet", ".arrow")}


def test_inputs_on_servers_are_read_as_files_are(server: Server, tmp_path: pathlib.Path) -> None:
    (server.folder / "0.warc.gz").write_bytes(crawl(1, 60))
    (server.folder / "more.tsv").write_text(link_list(1, 500, 60))
    names = ["0.warc.gz", "more.tsv"]
    # Busy, broken off twice, and then all of it.
    server.trouble = [("status", 503), ("cut", 3000), ("cut", 100)]
    total = read([f"{server.address}/{name}" for name in names], tmp_path / "web")
    assert total["damaged"] == [] and total["fetches"] > 0
    assert [one[1] for one in server.asked[:4]] == [None, None, "bytes=3000-", "bytes=3100-"]
    assert server.asked[0][2].startswith("cocite-spark/")
    read([str(server.folder / name) for name in names], tmp_path / "here")
    assert files_of(tmp_path / "web") == files_of(tmp_path / "here")


def test_what_a_server_does_not_have_costs_itself(server: Server, tmp_path: pathlib.Path) -> None:
    (server.folder / "good.tsv").write_text("a.example/\tb.example/\n")
    total = read([f"{server.address}/good.tsv", f"{server.address}/missing.warc.gz"], tmp_path / "links")
    assert total["links_read"] == 1 and total["damaged"] == [[f"{server.address}/missing.warc.gz", f"{server.address}/missing.warc.gz: is not there (HTTP status 404)"]]


def test_a_server_that_stays_busy_is_an_error_that_can_be_tried_again(server: Server, tmp_path: pathlib.Path) -> None:
    (server.folder / "good.tsv").write_text("a.example/\tb.example/\n")
    server.trouble = [("status", 503)] * web_files.TRIES
    with pytest.raises(OSError, match="tried 6 times: HTTP status 503"):
        read([f"{server.address}/good.tsv"], tmp_path / "links")
    assert read([f"{server.address}/good.tsv"], tmp_path / "links")["links_read"] == 1


def test_parts_of_another_file_are_not_put_together(server: Server, tmp_path: pathlib.Path) -> None:
    (server.folder / "0.tsv").write_text(link_list(1, 5000, 60))
    server.trouble = [("cut", 100), ("whole", 0)]
    with pytest.raises(OSError, match="broke off after 100 bytes"):
        with files.open_address(f"{server.address}/0.tsv")[0].open_input_stream(f"{server.address}/0.tsv") as stream:
            stream.read()


def test_lists_of_inputs_come_from_servers_too(server: Server) -> None:
    from cocite.spark.cli import expand

    (server.folder / "wat.paths.gz").write_bytes(gzip.compress(b"# a list\na.wat.gz\nb.wat.gz\n"))
    assert expand([f"@{server.address}/wat.paths.gz"]) == ["a.wat.gz", "b.wat.gz"]


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["links", "ftp://example.com/a.warc.gz", "--out", "OUT"], "ftp://example.com/a.warc.gz: 'ftp://' is not supported; give a path, or one of file://, hdfs://, s3a://, s3://, gs://, https://, http://"),
        (["links", "a.warc.gz", "--prefix", "ftp://example.com/", "--out", "OUT"], "ftp://example.com/a.warc.gz: 'ftp://' is not supported"),
        (["links", "@ftp://example.com/paths", "--out", "OUT"], "ftp://example.com/paths: 'ftp://' is not supported"),
        (["links", "a.warc.gz", "--out", "https://example.com/links"], "https://example.com/links: files can be read from https://, but not written there; give a path, or one of file://"),
        (["import", "a.warc.gz", "--out", "ftp://example.com/links"], "ftp://example.com/links: 'ftp://' is not supported; give a path, or one of file://, hdfs://, s3a://, s3://, gs://"),
        (["store", "ftp://example.com/links", "--out", "OUT"], "ftp://example.com/links: 'ftp://' is not supported"),
        (["store", "links", "--out", "http://example.com/x"], "but not written there"),
        (["graph", "web.cocite", "--out", "ftp://example.com/graph"], "'ftp://' is not supported"),
        (["related", "web.cocite", "--out", "https://example.com/x"], "but not written there"),
    ],
)
def test_a_refused_address_is_a_sentence_and_starts_no_cluster(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    from cocite.spark import cli

    def start(*_: Any, **__: Any) -> None:
        raise AssertionError("a cluster was started")

    monkeypatch.setattr(cli, "start", start)
    monkeypatch.chdir(tmp_path)
    assert cli.main([str(tmp_path / "out") if word == "OUT" else word for word in words]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"cocite-spark: {sentence}") or sentence in said, said
    assert len(said.splitlines()) == 1 and "Traceback" not in said
    assert not (tmp_path / "out").exists()
