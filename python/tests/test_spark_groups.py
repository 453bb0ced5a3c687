"""The graph of hosts or sites that Spark makes is the one that `cocite` makes of the store of pages, byte for byte."""

from __future__ import annotations

import gzip
import pathlib
import random
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed (pip install 'cocite[spark]')")

import cocite
from cocite.spark import links as spark_links
from cocite.spark import store as spark_store
from test_spark import files_of, link_list, run
from without_spark import WithoutSpark

pytestmark = pytest.mark.spark


def same_graphs(tmp_path: pathlib.Path, spark: Any, inputs: list[pathlib.Path], *, words: tuple[str, ...] = (), partitions: int = 3, parse: Any = None, **options: Any) -> dict[str, Any]:
    names = [str(path) for path in inputs]
    counts = {}
    run("import", tmp_path / "import.cocite", *names, "-q", "--no-prepare", "--no-index", *words)
    spark_links.read_links(spark, names, str(tmp_path / "links"), say=lambda _: None, **(parse or {}))
    for on in ("hosts", "sites"):
        run("rank", tmp_path / "import.cocite", "--by", "indegree", "--on", on, "--top", "1")
        counts[on] = spark_store.make_segments(spark, str(tmp_path / "links"), str(tmp_path / on), on=on, partitions=partitions, index=False, say=lambda _: None, **options)
        run("assemble", tmp_path / on, "--out", tmp_path / f"{on}.cocite", "-q", "--no-prepare")
        one, other = files_of(tmp_path / "import.cocite" / f"{on}.cocite"), files_of(tmp_path / f"{on}.cocite")
        assert sorted(one) == sorted(other)
        assert [name for name in one if one[name] != other[name]] == []
        assert "counts" in one
        made = cocite.open(tmp_path / f"{on}.cocite")
        made.check()
        info = [cocite.open(path).info().to_dict() for path in (tmp_path / "import.cocite" / f"{on}.cocite", tmp_path / f"{on}.cocite")]
        for about in info:
            for name in ("path", "bytes", "identity", "bytes_of_report", "made_from", "index"):
                about.pop(name, None)
        assert info[0] == info[1]
    return counts


def address(number: int) -> str:
    """Hosts of sites in several spellings and on ports, also those whose site is no neighbour of theirs; roots, and with "www."."""
    site = number % 7
    host = [f"s{site}.example.com", f"www.s{site}.example.com", f"example{site}.co.uk", f"www.example{site}.co.uk", f"example{site}.co.uk:8080", f"example{site}-x.co.uk", f"a.b.s{site}.github.io"][number % 11 % 7]
    path = "" if number % 5 == 0 else f"p{number}"
    return f"http://{host}/{path}"


def web(seed: int, pages: int, year: int) -> bytes:
    rng = random.Random(seed)
    every = []
    for _ in range(pages):
        number, date = rng.randrange(pages), f"{year}-0{rng.randrange(1, 9)}-01T00:00:00Z"
        chance = rng.random()
        if chance < 0.1:
            every.append(plain(address(number), date, f"HTTP/1.1 301 Moved\r\nLocation: {address(rng.randrange(pages))}", ""))
            continue
        body = f"<title>{address(number)} in {date}</title>" if chance < 0.8 else ""
        for _ in range(rng.randrange(12)):
            other = address(rng.randrange(pages * 2))
            body += f"<a href={other}>x</a>" * rng.randrange(1, 3)
        every.append(plain(address(number), date, "HTTP/1.1 200 OK\r\nContent-Type: text/html", body))
    return b"".join(every)


def plain(url: str, date: str, head: str, body: str) -> bytes:
    http = f"{head}\r\n\r\n{body}".encode()
    warc = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    return gzip.compress(warc.encode() + http + b"\r\n\r\n", mtime=0)


def test_crawls_of_several_years(spark: Any, tmp_path: pathlib.Path) -> None:
    inputs = []
    for generation in range(3):
        inputs.append(tmp_path / f"{generation}.warc.gz")
        inputs[-1].write_bytes(web(generation, 250, 2020 + generation))
    inputs.append(tmp_path / "more.tsv")
    inputs[-1].write_text(link_list(5, 300, 40) + "lonely.example/\n")
    counts = same_graphs(tmp_path, spark, inputs)
    assert counts["sites"]["aliases"] > 0 and counts["sites"]["pages"] < counts["hosts"]["pages"]
    titles = {one.key: one.title for one in map(cocite.open(tmp_path / "sites.cocite").page, cocite.open(tmp_path / "sites.cocite").keys)}
    assert any(titles.values())


def test_links_that_come_sorted_have_no_order(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_text(link_list(1, 6000, 900, is_sorted=True))
    assert not same_graphs(tmp_path, WithoutSpark(), [path], partitions=5)["hosts"]["ordered"]


def test_more_pages_than_a_store_numbers(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "links.tsv"
    path.write_text(link_list(2, 500, 90))
    spark_links.read_links(WithoutSpark(), [str(path)], str(tmp_path / "links"), say=lambda _: None)
    monkeypatch.setattr(spark_store, "MOST_PAGES", 100)
    with pytest.raises(ValueError, match="take --on hosts"):
        spark_store.make_segments(WithoutSpark(), str(tmp_path / "links"), str(tmp_path / "parts"), say=lambda _: None)
    assert spark_store.make_segments(WithoutSpark(), str(tmp_path / "links"), str(tmp_path / "hosts"), on="hosts", say=lambda _: None)["pages"] == 18


def test_names_without_hosts_are_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_text("a\tb\n")
    spark_links.read_links(WithoutSpark(), [str(path)], str(tmp_path / "links"), opaque_names=True, say=lambda _: None)
    with pytest.raises(ValueError, match="opaque"):
        spark_store.make_segments(WithoutSpark(), str(tmp_path / "links"), str(tmp_path / "parts"), on="sites", say=lambda _: None)
