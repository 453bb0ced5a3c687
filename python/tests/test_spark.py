"""Stores that Spark makes are those that `import` makes, byte for byte, whatever happens on the way."""

from __future__ import annotations

import gzip
import os
import pathlib
import random
import shutil
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("pyspark", reason="pyspark is not installed (pip install 'cocite[spark]')")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("Java 17 is not installed", allow_module_level=True)

import pyarrow as pa
import pyarrow.parquet as pq

import cocite
from cocite.spark import links as spark_links
from cocite.spark import store as spark_store
from cocite.spark.parse import Parser
from without_spark import WithoutSpark

pytestmark = pytest.mark.spark

# Of the command line, where nothing else is asked for.
DEFAULTS = {"opaque_names": False, "fold_www": False, "frames": False, "drop_nofollow": False, "keep_text": True, "keep_anchors": True, "aliases": True}


def machine_of(url: str, date: str) -> str:
    """Hosts with their own machine, a shared one, one that moved, an unknown one; and an invalid address."""
    number = int(url.rpartition("p")[2])
    by_host = ["192.0.2.1", "192.0.2.1", f"2001:DB8::{int(date[:4]) % 2 + 1}", "198.51.100.4" if number % 3 else "", ""]
    return "unknown" if number % 31 == 0 else by_host[number % 5]


def record(url: str, date: str, head: str, body: str = "", kind: str = "response") -> bytes:
    http = f"{head}\r\n\r\n{body}".encode()
    warc = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n"
    if ip := machine_of(url, date):
        warc += f"WARC-IP-Address: {ip}\r\n"
    warc += f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(http)}\r\n\r\n"
    return gzip.compress(warc.encode() + http + b"\r\n\r\n", mtime=0)


