from __future__ import annotations

import pytest

import cocite

from conftest import LINKS

numpy = pytest.importorskip("numpy")


def pairs(store):
    keys = list(store.keys)
    starts, targets = store.graph.to_numpy()
    return [(keys[p], keys[t]) for p in range(len(keys)) for t in targets[starts[p]:starts[p + 1]]]


def test_lists_are_those_of_the_links(store):
    graph = store.graph
    assert (graph.pages, graph.links) == (len(store), len(LINKS))
    for hub in {source for source, _ in LINKS}:
        wanted = [graph.number(target) for source, target in LINKS if source == hub]
        assert graph.out(hub).tolist() == wanted, "in page order"
    for page in {target for _, target in LINKS}:
        assert graph.into(page).tolist() == sorted(graph.number(source) for source, target in LINKS if target == page)
    assert graph.out_degrees().sum() == graph.in_degrees().sum() == len(LINKS)
    starts, sources = graph.to_numpy(reverse=True)
    assert sources[starts[3]:starts[4]].tolist() == graph.into(3).tolist()
    assert graph.number(graph.key(2)) == 2
    for number in range(len(store)):
        assert graph.url(number) == graph.urls[number] == store.page(graph.key(number)).url


def test_texts_are_arrow_arrays(store):
    pyarrow = pytest.importorskip("pyarrow")
    keys = pyarrow.array(store.keys)
    assert keys.type == pyarrow.large_string()
    keys.validate(full=True)
    assert keys.to_pylist() == list(store.keys) == [store.graph.key(i) for i in range(len(store))]
    titles = store.titles.to_arrow()
    assert titles[store.graph.number("www.pears.example")].as_py() == "All about pears"
    assert store.keys[-1] == store.keys[len(store) - 1] and store.keys[1:3] == list(store.keys)[1:3]
    with pytest.raises(IndexError):
        store.keys[len(store)]


def test_arrays_outlive_the_store(store_path):
    pyarrow = pytest.importorskip("pyarrow")
    store = cocite.open(store_path)
    starts, targets = store.graph.to_numpy()
    keys = pyarrow.array(store.keys)
    graph = store.graph
    del store
    assert len(targets) == len(LINKS) and starts[-1] == len(LINKS)
    assert keys[0].as_py() == graph.key(0)
    targets[0] = 0  # it is numpy's own memory


def test_scipy_networkx_igraph_networkit(store):
    scipy = pytest.importorskip("scipy.sparse")
    matrix = store.graph.to_scipy()
    assert matrix.shape == (len(store), len(store)) and matrix.nnz == len(LINKS)
    assert (matrix.T != store.graph.to_scipy(reverse=True)).nnz == 0
    assert scipy.issparse(matrix)
    networkx = pytest.importorskip("networkx")
    graph = store.graph.to_networkx()
    assert set(graph.edges) == set(pairs(store))
    assert networkx.is_directed(store.graph.to_networkx(names=False))


def test_igraph(store):
    pytest.importorskip("igraph")
    graph = store.graph.to_igraph()
    assert graph.ecount() == len(LINKS) and graph.vs["name"] == list(store.keys)
    assert graph.vs["url"] == list(store.graph.urls) and graph.vs["title"] == list(store.titles)
    assert store.graph.to_igraph(attributes=False).vs.attributes() == ["name"]


def test_nodes_have_what_is_known_of_pages(own_store):
    networkx = pytest.importorskip("networkx")
    own_store.rank("pagerank", save=True)
    own_store.columns.save("mine", numpy.arange(len(own_store)))
    own_store.reopen()
    graph = own_store.graph
    ranks = own_store.columns["pagerank"].tolist()
    by_key, by_number = graph.to_networkx(), graph.to_networkx(names=False)
    for number in range(graph.pages):
        wanted = {"key": graph.key(number), "url": graph.url(number), "title": graph.title(number), "pagerank": ranks[number], "mine": float(number)}
        assert by_key.nodes[graph.key(number)] == wanted == by_number.nodes[number]
    assert set(by_number.edges) == {(graph.number(a), graph.number(b)) for a, b in LINKS}
    assert not any(graph.to_networkx(attributes=False).nodes[key] for key in own_store.keys)
    assert "pagerank" in "".join(networkx.generate_graphml(by_key)), "attributes that other programs read"
    hosts = own_store.graph_on("hosts").to_networkx()
    assert hosts.nodes["example,apples,www)/"]["url"] == "http://www.apples.example/"
    assert cocite.from_links([("a", "b")]).graph.to_networkx().nodes["a"]["title"] == ""


