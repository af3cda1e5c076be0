"""Limits that an operator signs for places that the robot learned."""

from __future__ import annotations

import errno
import json
import math
import os
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from limit_builders import fail, learn_place

from robot_memory.applications.limits import signed_limits
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit_signature import LimitWithdrawal
from robot_memory.applications.limits.place_limit import Circle, PlaceLimit
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.speed_limit import LearnedSpeed
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.foundation.errors import AssistRefused, InvalidInput, InvalidPacket
from robot_memory.governance.approval import sign_approval, store_approval
from robot_memory.governance.audit import audit_home


@pytest.fixture
def places(memory) -> PlaceLimitApprovals:
    return PlaceLimitApprovals(memory)


def signed(memory):
    return SignedLimits(memory).read().places


def approve(places, clock, keys, entry_id, speed=0.2, radius=None):
    return places.approve(entry_id, keys, clock.now().time, speed=speed, radius=radius)


def test_a_place_is_limited_as_far_as_it_and_the_doubt_about_its_centre_reach(
    memory, places, clock, ada
):
    limit = approve(places, clock, ada, learn_place(memory))

    assert limit.words() == "at most 0.2 m/s within 0.8 m of (4.25, 1.90) in map"
    assert places.acting() == [limit]


def test_the_speed_that_is_signed_is_one_that_a_mask_can_carry(memory, places, clock, ada):
    assert approve(places, clock, ada, learn_place(memory), speed=0.33).speed == 0.3


def test_a_place_that_the_robot_keeps_out_of_is_no_speed_of_zero(memory, places, clock, ada):
    limit = approve(places, clock, ada, learn_place(memory), speed=None, radius=1.5)

    assert limit.words() == "keep out within 1.5 m of (4.25, 1.90) in map"


@pytest.mark.parametrize(
    ("speed", "radius", "path"),
    [(0.0, None, "speed"), (0.04, None, "speed"), (5.1, None, "speed"),
     (float("nan"), None, "speed"), (-1.0, None, "speed"),
     (0.2, 0.1, "radius"), (0.2, 101.0, "radius"),
     (0.2, float("inf"), "radius")],
)  # fmt: skip
def test_what_no_mask_can_carry_is_refused(memory, places, clock, ada, speed, radius, path):
    entry_id = learn_place(memory)
    with pytest.raises(InvalidInput, match=rf"{path}: .* is not within"):
        approve(places, clock, ada, entry_id, speed, radius)

    assert signed(memory) == []


def test_nothing_is_signed_for_a_robot_without_a_name(memory, places, clock, ada):
    anywhere = PlaceLimit("", "mem-00000001", Circle("map", 0.0, 0.0, 1.0), 0.2)
    with pytest.raises(AssistRefused, match=r"has no name \(RRN\) yet.* nothing was signed"):
        places.approvals.approve(anywhere, ada, clock.now().time)

    assert signed(memory) == []


def test_what_was_signed_for_another_robot_limits_nothing_and_says_for_which(
    memory, places, clock, ada
):
    entry_id = learn_place(memory)
    limit = approve(places, clock, ada, entry_id)
    record = sign_approval(
        replace(limit, rrn="RRN-000000000009"), ada, clock.now().time, limit.terms
    )
    found = places.approvals.read(memory.rrn, entry_id, record).approval

    assert not found.is_valid
    assert f"for the robot RRN-000000000009, and this is {memory.rrn}" in found.reason
    assert f"`robot-memory limits approve {entry_id} --key FILE`" in found.reason


def test_an_end_for_another_robot_ends_nothing_and_says_what_to_type(memory, places, clock, ada):
    entry_id = learn_place(memory)
    limit = approve(places, clock, ada, entry_id)
    end = sign_approval(LimitWithdrawal("RRN-000000000009", entry_id), ada, clock.now().time)
    store_approval(memory.long_term.assist.store.approvals, end)

    assert places.acting() == [limit]
    reason = places.approvals.read(memory.rrn, entry_id, end).approval.reason
    assert f"for the robot RRN-000000000009, and this is {memory.rrn}" in reason
    assert f"`robot-memory limits withdraw {entry_id} --key FILE`" in reason


def test_what_is_no_place_is_refused(memory, places, clock, ada):
    with pytest.raises(AssistRefused, match="is no active place"):
        approve(places, clock, ada, fail(memory))


@pytest.mark.parametrize("frame", ["odom", "wgs84"])
def test_a_place_of_a_frame_without_a_map_is_refused(memory, places, clock, ada, frame):
    with pytest.raises(AssistRefused, match=f"in the frame {frame}"):
        approve(places, clock, ada, learn_place(memory, frame=frame))


def test_a_second_frame_is_refused_until_the_first_is_withdrawn(memory, places, clock, ada):
    here = learn_place(memory)
    upstairs = learn_place(memory, "Bumps upstairs", frame="map_2")
    approve(places, clock, ada, here)
    with pytest.raises(AssistRefused, match="has one frame"):
        approve(places, clock, ada, upstairs)
    places.approvals.withdraw(memory.rrn, here, ada, clock.now().time)
    approve(places, clock, ada, upstairs)

    assert [limit.id for limit in places.acting()] == [upstairs]


