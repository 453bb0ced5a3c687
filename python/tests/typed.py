"""Never run: what type checkers must agree with."""

from typing import Literal, assert_type

import pandas

import cocite


def use(path: str) -> str:
    store = cocite.open(path)
    answer = store.related("www.example.com", by="companion", top=20, why=3, hosts=True)
    for item in answer:
        score: float | None = item.score
        title: str = item.title
        reasons: list[cocite.Record] = [reason for reason in item.reasons]
        print(score, title, reasons)
    hosts: Literal["on", "off"] = answer.hosts
    links: int = store.links("www.example.com", in_=True).total
    place: int = store.links("www.example.com").items[0].place
    report = cocite.import_store("new.cocite", ["links.tsv"], names="opaque", progress=True)
    pages: int = report.pages
    try:
        store.page("www.missing.example")
    except cocite.NotFound as error:
        nearest: list[str] = error.nearest
        print(nearest)
    table = store.related_many(["a", "b"], threads=2, by="cocitation")
    print(len(table), table.failed, links, place, pages, hosts)
    assert_type(answer.to_pandas(), pandas.DataFrame)
    assert_type(table.to_pandas(), pandas.DataFrame)
    around = store.vicinity("www.example.com")
    assert_type(around.to_pandas(), pandas.DataFrame)
    drawing: str = store.vicinity("www.example.com", format="graphml")
    print(drawing, answer.to_pandas()["score"].mean())
    starts, targets = store.graph.to_numpy()
    return f"{starts[0]} {targets[0]} {store.keys[0]}"
