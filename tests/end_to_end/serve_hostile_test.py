#!/usr/bin/env python3
"""The service and clients that mean no good: nonsense, silence, endless bodies, very many of them.

    tests/end_to_end/serve_hostile_test.py --bin build/dev [unittest's options]
"""

import os
import random
import socket
import time
import urllib.parse

import running_service
from running_service import Base, Service, receive_all


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
        with Service([self.store()], "--idle-seconds", "1") as service:
            silent = [service.socket() for _ in range(50)]
            half = [service.socket() for _ in range(50)]
            for client in half:
                client.sendall(b"GET /api/info HTT")
            body = [service.socket() for _ in range(50)]
            for client in body:
                client.sendall(b"POST /api/related HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
            # Who asks for much and takes nothing.
            deaf = service.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
            begin = time.monotonic()
            self.assertEqual(service.get("/api/info")[0], 200)
            self.assertLess(time.monotonic() - begin, 5)
            for client in silent + half + body:
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


if __name__ == "__main__":
    running_service.main()
