#!/usr/bin/env python3
"""The service as clients meet it: every route, stores that are replaced, load, the end.

    tests/end_to_end/serve_test.py --bin build/dev [unittest's options]

Starts the real program on a free port of 127.0.0.1, with small stores that it makes itself.
"""

import gzip
import json
import os
import pathlib
import re
import random
import shutil
import signal
import threading

import running_service
from running_service import FRUIT, Base, Service, cocite, import_links, random_links, receive_all, try_cocite, wait_for


class Answers(Base):
    def test_every_route_and_the_same_text_as_the_command_line(self):
        fruit = self.store()
        other = self.store("other", "x.example\ty.example\n")
        with Service([fruit, other]) as service:
            related = service.json("/api/related?page=www.apples.example&by=cocitation&why=2")
            self.assertEqual(related["items"][0]["key"], "example,pears,www)/")
            self.assertEqual(related["items"][0]["reasons"][0]["kind"], "parent")
            page = "www.apples.example"
            for target, command in {
                f"/api/related?page={page}&by=cocitation&why=2":
                    ["related", fruit, page, "--by", "cocitation", "--why", "2"],
                f"/api/explain?page={page}&answer=www.pears.example": ["explain", fruit, page, "www.pears.example"],
                f"/api/vicinity?page={page}": ["vicinity", fruit, page],
                f"/api/trace?page={page}": ["trace", fruit, page],
                f"/api/lli?page={page}": ["lli", fruit, page],
                f"/api/page?page={page}": ["page", fruit, page],
                f"/api/similar-sites?site={page}&top=3": ["similar-sites", fruit, page, "--top", "3"],
                f"/api/whats-related?page={page}": ["whats-related", fruit, page],
                "/api/methods": ["methods"],
                "/api/info": ["info", fruit],
            }.items():
                self.assertEqual(service.json(target), json.loads(cocite(*command, "--format", "json")), target)
            compare = service.json(f"/api/compare?page={page}&by=cocitation&by=companion")
            self.assertEqual([method["by"] for method in compare["methods"]], ["cocitation", "companion"])
            links = service.json("/api/links?page=blog.example.com/pie&top=1&skip=1")
            self.assertEqual((links["total"], links["items"][0]["place"], links["items"][0]["url"]),
                             (3, 2, "http://www.pears.example/"))
            rows = json.loads(cocite("links", fruit, "blog.example.com/pie", "--format", "json"))
            self.assertLessEqual(set(rows[0]), set(links["items"][0]))
            self.assertEqual(service.json("/api/rank?by=indegree&top=1")["items"][0]["score"], 2)
            self.assertEqual(service.json("/api/complete?prefix=www.ap")["items"][0]["url"], "http://www.apples.example/")
            self.assertEqual(service.json("/api/complete?prefix=www.apples.example/so")["items"][0]["key"],
                             "example,apples,www)/sorts")
            self.assertEqual([one["name"] for one in service.json("/api/stores")["stores"]], ["fruit", "other"])
            self.assertEqual(service.json("/api/info?store=other")["pages"], 2)
            self.assertIn("paths", service.json("/openapi.json"))
            self.assertEqual(service.get("/healthz")[2], b"ok\n")
            self.assertIn(b"<html", service.get("/")[2])
            self.assertIn(b"<html", service.get(f"/?view=map&page={page}")[2])
            self.assertEqual(service.get("/?view=map&page=a.example")[0], 404)
            self.assertEqual(service.get("/some/view?page=a.example")[0], 404)
            self.assertIn(b"<graphml", service.get(f"/api/vicinity?page={page}&format=graphml")[2])
            self.assertEqual(service.end(), 0)
            self.assertTrue(any("GET /api/related?page=www.apples.example" in line for line in service.lines))
            self.assertTrue(any("every request was answered" in line for line in service.lines))

    def test_http_as_it_should_be(self):
        with Service([self.store()]) as service:
            target = "/api/related?page=www.apples.example&by=cocitation"
            _, headers, body = service.get(target)
            self.assertEqual(int(headers["Content-Length"]), len(body))
            self.assertEqual(service.get(target, If_None_Match=headers["ETag"])[0], 304)
            status, head, nothing = service.ask("HEAD", target)
            self.assertEqual((status, head["Content-Length"], nothing), (200, headers["Content-Length"], b""))
            plain = service.get("/api/methods")[2]
            _, packed, body = service.get("/api/methods", Accept_Encoding="gzip")
            self.assertEqual((packed["Content-Encoding"], gzip.decompress(body)), ("gzip", plain))
            status, _, body = service.ask("POST", "/api/related", json.dumps(
                {"page": ["www.apples.example"] * 500, "by": "cocitation"}), {"Content-Type": "application/json"})
            self.assertEqual((status, len(json.loads(body)["pages"])), (200, 500))
            for method, path, wanted in [("PUT", "/api/info", 405), ("POST", "/api/info", 405), ("POST", "/", 405),
                                         ("GET", "/api/unknown", 404), ("BREW", "/api/info", 405)]:
                status, headers, body = service.ask(method, path)
                self.assertEqual(status, wanted, (method, path))
                self.assertEqual(headers["Content-Type"], "application/problem+json")
                self.assertEqual(json.loads(body)["status"], wanted)
            # One connection, many requests; and several sent at once.
            connection = service.connection()
            for _ in range(50):
                connection.request("GET", "/healthz")
                self.assertEqual(connection.getresponse().read(), b"ok\n")
            connection.close()
            one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            self.assertEqual(service.raw(one * 20 + last).count(b"HTTP/1.1 200 OK"), 21)
            self.assertIn(b"Connection: close", service.raw(b"GET /healthz HTTP/1.0\r\n\r\n"))
            body = b'{"page": "www.apples.example"}'
            with service.socket() as client:
                client.sendall(b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body))
                self.assertIn(b"100 Continue", client.recv(1000))
                client.sendall(body)
                self.assertIn(b"200 OK", receive_all(client))

    def test_messages_are_those_of_the_command_line(self):
        fruit = self.store()
        with Service([fruit]) as service:
            for target, command in {
                "/api/page?page=absent.example": ["page", fruit, "absent.example"],
                "/api/related?page=flour.example/types/405&by=simrank&iterations=0":
                    ["related", fruit, "flour.example/types/405", "--by", "simrank", "--iterations", "0"],
                "/api/related?page=www.apples.example&by=jaccard&sigma=3":
                    ["related", fruit, "www.apples.example", "--by", "jaccard", "--sigma", "3"],
            }.items():
                said = try_cocite(*command).stderr.strip()
                # Each spells options as its users write them.
                said = re.sub(r"--([\w-]+):", r"\1:", said)
                said = re.sub(r"--([\w-]+) (\w+)", r"\1=\2", said)
                _, _, body = service.get(target)
                self.assertEqual("cocite: " + json.loads(body)["detail"].removeprefix("page: "), said)

    def test_who_may_ask(self):
        token = os.path.join(self.folder, "token")
        pathlib.Path(token).write_text("a-token-of-some-length\n")
        with Service([self.store()], "--token-file", token, "--cors", "https://www.example.com") as service:
            self.assertEqual(service.get("/api/info")[0], 401)
            status, headers, _ = service.get("/api/info", Authorization="Bearer a-token-of-some-length",
                                             Origin="https://www.example.com")
            self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (200, "https://www.example.com"))
            self.assertEqual(service.get("/", Host="evil.example")[0], 421)
        pathlib.Path(token).write_text("short\n")
        failed = try_cocite("serve", self.store(), "--token-file", token)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("can be guessed", failed.stderr)
        with Service([self.store()], "--rate", "1", "--access-log", "off") as service:
            statuses = [service.get("/api/info")[0] for _ in range(20)]
            self.assertEqual(set(statuses), {200, 429})
            self.assertFalse(any("GET" in line for line in service.lines))

    def test_health_checks_need_no_other_program(self):
        with Service([self.store()]) as service:
            cocite("serve", "--is-ready", "--listen", f"127.0.0.1:{service.port}")
            port = service.port
        done = try_cocite("serve", "--is-ready", "--listen", f"127.0.0.1:{port}")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no service answers", done.stderr)

    def test_wrong_starts_are_refused_with_a_word(self):
        fruit = self.store()
        for arguments, message in [(["nowhere.cocite"], "nowhere.cocite"),
                                   ([fruit, fruit], "would both be called 'fruit'"),
                                   ([fruit, "--listen", "somewhere"], "is not an address and a port"),
                                   ([fruit, "--listen", "127.0.0.1:99999"], "is not an address and a port")]:
            failed = try_cocite("serve", *arguments)
            self.assertEqual(failed.returncode, 1, arguments)
            self.assertIn(message, failed.stderr)
        with Service([fruit]) as service:
            failed = try_cocite("serve", fruit, "--listen", f"127.0.0.1:{service.port}")
            self.assertEqual(failed.returncode, 1)
            self.assertIn("try another port", failed.stderr)


