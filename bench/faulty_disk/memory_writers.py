"""Writers of the running node: evidence, the memory file, its archive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from faulty_disk.trial import Tell, Writer
from robot_memory import RobotMemory, memory_writer
from robot_memory.ledger import Key, Kind, Observation, ledger_writer


def make_impatient() -> None:
    """Shorten the patience with a failing disk."""
    memory_writer._COMMIT_TIMEOUT = 0.3
    ledger_writer._RETRY_PAUSE = 0.05


def _prepare(home: Path) -> None:
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "Ramp is steep")
        done = memory.remember("environment_note", "Door sticks")
        _observe(memory, "lidar")
        memory.flush()
        memory.save()
        memory.resolve(done.id, "mended")


def _observe(memory: RobotMemory, part: str) -> None:
    memory.observe(
        Observation(
            kind=Kind.ONSET, instant=memory.clock.now(), summary=f"{part} fails",
            key=Key("diagnostics", part, "fails"), entry_type="hardware_observation",
            confidence=0.6,
        )
    )  # fmt: skip


def _work(home: Path, tell: Tell) -> None:
    make_impatient()
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "Dock is slippery")
        tell("entry: Dock is slippery")
        _observe(memory, "lidar")
        _observe(memory, "gripper")
        memory.save()
        memory.remember("environment_note", "Lift is slow")
        tell("entry: Lift is slow")


def _items(home: Path) -> Iterator[str]:
    with RobotMemory.open(home) as memory:
        assert not memory.defects, memory.defects
        for _, entry in memory.entries(include_resolved=True):
            counted = entry.observation_count if entry.key else 1
            yield from [f"entry: {entry.text}"] * counted


WRITERS = (Writer("memory", _prepare, _work, _items),)
