"""The state that perception keeps after a month, compared with that after a week.

Bounded parts are full by then: in this run the total stays between 2.2 and 2.4 MB from the fourth
day on.
"""

from __future__ import annotations

import gc
import sys
from datetime import datetime, timedelta, timezone
from types import CodeType, FunctionType, ModuleType
from typing import Any

from figures import report
from standard_topics import makers

DAYS, FULL = 30, 7
EVERY = 7200.0
SPELL = 30
GROWTH = 1.05
_START = datetime(2026, 12, 1, tzinfo=timezone.utc)


def kept(root: Any) -> int:
    """Return the total bytes of all objects that an object holds."""
    seen: set[int] = set()
    total, found = 0, [root]
    while found:
        item = found.pop()
        if id(item) in seen or isinstance(item, (ModuleType, type, FunctionType, CodeType)):
            continue
        seen.add(id(item))
        total += sys.getsizeof(item)
        found += gc.get_referents(item)
    return total


def sizes(days: int = DAYS) -> tuple[list[int], int]:
    """Return the bytes that perception keeps after each day, and the number of rows.

    The robot sends for half a minute every two hours, once a second on a topic of each standard
    type. Each day another topic falls silent, and joint 3 jumps.
    """
    from robot_memory.foundation.settings import Settings, default_rules_file
    from robot_memory.foundation.time.clock import ManualClock
    from robot_memory.perception.perception import Perception
    from robot_memory.perception.rules_file import load_rules

    clock, rows = ManualClock(_START, kind="recording", boot="month"), []
    rules = load_rules(default_rules_file())
    perception = Perception(rules, Settings(), clock, lambda row: rows.append(row.kind))
    sources = [(make, type(make(0.0))) for make in makers()]
    found = []
    for spell in range(int(days * 86400 / EVERY)):
        day = int(spell * EVERY / 86400)
        for second in range(SPELL):
            now = spell * EVERY + second
            clock.set(_START + timedelta(seconds=now))
            for number, (make, message_type) in enumerate(sources):
                if number == day % len(sources) and second > SPELL / 2:
                    continue
                package = message_type.__module__.partition(".")[0]
                topic = f"/part_{number}/{message_type.__name__.lower()}"
                type_name = f"{package}/msg/{message_type.__name__}"
                if perception.topics.wants(topic, type_name):
                    perception.receive(topic, type_name, make(now))
        perception.take_samples()
        if (spell + 1) * EVERY % 86400 == 0.0:
            found.append(kept(perception))
    return found, len(rows)


def run() -> None:
    """Print the figures of this file."""
    found, rows = sizes()
    before, after = found[FULL - 1], found[-1]
    growth = after / before
    value = f"{growth:.2f} ({before / 1e3:.0f} kB : {after / 1e3:.0f} kB, {rows} rows)"
    report(f"State after {DAYS} days, against {FULL}", value, f"<= {GROWTH}", growth <= GROWTH)
