#!/usr/bin/env python3
"""What is made on first use keeps only those waiting who need it.

    tests/end_to_end/serve_first_use_test.py --bin build/dev [unittest's options]

A store of more than two million links, whose ranks and notes are worth saving; requests that make them, while another
program is writing the store; and a hundred others that have to be answered meanwhile.
"""

import os
import subprocess
import threading
import time

import running_service
from running_service import Base, Service, cocite, random_links


def files_of(store):
    return sorted(name for name in os.listdir(store) if name.startswith(("notes-", "column-")))


class Adding:
    """'cocite add' that has the store's lock, and waits for its input."""

    def __init__(self, store):
        self.process = subprocess.Popen([running_service.PROGRAM, "add", store, "-", "--from", "links", "--quiet"],
                                        stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        end = time.monotonic() + 60
        while not any("lock" in name for name in os.listdir(os.path.dirname(store))):
            assert time.monotonic() < end and self.process.poll() is None, "it does not write"
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stderr.close()
        self.process.wait()


class FirstUse(Base):
    def test_a_hundred_others_are_answered_meanwhile(self):
        store = self.store("large", random_links(215000, 1))
        links = int(cocite("info", store, "--format", "tsv").split("links\t")[1].split()[0])
        self.assertGreaterEqual(links, 2_000_000)
        with Service([store], "--threads", "4", "--cache", "0") as service, Adding(store):
            before = files_of(store)
            late = []

            def make(target):
                begin = time.monotonic()
                status = service.get(target)[0]
                late.append((status, time.monotonic() - begin))

            makers = [threading.Thread(target=make, args=(target,)) for target in (
                "/api/related?page=h5.example/5&hosts=off", "/api/related?page=h5.example/5&by=hubfinder")]
            for maker in makers:
                maker.start()
            waits = []
            for i in range(100):
                begin = time.monotonic()
                by = ("blend", "cocitation")[i % 2]
                status, _, body = service.get(f"/api/related?page=h{(i + 9) % 97}.example/{i + 9}&by={by}")
                waits.append(time.monotonic() - begin)
                self.assertEqual(status, 200, body[:300])
            for maker in makers:
                maker.join()
            print(f"the slowest of 100: {max(waits):.2f} s; those that had something made: {late}")
            # Requests do not wait for the writer, which has not ended yet; those that need its result wait until their deadline.
            self.assertLess(max(waits), 20)
            for status, seconds in late:
                self.assertIn(status, (200, 503))
                self.assertLess(seconds, 20)
            # What is made is there in the end, and nothing was written.
            end = time.monotonic() + 120
            for target in ("/api/related?page=h6.example/6&hosts=off", "/api/related?page=h6.example/6&by=hubfinder"):
                while service.get(target)[0] != 200:
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.2)
            self.assertEqual(files_of(store), before)

    def test_it_is_saved_where_that_is_allowed(self):
        store = self.store("large", random_links(215000, 2))
        with Service([store], "--save-notes") as service:
            end = time.monotonic() + 120
            while service.get("/api/related?page=h6.example/6&by=hubfinder")[0] != 200:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.2)
            while "column-hubrank" not in files_of(store):
                self.assertLess(time.monotonic(), end)
                time.sleep(0.2)


if __name__ == "__main__":
    running_service.main()
