"""A service on a store, to be asked over HTTP.

    with AskedService(cocite, "web.cocite") as service:
        service.ask("/api/search", words="bees", top=10)["items"]
"""

import json
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request


class AskedService:
    def __init__(self, cocite, store):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.base = f"http://127.0.0.1:{free.getsockname()[1]}"
        self.process = subprocess.Popen([cocite, "serve", store, "--listen", self.base.removeprefix("http://")],
                                        stderr=subprocess.DEVNULL)

    def __enter__(self):
        for _ in range(100):
            try:
                urllib.request.urlopen(self.base + "/healthz").close()
                return self
            except urllib.error.URLError:
                time.sleep(0.1)
        self.process.terminate()
        raise RuntimeError("the service did not start within ten seconds")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def ask(self, path, **parameters):
        # On a busy machine a request may have to wait longer than the service lets it.
        for attempt in range(20):
            try:
                with urllib.request.urlopen(f"{self.base}{path}?{urllib.parse.urlencode(parameters)}") as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != 503 or attempt == 19:
                    raise
                time.sleep(0.5)
