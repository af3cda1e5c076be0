"""Whether events at a spot are frequent enough, and more frequent than elsewhere, for an entry.

At least three events on two passes are needed. Then there are two conditions. First, the event must
happen on a good share of the passes: three slips in a thousand passes are noise. Second, the spot
must differ from the rest of the robot's way: a robot that slips everywhere has no slippery place.

The second is a scan statistic: if events were spread evenly along the way, k or more of n within a
part w of it would have the binomial probability P(k; n, w). The part is the place plus the reach
within which another event would belong to it. The robot's way holds 1/w such parts, any of which
could have been the place, and each event since the third is another test. So P is multiplied by 1/w
and n/3 (Bonferroni); the result must be below one in a hundred.

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
    """The reference for a place: the robot's way in the sessions of its events.

    Attributes:
        events: the number of events of this kind anywhere.
        way: the distance travelled, metres.
        visits: the number of passes at the place.
    """

    events: int
    way: float
    visits: int


def is_worth_a_note(place: Place, elsewhere: ElsewhereRate) -> bool:
    """Whether a place deserves an entry."""
    return (
        place.events >= LEAST_EVENTS
        and place.hits >= LEAST_HITS
        and place.share >= LEAST_SHARE
        and chance(place, elsewhere) <= CHANCE
    )


def chance(place: Place, elsewhere: ElsewhereRate) -> float:
    """Return the probability of such a place if events were spread evenly along the way."""
    inside = elsewhere.visits * (2.0 * place.radius + REACH)
    part = min(1.0, inside / max(elsewhere.way, inside))
    looks = elsewhere.events / LEAST_EVENTS
    return min(1.0, binomial_tail(place.events, elsewhere.events, part) / part * looks)


def is_gone(place: Place, clean: int) -> bool:
    """Whether a place's events have stopped, judged by the number of clean passes.

    At the same share of passes with an event, so many clean passes in a row would have a
    probability of at most 1 %.
    """
    share = (place.hits + 0.5) / (place.passes + 1.0)
    return clean > 0 and clean * math.log1p(-min(share, 0.6)) <= math.log(CHANCE)


def hits(events: Sequence[PlacedEvent]) -> int:
    """Return the number of passes with an event."""
    legs = {(event.session, event.leg) for event in events}
    return len(legs) + sum(event.earlier_hits for event in events)


def visits(events: Iterable[PlacedEvent]) -> int:
    """Return the number of passes at the place, in the sessions with an event there."""
    most: dict[str, int] = {}
    earlier = 0
    for event in events:
        most[event.session] = max(most.get(event.session, 0), event.visits)
        earlier += event.earlier_passes
    return sum(most.values()) + earlier


def passes(events: Sequence[PlacedEvent]) -> int:
    """Return the number of passes at the place since the first event, including it.

    Earlier passes do not count: the obstacle may be new. The events must be sorted, oldest first.
    """
    before = events[0].visits - 1
    return max(hits(events), visits(events) - before)


def way(events: Iterable[PlacedEvent]) -> float:
    """Return the distance travelled in the sessions with an event anywhere, metres."""
    ways: dict[str, float] = {}
    for event in events:
        ways[event.session] = max(ways.get(event.session, 0.0), event.way)
    return sum(ways.values())
