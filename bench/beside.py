"""Command lines beside a process that keeps the memory, and that is killed at random moments.

Every verb of ``robot-memory`` that reads or writes runs in a process of its own, one after another
and two at a time, while the keeper is started and killed. A keeper is the ROS node, or a process
that does with :class:`RobotMemory` what the node does. Afterwards each acknowledged write must be
there once, the rows of the ledger must be numbered without a gap, the record must be whole, and no
process may have lost its files.
"""

from __future__ import annotations

import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

from command_lines import ELSEWHERE, PATIENCE, ROOT, CommandLines, Tally

from robot_memory import RobotMemory
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.ledger import Key, Kind, Ledger, Observation
from robot_memory.long_term.recall.query import Query

KILLS_A_HOME = 25  # after so many kills the home is checked in full, and a new one begins
SHORT, LONG = 0.5, 4.0  # longest times, in s, from a keeper's first word to its end
LONG_LIVED = 5  # one keeper in so many lives long, while command lines come and go
PARTS = 20
_PAUSE = 0.005
#: The message of a process that has lost files of the ledger.
_MENDED = "were put back"


class Keeper(Protocol):
    """A process that keeps the memory.

    Attributes:
        process: its process id.
    """

    process: int

    def acknowledged(self) -> list[str]:
        """Return the words that it has acknowledged since the last call."""

    def kill(self) -> list[str]:
        """Kill it; return the words that it acknowledged before."""


def holds_lock(process: int, path: Path) -> bool:
    """Return whether a process holds a POSIX lock on a file."""
    status = path.stat()
    name = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    wanted = ["POSIX", str(process), name]
    return any([words[1], words[4], words[5]] == wanted for words in lines if words[1] == "POSIX")


# -- a light keeper ------------------------------------------------------------------------------


