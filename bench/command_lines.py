"""Verbs of ``robot-memory``, each run in a separate process, and their acknowledged words."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
AT_ONCE = 2  # command lines at once
PATIENCE = 60.0  # s


@dataclass
class Tally:
    """Counts of the work done, and the defects found."""

    kills: int = 0
    early: int = 0  # kills before the keeper's first word
    by_keeper: int = 0  # acknowledged writes
    by_command: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    defects: list[str] = field(default_factory=list)


#: Verbs that change nothing, or nothing that is checked later. ID is an entry's id.
_READERS = (
    ("show",), ("context",), ("why", "ID"), ("recall", "doorway"), ("check",), ("facts", "list"),
    ("chunks", "list"), ("levels", "stats"), ("audit", "verify"), ("report",), ("peers", "list"),
    ("assist", "propose"), ("assist", "receipts", "--verify"), ("consolidate",),
    ("show", "--json"), ("context", "--json"),
)  # fmt: skip
#: Verbs that write WORDS.
_WRITERS = (
    ("remember", "environment_note", "WORDS", "--json"), ("remember", "behavior_pattern", "WORDS"),
    ("resolve", "ID", "--note", "WORDS"), ("mute", "ID", "--why", "WORDS"), ("unmute", "ID"),
    ("repaired", "PART", "--note", "WORDS"), ("chunks", "add", "WORDS"),
    ("facts", "learn", "dock", "leads_to", "WORDS"),
)  # fmt: skip
#: The folders with the words of the verbs that do not write to the ledger.
ELSEWHERE = {"chunks": "chunks", "facts": "knowledge-graph"}


@dataclass
class Command:
    """A running command line."""

    verb: str
    words: str
    process: subprocess.Popen[bytes]
    out: Path
    error: Path


class CommandLines:
    """Runs command lines one after another, in processes of their own.

    Args:
        home: the memory home.
        logs: a folder for their output.
        chance: chooses the command lines.
        tally: counts the results.

    Attributes:
        acknowledged: the written words, each with its verb.
        complaints: the texts on their standard error.
    """

    def __init__(self, home: Path, logs: Path, chance: random.Random, tally: Tally) -> None:
        self._home = home
        self._logs = logs
        self._chance = chance
        self._tally = tally
        self._running: list[Command] = []
        self._ids: list[str] = []
        self._number = 0
        self.acknowledged: list[tuple[str, str]] = []
        self.complaints: list[str] = []

    def turn(self) -> None:
        """Collect the command lines that have ended, and start others."""
        for command in [one for one in self._running if one.process.poll() is not None]:
            self._running.remove(command)
            self._end(command)
        while len(self._running) < AT_ONCE:
            self._running.append(self._start())

    def finish(self) -> None:
        """Wait for the running command lines."""
        for command in self._running:
            command.process.wait(PATIENCE)
            self._end(command)
        self._running.clear()

    def _start(self) -> Command:
        writes = self._chance.random() < 0.6
        verb, *others = self._chance.choice(_WRITERS if writes or not self._ids else _READERS)
        if "ID" in others and not self._ids:
            verb, *others = _WRITERS[0]
        self._number += 1
        words = f"Command {self._number} saw crate {self._number}"
        entry = self._chance.choice(self._ids) if self._ids else ""
        part = f"arm {self._number}"
        given = {"WORDS": words, "ID": entry, "PART": part}
        arguments = [given.get(one, one) for one in others]
        out, error = self._logs / f"{self._number}.out", self._logs / f"{self._number}.error"
        command = [
            sys.executable,
            "-m",
            "robot_memory.faces.cli.main",
            verb,
            "--home",
            str(self._home),
        ]
        with out.open("wb") as to, error.open("wb") as errors:
            whole = [*command, *arguments]
            process = subprocess.Popen(whole, cwd=ROOT, stdout=to, stderr=errors)
        return Command(verb, words if "WORDS" in others else "", process, out, error)

    def _end(self, command: Command) -> None:
        said, complaint = command.out.read_text(), command.error.read_text()
        self.complaints.append(complaint)
        status = command.process.returncode
        self._tally.commands[command.verb] += 1
        if status not in (0, 1):
            self._tally.refused[f"{command.verb}: {complaint.strip()[-200:]}"] += 1
        elif status == 0 and command.words:
            self.acknowledged.append((command.verb, command.words))
            if command.verb == "remember" and said.startswith("{"):
                self._ids.append(str(json.loads(said)["id"]))
