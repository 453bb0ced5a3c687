"""The notebooks run from start to end, on real pages."""

from __future__ import annotations

import os
import pathlib

import pytest

SOURCE = pathlib.Path(os.environ.get("COCITE_SOURCE", pathlib.Path(__file__).parents[2]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["related_pages", "hubs_and_authorities", "evaluation"])
def test_notebook(name, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("matplotlib")
    if not pathlib.Path("/usr/share/cppreference/doc/html/en").is_dir() and "COCITE_DATA" not in os.environ:
        pytest.skip("no pages to read: scripts/setup demo installs some")
    notebook = nbformat.read(SOURCE / "notebooks" / f"{name}.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "committed without what it showed"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    # Neither warnings nor a line for each step of a bar.
    said = [output["text"] for cell in notebook.cells for output in cell.get("outputs", []) if output.get("name") == "stderr"]
    assert not said, said
