"""A web of our own on a loopback address, for crawlers to be tested against.

    web = TestWeb(pages=2000, hosts=20, seed=1)
    web.start()                # web.port; web.tls_port if there is a certificate
    web.log                    # one Request after the other, as the server saw them
    web.stop()

Every host is named h0.test, h1.test and so on, and is reached by connecting to 127.0.0.1 (or ::1: web.port6). Pages
link to each other at random; special ones redirect, loop, are slow, broken, huge, in chunks, refuse, or never end. What a
test wants beyond that stands in web.extra: {"/path": (status, headers, body)}, or a function of host and fields.
"""

import asyncio
import dataclasses
import gzip
import random
import ssl
import threading
import time


@dataclasses.dataclass
class Request:
    host: str
    path: str
    start: float      # when its head was read
    end: float = 0.0  # just before the last bytes of the answer were written: no client can have had them earlier
    connection: int = 0
    open_to_host: int = 0  # requests to this host that were being answered, with this one
    connections_to_host: int = 0  # that were open, whether something was asked on them or not, with this one
    agent: str = ""
    fields: dict = dataclasses.field(default_factory=dict)
    status: object = None


class TestWeb:
    def __init__(self, pages=500, hosts=10, seed=1, links=8, special=True, robots=None, certificate=None, secure=()):
        self.count, self.hosts, self.special = pages, hosts, special
        self.robots = robots or {}
        self.certificate, self.secure = certificate, secure
        self.extra = {}
        self.log = []
        self.asked_429 = {}
        self.connections = 0
        self.active = {}
        self.open = {}  # host: numbers of the connections on which it was asked
        rng = random.Random(seed)
        self.links = {}
        for page in range(pages):
            # A tree, so that all can be reached, and links to anywhere.
            targets = [2 * page + 1, 2 * page + 2] + [rng.randrange(pages) for _ in range(links)]
            self.links[page] = [t for t in targets if t < pages]

    def host_of(self, page):
        return f"h{page % self.hosts}.test"

    def url(self, page):
        host = self.host_of(page)
        return f"{'https' if host in self.secure else 'http'}://{host}/p/{page}.html"

    def page_of(self, host, path):
        number = int(path[3:-5])
        if number >= self.count or self.host_of(number) != host:
            return None
        links = "".join(f'<a href="{self.url(t)}">page {t}</a>\n' for t in self.links[number])
        if self.special and number == 0:
            links += "".join(f'<a href="http://h0.test{p}">x</a>\n' for p in self.specials())
        return f"<html><title>Page {number}</title><body>{links}<p>{'words of page ' + str(number)}</p></body></html>"

    @staticmethod
    def specials():
        return ["/redirect/3", "/loop/a", "/slow", "/broken", "/garbage", "/huge", "/chunked", "/gzip", "/busy",
                "/calendar?month=1", "/deep/x", "/private/secret", "/gone", "/away", "/self", "/short", "/image.gif",
                "/copy-one", "/copy-two", "/counter;jsessionid=1", "/nofollow", "/tags?a=b&amp;c=d", "/%C3%A4/%zz"]

    def answer(self, host, path):
        """(status, headers, body) or a word for what has no such thing."""
        html = {"Content-Type": "text/html; charset=utf-8"}
        if path == "/robots.txt":
            robots = self.robots.get(host, "User-agent: *\nDisallow: /private\n")
            if isinstance(robots, int):
                return robots, {"Content-Type": "text/plain"}, b"trouble"
            return 200, {"Content-Type": "text/plain"}, robots.encode()
        if path.startswith("/p/"):
            page = self.page_of(host, path)
            return (200, html, page.encode()) if page else (404, html, b"no such page")
        if not self.special:
            return 404, html, b"nothing"
        name, _, rest = path[1:].partition("/")
        if name == "redirect":
            left = int(rest)
            return 302, {"Location": f"/redirect/{left - 1}" if left else "/landed"}, b""
        if name == "loop":
            return 301, {"Location": "/loop/b" if rest == "a" else "/loop/a"}, b""
        if path == "/self":
            return 301, {"Location": "/self"}, b""
        if path == "/away":
            return 302, {"Location": "http://elsewhere.test/"}, b""
        if path == "/landed":
            return 200, html, b'<a href="/after-landing">on</a>'
        if path == "/gone":
            return 410, html, b"gone"
        if path == "/huge":
            return 200, html, b'<a href="/found-in-huge">x</a>' + b"x" * 3_000_000 + b'<a href="/never">x</a>'
        if path == "/gzip":
            return 200, html | {"Content-Encoding": "gzip"}, gzip.compress(b'<a href="/found-in-gzip">x</a>')
        if path == "/busy":
            asked = self.asked_429[host] = self.asked_429.get(host, 0) + 1
            if asked < 3:
                return 429, {"Retry-After": "1", "Content-Type": "text/plain"}, b"later"
            return 200, html, b'<a href="/found-when-free">x</a>'
        if path.startswith("/calendar"):
            month = int(path.partition("=")[2])
            return 200, html, f'<a href="/calendar?month={month + 1}">next</a> month {month}'.encode()
        if name == "deep":
            return 200, html, f'<a href="/deep/{rest}/x/">deeper</a> {len(rest)}'.encode()
        if path.startswith("/counter"):
            number = int(path.partition("=")[2] or 0)
            return 200, html, f'<a href="/counter;jsessionid={number * 7919 % 100003}">again</a> {number}'.encode()
        if name in ("copy-one", "copy-two"):
            return 200, html, b'<title>Copy</title><a href="/found-in-copy">x</a> the same bytes'
        if path == "/nofollow":
            return 200, html, (b'<a rel="nofollow" href="/not-followed">x</a>'
                               b'<a href="/found-beside-nofollow">y</a>')
        if path in ("/slow", "/chunked", "/broken", "/garbage", "/short"):
            return path[1:], html, b'<a href="/found-in-' + path[1:].encode() + b'">x</a>'
        if path.startswith(("/found", "/after", "/tags", "/%C3")):
            return 200, html, b"<p>" + path.encode()
        return 404, html, b"nothing here"

    async def serve(self, reader, writer):
        self.connections += 1
        number = self.connections
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.decode("latin-1").split("\r\n")
                path = lines[0].split(" ")[1]
                fields = {k.strip().lower(): v.strip() for k, _, v in (l.partition(":") for l in lines[1:])}
                host = fields.get("host", "")
                host = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
                record = Request(host, path, time.monotonic(), connection=number, agent=fields.get("user-agent", ""),
                                 fields=fields)
                self.active[host] = self.active.get(host, 0) + 1
                record.open_to_host = self.active[host]
                self.open.setdefault(host, set()).add(number)
                record.connections_to_host = len(self.open[host])
                self.log.append(record)
                try:
                    goes_on = await self.send(writer, record)
                finally:
                    self.active[host] -= 1
                    record.end = record.end or time.monotonic()
                if not goes_on:
                    break
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError, asyncio.LimitOverrunError):
            pass
        finally:
            for numbers in self.open.values():
                numbers.discard(number)
            writer.close()

    async def send(self, writer, record):
        extra = self.extra.get(record.path)
        if callable(extra):
            extra = extra(record.host, record.fields)
        status, headers, body = extra or self.answer(record.host, record.path)
        record.status = status
        if status == "garbage":
            record.end = time.monotonic()
            writer.write(b"what is this?\r\n\r\n")
            await writer.drain()
            return False
        if status in ("broken", "short"):
            record.end = time.monotonic()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n" + body)
            await writer.drain()
            return False
        if status == "slow":
            await asyncio.sleep(0.3)
            status = 200
        if status == "chunked":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
            for at in range(0, len(body), 7):
                piece = body[at:at + 7]
                writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                await writer.drain()
            record.end = time.monotonic()
            writer.write(b"0\r\n\r\n")
        else:
            head = f"HTTP/1.1 {status} Status\r\nContent-Length: {len(body)}\r\n"
            head += "".join(f"{k}: {v}\r\n" for k, v in headers.items())
            record.end = time.monotonic()
            writer.write(head.encode() + b"\r\n" + body)
        await writer.drain()
        return True

    def start(self):
        ready = threading.Event()

        async def main():
            self.loop, self.ending = asyncio.get_running_loop(), asyncio.Event()
            plain = await asyncio.start_server(self.serve, "127.0.0.1", 0)
            self.port = plain.sockets[0].getsockname()[1]
            servers = [plain]
            try:
                six = await asyncio.start_server(self.serve, "::1", 0)
                self.port6 = six.sockets[0].getsockname()[1]
                servers.append(six)
            except OSError:
                self.port6 = None  # a machine without IPv6
            if self.certificate:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(*self.certificate)
                secure = await asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=context)
                self.tls_port = secure.sockets[0].getsockname()[1]
                servers.append(secure)
            ready.set()
            await self.ending.wait()
            for server in servers:
                server.close()

        self.thread = threading.Thread(target=lambda: asyncio.run(main()), daemon=True)
        self.thread.start()
        ready.wait(10)

    def stop(self):
        self.loop.call_soon_threadsafe(self.ending.set)
        self.thread.join(10)
