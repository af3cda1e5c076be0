"""Builders for the tests of governance."""

from __future__ import annotations

import errno
import hashlib
import itertools
import json
import os
import shutil
import sqlite3
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import dying
from robots import keys_of, rrn_of

from robot_memory.foundation.disk import files
from robot_memory.foundation.home import Home
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance import AssistPath, Packet, PacketCandidate, assist_database
from robot_memory.governance.approval import approve
from robot_memory.governance.approval_gate import record_rehearsal, sign_off
from robot_memory.governance.audit import audit_home
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import LABEL, SCORE, STALE, STALE_REASON, digest
from robot_memory.governance.packet import make_packet, store_packet
from robot_memory.governance.rehearsal import Rehearsal
from robot_memory.ledger import Key, Kind, Ledger, Observation, database_connection, schema
from robot_memory.long_term.levels.hash_chain import link_of

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
ADA = keys_of(77, "ada")
RRN = rrn_of(1)
ROWS = 30
SCORED = {SCORE: 0.65, LABEL: "nice_to_have"}
OVER = {STALE: True, STALE_REASON: "age_threshold"}


def at(
    hours: float = 0.0, *, boot: str = "b1", trusted: bool = True, wall: float | None = None,
    synchronised: bool | None = None,
) -> Instant:  # fmt: skip
    """Return an instant ``hours`` after noon; ``wall`` gives other hours for a wrong wall clock.

    By default the kernel calls the clock synchronised if it is trusted.
    """
    time = NOON + timedelta(hours=hours if wall is None else wall)
    is_synchronised = trusted if synchronised is None else synchronised
    return Instant(time, 1000.0 + hours * 3600.0, boot, trusted, is_synchronised)


def make_ledger(path: Path, *details: dict[str, Any]) -> None:
    """Make a ledger of thirty rows; the first ones have the given details."""
    ledger = Ledger(path)
    rows = [
        Observation(
            kind=Kind.ONSET, instant=at(-1), summary=f"Row {number}", detail=detail,
            key=Key("diagnostics", f"part {number}", "fails"), entry_id=f"mem-{number:08d}",
        )
        for number, detail in zip(
            range(1, ROWS + 1), itertools.chain(details, itertools.repeat({"peak": 3.5})),
            strict=False,
        )
    ]  # fmt: skip
    ledger.append(rows)
    ledger.close()


def all_rows(home: Path) -> list[tuple[Any, ...]]:
    """Return every column of every row, with text as bytes."""
    with sqlite3.connect(home / "observations.db") as connection:
        connection.text_factory = bytes
        found = connection.execute("SELECT * FROM observations ORDER BY id").fetchall()
    connection.close()
    return found


def details(home: Path) -> dict[int, str]:
    return {row[0]: row[6].decode() for row in all_rows(home)}


def alter(home: Path, row: int, text: str) -> None:
    with sqlite3.connect(home / "observations.db") as connection:
        connection.execute("UPDATE observations SET detail_json = ? WHERE id = ?", (text, row))
    connection.close()


@dataclass
class House:
    """A home with a ledger, an operator, and all gates passed."""

    folder: Path

    @property
    def home(self) -> Home:
        return Home(self.folder, self.folder / "robot-memory.md")

    @property
    def store(self) -> GovernanceStore:
        return GovernanceStore(self.home, lambda: str(uuid.uuid4()), MACHINE)

    @property
    def assist(self) -> AssistPath:
        return self.as_set(enabled=True)

    def as_set(self, *, enabled: bool, machine: str | None = None) -> AssistPath:
        return AssistPath(self.home, enabled=enabled, machine=machine or MACHINE)

    @property
    def receipts(self) -> list[Path]:
        return sorted((self.folder / "governance" / "receipts").glob("*.json"))

    def file(self, folder: str, name: str) -> Path:
        """Return the path of a governance file, which need not exist."""
        return self.folder / "governance" / folder / f"{name}.json"

    def retire(self, name: str = "ada", to: str = "former/ada") -> Path:
        """Retire an operator as the handbook says; return the file's new path."""
        self.file("operators", to).parent.mkdir(exist_ok=True)
        return self.file("operators", name).rename(self.file("operators", to))

    def run(self, *rows: int, changes: dict[str, Any] = SCORED, now: Instant | None = None) -> str:
        """Apply a packet that changes rows, and return the id of the run."""
        packet = self.packet(*(self.candidate(row, changes) for row in rows))
        return self.apply(packet, now).receipt.run_id

    def candidate(
        self, row: int, changes: dict[str, Any] = SCORED, *, refs: int = 1
    ) -> PacketCandidate:
        was = digest(details(self.folder).get(row, ""))
        return PacketCandidate(
            row, was, changes, tuple(f"observation:{n + 1}" for n in range(refs))
        )

    def packet(self, *candidates: PacketCandidate, note: str = "") -> Packet:
        """Return an approved packet, even if the contract forbids it."""
        connection = database_connection.connect(self.home.ledger)
        ledger_id = schema.meta(connection, "ledger_id")
        connection.close()
        return self.approved(make_packet(ledger_id, at().time, "a test", candidates, note))

    def approved(self, packet: Packet) -> Packet:
        """Store a packet and its approval, without checks."""
        store_packet(self.store.packets, packet)
        approve(self.store.approvals, packet, ADA, self.store.operators, at().time)
        return packet

    def apply(self, packet: Packet, now: Instant | None = None):
        return self.assist.apply(packet.id, now or at())


MACHINE = hashlib.sha256(b"this machine").hexdigest()


