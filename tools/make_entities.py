#!/usr/bin/env python3
"""Writes src/html/entities.inc: the named character references of the HTML standard.

    tools/make_entities.py > src/html/entities.inc

The names and code points come from Python's html.entities.html5. A name that the standard also
takes without its semicolon ("&copy") is marked; every such name exists with a semicolon too.
"""

import html.entities
import textwrap


def main():
    table = html.entities.html5
    names = sorted(name[:-1] for name in table if name.endswith(";"))
    assert all(name.rstrip(";") in names for name in table)
    blob = "".join(names)
    print("// Written by tools/make_entities.py; do not edit.")
    print("// clang-format off")
    print(f"inline constexpr size_t kEntityCount = {len(names)};")
    print(f"inline constexpr size_t kLongestEntity = {max(map(len, names))};")
    longest_legacy = max(len(n) for n in table if not n.endswith(";"))
    print(f"inline constexpr size_t kLongestLegacyEntity = {longest_legacy};")
    print("// All names, one after the other, in bytewise order.")
    print("inline constexpr char kEntityNames[] =")
    for i in range(0, len(blob), 96):
        end = ";" if i + 96 >= len(blob) else ""
        print(f'    "{blob[i:i + 96]}"{end}')
    print("// {end of the name in kEntityNames, fine without ';', first code point, second or 0}")
    print("inline constexpr Entity kEntities[kEntityCount] = {")
    rows, end = [], 0
    for name in names:
        end += len(name)
        points = [ord(c) for c in table[name + ";"]] + [0]
        legacy = 1 if name in table else 0
        rows.append("{%d,%d,0x%X,0x%X}," % (end, legacy, points[0], points[1]))
    print(textwrap.fill(" ".join(rows), 98, initial_indent="    ", subsequent_indent="    "))
    print("};")
    print("// Entities whose name starts with letter i of A..Za..z: from kEntityStart[i] on.")
    letters = [chr(c) for c in list(range(65, 91)) + list(range(97, 123))]
    starts = [sum(1 for n in names if n[0] < letter) for letter in letters] + [len(names)]
    print("inline constexpr uint16_t kEntityStart[53] = {")
    print(textwrap.fill(", ".join(map(str, starts)), 98, initial_indent="    ",
                        subsequent_indent="    "))
    print("};")
    print("// clang-format on")


if __name__ == "__main__":
    main()
