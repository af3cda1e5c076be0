"""Only the newest signature of a limit counts: restoring an older one changes nothing."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from datetime import timedelta

import pytest
from limit_builders import learn

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import StandingApprovals, signed_or_held
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.foundation.errors import InvalidPacket, LockHeld
from robot_memory.governance.audit.home_audit import audit_home

NEWEST = ["at most 0.2 m/s within 1.0 m of (4.25, 1.90) in map"]


@pytest.fixture
def acting(scenario):
    """A scenario with a signed and published limit."""
    scenario.approve(0.2)
    assert scenario.publish() == NEWEST
    return scenario


@pytest.fixture
def thrice(scenario):
    """A limit signed, withdrawn, and signed again; with the texts of the first two files."""
    scenario.approve(1.0, 5.0)
    wide = scenario.path().read_text()
    scenario.withdraw()
    end = scenario.path().read_text()
    scenario.approve(0.2)
    return scenario, wide, end


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("older", [1, 2], ids=["an approval", "an end"])
def test_a_restored_older_signature_changes_nothing_and_is_reported_with_both_dates(
    thrice, older, restarts
):
    scenario, text = thrice[0], thrice[older]
    standing = scenario.started()
    assert scenario.publish(standing) == NEWEST
    scenario.path().write_text(text)
    if restarts:
        standing = scenario.started()

    assert scenario.publish(standing) == NEWEST
    with pytest.raises(InvalidPacket, match=r"is held: .*an older signature, of .*newest one is"):
        standing.check_places()
    (item,) = (one for one in items_to_review(scenario.memory) if one.id == scenario.place)
    assert json.loads(text)["approved_at"] in item.question and item.text == NEWEST[0]


def test_an_older_approval_does_not_restore_a_withdrawn_limit(scenario):
    scenario.approve(1.0, 5.0)
    wide = scenario.path().read_text()
    scenario.withdraw()
    standing = scenario.started()
    assert scenario.publish(standing) == []
    scenario.path().write_text(wide)

    assert scenario.publish(standing) == scenario.publish() == []


def test_a_running_node_keeps_newer_signatures_when_the_event_log_is_cut(scenario):
    scenario.approve(1.0)
    scenario.withdraw()
    end, cut = scenario.path().read_text(), scenario.events.path.read_bytes()
    scenario.approve(0.2)
    standing = scenario.started()
    assert scenario.publish(standing) == NEWEST
    scenario.events.path.write_bytes(cut)
    scenario.path().write_text(end)

    assert [limit.words() for limit, _ in standing.look()] == NEWEST


def test_a_limit_with_a_replaced_file_can_be_signed_again_and_withdrawn(thrice):
    scenario, _, end = thrice
    assert scenario.publish() == NEWEST
    scenario.path().write_text(end)

    scenario.withdraw()
    assert scenario.publish() == []
    scenario.path().write_text(end)
    scenario.approve(0.2)
    assert scenario.publish() == NEWEST
    assert audit_home(scenario.memory.home).defects == ()


def test_a_new_signature_is_dated_after_the_replaced_one_even_if_the_clock_went_back(scenario):
    narrow, now = scenario.approve(0.2), scenario.memory.clock.now().time
    scenario.approvals.approve(
        replace(narrow, speed=1.0), scenario.ada, now + timedelta(days=30_000)
    )
    wide = scenario.path().read_text()
    scenario.approvals.approve(narrow, scenario.ada, now)
    standing = scenario.started()

    assert scenario.publish(standing) == NEWEST
    scenario.path().write_text(wide)
    assert scenario.publish(standing) == scenario.publish() == NEWEST
    scenario.withdraw()
    assert scenario.publish(standing) == scenario.publish() == []


def test_a_learned_limit_follows_its_newest_signature_too(scenario, limits):
    entry_id = learn(scenario.memory, 0.5)
    limits.approve(entry_id, scenario.ada, scenario.later())
    wide, now = scenario.path(entry_id).read_text(), scenario.later(7 * 24)
    learn(scenario.memory, 0.2)
    limits.approve(entry_id, scenario.ada, now)
    standing = StandingApprovals(SignedLimits(scenario.memory))
    assert [limit.value for limit, _ in standing.look()] == [0.2]
    scenario.path(entry_id).write_text(wide)

    assert [limit.value for limit, _ in standing.look()] == [0.2]
    with pytest.raises(InvalidPacket, match="is an older signature"):
        standing.check_learned()


# -- deleted files, and lists ----------------------------------------------------------------


def fifo(path):
    path.unlink()
    os.mkfifo(path)


def folder(path):
    path.unlink()
    path.mkdir()


def garbage(path):
    path.write_text("garbage")


@pytest.mark.parametrize("replace_file", [garbage, folder, fifo, os.unlink])
def test_a_limit_that_acted_is_held_by_the_event_log_whatever_happened_to_its_files(
    acting, replace_file
):
    replace_file(acting.path())
    if replace_file is os.unlink:
        acting.in_force("places").unlink()
    standing = acting.started()

    assert acting.publish(standing) == NEWEST
    with pytest.raises(InvalidPacket, match="it is held as ada signed it"):
        standing.check_places()
    assert acting.place in {item.id for item in items_to_review(acting.memory)}


def test_an_older_approval_widens_no_limit_even_if_the_published_state_is_deleted(thrice):
    scenario, wide, _ = thrice
    assert scenario.publish() == NEWEST
    scenario.path().write_text(wide)
    scenario.in_force("places").unlink()

    assert scenario.publish() == NEWEST


# -- unsigned lines of the record --------------------------------------------------------------

IN_2099 = "2099-01-01T00:00:00Z"


def forged(signed, **what):
    return {"type": "limit_approved", "id": signed["subject"], "operator": "ada", **what}


def wider(approval):
    place = {**approval["place"], "x": 90.0}
    return {**approval, "value": 5.0, "place": place, "approved_at": IN_2099}


@pytest.mark.parametrize(
    "line",
    [
        lambda one: forged(one, terms={"scope": "place", "value": 5.0, "place": one["place"]}),
        lambda one: forged(one, approval=wider(one)),
        lambda one: forged(one, approval={**one, "approved_at": IN_2099}),
        lambda one: {**forged(one, approval=wider(one)), "type": "limit_withdrawn"},
        lambda one: {**forged(one, approval="x"), "timestamp": IN_2099},
        lambda one: {**forged(one), "type": "limit_withdrawn", "timestamp": IN_2099},
    ],
)
@pytest.mark.parametrize("loses_file", [False, True])
def test_an_unsigned_event_log_line_changes_no_limit(acting, line, loses_file):
    acting.tell(line(json.loads(acting.path().read_text())))
    if loses_file:
        acting.path().unlink()

    assert acting.publish() == NEWEST
    defects = audit_home(acting.memory.home).defects
    (defect,) = (one for one in defects if "events.jsonl" in one.path)
    assert "ada" in defect.problem


def test_an_event_log_line_with_another_limits_signature_changes_no_limit(scenario, limits):
    scenario.approve(0.2)
    speed = learn(scenario.memory)
    limits.approve(speed, scenario.ada, scenario.memory.clock.now().time)
    other = json.loads(scenario.path(speed).read_text())
    scenario.tell(
        {"type": "limit_approved", "id": scenario.place, "operator": "ada", "approval": other}
    )
    scenario.path().unlink()

    held = {limit.id: limit.words() for limit, _ in scenario.started().look()}
    assert held == {scenario.place: NEWEST[0], speed: "speed ≤ 0.3 m/s"}


def test_an_approval_counts_even_if_its_line_is_marked_as_another_tools(thrice):
    scenario, wide, _ = thrice
    lines = [json.loads(line) for line in scenario.events.path.read_text().splitlines()]
    lines[-1]["chain"]["outside"] = True
    scenario.events.path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    scenario.path().write_text(wide)

    assert scenario.publish() == NEWEST


def test_a_cut_event_log_changes_no_limit_while_the_node_keeps_the_newest_signature(
    scenario,
):
    scenario.approve(1.0, 5.0)
    wide, cut = scenario.path().read_text(), scenario.events.path.read_bytes()
    scenario.approve(0.2)
    assert scenario.publish() == NEWEST
    scenario.events.path.write_bytes(cut)
    scenario.path().write_text(wide)

    assert scenario.publish() == NEWEST


def test_a_kept_signature_holds_its_limit_without_its_operator_and_published_state(acting):
    acting.dismiss()
    acting.in_force("places").write_text('{"places": []}')
    acting.tell({"type": "limit_withdrawn", "id": acting.place, "operator": "ada"})
    acting.path().unlink()

    assert acting.publish() == NEWEST


@pytest.mark.parametrize("replace_file", [folder, fifo, os.unlink])
def test_unreadable_kept_signatures_end_no_limit(acting, replace_file):
    replace_file(acting.in_force("signatures"))

    assert acting.held() == NEWEST


def test_published_limits_are_held_while_the_event_log_cannot_be_read(acting, monkeypatch):
    def held(*_):
        raise LockHeld("somebody appends")

    monkeypatch.setattr(SignedLimits, "_read_record", held)
    assert acting.held() == NEWEST


def edited(path, change):
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def test_a_forged_kept_signature_begins_no_limit(acting):
    def forge(data):
        signed = data["signatures"][acting.place]
        data["signatures"]["mem-99999999"] = {**signed, "subject": "mem-99999999"}

    edited(acting.in_force("signatures"), forge)

    assert acting.publish() == NEWEST


def test_a_limit_known_only_from_the_published_state_can_be_withdrawn(acting):
    for path in (acting.path(), acting.events.path, acting.in_force("signatures")):
        path.unlink()
    assert acting.publish() == NEWEST

    acting.withdraw()
    assert acting.publish() == []


@pytest.mark.parametrize("name", ["x", "radius", "frame", "value"])
def test_invalid_numbers_in_the_published_state_do_not_affect_other_limits(acting, name):
    def spoil(data):
        place = data["places"][0]
        for number, value in enumerate(["4", [1], None, True, 1e400, {"x": 1}]):
            spoilt = {**place, "id": f"mem-9999999{number}", "place": {**place["place"]}}
            (spoilt if name == "value" else spoilt["place"])[name] = value
            data["places"].append(spoilt)

    edited(acting.in_force("places"), spoil)

    assert NEWEST[0] in acting.publish()


@pytest.mark.parametrize("spoilt", [{"value": [1]}, {"place": {"x": "4"}}, {"scope": 7}])
def test_an_event_log_line_with_wrong_types_ends_no_limit_of_a_removed_operator(acting, spoilt):
    approval = json.loads(acting.path().read_text())
    acting.tell(forged(approval, approval={**approval, **spoilt}))
    acting.dismiss()

    assert acting.publish() == NEWEST


@pytest.mark.parametrize("where", ["record", "in force"])
def test_without_a_valid_key_the_stricter_of_published_state_and_event_log_is_held(acting, where):
    acting.dismiss()
    approval, acted = json.loads(acting.path().read_text()), acting.in_force("places")
    if where == "record":
        acting.tell(forged(approval, approval={**approval, "value": 5.0}))
    else:
        acted.write_text(acted.read_text().replace("0.2", "5.0"))

    assert acting.publish() == NEWEST


def test_a_limit_of_an_operator_who_is_not_enrolled_does_not_begin_from_the_event_log(acting):
    """As after an import: the record comes from another robot, without its ``in_force`` folder."""
    acting.path().unlink()
    shutil.rmtree(acting.governance / "in_force")
    acting.dismiss()
    standing = acting.started()

    assert standing.look() == []
    with pytest.raises(InvalidPacket, match="is not held: it is gone, and no key confirms"):
        standing.check_learned()


def test_a_limit_with_a_recorded_withdrawal_is_not_reported_as_missing(scenario):
    scenario.approve(0.2)
    scenario.withdraw()
    scenario.path().unlink()

    assert signed_or_held(SignedLimits(scenario.memory)).limits == {}
    assert items_to_review(scenario.memory) == []


@pytest.mark.parametrize("loss", ["deleted", "damaged"])
def test_held_limits_are_listed_with_the_reason(scenario, limits, loss):
    speed = learn(scenario.memory)
    limits.approve(speed, scenario.ada, scenario.memory.clock.now().time)
    scenario.approve(0.2)
    scenario.publish()
    for path in (scenario.path(), scenario.path(speed)):
        path.unlink() if loss == "deleted" else path.write_text("{")

    found = LearnedLimits(scenario.memory).signed_or_held()
    assert found.unread == {}
    assert sorted(found.limits) == sorted([speed, scenario.place])
    for limit, how in found.limits.values():
        assert how.is_held and how.reason and how.value == limit.value


# -- limits that were never signed -----------------------------------------------------------


def test_a_published_limit_without_a_recorded_approval_does_not_act_and_is_reported(acting):
    acted = acting.in_force("places")
    acted.write_text(acted.read_text().replace(acting.place, "mem-0badf00d"))
    standing = acting.started()

    assert [one.id for one, _ in standing.look()] == [acting.place]
    with pytest.raises(InvalidPacket, match=r"mem-0badf00d: is not held: .*has no approval of it"):
        standing.check_learned()


@pytest.mark.parametrize("loss", ["deleted", "begun anew", "begins later"])
def test_published_limits_are_held_if_the_event_log_is_incomplete(acting, loss):
    acting.path().unlink()
    record = acting.events.path
    if loss != "begins later":
        record.unlink()
    if loss != "deleted":
        acting.tell({"type": "operator_enrolled" if loss == "begins later" else "entry_created"})
    if loss == "begins later":
        record.write_bytes(record.read_bytes().splitlines(keepends=True)[-1])

    assert acting.publish() == NEWEST


@pytest.fixture
def after_bob(scenario):
    """A scenario whose limit was signed again by bob, who is no longer an operator."""
    scenario.approve(0.2, radius=1.5)
    scenario.approve(None, radius=3.0, keys=scenario.enrol("bob"))
    scenario.publish(StandingApprovals(SignedLimits(scenario.memory)))
    scenario.dismiss("bob", to="former")
    return scenario


def test_a_stricter_published_limit_is_held_after_its_operator_was_removed(after_bob):
    for _ in range(2):  # two starts
        standing = after_bob.started()
        [(held, how)] = standing.look()
        after_bob.publish(standing)

        assert held.is_keep_out and held.circle.radius == 3.0
        assert how.is_held
        with pytest.raises(InvalidPacket, match="bob is said to have signed it anew"):
            standing.check_places()


def test_a_held_limit_of_a_removed_operator_is_replaced_by_the_next_signature(after_bob):
    standing = after_bob.started()
    standing.look()
    after_bob.approve(0.3, radius=1.5)

    assert [held.speed for held, _ in standing.look()] == [0.3]


def test_a_later_signature_without_a_valid_key_changes_no_acting_limit(acting):
    later = {**json.loads(acting.path().read_text()), "approved_at": IN_2099, "value": 5.0}
    acting.approvals.in_force.keep({acting.place: later})

    [(held, _)] = signed_or_held(SignedLimits(acting.memory)).places
    assert held.speed == 0.2


@pytest.mark.parametrize("former", ["approves", "ends"])
@pytest.mark.parametrize("later", ["approves", "ends"])
def test_a_former_operators_signature_dated_ahead_does_not_count_as_newer(scenario, former, later):
    bob, places = scenario.enrol("bob"), PlaceLimitApprovals(scenario.memory)
    scenario.approve(1.0, 5.0, keys=bob)
    ahead = scenario.memory.clock.now().time + timedelta(days=900)
    if former == "approves":
        places.approve(scenario.place, bob, ahead, speed=1.0, radius=5.0)
    else:
        scenario.approvals.withdraw(scenario.memory.rrn, scenario.place, bob, ahead)
    scenario.dismiss("bob", to="former")
    scenario.approve(0.2)
    if later == "ends":
        scenario.withdraw()
    (scenario.governance / "operators" / "former" / "bob.json").rename(
        scenario.governance / "operators" / "bob.json"
    )

    held = [one.speed for one, how in SignedLimits(scenario.memory).read().places if how.acts]
    assert held == ([0.2] if later == "approves" else [])
