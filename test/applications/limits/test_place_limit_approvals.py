"""Limits that an operator signs for learned places."""

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
from robot_memory.applications.limits.limit import Circle, LearnedSpeed, PlaceLimit
from robot_memory.applications.limits.limit_signature import LimitWithdrawal
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.applications.operations.status_questions import ListLimits
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.foundation.errors import AssistRefused, InvalidInput, InvalidPacket
from robot_memory.governance.approval import sign_approval, store_approval
from robot_memory.governance.audit import audit_home


@pytest.fixture
def places(memory) -> PlaceLimitApprovals:
    return PlaceLimitApprovals(memory)


def signed(scenario):
    return SignedLimits(scenario.memory).read().places


@pytest.mark.parametrize(
    ("speed", "radius", "words"),
    [
        pytest.param(0.2, None, "at most 0.2 m/s within 0.8 m of (4.25, 1.90) in map",
                     id="as far as it and the doubt about its centre reach"),
        pytest.param(0.33, 1.5, "at most 0.3 m/s within 1.5 m of (4.25, 1.90) in map",
                     id="a speed that a mask can carry"),
        pytest.param(None, 1.5, "keep out within 1.5 m of (4.25, 1.90) in map",
                     id="no speed of zero"),
    ],
)  # fmt: skip
def test_a_place_is_limited_as_it_was_signed(scenario, places, speed, radius, words):
    limit = scenario.approve(speed, radius)

    assert limit.words() == words
    assert places.acting() == [limit]
    assert LearnedLimits(scenario.memory).active() == []


@pytest.mark.parametrize(
    ("speed", "radius", "path"),
    [(0.0, None, "speed"), (0.04, None, "speed"), (5.1, None, "speed"),
     (float("nan"), None, "speed"), (-1.0, None, "speed"),
     (0.2, 0.1, "radius"), (0.2, 101.0, "radius"),
     (0.2, float("inf"), "radius")],
)  # fmt: skip
def test_a_speed_or_radius_out_of_range_is_refused(scenario, speed, radius, path):
    with pytest.raises(InvalidInput, match=rf"{path}: .* is not within"):
        scenario.approve(speed, radius)

    assert signed(scenario) == []


def test_nothing_is_signed_for_a_robot_without_a_name(scenario):
    anywhere = PlaceLimit("", "mem-00000001", Circle("map", 0.0, 0.0, 1.0), 0.2)
    with pytest.raises(AssistRefused, match=r"has no name \(RRN\) yet.* nothing was signed"):
        scenario.approvals.approve(anywhere, scenario.ada, scenario.later())

    assert signed(scenario) == []


@pytest.mark.parametrize("verb", ["approve", "withdraw"])
def test_a_signature_for_another_robot_has_no_effect_and_names_that_robot(scenario, places, verb):
    limit, other = scenario.approve(0.2), "RRN-000000000009"
    if verb == "approve":
        elsewhere = replace(limit, rrn=other)
        record = sign_approval(elsewhere, scenario.ada, scenario.later(), limit.terms)
    else:
        record = sign_approval(
            LimitWithdrawal(other, scenario.place), scenario.ada, scenario.later()
        )
        store_approval(scenario.governance / "approvals", record)
    found = scenario.approvals.read(scenario.memory.rrn, scenario.place, record).approval

    assert places.acting() == [limit]
    assert not found.is_valid
    assert f"for the robot {other}, and this is {scenario.memory.rrn}" in found.reason
    assert f"`robot-memory limits {verb} {scenario.place} --key FILE`" in found.reason


def test_an_entry_without_a_place_cannot_be_limited(scenario, places):
    with pytest.raises(AssistRefused, match="is no active place"):
        places.approve(fail(scenario.memory), scenario.ada, scenario.later(), speed=0.2)


@pytest.mark.parametrize("frame", ["odom", "wgs84"])
def test_a_place_of_a_frame_without_a_map_is_refused(scenario, places, frame):
    elsewhere = learn_place(scenario.memory, "Bumps elsewhere", frame=frame)
    with pytest.raises(AssistRefused, match=f"in the frame {frame}"):
        places.approve(elsewhere, scenario.ada, scenario.later(), speed=0.2)


def test_the_list_of_limits_names_the_places_that_can_be_limited(scenario):
    learn_place(scenario.memory, "Bumps outdoors", frame="wgs84")
    offer = f"an operator can sign a limit at a place: {scenario.place} (Bumps in the doorway)"
    before = ListLimits().ask(scenario.memory)
    scenario.approve(0.2)
    after = ListLimits().ask(scenario.memory)
    scenario.withdraw()

    assert (before.items, before.remark) == ((), f"{ListLimits.NOTHING}; {offer}")
    assert (len(after.items), after.remark) == (1, "")
    assert ListLimits().ask(scenario.memory).remark.endswith(offer)


def test_a_place_without_a_speed_is_refused_with_the_missing_options(scenario, limits):
    with pytest.raises(AssistRefused, match="a limit needs --speed or --keep-out"):
        limits.approve(scenario.place, scenario.ada, scenario.later())


