"""An audit names approvals and active limits that contradict the record."""

from __future__ import annotations

import json

import pytest
from limit_builders import learn

from robot_memory.applications.limits.limit import Circle, LearnedSpeed, PlaceLimit
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.foundation.errors import InvalidPacket
from robot_memory.governance import approval
from robot_memory.governance.audit.home_audit import audit_home


@pytest.fixture
def speed(scenario, limits) -> str:
    """Sign and publish a learned limit and a keep-out place; return the limit's entry id."""
    entry_id = learn(scenario.memory)
    limits.approve(entry_id, scenario.ada, scenario.memory.clock.now().time)
    scenario.approve(None, radius=0.8)
    scenario.publish()
    scenario.in_force("signatures").unlink()  # the record has them too
    scenario.memory.save(force=True)
    return entry_id


def defects(scenario):
    """Return the problems that an audit finds, by file name."""
    found = audit_home(scenario.memory.home).defects
    return {one.path.rpartition("/")[2]: one.problem for one in found}


def test_the_audit_names_each_missing_approval(scenario, speed):
    assert defects(scenario) == {}
    for path in (scenario.path(), scenario.path(speed)):
        path.unlink()

    found = defects(scenario)
    assert sorted(found) == sorted([scenario.path().name, f"{speed}.json"])
    assert all("says that ada approved the limit" in problem for problem in found.values())


def test_the_audit_names_an_older_approval_in_place_of_a_newer_one(scenario, speed):
    earlier = scenario.path().read_text()
    scenario.approve(None, radius=3.0)
    scenario.publish()
    assert defects(scenario) == {}
    scenario.path().write_text(earlier)

    assert "is not the newest signature" in defects(scenario)[scenario.path().name]


@pytest.mark.parametrize(
    ("name", "words", "others"),
    [("speed", "0.3", "5.0"), ("places", "0.8", "0.4"), ("places", "mem-", "mem-0")],
)
def test_the_audit_names_a_published_limit_that_differs_from_the_record(
    scenario, speed, name, words, others
):
    text = scenario.in_force(name).read_text()
    assert words in text
    scenario.in_force(name).write_text(text.replace(words, others))

    assert "no line of the record says" in defects(scenario)[f"{name}.json"]


def test_the_audit_names_an_unreadable_file_of_published_limits(scenario, speed):
    scenario.in_force("speed").write_text("{")

    assert "cannot be read" in defects(scenario)["speed.json"]


def test_the_audit_names_an_event_log_line_without_a_signature(scenario, speed):
    scenario.tell({"type": "limit_approved", "id": speed, "operator": "ada"})

    (problem,) = defects(scenario).values()
    assert "does not hold what ada signed" in problem


def test_the_audit_names_an_interrupted_withdrawal_until_it_is_signed_again(
    scenario, speed, monkeypatch
):
    def die(*_):
        raise OSError("killed")

    with monkeypatch.context() as killed:
        killed.setattr(approval, "store_approval", die)
        with pytest.raises(OSError, match="killed"):
            scenario.withdraw(speed)

    assert "holds the limit still" in defects(scenario)[f"{speed}.json"]
    scenario.withdraw(speed)
    assert defects(scenario) == {}


# -- limits found at a start -----------------------------------------------------------------


def resumed(scenario, limits):
    """Return the limits of a node that starts with these limits in ``in_force``."""
    standing = StandingApprovals(SignedLimits(scenario.memory))
    standing.resume(limits)
    return [one for one, _ in standing.look()], standing


@pytest.mark.parametrize(("acted", "holds"), [(5.0, 0.3), (0.2, 0.2)])
def test_a_speed_without_a_valid_key_is_held_at_most_as_approved(scenario, speed, acted, holds):
    scenario.dismiss()
    held, standing = resumed(scenario, LearnedSpeed(acted, (speed,)).terms(scenario.memory.rrn))

    assert [one.value for one in held if one.id == speed] == [holds]
    with pytest.raises(InvalidPacket) as told:
        standing.check_learned()
    assert ("has speed ≤ 5 m/s" in str(told.value)) == (acted > holds)


def test_a_place_without_a_valid_key_is_held_as_approved(scenario, speed):
    scenario.dismiss()
    edited = PlaceLimit(scenario.memory.rrn, scenario.place, Circle("map", 4.25, 1.9, 0.3), 5.0)
    held, standing = resumed(scenario, [edited])

    assert [one.words() for one in held] == ["keep out within 0.8 m of (4.25, 1.90) in map"]
    with pytest.raises(InvalidPacket, match="what the record says differs"):
        standing.check_places()


def test_a_published_limit_is_held_if_the_record_lacks_its_approval(scenario, speed):
    scenario.path(speed).unlink()
    record = scenario.events.path
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    record.write_text("".join(f"{json.dumps({**one, 'approval': None})}\n" for one in lines))
    held, standing = resumed(scenario, LearnedSpeed(0.4, (speed,)).terms(scenario.memory.rrn))

    assert [one.value for one in held if one.id == speed] == [0.4]
    with pytest.raises(InvalidPacket, match="the record does not say what was approved"):
        standing.check_learned()
