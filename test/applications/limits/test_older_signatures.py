"""The newest signature of a limit counts: an older one that is put back changes nothing."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from datetime import timedelta

import pytest
from limit_builders import learn, learn_place

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import StandingApprovals, signed_or_held
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.foundation.errors import InvalidPacket, LockHeld
from robot_memory.governance.audit.home_audit import audit_home


@pytest.fixture
def place(memory) -> str:
    return learn_place(memory)


@pytest.fixture
def path(memory, place):
    return memory.home.governance / "approvals" / f"{place}.json"


@pytest.fixture
def approve(memory, place, ada, clock):
    """Return what signs the place for a speed, an hour after the last signature."""

    def sign(speed, radius=1.0):
        clock.set(clock.now().time + timedelta(hours=1))
        now = clock.now().time
        return PlaceLimitApprovals(memory).approve(place, ada, now, speed=speed, radius=radius)

    return sign


@pytest.fixture
def sign_as_bob(memory, place, clock):
    """Return what another operator signs the place with, an hour after the last signature."""
    from robots import keys_of

    keys = keys_of(78, "bob")
    memory.long_term.assist.enrol("bob", keys.card)

    def sign(speed, radius):
        clock.set(clock.now().time + timedelta(hours=1))
        now = clock.now().time
        return PlaceLimitApprovals(memory).approve(place, keys, now, speed=speed, radius=radius)

    return sign


@pytest.fixture
def withdraw(memory, place, ada, clock):
    def sign():
        clock.set(clock.now().time + timedelta(hours=1))
        SignedLimits(memory).approvals.withdraw(memory.rrn, place, ada, clock.now().time)

    return sign


def publish(memory, standing):
    """Let a node act by what it holds, and return that in words."""
    held = [limit for limit, _ in standing.look()]
    signed = SignedLimits(memory)
    signed.approvals.in_force.record_places(held, memory.clock.now().time)
    signed.read()
    signed.keep()
    return [limit.words() for limit in held]


def started(memory):
    """Return what a node holds that starts now."""
    signed = SignedLimits(memory)
    standing = StandingApprovals(signed)
    standing.resume(signed.last_in_force())
    return standing


NEWEST = ["at most 0.2 m/s within 1.0 m of (4.25, 1.90) in map"]


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("older", ["an end", "an approval"])
def test_an_older_signature_that_is_put_back_changes_nothing_and_is_told_with_both_dates(
    memory, place, path, approve, withdraw, older, restarts
):
    approve(1.0, 5.0)
    wide = path.read_text()
    withdraw()
    end = path.read_text()
    approve(0.2)
    standing = started(memory)
    assert publish(memory, standing) == NEWEST
    path.write_text(end if older == "an end" else wide)
    if restarts:
        standing = started(memory)

    assert publish(memory, standing) == NEWEST
    with pytest.raises(InvalidPacket, match=r"is held: .*an older signature, of .*newest one is"):
        standing.check_places()
    (item,) = (one for one in items_to_review(memory) if one.id == place)
    dates = [json.loads(text)["approved_at"] for text in (end if older == "an end" else wide,)]
    assert dates[0] in item.question and item.text == NEWEST[0]


def test_an_older_approval_does_not_bring_back_what_was_ended(memory, path, approve, withdraw):
    approve(1.0, 5.0)
    wide = path.read_text()
    withdraw()
    standing = started(memory)
    assert publish(memory, standing) == []
    path.write_text(wide)

    assert publish(memory, standing) == publish(memory, started(memory)) == []


def test_the_running_node_knows_newer_signatures_also_when_the_record_is_cut(
    memory, path, approve, withdraw
):
    approve(1.0)
    withdraw()
    end, record = path.read_text(), memory.long_term.levels.events.path
    cut = record.read_bytes()
    approve(0.2)
    standing = started(memory)
    assert publish(memory, standing) == NEWEST
    record.write_bytes(cut)
    path.write_text(end)

    assert [limit.words() for limit, _ in standing.look()] == NEWEST


def test_what_replaced_a_newer_signature_can_be_signed_anew_and_ended(
    memory, place, path, approve, withdraw
):
    approve(1.0)
    withdraw()
    end = path.read_text()
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    path.write_text(end)

    withdraw()
    assert publish(memory, started(memory)) == []
    path.write_text(end)
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    assert audit_home(memory.home).defects == ()


def test_a_signature_is_dated_after_the_one_that_it_replaces_also_if_the_clock_went_back(
    memory, path, approve, withdraw, ada, clock
):
    narrow, now = approve(0.2), clock.now().time
    approvals = SignedLimits(memory).approvals
    approvals.approve(replace(narrow, speed=1.0), ada, now + timedelta(days=30_000))
    wide = path.read_text()
    approvals.approve(narrow, ada, now)
    standing = started(memory)

    assert publish(memory, standing) == NEWEST
    path.write_text(wide)
    assert publish(memory, standing) == publish(memory, started(memory)) == NEWEST
    withdraw()
    assert publish(memory, standing) == publish(memory, started(memory)) == []


def test_a_learned_limit_goes_by_its_newest_signature_too(memory, limits, ada, clock):
    entry_id = learn(memory, 0.5)
    limits.approve(entry_id, ada, clock.now().time)
    path = memory.home.governance / "approvals" / f"{entry_id}.json"
    wide = path.read_text()
    clock.set(clock.now().time + timedelta(days=7))
    learn(memory, 0.2)
    limits.approve(entry_id, ada, clock.now().time)
    standing = StandingApprovals(SignedLimits(memory))
    assert [limit.value for limit, _ in standing.look()] == [0.2]
    path.write_text(wide)

    assert [limit.value for limit, _ in standing.look()] == [0.2]
    with pytest.raises(InvalidPacket, match="is an older signature"):
        standing.check_learned()


# -- what is gone, and what is listed --------------------------------------------------------


def test_a_limit_that_acted_is_held_by_the_record_if_both_its_files_are_gone(
    memory, place, path, approve
):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    path.unlink()
    (memory.home.governance / "in_force" / "places.json").unlink()
    standing = started(memory)

    assert publish(memory, standing) == NEWEST
    with pytest.raises(InvalidPacket, match="is gone; it is held as ada signed it"):
        standing.check_places()
    assert place in {item.id for item in items_to_review(memory)}


def fifo(path):
    path.unlink()
    os.mkfifo(path)


def folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "replace_file",
    [lambda path: path.write_text("garbage"), folder, fifo],
    ids=["garbage", "a folder", "a fifo"],
)
def test_a_limit_is_held_by_the_record_if_something_else_is_in_the_place_of_its_approval(
    memory, path, approve, replace_file
):
    approve(0.2)
    replace_file(path)
    standing = started(memory)

    assert publish(memory, standing) == NEWEST
    with pytest.raises(InvalidPacket, match="it is held as ada signed it"):
        standing.check_places()


def test_an_older_approval_widens_nothing_if_what_acted_is_deleted_too(memory, path, approve):
    approve(1.0, 5.0)
    wide = path.read_text()
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    path.write_text(wide)
    (memory.home.governance / "in_force" / "places.json").unlink()

    assert publish(memory, started(memory)) == NEWEST


# -- lines of the record that nobody signed ----------------------------------------------------


def forged(signed, **what):
    return {"type": "limit_approved", "id": signed["subject"], "operator": "ada", **what}


def wider(approval):
    place = {**approval["place"], "x": 90.0}
    return {**approval, "value": 5.0, "place": place, "approved_at": "2099-01-01T00:00:00Z"}


@pytest.mark.parametrize(
    "line",
    [
        lambda one: forged(one, terms={"scope": "place", "value": 5.0, "place": one["place"]}),
        lambda one: forged(one, approval=wider(one)),
        lambda one: forged(one, approval={**one, "approved_at": "2099-01-01T00:00:00Z"}),
        lambda one: {**forged(one, approval=wider(one)), "type": "limit_withdrawn"},
        lambda one: {**forged(one, approval="x"), "timestamp": "2099-01-01T00:00:00Z"},
        lambda one: {**forged(one), "type": "limit_withdrawn", "timestamp": "2099-01-01T00:00:00Z"},
    ],
)
@pytest.mark.parametrize("loses_file", [False, True])
def test_a_line_that_nobody_signed_changes_nothing(memory, place, path, approve, line, loses_file):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    approval, log = json.loads(path.read_text()), memory.long_term.levels.events
    log.append([line(approval)], memory.clock.now().time, signed="approval")
    if loses_file:
        path.unlink()
    standing = started(memory)

    assert publish(memory, standing) == NEWEST
    (defect,) = (one for one in audit_home(memory.home).defects if "events.jsonl" in one.path)
    assert "ada" in defect.problem


def test_a_signature_of_another_limit_in_a_line_changes_nothing(memory, path, approve, limits, ada):
    approve(0.2)
    speed = learn(memory)
    limits.approve(speed, ada, memory.clock.now().time)
    other = json.loads(path.with_name(f"{speed}.json").read_text())
    line = {"type": "limit_approved", "id": path.stem, "operator": "ada", "approval": other}
    memory.long_term.levels.events.append([line], memory.clock.now().time, signed="approval")
    path.unlink()

    held = {limit.id: limit.words() for limit, _ in started(memory).look()}
    assert held == {path.stem: NEWEST[0], speed: "speed ≤ 0.3 m/s"}


def test_an_approval_whose_line_is_marked_as_another_tools_counts_all_the_same(
    memory, path, approve, withdraw
):
    approve(1.0, 5.0)
    wide = path.read_text()
    withdraw()
    approve(0.2)
    record = memory.long_term.levels.events.path
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    lines[-1]["chain"]["outside"] = True
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    path.write_text(wide)

    assert publish(memory, started(memory)) == NEWEST


def test_a_record_that_is_cut_changes_nothing_while_the_node_has_kept_the_newest_signature(
    memory, path, approve, withdraw
):
    approve(1.0, 5.0)
    wide, record = path.read_text(), memory.long_term.levels.events.path
    cut = record.read_bytes()
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    record.write_bytes(cut)
    path.write_text(wide)

    assert publish(memory, started(memory)) == NEWEST


def test_what_was_kept_is_held_if_its_operator_and_what_acted_are_gone(memory, path, approve):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    (memory.home.governance / "operators" / "ada.json").unlink()
    acted = memory.home.governance / "in_force" / "places.json"
    acted.write_text('{"places": []}')
    line = {"type": "limit_withdrawn", "id": path.stem, "operator": "ada"}
    memory.long_term.levels.events.append([line], memory.clock.now().time)
    path.unlink()

    assert publish(memory, started(memory)) == NEWEST


@pytest.mark.parametrize("replace_file", [folder, fifo, os.unlink], ids=["folder", "fifo", "gone"])
def test_signatures_that_cannot_be_read_end_nothing(memory, path, approve, replace_file):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    replace_file(memory.home.governance / "in_force" / "signatures.json")

    assert [limit.words() for limit, _ in started(memory).look()] == NEWEST


def test_what_acted_is_held_while_the_record_cannot_be_read(memory, path, approve, monkeypatch):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST

    def held(*_):
        raise LockHeld("somebody appends")

    monkeypatch.setattr(SignedLimits, "_read_record", held)
    standing = started(memory)
    assert [limit.words() for limit, _ in standing.look()] == NEWEST


def edited_in_force(memory, name, change):
    file = memory.home.governance / "in_force" / name
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))


def test_a_signature_that_only_the_kept_ones_have_begins_nothing_if_no_key_confirms_it(
    memory, path, approve
):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    forged_id = "mem-99999999"
    edited_in_force(memory, "signatures.json", lambda data: data["signatures"].update(
        {forged_id: {**data["signatures"][path.stem], "subject": forged_id}}))  # fmt: skip

    assert publish(memory, started(memory)) == NEWEST


def test_a_limit_of_which_only_what_acted_is_left_can_be_ended(memory, place, path, approve, ada):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    path.unlink()
    memory.long_term.levels.events.path.unlink()
    (memory.home.governance / "in_force" / "signatures.json").unlink()
    assert publish(memory, started(memory)) == NEWEST

    SignedLimits(memory).approvals.withdraw(memory.rrn, place, ada, memory.clock.now().time)
    assert publish(memory, started(memory)) == []


WRONG = ["4", [1], None, True, 1e400, {"x": 1}]


@pytest.mark.parametrize("name", ["x", "radius", "frame", "value"])
def test_what_is_no_number_in_a_file_of_what_acts_costs_no_other_limit(memory, path, approve, name):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST

    def spoil(data):
        place = data["places"][0]
        for number, value in enumerate(WRONG):
            spoilt = {**place, "id": f"mem-9999999{number}", "place": {**place["place"]}}
            (spoilt if name == "value" else spoilt["place"])[name] = value
            data["places"].append(spoilt)

    edited_in_force(memory, "places.json", spoil)

    assert NEWEST[0] in publish(memory, started(memory))


@pytest.mark.parametrize("spoilt", [{"value": [1]}, {"place": {"x": "4"}}, {"scope": 7}])
def test_a_line_of_wrong_types_costs_no_limit_without_its_operator(memory, path, approve, spoilt):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    line = forged(json.loads(path.read_text()), approval={**json.loads(path.read_text()), **spoilt})
    memory.long_term.levels.events.append([line], memory.clock.now().time, signed="approval")
    (memory.home.governance / "operators" / "ada.json").unlink()

    assert publish(memory, started(memory)) == NEWEST


@pytest.mark.parametrize("edited", ["record", "in force"])
def test_what_no_key_can_confirm_any_longer_is_held_as_the_stricter_of_what_acted_and_the_record(
    memory, path, approve, edited
):
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    (memory.home.governance / "operators" / "ada.json").unlink()
    approval, acted = json.loads(path.read_text()), path.parent.parent / "in_force" / "places.json"
    if edited == "record":
        line = forged(approval, approval={**approval, "value": 5.0})
        memory.long_term.levels.events.append([line], memory.clock.now().time, signed="approval")
    else:
        acted.write_text(acted.read_text().replace("0.2", "5.0"))

    assert publish(memory, started(memory)) == NEWEST


def test_a_limit_of_an_operator_who_is_not_enrolled_does_not_act_by_the_record(
    memory, path, approve
):
    """As in an import: its record comes from elsewhere, and ``in_force`` does not come with it."""
    approve(0.2)
    assert publish(memory, started(memory)) == NEWEST
    path.unlink()
    shutil.rmtree(memory.home.governance / "in_force")
    (memory.home.governance / "operators" / "ada.json").unlink()
    standing = started(memory)

    assert standing.look() == []
    with pytest.raises(InvalidPacket, match="is not held: it is gone, and no key confirms"):
        standing.check_learned()


def test_a_limit_whose_end_is_on_record_is_not_gone(memory, path, approve, withdraw):
    approve(0.2)
    withdraw()
    path.unlink()

    assert signed_or_held(SignedLimits(memory)).limits == {}
    assert items_to_review(memory) == []


@pytest.mark.parametrize("loss", ["deleted", "damaged"])
def test_what_is_held_is_listed_with_the_reason(memory, limits, place, path, ada, approve, loss):
    speed, now = learn(memory), memory.clock.now().time
    limits.approve(speed, ada, now)
    limits.signed.approvals.in_force.record_speed(0.3, [speed], now)
    approve(0.2)
    publish_places = [limit for limit, _ in started(memory).look() if limit.id == place]
    SignedLimits(memory).approvals.in_force.record_places(publish_places, now)
    for one in (path, path.with_name(f"{speed}.json")):
        one.unlink() if loss == "deleted" else one.write_text("{")

    found = LearnedLimits(memory).signed_or_held()
    assert found.unread == {}
    assert sorted(found.limits) == sorted([speed, place])
    for limit, how in found.limits.values():
        assert how.is_held and how.reason and how.value == limit.value


# -- what was never signed -------------------------------------------------------------------


def test_what_the_record_never_had_does_not_act_and_is_told(memory, place, path, approve):
    limit = approve(0.2)
    publish(memory, started(memory))
    forged = memory.home.governance / "in_force" / "places.json"
    forged.write_text(forged.read_text().replace(limit.id, "mem-0badf00d"))
    standing = started(memory)

    assert [one.id for one, _ in standing.look()] == [place]
    with pytest.raises(InvalidPacket, match=r"mem-0badf00d: is not held: .*has no approval of it"):
        standing.check_learned()


@pytest.mark.parametrize("loss", ["deleted", "begun anew", "begins later"])
def test_what_acted_is_held_if_the_record_is_not_whole(memory, path, approve, clock, loss):
    approve(0.2)
    publish(memory, started(memory))
    path.unlink()
    log = memory.long_term.levels.events
    if loss != "begins later":
        log.path.unlink()
    if loss != "deleted":
        log.append([{"type": "operator_enrolled" if loss == "begins later" else "entry_created"}],
                   clock.now().time)  # fmt: skip
    if loss == "begins later":
        log.path.write_bytes(log.path.read_bytes().splitlines(keepends=True)[-1])

    assert publish(memory, started(memory)) == NEWEST


def retire(memory, name):
    """Make somebody an operator no longer, as the handbook says."""
    operators = memory.home.governance / "operators"
    (operators / "former").mkdir(exist_ok=True)
    (operators / f"{name}.json").rename(operators / "former" / f"{name}.json")


def test_a_stricter_limit_that_acted_is_held_when_its_operator_is_one_no_longer(
    memory, approve, sign_as_bob
):
    approve(0.2, radius=1.5)
    sign_as_bob(None, radius=3.0)
    publish(memory, StandingApprovals(SignedLimits(memory)))
    retire(memory, "bob")

    for _ in range(2):  # two starts
        standing = StandingApprovals(SignedLimits(memory))
        standing.look()
        standing.resume(SignedLimits(memory).last_signed())
        standing.look()
        standing.resume(SignedLimits(memory).approvals.in_force.places(memory.rrn))
        [(held, how)] = standing.look()
        publish(memory, standing)

        assert held.is_keep_out and held.circle.radius == 3.0
        assert how.is_held
        with pytest.raises(InvalidPacket, match="bob is said to have signed it anew"):
            standing.check_places()


def test_a_limit_whose_later_signer_is_gone_is_what_an_operator_signs_next(
    memory, approve, sign_as_bob
):
    approve(0.2, radius=1.5)
    sign_as_bob(None, radius=3.0)
    publish(memory, StandingApprovals(SignedLimits(memory)))
    retire(memory, "bob")
    standing = StandingApprovals(SignedLimits(memory))
    standing.resume(SignedLimits(memory).last_in_force())
    standing.look()

    approve(0.3, radius=1.5)
    [(held, _)] = standing.look()

    assert held.speed == 0.3


def test_a_later_signature_that_no_key_confirms_changes_no_limit_that_acts(
    memory, place, approve, clock
):
    approve(0.2, radius=1.5)
    publish(memory, StandingApprovals(SignedLimits(memory)))
    path = memory.home.governance / "approvals" / f"{place}.json"
    forged = {**json.loads(path.read_text()), "approved_at": "2099-01-01T00:00:00Z", "value": 5.0}
    SignedLimits(memory).approvals.in_force.keep({place: forged})

    [(held, _)] = signed_or_held(SignedLimits(memory)).places

    assert held.speed == 0.2


@pytest.mark.parametrize("former", ["approves", "ends"])
@pytest.mark.parametrize("later", ["approves", "ends"])
def test_what_a_former_operator_signed_by_a_clock_that_was_ahead_is_no_newer(
    memory, place, ada, sign_as_bob, clock, former, later
):
    approvals = SignedLimits(memory).approvals
    folder = memory.home.governance / "operators"
    sign_as_bob(1.0, 5.0)
    ahead = clock.now().time + timedelta(days=900)
    places = PlaceLimitApprovals(memory)
    from robots import keys_of

    bob = keys_of(78, "bob")
    if former == "approves":
        places.approve(place, bob, ahead, speed=1.0, radius=5.0)
    else:
        approvals.withdraw(memory.rrn, place, bob, ahead)
    (folder / "former").mkdir(exist_ok=True)
    (folder / "bob.json").rename(folder / "former" / "bob.json")
    now = clock.now().time + timedelta(hours=1)
    places.approve(place, ada, now, speed=0.2, radius=1.0)
    if later == "ends":
        approvals.withdraw(memory.rrn, place, ada, now + timedelta(hours=1))
    (folder / "former" / "bob.json").rename(folder / "bob.json")

    held = [one.speed for one, how in SignedLimits(memory).read().places if how.acts]
    assert held == ([0.2] if later == "approves" else [])
