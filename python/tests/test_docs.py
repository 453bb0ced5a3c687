"""Examples in docstrings are run; types are checked as a user's checker would."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys

import pytest

import cocite
from cocite import _stubs

HERE = pathlib.Path(__file__).parent
SOURCE = pathlib.Path(os.environ.get("COCITE_SOURCE", pathlib.Path(__file__).parents[2]))


@pytest.mark.parametrize("name", [one.name for one in pkgutil.iter_modules(cocite.__path__) if one.name not in ("_core", "__main__")] + [""])
def test_examples(name):
    module = importlib.import_module("cocite." + name if name else "cocite")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_the_stubs_that_are_installed_are_those_of_this_library():
    path = pathlib.Path(cocite.__file__).parent / "_api.pyi"
    assert path.read_text(encoding="utf-8") == _stubs.stub()
    assert "def related(self, page: Name | PathLike[str] | Iterable[Name | PathLike[str]], *" in _stubs.stub()


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_types(checker):
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    if checker == "pyright" and shutil.which("node") is None:
        pytest.skip("pyright needs node")
    options = ["--strict"] if checker == "mypy" else ["--pythonpath", sys.executable]
    done = subprocess.run([sys.executable, "-m", checker, *options, str(HERE / "typed.py")], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_python_dash_m_is_the_command_line(store_path):
    run = [sys.executable, "-m", "cocite"]
    done = subprocess.run([*run, "related", store_path, "www.apples.example", "--by", "cocitation", "--format", "tsv"], capture_output=True, text=True)
    assert done.returncode == 0 and "pears" in done.stdout
    assert cocite.__version__ in subprocess.run([*run, "--version"], capture_output=True, text=True).stdout
    wrong = subprocess.run([*run, "related", store_path, "www.missing.example"], capture_output=True, text=True)
    assert wrong.returncode == 1 and "missing" in wrong.stderr


@pytest.mark.parametrize("page", sorted((SOURCE / "docs" / "tutorials").glob("*.md")), ids=lambda page: page.stem)
def test_tutorials(page, tmp_path, monkeypatch):
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if not blocks:
        pytest.skip("no Python in it")
    monkeypatch.chdir(tmp_path)
    garden = SOURCE / "docs" / "tutorials" / "garden"
    cocite.import_store("garden.cocite", [f"{garden}=https://garden.example/"], progress=False)
    exec("\n".join(blocks), {})
