"""Opens the memory that a command line names."""

from __future__ import annotations

import argparse
import getpass
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import datetime
from typing import Any

import yaml

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import (
    Defect,
    HomeRefused,
    InvalidInput,
    InvalidSettings,
    RobotMemoryError,
)
from robot_memory.foundation.home import HOME_VARIABLE, Home, find_home
from robot_memory.foundation.settings import Settings, read_settings
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.time.clock import (
    PRETENDED,
    Clock,
    ManualClock,
    SystemClock,
    is_too_far_ahead,
)
from robot_memory.foundation.time.period import read_time
from robot_memory.ledger import Ledger
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource
from robot_memory.memory_writer import NotStoredYet

_LONGEST = 64  # characters


def command_line_user() -> str:
    """Return the proposer that is recorded for a command: the user's name, unsigned."""
    return f"{_user_name()} on the command line"[:_LONGEST]


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user, as in a container; OSError from Python 3.13 on
        return f"user {os.getuid()}"


class NotStored(Exception):
    """The disk stored none of the data."""


class StoredLate(Exception):
    """The data was stored, but only after the verb had stopped waiting."""


def open_memory(
    args: argparse.Namespace, *, write: bool = False
) -> AbstractContextManager[RobotMemory]:
    """Open the memory home that ``args`` names, for the duration of a block.

    If no home exists, a reader is told that nothing is remembered yet, and the first writer creates
    it and says so (docs/reference/command-line.md).
    """
    memory = make_memory(args, write=write)
    return _closing(memory) if write else memory


def open_existing(
    args: argparse.Namespace, *, write: bool = True
) -> AbstractContextManager[RobotMemory]:
    """Open the memory home that ``args`` names, for a verb that needs an existing one.

    Raises:
        HomeRefused: there is no memory; none was made.
    """
    home = find_home(load_settings(args))
    if not home.is_made:
        raise HomeRefused(
            f"there is no memory in {home.folder}; nothing was done: name the memory home with "
            f"--home, or in {HOME_VARIABLE}; `robot-memory init` makes one"
        )
    return open_memory(args, write=write)


@contextmanager
def _closing(memory: RobotMemory) -> Iterator[RobotMemory]:
    """Close a memory at the end; if its file cannot be saved, report the state of the data.

    Data that the block stored stays stored then, so the request was carried out.

    Raises:
        NotStored: the disk took no data; nothing is stored.
        StoredLate: storing took longer than the wait; the data is stored.
    """
    try:
        yield memory
    except NotStoredYet as error:
        _close(memory)  # tries once more to store it
        if error.row.exception() is None:
            raise StoredLate(f"{error}: it is stored now, as row {error.row.result()}") from None
        raise NotStored(
            f"{memory.home.ledger} took nothing: {error.row.exception()}; nothing was stored: make "
            "room, or see which process keeps it, then say it again"
        ) from None
    except BaseException:
        _close(memory)
        raise
    _close(memory)


def _close(memory: RobotMemory) -> None:
    try:
        memory.close()
    except (OSError, sqlite3.Error, RobotMemoryError) as error:
        print(
            f"robot-memory: {memory.home.memory_file} could not be saved: "
            f"{str(error) or type(error).__name__}; what was stored is in the ledger, and the "
            "file is saved at the next start or write",
            file=sys.stderr,
        )


def make_memory(args: argparse.Namespace, *, write: bool) -> RobotMemory:
    """Return the memory that ``args`` names; the caller closes it."""
    settings = load_settings(args)
    home = find_home(settings)
    is_new = not home.ledger.exists()
    if write and "now" in args:
        _check_pretended(present_time(args), home)
    memory = RobotMemory.open(settings=settings, clock=pretended_clock(args), read_only=not write)
    if write and is_new:
        memory.save(force=True)
        print(f"made the memory home {home.folder} for {memory.rrn}", file=sys.stderr)
    if not write and not home.is_made:
        print(f"nothing is remembered yet in {home.folder}", file=sys.stderr)
    if home.exposure:
        print(f"robot-memory: {home.exposure}", file=sys.stderr)
    if memory.problem:
        print(f"robot-memory: {home.memory_file}: {memory.problem}", file=sys.stderr)
    for defect in memory.defects if home.memory_file.exists() else ():
        print(f"robot-memory: {home.memory_file}: {defect}", file=sys.stderr)
    return memory


def memory_source(args: argparse.Namespace) -> AbstractContextManager[MemorySource]:
    """Return a source that opens the memory named by ``args`` whenever a server needs it."""
    return closing(MemorySource(lambda write: make_memory(args, write=write)))


def load_settings(args: argparse.Namespace) -> Settings:
    """Read ``settings.yaml`` of the home, if it exists.

    Raises:
        HomeRefused: the home is no folder.
        InvalidSettings: the file contains no valid settings.
    """
    given = {"home": args.home} if "home" in args else {}
    settings = Settings(**given)
    home = find_home(settings)
    if home.folder.exists() and not home.folder.is_dir():
        raise HomeRefused(
            f"{home.folder} is no folder, and so no memory home; nothing was done: name the memory "
            f"home with --home, or in {HOME_VARIABLE}"
        )
    path = home.settings
    if not path.exists():
        return settings
    try:
        values: Any = yaml_reading.load(files.read_regular(path).decode()) or {}
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidSettings(f"{path} is not YAML: {error}") from error
    if not isinstance(values, dict):
        raise InvalidSettings(f"{path} is not a mapping of names to values")
    return read_settings({**values, **given}, str(path))


def check_time(args: argparse.Namespace) -> None:
    """Refuse a pretended time for verbs whose times are signed or counted by the caps.

    Raises:
        InvalidInput: a time was given.
    """
    if "now" in args:
        problem = "is signed or counted by the caps: it cannot be pretended"
        raise InvalidInput("nothing was done", [Defect("--now", problem)])


def _check_pretended(time: datetime, home: Home) -> None:
    """Refuse to write at a time so far ahead that all other entries would count as decayed."""
    newest = None
    if home.ledger.exists():
        with closing(Ledger(home.ledger, time_kind=None)) as ledger:
            newest = ledger.newest_time()
    if is_too_far_ahead(time, newest, SystemClock().now().time):
        problem = (
            f"{time:%Y-%m-%d} is more than 90 days after this machine's time and after all that is "
            "remembered, which would count as old from then on: give an earlier time to write"
        )
        raise InvalidInput("nothing was stored", [Defect("--now", problem)])


def pretended_clock(args: argparse.Namespace) -> Clock | None:
    """Return a clock at the pretended time; None if no time is pretended."""
    if "now" not in args:
        return None
    return ManualClock(present_time(args), kind="wall", boot=PRETENDED)


def present_time(args: argparse.Namespace) -> datetime:
    """Return the pretended time, or else this machine's time, UTC.

    Raises:
        InvalidInput: the given time cannot be read.
    """
    present = SystemClock().now().time
    return read_time(args.now, "--now", present) if "now" in args else present
