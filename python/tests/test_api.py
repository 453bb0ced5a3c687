"""What C++ can be asked is what Python can be asked: by name, with the same parameters, with answers as described."""

from __future__ import annotations

import doctest
import inspect
import json
import re

import pytest

import cocite
from cocite import _api, _core
from cocite.records import Answer, Record, attribute_name


def arguments(about):
    """The least that each question needs; one that needs something else than a page is named here."""
    given = {attribute_name(one["name"]): "www.apples.example" for one in about["parameters"] if one["required"]}
    given.update(_api.example_arguments(about))
    if about["name"] == "compare_ranks":
        given["by"] = ["pagerank", "hubrank"]
    if about["name"] == "eval":
        given.update(hide="half", sample=2, resamples=10, by=["cocitation"])
    if about["name"] == "spam":
        given.update(sample=1, by=["cocitation"], farm_pages=3)
    if about["name"] == "explain":
        given["by"] = "cocitation"
    return given


def test_every_question_of_the_library_is_a_method_with_its_parameters():
    assert len(_core.questions()) > 10
    for about in _core.questions():
        if not about["here"]:
            continue
        method = getattr(cocite.Store, about["name"])
        names = list(inspect.signature(method).parameters)
        for one in about["parameters"]:
            assert attribute_name(one["name"]) in names, (about["name"], one["name"])
        assert method.__doc__.startswith(about["summary"][0].upper()) and "Arguments:\n" in method.__doc__
        for one in about["parameters"]:
            assert f"    {attribute_name(one['name'])}: " in method.__doc__
        assert not re.search(r"/api/|[Rr]epeatable", method.__doc__), "as Python says it"
        assert max(map(len, method.__doc__.splitlines())) <= 100


def test_every_method_and_rank_can_be_asked_for_by_name(store):
    methods = store.methods()
    assert {"blend", "cocitation", "companion"} <= {one.name for one in methods.methods}
    for one in methods.methods:
        try:
            answer = store.related("www.apples.example", by=one.name, top=3)
        except (cocite.NoEvidence, cocite.Unsupported):
            continue
        assert answer.by == one.name
    for one in methods.ranks:
        if not one.needs_pages:
            assert store.rank(one.name, top=2, progress=False).by == one.name


def test_every_task_is_a_function():
    assert {"import", "add", "prepare", "index", "export"} <= {one["name"] for one in _core.tasks()}
    for about in _core.tasks():
        function = getattr(cocite, _api.function_name(about["name"]))
        assert list(inspect.signature(function).parameters)[0] == "store"
        assert function.__doc__.startswith(about["summary"][0].upper())


@pytest.mark.parametrize("about", [one for one in _core.questions() if one["here"]], ids=lambda one: one["name"])
def test_examples_of_methods_run(store, about):
    test = doctest.DocTestParser().get_doctest(getattr(cocite.Store, about["name"]).__doc__, {"store": store}, about["name"], None, None)
    needs_more = any(one["required"] and one["name"] not in _api.EXAMPLES for one in about["parameters"])
    assert bool(test.examples) != needs_more
    try:
        doctest.DebugRunner().run(test)
    except doctest.UnexpectedException as failure:
        # Judgements, places and categories are what this web has none of.
        assert isinstance(failure.exc_info[1], cocite.Error), failure.exc_info
        assert about["name"] in ("eval", "spam", "tune") or about["schema"] == "Insight", failure.exc_info


def check_fields(record, schema, where):
    properties = schema.get("properties")
    if not properties:
        return
    fields = {name: value for name, value in record.__dict__.items() if not name.startswith("_")}
    for name in schema["required"]:
        assert attribute_name(name) in fields, (where, name)
    for name, value in fields.items():
        plain = name.rstrip("_")
        if plain not in properties:
            assert "additionalProperties" in schema, (where, name)
            continue
        inner = _api.resolve(properties[plain])[1]
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Record):
                of = inner.get("items", inner)
                check_fields(one, _api.resolve(of)[1], f"{where}.{name}")


@pytest.mark.parametrize("about", [one for one in _core.questions() if one["here"]], ids=lambda one: one["name"])
def test_answers_have_the_fields_that_are_described(store, about):
    given = arguments(about)
    if about["name"] == "diff":
        given["other"] = store.folder
    try:
        answer = getattr(store, about["name"])(**given)
    except cocite.Error as error:
        # Nothing to hide or to farm in a web of this size, no places and no categories: that is an answer, too.
        assert about["name"] in ("eval", "spam") or about["schema"] == "Insight", error
        return
    assert isinstance(answer, Answer)
    assert type(answer).__name__ == about["schema"]
    answer._read()
    check_fields(answer, _api.SCHEMAS[about["schema"]], about["name"])
    assert json.dumps(answer.to_dict())
    assert answer._repr_html_().count("<table>") == 1
    assert repr(answer)
    for table in answer.table_names:
        assert len(answer.to_rows(table)) == len(getattr(answer, attribute_name(table)))


def test_rows_that_no_schema_names_are_records(store):
    from cocite.records import Answer as Plain

    class Unread:
        def fields(self):
            return {"insight": "made up", "items": [{"host": "a", "in": 1, "two-words": 2}], "others": [{"x": 1}]}

    answer = Plain.__new__(Plain)
    answer.__dict__["_unread"] = Unread()
    assert answer.items[0].host == "a" and answer.items[0]["in"] == 1 and answer.items[0]["two-words"] == 2
    assert answer.table_names == ["items", "others"]
    assert answer.to_rows("others") == [{"x": 1}]


def test_an_unknown_argument_is_refused_with_those_that_there_are(store):
    with pytest.raises(cocite.InvalidArgument, match="there is no parameter 'nonsense' here; there are on, mirrors, page, by"):
        store.related("www.apples.example", nonsense=1)


def test_the_answer_is_what_the_command_line_gives(store, store_path, capfd):
    assert _core.run_program(["cocite", "related", store_path, "www.apples.example", "--by", "companion", "--format", "json"]) == 0
    shown = json.loads(capfd.readouterr().out)
    assert store.related("www.apples.example", by="companion").to_dict()["items"] == shown["items"]
