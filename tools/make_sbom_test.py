#!/usr/bin/env python3
import json
import pathlib
import re
import tempfile
import unittest

import make_sbom


class Sbom(unittest.TestCase):
    def test_has_packages_of_npm_that_are_not_for_development(self):
        with tempfile.TemporaryDirectory() as folder:
            lock = pathlib.Path(folder) / "package-lock.json"
            lock.write_text(json.dumps({"packages": {"": {"name": "x"}, "node_modules/@a/b": {"version": "1.2", "license": "MIT"},
                                                     "node_modules/c": {"version": "3.0", "dev": True}}}))
            (only,) = make_sbom.make("0.1", [], lock)["components"]
        self.assertEqual((only["purl"], only["licenses"]), ("pkg:npm/%40a/b@1.2", [{"expression": "MIT"}]))

    def test_names_what_setup_installs(self):
        setup = (make_sbom.ROOT / "scripts" / "setup").read_text()
        build = re.search(r"build\) echo (.*?)\n *#", setup, re.S).group(1).split()
        tools = {"build-essential", "ca-certificates", "libxgboost-dev"}  # XGBoost is loaded, not linked
        missing = {name for name in build if re.fullmatch(r"lib.*|.*-dev|publicsuffix", name)} - set(make_sbom.LIBRARIES) - tools
        self.assertEqual(missing, set())

    def test_is_the_same_twice_and_every_reference_is_there(self):
        first, second = make_sbom.make("0.1"), make_sbom.make("0.1")
        self.assertEqual(first, second)
        refs = [one["bom-ref"] for one in first["components"]]
        self.assertEqual(len(refs), len(set(refs)))
        self.assertEqual(first["dependencies"][0]["dependsOn"], refs)


if __name__ == "__main__":
    unittest.main()
