"""Counts passes, visits and hits of a place, from the distances between its events.

See docs/explanation/places.md, "When a place becomes an entry".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from robot_memory.ledger.place import PlacedEvent


def hits(events: Sequence[PlacedEvent]) -> int:
    """Return on how many passes there was an event."""
    legs = {(event.session, event.leg) for event in events}
    return len(legs) + sum(event.earlier_hits for event in events)


def visits(events: Iterable[PlacedEvent]) -> int:
    """Return on how many passes the robot has been there, in the sessions with an event there."""
    most: dict[str, int] = {}
    earlier = 0
    for event in events:
        most[event.session] = max(most.get(event.session, 0), event.visits)
        earlier += event.earlier_passes
    return sum(most.values()) + earlier


def passes(events: Sequence[PlacedEvent]) -> int:
    """Return on how many passes the robot has been there since the first event, included.

    Passes before it do not count: the obstacle may be new.

    Args:
        events: oldest first.
    """
    before = events[0].visits - 1
    return max(hits(events), visits(events) - before)


def way(events: Iterable[PlacedEvent]) -> float:
    """Return how far the robot has gone in the sessions with an event anywhere, metres."""
    ways: dict[str, float] = {}
    for event in events:
        ways[event.session] = max(ways.get(event.session, 0.0), event.way)
    return sum(ways.values())