def test_networkit(store):
    pytest.importorskip("networkit")
    graph = store.graph.to_networkit()
    assert graph.numberOfEdges() == len(LINKS)


def test_columns_are_numpy_arrays_and_own_ones_are_kept(own_store):
    own_store.rank("pagerank", save=True)
    assert "pagerank" not in own_store.columns, "it stays as it was opened"
    assert own_store.changed
    own_store.reopen()
    ranks = own_store.columns["pagerank"]
    assert ranks.dtype == numpy.float64 and ranks.sum() == pytest.approx(1)
    top = own_store.rank("pagerank", top=1, from_columns=True).items[0]
    assert own_store.graph.key(int(ranks.argmax())) == top.key
    own_store.columns.save("mine", numpy.arange(len(own_store)), about="a test")
    assert own_store.columns["mine"].tolist() == list(range(len(own_store)))
    assert own_store.columns.about("mine") == "a test"
    assert sorted(own_store.columns) == ["mine", "pagerank"]
    assert any(column.name == "mine" for column in own_store.page("www.pears.example").columns)
    with pytest.raises(TypeError):
        del own_store.columns["mine"]


def test_many_pages_at_once(store):
    pyarrow = pytest.importorskip("pyarrow")
    pages = ["www.apples.example", "www.pears.example", "www.missing.example"]
    table = store.related_many(pages, by="cocitation", top=3, why=1, threads=2)
    assert table.failed.keys() == {"www.missing.example"} and table.failed["www.missing.example"][0] == "not_found"
    arrow = pyarrow.table(table)
    arrow.validate(full=True)
    assert arrow.column_names == ["page", "rank", "score", "key", "url", "title", "why"]
    rows = arrow.to_pylist()
    for page in pages[:2]:
        one = store.related(page, by="cocitation", top=3, why=1)
        assert [(row["key"], row["score"]) for row in rows if row["page"] == page] == [(x.key, x.score) for x in one]
    assert table.to_pandas()["key"].tolist() == [row["key"] for row in rows]
    with pytest.raises(TypeError, match="a list of pages"):
        store.related_many("www.apples.example")
    with pytest.raises(cocite.InvalidArgument):
        store.related_many(pages, by="nonsense")


def test_the_graph_of_hosts(own_store):
    hosts = own_store.graph_on("hosts")
    assert hosts.pages <= own_store.graph.pages
    assert own_store.related("www.apples.example", on="hosts", by="cocitation").items


def test_links_of_every_kind_give_the_same_store():
    wanted = sorted([("0", "1"), ("0", "2"), ("1", "2"), ("3", "0")])
    numbers = numpy.array([[0, 1], [0, 2], [1, 2], [3, 0]])
    given = {"pairs": [tuple(pair) for pair in numbers.tolist()], "numpy": numbers, "arrays": (numbers[:, 0], numbers[:, 1])}
    try:
        import pandas

        given["pandas"] = pandas.DataFrame(numbers, columns=["source", "target"])
    except ImportError:
        pass
    try:
        import pyarrow

        given["pyarrow"] = pyarrow.table({"target": numbers[:, 1], "source": numbers[:, 0]})
    except ImportError:
        pass
    try:
        import scipy.sparse

        given["scipy"] = scipy.sparse.csr_array((numpy.ones(4), (numbers[:, 0], numbers[:, 1])), shape=(4, 4))
    except ImportError:
        pass
    try:
        import networkx

        given["networkx"] = networkx.DiGraph(numbers.tolist())
    except ImportError:
        pass
    try:
        import igraph

        given["igraph"] = igraph.Graph(n=4, edges=numbers.tolist(), directed=True)
    except ImportError:
        pass
    if "scipy" in given:
        zeros = numpy.array([[0, 1], [0, 2], [1, 2], [3, 0], [3, 1]])
        given["scipy with a zero"] = scipy.sparse.coo_matrix(([1, 1, 1, 1, 0], (zeros[:, 0], zeros[:, 1])), shape=(4, 4))
    for kind, links in given.items():
        assert sorted(pairs(cocite.from_links(links))) == wanted, kind
    with pytest.raises(ValueError, match="square"):
        scipy = pytest.importorskip("scipy.sparse")
        cocite.from_links(scipy.csr_array((2, 3)))


def test_a_round_trip_through_numpy(store):
    starts, targets = store.graph.to_numpy()
    sources = numpy.repeat(numpy.arange(len(store)), numpy.diff(starts))
    again = cocite.from_links((sources, targets), order="page")
    a, b = again.graph.to_scipy(), store.graph.to_scipy()
    numbers = [int(key) for key in again.keys]
    assert (a != b[numbers][:, numbers]).nnz == 0
