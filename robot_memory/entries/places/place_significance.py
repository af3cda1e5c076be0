"""Whether events at a spot are frequent enough, and more frequent than elsewhere, for an entry.

Three events on two passes are the least. Then two questions are asked. Does it happen on a good
share of the passes? Three slips in a thousand passes are noise. And does that spot differ from the
rest of the robot's way? A robot that slips everywhere has no slippery place.

The second is a scan statistic: if events fell evenly along the way, k or more of n within a part w
of it would have the binomial probability P(k; n, w). The part is the place and the reach within
which another event would have been counted to it. As the robot's way holds 1/w such parts, any of
which could have been the one, and as each event since the third is another look, P is multiplied
by 1/w and n/3 (Bonferroni); what is left must be below one in a hundred.

See docs/explanation/places.md, "When a place becomes an entry".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from robot_memory.entries.places.clustering import REACH
from robot_memory.foundation.exact_bounds import binomial_tail
from robot_memory.ledger.place import Place, PlacedEvent

LEAST_EVENTS = 3
LEAST_HITS = 2
LEAST_SHARE = 0.1
CHANCE = 0.01


@dataclass(frozen=True)
class ElsewhereRate:
    """What a place is compared with: the robot's way in the sessions that its events are of.

    Attributes:
        events: how many events of its sort there were anywhere.
        way: how far the robot went, metres.
        visits: on how many passes it was at the place.
    """

    events: int
    way: float
    visits: int


def is_worth_a_note(place: Place, elsewhere: ElsewhereRate) -> bool:
    """Tell whether a place is to be told."""
    return (
        place.events >= LEAST_EVENTS
        and place.hits >= LEAST_HITS
        and place.share >= LEAST_SHARE
        and chance(place, elsewhere) <= CHANCE
    )


def chance(place: Place, elsewhere: ElsewhereRate) -> float:
    """Return the probability of a place like this one, if events fell evenly along the way."""
    inside = elsewhere.visits * (2.0 * place.radius + REACH)
    part = min(1.0, inside / max(elsewhere.way, inside))
    looks = elsewhere.events / LEAST_EVENTS
    return min(1.0, binomial_tail(place.events, elsewhere.events, part) / part * looks)


def is_gone(place: Place, clean: int) -> bool:
    """Tell whether what happened at a place happens there no more, after so many clean passes.

    If events still came on the same share of passes, so many passes in a row without one would have
    a probability of at most 1 %.
    """
    share = (place.hits + 0.5) / (place.passes + 1.0)
    return clean > 0 and clean * math.log1p(-min(share, 0.6)) <= math.log(CHANCE)


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

    Passes before it do not count: the obstacle may be new. The events come oldest first.
    """
    before = events[0].visits - 1
    return max(hits(events), visits(events) - before)


def way(events: Iterable[PlacedEvent]) -> float:
    """Return how far the robot has gone in the sessions with an event anywhere, metres."""
    ways: dict[str, float] = {}
    for event in events:
        ways[event.session] = max(ways.get(event.session, 0.0), event.way)
    return sum(ways.values())
