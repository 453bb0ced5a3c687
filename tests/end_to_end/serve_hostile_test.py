#!/usr/bin/env python3
"""The service and clients that mean no good: nonsense, silence, endless bodies, very many of them.

    tests/end_to_end/serve_hostile_test.py --bin build/dev [unittest's options]
"""

import os
import random
import socket
import urllib.parse

import running_service
from running_service import Base, Service, receive_all, wait_for


class HostileClients(Base):
    def test_what_is_no_request_is_refused(self):
        with Service([self.store()], "--idle-seconds", "2") as service:
            head = b"GET /api/info HTTP/1.1\r\nHost: localhost\r\n"
            for data, status in [
                (b"GET /" + b"a" * 40000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
                (b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
                (head + b"X: " + b"a" * 70000 + b"\r\n\r\n", 431),
                (head + b"".join(b"X%d: y\r\n" % i for i in range(20000)), 431),
                (b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n", 413),
                (b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                 + (b"10000\r\n" + b"x" * 65536 + b"\r\n") * 40, 413),
                (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
                (b"GET / HTTP/1.1\r\n\r\n", 400),
                (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
                (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(64) + b"\r\n\r\n", 400),
                (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
                (b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
                (b"\r\n\r\n\r\nnonsense\r\n\r\n", 400),
                (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n", 400),
            ]:
                answer = service.raw(data)
                self.assertTrue(answer.startswith(b"HTTP/1.1 %d " % status), (data[:60], answer[:200]))
                self.assertIn(b"application/problem+json", answer)
            self.assertEqual(service.get("/api/info")[0], 200)

    def test_nothing_that_a_client_sends_grows_without_bound(self):
        """Extensions of chunks, trailers, fields: refused at their limits, and of a body that may not be sent nothing is read."""
        token = os.path.join(self.folder, "token")
        with open(token, "w") as file:
            file.write("0123456789abcdef")
        chunked = b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer 0123456789abcdef\r\n" \
                  b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        with Service([self.store()], "--token-file", token) as service:
            before = service.memory_bytes()
            for data in (b"3;" + b"a" * (8 << 20), b"3;a=\"" + b"b" * (8 << 20), b"0\r\nX: " + b"a" * (8 << 20),
                         b"0\r\n" + b"a: b\r\n" * (1 << 20), b"1;a=b\r\nx\r\n" * (1 << 20)):
                answer = service.raw(chunked + data)
                self.assertTrue(answer.startswith(b"HTTP/1.1 431 "), (data[:60], answer[:200]))
            self.assertIn(b"HTTP/1.1 431 ", service.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * 5000 + b"\r\n"))
            # Without the token the head is enough.
            head = b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n"
            self.assertTrue(service.raw(head).startswith(b"HTTP/1.1 401 "))
            self.assertTrue(service.raw(chunked.replace(b"Bearer 0", b"Bearer 1") + b"3;").startswith(b"HTTP/1.1 401 "))
            for path, status in ((b"/api/info", b"405"), (b"/healthz", b"405"), (b"/nowhere", b"404")):
                self.assertIn(b"HTTP/1.1 " + status, service.raw(
                    b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer 0123456789abcdef\r\n"
                    b"Content-Length: 1000000\r\n\r\n"))
            # 60 MB were sent; a few are taken by threads that were not there before.
            self.assertLess(service.memory_bytes() - before, 40 << 20)
            status, _, body = service.get("/api/info", Authorization="Bearer 0123456789abcdef")
            self.assertEqual(status, 200, body)

    def test_no_request_hides_in_the_body_of_another(self):
        """RFC 9112 6.3: where two readers could see two lengths, nothing behind the head is read, and the connection ends."""
        inner = b"GET /api/stores HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with Service([self.store()], "--idle-seconds", "3600") as service:  # what is closed is not closed for silence
            for version, fields in [
                (b"1.1", b"Transfer-Encoding: xchunked"),
                (b"1.1", b"Transfer-Encoding: identity"),
                (b"1.1", b"Transfer-Encoding: gzip"),
                (b"1.1", b"Transfer-Encoding: gzip, chunked"),
                (b"1.1", b"Transfer-Encoding:"),
                (b"1.1", b"Transfer-Encoding: \"chunked\""),
                (b"1.1", b"Transfer-Encoding: chunked, identity"),
                (b"1.1", b"Transfer-Encoding: chunked, chunked"),
                (b"1.1", b"Transfer-Encoding: chunked;x=1"),
                (b"1.1", b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"),
                (b"1.1", b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked"),
                (b"1.1", b"Transfer-Encoding: chunked\r\nContent-Length: 5"),
                (b"1.1", b"Content-Length: 5\r\nTransfer-Encoding: chunked"),
                (b"1.1", b"Content-Length: 5\r\nTransfer-Encoding: xchunked"),
                (b"1.1", b"Transfer-Encoding: identity\r\nContent-Length: 5"),
                (b"1.1", b"Transfer-Encoding : chunked"),
                (b"1.1", b"Content-Length: 0\r\nContent-Length: 5"),
                (b"1.1", b"Content-Length: 0, 5"),
                (b"1.1", b"Content-Length: +0"),
                (b"1.0", b"Connection: keep-alive\r\nTransfer-Encoding: chunked"),
            ]:
                for method in (b"GET", b"POST"):
                    answer = service.raw(method + b" /api/info HTTP/" + version + b"\r\nHost: localhost\r\n" + fields +
                                         b"\r\n\r\n0\r\n\r\n" + inner)
                    self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), (fields, answer[:200]))
                    self.assertEqual(answer.count(b"HTTP/1.1 "), 1, (fields, answer))
                    self.assertIn(b"Connection: close", answer)
            # As it should be: in any spelling of the word, several requests in a row.
            chunked = b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" \
                      b"Transfer-Encoding:  Chunked \r\n\r\n1e\r\n" + b'{"page": "www.apples.example"}' + b"\r\n0\r\n\r\n"
            last = inner.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            self.assertEqual(service.raw(chunked + inner + last).count(b"HTTP/1.1 200 "), 3)

    def test_an_empty_line_before_a_request_is_passed_over(self):
        one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        last = one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        with Service([self.store()]) as service:
            # Some old clients end a body with one.
            self.assertEqual(service.raw(b"\r\n" + one + b"\r\n" + last).count(b"HTTP/1.1 200 "), 2)
            with service.socket() as client:
                for byte in b"\r\n" + last:
                    client.sendall(bytes([byte]))
                self.assertIn(b"HTTP/1.1 200 ", receive_all(client))
            self.assertIn(b"HTTP/1.1 400 ", service.raw(b"\r\n" * 3 + last))
            self.assertIn(b"HTTP/1.1 400 ", service.raw(b"\r" + last))

    def test_whole_addresses_are_requests_too(self):
        """RFC 9112 3.2.2: with a whole address Host says nothing."""
        def ask(target, host=b"localhost"):
            return service.raw(b"GET " + target + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        with Service([self.store()]) as service:
            for target in (b"http://localhost/healthz", b"HTTP://LocalHost:80/healthz", b"http://127.0.0.1/healthz?x=1",
                           b"https://[::1]:8443/healthz"):
                self.assertIn(b"HTTP/1.1 200 ", ask(target), target)
            self.assertIn(b"<html", ask(b"http://localhost"))
            self.assertIn(b"<html", ask(b"http://localhost?view=map"))
            self.assertIn(b"HTTP/1.1 200 ", ask(b"http://localhost/healthz", host=b"evil.example"))
            for target in (b"http://evil.example/healthz", b"http://localhost@evil.example/healthz",
                           b"http://localhost:80@evil.example/healthz", b"http:///healthz"):
                self.assertIn(b"HTTP/1.1 421 ", ask(target), target)
            for target in (b"ftp://localhost/healthz", b"localhost/healthz", b"localhost:443", b"*"):
                self.assertIn(b"HTTP/1.1 40", ask(target), target)

    def test_odd_addresses_lead_nowhere(self):
        with Service([self.store()]) as service:
            for target in ["/../../etc/passwd", "/assets/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..\\..\\x",
                           "/api/../etc/passwd", "//etc/passwd", "/api/page?page=%00", "/api/page?page=%ff%fe",
                           "/api/page?page=%", "/api/page?page=" + "%41" * 4000, "/api/page?" + "a=b&" * 3000,
                           "/api/page?page=" + urllib.parse.quote("a" * 5000), "/api/related?page=..%2f..%2fetc"]:
                status, _, body = service.get(target)
                self.assertIn(status, (200, 400, 404), target)
                self.assertNotIn(b"root:", body)
                if status == 200:
                    self.assertIn(b"<html", body, target)
            # Not even a path: a proxy's and an OPTIONS *.
            self.assertIn(b"HTTP/1.1 4", service.raw(b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
            self.assertIn(b"HTTP/1.1 204", service.raw(b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))

    def test_random_bytes_do_not_stop_it(self):
        rng = random.Random(1)
        valid = b"POST /api/related?top=3 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" \
                b"Content-Length: 30\r\nConnection: close\r\n\r\n" + b'{"page": "www.apples.example"}'
        with Service([self.store()], "--idle-seconds", "1") as service:
            for _ in range(150):
                data = bytearray(valid)
                for _ in range(rng.randint(1, 6)):
                    at = rng.randrange(len(data))
                    action = rng.random()
                    if action < 0.5:
                        data[at] = rng.randrange(256)
                    elif action < 0.8:
                        del data[at:at + rng.randint(1, 10)]
                    else:
                        data[at:at] = os.urandom(rng.randint(1, 20))
                with service.socket() as client:
                    client.sendall(bytes(data))
                    client.shutdown(socket.SHUT_WR)
                    receive_all(client)
            self.assertEqual(service.get("/api/info")[0], 200)

    def test_silent_and_slow_clients_are_closed_and_stop_nobody(self):
        for idle in ("3600", "1"):
            with Service([self.store()], "--idle-seconds", idle) as service:
                silent = [service.socket() for _ in range(50)]
                half = [service.socket() for _ in range(50)]
                for client in half:
                    client.sendall(b"GET /api/info HTT")
                body = [service.socket() for _ in range(50)]
                for client in body:
                    client.sendall(b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
                # Clients that request much and read nothing.
                deaf = service.socket()
                deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
                # While none of them is closed for an hour; and while they are being closed.
                self.assertEqual(service.get("/api/info")[0], 200)
                for client in silent + half + body:
                    if idle == "1":
                        self.assertEqual(receive_all(client), b"")  # closed, not answered
                    client.close()
                deaf.close()
                self.assertEqual(service.get("/api/info")[0], 200)

    def test_a_thousand_idle_connections(self):
        with Service([self.store()], "--connections", "1100") as service:
            before = service.memory_bytes()
            clients = [service.socket() for _ in range(1000)]
            one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for client in clients[::10]:
                client.sendall(one)
                self.assertIn(b"200 OK", client.recv(4096))
            self.assertEqual(service.get("/api/info")[0], 200)
            # 7 MB; under a sanitizer five times that. bench/serve_bench.py has the figure.
            self.assertLess(service.memory_bytes() - before, 60 << 20)
            # Beyond the limit the one that was idle longest makes room.
            more = [service.socket() for _ in range(300)]
            more[-1].sendall(one)
            self.assertIn(b"200 OK", more[-1].recv(4096))
            self.assertLess(service.metric("cocite_connections"), 1150)
            for client in clients + more:
                client.close()


    def test_the_limit_of_connections_holds_and_the_slowest_make_room(self):
        with Service([self.store()], "--connections", "50") as service:
            slow = [service.socket() for _ in range(200)]
            for client in slow:
                try:
                    client.sendall(b"GET /api/info HTT")  # none of them is idle
                except OSError:
                    pass  # it made room already
            for _ in range(20):
                self.assertEqual(service.get("/healthz")[0], 200)
            self.assertLessEqual(service.metric("cocite_connections"), 50)
            self.assertEqual(receive_all(slow[0]), b"")  # cut off
            for client in slow:
                client.close()

    def test_out_of_memory_is_an_answer_to_one_request(self):
        """With little address space: requests that need much are refused, and the service goes on."""
        store = self.store()
        room = 700_000_000
        try:
            service = Service([store], limit_bytes=room)
        except AssertionError:
            self.skipTest("this program does not begin within 700 MB")  # under a sanitizer
        with service:
            clients = []
            for i in range(400):
                client = service.socket()
                client.sendall(b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Content-Length: 1000000\r\n\r\n" + b" " * 900_000)
                clients.append(client)
            for client in clients:
                client.close()
            wait_for(lambda: service.metric("cocite_connections") <= 1)
            self.assertEqual(service.get("/api/related?page=www.apples.example")[0], 200)


if __name__ == "__main__":
    running_service.main()
