"""A question that tools/new_question.py wrote, found everywhere with no other file touched.

    new_question_test.py --program build/dev/tests/cocite_toy
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import running_service
from running_service import FRUIT, Service, cocite, import_links

TREE = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = "blog.example.com/pie"


class NewQuestion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.store = str(pathlib.Path(folder.name) / "fruit.cocite")
        import_links(cls.store, FRUIT)
        cls.openapi = cocite("serve", "--openapi")

    def made(self, tool, page):
        """What a tool makes of the description of the service."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "made"
            path.write_text(page)
            subprocess.run([sys.executable, "-B", TREE / "tools" / tool, path], input=self.openapi, text=True, check=True)
            return path.read_text()

    def test_on_the_command_line(self):
        self.assertIn("\n  toy ", cocite("--help"))
        self.assertIn("cocite toy web.cocite www.example.com/a --top 20", cocite("toy", "--help"))
        lines = cocite("toy", self.store, PAGE, "--top", "2", "--format", "tsv").splitlines()
        self.assertEqual(lines[:3], ["# page com,example,blog)/pie", "# total 3", "place\tkey\turl\ttitle"])
        self.assertEqual(len(lines), 5)
        self.assertEqual(lines[3].split("\t")[1], "example,apples,www)/")

    def test_over_http(self):
        shown = json.loads(cocite("toy", self.store, PAGE, "--format", "json"))
        with Service([self.store]) as service:
            answer = service.json(f"/api/toy?page={PAGE}")
            self.assertEqual(service.get("/api/toy?page=absent.example")[0], 404)
            self.assertEqual(service.get(f"/api/toy?page={PAGE}&tpo=3")[0], 400)
        self.assertEqual(answer, shown)
        self.assertEqual(answer["total"], 3)

    def test_in_the_description_the_types_and_the_docs(self):
        described = json.loads(self.openapi)
        self.assertIn("page", [one["name"] for one in described["paths"]["/api/toy"]["get"]["parameters"]])
        self.assertEqual(list(described["components"]["schemas"]["Toy"]["properties"]), ["page", "total", "links"])
        self.assertIn("export interface Toy {", self.made("make_types.py", ""))
        rows = self.made("make_rows.py", "<!-- routes -->\n<!-- end of routes -->\n")
        self.assertIn("| `GET /api/toy` | what it answers, in a few words | `page`, `top` (10) | `Toy` |", rows)
        self.assertIn("`links: [LinksItem]` (the first of them)", rows)


if __name__ == "__main__":
    place = sys.argv.index("--program")
    running_service.PROGRAM = sys.argv[place + 1]
    del sys.argv[place:place + 2]
    unittest.main()
