"""Classes, methods and functions made from the library's own description of what can be asked.

Nothing here is written by hand for one question: a new one of C++ is a method of :class:`Questions` the next time that the
module is built, and a new field of an answer is an attribute. What type checkers see is _api.pyi, made by _stubs.py.
"""

from __future__ import annotations

import inspect
import json
import keyword
import re
import textwrap
from typing import Any, Callable

from . import _core, progress as _progress
from .records import Answer, Kind, Record, attribute_name

_REFERENCE = "#/components/schemas/"
SCHEMAS: dict[str, dict[str, Any]] = json.loads(_core.schemas())
QUESTIONS: list[dict[str, Any]] = _core.questions()
TASKS: list[dict[str, Any]] = _core.tasks()


# --- answers -------------------------------------------------------------------------------------


def resolve(schema: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A schema, or the one that it refers to with its name."""
    reference = schema.get("$ref", "")
    name = reference.removeprefix(_REFERENCE)
    return (name, SCHEMAS[name]) if reference else ("", schema)


def is_object(schema: dict[str, Any]) -> bool:
    return resolve(schema)[1].get("type") == "object"


def _missing(schema: dict[str, Any]) -> Any:
    kinds = resolve(schema)[1].get("type")
    return {"array": [], "boolean": False, "string": "", "integer": 0}.get(kinds if isinstance(kinds, str) else "")


_MOMENTS = ("date", "status_date", "gone")  # texts such as 2024-05-01T12:00:00Z, empty where nothing is known


def _kind(field: str, schema: dict[str, Any], required: bool) -> Kind:
    """What a column of this field holds."""
    kinds = resolve(schema)[1].get("type")
    plain = {kinds} if isinstance(kinds, str) else set(kinds or [])
    is_always_there = required and "null" not in plain
    match sorted(plain - {"null"}):
        case ["integer"]:
            return "integer" if is_always_there else "integer?"
        case ["number"]:
            return "number"
        case ["boolean"]:
            return "boolean"
        case ["string"]:
            return "moment" if field in _MOMENTS else "string"
    return "object"


def class_name(owner: str, field: str) -> str:
    """LinksItem, SearchItem, CompareMethod."""
    return owner + field.title().replace("_", "").removesuffix("s")


def each_record(name: str, schema: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """(field, class, schema) of all fields that are objects or lists of them."""
    found = []
    for field, about in schema.get("properties", {}).items():
        inner = resolve(about)[1]
        of = inner.get("items", {}) if inner.get("type") == "array" else about
        if is_object(of) and resolve(of)[1].get("properties"):
            found.append((field, resolve(of)[0] or class_name(name, field), of))
    return found


def main_table(schema: dict[str, Any]) -> str:
    """The first list of objects that is not what was asked about."""
    properties = schema.get("properties", {})
    if "key" in properties:
        return ""
    lists = [field for field, about in properties.items() if about.get("type") == "array" and is_object(about.get("items", {}))]
    return "items" if "items" in lists else next((one for one in lists if one != "pages"), "")


_shapes: dict[str, Any] = {}


def _make(name: str, schema: dict[str, Any], base: type[Record]) -> None:
    if name in _shapes:
        return
    properties = schema.get("properties", {})
    required = schema.get("required", [])
    described = {attribute_name(one): about.get("description") for one, about in properties.items()}
    kind = type(name, (base,), {
        "__module__": __name__,
        "__doc__": f"{name}: " + ", ".join(f"``{one}``" + (f" ({text})" if text else "") for one, text in described.items()),
        "_fields": tuple(described),
        "_kinds": {one: _kind(one, about, one in required) for one, about in properties.items()},
        "_optional": {attribute_name(one): _missing(about) for one, about in properties.items() if one not in required},
    })
    globals()[name] = kind
    shape = _shapes[name] = _core.Shape(kind)
    inner = {}
    for field, of, part in each_record(name, schema):
        _make(of, resolve(part)[1], Record)
        inner[field] = of
    for field in properties:
        shape.add(field, attribute_name(field), _shapes.get(inner.get(field, "")))
    if issubclass(kind, Answer):
        kind._table = main_table(schema)
        kind._rows_of = {
            field: globals()[of] for field, of in inner.items() if properties[field].get("type") == "array"
        }


for _one in [*QUESTIONS, *TASKS]:
    _make(_one["schema"], SCHEMAS[_one["schema"]], Answer)
_core.set_answers({
    "Answer": (Answer, None),
    **{name: (globals()[name], shape) for name, shape in _shapes.items() if issubclass(globals()[name], Answer)},
})


# --- questions and tasks -------------------------------------------------------------------------


def parameter_default(about: dict[str, Any]) -> Any:
    text = about["default"]
    if about["repeatable"] or text == "":
        return None
    if about["type"] == "count":
        return int(text)
    if about["type"] == "number":
        return float(text)
    return text == "true" if about["type"] == "flag" else text


def _signature(about: dict[str, Any], first: list[str], is_long: bool) -> inspect.Signature:
    found = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in first]
    rest = []
    for one in about["parameters"]:
        name = attribute_name(one["name"])
        default = inspect.Parameter.empty if one["required"] else parameter_default(one)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if one["positional"] else inspect.Parameter.KEYWORD_ONLY
        (found if one["positional"] else rest).append(inspect.Parameter(name, kind, default=default))
    if is_long:
        rest.append(inspect.Parameter("progress", inspect.Parameter.KEYWORD_ONLY, default=None))
    return inspect.Signature(found + rest)


# What stands for a parameter in an example: a page of the web that the tests have.
EXAMPLES = {"page": "www.apples.example", "answer": "www.pears.example", "words": "trees", "prefix": "www.", "site": "www.apples.example",
            "to": "www.pears.example"}


def example_arguments(about: dict[str, Any]) -> dict[str, Any]:
    """What a question is asked with in its example: what it needs, or the first thing that it takes, if that is known here."""
    needed = [one["name"] for one in about["parameters"] if one["required"]]
    first = [one["name"] for one in about["parameters"] if one["positional"]]
    return {name: EXAMPLES[name] for name in needed or first if name in EXAMPLES}


def _example(about: dict[str, Any]) -> list[str]:
    places = [one["name"] for one in about["parameters"] if one["positional"]]
    given = example_arguments(about)
    if any(one["required"] and one["name"] not in given for one in about["parameters"]):
        return []
    words = [(f'"{value}"' if name in places else f'{attribute_name(name)}="{value}"') for name, value in given.items()]
    lines = [f">>> answer = store.{about['name']}({', '.join(words)})"]
    table = main_table(SCHEMAS[about["schema"]])
    if table:
        lines += [f">>> rows = answer.{attribute_name(table)}", ">>> frame = answer.to_pandas()"]
    return lines


def _here(text: str) -> str:
    """As people say it in Python: what the service calls /api/page is store.page()."""
    text = re.sub(r"/api/([a-z_]+)", r"store.\1()", text)
    return re.sub(r"\b[Rr]epeatable\b", "one, or a list", text)


def _wrapped(text: str, indent: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(text, 100, initial_indent=indent, subsequent_indent=rest or indent, break_on_hyphens=False, break_long_words=False)


def _about_parameter(one: dict[str, Any]) -> list[str]:
    help_text = _here(one["help"])
    default = parameter_default(one)
    if default is not None and default is not False and "(default" not in help_text:
        help_text += f" (default {default!r})"
    if one["choices"] and one["type"] == "choice":
        help_text += f"; one of {', '.join(one['choices'])}"
    return _wrapped(f"{attribute_name(one['name'])}: {help_text}.", "    ", "        ")


def _about_answer(name: str) -> list[str]:
    schema = SCHEMAS[name]
    table = main_table(schema)
    fields = [attribute_name(one) for one in schema.get("properties", {})]
    if not table:
        return _wrapped(f"Gives a {name}: {', '.join(fields)}." if fields else f"Gives a {name}.")
    rows = resolve(schema["properties"][table]["items"])[1]
    columns = [attribute_name(one) for one in rows.get("properties", {})]
    others = [one for one in fields if one != attribute_name(table)]
    return _wrapped(
        f"Gives a {name}. Its table is {table}" + (f" ({', '.join(columns)})" if columns else "") + (f"; it also has {', '.join(others)}." if others else ".")
    )


def describe(about: dict[str, Any], is_long: bool) -> str:
    """A docstring."""
    summary = _here(about["summary"])
    lines = [*_wrapped(summary[0].upper() + summary[1:] + "."), "", *_about_answer(about["schema"])]
    example = _example(about) if "here" in about else []
    if example:
        lines += ["", *example]
    lines += ["", "Arguments:"]
    for one in sorted(about["parameters"], key=lambda one: not one["positional"]):
        lines += _about_parameter(one)
    if is_long:
        lines += _wrapped("progress: True for a bar (tqdm), False for none, or a function that is called with the progress.", "    ", "        ")
    return "\n".join(lines)


def function_name(task: str) -> str:
    return task + "_store" if keyword.iskeyword(task) else task


def _finish(made: Callable[..., Any], about: dict[str, Any], first: list[str], is_long: bool, name: str, owner: str = "") -> None:
    made.__name__ = name
    made.__qualname__ = owner + name
    made.__module__ = "cocite"
    made.__doc__ = describe(about, is_long)
    made.__signature__ = _signature(about, first, is_long)  # type: ignore[attr-defined]


def _method(number: int, about: dict[str, Any]) -> Callable[..., Any]:
    if about["heavy"]:
        def ask(self: Any, *args: Any, progress: Any = None, **kwargs: Any) -> Any:
            with _progress.shown(progress) as show:
                return self._opened.ask(number, args, kwargs, show)
    else:
        def ask(self: Any, *args: Any, **kwargs: Any) -> Any:
            return self._opened.ask(number, args, kwargs, None)
    _finish(ask, about, ["self"], about["heavy"], about["name"], "Store.")
    return ask


class Questions:
    """What a store can be asked: a method a question."""

    _opened: Any


for _number, _one in enumerate(QUESTIONS):
    if _one["here"]:
        setattr(Questions, _one["name"], _method(_number, _one))


def _task(number: int, about: dict[str, Any]) -> Callable[..., Any]:
    def run(*args: Any, progress: Any = None, **kwargs: Any) -> Any:
        with _progress.shown(progress) as show:
            return _core.run_task(number, args, kwargs, show)
    _finish(run, about, [], True, function_name(about["name"]))
    return run


FUNCTIONS: dict[str, Callable[..., Any]] = {}
for _number, _one in enumerate(TASKS):
    FUNCTIONS[function_name(_one["name"])] = _task(_number, _one)
globals().update(FUNCTIONS)
