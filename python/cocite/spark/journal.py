"""What tasks of `store` have done, so that a run that was stopped goes on: a file for each task, in the folder of the work.

    WORK/plan.json               of what the run makes what, and the numbers that must stay the same: its name and how many parts there are
    WORK/done/02/000017.json     task 17 of stage 2: what it told the driver, and each file that it wrote, with size and checksum

A task writes its file last. The next run gives stages the same numbers, since it does the same; it skips tasks that are done, after checking
their files against the checksums. If one is damaged or missing, everything starts again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from .blobs import DRIVER, Row
from .files import Folder, Written, checksum_of

PLAN = "plan.json"


class Damaged(OSError):
    """A file of an earlier run is not as it was written."""


class OtherPlan(ValueError):
    """An earlier run made something else here."""


class Done(NamedTuple):
    """A task that is done: whether it sent anything to others, what it told the driver, and what it wrote."""

    number: int
    is_sent: bool
    told: list[Row]
    files: list[Written]


class Journal:
    """Of one run, and those before it that made the same. Travels with tasks."""

    def __init__(self, work: str, goes_on: bool) -> None:
        self.work, self.goes_on = work, goes_on

    def folder(self, stage: int) -> Folder:
        return Folder(self.work).child("done").child(f"{stage:02d}")

    def note(self, stage: int, done: Done) -> None:
        told = [[row.origin, row.kind, row.place, base64.b64encode(row.payload).decode()] for row in done.told]
        self.folder(stage).write_json(f"{done.number:06d}.json", {"is_sent": done.is_sent, "told": told, "files": done.files})

    def finished(self, stage: int) -> dict[int, Done]:
        """The tasks of a stage that earlier runs have done."""
        if not self.goes_on:
            return {}
        folder = self.folder(stage)
        names = folder.names()
        with ThreadPoolExecutor(32) as pool:  # a store of objects answers slowly, and many at a time
            every = list(pool.map(folder.read_json, names))
        return {int(name[:6]): _done_of(int(name[:6]), one) for name, one in zip(names, every)}


def _done_of(number: int, noted: dict[str, Any]) -> Done:
    told = [Row(DRIVER, origin, kind, base64.b64decode(payload), place) for origin, kind, place, payload in noted["told"]]
    return Done(number, noted["is_sent"], told, [Written(*one) for one in noted["files"]])


def open_journal(work: str, plan: dict[str, Any], parts: int, starts_again: bool) -> tuple[Journal, int, int]:
    """The journal, the name of the build and the number of parts: those of an earlier run that ``plan`` is the plan of, or new ones."""
    folder = Folder(work)
    identity = hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()
    if not starts_again and PLAN in folder.names():
        known = folder.read_json(PLAN)
        if known["identity"] != identity:
            raise OtherPlan(f"{work}: a run that was stopped made something else here, of other links or with other options")
        return Journal(work, goes_on=True), int(known["build"]), int(known["parts"])
    folder.remove()
    build = int.from_bytes(os.urandom(8), "little")
    folder.write_json(PLAN, {"identity": identity, "build": str(build), "parts": parts})
    return Journal(work, goes_on=False), build, parts


def problem_of(files: list[Written]) -> str:
    """What is wrong with the first file that is not as it was written; empty: all are."""
    for one in files:
        folder, _, name = one.address.rpartition("/")
        try:
            if checksum_of(Folder(folder), name) != (one.size, one.checksum):
                return f"{one.address}: is not as it was written"
        except FileNotFoundError:
            return f"{one.address}: is missing"
    return ""
