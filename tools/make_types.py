#!/usr/bin/env python3
"""Writes the types of the service's answers for the explorer, from the program's own description of them.

    cocite serve --openapi | tools/make_types.py explorer/src/lib/api.gen.ts
    cocite serve --openapi | tools/make_types.py --check explorer/src/lib/api.gen.ts

With --check nothing is written; the exit code is 1 if the file is not what would be written.
"""

import json
import sys

REFERENCE = "#/components/schemas/"
HEAD = "// What the service answers. Made by tools/make_types.py from the program's description; do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: dict) -> str:
    if "$ref" in schema:
        return schema["$ref"].removeprefix(REFERENCE)
    if "enum" in schema:
        return " | ".join(f"'{word}'" for word in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(PLAIN[one] for one in kind)
    if kind == "array":
        inner = type_of(schema.get("items", {}))
        if "maxItems" in schema and schema["maxItems"] == schema.get("minItems"):
            return f"[{', '.join([inner] * schema['maxItems'])}]"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object" and "properties" in schema:
        fields = "; ".join(f"{name}{'' if name in schema.get('required', []) else '?'}: {type_of(about)}"
                           for name, about in schema["properties"].items())
        return f"{{ {fields} }}"
    return PLAIN.get(kind, "Record<string, unknown>")


def answers_of(description: dict) -> list[str]:
    """The schemas that answers have, and what these refer to, in the order in which they are defined."""
    wanted: set[str] = set()

    def visit(part: object) -> None:
        if isinstance(part, list):
            for one in part:
                visit(one)
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix(REFERENCE)
            if name and name not in wanted:
                wanted.add(name)
                visit(description["components"]["schemas"][name])
            for one in part.values():
                visit(one)

    for route in description["paths"].values():
        for verb in route.values():
            visit(verb.get("responses", {}))
    return [name for name in description["components"]["schemas"] if name in wanted]


def types(description: dict) -> str:
    text = HEAD
    for name in answers_of(description):
        schema = description["components"]["schemas"][name]
        if "enum" in schema or "properties" not in schema:
            note = f" // {schema['description']}" if "description" in schema else ""
            text += f"\nexport type {name} = {type_of(schema)};{note}\n"
            continue
        text += f"\nexport interface {name} {{\n"
        for field, about in schema["properties"].items():
            kind = type_of(about)
            is_there = field in schema.get("required", [])
            note = f" // {about['description']}" if "description" in about else ""
            text += f"  {field}: {kind};{note}\n" if is_there else f"  {field}?: {kind} | undefined;{note}\n"
        text += "}\n"
    return text


def main(words: list[str]) -> int:
    is_check = "--check" in words
    names = [word for word in words if not word.startswith("--")]
    if len(names) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    made = types(json.load(sys.stdin))
    if not is_check:
        with open(names[0], "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    try:
        with open(names[0], encoding="utf-8") as file:
            is_fresh = file.read() == made
    except FileNotFoundError:
        is_fresh = False
    if not is_fresh:
        print(f"{names[0]} is stale: run  cocite serve --openapi | tools/make_types.py {names[0]}", file=sys.stderr)
    return 0 if is_fresh else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
