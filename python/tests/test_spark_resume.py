"""`store` that was stopped goes on, whatever it was doing, and makes the same store; files of many senders are merged."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any, Iterator

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("pyspark", reason="pyspark is not installed (pip install 'cocite[spark]')")

import pyarrow as pa

from cocite.spark import exchange as spark_exchange
from cocite.spark import links as spark_links
from cocite.spark import sent_files
from cocite.spark import store as spark_store
from cocite.spark.blobs import DRIVER, Row
from test_spark import crawl, files_of, link_list, run, same_store
from test_spark_groups import same_graphs, web
from without_spark import WithoutSpark

pytestmark = pytest.mark.spark


class Stopped(BaseException):
    """As when a driver is killed: no cleanup runs."""


def quiet(_: str) -> None:
    pass


@pytest.fixture
def links(tmp_path: pathlib.Path) -> pathlib.Path:
    """A crawl with aliases, and the store that `import` makes of it."""
    inputs = [tmp_path / "0.warc.gz", tmp_path / "1.warc.gz", tmp_path / "more.tsv"]
    inputs[0].write_bytes(crawl(50, 60))
    inputs[1].write_bytes(crawl(51, 60, 2021))
    inputs[2].write_text(link_list(8, 800, 90))
    names = [str(path) for path in inputs]
    spark_links.read_links(WithoutSpark(), names, str(tmp_path / "links"), say=quiet)  # type: ignore[arg-type]
    run("import", tmp_path / "import.cocite", *names, "-q", "--no-prepare")
    return tmp_path / "links"


def make(links: pathlib.Path, **options: Any) -> dict[str, Any]:
    options = {"partitions": 3, "say": quiet} | options
    return spark_store.make_segments(WithoutSpark(), str(links), str(links.parent / "parts"), **options)  # type: ignore[arg-type]


def check(links: pathlib.Path) -> None:
    """The store that was made is the one of `import`, and nothing else is left."""
    parts, store = links.parent / "parts", links.parent / "spark.cocite"
    assert not (parts / "_work").exists()
    run("assemble", parts, "--out", store, "-q", "--no-prepare", "--force")
    one, other = files_of(links.parent / "import.cocite"), files_of(store)
    assert sorted(one) == sorted(other) and [name for name in one if one[name] != other[name]] == []


class Stopping:
    """Ends the run at the ``most``-th task: before what it did is noted, or after that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, is_noted: bool) -> None:
        from cocite.spark.journal import Journal

        self.tasks, self.most = 0, 1 << 30
        note = Journal.note

        def stop(journal: Any, stage: int, done: Any) -> None:
            self.tasks += 1
            if is_noted or self.tasks < self.most:
                note(journal, stage, done)
            if self.tasks >= self.most:
                raise Stopped

        monkeypatch.setattr(Journal, "note", stop)


@pytest.mark.parametrize("exchange", ["files", "spark"])
@pytest.mark.parametrize("is_noted", [False, True])
def test_goes_on_after_a_stop_at_any_task(links: pathlib.Path, monkeypatch: pytest.MonkeyPatch, exchange: str, is_noted: bool) -> None:
    stopping = Stopping(monkeypatch, is_noted)
    make(links, exchange=exchange)
    every = stopping.tasks
    assert every > 15
    for most in random.Random(1).sample(range(1, every), 6 if exchange == "files" else 3):
        stopping.tasks, stopping.most = 0, most
        with pytest.raises(Stopped):
            make(links, exchange=exchange, force=True)
        assert (links.parent / "parts" / "_work" / "plan.json").exists()
        stopping.tasks, stopping.most = 0, 1 << 30
        said: list[str] = []
        make(links, exchange=exchange, say=said.append)
        assert "goes on where it was stopped" in said[0]
        if exchange == "files":
            assert stopping.tasks == every - most + (0 if is_noted else 1), "tasks that were done are not done again"
        check(links)


