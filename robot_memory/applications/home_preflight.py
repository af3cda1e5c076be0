"""Checks whether a memory home can be used: rights, disk, ledger, clock. Nothing is changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.home import Home
from robot_memory.foundation.time.clock import Instant

#: Bytes of free disk below which a person is warned, and that are an error.
LITTLE_DISK, _SCARCE_DISK = 1 << 30, 100 << 20
_MEGABYTE = 1 << 20  # bytes
_MOST = 5  # damages that are named
_PATIENCE = 5.0  # s to wait for a writer


@dataclass(frozen=True)
class HomeFinding:
    """The answer of one check."""

    subject: str  # what was looked at, in a word or two
    state: str
    advice: str = ""  # what to do about it; empty where all is well
    is_error: bool = False  # whether the memory cannot do its work like that


def check_home(home: Home, now: Instant) -> Iterator[HomeFinding]:
    """Yield a finding for each subject.

    Args:
        now: the time of the machine's own clock.
    """
    yield _clock(now)
    if not home.folder.exists():
        advice = "a node makes it at its start: is ROBOT_MEMORY_HOME the home of your node?"
        yield HomeFinding("home", f"there is no {home.folder}", advice)
        return
    yield _rights(home.folder)
    yield _disk(home.folder)
    yield _ledger(home)


def _rights(folder: Path) -> HomeFinding:
    if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return HomeFinding("home", f"{folder} can be written")
    advice = f"who runs the node must own it: sudo chown -R USER {folder}"
    return HomeFinding("home", f"{folder} cannot be written by this user", advice, is_error=True)


def _disk(folder: Path) -> HomeFinding:
    free = shutil.disk_usage(folder).free
    state = f"{free // _MEGABYTE} MB are free"
    if free >= LITTLE_DISK:
        return HomeFinding("disk", state)
    return HomeFinding("disk", state, f"make room on the disk of {folder}", free < _SCARCE_DISK)


def _ledger(home: Home) -> HomeFinding:
    try:
        damage = _find_damage(home.ledger)
    except FileNotFoundError:
        return HomeFinding("ledger", "there is none yet", "it comes with the first evidence")
    if not damage:
        return HomeFinding("ledger", f"{home.ledger} is whole")
    advice = "see docs/how-to/recover-from-disk-problems.md"
    return HomeFinding("ledger", f"{home.ledger}: {'; '.join(damage)}", advice, is_error=True)


def _clock(now: Instant) -> HomeFinding:
    if now.trusted:
        return HomeFinding("clock", "the time is trusted")
    advice = "times are provisional and nothing fades until it is synchronised (chrony, NTP)"
    return HomeFinding("clock", "the time is not trusted", advice)


def _find_damage(path: Path) -> list[str]:
    """Return what SQLite finds damaged in a ledger, a sentence each; empty where it is whole.

    A checkpoint or a writer may be at work meanwhile. It reads the whole file.

    Raises:
        FileNotFoundError: there is no ledger.
    """
    if not path.exists():
        raise FileNotFoundError(f"there is no ledger {path}")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE)) as connection:
            found = connection.execute(f"PRAGMA quick_check({_MOST})").fetchall()
    except sqlite3.DatabaseError as error:
        return [f"it cannot be read ({error})"]
    return [str(line) for (line,) in found if line != "ok"]
