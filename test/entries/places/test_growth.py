"""Places grow, merge and split, and keep their names and counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from happenings import SLIP, event, growing, heap
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.entries.places.growth import MOST, grow


def only(growth):
    (place,) = growth.places.values()
    return place


def test_a_place_has_its_centre_where_its_events_are() -> None:
    place = only(growing(heap(1, 12.0, -3.0, 5)))

    assert (place.centre.x, place.centre.y) == pytest.approx((12.0, -3.0), abs=0.1)
    assert place.radius == 0.5
    assert place.sort == SLIP


def test_merged_places_keep_the_name_of_the_larger_one_and_all_counts() -> None:
    apart = growing([*heap(1, 0.0, 0.0, 3), *heap(4, 2.5, 0.0, 5)])
    (small, large) = sorted(apart.places.values(), key=lambda place: place.events)

    joined = growing(heap(1, 0.0, 0.0, 3) + heap(4, 2.5, 0.0, 5), [event(9, 1.25)])

    assert only(joined).id == large.id
    assert joined.merged == {small.id: large.id}
    assert only(joined).events == 9


def test_after_a_split_the_part_with_the_first_event_keeps_the_name() -> None:
    vague = [*heap(1, 0.0, 0.0, 2, sigma=1.0), *heap(3, 3.0, 0.0, 3, sigma=1.0)]
    before = growing(vague)

    after = growing(vague, [*heap(6, 0.0, 0.0, 4, sigma=0.1), *heap(10, 3.0, 0.0, 8, sigma=0.1)])

    old = only(before).id
    assert len(after.places) == 2
    assert after.places[old].events == 6
    assert after.places[old].centre.x == pytest.approx(0.0, abs=0.2)
    (other,) = set(after.places) - {old}
    assert after.moved == {(old, other): 3}
    assert after.merged == {}


EVENTS = st.lists(
    st.tuples(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0)), min_size=2, max_size=25
).map(lambda spots: [event(row, *spot) for row, spot in enumerate(spots, 1)])


@given(EVENTS, st.integers(1, 24))
@settings(max_examples=40, deadline=None)
def test_merging_and_splitting_neither_loses_nor_repeats_an_event(events, cut: int) -> None:
    growth = growing(events[:cut], events[cut:]) if events[cut:] else growing(events)

    assert sum(place.events for place in growth.places.values()) == len(events)
    assert {item.place for item in growth.events} == set(growth.places)


def test_the_kept_events_are_bounded_and_the_counts_continue() -> None:
    growth = growing(*(heap(1 + 64 * k, 0.0, 0.0, 64) for k in range(5)))

    assert len(growth.events) == MOST
    assert only(growth).events == 320
    assert only(growth).hits == 320


def test_the_oldest_single_events_are_dropped_above_the_limit() -> None:
    growth = growing([event(row, 50.0 * row) for row in range(1, MOST + 11)])

    assert [item.row for item in growth.events] == list(range(11, MOST + 11))


def test_satellite_positions_are_clustered_in_metres() -> None:
    near = [event(1, 8.54561, 47.39774), event(2, 8.54562, 47.39774), event(3, 8.5461, 47.39774)]
    fixes = [replace(item, position=replace(item.position, frame="wgs84")) for item in near]

    growth = grow(SLIP, {}, fixes)

    assert [place.events for place in growth.places.values()] == [2, 1]


@given(EVENTS, st.integers(1, 24))
@settings(max_examples=40, deadline=None)
def test_places_do_not_depend_on_the_batches_in_which_events_arrive(events, cut: int) -> None:
    def shapes(growth):
        return sorted(repr((p.centre, p.radius, p.hits)) for p in growth.places.values())

    batches = [events[:cut], events[cut:]] if events[cut:] else [events]

    assert shapes(growing(*batches)) == shapes(growing(events))


def test_passes_of_several_sessions_are_summed() -> None:
    first = [event(1, 0.0, visits=1), event(2, 0.0, visits=8)]
    place = only(growing([*first, event(3, 0.0, visits=4, session="two")]))

    assert (place.hits, place.passes) == (3, 12)


def test_merged_places_keep_the_name_of_the_one_with_an_entry() -> None:
    apart = growing([*heap(1, 0.0, 0.0, 3), *heap(4, 2.5, 0.0, 5)])
    (small, _) = sorted(apart.places.values(), key=lambda place: place.events)
    told = {**apart.places, small.id: replace(small, entry_id="mem-1", text="Slip")}

    joined = grow(SLIP, told, [*apart.events, event(9, 1.25)])

    assert only(joined).id == small.id
    assert only(joined).entry_id == "mem-1"
