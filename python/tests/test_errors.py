"""Bad input of every kind raises; nothing ends the interpreter."""

from __future__ import annotations

import os
import pathlib
import pickle
import shutil

import pytest

import cocite
from cocite.records import attribute_name


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
    with pytest.raises(TypeError):
        own_store.columns["complex"] = [1j] * len(own_store)
    with pytest.raises(KeyError, match="there is no column 'none'"):
        own_store.columns["none"]


def test_links_that_are_none_are_refused():
    for links in (["ab"], [("a",) * 4], [3], [("a\tb", "c")], [("", "b")], 7, None, "ab", b"ab", {"a": "b"}, [("a", None)], [(float("nan"), "b")], [("a", "\ud800")]):
        with pytest.raises((ValueError, TypeError)):
            cocite.from_links(links)
    with pytest.raises(cocite.InvalidArgument, match="not one link"):
        cocite.from_links([])


def test_tables_with_holes_and_other_shapes_are_refused():
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    pyarrow = pytest.importorskip("pyarrow")
    holes = {"source": ["a", None], "target": ["b", "c"]}
    for links in (
        pandas.DataFrame(holes), pandas.DataFrame(), pandas.DataFrame({"source": [1]}), pandas.Series([1, 2]), pyarrow.table(holes), pyarrow.array([1, 2]),
        numpy.array([[numpy.nan, 1]]), numpy.arange(4), numpy.zeros((2, 2, 2)), numpy.array([["a", None]], dtype=object), (numpy.arange(3), numpy.arange(2)),
    ):
        with pytest.raises((ValueError, TypeError)):
            cocite.from_links(links)


def test_arrays_of_pages_are_lists_of_pages(store):
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    names = ["www.apples.example", "www.pears.example"]
    wanted = store.related_many(names, by="cocitation").to_dict()
    assert store.related_many(numpy.array(names), by="cocitation").to_dict() == wanted
    assert store.related_many(pandas.Series(names), by="cocitation").to_dict() == wanted
    assert store.related(numpy.array(names), by="cocitation").to_dict()["items"] == store.related(names, by="cocitation").to_dict()["items"]
    for wrong in (numpy.array(7), numpy.array([object()]), numpy.array([[1.5, 2.5]])):
        with pytest.raises((TypeError, cocite.Error)):
            store.related(wrong, by="cocitation")
    assert len(store.related_many([], by="cocitation")) == 0
    with pytest.raises(cocite.InvalidArgument):
        store.related_many([], by="nonsense")
    for wrong in (None, [None], 3.5j):
        with pytest.raises(TypeError):
            store.related_many(wrong)
    with pytest.raises(TypeError):
        store.related_many(names, page="www.plums.example")


# Whatever is given for whatever: it is answered, or it raises one of these.
ODD = [
    None, 0, -1, 2**63, 2**64, 10**40, float("nan"), float("inf"), 1e308, "", "\0", "\ud800", b"x", [], [None], [[]], {}, object(), True, 3 + 4j, type,
    range(3), "x" * 100_000, iter([]), lambda: 1,
]
REFUSALS = (cocite.Error, TypeError, ValueError, OverflowError, LookupError)


@pytest.mark.parametrize("about", [one for one in cocite._core.questions() if one["here"] and not one["heavy"]], ids=lambda one: one["name"])
def test_odd_values_for_every_parameter(store, about):
    method = getattr(store, about["name"])
    for parameter in about["parameters"]:
        for value in ODD:
            given = {attribute_name(one["name"]): "www.apples.example" for one in about["parameters"] if one["required"]}
            given[attribute_name(parameter["name"])] = value
            try:
                method(**given)
            except REFUSALS:
                pass


def test_odd_values_for_graphs_and_texts(store):
    for value in ODD:
        for ask in (store.graph.out, store.graph.into, store.graph.number, store.graph.key, store.graph.url, store.graph.title, store.keys.__getitem__, cocite.open):
            try:
                ask(value)
            except REFUSALS:
                pass
    with pytest.raises(IndexError):
        store.keys[2**70]
    with pytest.raises(IndexError):
        store.keys[-len(store) - 1]
    with pytest.raises(TypeError):
        store.graph.out(1.5)
    assert cocite.open(os.fsencode(store.folder)).identity == store.identity


def test_the_native_module_checks_what_it_is_given(store):
    core = cocite._core
    with pytest.raises(IndexError):
        store._opened.ask(10**6, (), {}, None)
    with pytest.raises(IndexError):
        core.run_task(10**6, (), {}, None)
    with pytest.raises(TypeError):
        core.Graph(None, "pages")
    with pytest.raises(TypeError), pytest.warns(RuntimeWarning):
        core.Opened.__new__(core.Opened).ask(0, (), {}, None)


def test_a_store_whose_folder_is_gone(tmp_path):
    path = tmp_path / "gone.cocite"
    store = cocite.from_links([(f"h{i % 70}", f"p{i * 3 % 110}") for i in range(600)], path)
    shutil.rmtree(path)
    assert store.changed
    assert store.related("p1", by="cocitation", chop="off").items, "what is open stays open"
    for ask in (store.reopen, store.check, lambda: store.rank("pagerank", save=True), lambda: pickle.loads(pickle.dumps(store)), lambda: store.columns.save("x", [1.0] * len(store))):
        with pytest.raises(cocite.NotFound):
            ask()
    assert store.related("p1", by="cocitation", chop="off").items


def test_a_store_that_is_cut_short(tmp_path):
    path = tmp_path / "cut.cocite"
    cocite.from_links([(str(i), str(i * 7 % 101)) for i in range(100)], path)
    for file in [one for one in path.rglob("*") if one.is_file() and one.stat().st_size > 0]:
        whole = file.read_bytes()
        os.chmod(file, 0o644)
        for size in (0, 1, len(whole) // 2, len(whole) - 1):
            file.write_bytes(whole[:size])
            try:
                cut = cocite.open(path)
                cut.related("7", by="cocitation", chop="off")
                cut.graph.to_numpy()
                list(cut.keys)
                cut.check()
            except cocite.Error:
                continue
            assert file.name in ("report",), f"{file.name} cut to {size} bytes was not noticed"
        file.write_bytes(whole)
    cocite.open(path).check()
