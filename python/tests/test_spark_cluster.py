"""A standalone cluster on loopback, with a worker that is killed in the middle of each command: the same store all the same."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
from typing import Any, Iterator

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed (pip install 'cocite[spark]')")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("Java 17 is not installed", allow_module_level=True)

import pyarrow.parquet as pq

import cocite
from test_spark import crawl, files_of, link_list, run

pytestmark = pytest.mark.spark

PACKAGES = str(pathlib.Path(cocite.__file__).parent.parent)


def environment() -> dict[str, str]:
    paths = os.pathsep.join(path for path in (PACKAGES, os.environ.get("PYTHONPATH", "")) if path)
    return os.environ | {"PYSPARK_PYTHON": sys.executable, "PYTHONPATH": paths, "SPARK_LOCAL_IP": "127.0.0.1"}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Cluster:
    """A master and two workers, each a process of its own; ended with whatever they started."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"spark://127.0.0.1:{self.port}"
        self.processes = [self._start("master.Master", "--host", "127.0.0.1", "--port", str(self.port), "--webui-port", str(free_port()))]
        self._wait(0, "I have been elected leader")
        for _ in range(2):
            self.add_worker()

    def add_worker(self) -> None:
        number = len(self.processes)
        words = ["--host", "127.0.0.1", "-c", "1", "-m", "1g", "-d", str(self.folder / f"work{number}"), "--webui-port", str(free_port()), self.url]
        self.processes.append(self._start("worker.Worker", *words))
        self._wait(number, "Successfully registered with master")

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        home = pathlib.Path(pyspark.__file__).parent
        number = len(getattr(self, "processes", []))
        with (self.folder / f"{number}.log").open("wb") as log:
            return subprocess.Popen(
                [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{what}", *words],
                stdout=log, stderr=log, env=environment() | {"SPARK_HOME": str(home), "SPARK_DAEMON_MEMORY": "256m"}, start_new_session=True,
            )  # fmt: skip

    def _wait(self, number: int, word: str) -> None:
        for _ in range(600):
            if word in (self.folder / f"{number}.log").read_text(errors="replace"):
                return
            time.sleep(0.2)
        raise TimeoutError((self.folder / f"{number}.log").read_text(errors="replace")[-2000:])

    def kill(self, number: int) -> None:
        """With its executors, at once, as when a machine is lost."""
        try:
            os.killpg(self.processes[number].pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.processes[number].wait()

    def close(self) -> None:
        for number in range(len(self.processes)):
            self.kill(number)

    def start(self, *words: Any, more: dict[str, str] | None = None) -> subprocess.Popen[str]:
        settings = {"spark.executor.memory": "512m", "spark.driver.memory": "512m", "spark.ui.enabled": "false", "spark.executorEnv.PYTHONPATH": PACKAGES}
        settings |= {"spark.driver.host": "127.0.0.1"} | (more or {})
        options = [word for name, value in settings.items() for word in ("--conf", f"{name}={value}")]
        command = [sys.executable, "-m", "cocite.spark.cli", "--master", self.url, *options, *map(str, words)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    one = Cluster(tmp_path_factory.mktemp("cluster"))
    yield one
    one.close()


def finish(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=600)
    assert process.returncode == 0, said[-3000:]
    return said


def test_workers_are_killed_in_the_middle(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    inputs = []
    for number in range(9):
        if number % 3:
            inputs.append(tmp_path / f"{number:02d}.warc.gz")
            inputs[-1].write_bytes(crawl(number, 120, 2020 + number % 3))
        else:
            inputs.append(tmp_path / f"{number:02d}.tsv")
            inputs[-1].write_text(link_list(number, 8000, 2000))
    reading = cluster.start("links", *inputs, "--out", tmp_path / "links")
    done = tmp_path / "links" / "done"
    while reading.poll() is None and not (done.exists() and len(list(done.glob("*.json"))) >= 3):
        time.sleep(0.05)
    cluster.kill(2)
    finish(reading)
    assert len(list(done.glob("*.json"))) == len(inputs)
    run("import", tmp_path / "import.cocite", *inputs, "-q")
    wanted = files_of(tmp_path / "import.cocite")
    # Again while the store is made, both ways: pages are numbered, and what links to them is on its way.
    for exchange in ("spark", "files"):
        cluster.add_worker()
        parts = tmp_path / exchange
        storing = cluster.start("store", tmp_path / "links", "--out", parts, "--partitions", 4, "--exchange", exchange)
        numbered = parts / "_work" / "out"
        while storing.poll() is None and not (numbered.exists() and list(numbered.glob("*.lists"))):
            time.sleep(0.02)
        assert storing.poll() is None, "it was done before it could be disturbed"
        cluster.kill(len(cluster.processes) - 1)
        finish(storing)
        run("assemble", parts, "--out", tmp_path / f"{exchange}.cocite", "-q")
        other = files_of(tmp_path / f"{exchange}.cocite")
        assert sorted(wanted) == sorted(other)
        assert [name for name in wanted if wanted[name] != other[name]] == []
    # A store that travels with the job: only the tasks have it under this name.
    with tarfile.open(tmp_path / "web.tar.gz", "w:gz", compresslevel=1) as archive:
        archive.add(tmp_path / "files.cocite", "web.cocite")
    shipped = {"spark.archives": f"{tmp_path / 'web.tar.gz'}#web"}
    finish(cluster.start("related", "./web/web.cocite", "--by", "cocitation", "--top", 2, "--pages-per-task", 3000, "--out", tmp_path / "related", more=shipped))
    store = cocite.open(tmp_path / "files.cocite")
    assert pq.read_table(tmp_path / "related").num_rows == len(store.related_many(list(store.keys), by="cocitation", top=2).to_arrow())