def make_house(folder: Path, *details: dict[str, Any]) -> House:
    """Make a home in which packets may be applied."""
    house = House(folder)
    make_ledger(folder / "observations.db", *details)
    house.store.operators.enrol("ada", ADA.card)
    for gate in ("contract", "schemas"):
        sign_off(house.store, gate, ADA, NOON)
    record_rehearsal(house.store, Rehearsal(True, True, ()), NOON)
    return house


def rules_of(outcome) -> set[str]:
    """Return the contract rules that a run violates."""
    return {violation.rule for violation in outcome.violations}


def edited(packet: Packet, **changes: Any) -> Packet:
    return replace(packet, **changes)


def before_its_end(house: House) -> None:
    """Cut off the newest run before its after receipt and the record's line about that."""
    after = house.receipts[-1]
    seen = json.loads(after.read_bytes())["witness"]["seq"]
    path = house.store.events.path
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if link_of(line).seq <= seen))
    after.unlink()


def archived(house: House) -> Path:
    """Archive all lines of the record so far; return the archive."""
    events = house.store.events
    events.append([{"type": "something"}], NOON + timedelta(days=9))
    kept = events.archive(events.due(NOON + timedelta(days=8), 10**9))
    assert kept is not None
    return kept


_STEPS = ("write", "rename", "replace", "unlink", "mkdir")


def _before_each(happens: Callable[[], None]) -> None:
    """Call a hook before each file or database operation of this process."""

    def watched(operation: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            happens()
            return operation(*arguments, **options)

        return run

    for name in _STEPS:
        setattr(os, name, watched(getattr(os, name)))
    os.open = _opening(watched(os.open))
    files.exchange = watched(files.exchange)

    class Watched(sqlite3.Connection):
        execute = watched(sqlite3.Connection.execute)

    connect = sqlite3.connect
    assist_database.sqlite3.connect = lambda *args, **options: connect(
        *args, factory=Watched, **options
    )


def _opening(watched: Callable[..., int]) -> Callable[..., int]:
    """Return an ``os.open`` that is watched when it may create or truncate a file."""
    real = os.open

    def opened(path: Any, flags: int, *arguments: Any, **options: Any) -> int:
        changes = flags & (os.O_CREAT | os.O_TRUNC)
        return (watched if changes else real)(path, flags, *arguments, **options)

    return opened


def _end_before(step: int) -> None:
    numbers = itertools.count()

    def happens() -> None:
        if next(numbers) == step:
            os._exit(9)

    _before_each(happens)


def _on_disk(folder: Path) -> bytes:
    """Return a digest of everything on disk, as a process that ends now would leave it.

    The index of a journal is left out: the next process that opens the database rebuilds it.
    """
    seen = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if not path.name.endswith("-shm"):
            status = path.lstat()
            what = b""
            if path.is_symlink():
                what = os.fsencode(path.readlink())
            elif path.is_file():
                what = hashlib.sha256(path.read_bytes()).digest()
            seen.update(f"{path} {status.st_mode} {len(what)} ".encode() + what)
    return seen.digest()


def _steps_that_matter(folder: Path, deed: Callable[[], object]) -> list[int]:
    """Return the steps of an action before which the disk's content changed.

    A crash between two steps that only read leaves the same content as a crash before them.
    """
    reader, writer = os.pipe()

    def watch(_: int) -> None:
        write = os.write
        _before_each(lambda: write(writer, _on_disk(folder)))

    with os.fdopen(reader, "rb") as seen:
        was_killed = dying.killed_at(0, deed, watch)
        os.close(writer)
        states = seen.read()
    assert not was_killed
    each = [states[place : place + 32] for place in range(0, len(states), 32)]
    return [step for step, state in enumerate(each) if step == 0 or state != each[step - 1]]


def every_crash(
    folder: Path, begin: Callable[[House], None], deed: Callable[[House], object]
) -> Iterator[tuple[House, bool]]:
    """Yield a home for each state in which a crash can leave an action, and one without a crash.

    Each home is a copy of the one that ``begin`` prepared.
    """
    prepared = make_house(folder)
    begin(prepared)

    def copy(name: object) -> House:
        house = House(folder.with_name(f"{folder.name}{name}"))
        shutil.copytree(prepared.folder, house.folder, symlinks=True)
        return house

    watched = copy("-watched")
    steps = _steps_that_matter(watched.folder, lambda: deed(watched))
    for step in [*steps, sys.maxsize]:
        house = copy(step)
        was_killed = dying.killed_at(step, lambda house=house: deed(house), _end_before)
        assert was_killed == (step != sys.maxsize)
        yield house, was_killed


def recovered(house: House, now: Instant) -> set[str]:
    """Recover as the next process does; return the audit's remarks before that.

    The audit finds no defect before it, and nothing at all after it.
    """
    cut_off = audit_home(house.home)
    assert cut_off.defects == ()
    house.assist.recover(now)
    whole = audit_home(house.home)
    assert (whole.defects, whole.remarks, house.assist.verify()) == ((), (), [])
    named = [line["ref"] for line in house.store.events.find("receipt_written", after=0)]
    assert named == [path.name for path in house.receipts if "-after-" in path.name]
    assert list(house.folder.rglob("*.tmp")) == []
    return {remark.rpartition(": ")[2] for remark in cut_off.remarks}


def full_disk(patch: Any, *, after: int) -> None:
    write, done = os.write, [0]

    def refuse(descriptor, data):
        done[0] += 1
        if done[0] <= after:
            return write(descriptor, data)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    patch.setattr(os, "write", refuse)
