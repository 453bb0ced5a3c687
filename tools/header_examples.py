#!/usr/bin/env python3
"""The examples of header comments as C++ that a compiler checks.

    tools/header_examples.py ROOT OUTPUT

The first lines `//   code` before `#pragma once` are an example. Each becomes the body of a function in the header's own namespace,
after the declarations that tests/examples/given.txt has for it:

    [src/url/site.h]
    std::string host;

A header stands in given.txt, with nothing below its name where its example needs nothing; one that does not is not compiled.
Its #include lines go to the top. `given<T>()` is a T from somewhere. Nothing is run: what counts is that the example compiles.
"""

import pathlib
import re
import sys

HEAD = """// Made by tools/header_examples.py from the comments of headers.
namespace cocite {
template <class T>
T& given();
}  // namespace cocite
"""


def example_of(text):
    """The lines of code in the comment that opens a header."""
    lines = []
    for line in text.split("#pragma once")[0].splitlines():
        if line.startswith("//   "):
            lines.append(line[5:])
        elif lines:
            break
    return lines


def read_given(text):
    """{header: declarations}"""
    given, current = {}, None
    for line in text.splitlines():
        section = re.fullmatch(r"\[(.+)\]", line)
        if section:
            current = section[1]
            given[current] = []
        elif current is not None and not line.startswith("# "):
            given[current].append(line)
    return {header: "\n".join(lines).strip() for header, lines in given.items()}


def namespace_of(text):
    found = re.search(r"^namespace (cocite(?:::\w+)*) \{", text, re.MULTILINE)
    return found[1] if found else "cocite"


def statement(line):
    """An expression alone on a line is a statement too."""
    code = re.sub(r"\s*//.*$", "", line).rstrip()
    if not code or code.endswith((";", "{", "}", ",", "(", "&&", "||", "=", "?", ":")):
        return line
    return code + ";"


def function_of(number, header, text, given):
    body = "\n".join(statement(line) for line in example_of(text))
    include = header.removeprefix("include/").removeprefix("src/")
    spelled = f"<{include}>" if header.startswith("include/") else f'"{include}"'
    return (f"#include {spelled}\n",
            f"namespace {namespace_of(text)} {{\n"
            f"[[maybe_unused]] static Result<void> example_{number}() {{\n{given}\n"
            f'#line 1 "{header}: example"\n{body}\nreturn {{}};\n}}\n}}\n')


def generate(root):
    given = read_given((root / "tests/examples/given.txt").read_text(encoding="utf-8"))
    includes, functions, problems = [], [], []
    for number, (header, declarations) in enumerate(sorted(given.items())):
        path = root / header
        if not path.exists():
            problems.append(f"tests/examples/given.txt: {header} does not exist")
            continue
        text = path.read_text(encoding="utf-8")
        if not example_of(text):
            problems.append(f"{header}: has no example, but stands in tests/examples/given.txt")
            continue
        lines = declarations.splitlines()
        includes += [line + "\n" for line in lines if line.startswith("#include")]
        rest = "\n".join(line for line in lines if not line.startswith("#include"))
        include, function = function_of(number, header, text, rest)
        includes.append(include)
        functions.append(function)
    own = "#include <fstream>\n#include <iostream>\n#include <cocite/result.h>\n#include <cocite/engine.h>\n"
    return own + "".join(includes) + HEAD + "".join(functions), problems


def main(arguments):
    text, problems = generate(pathlib.Path(arguments[0]))
    for problem in problems:
        print(problem, file=sys.stderr)
    output = pathlib.Path(arguments[1])
    if not output.exists() or output.read_text(encoding="utf-8") != text:
        output.write_text(text, encoding="utf-8")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
