"""A small web that every test may ask: hubs that name fruit and cars, with words in links and titles."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import Any, Iterator

import pytest

import cocite

HUBS = {
    "www.orchard.example/": ["www.apples.example/", "www.pears.example/", "www.plums.example/"],
    "www.market.example/fruit": ["www.apples.example/", "www.pears.example/", "www.cherries.example/"],
    "www.garden.example/": ["www.pears.example/", "www.apples.example/"],
    "www.garage.example/": ["www.cars.example/", "www.trucks.example/"],
    "www.road.example/": ["www.cars.example/", "www.trucks.example/", "www.apples.example/"],
}
LINKS = [(hub, page) for hub, pages in HUBS.items() for page in pages]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "spark: needs PySpark and Java 17, and is skipped without")
    config.addinivalue_line("markers", "slow: notebooks and type checkers, which scripts/test runs with --sanitizers")


@pytest.fixture(scope="session")
def store_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("web")
    titles = folder / "titles.tsv"
    titles.write_text("".join(f"www.{word}.example/\tAll about {word}\n" for word in ("apples", "pears", "plums", "cars")))
    texts = folder / "texts.tsv"
    texts.write_text("www.apples.example/\tApples grow on trees\nwww.pears.example/\tPears grow on trees too\n")
    path = folder / "web.cocite"
    cocite.from_links(LINKS, path, title=titles, text=texts, progress=False)
    return str(path)


@pytest.fixture
def store(store_path: str) -> Iterator[cocite.Store]:
    yield cocite.open(store_path)


@pytest.fixture
def own_store(tmp_path: pathlib.Path) -> cocite.Store:
    """One that a test may change."""
    return cocite.from_links(LINKS, tmp_path / "own.cocite", progress=False)


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """Spark in this process; only for tests that are skipped without it."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # whatever the machine calls itself
    from cocite.spark.cli import SETTINGS

    builder = SparkSession.builder.master("local[2,4]")  # a task may fail three times
    for name, value in (SETTINGS | {"spark.driver.memory": "1g", "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4"}).items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
