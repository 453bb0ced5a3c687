"""A client made from /openapi.json by a generator from PyPI: it has every operation, and asks with it."""

from __future__ import annotations

import importlib
import json
import pathlib
import re
import subprocess
import sys
import urllib.request
from typing import Any, Iterator

import pytest

pytest.importorskip("openapi_python_client", reason="openapi-python-client is not installed; it comes from PyPI")


@pytest.fixture
def address(store_path: str) -> Iterator[str]:
    """Of a running service."""
    command = [sys.executable, "-P", "-m", "cocite", "serve", store_path, "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = ""
            for line in process.stderr:
                said += line
                if found := re.search(r"serving at (http://127\.0\.0\.1:\d+)/", line):
                    yield found[1]
                    return
            raise AssertionError(f"it did not begin: {said}")
        finally:
            process.terminate()


def generate(description: dict[str, Any], folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    """A package called cocite_client in the folder."""
    (folder / "openapi.json").write_text(json.dumps(description))
    (folder / "config.json").write_text(json.dumps({"post_hooks": []}))  # no formatting needed
    run = "import sys; from openapi_python_client.cli import app; sys.argv[0] = 'openapi-python-client'; app()"
    command = [sys.executable, "-P", "-c", run, "generate", "--path", "openapi.json", "--meta", "none",
               "--output-path", "cocite_client", "--config", "config.json", "--fail-on-warning"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_a_generated_client_has_every_operation_and_asks(address: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with urllib.request.urlopen(f"{address}/openapi.json") as answer:
        description = json.load(answer)
    told = generate(description, tmp_path)
    assert told.returncode == 0 and "WARNING" not in told.stdout + told.stderr, told.stdout + told.stderr

    # Names of Python itself, such as map, get an underscore there.
    made = {path.stem.rstrip("_") for path in (tmp_path / "cocite_client" / "api").rglob("*.py")}
    operations = {one["operationId"] for path in description["paths"].values() for one in path.values()}
    assert operations <= made, operations - made

    monkeypatch.syspath_prepend(str(tmp_path))

    def ask(operation: str, **arguments: Any) -> Any:
        [path] = (tmp_path / "cocite_client" / "api").rglob(f"{operation}.py")
        module = importlib.import_module(".".join(path.relative_to(tmp_path).with_suffix("").parts))
        client = importlib.import_module("cocite_client").Client(base_url=address)
        return module.sync(client=client, **arguments)

    models = importlib.import_module("cocite_client.models")
    related = ask("related", page=["www.apples.example"], by=models.ByChoice.COCITATION, why=1)
    assert related.items[0].url == "http://www.pears.example/"
    assert related.items[0].reasons[0].kind == "parent"
    body = models.RelatedPostBody(page=["www.apples.example"], by=models.ByChoice.COCITATION)
    assert [one.url for one in ask("related_post", body=body).items] == [one.url for one in related.items]

    # A whole list, part by part.
    first = ask("rank", by=models.RankByChoice.INDEGREE, top=2)
    rest = ask("rank", by=models.RankByChoice.INDEGREE, top=100, cursor=first.next_)
    assert [one.rank for one in first.items + rest.items] == list(range(1, len(first.items + rest.items) + 1))
    assert not rest.next_

    wrong = ask("page", page="missing.example")
    assert isinstance(wrong, models.Problem) and wrong.code == "not_found"
