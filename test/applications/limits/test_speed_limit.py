"""The published speed limit: the lowest approved one, never looser than another source's limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from limit_builders import learn

from robot_memory.applications.limits.limit import (
    LearnedSpeed,
    SpeedLimit,
    learned_speed,
    speed_to_publish,
)
from robot_memory.long_term.limit_search.region import RegionSide

SPEEDS = st.floats(0.01, 10.0)
OTHERS = st.builds(SpeedLimit, st.one_of(st.just(0.0), SPEEDS))


def test_the_lower_of_two_speed_limits_holds(memory, limits):
    learn(memory, 0.5, component="left encoder")
    low = learn(memory, 0.3, component="lidar")

    assert learned_speed(limits.active()) == LearnedSpeed(0.3, (low,))


@pytest.mark.parametrize(
    ("variable", "side", "value"),
    [
        ("turn_rate", RegionSide.ABOVE, 0.3),
        ("speed", RegionSide.BELOW, 0.3),
        ("speed", RegionSide.ABOVE, 0.0),
        ("mode", RegionSide.IS, "turbo"),
    ],
)
def test_only_a_positive_maximum_of_speed_limits_the_speed(memory, limits, variable, side, value):
    learn(memory, value, variable=variable, side=side)

    assert learned_speed(limits.active()) is None


@given(learned=SPEEDS, others=OTHERS)
def test_the_published_speed_is_never_higher_than_the_limit_of_others(learned, others):
    published = speed_to_publish(LearnedSpeed(learned, ("mem-00000000",)), others)

    assert published.limits
    assert published.speed <= learned
    assert not others.limits or published.speed <= others.speed


@given(others=OTHERS)
def test_without_a_learned_speed_the_limit_of_others_is_restored(others):
    assert speed_to_publish(None, others) == others


@pytest.mark.parametrize("percent", [0.0, 50.0, 99.0])
def test_a_percentage_of_another_publisher_does_not_replace_a_signed_speed(percent):
    others = SpeedLimit(percent, is_percentage=True)

    assert speed_to_publish(LearnedSpeed(0.3, ()), others) == SpeedLimit(0.3)
