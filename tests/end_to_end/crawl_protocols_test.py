#!/usr/bin/env python3
"""How cocite crawl reaches servers: IPv6, names beyond ASCII, br and zstd, TLS with a CA of our own, HTTP/2; and which it
never reaches.

    crawl_protocols_test.py --bin build/dev [Class.test_name...]

Nothing leaves the machine. One test makes a network of its own, with public addresses that lead nowhere else
(unshare), and is skipped where that is not allowed.
"""

import glob
import json
import os
import shutil
import subprocess
import sys
import unittest

from crawl_case import CrawlCase, Given, cocite, main, records, whole_records

HTML = {"Content-Type": "text/html; charset=utf-8"}
# '<title>Br</title><a href="/found-in-br">x</a>', and the same with Zstd: no Python of Debian's packs these.
BROTLI = bytes.fromhex("1b2c00009c0976ac8bc9d820477d299726d62f3e42788ac7ad445a6022070e2db2844e6f65ca387a019724bb3f7c03")
ZSTD = bytes.fromhex("28b52ffd20318901003c7469746c653e5a7374643c2f7469746c653e3c6120687265663d222f666f756e642d696e2d7a737464223e78"
                     "3c2f613e")


class Codings(CrawlCase):
    def test_br_and_zstd_are_read_and_archived_as_sent(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra = {"/": (200, HTML, b"<a href=/br>1</a><a href=/zstd>2</a>"),
                     "/br": (200, HTML | {"Content-Encoding": "br"}, BROTLI),
                     "/zstd": (200, HTML | {"Content-Encoding": "zstd"}, ZSTD)}
        cocite("crawl", "http://h0.test/", "--out", self.out, *self.reach(web))
        self.assertLessEqual({"/found-in-br", "/found-in-zstd"}, {one.path for one in web.log})
        for one in web.log:
            self.assertEqual(one.fields["accept-encoding"], "gzip, deflate, br, zstd")
        blocks = {fields["warc-target-uri"]: block for fields, block in whole_records(self.out)
                  if fields["warc-type"] == "response"}
        self.assertTrue(blocks["http://h0.test/br"].endswith(BROTLI))
        self.assertTrue(blocks["http://h0.test/zstd"].endswith(ZSTD))
        store = self.import_crawl()
        for name, title in (("br", "Br"), ("zstd", "Zstd")):
            self.assertIn(f"found-in-{name}", cocite("links", store, f"h0.test/{name}").stdout)
            self.assertIn(title, cocite("page", store, f"h0.test/{name}").stdout)


class Names(CrawlCase):
    def test_ipv6(self):
        web = self.web(pages=0, hosts=1, special=False)
        if web.port6 is None:
            self.skipTest("no IPv6 here")
        web.extra = {"/": (200, HTML, b"<title>Six</title><a href=/on>on</a>"), "/on": (200, HTML, b"<title>On</title>")}
        site = f"http://[::1]:{web.port6}/"
        done = cocite("crawl", site, "--out", self.out, "--allow-private", "--delay", "0", "--quiet")
        self.assertIn("status 200: 2", done.stdout)
        self.assertEqual({one.host for one in web.log}, {"[::1]"})
        self.assertEqual({fields["warc-ip-address"] for fields, _ in whole_records(self.out)
                          if fields["warc-type"] == "response"}, {"::1"})
        self.assertIn("Six", cocite("page", self.import_crawl(), site).stdout)

    def test_names_beyond_ascii(self):
        web = self.web(pages=0, hosts=1, special=False)
        web.extra = {"/": (200, HTML, '<title>Bücher</title><a href="http://BÜCHER.test/straße?q=ä">x</a>'
                           '<a href="http://bücher。test/dot">y</a><a href="http://faß.test/">z</a>'.encode())}
        cocite("crawl", "http://bücher.test/", "--any-host", "--contact", "x@example.org", "--out", self.out, *self.reach(web))
        self.assertEqual({one.host for one in web.log}, {"xn--bcher-kva.test", "xn--fa-hia.test"})
        self.assertLessEqual({"/stra%C3%9Fe?q=%C3%A4", "/dot"}, {one.path for one in web.log})
        self.assertIn("Bücher", cocite("page", self.import_crawl(), "bücher.test").stdout)


def make_certificates(folder):
    """A CA, and certificates of it: good for h0.test, for another name, and over."""
    run = lambda *words, **options: subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder, **options)
    run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Test CA")
    for name, host, days in (("good", "h0.test", "2"), ("other", "h1.test", "2"), ("over", "h0.test", "-1")):
        run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={host}")
        with open(os.path.join(folder, "extension"), "w") as file:
            file.write(f"subjectAltName=DNS:{host}\n")
        run("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", days,
            "-extfile", "extension", "-out", f"{name}.pem")


