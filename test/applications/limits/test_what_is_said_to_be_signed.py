"""Forged text in the places from which limits are read: it is rejected, and loosens no limit."""

from __future__ import annotations

import fcntl
import json

import pytest
from limit_builders import learn

from robot_memory.applications.limits import limit_approvals, signed_limits
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import LimitBound, LimitTerms, learned_speed
from robot_memory.applications.limits.limit_signature import read_limit
from robot_memory.applications.limits.signed_limits import SignedLimits
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


def sign_both(scenario) -> tuple[str, str]:
    """Sign a speed limit and a place, and publish both; return their entry ids."""
    speed, memory = learn(scenario.memory), scenario.memory
    LearnedLimits(memory).approve(speed, scenario.ada, memory.clock.now().time)
    scenario.approve(0.2)
    scenario.publish()
    return speed, scenario.place


def in_force(scenario) -> tuple[float | None, set[str]]:
    """Return the speed limit and the places that a newly started node holds."""
    held = [one for one, _ in scenario.started().look()]
    speed = learned_speed(one for one in held if isinstance(one, LimitTerms))
    places = {one.words() for one in held if not isinstance(one, LimitTerms)}
    return speed.speed if speed else None, places


def odd_approvals(scenario, ids):
    """Yield approvals of both limits, as text, each with one odd value."""
    for name, part, odd in ((ids[0], "limit", _ODD_LIMITS), (ids[1], "place", _ODD_PLACES)):
        approval = json.loads(scenario.path(name).read_text())
        for one in odd:
            key = one.split(":")[0].strip('"')
            rest = {k: v for k, v in approval[part].items() if k != key}
            told = f"{{{one}, {json.dumps(rest)[1:]}"
            text = json.dumps({**approval, part: "PART"}).replace('"PART"', told)
            yield name, text
            yield "mem-deadbeef", text.replace(name, "mem-deadbeef")


def kept(scenario, change) -> None:
    """Change the signatures that the node stored."""
    path = scenario.in_force("signatures")
    signatures = json.loads(path.read_text())["signatures"]
    change(signatures)
    path.write_text(json.dumps({"signatures": signatures}))


def test_invalid_event_log_lines_do_not_affect_signing_and_ending_of_limits(scenario, ids):
    with scenario.events.path.open("a") as file:
        for name, text in odd_approvals(scenario, ids):
            file.write(f'{{"type": "limit_approved", "id": "{name}", "approval": {text}}}\n')

    assert in_force(scenario) == (SPEED, {PLACE})
    assert set(signed_or_held(SignedLimits(scenario.memory)).limits) == set(ids)
    scenario.approve(0.1)
    scenario.withdraw(ids[0])

    held = [one.words() for one, _ in StandingApprovals(SignedLimits(scenario.memory)).look()]
    assert held == [PLACE.replace("0.2 m/s", "0.1 m/s")]


def test_an_invalid_approval_file_does_not_affect_others_and_is_reported(scenario, ids):
    for name, text in odd_approvals(scenario, ids):
        scenario.path(name).write_text(text)

        assert in_force(scenario) == (SPEED, {PLACE})
        assert audit_home(scenario.memory.home).defects


def test_an_invalid_kept_signature_does_not_affect_other_limits(scenario, ids):
    path = scenario.in_force("signatures")
    signatures = json.loads(path.read_text())["signatures"]
    for name, text in odd_approvals(scenario, ids):
        odd = json.dumps({"signatures": {**signatures, name: "ODD"}})
        path.write_text(odd.replace('"ODD"', text))

        assert in_force(scenario) == (SPEED, {PLACE})


def test_an_export_names_limits_whose_approvals_are_missing(scenario, ids, tmp_path):
    memory, now = scenario.memory, scenario.memory.clock.now().time

    def unapproved(name: str) -> tuple[str, ...]:
        return export_home(memory.home, memory.rrn, tmp_path / name, now).unapproved

    assert unapproved("a.tgz") == ()
    for name in ids:
        scenario.path(name).unlink()
    assert unapproved("b.tgz") == tuple(sorted(ids))

    scenario.withdraw(ids[0])
    scenario.path(ids[0]).unlink()
    signed = SignedLimits(memory)
    signed.read()
    signed.keep()
    assert unapproved("c.tgz") == (ids[1],)


