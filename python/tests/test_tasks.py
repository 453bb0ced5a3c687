"""Tasks that change a store: learning from judgements, and adding what is there already."""

from __future__ import annotations

import random

import pytest

import cocite


@pytest.fixture
def folders(tmp_path):
    """A store of lists, most of whose links lead to pages of one folder; and a file that says which folder each page is in."""
    seeded = random.Random(1)
    links = []
    for k in range(120):
        of = k % 6
        links += [(f"list{k}", f"f{of if seeded.random() < 0.8 else seeded.randrange(6)}/p{seeded.randrange(12)}") for _ in range(8)]
    labels = tmp_path / "labels.tsv"
    labels.write_text("".join(f"f{f}/p{p}\tfolder{f}\n" for f in range(6) for p in range(12)))
    path = tmp_path / "web.cocite"
    cocite.from_links(links, path, names="opaque", progress=False)
    return path, labels


def test_a_store_learns_from_judgements(folders, tmp_path):
    path, labels = folders
    tried = cocite.tune(path, labels=labels, model="linear", trial=True)
    assert type(tried).__name__ == "TuneReport" and not tried.kept
    assert not cocite.open(path).changed
    terms = tmp_path / "terms.tsv"
    report = cocite.tune(path, labels=labels, model="linear", save_terms=terms, threads=1, progress=False)
    assert report.verdict and report.pages == 72
    assert {gain.model for gain in report.gains} >= {"linear"}
    assert len(terms.read_text().splitlines()) > 72
    with pytest.raises(cocite.AlreadyExists, match="terms.tsv"):
        cocite.tune(path, labels=labels, save_terms=terms, progress=False)
    cocite.tune(path, labels=labels, model="linear", save_terms=terms, force=True, trial=True, progress=False)
    forgotten = cocite.tune(path, forget=True)
    assert forgotten.verdict == ("forgotten: answers are as before" if report.kept else "the store was not tuned")


def test_judgements_that_are_missing_are_an_error(folders):
    path, _ = folders
    with pytest.raises(cocite.Error, match="nowhere.tsv"):
        cocite.tune(path, gold="nowhere.tsv", progress=False)
    with pytest.raises(cocite.InvalidArgument):
        cocite.tune(path, progress=False)


def test_an_input_that_is_in_the_store_is_added_again_only_by_force(tmp_path):
    path, visits = tmp_path / "web.cocite", tmp_path / "visits.tsv"
    cocite.from_links([("a", "b"), ("b", "a")], path, progress=False)
    visits.write_text("a\tb\t7\n")
    more = tmp_path / "more.tsv"
    more.write_text("c\ta\n")
    clicks = lambda: cocite.open(path).info().visits
    first = cocite.add(path, [more], visits=[visits], names="opaque", progress=False)
    assert (first.pages, first.notes) == (3, [])
    assert clicks() == 7
    again = cocite.add(path, [more], visits=[visits], names="opaque", progress=False)
    assert any("is in the store already" in note for note in again.notes)
    assert clicks() == 7
    forced = cocite.add(path, [more], visits=[visits], names="opaque", force=True, progress=False)
    assert forced.pages_seen_again == 1
    assert clicks() == 14


def test_a_whole_rank_is_read_in_parts(store):
    parts, answer = [], store.rank("indegree", top=3, progress=False)
    while True:
        parts += [item.key for item in answer]
        if not answer.next:
            break
        answer = store.rank("indegree", top=3, cursor=answer.next, progress=False)
    assert parts == [item.key for item in store.rank("indegree", top=1000, progress=False)]
    assert len(parts) > 3
    with pytest.raises(cocite.InvalidArgument, match="cursor"):
        store.rank("pagerank", top=3, cursor="nonsense", progress=False)
