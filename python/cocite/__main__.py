"""The command line: ``python -m cocite related web.cocite www.example.com``."""

from __future__ import annotations

import sys

from . import _core


def main() -> int:
    return int(_core.run_program(["cocite", *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
