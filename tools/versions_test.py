#!/usr/bin/env python3
"""Every file that names the version names the same one."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
JSON_FILES = ["explorer/package.json", "explorer/package-lock.json", "packaging/extension/manifest.json", "packaging/server.json"]


class Versions(unittest.TestCase):
    def test_they_agree(self):
        version = re.search(r"project\(cocite VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
        for name in JSON_FILES:
            self.assertEqual(json.loads((ROOT / name).read_text(encoding="utf-8"))["version"], version, name)
        server = json.loads((ROOT / "packaging/server.json").read_text(encoding="utf-8"))
        self.assertEqual([package["version"] for package in server["packages"]], [version])
        self.assertIn(f"\nversion: {version}\n", (ROOT / "CITATION.cff").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