def test_whole_numbers_of_a_limit_are_read_as_floats(scenario, ids):
    """Canonical JSON is the same for 1 and 1.0, so the signature holds."""
    scenario.path().write_text(scenario.path().read_text().replace('"radius": 1.0', '"radius": 1'))
    [(limit, how)] = signed_or_held(SignedLimits(scenario.memory)).places

    assert how.is_valid and not how.reason
    assert type(limit.circle.radius) is float


@pytest.mark.parametrize("edit", ["looser", "older"])
def test_an_edited_kept_signature_loosens_no_limit_while_the_event_log_is_locked(
    scenario, ids, edit, monkeypatch
):
    for module in (limit_approvals, signed_limits):
        monkeypatch.setattr(module, "LOOK_PATIENCE", 0.05)
    path, places = scenario.in_force("signatures"), {PLACE}
    if edit == "older":
        older = path.read_text()
        scenario.approve(None)
        scenario.publish()
        path.write_text(older)
        places = {PLACE.replace("at most 0.2 m/s", "keep out")}
    else:
        kept(scenario, lambda signed: signed[ids[0]]["limit"].update(value=5.0))
        kept(scenario, lambda signed: signed[ids[1]].update(value=5.0))

    with (scenario.events.path.parent / ".lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert in_force(scenario) == (SPEED, places)


_LOOSER_SPEEDS = [
    {"value": 0.0}, {"value": 5.0}, {"value": "0.3"}, {"variable": "turn_rate"},
    {"bound": LimitBound.MINIMUM.value}, {"bound": LimitBound.NOT.value},
]  # fmt: skip


@pytest.mark.parametrize("change", _LOOSER_SPEEDS)
def test_no_edit_of_a_kept_signature_loosens_a_speed_without_a_valid_key(scenario, ids, change):
    scenario.dismiss()
    kept(scenario, lambda signed: signed[ids[0]]["limit"].update(change))

    assert in_force(scenario)[0] == SPEED
    standing = scenario.started()
    standing.look()
    with pytest.raises(InvalidPacket, match=f"{ids[0]}.*is held"):
        standing.check_learned()


@pytest.mark.parametrize(
    "change", [{"x": 500.0}, {"frame": "zzz"}, {"radius": 0.0}, {"radius": 100.0}]
)
@pytest.mark.parametrize("source", ["signatures", "places"])
def test_no_edit_of_the_published_state_moves_a_place_without_a_valid_key(
    scenario, ids, source, change
):
    scenario.dismiss()
    data = json.loads(scenario.in_force(source).read_text())
    one = data["places"][0] if source == "places" else data["signatures"][ids[1]]
    one["place"].update(change)
    scenario.in_force(source).write_text(json.dumps(data))
    held = [one for one, _ in scenario.started().look() if not isinstance(one, LimitTerms)]
    signed = read_limit(scenario.memory.rrn, json.loads(scenario.path().read_text()))

    assert any(one.covers(signed) for one in held)


def test_an_edited_kept_signature_cannot_turn_a_speed_into_a_place(scenario, ids):
    scenario.dismiss()
    kept(scenario, lambda signed: signed.update({ids[0]: {**signed[ids[1]], "subject": ids[0]}}))

    assert in_force(scenario) == (SPEED, {PLACE})


def test_signing_again_is_refused_if_it_is_unclear_which_limit_was_signed(scenario, ids):
    scenario.dismiss()
    path = scenario.in_force("places")
    path.write_text(path.read_text().replace("4.25", "40.25"))
    with pytest.raises(AssistRefused, match="nobody knows which of 2 limits"):
        LearnedLimits(scenario.memory).approve(
            ids[1], scenario.ada, scenario.memory.clock.now().time
        )
