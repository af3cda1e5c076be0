"""Lets a simulated robot live with the real perception and memory, and the shipped rules."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Observation
from robot_memory.memory import RobotMemory
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.perception import Message, Perception
from robot_memory.perception.replay import player
from robot_memory.perception.replay.recording import Wanted, everything
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules
from robot_memory.perception.scope import Scope
from simulation.judge.lesson import Lesson
from simulation.robot import Robot
from simulation.timeline import Session


@dataclass
class _SessionRecording:
    """A session of a robot, as a recording for the player."""

    robot: Robot
    session: Session
    defects: Sequence[str] = field(default_factory=list)

    @property
    def path(self) -> Path:
        return Path(f"{self.robot.kind} {self.robot.seed} session {self.session.number}")

    @property
    def topics(self) -> Mapping[str, str]:
        return self.robot.topics

    @property
    def start(self) -> float:
        return self.robot.timeline.epoch + self.session.begin

    @property
    def duration(self) -> float:
        return self.session.end - self.session.begin

    def messages(self, wanted: Wanted | None = None) -> Iterator[Message]:
        span = (self.session.begin - 1.0, self.session.end + 5.0)
        for stamp, topic, type_name, content in self.robot.messages(wanted or everything, span):
            yield Message(topic, type_name, stamp, content)


class _Refusing(logging.Handler):
    """Turns the player's warnings into errors: every simulated message must be readable."""

    def emit(self, record: logging.LogRecord) -> None:
        raise RuntimeError(record.getMessage())


@contextmanager
def _refusing() -> Iterator[None]:
    log, handler = logging.getLogger(player.__name__), _Refusing(logging.WARNING)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


def live(robot: Robot, rules: Sequence[Rule] | None = None) -> list[Lesson]:
    """Let a robot live through its run; return its lessons."""
    rules = load_rules(default_rules_file()) if rules is None else rules
    epoch = robot.timeline.epoch
    clock = ManualClock(datetime.fromtimestamp(epoch, timezone.utc), kind="recording", boot="")
    with (
        _refusing(),
        tempfile.TemporaryDirectory(prefix="robot-memory-") as folder,
        RobotMemory.open(Path(folder) / "home", clock=clock) as memory,
    ):
        for session in robot.timeline.sessions:
            recording = _SessionRecording(robot, session)
            clock.set(datetime.fromtimestamp(recording.start, timezone.utc))
            clock.boot = str(recording.path)
            scope = Scope(namespace=robot.namespace or "/")
            perception = Perception(
                rules, memory.settings, clock, memory.observe, scope=scope,
                known=PriorMemory(baselines=memory.ledger.baselines()),
            )  # fmt: skip
            player.play(recording, perception, clock)
            memory.add_exposure(perception.take_exposure(), perception.take_samples())
            memory.ledger.keep_baselines(perception.baselines.states(), memory.seq)
        memory.flush()
        memory.analyse()
        return lessons_of(memory, epoch)


def lessons_of(memory: RobotMemory, epoch: float) -> list[Lesson]:
    """Return all entries that ever existed, faded ones too.

    Args:
        memory: the robot's memory after its run.
        epoch: the run's start, seconds since 1970.
    """
    kept = {entry.id: entry for _, entry in memory.entries(include_resolved=True)}
    rows: dict[str, list[Observation]] = {name: [] for name in kept}
    explained: dict[str, str] = {}
    for row in memory.ledger.after(0):
        if row.entry_id and row.kind in (Kind.ONSET, Kind.PLACE):
            rows.setdefault(row.entry_id, []).append(row)
        elif row.kind is Kind.LIMIT:
            explained[row.entry_id] = str(row.detail["explains"])
    found = []
    for name, own in rows.items():
        entry, first = kept.get(name), own[0] if own else None
        if entry is None and first is None:
            continue
        # A limit has no onsets of its own: its evidence is that of the fault that it explains.
        evidence = own or rows.get(explained.get(name, ""), [])
        keys = [row.key for row in evidence if row.key is not None]
        names = {f"{row.topic} {row.component}" for row in evidence}
        names |= {f"{key.component} {key.symptom}" for key in keys}
        found.append(
            Lesson(
                id=name,
                type=entry.type.value if entry else first.entry_type if first else "",
                text=entry.text if entry else first.summary if first else "",
                names=" | ".join(sorted(names)),
                topics=frozenset(row.topic for row in evidence if row.topic),
                onsets=tuple(row.time.timestamp() - epoch for row in evidence),
            )
        )
    return found
