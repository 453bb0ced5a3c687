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


def test_long_lists_go_on_where_a_cursor_says(store):
    whole = store.rank("pagerank", all=True)
    assert whole.next == ""
    rows, cursor = [], None
    while cursor != "":
        part = store.rank("pagerank", top=2, cursor=cursor)
        assert len(part) <= 2
        rows += part.items
        cursor = part.next
    assert [(one.rank, one.key) for one in rows] == [(one.rank, one.key) for one in whole][: len(rows)]
    assert len(rows) == len([one for one in whole if one.score > 0])
    first = store.links("www.apples.example", in_=True, top=3)
    rest = store.links("www.apples.example", in_=True, cursor=first.next)
    assert [one.place for one in first.items + rest.items] == [1, 2, 3, 4]
    with pytest.raises(cocite.Error, match="of another question"):
        store.links("www.pears.example", in_=True, cursor=first.next)
    with pytest.raises(cocite.Error, match="this is no cursor"):
        store.rank("pagerank", cursor="2")


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
    answer = store.search("missingword")
    assert len(answer) == 0
    assert {"rank", "score", "url"} <= set(answer.to_pandas().columns)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory):
    """A store with dates: a page, one that is gone, and one that was never fetched."""
    def record(url, date, status, body):
        http = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n\r\n{body}".encode()
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n"
        head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
        return head.encode() + http + b"\r\n\r\n"

    folder = tmp_path_factory.mktemp("crawled")
    hubs = [f"http://hub{i}.example/" for i in range(3)]
    others = ["http://a.example/", "http://b.example/", "http://gone.example/"]
    links = "".join(f"<a href={url}>{url}</a>" for url in others)
    pages = [record(url, "2024-05-01T12:00:00Z", "200 OK", links) for url in hubs]
    pages.append(record(others[2], "2024-06-02T00:00:00Z", "404 Not Found", "gone"))
    (folder / "0.warc").write_bytes(b"".join(pages))
    cocite.import_store(folder / "web.cocite", [folder / "0.warc"], progress=False)
    return cocite.open(folder / "web.cocite")


def kinds_of(frame):
    """The types of columns, by the names that people know."""
    pandas = pytest.importorskip("pandas")
    checks = pandas.api.types
    known = {"bool": checks.is_bool_dtype, "text": checks.is_string_dtype, "moment": checks.is_datetime64_any_dtype}
    return {
        name: next((kind for kind, is_kind in known.items() if dtype != object and is_kind(dtype)), str(dtype))
        for name, dtype in frame.dtypes.items()
    }


def test_columns_of_tables_have_the_types_of_the_schema(crawled):
    pandas = pytest.importorskip("pandas")
    wanted = {"rank": "int64", "score": "float64", "key": "text", "url": "text", "title": "text", "called": "text"}
    for answer in (crawled.related("a.example", by="cocitation"), crawled.search("missingword")):
        kinds = kinds_of(answer.to_pandas())
        assert {name: kinds[name] for name in wanted if name in kinds} == {name: kind for name, kind in wanted.items() if name in kinds}
        assert {"rank", "score", "url"} <= set(kinds)
    every = crawled.related("a.example", by="cocitation", dead="mark").to_pandas()
    assert kinds_of(every)["gone"] == "moment"
    assert every.set_index("url")["gone"].to_dict()["http://gone.example/"] == pandas.Timestamp("2024-06-02", tz="UTC")
    assert pandas.isna(every.set_index("url")["gone"]["http://b.example/"])
    page = crawled.page("hub1.example").to_pandas()
    kinds = kinds_of(page)
    assert (kinds["crawled"], kinds["in_links"], kinds["date"], kinds["host"]) == ("bool", "int64", "moment", "text")
    assert page["date"][0] == pandas.Timestamp("2024-05-01T12:00:00Z")
    gone = crawled.page("gone.example").to_pandas()
    assert (kinds_of(gone)["status"], gone["status"][0], kinds_of(gone)["status_date"]) == ("Int64", 404, "moment")
    assert pandas.isna(gone["date"][0]), "never fetched"
    many = crawled.related_many([], by="cocitation").to_pandas()
    assert kinds_of(many)["score"] == "float64" and kinds_of(many)["rank"] == "int64" and kinds_of(many)["key"] == "text"


def test_arrow_has_the_same_types(crawled):
    pyarrow = pytest.importorskip("pyarrow")
    date_type = pyarrow.timestamp("s", "UTC")
    for table in (crawled.related("a.example", by="cocitation").to_arrow(), crawled.search("missingword").to_arrow()):
        assert (table.schema.field("rank").type, table.schema.field("score").type) == (pyarrow.int64(), pyarrow.float64())
        assert table.schema.field("url").type == pyarrow.string()
    gone = crawled.related("a.example", by="cocitation", dead="mark").to_arrow().column("gone")
    assert gone.type == date_type and gone.null_count == len(gone) - 1
    date = crawled.page("hub1.example").to_arrow().column("date")
    assert date.type == date_type and date[0].as_py().year == 2024


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
    nothing = store.search("missingword")
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