def test_a_limit_at_a_place_holds_until_it_is_withdrawn_and_review_asks(memory, places, clock, ada):
    entry_id = learn_place(memory)
    limit = approve(places, clock, ada, entry_id, speed=None)
    memory.resolve(entry_id, source="person:bob")

    assert places.acting() == [limit]
    (item,) = items_to_review(memory)
    assert item.command == f"robot-memory limits withdraw {entry_id} --key FILE"
    assert "was resolved by person:bob, and what ada signed holds" in item.question


def test_what_cannot_be_read_now_is_not_taken_for_withdrawn(
    memory, places, clock, ada, monkeypatch
):
    limit = approve(places, clock, ada, learn_place(memory))
    standing = StandingApprovals(SignedLimits(memory))
    standing.look()
    monkeypatch.setattr(signed_limits, "find_approval", raise_too_many_files)

    assert [one for one, _ in standing.look()] == [limit]
    with pytest.raises(InvalidPacket, match="Too many open files"):
        standing.check_places()


def raise_too_many_files(*_: object) -> None:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def test_words_of_others_are_no_record_of_what_was_published(memory, places, clock, ada):
    limit = approve(places, clock, ada, learn_place(memory))
    now = clock.now().time
    places.approvals.in_force.record_places([limit], now)
    places.approvals.in_force.record_speed(0.3, ["mem-1"], now)
    log = memory.long_term.levels.events
    for said in ({"type": "places_applied", "places": []}, {"type": "limit_applied"}):
        log.append([said], now)
        with log.path.open("a") as file:
            file.write(json.dumps(said) + "\n")

    assert places.approvals.in_force.places(memory.rrn) == [limit]
    assert places.approvals.in_force.speed() == LearnedSpeed(0.3, ("mem-1",))


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "7", '{"places": 7, "speed_m_s": "fast"}', '{"speed_m_s": NaN}',
               '{"places": [{"id": 1}], "speed_m_s": 1}', '{"places": [[]], "speed_m_s": []}'],
)  # fmt: skip
def test_a_damaged_file_of_what_was_published_says_nothing_and_costs_nothing_else(
    memory, places, clock, ada, damage, caplog
):
    limit = approve(places, clock, ada, learn_place(memory))
    places.approvals.in_force.record_places([limit], clock.now().time)
    places.approvals.in_force.record_speed(0.3, ["mem-1"], clock.now().time)
    for path in (memory.home.governance / "in_force").iterdir():
        path.write_text(damage)

    assert places.approvals.in_force.places(memory.rrn) == []
    assert places.approvals.in_force.speed() is None
    assert len(caplog.messages) == 2 and all("is damaged" in text for text in caplog.messages)
    assert places.acting() == [limit]


@pytest.mark.parametrize(
    "change",
    [{"value": 0.5}, {"place": {"frame": "map", "x": 9.0, "y": 1.9, "radius": 0.8}},
     {"operator": "eve"}],
)  # fmt: skip
def test_an_approval_that_was_changed_does_not_count(memory, places, clock, ada, change):
    entry_id = learn_place(memory)
    approve(places, clock, ada, entry_id)
    path = memory.home.governance / "approvals" / f"{entry_id}.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    memory.long_term.levels.events.path.unlink()  # which has what was signed

    ((_, approval),) = signed(memory)
    assert approval.reason
    assert places.acting() == []


def test_a_limit_at_a_place_is_none_of_the_learned_ones(memory, places, clock, ada):
    approve(places, clock, ada, learn_place(memory))

    assert LearnedLimits(memory).active() == []


def test_the_record_of_events_has_the_approval_and_the_audit_holds(memory, places, clock, ada):
    entry_id = learn_place(memory)
    limit = approve(places, clock, ada, entry_id)
    places.approvals.in_force.record_places([limit], clock.now().time)

    assert places.approvals.in_force.places(memory.rrn) == [limit]
    (event,) = memory.long_term.levels.events.find('"limit_approved"', after=0)
    assert event["approval"]["place"] == limit.terms["place"] and event["operator"] == "ada"
    assert audit_home(memory.home).defects == ()


circles = st.builds(
    lambda x, y, radius: Circle("map", x, y, radius),
    st.floats(-20, 20), st.floats(-20, 20), st.floats(0.3, 20),
)  # fmt: skip
place_limits = st.builds(
    lambda circle, speed: PlaceLimit("RRN-1", "mem-1", circle, speed),
    circles, st.sampled_from([0.0, 0.2, 5.0]),
)  # fmt: skip


@given(place_limits, place_limits, st.floats(0, 6.3), st.floats(0, 0.999))
def test_a_place_covers_another_where_it_allows_nothing_that_the_other_does_not(
    one, other, angle, share
):
    away = share * other.circle.radius
    x, y = other.circle.x + away * math.cos(angle), other.circle.y + away * math.sin(angle)
    inside = math.hypot(x - one.circle.x, y - one.circle.y) <= one.circle.radius

    assert not one.covers(other) or (inside and one.speed <= other.speed)


def test_a_place_covers_none_in_another_frame():
    place = PlaceLimit("RRN-1", "mem-1", Circle("map", 0, 0, 1.0), 0.2)

    assert place.covers(place)
    assert not place.covers(replace(place, circle=Circle("odom", 0, 0, 1.0)))
