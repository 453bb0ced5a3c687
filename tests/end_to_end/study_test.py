#!/usr/bin/env python3
"""Blind studies as owner and raters meet them: made, rated, killed, gone on with, counted, and kept blind.

    tests/end_to_end/study_test.py --bin build/dev [unittest's options]

Starts the real program on a free port of 127.0.0.1, with a small store that it makes itself.
"""

import hashlib
import json
import os
import random
import threading

import running_service
from running_service import Base, Service, cocite, random_links, try_cocite, wait_for

OWNER = "owner-token-of-the-tests"
METHODS = ["companion", "cocitation", "jaccard"]


def says_anything(name, choices):
    """An opinion as if by chance, of the page and the answer alone: items come in an order that is random in every study."""
    return lambda page, answer: choices[hashlib.sha256(f"{name} {page} {answer}".encode()).digest()[0] % len(choices)]


class Studies(Base):
    def setUp(self):
        super().setUp()
        self.web = self.store("web", random_links(400, 7) + "alone.example/\tlonely.example/\n")
        self.file = os.path.join(self.folder, "studies.sqlite")
        self.owner_file = os.path.join(self.folder, "owner")
        with open(self.owner_file, "w", encoding="ascii") as file:
            file.write(OWNER + "\n")

    def serve(self, *options):
        return Service([self.web], "--studies", self.file, "--owner-token-file", self.owner_file, *options)

    def call(self, service, method, target, who, body=None, status=200):
        """The answer of the service, as JSON where it is."""
        headers = {"Authorization": "Bearer " + who} if who else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        got, head, text = service.ask(method, target, body, headers)
        self.assertEqual(got, status, (method, target, text[:300]))
        self.assertEqual(head["Cache-Control"], "no-store")
        self.assertNotIn("Set-Cookie", head)
        return json.loads(text) if "json" in head["Content-Type"] else text.decode()

    def create(self, service, **more):
        study = {"title": "Which are alike?", "by": METHODS, "top": 6, "rater": ["ann", "bob", "eve"],
                 "page": [f"h{page % 97}.example/{page}" for page in (3, 50, 120, 200, 301, 333)] + ["lonely.example/"]}
        made = self.call(service, "POST", "/api/studies", OWNER, {**study, **more})
        return made, {rater["name"]: rater["link"].split("#r=")[1] for rater in made["raters"]}

    def rate(self, service, secret, item, value):
        return self.call(service, "POST", "/api/studies/rating", secret, {"item": item, "value": value})

    def rate_all(self, service, secret, opinion):
        """Every answer, as `opinion(url)` has it."""
        while (task := self.call(service, "GET", "/api/studies/task", secret))["place"] != 0:
            for item in task["items"]:
                self.rate(service, secret, item["item"], opinion(task["query"]["url"] + item["url"]))

    def test_ratings_survive_kill_9(self):
        with self.serve() as service:
            made, secrets = self.create(service)
            self.assertEqual((made["queries"], made["unanswered"]), (7, 1))
            before = self.call(service, "GET", "/api/studies/task", secrets["ann"])
            for number, item in enumerate(before["items"]):
                progress = self.rate(service, secrets["ann"], item["item"], "1")
                self.assertEqual(progress["rated"], number + 1)
                if number == 2:
                    break
            service.process.kill()
            service.process.wait()
        with self.serve() as service:
            after = self.call(service, "GET", "/api/studies/task", secrets["ann"])
            self.assertEqual([item["item"] for item in after["items"]], [item["item"] for item in before["items"]])
            self.assertEqual([item["value"] for item in after["items"]][:4], ["1", "1", "1", ""])
            self.assertEqual(after["progress"]["rated"], 3)

    def test_killed_while_rating_nothing_acknowledged_is_lost(self):
        with self.serve() as service:
            made, secrets = self.create(service)
            task = self.call(service, "GET", "/api/studies/task", secrets["ann"])
            told = {}

            def hammer():
                rng = random.Random(1)
                try:
                    while True:
                        item, value = rng.choice(task["items"])["item"], rng.choice("10-")
                        asked[0] = (item, value)
                        self.rate(service, secrets["ann"], item, value)
                        told[item] = value
                except (OSError, AssertionError, ValueError):
                    pass
                except Exception:  # the service died in the middle of an answer
                    pass

            asked = [None]
            thread = threading.Thread(target=hammer)
            thread.start()
            wait_for(lambda: not thread.is_alive() or len(told) >= len(task["items"]))
            service.process.kill()
            service.process.wait()
            thread.join()
        self.assertEqual(len(told), len(task["items"]))
        with self.serve() as service:
            place = task["place"]
            kept = self.call(service, "GET", f"/api/studies/task?place={place}", secrets["ann"])
            values = {item["item"]: item["value"] for item in kept["items"]}
            for item, value in told.items():
                # The last one may have been written without having been acknowledged.
                self.assertIn(values[item], {value} | ({asked[0][1]} if asked[0][0] == item else set()))

    def test_results_are_those_of_eval_on_the_exported_file(self):
        with self.serve() as service:
            made, secrets = self.create(service)
            for name, secret in secrets.items():
                rng = random.Random(name)
                likes = {}
                self.rate_all(service, secret, lambda pair: likes.setdefault(pair, rng.choice(["1", "1", "0", "-"])))
            target = f"study={made['study']}"
            results = self.call(service, "GET", f"/api/studies/results?{target}", OWNER)["results"]
            text = self.call(service, "GET", f"/api/studies/ratings?{target}", OWNER)
            self.assertIn("<html", self.call(service, "GET", f"/api/studies/results?{target}&format=html", OWNER))
        ratings = os.path.join(self.folder, "ratings.tsv")
        with open(ratings, "w", encoding="utf-8") as file:
            file.write(text)
        wanted = json.loads(cocite("eval", self.web, "--ratings", ratings, "--by", ",".join(METHODS), "--top", "6",
                                   "--quiet", "--format", "json"))
        leave_out = {"mean_ms", "median_ms", "p95_ms", "ms", "in_links", "nodes", "edges", "why_none", "title", "used"}
        for table in ["methods", "precision", "pairs", "overlap", "agreement", "queries"]:
            self.assertEqual(len(results[table]), len(wanted[table]), table)
            for got, line in zip(results[table], wanted[table]):
                for name in set(got) & set(line) - leave_out:
                    if isinstance(line[name], float):
                        self.assertAlmostEqual(got[name], line[name], 5, (table, name, got, line))
                    else:
                        self.assertEqual(got[name], line[name], (table, name, got, line))
        facts = {fact["name"]: fact["value"] for fact in results["facts"]}
        theirs = {fact["name"]: fact["value"] for fact in wanted["facts"]}
        for name in ["query_pages", "query_pages_that_no_method_answered", "raters", "judgements"]:
            self.assertEqual(facts[name], theirs[name], name)
        self.assertEqual(facts["query_pages_that_no_method_answered"], 1)
        self.assertEqual(len(results["agreement"]), 4)  # three pairs, and all

    def study_of_folders(self, opinions):
        """A store in which lists link to pages of all folders as it comes, a study of it whose raters think `opinions`, and
        its export as a file."""
        rng = random.Random(4)
        self.web = self.store("folders", "".join(
            f"http://web.example/list{number}\thttp://web.example/f{rng.randrange(6)}/p{rng.randrange(8)}\n"
            for number in range(60) for _ in range(8)))
        with self.serve() as service:
            made, secrets = self.create(service, by=["blend", "jaccard"], top=8, rater=list(opinions),
                                        page=[f"web.example/f{folder}/p{page}" for folder in range(6) for page in range(5)])
            for name, opinion in opinions.items():
                for place in range(1, made["queries"] - made["unanswered"] + 1):
                    task = self.call(service, "GET", f"/api/studies/task?place={place}", secrets[name])
                    for item in task["items"]:
                        self.rate(service, secrets[name], item["item"], opinion(task["query"]["url"], item["url"]))
            text = self.call(service, "GET", f"/api/studies/ratings?study={made['study']}", OWNER)
        ratings = os.path.join(self.folder, "ratings.tsv")
        with open(ratings, "w", encoding="utf-8") as file:
            file.write(text)
        return ratings

    def related(self, page):
        with self.serve() as service:
            status, _, text = service.ask("GET", f"/api/related?page={page}&top=5", None, {"Authorization": "Bearer " + OWNER})
            self.assertEqual(status, 200, text)
            return json.loads(text)

    def test_what_raters_said_tunes_the_store(self):
        def same_folder(page, answer):
            return "1" if page.split("/")[3] == answer.split("/")[3] else "0"

        ratings = self.study_of_folders({"ann": same_folder, "bob": same_folder, "eve": says_anything("eve", "10-")})
        before = self.related("web.example/f0/p0")
        self.assertNotIn("tuned", before)
        report = json.loads(cocite("tune", self.web, "--ratings", ratings, "--quiet", "--format", "json"))
        self.assertEqual((report["kept"], report["judged_by"], report["pages"]), (True, "ratings", 30), report["verdict"])
        after = self.related("web.example/f0/p0")
        self.assertIn("30 judged pages of ratings.tsv", after["tuned"])
        in_folder = [sum("/f0/" in item["url"] for item in answer["items"]) for answer in (before, after)]
        self.assertGreater(in_folder[1], in_folder[0])
        self.assertEqual(cocite("tune", self.web, "--forget").strip(), "forgotten: answers are as before")
        self.assertEqual(self.related("web.example/f0/p0")["items"], before["items"])
        # As the explorer saves + and -: the keys of the page and of the answer.
        lines = []
        for folder in range(6):
            for number in range(8):
                answer = json.loads(cocite("related", self.web, f"web.example/f{folder}/p{number}", "--top", "12", "--format", "json"))
                lines += [f"{answer['pages'][0]['key']}\t{item['key']}\t{int(f'/f{folder}/' in item['url'])}\n" for item in answer["items"]]
        marks = os.path.join(self.folder, "marks.tsv")
        with open(marks, "w", encoding="utf-8") as file:
            file.write("".join(lines))
        report = json.loads(cocite("tune", self.web, "--ratings", marks, "--trial", "--quiet", "--format", "json"))
        self.assertTrue(report["verdict"].startswith("would be kept"), report["verdict"])

    def test_raters_who_say_anything_change_nothing(self):
        ratings = self.study_of_folders({name: says_anything(name, "10") for name in ("max", "una")})
        before = self.related("web.example/f1/p1")
        report = json.loads(cocite("tune", self.web, "--ratings", ratings, "--quiet", "--format", "json"))
        self.assertFalse(report["kept"])
        self.assertIn("nothing was changed", report["verdict"])
        self.assertEqual(self.related("web.example/f1/p1"), before)

    def test_a_rater_can_do_nothing_else(self):
        with self.serve() as service:
            made, secrets = self.create(service)
            _, others = self.create(service, title="Another")
            theirs = self.call(service, "GET", "/api/studies/task", others["ann"])["items"][0]["item"]
            ann = secrets["ann"]
            study = made["study"]
            for target in ["/api/studies", f"/api/studies/results?study={study}", f"/api/studies/ratings?study={study}",
                           "/api/info", "/api/compare?page=h3.example/3", "/api/related?page=h3.example/3", "/metrics",
                           "/openapi.json", "/api/stores"]:
                self.call(service, "GET", target, ann, status=401)
            for target in ["/api/studies", "/api/studies/raters", "/api/studies/closed"]:
                self.call(service, "POST", target, ann, {"study": study, "rater": "mallory", "closed": True}, 401)
            self.call(service, "POST", "/api/studies/rating", ann, {"item": theirs, "value": "1"}, 404)
            for wrong in ["", "x", OWNER, ann[:-1], ann + "0", ann.upper() if ann.upper() != ann else "0" * 32]:
                self.call(service, "GET", "/api/studies/task", wrong, status=401)
                self.call(service, "POST", "/api/studies/rating", wrong, {"item": theirs, "value": "1"}, 401)
            for body in [b"", b"{", b"[1]", b"\xff\xfe", b'{"item": 1}', b'{"item": [], "value": "1"}', b"null",
                         b'{"item": "a", "value": "7"}', b'{"item": "a", "value": "1", "rater": "bob"}']:
                self.call(service, "POST", "/api/studies/rating", ann, body, 400)
            # Secrets are in no log: not in the address, and headers are not logged.
            service.end()
            self.assertFalse([line for line in service.lines if ann in line or OWNER in line])

    def test_nothing_tells_a_rater_which_method(self):
        with self.serve() as service:
            _, secrets = self.create(service)
            _, swapped = self.create(service, by=METHODS[::-1])
            pages = {}
            texts = []
            for who in [secrets["ann"], swapped["ann"]]:
                for place in range(1, 7):
                    status, head, text = service.ask("GET", f"/api/studies/task?place={place}", None,
                                                     {"Authorization": "Bearer " + who})
                    self.assertEqual(status, 200)
                    texts.append(text.decode() + str(head))
                    task = json.loads(text)
                    self.assertEqual({tuple(item) for item in task["items"]}, {("item", "page", "url", "title", "value")})
                    urls = {item["url"] for item in task["items"]}
                    # The same answers, whichever method is named first.
                    self.assertEqual(pages.setdefault(task["query"]["url"], urls), urls)
            for text in texts:
                for word in METHODS + ["rank", "score", "method"]:
                    self.assertNotIn(word, text.lower())

    def test_time_does_not_tell_either(self):
        """How long a rating takes has nothing to do with who found the answer: nothing is computed, the store is not even open."""
        with self.serve() as service:
            _, secrets = self.create(service, by=["cocitation", "simrank"], top=20)
        self.web = self.store()
        with self.serve() as service:
            self.rate_all(service, secrets["bob"], lambda _: "0")

    def test_a_deleted_study_leaves_nothing(self):
        with self.serve() as service:
            gone, gone_raters = self.create(service, title="Zwetschgen", rater=["wilhelmina"])
            kept, kept_raters = self.create(service)
            self.rate_all(service, gone_raters["wilhelmina"], lambda url: "1")
            self.rate_all(service, kept_raters["ann"], lambda url: "0")
            target = f"/api/studies?study={gone['study']}"
            for who in ["", gone_raters["wilhelmina"], kept_raters["ann"]]:
                self.call(service, "DELETE", target, who, status=401)
            left = self.call(service, "DELETE", target, OWNER)["studies"]
            self.assertEqual([study["study"] for study in left], [kept["study"]])
            self.assertEqual([rater["rated"] for rater in left[0]["raters"]], [kept["items"], 0, 0])
            self.call(service, "DELETE", target, OWNER, status=404)
            self.call(service, "GET", "/api/studies/task", gone_raters["wilhelmina"], status=401)
            for name in os.listdir(self.folder):  # the file, and what lies beside it while the service runs
                if name.startswith("studies.sqlite"):
                    with open(os.path.join(self.folder, name), "rb") as file:
                        data = file.read()
                    for word in ["Zwetschgen", "wilhelmina", gone_raters["wilhelmina"], gone["study"]]:
                        self.assertNotIn(word.encode(), data, name)
        with self.serve() as service:
            self.assertEqual(len(self.call(service, "GET", "/api/studies", OWNER)["studies"]), 1)

    def test_wrong_starts_are_refused_with_a_word(self):
        foreign = os.path.join(self.folder, "letter.txt")
        with open(foreign, "w", encoding="ascii") as file:
            file.write("Dear reader, these are no studies, and they stay as they are.\n" * 20)
        for options, word in {("--studies", foreign): "not a file of studies",
                              ("--studies", self.folder): "is a folder",
                              ("--studies", self.folder + "/no/where"): "cannot be opened",
                              ("--owner-token-file", self.owner_file): "--studies",
                              ("--studies", self.file, "--owner-token-file", self.owner_file, "--token-file",
                               self.owner_file): "clients' token"}.items():
            ended = try_cocite("serve", self.web, "--listen", "127.0.0.1:0", *options)
            self.assertNotEqual(ended.returncode, 0)
            self.assertIn(word, ended.stderr)
        with open(foreign, encoding="ascii") as file:
            self.assertTrue(file.read().startswith("Dear reader"))

    def test_a_token_is_made_where_none_is_given(self):
        with Service([self.web], "--studies", self.file) as service:
            line = next(line for line in service.lines if "owner's token" in line)
            self.call(service, "GET", "/api/studies", line.rsplit(" ", 1)[1].strip())
        with Service([self.web]) as service:
            status, _, text = service.get("/api/studies")
            self.assertEqual(status, 404)
            self.assertIn(b"file of studies", text)

    def test_a_full_disk_costs_only_what_came_last(self):
        wrapper = os.path.join(self.folder, "with_little_room")
        with open(wrapper, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\ntrap "" XFSZ\nulimit -f 1200\nexec "{running_service.PROGRAM}" "$@"\n')
        os.chmod(wrapper, 0o755)
        program, running_service.PROGRAM = running_service.PROGRAM, wrapper
        try:
            with self.serve() as service:
                _, secrets = self.create(service)
                body = json.dumps({"title": "More", "by": METHODS, "top": 100,
                                   "page": [f"h{page % 97}.example/{page}" for page in range(60)]})
                for made in range(100):
                    status, _, text = service.ask("POST", "/api/studies", body, {
                        "Authorization": "Bearer " + OWNER, "Content-Type": "application/json"})
                    if status != 200:
                        break
                self.assertEqual(status, 500)
                self.assertIn("what was kept before is safe", json.loads(text)["detail"])
                self.assertNotIn(self.folder, text.decode())
        finally:
            running_service.PROGRAM = program
        with self.serve() as service:
            self.assertEqual(len(self.call(service, "GET", "/api/studies", OWNER)["studies"]), made + 1)
            task = self.call(service, "GET", "/api/studies/task", secrets["ann"])
            self.rate(service, secrets["ann"], task["items"][0]["item"], "1")

    def test_two_services_share_a_file(self):
        with self.serve() as one, self.serve() as other:
            made, secrets = self.create(one)
            ann = threading.Thread(target=self.rate_all, args=(one, secrets["ann"], lambda _: "1"))
            ann.start()
            self.rate_all(other, secrets["bob"], lambda _: "0")
            ann.join()
            studies = self.call(other, "GET", "/api/studies", OWNER)["studies"]
            self.assertEqual([rater["rated"] for rater in studies[0]["raters"]], [made["items"], made["items"], 0])

    def test_making_one_is_ended_with_the_service(self):
        with self.serve("--drain-seconds", "1") as service:
            pages = [f"h{page % 97}.example/{page}" for page in range(200)]
            statuses = []

            def make():
                status, _, _ = service.ask("POST", "/api/studies", json.dumps(
                    {"title": "Long", "page": pages, "by": ["simrank", "blend", "hubfinder", "companion"], "top": 100}),
                    {"Authorization": "Bearer " + OWNER, "Content-Type": "application/json"})
                statuses.append(status)

            thread = threading.Thread(target=make)
            thread.start()
            wait_for(lambda: statuses or "making" in self.call(service, "GET", "/api/studies", OWNER))
            self.assertEqual(service.ask("GET", "/healthz")[0], 200)
            self.assertEqual(service.end(), 0)
            thread.join()
            self.assertIn(statuses[0], [200, 503])


if __name__ == "__main__":
    running_service.main()
