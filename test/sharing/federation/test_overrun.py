"""A topic on which more comes than robots can have to say is left alone for a while."""

from __future__ import annotations

from robot_memory.sharing.federation.flood_guard import (
    A_SECOND,
    AT_ONCE,
    AWAY,
    MOST_PEERS,
    InboundRateLimit,
)


def flood(overrun: InboundRateLimit, now: float) -> int:
    """Return how many of many messages at once are looked at."""
    return sum(overrun.may_take(now) for _ in range(5000))


def test_what_a_whole_site_has_latched_is_looked_at_at_once():
    assert flood(InboundRateLimit(), 0.0) == AT_ONCE >= 2 * MOST_PEERS


def test_after_a_flood_nothing_is_looked_at_for_a_while_and_then_all_that_is_latched():
    overrun = InboundRateLimit()
    flood(overrun, 0.0)

    assert overrun.is_away(0.0)
    assert not overrun.may_take(AWAY - 0.1)
    assert not overrun.is_away(AWAY)
    assert flood(overrun, AWAY) == int(A_SECOND * AWAY) >= MOST_PEERS


def test_as_much_as_robots_say_never_counts_as_a_flood():
    overrun = InboundRateLimit()

    assert all(overrun.may_take(second / A_SECOND) for second in range(10_000))
    assert not overrun.is_away(10_000 / A_SECOND)
