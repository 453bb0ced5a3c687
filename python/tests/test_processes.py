"""Threads, processes, signals, and stores that change under one's feet."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import cocite

from conftest import LINKS


def ask(path):
    return cocite.open(path).related("www.apples.example", by="cocitation").items[0].key


def ask_store(store):
    return store.related("www.apples.example", by="cocitation").items[0].key


def test_eight_threads_ask_one_store(store):
    wanted = {by: store.related("www.apples.example", by=by).to_dict() for by in ("blend", "cocitation", "companion")}
    failed = []

    def work():
        for _ in range(50):
            for by, answer in wanted.items():
                if store.related("www.apples.example", by=by).to_dict() != answer:
                    failed.append(by)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not failed


def test_threads_read_one_answer(store):
    for _ in range(50):
        answer = store.related("www.apples.example", why=1)
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(lambda _: answer.items[0].key, range(8)))) == 1


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_other_processes_ask(store, store_path, way):
    wanted = ask_store(store)
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(ask, [store_path] * 4) == [wanted] * 4
        assert pool.map(ask_store, [store] * 2) == [wanted] * 2


def test_a_forked_child_goes_on_with_its_parents_store(store):
    store.related("www.apples.example")
    child = os.fork()
    if child == 0:
        good = len(store.related("www.apples.example").items) > 0 and store.graph.to_numpy() is not None
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_stores_are_pickled_as_their_path(store):
    again = pickle.loads(pickle.dumps(store))
    assert again.identity == store.identity
    with pytest.raises(TypeError, match="temporary"):
        pickle.dumps(cocite.from_links([("a", "b")]))


def test_a_store_that_is_replaced_stays_as_it_was_opened(tmp_path):
    path = tmp_path / "web.cocite"
    store = cocite.from_links([("x", "a"), ("x", "b")], path)
    assert not store.changed
    cocite.from_links([("x", "a"), ("x", "c"), ("x", "d")], path, force=True)
    other = cocite.open(path)
    assert [link.key for link in store.links("x")] == ["a", "b"]
    assert [link.key for link in other.links("x")] == ["a", "c", "d"]
    assert store.changed and store.identity != other.identity
    assert [link.key for link in store.reopen().links("x")] == ["a", "c", "d"]
    assert not store.changed


def test_more_links_are_added(tmp_path):
    path = tmp_path / "web.cocite"
    store = cocite.from_links([("x", "a")], path)
    more = tmp_path / "more.tsv"
    more.write_text("y\ta\n")
    report = cocite.add(path, [more], names="opaque")
    assert (report.pages, report.links) == (3, 2)
    assert store.changed and len(store.reopen()) == 3


def test_a_temporary_store_is_gone_with_its_object():
    store = cocite.from_links([("a", "b")])
    path = store.folder
    assert os.path.exists(path)
    del store
    gc.collect()
    assert not os.path.exists(path)


def test_progress_is_told_and_may_stop(tmp_path):
    lines = tmp_path / "links.tsv"
    with open(lines, "w") as file:
        for i in range(300_000):
            file.write(f"h{i % 977}.example/{i % 7919}\th{i * 31 % 991}.example/{i * 17 % 7907}\n")
    told = []
    cocite.import_store(tmp_path / "a.cocite", lines, progress=lambda *given: told.append(given))
    assert told and all(len(one) == 5 for one in told)

    def enough(*given):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cocite.import_store(tmp_path / "b.cocite", lines, progress=enough)
    assert not (tmp_path / "b.cocite").exists()


def test_all_stages_are_shown_by_one_bar(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    from cocite import progress

    with progress.shown(True) as show:
        show("reading", 1, 10, "bytes", "")
    assert capsys.readouterr().err == "", "what is done soon shows nothing"
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(progress, "_is_notebook", lambda: False)
    with progress.shown(True) as show:
        for stage in ("reading", "packing"):
            for done in range(5):
                show(stage, done, 4, "links", "")
    said = capsys.readouterr().err
    assert "reading" in said and "packing: 100%" in said
    assert "\n" not in said.strip("\n"), "each stage where the one before stood"


def test_a_notebook_without_widgets_has_one_line_that_changes(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    display = pytest.importorskip("IPython.display")
    from cocite import progress

    shown = []

    class Handle:
        def update(self, data, raw):
            shown.append(data["text/plain"])

    monkeypatch.setattr(display, "display", lambda data, raw, display_id: Handle())
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr(progress, "_is_notebook", lambda: True)
    monkeypatch.setattr(progress.importlib.util, "find_spec", lambda name: None if name == "ipywidgets" else True)
    with progress.shown(True) as show:
        show("reading", 2, 4, "bytes", "a.tsv")
        show("packing", 3, 4, "links", "")
    assert any("reading:  50%" in one and "a.tsv" in one for one in shown) and any("packing:  75%" in one for one in shown)
    assert shown[-1] == "" and capsys.readouterr().err == ""


def hear_ctrl_c():
    """What a shell starts in the background has SIGINT ignored, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_an_import(tmp_path):
    script = """
import sys, cocite
print("ready", flush=True)
try:
    cocite.import_store(sys.argv[1], [sys.argv[2]], progress=False)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    fifo = tmp_path / "links.tsv"
    os.mkfifo(fifo)
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path / "w.cocite"), str(fifo)], stdout=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c) as process:
        assert process.stdout.readline() == "ready\n"
        with open(fifo, "w") as links:  # once the import reads it; it does not end by itself
            links.write("a.example/\tb.example/\n")
            links.flush()
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
        process.wait()
    assert "interrupted" in rest
    assert not (tmp_path / "w.cocite").exists()


def test_the_command_line_leaves_signals_as_they_were(store_path):
    """Otherwise a pool that ends its processes by SIGTERM waits for ever."""
    script = """
import os, signal, sys, time
from cocite import _core
for _ in range(2):
    assert _core.run_program(["cocite", "related", sys.argv[1], "www.apples.example", "--by", "cocitation"]) == 0
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(5)
except KeyboardInterrupt:
    print("interrupted", flush=True)
os.kill(os.getpid(), signal.SIGTERM)
time.sleep(5)
print("alive")
"""
    done = subprocess.run([sys.executable, "-c", script, store_path], capture_output=True, text=True, timeout=600, preexec_fn=hear_ctrl_c)
    assert done.stdout.endswith("interrupted\n"), done.stdout + done.stderr
    assert done.returncode == -signal.SIGTERM


def test_references_do_not_leak(store):
    if not hasattr(sys, "gettotalrefcount"):
        # Without a build that counts them: objects that the collector knows, and memory.
        import resource

        def work():
            for _ in range(300):
                store.related("www.apples.example", why=2).items
                store.page("www.pears.example").title
                store.related_many(["www.apples.example"]).to_dict()
                store.graph.to_numpy()
                try:
                    store.page("missing.example")
                except cocite.NotFound:
                    pass

        work()
        gc.collect()
        objects = len(gc.get_objects())
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(3):
            work()
        gc.collect()
        assert len(gc.get_objects()) - objects < 100
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 20_000


def test_the_gil_is_free_while_pages_are_asked_about(store):
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        store.related_many([target for _, target in LINKS] * 3000, by="cocitation", progress=False)
    finally:
        done.set()
        thread.join()
    assert ticks > 3
