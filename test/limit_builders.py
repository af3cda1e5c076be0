"""A memory that has learned a limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from robot_memory import RobotMemory
from robot_memory.entries.entry_id import mint_id
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position
from robot_memory.long_term.limit_search.limit_finding import LimitFinding
from robot_memory.long_term.limit_search.limit_lifecycle import ReportedLimit, limit_row
from robot_memory.long_term.limit_search.region import Region, RegionSide


def fail(
    memory: RobotMemory, component: str = "left encoder", severity: Severity = Severity.OK,
    *, kind: Kind = Kind.ONSET, detail: Mapping[str, Any] = MappingProxyType({}),
) -> str:  # fmt: skip
    """Observe an onset or an end, and return its entry's id."""
    memory.observe(
        Observation(
            kind, memory.clock.now(), f"{component} fails",
            key=Key("diagnostics", component, "fails"), component=component,
            entry_type="hardware_observation", confidence=0.6, severity=severity, detail=detail,
        )
    )  # fmt: skip
    memory.flush()
    return next(
        entry.id
        for _, entry in memory.entries(include_resolved=True)
        if entry.key and entry.key.component == component and entry.key.detector != "limit"
    )


def learn(
    memory: RobotMemory, value: float | str = 0.3, *, variable: str = "speed",
    side: RegionSide = RegionSide.ABOVE, component: str = "left encoder",
) -> str:  # fmt: skip
    """Let the memory learn a limit for a fault, and return its entry's id."""
    fault, _ = memory.why(fail(memory, component), limit=1)
    finding = LimitFinding(
        Region(variable, side, value), onsets=15, within=14, share=0.22, hours=20.0,
        time="driving", ratio=49.6, low=8.0, high=float("inf"), p=0.0004,
    )  # fmt: skip
    live = {entry.id for _, entry in memory.entries()}
    known = [
        row for row in memory.ledger.limits()
        if row.detail["explains"] == fault.id and row.entry_id in live
    ]  # fmt: skip
    reported = ReportedLimit.of(known[-1]) if known else None
    now, seq = memory.clock.now(), memory.seq
    memory.observe(
        limit_row(fault, finding, now, memory.settings, up_to=seq, reported=reported)
    )  # fmt: skip
    memory.flush()
    return max(memory.ledger.limits(), key=lambda row: row.id).entry_id


def drive_and_fail(memory: RobotMemory, clock: ManualClock, speeds: Sequence[float]) -> None:
    """Drive a minute at each speed; above 0.3 m/s the encoder fails for a second at the end."""
    moments = []
    for speed in speeds:
        clock.set(clock.now().time + timedelta(minutes=1))
        moments.append(OperatingSample(clock.now(), 60.0, {"speed": speed}))
        if speed > 0.3:
            clock.set(clock.now().time + timedelta(seconds=1))
            fail(memory, detail={"before": {"speed": speed}})
            clock.set(clock.now().time + timedelta(seconds=1))
            fail(memory, kind=Kind.END)
    memory.add_exposure({}, moments)


def learn_place(
    memory: RobotMemory, text: str = "Bumps in the doorway", *, frame: str = "map",
    at: tuple[float, float] = (4.25, 1.9),
) -> str:  # fmt: skip
    """Let the memory learn a place with bumps, and return its entry's id."""
    entry_id = mint_id("environment_note", text)
    place = Place(
        entry_id[-4:], Key("bump", "base", text), Position(frame, *at, 0.1), 0.6, (0.1, 0.0, 0.1),
        events=6, hits=6, passes=9, text=text, entry_id=entry_id,
    )  # fmt: skip
    with memory.ledger.place_transaction() as book:
        book.put(place)
    memory.observe(
        Observation(
            Kind.PLACE, memory.clock.now(), text, key=place.key, component="base",
            entry_type="environment_note", confidence=0.5, detail={"events": 6},
        )
    )  # fmt: skip
    memory.flush()
    return entry_id