class Stores(Base):
    def test_a_store_is_replaced_under_load_and_no_request_fails(self):
        fruit = self.store()
        texts = [FRUIT, FRUIT + "www.apples.example/\tcider.example/\n"]
        failures, answered = [], [0] * 4
        is_over = threading.Event()
        with Service([fruit], "--cache", "1M") as service:
            def load(which):
                connection = service.connection()
                pages = ["www.apples.example", "www.pears.example", "blog.example.com/pie"]
                number = 0
                while not is_over.is_set():
                    number += 1
                    target = f"/api/links?page={pages[number % 3]}&in={['true', 'false'][number % 2]}&skip={number % 50}"
                    try:
                        connection.request("GET", target)
                        response = connection.getresponse()
                        body = response.read()
                        if response.status != 200:
                            failures.append((target, response.status, body))
                    except OSError as error:
                        failures.append((target, repr(error)))
                        connection = service.connection()
                    answered[which] += 1
            threads = [threading.Thread(target=load, args=(i,)) for i in range(4)]
            for thread in threads:
                thread.start()
            for round_number in range(6):
                import_links(fruit, texts[(round_number + 1) % 2])
                if round_number % 2 == 0:
                    service.process.send_signal(signal.SIGHUP)
                wanted = round_number + 1
                wait_for(lambda: service.metric("cocite_store_swaps_total") >= wanted, "the new store")
                pages = [7, 8][(round_number + 1) % 2]
                self.assertEqual(service.json("/api/info")["pages"], pages)
            cocite("rank", fruit, "--by", "pagerank", "--save", "--top", "0", "--quiet")
            wait_for(lambda: service.json("/api/rank?by=pagerank")["column"] == "pagerank", "the new column")
            self.assertTrue(service.json("/api/page?page=www.apples.example")["columns"])
            wait_for(lambda: sum(answered) > 200 or failures)
            is_over.set()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])
            # A store that goes away, or is damaged, leaves the old one in its place.
            shutil.rmtree(fruit)
            os.mkdir(fruit)
            pathlib.Path(fruit, "manifest").write_text("nonsense")
            wait_for(lambda: service.metric("cocite_store_failures_total") >= 1)
            self.assertEqual(service.get("/api/links?page=www.apples.example")[0], 200)

    def test_columns_are_asked_for_and_large_ranks_are_refused(self):
        with Service([self.store()], "--rank-links", "3") as service:
            status, _, body = service.get("/api/rank?by=hubrank")
            self.assertEqual(status, 422)
            self.assertIn("by=hubrank save", json.loads(body)["detail"])
            self.assertEqual(service.get("/api/related?page=www.apples.example&by=hubfinder")[0], 422)


