"""The running service, for the tests of this folder: `with Service([store]) as service: service.get("/")`."""

import http.client
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = None  # set by main()

FRUIT = """\
blog.example.com/pie\twww.apples.example/
blog.example.com/pie\twww.pears.example/
blog.example.com/pie\tflour.example/types/405
portal.example.org/fruit\twww.pears.example/
portal.example.org/fruit\twww.apples.example/
portal.example.org/fruit\tplums.example/
www.apples.example/\twww.apples.example/sorts
"""


def cocite(*arguments, **options):
    """What the command prints."""
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True, **options).stdout


def import_links(store, text):
    """With COCITE_MAKER instead, where it is set: a program with sanitizers takes a minute for two million links."""
    subprocess.run([os.environ.get("COCITE_MAKER", PROGRAM), "import", store, "-", "--from", "links", "--force", "--quiet"],
                   check=True, capture_output=True, text=True, input=text)


def random_links(pages, seed):
    """A web with some structure: pages link to neighbours of few hubs."""
    rng = random.Random(seed)
    lines = []
    for page in range(pages):
        for _ in range(12):
            target = int(rng.paretovariate(0.7)) % pages if rng.random() < 0.4 else (page + rng.randint(1, 60)) % pages
            lines.append(f"h{page % 97}.example/{page}\th{target % 97}.example/{target}\n")
    return "".join(lines)


class Service:
    """The running program; `with Service([store], "--threads", "1") as service:`."""

    def __init__(self, stores, *options, limit_bytes=None):
        """limit_bytes: of address space, as with `ulimit -v`. Requests have a minute unless options say otherwise, so that
        a busy machine answers the same."""
        if "--deadline-ms" not in options:
            options = ("--deadline-ms", "60000", *options)

        def limit():
            if limit_bytes is not None:
                resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes))
        self.process = subprocess.Popen([PROGRAM, "serve", *stores, "--listen", "127.0.0.1:0", *options],
                                        stderr=subprocess.PIPE, text=True, bufsize=1, preexec_fn=limit)
        self.lines = []
        self.has_begun = threading.Event()
        self.port = None
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        if not self.has_begun.wait(900) or self.port is None:
            self.__exit__()
            raise AssertionError("it did not begin: " + "".join(self.lines))
        wait_for(lambda: self.get("/readyz")[0] == 200)

    def read(self):
        for line in self.process.stderr:
            self.lines.append(line)
            found = re.search(r"serving at http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found[1])
                self.has_begun.set()
        self.has_begun.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join()

    def connection(self, timeout=300):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, target, body=None, headers=None):
        """(status, headers, bytes) of one request on its own connection."""
        connection = self.connection()
        try:
            connection.request(method, target, body, headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def get(self, target, **headers):
        return self.ask("GET", target, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def json(self, target):
        status, _, body = self.get(target)
        assert status == 200, (target, status, body[:300])
        return json.loads(body)

    def socket(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=300)

    def raw(self, data):
        """What comes back for these bytes, until the service closes."""
        with self.socket() as client:
            try:
                client.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return receive_all(client)

    def metric(self, name):
        text = self.get("/metrics")[2].decode()
        return sum(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if re.match(name + r"[ {]", line))

    def memory_bytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(900)


def wait_for(is_so, what="what was waited for", seconds=900):
    """Waits for a state, however busy the machine is."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise AssertionError(what + " did not come")
        time.sleep(0.02)


def try_cocite(*arguments):
    """The ended process, whatever its exit code."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=600)


def receive_all(client):
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except (ConnectionResetError, socket.timeout):
        pass
    return b"".join(parts)


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="cocite_serve_")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def store(self, name="fruit", text=FRUIT):
        path = os.path.join(self.folder, name + ".cocite")
        import_links(path, text)
        return path


def main():
    """unittest's main, with --bin DIR before its own options."""
    global PROGRAM
    where = sys.argv.index("--bin")
    PROGRAM = os.path.join(os.path.abspath(sys.argv[where + 1]), "cocite")
    del sys.argv[where:where + 2]
    unittest.main(verbosity=2, warnings="ignore")
