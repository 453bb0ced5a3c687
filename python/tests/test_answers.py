from __future__ import annotations

import copy
import pickle

import pytest

import cocite


def test_answers_are_objects_with_attributes(store):
    answer = store.related("www.apples.example", by="cocitation", top=2, why=2)
    assert answer.by == "cocitation"
    assert answer.items[0].url == "http://www.pears.example/"
    assert answer.items[0].title == "All about pears"
    assert answer.items[0].reasons and answer.items[0].why
    assert len(answer) == 2
    assert [one.rank for one in answer] == [1, 2]
    assert answer.pages[0].asked == "www.apples.example"


def test_what_goes_without_saying_is_there(store):
    item = store.related("www.apples.example", by="cocitation").items[0]
    assert item.flagged is False
    assert item.copies == [] and item.why == []
    assert "flagged" not in item.to_dict()
    with pytest.raises(AttributeError, match="has no field 'nonsense'; it has rank"):
        item.nonsense
    assert item["key"] == item.key
    with pytest.raises(KeyError):
        item["nonsense"]


def test_fields_that_python_has_words_for_get_a_line_behind_them(store):
    answer = store.links("www.apples.example", in_=True)
    assert answer.in_ is True
    assert answer.to_dict()["in"] is True
    assert len(answer) == 4
    better = store.related("www.apples.example", by="cocitation", not_="www.plums.example")
    assert better.items


def test_parts_of_answers_are_pages_for_other_questions(store):
    best = store.related("www.apples.example", by="cocitation").items[0]
    assert store.page(best).key == best.key
    many = store.related([best, "www.apples.example"], by="cocitation")
    assert [page.key for page in many.pages] == [best.key, "example,apples,www)/"] or len(many.pages) == 2


def test_answers_become_tables(store):
    pandas = pytest.importorskip("pandas")
    pyarrow = pytest.importorskip("pyarrow")
    answer = store.related("www.apples.example", by="cocitation", top=3)
    frame = answer.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["key"]) == [one.key for one in answer]
    table = answer.to_arrow()
    assert isinstance(table, pyarrow.Table)
    assert table.column("score").to_pylist() == [one.score for one in answer]
    compared = store.compare("www.apples.example", by=["cocitation", "companion"])
    assert compared.table_names[:2] == ["methods", "pages"]
    assert set(compared.to_pandas("pairs").columns) >= {"one", "other", "tau"}
    with pytest.raises(KeyError, match="there is no table 'nonsense'"):
        compared.to_rows("nonsense")
    page = store.page("www.apples.example").to_pandas()
    assert len(page) == 1 and page["title"][0] == "All about apples"
    assert set(store.info().to_pandas().columns) == {"name", "value"}


def test_a_table_without_rows_has_its_columns(store):
    answer = store.search("nobodyhasthis")
    assert len(answer) == 0
    assert {"rank", "score", "url"} <= set(answer.to_pandas().columns)


def test_answers_are_copied_and_pickled(store):
    for answer in (store.related("www.apples.example", why=1), store.info(), store.page("www.pears.example")):
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer
        assert type(again) is type(answer)
        assert copy.deepcopy(answer).to_dict() == answer.to_dict()


def test_notebooks_see_html_that_is_safe(tmp_path):
    titles = tmp_path / "titles.tsv"
    titles.write_text("b\t<script>alert(1)</script>\n")
    store = cocite.from_links([("x", "a"), ("x", "b"), ("y", "a"), ("y", "b")], title=titles)
    shown = store.related("a", by="cocitation")._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown
    assert "<table>" in store._repr_html_()


def test_answers_read_well(store):
    shown = repr(store.explain("www.apples.example", "www.pears.example", by="cocitation"))
    assert "page http://www.apples.example/, answer http://www.pears.example/" in shown.splitlines()[0]
    assert shown.splitlines()[1].startswith("3 pages of 3 sites link to both")
    compared = store.compare("www.orchard.example", by=["cocitation", "coupling"])
    assert any(not one.items for one in compared) and any(one.items for one in compared)
    for text in (repr(compared), compared._repr_html_()):
        assert "coupling" in text and "garden" in text and "{" not in text, "answers by name"
    nothing = store.search("nobodyhasthis")
    assert "(no rows)" in repr(nothing) and "(no rows)" in nothing._repr_html_()
    assert repr(store.trace("www.apples.example")).splitlines()[0] == "Trace"


def test_names_to_complete_are_those_for_users():
    assert {"open", "from_links", "Store", "import_store", "Related", "NotFound"} <= set(dir(cocite))
    assert not {"Any", "annotations", "_api", "records"} & set(dir(cocite))


def test_drawings_are_text(store):
    assert store.vicinity("www.apples.example", format="graphml").startswith("<?xml")


def test_numbers_that_json_cannot_hold_are_kept(store):
    ranks = store.compare_ranks(["pagerank", "hubrank"], top=3)
    assert len(ranks.correlations) == 1
    assert -1 <= ranks.correlations[0].kendall <= 1
    for page in ranks.pages:
        assert page["pagerank"] >= 1 and page.key


def test_names_in_plots_leave_out_the_site():
    pytest.importorskip("matplotlib")
    from cocite.plots import _names

    assert _names([{"title": "Apples - Fruit.org"}, {"title": "Pears - Fruit.org"}, {"url": "http://x/"}]) == ["Apples", "Pears", "http://x/"]
    assert _names([{"title": "Apples - Fruit.org"}]) == ["Apples - Fruit.org"]
    assert _names([]) == []


def test_labels_of_a_map_do_not_run_into_each_other(store):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = store.vicinity("www.apples.example").plot()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert len(boxes) >= 3
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_plots(store):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert store.related("www.apples.example").plot() is not None
    assert store.vicinity("www.apples.example").plot() is not None
    with pytest.raises(TypeError, match="no scores to draw"):
        store.info().plot()