def crawl(seed: int, pages: int = 150, year: int = 2020) -> bytes:
    """Pages with words, titles and links; redirects, also in chains and circles; canonical addresses; what is not there."""
    rng = random.Random(seed)

    def address(number: int) -> str:
        return f"https://h{number % 5}.example/p{number}"

    every = []
    for _ in range(pages):
        number = rng.randrange(pages)
        date = f"{year}-0{rng.randrange(1, 9)}-01T00:00:00Z"
        chance = rng.random()
        if chance < 0.08:
            head = f"HTTP/1.1 301 Moved\r\nLocation: {address(rng.randrange(pages))}"
            every.append(record(address(number), date, head))
            continue
        if chance < 0.12:
            every.append(record(address(number), date, "HTTP/1.1 404 Not Found\r\nContent-Type: text/html", "gone"))
            continue
        body = f"<html lang=en><title>Page {number} &amp; more</title>"
        if chance < 0.2:
            body += f"<link rel=canonical href={address(rng.randrange(pages))}>"
        body += f"<p>Words of {number}: " + " ".join(rng.choice(["apple", "pear", "plum", "größe"]) for _ in range(30))
        for _ in range(rng.randrange(10)):
            other = rng.randrange(pages * 2)
            body += f"<a href={address(other)}>to {other}</a>"
        every.append(record(address(number), date, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8", body))
    return b"".join(every)


def link_list(seed: int, links: int, pages: int, is_sorted: bool = False) -> str:
    rng = random.Random(seed)
    pairs = [(f"s{rng.randrange(9)}.example/{rng.randrange(pages)}", f"t{rng.randrange(9)}.example/{rng.randrange(pages)}") for _ in range(links)]
    if is_sorted:
        pairs.sort()
    return "".join(f"{a}\t{b}\n" for a, b in pairs)


def run(*words: Any) -> None:
    done = subprocess.run([sys.executable, "-m", "cocite", *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def files_of(store: pathlib.Path) -> dict[str, bytes]:
    every = {str(path.relative_to(store)): path.read_bytes() for path in sorted(store.rglob("*")) if path.is_file()}
    # The report tells how long it took, and manifests its checksum; stores inside say from which one they were made.
    return {name: data for name, data in every.items() if pathlib.Path(name).name not in ("report", "manifest")}


def same_store(tmp_path: pathlib.Path, spark: Any, inputs: list[pathlib.Path], *, words: tuple[str, ...] = (), partitions: int = 3, parse: Any = None, **options: Any) -> dict[str, Any]:
    """Imports both ways and compares the stores. Returns what Spark counted."""
    names = [str(path) for path in inputs]
    spark_links.read_links(spark, names, str(tmp_path / "links"), say=lambda _: None, **(parse or {}))
    counts = spark_store.make_segments(spark, str(tmp_path / "links"), str(tmp_path / "parts"), partitions=partitions, say=lambda _: None, **options)
    run("assemble", tmp_path / "parts", "--out", tmp_path / "spark.cocite", "-q")
    run("import", tmp_path / "import.cocite", *names, "-q", *words)
    one, other = files_of(tmp_path / "import.cocite"), files_of(tmp_path / "spark.cocite")
    assert sorted(one) == sorted(other)
    assert [name for name in one if one[name] != other[name]] == []
    cocite.open(tmp_path / "spark.cocite").check()
    info = [cocite.open(tmp_path / f"{which}.cocite").info().to_dict() for which in ("import", "spark")]
    for about in info:
        for name in ("path", "bytes", "identity", "bytes_of_report"):
            about.pop(name, None)
    assert info[0] == info[1]
    return counts


def test_crawls_in_generations(spark: Any, tmp_path: pathlib.Path) -> None:
    inputs = []
    for generation in range(3):
        inputs.append(tmp_path / f"{generation}.warc.gz")
        inputs[-1].write_bytes(crawl(generation, year=2020 + generation))
    inputs.append(tmp_path / "more.tsv")
    inputs[-1].write_text(link_list(5, 300, 40) + "lonely.example/\nnot a link at all\tx\ty\n")
    counts = same_store(tmp_path, spark, inputs)
    assert "machines" in files_of(tmp_path / "spark.cocite")
    assert counts["aliases"] > 0 and counts["replaced_links"] > 0 and counts["pages_seen_again"] > 0


@pytest.mark.parametrize("seen_again", ["newest", "oldest", "union"])
@pytest.mark.parametrize("with_keys", [True, False])
def test_pages_seen_again(tmp_path: pathlib.Path, seen_again: str, with_keys: bool) -> None:
    inputs = []
    for generation in range(3):
        inputs.append(tmp_path / f"{generation}.warc.gz")
        inputs[-1].write_bytes(crawl(generation + 10, 60, 2020 + generation % 2))
    exchange = "spark" if with_keys else "files"
    same_store(tmp_path, WithoutSpark(), inputs, words=("--seen-again", seen_again), parse={"with_keys": with_keys}, seen_again=seen_again, exchange=exchange)


@pytest.mark.parametrize("on", ["pages", "hosts"])
def test_chapters_of_several_batches(tmp_path: pathlib.Path, on: str) -> None:
    """Keys are sorted once for a few batches, whose links name them by numbers until then."""
    from test_spark_groups import same_graphs

    inputs = [tmp_path / "0.warc.gz", tmp_path / "1.warc.gz", tmp_path / "more.tsv"]
    inputs[0].write_bytes(crawl(40, 120))
    inputs[1].write_bytes(crawl(41, 120, 2021))
    inputs[2].write_text(link_list(7, 2000, 200) + "lonely.example/\n")
    small = {"with_keys": False, "batch_links": 100, "chapter_cost": 1500}
    (same_store if on == "pages" else same_graphs)(tmp_path, WithoutSpark(), inputs, parse=small)
    chapters = spark_links.sum_up(spark_links.Folder(str(tmp_path / "links")))["chapters"]
    assert len(chapters) > len(inputs) and max(chapters) > 1
    assert not (tmp_path / "links" / "links").exists() and not (tmp_path / "links" / "pages").exists()  # no Parquet


def test_an_input_that_breaks_off_costs_its_last_chapter(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "0.warc.gz"
    path.write_bytes(crawl(42, 300))

    class Breaking(Parser):
        def __iter__(self) -> Any:
            for number, batch in enumerate(super().__iter__()):
                if number == 2 and "keys" not in batch:
                    raise cocite.Corrupt("the disk is bad from here on")
                yield batch

    monkeypatch.setattr(spark_links, "Parser", Breaking)
    total = spark_links.read_links(WithoutSpark(), [str(path)], str(tmp_path / "links"), say=lambda _: None, with_keys=False, batch_links=100, chapter_cost=1)
    whole = len(total["batches"])
    assert not total["damaged"] and whole > 4, total
    total = spark_links.read_links(WithoutSpark(), [str(path)], str(tmp_path / "broken"), say=lambda _: None, with_keys=False, batch_links=100, chapter_cost=500_000)
    assert total["damaged"] and total["batches"] == []


def test_links_that_come_sorted_have_no_order(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_text(link_list(1, 6000, 900, is_sorted=True))
    assert not same_store(tmp_path, WithoutSpark(), [path])["ordered"]


def test_order_is_dropped_where_it_is_asked_for(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "0.warc.gz"
    path.write_bytes(crawl(4, 80))
    same_store(tmp_path, WithoutSpark(), [path], words=("--order", "none"), order="none")


def test_opaque_names_and_many_parts(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "links.tsv"
    rng = random.Random(3)
    path.write_text("".join(f"n{rng.randrange(3000)}\tm{rng.randrange(200)}\n" for _ in range(20000)))
    same_store(tmp_path, WithoutSpark(), [path], words=("--names", "opaque", "--fast"), partitions=7, parse={"opaque_names": True}, fast=True)


@pytest.mark.parametrize("exchange", ["files", "spark"])
def test_a_page_that_everybody_links_to(spark: Any, tmp_path: pathlib.Path, exchange: str) -> None:
    path = tmp_path / "links.tsv"
    path.write_text("".join(f"s{i % 50}.example/{i}\thot.example/\n" for i in range(30000)))
    assert same_store(tmp_path, spark, [path], partitions=4, exchange=exchange)["links"] == 30000
    assert not (tmp_path / "parts" / "_work").exists()


def test_a_cut_and_a_spoilt_input_cost_themselves(tmp_path: pathlib.Path) -> None:
    whole = crawl(8, 80)
    inputs = [tmp_path / name for name in ("cut.warc.gz", "spoilt.warc.gz", "good.warc.gz")]
    inputs[0].write_bytes(whole[: len(whole) * 2 // 3])
    inputs[1].write_bytes(whole[:3000] + b"\x00" * 500 + whole[3500:])
    inputs[2].write_bytes(crawl(9, 80, 2021))
    same_store(tmp_path, WithoutSpark(), inputs)


def test_what_cannot_be_read_is_told(tmp_path: pathlib.Path) -> None:
    good = tmp_path / "good.tsv"
    good.write_text("a.example/\tb.example/\n")
    total = spark_links.read_links(WithoutSpark(), [str(good), str(tmp_path / "missing.warc.gz")], str(tmp_path / "links"), say=lambda _: None)
    assert total["inputs"] == 2 and total["damaged"][0][0].endswith("missing.warc.gz")
    assert spark_store.make_segments(WithoutSpark(), str(tmp_path / "links"), str(tmp_path / "parts"), say=lambda _: None)["links"] == 1


def test_a_task_that_fails_twice_leaves_no_doubles(spark: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "0.warc.gz"
    path.write_bytes(crawl(11, 60))
    failures = tmp_path / "failures"
    failures.mkdir()
    task = spark_links._Task

    class Failing(task):  # type: ignore[misc, valid-type]
        def __call__(self, numbers: Any) -> Any:
            for row in task.__call__(self, numbers):
                # All is written; only the word that it is done is missing.
                attempts = len(list(failures.iterdir()))
                if attempts < 2:
                    (failures / str(attempts)).touch()
                    raise RuntimeError("this task fails")
                yield row

    monkeypatch.setattr(spark_links, "_Task", Failing)
    same_store(tmp_path, spark, [path])
    assert len(list(failures.iterdir())) == 2


def test_store_with_a_task_that_fails_twice(spark: Any, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = [tmp_path / f"{i}.warc.gz" for i in range(2)]
    for i, path in enumerate(inputs):
        path.write_bytes(crawl(20 + i, 60))
    failures = tmp_path / "failures"
    failures.mkdir()

    def failing(stage: str) -> None:
        builder = getattr(spark_store, stage)

        class Failing(builder):  # type: ignore[misc, valid-type]
            def __call__(self, *given: Any) -> Any:
                for row in builder.__call__(self, *given):
                    # Its files are written, and will be once more.
                    attempts = len(list(failures.glob(f"{stage}*")))
                    if attempts < 2:
                        (failures / f"{stage}{attempts}").touch()
                        raise RuntimeError("this task fails")
                    yield row

        monkeypatch.setattr(spark_store, stage, Failing)

    failing("PageBuilder")
    failing("InBuilder")
    same_store(tmp_path, spark, inputs, partitions=2)
    assert len(list(failures.iterdir())) == 4


@pytest.mark.parametrize("exchange", ["files", "spark"])
def test_who_is_sent_nothing_works_too(tmp_path: pathlib.Path, exchange: str) -> None:
    from cocite.spark.blobs import DRIVER, Row
    from cocite.spark.exchange import open_exchange

    def send(number: int) -> Any:
        if number != 1:
            yield Row(3, number, "big", b"x" * 100, 1)
            yield Row(3, number, "big", bytes([number]), 0)
            yield Row(0, number, "small", b"")
        yield Row(DRIVER, number, "told", b"%d" % number)

    def build(number: int, received: Any) -> Any:
        got = {kind: sorted((origin, place, bytes(payload)) for origin, place, payload in rows) for kind, rows in received.rows.items() if kind != "nothing"}
        yield Row(DRIVER, number, "got", repr(got).encode())

    carrier = open_exchange(WithoutSpark(), str(tmp_path / "work"), exchange)  # type: ignore[arg-type]
    sent = carrier.run(3, send, "sending")
    assert [one.payload for one in sent.told()] == [b"0", b"1", b"2"]
    got = [one.payload.decode() for one in carrier.run(5, build, "building", sent).told()]  # type: ignore[arg-type]
    big = [(0, 0, b"\0"), (0, 1, b"x" * 100), (2, 0, b"\2"), (2, 1, b"x" * 100)]
    assert got == [repr(one) for one in ({"small": [(0, 0, b""), (2, 0, b"")]}, {}, {}, {"big": big}, {})]
    carrier.release()
    assert not [path for path in tmp_path.rglob("*.sent")], "what was received is gone"
    with pytest.raises(ValueError, match="no way to exchange"):
        open_exchange(WithoutSpark(), str(tmp_path), "pigeons")  # type: ignore[arg-type]


def test_goes_on_with_what_is_missing(tmp_path: pathlib.Path) -> None:
    inputs = [tmp_path / f"{i}.tsv" for i in range(3)]
    for i, path in enumerate(inputs):
        path.write_text(f"a{i}.example/\tb.example/\n")
    names, out = [str(path) for path in inputs], tmp_path / "links"
    spark_links.read_links(WithoutSpark(), names, str(out), say=lambda _: None)
    (out / "done" / "00000001.json").unlink()
    before = (out / "links" / "00000000-0000.parquet").stat().st_mtime_ns
    said: list[str] = []
    total = spark_links.read_links(WithoutSpark(), names, str(out), say=said.append)
    assert said == ["2 of 3 inputs are read already"] and total["links_read"] == 3
    assert (out / "links" / "00000000-0000.parquet").stat().st_mtime_ns == before
    with pytest.raises(ValueError, match="other options"):
        spark_links.read_links(WithoutSpark(), names, str(out), fold_www=True, say=lambda _: None)


def test_parquet_has_keys_for_everybody(spark: Any, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "0.tsv"
    path.write_text("a.example/\tb.example/\na.example/\tc.example/\n")
    spark_links.read_links(spark, [str(path)], str(tmp_path / "links"), say=lambda _: None)
    links = spark.read.parquet(str(tmp_path / "links" / "links")).select("source", "target", "place")
    assert [tuple(row) for row in links.collect()] == [("example,a)/", "example,b)/", 1), ("example,a)/", "example,c)/", 2)]
    assert dict(links.dtypes)["source"] == dict(links.dtypes)["target"] == "string"
    assert links.filter("target like 'example,%'").count() == 2


def test_parquet_has_text_and_no_links_without_targets(tmp_path: pathlib.Path) -> None:
    inputs = [tmp_path / "0.warc.gz", tmp_path / "more.tsv"]
    inputs[0].write_bytes(crawl(3, 120))
    inputs[1].write_text("lonely.example/\na.example/\tb.example/\n")
    out = tmp_path / "links"
    spark_links.read_links(WithoutSpark(), [str(path) for path in inputs], str(out), say=lambda _: None)  # type: ignore[arg-type]
    tables = {name: pq.read_table(out / name) for name in ("links", "seen", "pages", "aliases")}
    for name, keys in (("links", ("source", "target")), ("seen", ("key",)), ("pages", ("key",)), ("aliases", ("from", "to"))):
        assert len(tables[name]) > 0
        for column in keys:
            assert tables[name].schema.field(column).type == pa.string() and tables[name].column(column).null_count == 0
    seen = tables["seen"].to_pylist()
    assert [row["generation"] for row in seen if row["key"] == "example,lonely)/"] == [1 << 32]
    fetched = {(row["key"], row["generation"]) for row in tables["pages"].to_pylist() if row["generation"] is not None}
    linking = {(row["source"], row["generation"]) for row in tables["links"].to_pylist()}
    assert fetched - linking, "pages without links"
    assert fetched <= {(row["key"], row["generation"]) for row in seen}


def test_names_that_are_no_text(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "links.tsv"
    path.write_bytes(b"caf\xe9\tb\nb\tcaf\xc3\xa9\n")
    same_store(tmp_path, WithoutSpark(), [path], words=("--names", "opaque"), parse={"opaque_names": True})
    assert pq.read_table(tmp_path / "links" / "links").column("source").to_pylist() == ["caf\\xe9", "b"]


def test_links_of_another_version_are_told(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "0.tsv"
    path.write_text("a.example/\tb.example/\n")
    out = tmp_path / "links"
    spark_links.read_links(WithoutSpark(), [str(path)], str(out), say=lambda _: None)  # type: ignore[arg-type]
    (out / "inputs.json").write_text((out / "inputs.json").read_text().replace('"format": 2', '"format": 1'))
    for again in (lambda: spark_links.read_links(WithoutSpark(), [str(path)], str(out)), lambda: spark_store.make_segments(WithoutSpark(), str(out), str(tmp_path / "parts"))):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="another version.*--force"):
            again()


def test_keys_are_merged_in_order() -> None:
    from cocite import _core, errors
    from cocite.spark.unit import merge_keys, texts

    rng = random.Random(1)
    for senders in (2, 3, 9):
        runs = [sorted({bytes([rng.randrange(97, 100)]) * rng.randrange(4) + bytes([rng.randrange(256)]) for _ in range(rng.randrange(40))}) for _ in range(senders)]
        merged, places = merge_keys([pa.array(run, pa.binary()) for run in runs])
        every = sorted({key for run in runs for key in run})
        assert merged.to_pylist() == every
        assert [[every[place] for place in where] for where in places] == runs
    with pytest.raises(errors.InvalidArgument):
        _core.merge_keys([texts(pa.array(run, pa.binary())) for run in ([b"b", b"a"], [b"c"])])


def test_parser_reads_open_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "0.warc.gz"
    path.write_bytes(crawl(2, 40))
    with path.open("rb") as file:
        piped = [batch["links"].to_pydict() for batch in Parser(file, "0.warc.gz")]
    parser = Parser(str(path))
    assert [batch["links"].to_pydict() for batch in parser] == piped
    assert parser.kind == "warc" and parser.counts["fetches"] > 0


def test_parser_tells_machines(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "0.warc.gz"
    page = "HTTP/1.1 200 OK\r\nContent-Type: text/html"
    urls = [f"https://h{number % 5}.example/p{number}" for number in (1, 2, 4, 31)]
    path.write_bytes(b"".join(record(url, "2021-05-01T00:00:00Z", page, "<a href=/>up</a>") for url in urls))
    rows = pa.concat_tables(pa.Table.from_batches([batch["pages"]]) for batch in Parser(str(path)))
    assert rows.column("ip").to_pylist() == ["192.0.2.1", "2001:db8::2", "", ""]


def test_related_rank_and_graph(spark: Any, tmp_path: pathlib.Path) -> None:
    from cocite.spark import answers

    links = tmp_path / "links.tsv"
    links.write_text(link_list(2, 2000, 60))
    run("import", tmp_path / "web.cocite", links, "-q")
    store = cocite.open(tmp_path / "web.cocite")
    rows = answers.related_pages(spark, str(tmp_path / "web.cocite"), str(tmp_path / "related"), by="cocitation", top=3, pages_per_task=100)
    every = store.related_many(list(store.keys), by="cocitation", top=3).to_arrow()
    assert rows == len(every)
    told = spark.read.parquet(str(tmp_path / "related")).toPandas()
    columns = [name for name in every.column_names if name in ("page", "rank", "key", "score")]
    wanted = every.to_pandas()
    assert sorted(map(tuple, told[columns].values.tolist())) == sorted(map(tuple, wanted[columns].values.tolist()))
    answers.rank_store(spark, str(tmp_path / "web.cocite"), "pagerank")
    assert "pagerank" in cocite.open(tmp_path / "web.cocite").columns
    pages, count = answers.write_graph(spark, str(tmp_path / "web.cocite"), str(tmp_path / "graph"), pages_per_task=150)
    assert (pages, count) == (store.graph.pages, store.graph.links)


def text_of(folder: pathlib.Path) -> str:
    return "".join(gzip.decompress(path.read_bytes()).decode() for path in sorted(folder.glob("*.txt.gz")))


def test_hosts_as_common_crawl_writes_them_are_read_back(spark: Any, tmp_path: pathlib.Path) -> None:
    from cocite.spark import answers

    links = tmp_path / "links.tsv"
    links.write_text(link_list(2, 2000, 60))
    spark_links.read_links(spark, [str(links)], str(tmp_path / "links"), say=lambda _: None)
    spark_store.make_segments(spark, str(tmp_path / "links"), str(tmp_path / "parts"), on="hosts", say=lambda _: None)
    run("assemble", tmp_path / "parts", "--out", tmp_path / "hosts.cocite", "-q")
    pages, count = answers.write_graph(spark, str(tmp_path / "hosts.cocite"), str(tmp_path / "graph"), pages_per_task=5)
    vertices, edges = tmp_path / "vertices.txt", tmp_path / "edges.txt"
    vertices.write_text(text_of(tmp_path / "graph" / "vertices"))
    edges.write_text(text_of(tmp_path / "graph" / "edges"))
    assert vertices.read_text().splitlines()[0] == "0\texample.s0"
    run("import", tmp_path / "again.cocite", "--from", "commoncrawl", vertices, edges, "-q")
    again, hosts = cocite.open(tmp_path / "again.cocite"), cocite.open(tmp_path / "hosts.cocite")
    assert (pages, count) == (again.graph.pages, again.graph.links)
    assert list(again.keys) == list(hosts.keys)
