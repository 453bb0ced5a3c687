"""cocite-spark as it is typed, and what it says where it cannot."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed (pip install 'cocite[spark]')")

from cocite.spark import links as spark_links
from test_spark import DEFAULTS, crawl, files_of, link_list, run
from without_spark import WithoutSpark

pytestmark = pytest.mark.spark


def test_import_is_links_and_store(spark: Any, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cocite.spark.cli import main

    inputs = [tmp_path / "0.warc.gz", tmp_path / "1.warc.gz", tmp_path / "more.tsv"]
    inputs[0].write_bytes(crawl(30, 80))
    inputs[1].write_bytes(crawl(31, 80, 2021))
    inputs[2].write_text(link_list(6, 500, 60) + "lonely.example/\n")
    parts = tmp_path / "parts"
    words = [str(word) for word in ("import", *inputs, "--out", parts, "--partitions", 3)]
    assert main(words) == 0
    assert sorted(path.name for path in parts.iterdir() if path.name.startswith("_")) == []
    run("assemble", parts, "--out", tmp_path / "spark.cocite", "-q")
    run("import", tmp_path / "import.cocite", *inputs, "-q")
    wanted = files_of(tmp_path / "import.cocite")
    assert files_of(tmp_path / "spark.cocite") == wanted
    capsys.readouterr()
    assert main(words) == 1 and "--force" in capsys.readouterr().err
    # One that was stopped: an input is not read, and some segments are written.
    shutil.rmtree(parts)
    spark_links.read_links(WithoutSpark(), [str(path) for path in inputs], str(parts / "_links"), say=lambda _: None, with_keys=False, **DEFAULTS)  # type: ignore[arg-type]
    (parts / "_links" / "done" / "00000001.json").unlink()
    (parts / "pages-000007.segment").write_bytes(b"half of it")
    assert main(words) == 0 and "2 of 3 inputs are read already" in capsys.readouterr().err
    run("assemble", parts, "--out", tmp_path / "again.cocite", "-q")
    assert files_of(tmp_path / "again.cocite") == wanted
    assert main([*words, "--force"]) == 0


def test_import_of_what_cannot_be_read_leaves_nothing_behind(spark: Any, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cocite.spark.cli import main

    empty = tmp_path / "empty.tsv"
    empty.write_text("# no links\n")
    for inputs, reason in (([tmp_path / "missing.warc.gz"], "is not there"), ([tmp_path / "x.warc.gz", tmp_path / "y.wat.gz"], "x.warc.gz: is not there"), ([empty], "no page")):
        assert main(["import", *map(str, inputs), "--out", str(tmp_path / "parts")]) == 1
        assert reason in capsys.readouterr().err
        assert not (tmp_path / "parts").exists()
    # A folder that was there stays, with what was in it.
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "notes").write_text("mine")
    assert main(["import", str(tmp_path / "missing.warc.gz"), "--out", str(tmp_path / "own")]) == 1
    assert [path.name for path in (tmp_path / "own").iterdir()] == ["notes"]


def test_spark_submit_takes_the_command_line_as_a_script(tmp_path: pathlib.Path) -> None:
    from cocite.spark import cli

    links = tmp_path / "links.tsv"
    links.write_text("a.example/\tb.example/\n")
    submit = pathlib.Path(sys.executable).parent / "spark-submit"
    words = [submit, "--master", "local[1]", cli.__file__, "import", links, "--out", tmp_path / "parts"]
    env = os.environ | {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0 and "2 pages and 1 links" in done.stdout + done.stderr, done.stderr[-2000:]  # it puts both together
    assert (tmp_path / "parts" / "head.segment").exists()


def test_the_command_line_tells_what_went_wrong(spark: Any, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cocite.spark.cli import main, reason_of

    def told(*words: Any) -> tuple[int, str]:
        code = main([*map(str, words)])
        return code, capsys.readouterr().err

    links = tmp_path / "links.tsv"
    links.write_text("a.example/\tb.example/\nnot a link\tx\ty\n")
    code, said = told("links", links, "--out", tmp_path / "links")
    assert code == 0 and "left out: 1 times" in said and "links.tsv:2" in said and "next: cocite-spark store" in said
    assert told("store", tmp_path / "links", "--out", tmp_path / "parts")[0] == 0
    code, said = told("store", tmp_path / "links", "--out", tmp_path / "parts")
    assert code == 1 and "--force" in said
    assert told("store", tmp_path / "links", "--out", tmp_path / "parts", "--force")[0] == 0
    run("assemble", tmp_path / "parts", "--out", tmp_path / "web.cocite", "-q")
    code, said = told("store", tmp_path, "--out", tmp_path / "more")
    assert code == 1 and "is no folder that cocite-spark links wrote" in said
    code, said = told("links", tmp_path / "missing.warc.gz", "--out", tmp_path / "none")
    assert code == 1 and "missing.warc.gz: is not there" in said
    assert told("links", links, links, "--out", tmp_path / "twice")[0] == 2
    assert told("links", "ftp://example.com/a", "--out", tmp_path / "ftp")[0] == 1
    code, said = told("related", tmp_path / "missing.cocite", "--out", tmp_path / "related")
    assert code == 1 and "missing.cocite" in said and len(said) < 400, said
    for _ in range(2):
        code, said = told("related", tmp_path / "web.cocite", "--by", "cocitation", "--out", tmp_path / "related")
    assert code == 1 and said.splitlines()[-1] == "cocite-spark: the folder for the results is there already; take another one"
    code, said = told("related", tmp_path / "web.cocite", "--by", "missing", "--out", tmp_path / "more")
    assert code == 1 and said.splitlines()[-1].startswith("cocite-spark: by: 'missing' is not one of blend")
    assert "openjdk" in reason_of(RuntimeError("[JAVA_GATEWAY_EXITED] Java gateway process exited"))
    for command in ("import", "links", "store", "rank", "related", "graph"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "examples:" in capsys.readouterr().out
