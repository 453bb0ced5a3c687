#!/usr/bin/env python3
"""Long lists over HTTP, part by part; and the description that clients are made from.

    tests/end_to_end/serve_lists_test.py --bin build/dev [unittest's options]
"""

import json
import urllib.parse

import running_service
from running_service import Base, Service, cocite, import_links, random_links, wait_for


def named_tables(answer):
    """The lists of an answer, without the fields of each."""
    return {name: value for name, value in answer.items() if isinstance(value, list) and name not in ("notes", "why", "with")}


class Lists(Base):
    def read(self, service, target, top):
        """All parts of a list, put together."""
        whole, parts, cursor = {}, 0, ""
        while True:
            answer = service.json(f"{target}&top={top}" + (f"&cursor={urllib.parse.quote(cursor)}" if cursor else ""))
            for name, rows in named_tables(answer).items():
                self.assertLessEqual(len(rows), top, (target, name))
                whole.setdefault(name, []).extend(rows)
            parts += 1
            cursor = answer.get("next", "")
            if not cursor:
                return whole, parts

    def test_lists_are_whole_whatever_the_size_of_their_parts(self):
        store = self.store("web", random_links(60, 3))
        hub = max(json.loads(cocite("rank", store, "--by", "indegree", "--top", "1", "--format", "json")),
                  key=lambda row: row["score"])["key"]
        page = urllib.parse.quote(hub)
        with Service([store]) as service:
            for target in ["/api/rank?by=pagerank", "/api/rank?by=indegree&on=pages", f"/api/links?page={page}&in=true",
                           f"/api/links?page={page}", f"/api/lli?page={page}", "/api/overview?seed=1"]:
                full = named_tables(service.json(f"{target}&top=1000"))
                self.assertNotIn("next", service.json(f"{target}&top=1000"), target)
                for top in (1, 7):
                    whole, parts = self.read(service, target, top)
                    self.assertEqual(whole, full, (target, top))
                    longest = max(map(len, full.values()))
                    self.assertEqual(parts, -(-longest // top), target)
            # Parts may differ in size, and a list begun somewhere goes on from there.
            full = service.json("/api/rank?by=pagerank&top=1000")["items"]
            first = service.json("/api/rank?by=pagerank&top=3")
            rest = service.json(f"/api/rank?by=pagerank&top=1000&cursor={first['next']}")
            self.assertEqual(first["items"] + rest["items"], full)
            self.assertEqual([row["rank"] for row in rest["items"]], list(range(4, len(full) + 1)))
            links = service.json(f"/api/links?page={page}&in=true&skip=1&top=1")
            again = service.json(f"/api/links?page={page}&in=true&skip=1&top=1&cursor={links['next']}")
            self.assertEqual([row["place"] for row in links["items"] + again["items"]], [2, 3])
            self.assertEqual(service.end(), 0)

    def refusal(self, service, target):
        status, _, body = service.get(target)
        told = json.loads(body)
        self.assertEqual((status, told["about"]), (400, "cursor"), (target, told))
        return told["detail"]

    def test_a_cursor_is_of_one_question_and_one_store(self):
        store = self.store("web", random_links(40, 4))
        with Service([store]) as service:
            cursor = service.json("/api/rank?by=pagerank&top=2")["next"]
            self.assertIn("of another question", self.refusal(service, f"/api/rank?by=indegree&top=2&cursor={cursor}"))
            self.assertIn("of another question", self.refusal(service, f"/api/overview?cursor={cursor}"))
            for nonsense in ("x", "1", "1.2", "-1.2.3", ".", "..", "1.2.3.4", "99999999999999999999.1.1", cursor[1:] + "0"):
                self.refusal(service, f"/api/rank?by=pagerank&cursor={nonsense}")
            # The same content written again is the same store; another content is not.
            import_links(store, random_links(40, 4))
            self.assertEqual(service.get(f"/api/rank?by=pagerank&cursor={cursor}")[0], 200)
            import_links(store, random_links(40, 5))
            wait_for(lambda: service.get(f"/api/rank?by=pagerank&cursor={cursor}")[0] != 200)  # the service has noticed
            self.assertIn("was replaced since this list was begun",
                          self.refusal(service, f"/api/rank?by=pagerank&top=2&cursor={cursor}"))
            self.assertEqual(service.end(), 0)


class Description(Base):
    """What programs that make clients choke on."""

    def test_every_operation_and_choice_has_a_name_of_its_own(self):
        with Service([self.store()]) as service:
            api = service.json("/openapi.json")
            schemas = api["components"]["schemas"]
            operations = [about for path in api["paths"].values() for about in path.values()]
            names = [about["operationId"] for about in operations]
            self.assertEqual(len(set(names)), len(names))
            for name in names:
                self.assertTrue(name.isidentifier(), name)

            def walk(schema, where):
                if isinstance(schema, list):
                    for number, one in enumerate(schema):
                        walk(one, f"{where}/{number}")
                if not isinstance(schema, dict):
                    return
                if schema.get("type") == "array":
                    self.assertIn("items", schema, where)
                # Words are described under a name, once; not where they are used.
                if "enum" in schema and isinstance(schema["enum"], list):
                    self.assertRegex(where, r"^components/schemas/\w+$")
                    self.assertEqual(len(set(schema["enum"])), len(schema["enum"]), where)
                if isinstance(schema.get("$ref"), str):
                    self.assertIn(schema["$ref"].removeprefix("#/components/schemas/"), schemas, where)
                for name, one in schema.items():
                    walk(one, f"{where}/{name}" if where else name)

            walk(api, "")
            folded = [name.lower() for name in schemas]
            self.assertEqual(len(set(folded)), len(folded), "names that differ in their letters' case only")
            self.assertEqual(service.end(), 0)


if __name__ == "__main__":
    running_service.main()
