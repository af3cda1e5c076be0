"""A writer at work while one disk operation fails, and the check of its files afterwards."""

from __future__ import annotations

import logging
import os
import pickle
import shutil
import signal
import sqlite3
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faulty_disk.faulty_disk import Fault, faulty
from robot_memory.foundation.errors import RobotMemoryError

#: Called with each item that a writer has acknowledged, named as in :attr:`Writer.items`.
Tell = Callable[[str], None]
_PATIENCE = 30  # s for one child


@dataclass(frozen=True)
class Writer:
    """A part of the memory that writes files in a home.

    Attributes:
        name: for messages.
        prepare: makes a home in which the work has something to do.
        work: the work during which an operation fails; reports acknowledgements. May run twice.
        items: reads all stored items with fresh objects, each as often as it counts.
    """

    name: str
    prepare: Callable[[Path], None]
    work: Callable[[Path, Tell], None]
    items: Callable[[Path], Iterable[str]]


@dataclass
class Report:
    """The report of a child process.

    Attributes:
        operations: the number of operations.
        failed: the operation that failed; empty if none did.
        told: the acknowledged items.
        error: the traceback of the raised error; empty if there was none.
        words: the texts for a person: the error's message and the log.
        is_expected: whether the faces of the memory handle this kind of error.
    """

    operations: int = 0
    failed: str = ""
    told: list[str] = field(default_factory=list)
    error: str = ""
    words: str = ""
    is_expected: bool = True


@dataclass
class Tally:
    """The results of all trials of a writer."""

    trials: int = 0
    hit: int = 0
    refused: int = 0
    defects: list[str] = field(default_factory=list)


class Log(logging.Handler):
    """Keeps warnings and errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record, with its exception."""
        error = f" ({record.exc_info[1]})" if record.exc_info else ""
        self.lines.append(f"{record.getMessage()}{error}")


def try_positions(
    writer: Writer, fault: Fault, folder: Path, positions: Callable[[int], Iterable[int]]
) -> Tally:
    """Run a writer once for each position of a failing operation.

    Args:
        folder: an empty folder, as a real path.
        positions: returns the positions to try, given the number of operations.
    """
    made = folder / "made"
    unprepared = _in_child(lambda: writer.prepare(made))
    assert unprepared is None, unprepared.error
    before = _counted(writer, made)
    whole = folder / "whole"
    shutil.copytree(made, whole, symlinks=True)
    undisturbed = _in_child(lambda: _disturbed(writer, fault, whole, -1))
    assert not undisturbed.error, undisturbed.error
    wanted = _counted(writer, whole)
    assert wanted != before, f"{writer.name} does nothing"
    tally = Tally()
    for position in positions(undisturbed.operations):
        home = folder / "home"
        shutil.copytree(made, home, symlinks=True)
        tally.trials += 1
        report = _in_child(lambda home=home, p=position: _disturbed(writer, fault, home, p))
        tally.hit += bool(report.failed)
        tally.refused += bool(report.error)
        where = f"{writer.name}, {fault.name} at {position} ({report.failed or 'none'})"
        defects = _compare(writer, fault, home, report, before, wanted) if report.failed else ()
        tally.defects += [f"{where}: {defect}" for defect in defects]
        shutil.rmtree(home)
    return tally


def _counted(writer: Writer, home: Path) -> Counter[str]:
    found = _in_child(lambda: Counter(writer.items(home)))
    assert isinstance(found, Counter), found.error
    return found


def _disturbed(writer: Writer, fault: Fault, home: Path, position: int) -> Report:
    log, told, error = Log(), list[str](), None
    logging.getLogger().addHandler(log)
    with faulty(home, fault, position) as damage:
        try:
            writer.work(home, told.append)
        except Exception as raised:
            error = raised
    report = Report(damage.operations, damage.failed, told)
    if error is not None:
        report.error = "".join(traceback.format_exception(error)[-8:])
        report.is_expected = isinstance(error, OSError | sqlite3.Error | RobotMemoryError)
    report.words = "\n".join([str(error)] * bool(error) + log.lines)
    return report


def _compare(
    writer: Writer,
    fault: Fault,
    home: Path,
    report: Report,
    before: Counter[str],
    wanted: Counter[str],
) -> Iterator[str]:
    """Yield the defects of a home after its disk was repaired."""
    if not report.is_expected:
        yield f"an error that nobody expects: {report.error}"
    if report.words and str(home) not in report.words and "sqlite3" not in report.error:
        yield f"it is not said which file: {report.words!r} {report.error}"
    found = _in_child(lambda: Counter(writer.items(home)))
    if isinstance(found, Report):
        yield f"it cannot be read afterwards: {found.error}"
        return
    yield from (f"lost: {item}" for item in report.told if item not in found)
    yield from (f"lost: {item}, which was there before" for item in (before & wanted) - found)
    yield from (f"{n} times: {item}" for item, n in (found - (before | wanted)).items())
    if not report.words and found != wanted:
        yield f"nothing was said, and there is not {list((wanted - found).elements())}"
    again = _in_child(lambda: writer.work(home, lambda item: None))
    if isinstance(again, Report):
        yield f"it does not work afterwards: {again.error}"
    found = _in_child(lambda: Counter(writer.items(home)))
    if isinstance(found, Report):
        yield f"it cannot be read after it was done again: {found.error}"
    elif missing := wanted.keys() - found.keys():
        yield f"done again there is not {sorted(missing)}"
    if not fault.keeps_names:
        # A file that could not be removed is swept up in the next night, as after a crash.
        left = (path for path in home.rglob("*.tmp") if report.failed != f"unlink {path}")
        yield from (f"left: {path}" for path in left)


def _in_child(action: Callable[[], Any]) -> Any:
    """Run an action in a child process and return its result; a report if it raises."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        signal.alarm(_PATIENCE)
        try:
            answer = action()
        except BaseException:
            answer = Report(error=traceback.format_exc(), is_expected=False)
        with os.fdopen(tell, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(tell)
    with os.fdopen(told, "rb") as pipe:
        data = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if not data:
        what = f"the process ended with {status} (-14: it took more than {_PATIENCE} s)"
        return Report(error=what, failed="unknown", is_expected=False)
    return pickle.loads(data)
