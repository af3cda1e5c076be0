"""A robot's perception with a clock set by the test, and rows for the test to check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

import robot_messages as ros

from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Observation
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.perception import Perception
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules
from robot_memory.perception.scope import Scope

START = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
SHIPPED = load_rules(default_rules_file())


class Watching:
    """Perception with the shipped rules; as in a live node, time advances once a second."""

    def __init__(
        self,
        rules: Sequence[Rule] = SHIPPED,
        *,
        scope: Scope | None = None,
        kind: str = "recording",
        settings: Settings | None = None,
        seen_until: float = 0.0,
        observe: Callable[[Observation], None] | None = None,
        baselines: Mapping[str, Any] | None = None,
        known: PriorMemory | None = None,
        definition_of: Callable[[str], str] = lambda message_type: "",
    ) -> None:
        self.clock = ManualClock(START, kind=kind, boot="boot")
        self.rows: list[Observation] = []
        self.perception = Perception(
            rules, settings or Settings(), self.clock, observe or self._note,
            scope=scope, definition_of=definition_of,
            known=known or PriorMemory(baselines=baselines or {}, seen_until=seen_until),
        )  # fmt: skip

    def _note(self, row: Observation) -> None:
        self.rows.append(row)

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return self.clock.now().uptime

    def jump(self, to: float) -> None:
        """Set the time without a tick, as in a recording."""
        self.clock.set(START + timedelta(seconds=to))

    def wait(self, until: float, step: float = 1.0) -> None:
        """Let time pass while the node runs."""
        while self.now + step < until:
            self.jump(self.now + step)
            self.perception.advance()
        self.jump(until)
        self.perception.advance()

    # -- the robot's messages --------------------------------------------------------------

    def send(self, topic: str, type_name: str, content: Any) -> None:
        if self.perception.topics.wants(topic, type_name):
            self.perception.receive(topic, type_name, content)

    def diagnose(self, *statuses: Any, topic: str = "/diagnostics") -> None:
        self.send(topic, ros.DIAGNOSTICS, ros.diagnostics(*statuses))

    def log(self, name: str, message: str, level: int = 30, **more: Any) -> None:
        self.send("/rosout", ros.LOG, ros.log(name, message, level, **more))

    def battery(self, *values: Any, topic: str = "/battery", **more: Any) -> None:
        self.send(topic, ros.BATTERY, ros.battery(*values, **more))

    def every(self, interval: float, until: float, *actions: Callable[[float], object]) -> None:
        """Call the actions with the time, again and again from now until ``until``."""
        begin, count = self.now, 0
        while begin + count * interval < until - 1e-9:
            self.wait(begin + count * interval)
            for action in actions:
                action(self.now)
            count += 1
        self.wait(until)

    # -- the rows made from them -----------------------------------------------------------

    def of(self, kind: Kind) -> list[Observation]:
        return [row for row in self.rows if row.kind is kind]

    @property
    def onsets(self) -> list[Observation]:
        return self.of(Kind.ONSET)

    @property
    def ends(self) -> list[Observation]:
        return self.of(Kind.END)

    @property
    def lessons(self) -> dict[str, int]:
        """How often each sentence was learned."""
        return count(row.summary for row in self.onsets)


def count(texts: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    return counts


def when(row: Observation) -> float:
    """The time of a row, in seconds since the start."""
    return (row.time - START).total_seconds()
