#!/usr/bin/env python3
"""What is made on first use keeps only those waiting who need it.

    tests/end_to_end/serve_first_use_test.py --bin build/dev [unittest's options]

A store of more than two million links, whose ranks and notes are worth saving; requests that make them, while another
program is writing the store; and a hundred others that have to be answered meanwhile.
"""

import os
import subprocess
import threading

import running_service
from running_service import Base, Service, cocite, random_links, wait_for


def files_of(store):
    return sorted(name for name in os.listdir(store) if name.startswith(("notes-", "column-")))


class Adding:
    """'cocite add' that has the store's lock, and waits for its input."""

    def __init__(self, store):
        self.process = subprocess.Popen([running_service.PROGRAM, "add", store, "-", "--from", "links", "--quiet"],
                                        stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for(lambda: self.process.poll() is not None or
                 any("lock" in name for name in os.listdir(os.path.dirname(store))))
        assert self.process.poll() is None, "it does not write"

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
        with Service([store], "--threads", "4", "--cache", "0") as service, Adding(store) as adding:
            before = files_of(store)
            made = []

            def make(target):
                made.append(service.get(target)[0])

            makers = [threading.Thread(target=make, args=(target,)) for target in (
                "/api/related?page=h5.example/5&hosts=off", "/api/related?page=h5.example/5&by=hubfinder")]
            for maker in makers:
                maker.start()
            for i in range(100):
                by = ("blend", "cocitation")[i % 2]
                status, _, body = service.get(f"/api/related?page=h{(i + 9) % 97}.example/{i + 9}&by={by}")
                self.assertEqual(status, 200, body[:300])
            for maker in makers:
                maker.join()
            for status in made:  # until their deadline
                self.assertIn(status, (200, 503))
            # What is made is there in the end, and nothing was written.
            for target in ("/api/related?page=h6.example/6&hosts=off", "/api/related?page=h6.example/6&by=hubfinder"):
                wait_for(lambda: service.get(target)[0] == 200)
            self.assertEqual(files_of(store), before)
            # None of them waited for the writer.
            self.assertIsNone(adding.process.poll())

    def test_it_is_saved_where_that_is_allowed(self):
        store = self.store("large", random_links(215000, 2))
        with Service([store], "--save-notes") as service:
            wait_for(lambda: service.get("/api/related?page=h6.example/6&by=hubfinder")[0] == 200)
            wait_for(lambda: "column-hubrank" in files_of(store))


if __name__ == "__main__":
    running_service.main()