def test_a_second_frame_is_refused_until_the_first_is_withdrawn(scenario, places):
    upstairs = learn_place(scenario.memory, "Bumps upstairs", frame="map_2")
    scenario.approve(0.2)
    with pytest.raises(AssistRefused, match="has one frame"):
        places.approve(upstairs, scenario.ada, scenario.later(), speed=0.2)
    scenario.withdraw()
    places.approve(upstairs, scenario.ada, scenario.later(), speed=0.2)

    assert [limit.id for limit in places.acting()] == [upstairs]


def test_a_place_limit_holds_until_its_withdrawal_and_review_asks_for_it(scenario, places):
    limit = scenario.approve(None)
    scenario.memory.resolve(scenario.place, source="person:bob")

    assert places.acting() == [limit]
    (item,) = items_to_review(scenario.memory)
    assert item.command == f"robot-memory limits withdraw {scenario.place} --key FILE"
    assert "was resolved by person:bob, and what ada signed holds" in item.question


def test_an_unreadable_approval_does_not_count_as_withdrawn(scenario, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    limit = scenario.approve(0.2)
    standing = StandingApprovals(SignedLimits(scenario.memory))
    standing.look()
    monkeypatch.setattr(signed_limits, "find_approval", refuse)

    assert [one for one, _ in standing.look()] == [limit]
    with pytest.raises(InvalidPacket, match="Too many open files"):
        standing.check_places()


def test_event_log_lines_of_others_do_not_change_the_published_state(scenario):
    limit, now = scenario.approve(0.2), scenario.later()
    in_force = scenario.approvals.in_force
    in_force.record_places([limit], now)
    in_force.record_speed(0.3, ["mem-1"], now)
    for said in ({"type": "places_applied", "places": []}, {"type": "limit_applied"}):
        scenario.tell(said)
        with scenario.events.path.open("a") as file:
            file.write(json.dumps(said) + "\n")

    assert in_force.places(scenario.memory.rrn) == [limit]
    assert in_force.speed() == LearnedSpeed(0.3, ("mem-1",))


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "7", '{"places": 7, "speed_m_s": "fast"}', '{"speed_m_s": NaN}',
               '{"places": [{"id": 1}], "speed_m_s": 1}', '{"places": [[]], "speed_m_s": []}'],
)  # fmt: skip
def test_a_damaged_file_of_published_limits_is_treated_as_empty(scenario, places, damage, caplog):
    limit, in_force = scenario.approve(0.2), scenario.approvals.in_force
    in_force.record_places([limit], scenario.later())
    in_force.record_speed(0.3, ["mem-1"], scenario.later())
    for name in ("places", "speed"):
        scenario.in_force(name).write_text(damage)

    assert in_force.places(scenario.memory.rrn) == []
    assert in_force.speed() is None
    assert len(caplog.messages) == 2 and all("is damaged" in text for text in caplog.messages)
    assert places.acting() == [limit]


@pytest.mark.parametrize(
    "change",
    [{"value": 0.5}, {"place": {"frame": "map", "x": 9.0, "y": 1.9, "radius": 0.8}},
     {"operator": "eve"}],
)  # fmt: skip
def test_an_edited_approval_is_not_valid(scenario, places, change):
    scenario.approve(0.2)
    scenario.path().write_text(json.dumps({**json.loads(scenario.path().read_text()), **change}))
    scenario.events.path.unlink()  # which has the signed content

    ((_, approval),) = signed(scenario)
    assert approval.reason
    assert places.acting() == []


def test_the_event_log_contains_the_approval_and_the_audit_finds_no_defect(scenario):
    limit = scenario.approve(0.2)
    scenario.publish()

    (event,) = scenario.events.find('"limit_approved"', after=0)
    assert event["approval"]["place"] == limit.terms["place"] and event["operator"] == "ada"
    assert audit_home(scenario.memory.home).defects == ()


circles = st.builds(
    lambda x, y, radius: Circle("map", x, y, radius),
    st.floats(-20, 20), st.floats(-20, 20), st.floats(0.3, 20),
)  # fmt: skip
place_limits = st.builds(
    lambda circle, speed: PlaceLimit("RRN-1", "mem-1", circle, speed),
    circles, st.sampled_from([0.0, 0.2, 5.0]),
)  # fmt: skip


@given(place_limits, place_limits, st.floats(0, 6.3), st.floats(0, 0.999))
def test_a_place_covers_another_only_if_it_is_at_least_as_strict(one, other, angle, share):
    away = share * other.circle.radius
    x, y = other.circle.x + away * math.cos(angle), other.circle.y + away * math.sin(angle)
    inside = math.hypot(x - one.circle.x, y - one.circle.y) <= one.circle.radius

    assert not one.covers(other) or (inside and one.speed <= other.speed)


def test_a_place_covers_no_place_in_another_frame():
    place = PlaceLimit("RRN-1", "mem-1", Circle("map", 0, 0, 1.0), 0.2)

    assert place.covers(place)
    assert not place.covers(replace(place, circle=Circle("odom", 0, 0, 1.0)))
