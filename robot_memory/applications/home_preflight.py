"""Checks whether a memory home can be used: rights, disk, ledger, clock. Nothing is changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.home import Home
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger.damaged_rows import find_damage

#: Bytes of free disk space below which there is a warning, and an error.
LITTLE_DISK, _SCARCE_DISK = 1 << 30, 100 << 20
_MEGABYTE = 1 << 20  # bytes


@dataclass(frozen=True)
class HomeFinding:
    """The result of one check."""

    subject: str  # the checked subject, in a word or two
    state: str
    advice: str = ""  # what to do; empty if all is well
    is_error: bool = False  # whether the memory cannot work like that


def check_home(home: Home, now: Instant) -> Iterator[HomeFinding]:
    """Yield a finding for each subject; ``now`` is the time of the machine's own clock."""
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
        damage = find_damage(home.ledger)
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