class Tls(CrawlCase):
    def crawl(self, port, *words):
        return cocite("crawl", "https://h0.test/", "--allow-private", "--connect-to", f"::127.0.0.1:{port}", "--delay", "0",
                      "--quiet", "--max-time", "20", *words, check=False)

    def test_certificates_of_a_ca(self):
        make_certificates(self.folder)
        ca = os.path.join(self.folder, "ca.pem")
        for name in ("good", "other", "over"):
            web = self.web(pages=0, hosts=1, special=False,
                           certificate=(f"{self.folder}/{name}.pem", f"{self.folder}/{name}.key"))
            web.extra["/"] = (200, HTML, b"<title>Safe</title>")
            done = self.crawl(web.tls_port, "--ca-file", ca, "--out", self.out + name)
            self.assertIn("status 200: 1" if name == "good" else "no answer, bad certificate", done.stdout, name)
            self.assertEqual([one.path for one in web.log], ["/robots.txt", "/"] if name == "good" else [])
        # The CA is not the system's.
        done = self.crawl(web.tls_port, "--out", self.out + "none")
        self.assertIn("no answer, bad certificate", done.stdout)

    def test_http_2(self):
        if not shutil.which("node"):
            self.skipTest("no Node.js, which has an HTTP/2 server")
        make_certificates(self.folder)
        server = subprocess.Popen(["node", os.path.join(os.path.dirname(os.path.abspath(__file__)), "http2_server.js"),
                                   f"{self.folder}/good.key", f"{self.folder}/good.pem"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        try:
            port = int(server.stdout.readline())
            done = self.crawl(port, "--ca-file", f"{self.folder}/ca.pem", "--out", self.out)
        finally:
            server.stdin.close()
            asked = server.stdout.read().splitlines()
            server.stdout.close()
            server.wait(10)
        self.assertIn("status 200: 2", done.stdout)
        self.assertEqual(asked, ["2.0 /robots.txt", "2.0 /", "2.0 /two", "2.0 /moved"])
        for fields, block in whole_records(self.out):
            if fields["warc-type"] == "response":
                self.assertEqual(fields["warc-protocol"], "h2")
                self.assertTrue(block.startswith(b"HTTP/1.1 "), block[:30])
        self.assertIn("two", cocite("links", self.import_crawl(), "h0.test").stdout)


# Spellings of private addresses; a server listens on PORT to notice requests.
PRIVATE = ["http://127.0.0.1:PORT/", "http://127.1:PORT/", "http://0x7f.0.0.1:PORT/", "http://2130706433:PORT/",
           "http://0177.0.0.1:PORT/", "http://localhost:PORT/", "http://0.0.0.0:PORT/", "http://[::1]:PORT/",
           "http://[::ffff:127.0.0.1]:PORT/", "http://[::ffff:7f00:1]:PORT/", "http://[::]:PORT/",
           "http://127.0.0.1.:PORT/"]


class Private(CrawlCase):
    def test_no_spelling_of_loopback_gets_through(self):
        web = self.web(pages=1, hosts=1, special=False)
        for number, address in enumerate(PRIVATE):
            port = web.port6 if "[::1]" in address and web.port6 else web.port
            done = cocite("crawl", address.replace("PORT", str(port)), "--out", f"{self.out}{number}", "--delay", "0", "--quiet",
                          "--max-time", "20", "--timeout", "5", check=False)
            self.assertEqual(done.returncode, 1, address)
            self.assertNotIn("status", done.stdout, address)
            self.assertIn("fetched 0 pages", done.stdout, address)
        self.assertEqual(web.log, [])

    def test_a_public_server_cannot_send_it_inside(self):
        """In a network of its own, where 198.51.99.1 is a public server."""
        inside = [sys.executable, os.path.abspath(__file__), "--inside", os.path.abspath(Given.bin), self.folder]
        done = subprocess.run(["unshare", "-rnm", *inside], text=True, capture_output=True, timeout=600)
        if "unshare" in done.stderr or done.returncode == 77:
            self.skipTest("no network of its own: " + done.stderr.strip()[-200:])
        self.assertEqual(done.returncode, 0, done.stderr)
        seen = json.loads(done.stdout)
        self.assertEqual(seen["inside"], [], "what a server on loopback and private addresses was asked")
        self.assertIn("/", seen["public"])
        self.assertIn("no answer, private address", seen["text"])
        self.assertEqual(seen["text"].count("status 302"), 1)
        # A name with a public address that refuses and a private one that would answer.
        self.assertIn("no answer, private address", seen["rebound"])


def inside(folder):
    """Runs in the network of its own; prints what its servers were asked."""
    import asyncio
    import socket
    import threading

    def run(*words):
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            print(done.stderr, file=sys.stderr)
            sys.exit(77)

    run("ip", "link", "set", "lo", "up")
    for address in ("198.51.99.1/32", "198.51.99.2/32", "10.0.0.1/32", "169.254.169.254/32"):
        run("ip", "address", "add", address, "dev", "lo")
    with open(f"{folder}/resolv.conf", "w") as file:
        file.write("nameserver 127.0.0.53\n")
    run("mount", "--bind", f"{folder}/resolv.conf", "/etc/resolv.conf")
    names = {"rebind.test": ["198.51.99.2", "127.0.0.1"], "metadata.test": ["169.254.169.254"], "site.test": ["198.51.99.1"],
             "inner.test": ["10.0.0.1"]}

    def serve_names():
        port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        port.bind(("127.0.0.53", 53))
        while True:
            question, who = port.recvfrom(1500)
            at, labels = 12, []
            while question[at]:
                labels.append(question[at + 1:at + 1 + question[at]].decode())
                at += 1 + question[at]
            kind = question[at + 2]
            found = names.get(".".join(labels).lower(), []) if kind == 1 else []
            answer = question[:2] + b"\x81\x80\x00\x01" + len(found).to_bytes(2, "big") + b"\0\0\0\0" + question[12:at + 5]
            for address in found:
                answer += b"\xc0\x0c\0\x01\0\x01\0\0\0\0\0\x04" + socket.inet_aton(address)
            port.sendto(answer, who)

    asked = {"public": [], "inside": []}
    ready = threading.Event()

    def serve():
        def handler(which):
            async def handle(reader, writer):
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ")[1].decode()
                asked[which].append(path)
                to = {"/1": "http://127.0.0.1/", "/2": "http://10.0.0.1/", "/3": "http://[::1]/", "/4": "http://metadata.test/",
                      "/5": "http://inner.test/", "/6": "http://[::ffff:10.0.0.1]/"}.get(path)
                if path == "/":
                    body = b"".join(b"<a href=/%d>x</a>" % i for i in range(1, 7))
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                elif to:
                    writer.write(f"HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode())
                else:
                    writer.write(b"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
                writer.close()
            return handle

        async def servers():
            await asyncio.start_server(handler("public"), "198.51.99.1", 80)
            for address in ("127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"):
                try:
                    await asyncio.start_server(handler("inside"), address, 80)
                except OSError:
                    pass  # no IPv6
            ready.set()
            await asyncio.sleep(3600)
        asyncio.run(servers())

    threading.Thread(target=serve_names, daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()
    ready.wait(10)
    crawl = [f"{Given.bin}/cocite", "crawl", "--any-host", "--contact", "x@example.org", "--delay", "0", "--quiet", "--timeout", "5",
             "--max-time", "30"]
    text = subprocess.run([*crawl, "http://site.test/", "--out", f"{folder}/a"], capture_output=True, text=True)
    rebound = subprocess.run([*crawl, "http://rebind.test/", "--out", f"{folder}/b"], capture_output=True, text=True)
    print(json.dumps(asked | {"text": text.stdout + text.stderr, "rebound": rebound.stdout + rebound.stderr}))


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "--inside":
        Given.bin = sys.argv[2]
        inside(sys.argv[3])
        sys.stdout.flush()
        os._exit(0)  # its servers go with it
    main()
