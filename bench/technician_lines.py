"""Shows the lines that an agent gets about drivers' messages, by the shipped path.

Each message comes four times, from a separate robot. Somebody who sees only the line can then judge
it: does it name the part, the fault, and what to do?

    python3 tools/bootstrap.py run -- python bench/technician_lines.py MESSAGES.json

``MESSAGES.json`` is a list of objects: ``kind`` ("log" or "status"), ``name`` of the node or of the
status, ``level`` ("warn", "error" or "stale"), ``message``, and for a status ``hardware_id`` and
``values``, which may be left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from simulation import messages as ros

from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.memory import RobotMemory
from robot_memory.perception.perception import Perception
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules

#: Shown if a message makes no entry.
NO_LINE = "(no line)"
_START = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
_BEGINS = (10.0, 35.0, 80.0, 100.0)  # s; irregular, unlike a message that is repeated at a rate
_END = 240.0  # s; a message waits for the next one, which may show a regular beat
_LASTS = 2.0  # s for which a status stays bad
_STEP = 0.5
_BUDGET = 10_000  # tokens: nothing is left out
_LOG_LEVELS = {"warn": 30, "error": 40}
_STATUS_LEVELS = {"warn": 1, "error": 2, "stale": 3}


@dataclass(frozen=True)
class DriverMessage:
    """A driver's message.

    Attributes:
        kind: "log" for ``/rosout``, "status" for ``/diagnostics``.
        name: of the node, or of the status.
        level: "warn" or "error"; of a status also "stale".
        message: the text.
        hardware_id: of a status.
        values: of a status, by name.
    """

    kind: str
    name: str
    level: str
    message: str
    hardware_id: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


def read(text: str) -> list[DriverMessage]:
    """Return the messages of a JSON file; unknown fields are ignored."""
    fields = DriverMessage.__dataclass_fields__
    return [
        DriverMessage(**{name: value for name, value in one.items() if name in fields})
        for one in json.loads(text)
    ]


def line_of(said: DriverMessage, rules: Sequence[Rule]) -> str:
    """Return the line about a message in the context block, or :data:`NO_LINE`."""
    clock = ManualClock(_START, kind="recording", boot="technician")
    with TemporaryDirectory() as home, RobotMemory.open(home, clock=clock) as memory:
        perception = Perception(rules, memory.settings, clock, memory.observe)
        for second, topic, type_name, content in _heard(said):
            clock.set(_START + timedelta(seconds=second))
            if content is not None:
                perception.receive(topic, type_name, content)
            perception.advance()
        memory.flush()
        # A query also finds wrong settings and tools, which are otherwise left out.
        block = memory.context(_BUDGET, query=said.name)
    _, *lines = block.text.splitlines() or [""]  # after the introduction
    return " | ".join(lines) or NO_LINE


def _heard(said: DriverMessage) -> Iterator[tuple[float, str, str, Any]]:
    """Yield seconds, topic, type and content of the robot's messages; None: only time passes."""
    for step in range(int(_END / _STEP)):
        second = step * _STEP
        stamp = _START.timestamp() + second
        if said.kind == "status":
            is_bad = any(0.0 <= second - begin < _LASTS for begin in _BEGINS)
            level = _STATUS_LEVELS[said.level] if is_bad else 0
            yield second, "/diagnostics", ros.DIAGNOSTICS, _array(stamp, said, level)
        else:
            content = _logged(stamp, said) if second in _BEGINS else None
            yield second, "/rosout", ros.LOG, content


def _array(stamp: float, said: DriverMessage, level: int) -> Any:
    text = said.message if level else "OK"
    status = ros.status(level, said.name, text, said.hardware_id, said.values.items())
    return ros.diagnostics(stamp, [status])


def _logged(stamp: float, said: DriverMessage) -> Any:
    return ros.log(stamp, _LOG_LEVELS[said.level], said.name, said.message, 1)


def main() -> None:
    """Print a line for each message of a file."""
    parser = argparse.ArgumentParser(
        prog="technician_lines", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("messages", type=Path, metavar="MESSAGES.json", help="a list of objects")
    args = parser.parse_args()
    rules = load_rules(default_rules_file())
    for said in read(args.messages.read_text(encoding="utf-8")):
        print(line_of(said, rules))


if __name__ == "__main__":
    main()