class ForkedKeeper:
    """A separate process that does the node's work without ROS, and so starts at once."""

    def __init__(self, home: Path, log: Path, number: int) -> None:
        self._told, say = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                logging.basicConfig(filename=log, force=True)
                keep(home, number, say)
            except BaseException:
                logging.exception("the keeper ended")
            finally:
                os._exit(1)
        os.close(say)
        os.set_blocking(self._told, False)
        self._rest = b""

    def acknowledged(self) -> list[str]:
        """Return the words that it has acknowledged since the last call."""
        with suppress(BlockingIOError):
            while piece := os.read(self._told, 65536):
                self._rest += piece
        *lines, self._rest = self._rest.split(b"\n")
        return [line.decode() for line in lines]

    def kill(self) -> list[str]:
        """Kill it; return the words that it acknowledged before."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        told = self.acknowledged()
        os.close(self._told)
        return told


def keep(home: Path, number: int, say: int) -> None:
    """Observe, note, save and recall, with night shifts beside; report the acknowledged notes."""
    memory = RobotMemory.open(home)
    threading.Thread(target=_nights, args=(memory,), daemon=True).start()
    for step in range(10**9):
        for part in range(3):
            memory.observe(onset(memory, (3 * step + part) % PARTS))
        words = f"Keeper {number} passes doorway {step}"
        memory.remember("environment_note", words)
        os.write(say, f"{words}\n".encode())
        memory.tick()
        if step % 10 == 9:
            memory.recall(Query("doorway"))
            memory.context()


def _nights(memory: RobotMemory) -> None:
    while True:
        with suppress(RobotMemoryError):  # another process is consolidating
            memory.consolidate()
        memory.analyse()
        time.sleep(0.3)


def onset(memory: RobotMemory, number: int) -> Observation:
    """Return an onset of one of a few faults."""
    return Observation(
        kind=Kind.ONSET,
        instant=memory.clock.now(),
        summary=f"Motor {number} stalls",
        key=Key("chaos", f"motor {number}", "stall"),
        component=f"motor {number}",
        entry_type="hardware_observation",
        confidence=0.6,
    )


# -- one home ------------------------------------------------------------------------------------


class Beside:
    """Kills keepers of one home while command lines run, and checks the home.

    Args:
        folder: the folder for the home and the logs.
        chance: chooses verbs and moments.
        tally: the counts that this adds to.
        start: starts a keeper, given the home, its log file and its number.
    """

    def __init__(
        self,
        folder: Path,
        chance: random.Random,
        tally: Tally,
        start: Callable[[Path, Path, int], Keeper],
    ) -> None:
        self._home, self._log = folder / "home", folder / "keeper.log"
        self._chance = chance
        self._tally = tally
        self._start = start
        self._commands = CommandLines(self._home, folder, chance, tally)
        self._told: list[str] = []

    def run(self, kills: int) -> None:
        """Kill so many keepers, then check all; at return no process is left."""
        try:
            for number in range(kills):
                self._kill_one(number)
                self._tally.kills += 1
                self._commands.turn()  # the command lines run on while the rows are checked
                self._check_rows()
                if self._tally.defects:
                    break
        finally:
            self._commands.finish()
        self._check_rows()
        self._check_whole()
        self._tally.by_keeper += len(self._told)
        self._tally.by_command += len(self._commands.acknowledged)

    def _kill_one(self, number: int) -> None:
        keeper = self._start(self._home, self._log, number)
        is_long = number % LONG_LIVED == LONG_LIVED // 2
        longest = LONG if is_long else SHORT
        is_early = not is_long and self._chance.random() < 0.3
        told: list[str] = []
        began = time.monotonic()
        until = began + (self._chance.uniform(0.0, 0.3) if is_early else PATIENCE)
        try:
            while time.monotonic() < until and (is_early or not told):
                self._listen(keeper, told)
            if not is_early:
                until = time.monotonic() + self._chance.uniform(0.0, longest)
                while time.monotonic() < until:
                    self._listen(keeper, told)
            if told and not holds_lock(keeper.process, self._home / "observations.db"):
                self._tally.defects.append(f"keeper {number} has lost its locks")
        finally:
            told += keeper.kill()
        self._tally.early += not told
        if not told and not is_early:
            self._tally.defects.append(f"keeper {number} said nothing for {PATIENCE:.0f} s")
        self._told += told

    def _listen(self, keeper: Keeper, told: list[str]) -> None:
        self._commands.turn()
        told += keeper.acknowledged()
        time.sleep(_PAUSE)

    def _check_rows(self) -> None:
        """Check the rows against the acknowledged words."""
        if not (self._home / "observations.db").exists():
            return
        expected = Counter([*self._told, *self._of_ledger()])
        with closing(Ledger(self._home / "observations.db", time_kind=None)) as ledger:
            rows = ledger.after(0)
        numbers = [row.id for row in rows]
        if numbers != list(range(1, len(rows) + 1)):
            self._tally.defects.append(f"rows are not numbered one after another: {numbers}")
        found = Counter(row.summary for row in rows)
        self._tally.defects += [
            f"acknowledged, and in {found[words]} rows: {words}"
            for words in expected
            if found[words] != 1
        ]

    def _of_ledger(self) -> list[str]:
        return [words for verb, words in self._commands.acknowledged if verb not in ELSEWHERE]

    def _check_whole(self) -> None:
        defects = self._tally.defects
        with RobotMemory.open(self._home) as memory:
            entries = [entry for _, entry in memory.entries(include_resolved=True)]
            rows = memory.ledger.after(0)
        counts = {entry.text: entry.observation_count for entry in entries}
        notes = [words for verb, words in self._commands.acknowledged if verb == "remember"]
        for words in (*self._told, *notes):
            if counts.get(words) != 1:
                defects.append(f"{words}: counted {counts.get(words)} times in the memory file")
        onsets = Counter(row.key for row in rows if row.kind is Kind.ONSET)
        for entry in entries:
            if entry.key and entry.observation_count != onsets[entry.key]:
                defects.append(
                    f"{entry.text}: counted {entry.observation_count} times, "
                    f"seen {onsets[entry.key]} times"
                )
        for verb, folder in ELSEWHERE.items():
            text = "".join(_texts(self._home / folder))
            defects += [f"{verb} lost: {words}" for one, words in self._commands.acknowledged
                        if one == verb and words not in text]  # fmt: skip
        command = [sys.executable, "-m", "robot_memory.faces.cli.main", "audit", "verify"]
        audit = subprocess.run([*command, "--home", str(self._home)], cwd=ROOT, check=False,
                               capture_output=True, text=True)  # fmt: skip
        if audit.returncode:
            defects.append(f"audit verify: {audit.stdout}{audit.stderr}")
        said = [self._log.read_text() if self._log.exists() else "", *self._commands.complaints]
        defects += [f"a process lost its files: {text}" for text in said if _MENDED in text]
        defects += [f"a traceback: {text}" for text in said if "Traceback" in text]


def _texts(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_text(encoding="utf-8", errors="replace")


def run(
    kills: int,
    folder: Path,
    *,
    seed: int = 0,
    start: Callable[[Path, Path, int], Keeper] = ForkedKeeper,
    report: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Kill so many keepers, in one home after another; stop at the first defect."""
    chance, tally = random.Random(seed), Tally()
    while tally.kills < kills and not tally.defects:
        of_this = folder / f"{tally.kills}"
        of_this.mkdir()
        Beside(of_this, chance, tally, start).run(min(KILLS_A_HOME, kills - tally.kills))
        report(tally)
    return tally
