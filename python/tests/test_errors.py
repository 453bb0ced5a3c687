"""Bad input of every kind raises; nothing ends the interpreter."""

from __future__ import annotations

import os
import pathlib
import pickle

import pytest

import cocite


def test_a_page_that_is_not_there_names_the_nearest(store):
    with pytest.raises(cocite.NotFound) as caught:
        store.related("www.appels.example")
    assert caught.value.nearest and "apples" in caught.value.nearest[0]
    assert isinstance(caught.value, LookupError)
    assert "www.appels.example" in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.nearest == caught.value.nearest and str(again) == str(caught.value)


def test_each_kind_has_its_exception(tmp_path, store, store_path):
    with pytest.raises(cocite.NotFound):
        cocite.open(tmp_path / "none.cocite")
    with pytest.raises(cocite.InvalidArgument, match="top"):
        store.related("www.apples.example", top=-1)
    with pytest.raises(cocite.InvalidArgument, match="nonsense"):
        store.related("www.apples.example", by="nonsense")
    with pytest.raises(cocite.AlreadyExists):
        cocite.from_links([("a", "b")], store_path)
    with pytest.raises(cocite.NoEvidence):
        store.related("www.road.example/", by="cocitation", chop="off")
    with pytest.raises(cocite.InvalidArgument, match="is required"):
        store.related()
    (tmp_path / "file").write_text("no store")
    with pytest.raises(cocite.Error):
        cocite.open(tmp_path / "file")


def test_errors_say_options_as_python_writes_them(store):
    with pytest.raises(cocite.Error) as caught:
        store.related("www.road.example/", by="cocitation", chop="off")
    assert "--" not in str(caught.value)


@pytest.mark.parametrize("value", [object(), b"bytes", 3j, [object()], [None, object()], {"a": object()}.values()])
def test_values_that_are_none_raise_type_errors(store, value):
    with pytest.raises(TypeError, match="page"):
        store.related(value)


@pytest.mark.parametrize("page", ["", " ", "\0", "x" * 100_000, "http://", "\ud800", "\U0010ffff" * 50, "[::1", "%%%", "a\tb\nc"])
def test_odd_pages_raise(store, page):
    with pytest.raises((cocite.Error, UnicodeEncodeError)):
        store.page(page)


@pytest.mark.parametrize("number", [10**30, float("nan"), float("inf"), "many", -3, 1.5])
def test_odd_numbers_raise(store, number):
    with pytest.raises(cocite.InvalidArgument):
        store.related("www.apples.example", top=number)


def test_too_many_places_raise(store):
    with pytest.raises(TypeError, match="takes 1 without a name"):
        store.related("www.apples.example", "blend")


def test_a_list_that_breaks_off_raises_its_own_error(store):
    def pages():
        yield "www.apples.example"
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        store.related(pages())


def test_graph_refuses_numbers_that_are_no_pages(store):
    for number in (10**9, len(store)):
        with pytest.raises(cocite.InvalidArgument, match="there is no page"):
            store.graph.out(number)
    with pytest.raises((TypeError, cocite.InvalidArgument, OverflowError)):
        store.graph.out(-1)
    with pytest.raises(cocite.InvalidArgument):
        store.graph_on("planets")


def test_a_damaged_store_is_corrupt(tmp_path):
    path = tmp_path / "damaged.cocite"
    cocite.from_links([(str(i), str(i * 7 % 101)) for i in range(100)], path)
    files = [one for one in pathlib.Path(path).rglob("*") if one.is_file() and one.stat().st_size > 0]
    for file in files:
        whole = file.read_bytes()
        for place in range(0, len(whole), max(1, len(whole) // 7)):
            os.chmod(file, 0o644)
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1:])
            try:
                damaged = cocite.open(path)
                damaged.check()
                damaged.related("7", by="cocitation", chop="off")
                damaged.graph.to_numpy()
            except cocite.Error:
                pass
        file.write_bytes(whole)
    cocite.open(path).check()


def test_a_bad_column_is_refused(own_store):
    for name, values in [("a/b", [0.0] * len(own_store)), ("", [0.0] * len(own_store)), ("short", [1.0])]:
        with pytest.raises(cocite.InvalidArgument):
            own_store.columns[name] = values
    with pytest.raises(ValueError):
        own_store.columns["square"] = [[1.0, 2.0]]
    with pytest.raises((ValueError, TypeError)):
        own_store.columns["words"] = ["a"] * len(own_store)
    with pytest.raises(KeyError, match="there is no column 'none'"):
        own_store.columns["none"]


def test_links_that_are_none_are_refused():
    for links in (["ab"], [("a",) * 4], [3], [("a\tb", "c")], [("", "b")], 7):
        with pytest.raises((ValueError, TypeError)):
            cocite.from_links(links)
