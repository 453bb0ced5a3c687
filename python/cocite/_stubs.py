"""Writes _api.pyi, what type checkers read of _api.py: ``python -m cocite._stubs FILE``. The build does it."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

from . import _api
from .records import attribute_name

_HEAD = '''# Made by cocite._stubs from the library's description of what can be asked; not written by hand.
from os import PathLike
from typing import Any, Callable, Iterable, Literal

from .progress import Progress
from .records import Answer, Record

Name = str | Record
QUESTIONS: list[dict[str, Any]]
TASKS: list[dict[str, Any]]
SCHEMAS: dict[str, dict[str, Any]]
FUNCTIONS: dict[str, Callable[..., Any]]

def describe(about: dict[str, Any], is_long: bool) -> str: ...
'''


def _field_type(owner: str, field: str, schema: dict[str, Any]) -> str:
    name, schema = _api.resolve(schema)
    kinds = schema.get("type")
    if kinds == "array":
        inner = schema.get("items", {})
        return f"list[{_field_type(owner, field, inner)}]"
    if kinds == "object":
        return (name or _api.class_name(owner, field)) if schema.get("properties") else "dict[str, Any]"
    words = schema.get("enum")
    if words:
        return f"Literal[{', '.join(map(repr, words))}]"
    of = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
    plain = [of[one] for one in ([kinds] if isinstance(kinds, str) else kinds or []) if one in of]
    return " | ".join(plain) or "Any"


def _classes() -> str:
    lines: list[str] = []
    done: set[str] = set()

    def add(name: str, schema: dict[str, Any], base: str) -> None:
        if name in done:
            return
        done.add(name)
        for _, of, part in _api.each_record(name, schema):
            add(of, _api.resolve(part)[1], "Record")
        lines.append(f"\nclass {name}({base}):")
        for field, about in schema.get("properties", {}).items():
            lines.append(f"    {attribute_name(field)}: {_field_type(name, field, about)}")
        table = _api.main_table(schema)
        if base == "Answer" and table:
            lines.append(f"    def __iter__(self) -> Iterator[{_field_type(name, table, schema['properties'][table]['items'])}]: ...")
        elif not schema.get("properties"):
            lines.append("    ...")

    for one in [*_api.QUESTIONS, *_api.TASKS]:
        add(one["schema"], _api.SCHEMAS[one["schema"]], "Answer")
    return "\n".join(lines)


def _parameter(one: dict[str, Any]) -> str:
    kind = {"text": "Name | PathLike[str]", "count": "int", "number": "float", "flag": "bool", "size": "int | str"}.get(one["type"], "")
    if one["type"] == "choice":
        kind = f"Literal[{', '.join(map(repr, one['choices']))}]" + (" | bool" if "on" in one["choices"] else "")
    if one["repeatable"]:
        kind = f"{kind} | Iterable[{kind}]"
    name = attribute_name(one["name"])
    if one["required"]:
        return f"{name}: {kind}"
    default = _api.parameter_default(one)
    return f"{name}: {kind} = {default!r}" if default is not None else f"{name}: {kind} | None = None"


def _function(name: str, about: dict[str, Any], is_long: bool, first: str, result: str) -> str:
    places = [_parameter(one) for one in about["parameters"] if one["positional"]]
    named = [_parameter(one) for one in about["parameters"] if not one["positional"]]
    if is_long:
        named.append("progress: Progress = None")
    parts = ([first] if first else []) + places + (["*", *named] if named else [])
    indent = "    " if first else ""
    text = textwrap.indent(_api.describe(about, is_long).replace("\\", "\\\\"), indent + "    ").lstrip()
    return f'\n{indent}def {name}({", ".join(parts)}) -> {result}:\n{indent}    """{text}\n{indent}    """'


def _overload(about: dict[str, Any], parameter: dict[str, Any], choices: list[str], result: str) -> str:
    """The method for some values of a parameter; only for its default may that be left out."""
    only = parameter | {"choices": choices, "required": parameter["default"] not in choices}
    others = [only if one is parameter else one for one in about["parameters"]]
    text = _function(about["name"], about | {"parameters": others}, about["heavy"], "self", result)
    return "\n    @overload" + text


def stub() -> str:
    """The whole file."""
    lines = [_HEAD.replace("Iterable, Literal", "Iterable, Iterator, Literal, overload"), _classes(), "\nclass Questions:", "    _opened: Any"]
    for one in _api.QUESTIONS:
        if one["here"]:
            formats = [about for about in one["parameters"] if about["name"] == "format"]
            if not formats:
                lines.append(_function(one["name"], one, one["heavy"], "self", one["schema"]))
            for about in formats:  # a drawing is text
                lines.append(_overload(one, about, [about["default"]], one["schema"]))
                lines.append(_overload(one, about, [name for name in about["choices"] if name != about["default"]], "str"))
    for one in _api.TASKS:
        lines.append(_function(_api.function_name(one["name"]), one, True, "", one["schema"]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(stub())
