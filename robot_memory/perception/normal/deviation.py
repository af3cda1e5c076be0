"""A deviation is a state: it began, it was so and is so, and it ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from robot_memory.perception.normal.columns import Kind, Signal

_TOGETHER = 60.0  # s between the beginnings of what is told together
_LEADS = 30.0  # s after the first in which another one may lead
_OUTLASTS = 120.0  # s
_MANY = 10  # columns


@dataclass(eq=False)
class Deviation:
    """What is not normal.

    Attributes:
        kind: what of the source.
        signal: whose number it is; None: it is a topic's timing.
        topic: where it is read; of diagnostics the status.
        column: where it stands in the record.
        sign: 1: too high, -1: too low.
        begin: seconds.
        told: when there was enough evidence.
        usual: the value that was expected.
        low: the least value of like circumstances.
        high: the greatest one.
        values: what it was since it was told.
        circumstances: the signals on which what is expected depends.
        nats: the evidence when it was told.
        end: None: it is still so.
    """

    kind: Kind
    signal: Signal | None
    topic: str
    column: int
    sign: int
    begin: float
    told: float
    usual: float
    low: float
    high: float
    circumstances: tuple[Signal, ...]
    nats: float
    before: float
    size: float
    since: int
    values: list[float] = field(default_factory=list)
    end: float | None = None
    over: int = 0
    last: float = 0.0


def groups(deviations: Iterable[Deviation]) -> list[list[Deviation]]:
    """Put together what began within a minute, or in a topic while it deviates; the lead is first.

    Nothing is left out: what outlasts its lead is told by itself.
    """
    found: list[list[Deviation]] = []
    for one in sorted(deviations, key=lambda each: each.told):
        for group in found:
            first = group[0]
            end = first.end if first.end is not None else float("inf")
            is_same = one.topic == first.topic and (
                first.begin - _TOGETHER <= one.begin <= end + _TOGETHER
            )
            if is_same or abs(one.begin - first.begin) <= _TOGETHER:
                group.append(one)
                break
        else:
            found.append([one])
    return [_led(group) for group in found]


def _led(group: list[Deviation]) -> list[Deviation]:
    soon = [one for one in group if one.told - group[0].told <= _LEADS]
    lead = max(soon, key=lambda one: one.nats)
    return [lead, *(one for one in group if one is not lead)]


def is_new_circumstance(group: list[Deviation]) -> bool:
    """Tell whether so much began at once that the robot does something for the first time."""
    return len(group) >= _MANY


def outlasting(group: list[Deviation]) -> list[Deviation]:
    """Return what of a group outlasts its lead."""
    lead = group[0].end
    if lead is None:
        return []
    return [one for one in group[1:] if one.end is None or one.end > lead + _OUTLASTS]
