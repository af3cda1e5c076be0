"""What anybody may have written where limits are read: it costs itself, and loosens nothing."""

from __future__ import annotations

import fcntl
import json
from datetime import timedelta

import pytest
from limit_builders import learn, learn_place

from robot_memory.applications.limits import limit_approvals, signed_limits
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import LimitBound, LimitTerms
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.read_limit import read_limit
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.speed_limit import learned_speed
from robot_memory.applications.limits.standing_approvals import StandingApprovals, signed_or_held
from robot_memory.applications.transfer.exporting import export_home
from robot_memory.foundation.errors import AssistRefused, InvalidPacket
from robot_memory.governance.audit.home_audit import audit_home

SPEED = 0.3  # m/s
PLACE = "at most 0.2 m/s within 1.0 m of (4.25, 1.90) in map"

_ODD_PLACES = [
    '"x": NaN', '"x": 1e400', f'"x": 1{"0" * 400}', f'"x": {2**60}', '"frame": "\\ud800"',
    '"frame": "\\u0000"', '"frame": 3', '"radius": true', '"radius": -1', '"radius": []',
]  # fmt: skip
_ODD_LIMITS = [
    f'"first_row": {2**60}', '"first_row": 1e400', '"first_row": -1', f'"value": 1{"0" * 400}',
    '"value": NaN', '"value": null', '"unit": "\\ud800"', '"bound": []', '"variable": 1',
]  # fmt: skip


@pytest.fixture
def ids(memory, ada, clock) -> tuple[str, str]:
    """Return a speed limit and a place that are signed, and act."""
    speed, place = learn(memory), learn_place(memory)
    now = clock.now().time
    LearnedLimits(memory).approve(speed, ada, now)
    PlaceLimitApprovals(memory).approve(place, ada, now, speed=0.2, radius=1.0)
    publish(memory)
    return speed, place


def started(memory) -> StandingApprovals:
    """Return what a node holds that starts now, in the order in which it reads."""
    signed = SignedLimits(memory)
    standing, approvals = StandingApprovals(signed), signed.approvals
    standing.look()
    standing.resume(signed.last_signed())
    left = approvals.in_force.speed()
    standing.resume(left.terms(memory.rrn) if left else [])
    standing.resume(approvals.in_force.places(memory.rrn))
    return standing


def publish(memory) -> None:
    """Let a node start, act and keep what it acted by."""
    signed, now = SignedLimits(memory), memory.clock.now().time
    held = [one for one, _ in started(memory).look()]
    speed = learned_speed(one for one in held if isinstance(one, LimitTerms))
    places = [one for one in held if not isinstance(one, LimitTerms)]
    signed.approvals.in_force.record_speed(speed.speed, speed.ids, now)
    signed.approvals.in_force.record_places(places, now)
    signed.read()
    signed.keep()


def in_force(memory) -> tuple[float | None, set[str]]:
    """Return the speed and the places that a node holds that starts now."""
    held = [one for one, _ in started(memory).look()]
    speed = learned_speed(one for one in held if isinstance(one, LimitTerms))
    places = {one.words() for one in held if not isinstance(one, LimitTerms)}
    return speed.speed if speed else None, places


def approval_of(memory, name):
    return memory.home.governance / "approvals" / f"{name}.json"


def odd_approvals(memory, ids):
    """Yield approvals of both limits, as text, each with one odd value."""
    for name, part, odd in ((ids[0], "limit", _ODD_LIMITS), (ids[1], "place", _ODD_PLACES)):
        approval = json.loads(approval_of(memory, name).read_text())
        for one in odd:
            key = one.split(":")[0].strip('"')
            rest = {k: v for k, v in approval[part].items() if k != key}
            told = f"{{{one}, {json.dumps(rest)[1:]}"
            text = json.dumps({**approval, part: "PART"}).replace('"PART"', told)
            yield name, text
            yield "mem-deadbeef", text.replace(name, "mem-deadbeef")


def test_a_line_of_the_record_that_says_no_limit_costs_itself(memory, ids):
    record = memory.long_term.levels.events.path
    with record.open("a") as file:
        for name, text in odd_approvals(memory, ids):
            file.write(f'{{"type": "limit_approved", "id": "{name}", "approval": {text}}}\n')

    assert in_force(memory) == (SPEED, {PLACE})
    assert set(signed_or_held(SignedLimits(memory)).limits) == set(ids)


def test_a_limit_can_be_signed_and_ended_beside_a_line_that_says_no_limit(memory, ids, ada, clock):
    record = memory.long_term.levels.events.path
    with record.open("a") as file:
        for name, text in odd_approvals(memory, ids):
            file.write(f'{{"type": "limit_approved", "id": "{name}", "approval": {text}}}\n')
    now = clock.now().time + timedelta(hours=1)
    PlaceLimitApprovals(memory).approve(ids[1], ada, now, speed=0.1, radius=1.0)
    SignedLimits(memory).approvals.withdraw(memory.rrn, ids[0], ada, now)

    held = [one.words() for one, _ in StandingApprovals(SignedLimits(memory)).look()]
    assert held == [PLACE.replace("0.2 m/s", "0.1 m/s")]


def test_an_approval_that_says_no_limit_costs_no_other_and_is_told(memory, ids):
    for name, text in odd_approvals(memory, ids):
        approval_of(memory, name).write_text(text)

        assert in_force(memory) == (SPEED, {PLACE})
        assert audit_home(memory.home).defects