def test_goes_on_after_many_stops(links: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task a run, and each run gets further; files of senders are merged on the way."""
    monkeypatch.setattr(sent_files, "MOST_FILES", 1)
    stopping = Stopping(monkeypatch, is_noted=True)
    stopping.most = 1
    for _ in range(200):
        stopping.tasks = 0
        try:
            make(links)
        except Stopped:
            continue
        break
    else:
        raise AssertionError("it never gets to its end")
    check(links)


def test_what_killed_tasks_had_begun_to_write_is_removed(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "0.tsv"
    path.write_text("a.example/\tb.example/\n")
    draft = ".{}." + "0123456789abcdef" * 2
    drafts = [tmp_path / "links" / "links" / draft.format("00000000-0000.parquet"), tmp_path / "links" / "done" / draft.format("00000000.json"), tmp_path / "parts" / draft.format("pages-000000.segment")]
    mine = [tmp_path / "links" / "links" / ".mine", tmp_path / "parts" / ".notes.txt"]
    for one in (*drafts, *mine):
        one.parent.mkdir(parents=True, exist_ok=True)
        one.write_text("half of it")
    spark_links.read_links(WithoutSpark(), [str(path)], str(tmp_path / "links"), say=quiet)  # type: ignore[arg-type]
    make(tmp_path / "links")
    assert not [one for one in drafts if one.exists()] and all(one.exists() for one in mine)


def test_hosts_go_on(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopping = Stopping(monkeypatch, is_noted=True)
    made = spark_store.make_segments

    def in_pieces(*given: Any, **options: Any) -> dict[str, Any]:
        while True:
            stopping.tasks, stopping.most = 0, 5
            try:
                return made(*given, **options)
            except Stopped:
                pass

    monkeypatch.setattr(spark_store, "make_segments", in_pieces)
    inputs = [tmp_path / "0.warc.gz", tmp_path / "1.warc.gz"]
    inputs[0].write_bytes(web(7, 150, 2020))
    inputs[1].write_bytes(web(8, 150, 2021))
    assert same_graphs(tmp_path, WithoutSpark(), inputs)["sites"]["aliases"] > 0


def test_what_was_damaged_meanwhile_is_not_used(links: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopping = Stopping(monkeypatch, is_noted=True)
    make(links)
    every = stopping.tasks
    rng = random.Random(2)
    hurt = set()
    for most in range(4, every, max(1, every // 9)):
        stopping.tasks, stopping.most = 0, most
        with pytest.raises(Stopped):
            make(links, force=True)
        stopping.tasks, stopping.most = 0, 1 << 30
        parts = links.parent / "parts"
        needed = [path for path in parts.rglob("*") if path.suffix in (".sent", ".arrow", ".lists", ".segment", ".places") and path.parent.name not in ("aliases", "ends")]
        path = rng.choice(sorted(needed))
        data = bytearray(path.read_bytes())
        if most % 2:
            path.unlink()
        else:
            data[rng.randrange(len(data))] ^= 1
            path.write_bytes(data)
        hurt.add(path.suffix)
        said: list[str] = []
        make(links, say=said.append)
        assert any("starts again" in one and path.name in one for one in said) or path.suffix == ".sent", (path, said)
        check(links)
    assert len(hurt) > 2


def test_another_run_is_not_gone_on_with(links: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopping = Stopping(monkeypatch, is_noted=True)
    stopping.most = 9
    with pytest.raises(Stopped):
        make(links)
    stopping.most = 1 << 30
    with pytest.raises(FileExistsError, match="other options.*--force"):
        make(links, seen_again="oldest")
    make(links, force=True)
    check(links)
    with pytest.raises(FileExistsError, match="has segments in it already"):
        make(links)


def test_what_cannot_be_made_leaves_no_work_behind(links: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_store, "MOST_PAGES", 10)
    with pytest.raises(ValueError, match="more than a store numbers"):
        make(links)
    assert not (links.parent / "parts" / "_work").exists()


def test_a_run_that_is_stopped_by_a_signal_says_how_to_go_on(links: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from cocite.spark import cli

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "watched", interrupted)
    assert cli.main(["store", str(links), "--out", str(links.parent / "parts")]) == 130
    assert "the same command goes on" in capsys.readouterr().err


class Opened:
    """How many files each task maps at a time, and in all."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by_task: list[int] = []
        memory_map, read, merge = pa.memory_map, spark_exchange.read_sent, spark_exchange.merge_sent

        def counting(*given: Any) -> Any:
            if self.by_task:
                self.by_task[-1] += 1
            return memory_map(*given)

        def as_task(work: Any) -> Any:
            def do(*given: Any) -> Any:
                self.by_task.append(0)
                return work(*given)

            return do

        monkeypatch.setattr(pa, "memory_map", counting)
        monkeypatch.setattr(spark_exchange, "read_sent", as_task(read))
        monkeypatch.setattr(spark_exchange, "merge_sent", as_task(merge))


@pytest.mark.parametrize("senders", [3, 64, 66, 400])
def test_a_task_opens_no_more_files_than_the_root_of_the_number_of_senders(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, senders: int) -> None:
    opened = Opened(monkeypatch)
    receivers = 30

    def send(number: int) -> Iterator[Row]:
        if number != 1:
            for dest in range(number % 7, receivers, 1 + number % 5):
                for place in (1, 0):
                    yield Row(dest, number, "thing", b"%d to %d, %d" % (number, dest, place), place)
        yield Row(DRIVER, number, "told", b"%d" % number)

    def build(number: int, received: Any) -> Iterator[Row]:
        rows = sorted((origin, place, bytes(payload)) for origin, place, payload in received.rows.get("thing", []))
        yield Row(DRIVER, number, "got", json.dumps([one[2].decode() for one in rows]).encode())

    carrier = spark_exchange.open_exchange(WithoutSpark(), str(tmp_path / "work"))  # type: ignore[arg-type]
    sent = carrier.run(senders, send, "sending")
    assert [one.payload for one in sent.told()] == [b"%d" % number for number in range(senders)]
    got = carrier.run(receivers, build, "building", sent).told()  # type: ignore[arg-type]
    for dest, one in enumerate(got):
        wanted = [f"{number} to {dest}, {place}" for number in range(senders) if number != 1 and dest in range(number % 7, receivers, 1 + number % 5) for place in (0, 1)]
        assert json.loads(one.payload) == wanted
    assert 0 < max(opened.by_task) <= max(64, senders**0.5 + 1)
    if senders > 64:
        assert max(opened.by_task) <= senders**0.5 + 1
    assert not list(tmp_path.rglob("*.sent"))


def test_a_store_whose_senders_are_merged(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sent_files, "MOST_FILES", 2)
    inputs = [tmp_path / f"{number}.warc.gz" for number in range(3)]
    for number, path in enumerate(inputs):
        path.write_bytes(crawl(60 + number, 60, 2020 + number))
    monkeypatch.setattr(spark_store, "cut_units", lambda batches, chapters: [[[one[0]]] for one in batches])
    same_store(tmp_path, WithoutSpark(), inputs, partitions=5)


def test_tasks_are_given_the_aliases_that_they_need(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What travels with tasks, and what each reads, does not grow with the number of aliases elsewhere."""
    import pyspark.cloudpickle as cloudpickle

    from cocite.spark import numbering

    largest: dict[str, int] = {}
    run_each = spark_exchange.run_each

    def weighed(spark: Any, count: int, work: Any) -> Any:
        stage = getattr(getattr(getattr(work, "task", None), "task", None), "stage", "")
        largest[stage] = max(largest.get(stage, 0), len(cloudpickle.dumps(work)))
        return run_each(spark, count, work)

    monkeypatch.setattr(spark_exchange, "run_each", weighed)
    read: list[int] = []
    read_part = numbering.read_part

    def reading(work: str, table: str, dest: int) -> Any:
        found = read_part(work, table, dest)
        if table == "aliases" and found is not None:
            read.append(len(found))
        return found

    monkeypatch.setattr(numbering, "read_part", reading)
    moved = "HTTP/1.1 301 Moved\r\nLocation: https://t{}.example/{}"
    from test_spark import record

    path = tmp_path / "0.warc.gz"
    path.write_bytes(b"".join(record(f"https://s{i % 40}.example/p{i}", "2020-01-01T00:00:00Z", moved.format(i % 50, i)) for i in range(4000)))
    counts = same_store(tmp_path, WithoutSpark(), [path], partitions=8)
    assert counts["aliases"] == 4000
    assert len(largest) > 5 and max(largest.values()) < 20_000, largest
    assert sum(read) <= 3 * 4000 and max(read) < 2000
