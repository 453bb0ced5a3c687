#!/usr/bin/env python3
"""Writes the tables of routes and types in docs/api.md, from the program's own description of the service.

    cocite serve --openapi | tools/make_rows.py docs/api.md
    cocite serve --openapi | tools/make_rows.py --check docs/api.md

They stand between the lines <!-- routes --> and <!-- end of routes -->. With --check nothing is written; the exit code is 1 if
the file is not what would be written.
"""

import json
import sys

REFERENCE = "#/components/schemas/"
BEGIN, END = "<!-- routes -->\n", "<!-- end of routes -->\n"
EVERYWHERE = ("store", "on", "mirrors")  # described once, above the table
LISTED = 5  # choices, at most
PAGE = ("key", "url", "title", "called")


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def parameter_text(parameter: dict, choices: dict) -> str:
    schema = parameter["schema"]
    default = schema.get("default")
    words = words_of(parameter, choices)
    notes = []
    if schema.get("type") == "array":
        notes.append("repeatable")
    if default not in (None, "", False, 0):
        notes.append(json.dumps(default).strip('"'))
    text = f"`{parameter['name']}`"
    if words and len(words) <= LISTED:
        text += " " + "|".join(words)
    return text + (f" ({', '.join(notes)})" if notes else "")


def words_of(parameter: dict, choices: dict) -> list:
    schema = parameter["schema"]
    words = schema.get("enum")
    for part in schema.get("allOf", [schema.get("items", {}), schema]):
        if "$ref" in part:
            words = choices[part["$ref"].removeprefix(REFERENCE)].get("enum")
    return words or []


def parameters_text(parameters: list, choices: dict) -> str:
    own = [parameter for parameter in parameters if parameter["name"] not in EVERYWHERE
           and not (parameter["name"] == "format" and "csv" in words_of(parameter, choices))]
    shown = []
    for place, parameter in enumerate(own):
        shown.append(parameter_text(parameter, choices))
        if parameter["name"] == "budget_ms" and place + 1 < len(own):  # what follows is of methods
            shown.append("parameters of the method")
            break
    return ", ".join(shown)


def type_of(schema: dict) -> str:
    if "$ref" in schema:
        return schema["$ref"].removeprefix(REFERENCE)
    if schema.get("type") == "array":
        inner = type_of(schema.get("items", {}))
        return f"[{inner}]"
    kind = schema.get("type")
    return "number" if isinstance(kind, list) else {"integer": "number", "string": "text"}.get(kind, kind or "")


def fields_text(schema: dict) -> str:
    """Its fields; simple ones without their type, a question mark where a field may be missing."""
    shown = []
    for name, about in schema.get("properties", {}).items():
        kind = type_of(about)
        text = name + ("" if name in schema.get("required", []) else "?")
        text = f"`{text}: {kind}`" if kind.strip("[]")[:1].isupper() or kind.startswith("[") else f"`{text}`"
        is_page = all(part in schema["properties"] for part in PAGE) and name in PAGE and len(schema["properties"]) > len(PAGE)
        if "description" in about and not is_page:  # PageRef says it
            text += f" ({about['description']})"
        shown.append(text)
    return ", ".join(shown)


def names_in(schema: dict) -> list:
    found = []
    if isinstance(schema, dict):
        if "$ref" in schema:
            found.append(schema["$ref"].removeprefix(REFERENCE))
        for value in schema.values():
            found += names_in(value)
    elif isinstance(schema, list):
        for value in schema:
            found += names_in(value)
    return found


def rows(description: dict) -> str:
    schemas = description["components"]["schemas"]
    lines = ["| route | what | parameters (defaults) | answer |", "|---|---|---|---|"]
    wanted = []
    for path, methods in description["paths"].items():
        about = methods.get("get")
        if about is None or not path.startswith("/api/") or path.startswith("/api/studies"):
            continue
        content = about["responses"]["200"]["content"].get("application/json", {})
        name = type_of(content.get("schema", {}))
        parts = (f"`GET {path}`", about["summary"], parameters_text(about.get("parameters", []), schemas), f"`{name}`")
        lines.append("| " + " | ".join(cell(part) for part in parts) + " |")
        wanted.append(name)
    lines += ["", "| type | fields |", "|---|---|"]
    done = set()
    while wanted:
        name = wanted.pop(0)
        if name in done or name not in schemas:
            continue
        done.add(name)
        schema = schemas[name]
        wanted += names_in(schema)
        text = fields_text(schema)
        if "enum" in schema:
            text = ", ".join(f"`{word}`" for word in schema["enum"])
        if "description" in schema:
            text += f": {schema['description']}"
        lines.append(f"| `{name}` | {cell(text)} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        page = file.read()
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    made = before + BEGIN + "\n" + rows(json.load(sys.stdin)) + "\n" + END + after
    if made == page:
        return 0
    if "--check" in sys.argv:
        print(f"{arguments[0]} is out of date: cocite serve --openapi | tools/make_rows.py {arguments[0]}", file=sys.stderr)
        return 1
    with open(arguments[0], "w", encoding="utf-8") as file:
        file.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