def test_a_kept_signature_that_says_no_limit_costs_no_other(memory, ids):
    path = memory.home.governance / "in_force" / "signatures.json"
    kept = json.loads(path.read_text())
    for name, text in odd_approvals(memory, ids):
        signatures = {**kept["signatures"], name: "ODD"}
        path.write_text(json.dumps({"signatures": signatures}).replace('"ODD"', text))

        assert in_force(memory) == (SPEED, {PLACE})


def test_an_export_names_the_limits_that_only_this_machine_holds(memory, ids, ada, tmp_path):
    approvals = SignedLimits(memory).approvals
    home, now = memory.home, memory.clock.now().time
    assert export_home(home, memory.rrn, tmp_path / "a.tgz", now).unapproved == ()
    for name in ids:
        approval_of(memory, name).unlink()
    assert export_home(home, memory.rrn, tmp_path / "b.tgz", now).unapproved == tuple(sorted(ids))

    approvals.withdraw(memory.rrn, ids[0], ada, now + timedelta(hours=1))
    approval_of(memory, ids[0]).unlink()
    signed = SignedLimits(memory)
    signed.read()
    signed.keep()
    assert export_home(home, memory.rrn, tmp_path / "c.tgz", now).unapproved == (ids[1],)


def test_whole_numbers_are_read_as_the_floats_that_messages_need(memory, ids):
    """Canonical JSON is the same for 1 and 1.0, so the signature holds."""
    path = approval_of(memory, ids[1])
    path.write_text(path.read_text().replace('"radius": 1.0', '"radius": 1'))
    [(limit, how)] = signed_or_held(SignedLimits(memory)).places

    assert how.is_valid and not how.reason
    assert type(limit.circle.radius) is float


@pytest.mark.parametrize("edit", ["looser", "older"])
def test_an_edited_signature_that_was_kept_loosens_nothing_while_the_record_is_locked(
    memory, ids, ada, clock, edit, monkeypatch
):
    for module in (limit_approvals, signed_limits):
        monkeypatch.setattr(module, "LOOK_PATIENCE", 0.05)
    path = memory.home.governance / "in_force" / "signatures.json"
    if edit == "older":
        kept = path.read_text()
        later = clock.now().time + timedelta(hours=1)
        PlaceLimitApprovals(memory).approve(ids[1], ada, later, speed=None, radius=1.0)
        publish(memory)
        path.write_text(kept)
        places = {PLACE.replace("at most 0.2 m/s", "keep out")}
    else:
        kept = json.loads(path.read_text())["signatures"]
        kept[ids[0]]["limit"]["value"], kept[ids[1]]["value"] = 5.0, 5.0
        path.write_text(json.dumps({"signatures": kept}))
        places = {PLACE}
    lock = memory.long_term.levels.events.path.parent / ".lock"

    with lock.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert in_force(memory) == (SPEED, places)


_LOOSER_SPEEDS = [
    {"value": 0.0}, {"value": 5.0}, {"value": "0.3"}, {"variable": "turn_rate"},
    {"bound": LimitBound.MINIMUM.value}, {"bound": LimitBound.NOT.value},
]  # fmt: skip


@pytest.mark.parametrize("change", _LOOSER_SPEEDS)
def test_no_edit_of_a_kept_signature_loosens_a_speed_that_no_key_confirms(memory, ids, change):
    (memory.home.governance / "operators" / "ada.json").unlink()
    path = memory.home.governance / "in_force" / "signatures.json"
    kept = json.loads(path.read_text())["signatures"]
    kept[ids[0]]["limit"].update(change)
    path.write_text(json.dumps({"signatures": kept}))

    assert in_force(memory)[0] == SPEED
    with pytest.raises(InvalidPacket, match=f"{ids[0]}.*is held"):
        started_and_looked(memory).check_learned()


@pytest.mark.parametrize(
    "change", [{"x": 500.0}, {"frame": "zzz"}, {"radius": 0.0}, {"radius": 100.0}]
)
@pytest.mark.parametrize("source", ["signatures", "places"])
def test_no_edit_in_force_moves_a_place_that_no_key_confirms(memory, ids, source, change):
    (memory.home.governance / "operators" / "ada.json").unlink()
    path = memory.home.governance / "in_force" / f"{source}.json"
    data = json.loads(path.read_text())
    one = data["places"][0] if source == "places" else data["signatures"][ids[1]]
    one["place"].update(change)
    path.write_text(json.dumps(data))
    held = [one for one, _ in started(memory).look() if not isinstance(one, LimitTerms)]
    signed = read_limit(memory.rrn, json.loads(approval_of(memory, ids[1]).read_text()))

    assert any(one.covers(signed) for one in held)


def test_a_kept_signature_cannot_make_a_place_of_a_speed(memory, ids):
    (memory.home.governance / "operators" / "ada.json").unlink()
    path = memory.home.governance / "in_force" / "signatures.json"
    kept = json.loads(path.read_text())["signatures"]
    kept[ids[0]] = {**kept[ids[1]], "subject": ids[0]}
    path.write_text(json.dumps({"signatures": kept}))

    assert in_force(memory) == (SPEED, {PLACE})


def started_and_looked(memory) -> StandingApprovals:
    standing = started(memory)
    standing.look()
    return standing


def test_which_of_several_limits_was_signed_is_not_guessed_where_one_is_signed_anew(
    memory, ids, ada, clock
):
    (memory.home.governance / "operators" / "ada.json").unlink()
    path = memory.home.governance / "in_force" / "places.json"
    path.write_text(path.read_text().replace("4.25", "40.25"))
    with pytest.raises(AssistRefused, match="nobody knows which of 2 limits"):
        LearnedLimits(memory).approve(ids[1], ada, clock.now().time)
