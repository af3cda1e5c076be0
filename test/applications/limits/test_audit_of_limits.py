"""Whether an audit names approvals of limits, and limits that act, which the record denies."""

from __future__ import annotations

import json

import pytest
from limit_builders import learn, learn_place

from robot_memory.applications.limits.place_limit import Circle, PlaceLimit
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.speed_limit import LearnedSpeed
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.foundation.errors import InvalidPacket
from robot_memory.governance import approval
from robot_memory.governance.audit.home_audit import audit_home


@pytest.fixture
def ids(memory, limits, ada, clock) -> list[str]:
    """A learned limit and a place to keep out of, both signed and acting; return their entries."""
    limit, place, now = learn(memory), learn_place(memory), clock.now().time
    limits.approve(limit, ada, now)
    kept_out = PlaceLimitApprovals(memory).approve(place, ada, now, speed=None)
    approvals = SignedLimits(memory).approvals
    approvals.in_force.record_speed(0.3, [limit], now)
    approvals.in_force.record_places([kept_out], now)
    memory.save(force=True)
    return [limit, place]


def defects(memory):
    """Return what an audit finds, by the names of files."""
    found = audit_home(memory.home).defects
    return {one.path.rpartition("/")[2]: one.problem for one in found}


def approval_of(memory, entry_id):
    return memory.home.governance / "approvals" / f"{entry_id}.json"


def edit(memory, name, words, others):
    path = memory.home.governance / "in_force" / name
    text = path.read_text()
    assert words in text
    path.write_text(text.replace(words, others))


def test_limits_that_act_as_they_were_signed_have_no_defect(memory, ids):
    assert defects(memory) == {}


def test_each_approval_that_is_gone_is_named(memory, ids):
    for entry_id in ids:
        approval_of(memory, entry_id).unlink()

    found = defects(memory)
    assert sorted(found) == sorted(f"{entry_id}.json" for entry_id in ids)
    assert all("says that ada approved the limit" in problem for problem in found.values())


def test_an_earlier_approval_in_the_place_of_a_newer_one_is_named(memory, limits, ids, ada, clock):
    path = approval_of(memory, ids[1])
    earlier = path.read_text()
    PlaceLimitApprovals(memory).approve(ids[1], ada, clock.now().time, speed=None, radius=3.0)
    assert defects(memory) == {}
    path.write_text(earlier)

    assert "is not the newest signature" in defects(memory)[path.name]


@pytest.mark.parametrize(
    ("name", "words", "others"),
    [("speed.json", "0.3", "5.0"), ("places.json", "0.8", "0.4"), ("places.json", "mem-", "mem-0")],
)
def test_what_acts_otherwise_than_it_was_approved_is_named(memory, ids, name, words, others):
    edit(memory, name, words, others)

    assert "no line of the record says" in defects(memory)[name]


def test_a_file_of_what_acts_that_cannot_be_read_is_named(memory, ids):
    (memory.home.governance / "in_force" / "speed.json").write_text("{")

    assert "cannot be read" in defects(memory)["speed.json"]


def test_a_line_that_holds_no_signature_is_named(memory, ids, clock):
    event = {"type": "limit_approved", "id": ids[0], "operator": "ada"}
    memory.long_term.levels.events.append([event], clock.now().time)

    (problem,) = defects(memory).values()
    assert "does not hold what ada signed" in problem


def test_an_end_whose_signature_was_cut_off_is_named_until_it_is_signed_again(
    memory, ids, ada, clock, monkeypatch
):
    approvals, now = SignedLimits(memory).approvals, clock.now().time
    killed_now = lambda *_: (_ for _ in ()).throw(OSError("killed"))  # noqa: E731
    with monkeypatch.context() as killed:
        killed.setattr(approval, "store_approval", killed_now)
        with pytest.raises(OSError, match="killed"):
            approvals.withdraw(memory.rrn, ids[0], ada, now)

    assert "holds the limit still" in defects(memory)[f"{ids[0]}.json"]
    approvals.withdraw(memory.rrn, ids[0], ada, now)
    assert defects(memory) == {}


# -- what a start goes on with ---------------------------------------------------------------


def resumed(memory, limits):
    """Return what a node holds that starts and finds these limits in ``in_force``."""
    standing = StandingApprovals(SignedLimits(memory))
    standing.resume(limits)
    held = [one for one, _ in standing.look()]
    return held, standing


@pytest.fixture
def unconfirmed(memory, ids):
    """Let no key confirm what was signed."""
    (memory.home.governance / "operators" / "ada.json").unlink()


@pytest.mark.parametrize(("acted", "holds"), [(5.0, 0.3), (0.2, 0.2)])
def test_a_speed_that_no_key_confirms_is_not_held_wider_than_it_was_approved(
    memory, ids, unconfirmed, acted, holds
):
    held, standing = resumed(memory, LearnedSpeed(acted, (ids[0],)).terms(memory.rrn))

    assert [one.value for one in held if one.id == ids[0]] == [holds]
    with pytest.raises(InvalidPacket) as told:
        standing.check_learned()
    assert ("has speed ≤ 5 m/s" in str(told.value)) == (acted > holds)


def test_a_place_that_no_key_confirms_is_held_with_what_was_approved(memory, ids, unconfirmed):
    edited = PlaceLimit(memory.rrn, ids[1], Circle("map", 4.25, 1.9, 0.3), 5.0)
    held, standing = resumed(memory, [edited])

    assert [one.words() for one in held] == ["keep out within 0.8 m of (4.25, 1.90) in map"]
    with pytest.raises(InvalidPacket, match="what the record says differs"):
        standing.check_places()


def test_what_acted_is_held_where_the_record_does_not_say_what_was_approved(memory, ids):
    approval_of(memory, ids[0]).unlink()
    record = memory.long_term.levels.events.path
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    record.write_text("".join(f"{json.dumps({**one, 'approval': None})}\n" for one in lines))
    held, standing = resumed(memory, LearnedSpeed(0.4, (ids[0],)).terms(memory.rrn))

    assert [one.value for one in held if one.id == ids[0]] == [0.4]
    with pytest.raises(InvalidPacket, match="the record does not say what was approved"):
        standing.check_learned()