class Load(Base):
    def test_overload_is_refused_and_over_soon(self):
        web = self.store("web", random_links(3000, 5))
        with Service([web], "--threads", "1", "--queue", "4", "--cache", "0", "--access-log", "off") as service:
            statuses, others = {}, []
            lock = threading.Lock()

            def load(seed):
                rng = random.Random(seed)
                connection = service.connection()
                for _ in range(25):
                    page = rng.randrange(3000)
                    connection.request("GET", f"/api/compare?page=h{page % 97}.example/{page}")
                    response = connection.getresponse()
                    body = response.read()
                    with lock:
                        statuses[response.status] = statuses.get(response.status, 0) + 1
                        if response.status == 503 and int(response.headers["Retry-After"]) < 1:
                            others.append(body)
                        if response.status not in (200, 503):
                            others.append((response.status, body))
            threads = [threading.Thread(target=load, args=(i,)) for i in range(24)]
            for thread in threads:
                thread.start()
            # Light requests are answered or refused; health checks are always answered.
            self.assertEqual(service.get("/healthz")[0], 200)
            for thread in threads:
                thread.join()
            self.assertEqual(others, [])
            self.assertGreater(statuses[200], 0)
            self.assertGreater(statuses[503], 0)
            self.assertGreater(service.metric("cocite_refused_total"), 0)
            wait_for(lambda: service.get("/api/related?page=h0.example/0&by=cocitation")[0] == 200, "its recovery")
            answer = service.json("/api/related?page=h0.example/0&by=cocitation&top=7")
            self.assertEqual((answer["notes"], answer["complete"]), ([], True))

    def test_sigterm_answers_what_was_asked(self):
        web = self.store("web", random_links(3000, 6))
        with Service([web], "--threads", "2", "--cache", "0") as service:
            idle = service.socket()
            clients = []
            for page in range(8):
                client = service.socket()
                client.sendall(f"GET /api/compare?page=h{page}.example/{page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                clients.append(client)
            wait_for(lambda: service.metric("cocite_running") + service.metric("cocite_waiting") >= 1 or
                     service.metric("cocite_requests_total") >= 8)
            service.process.send_signal(signal.SIGTERM)
            answers = [receive_all(client) for client in clients]
            for answer in answers:
                self.assertRegex(answer[:20], rb"HTTP/1.1 (200|503) ")
            self.assertTrue(any(answer.startswith(b"HTTP/1.1 200") for answer in answers))
            self.assertEqual(receive_all(idle), b"")
            self.assertEqual(service.process.wait(20), 0)
            with self.assertRaises(OSError):
                service.socket()
            service.reader.join()
            self.assertTrue(any("every request was answered" in line for line in service.lines), service.lines)


if __name__ == "__main__":
    running_service.main()
