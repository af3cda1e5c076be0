"""Document 004, "Allowed mutable fields", "Explicitly forbidden", "Hard budgets": line by line."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace

import pytest
from governance_builders import (
    ADA,
    NOON,
    OVER,
    SCORED,
    House,
    all_rows,
    alter,
    at,
    details,
    edited,
    make_house,
    rules_of,
)

from robot_memory.foundation.errors import InvalidPacket
from robot_memory.governance.apply_row_changes import before_fields
from robot_memory.governance.approval_gate import record_rehearsal
from robot_memory.governance.mutation_contract import LABEL, SCORE, STALE, STALE_REASON
from robot_memory.governance.rehearsal import Rehearsal
from robot_memory.governance.run_transaction import RunOrder
from robot_memory.ledger.row_worth import label_of

NEW, OLD = 1, 2  # a row without a score, and one with 0.6
SECOND_TO_A_DAY = 24 - 1 / 3600  # hours
SINCE_BOOT = 1000 / 3600  # the hours since boot of the builders' clock at noon

ALLOWED = {
    "a score that a row had not": (NEW, {SCORE: 0.5, LABEL: "nice_to_have"}),
    "a score that goes up by as much as it may": (OLD, {SCORE: 0.75}),
    "a score that goes down by as much as it may": (OLD, {SCORE: 0.45, LABEL: "ignore"}),
    "a first score as far from the middle as it may": (NEW, {SCORE: 0.35, LABEL: "ignore"}),
    "that nobody knows what a row is worth": (NEW, {LABEL: "unknown"}),
    "stale": (NEW, {STALE: True}),
    "not stale": (NEW, {STALE: False}),
    "stale by age": (NEW, {STALE_REASON: "age_threshold"}),
    "stale as one of many": (NEW, {STALE_REASON: "duplicate_cluster"}),
    "stale by word of an operator": (NEW, {STALE: True, STALE_REASON: "operator_override"}),
}

REFUSED = {
    "a score above one": (NEW, {SCORE: 1.01, LABEL: "must_remember"}, "value"),
    "a score below zero": (NEW, {SCORE: -0.01, LABEL: "ignore"}, "value"),
    "true for a score": (NEW, {SCORE: True, LABEL: "must_remember"}, "value"),
    "no score": (OLD, {SCORE: None, LABEL: "unknown"}, "value"),
    "a score that goes up by hardly too much": (
        OLD, {SCORE: 0.7500000004}, "max_score_delta_per_row"),
    "less than nothing for a score": (OLD, {SCORE: -0.0, LABEL: "ignore"}, "value"),
    "a score that goes down by too much": (
        OLD, {SCORE: 0.4499, LABEL: "ignore"}, "max_score_delta_per_row"),
    "a first score too far from the middle": (
        NEW, {SCORE: 0.651, LABEL: "nice_to_have"}, "max_score_delta_per_row"),
    "a label that there is not": (OLD, {LABEL: "important"}, "value"),
    "a label of another score": (OLD, {SCORE: 0.7, LABEL: "must_remember"}, "label_fits_score"),
    "a label without a score": (NEW, {LABEL: "nice_to_have"}, "label_fits_score"),
    "that a scored row is unknown": (OLD, {LABEL: "unknown"}, "label_fits_score"),
    "a number for stale": (NEW, {STALE: 1}, "value"),
    "a reason that there is not": (NEW, {STALE_REASON: "because"}, "value"),
    "both families": (NEW, {**SCORED, **OVER}, "max_field_families_per_row"),
    "the run's own metadata": (NEW, {"/optimization/assist": "x"}, "whitelist"),
    "the whole of a family": (NEW, {"/importance": 0.5}, "whitelist"),
    "what a whitelisted field holds": (NEW, {"/importance/score/x": 0.5}, "whitelist"),
    "another field of a family": (NEW, {"/lifecycle/state": "old"}, "whitelist"),
    "a pointer without its slash": (NEW, {"importance/score": 0.5}, "whitelist"),
    "everything": (NEW, {"": 0.5}, "whitelist"),
    "what it has already": (OLD, {SCORE: 0.6, LABEL: "nice_to_have"}, "changes_something"),
    "a row that there is not": (999, SCORED, "row_exists"),
    **{
        f"the column or payload {name}": (NEW, {f"/{name}": "x"}, "whitelist")
        for name in ("summary", "kind", "ts", "policy", "peak")
    },
}  # fmt: skip


@pytest.mark.parametrize("case", ALLOWED)
def test_an_allowed_change_is_applied(house, case):
    row, changes = ALLOWED[case]
    before = all_rows(house.folder)

    outcome = house.apply(house.packet(house.candidate(row, changes)))

    assert rules_of(outcome) == set()
    assert outcome.receipt.record["result"] == "applied"
    held = json.loads(details(house.folder)[row])
    for pointer, value in changes.items():
        family, name = pointer[1:].split("/")
        assert held[family][name] == value
    others = [old == new for old, new in zip(before, all_rows(house.folder), strict=True)]
    assert others.count(False) == 1


@pytest.mark.parametrize("case", REFUSED)
def test_a_forbidden_change_is_refused_with_its_rule(house, case):
    row, changes, rule = REFUSED[case]
    before = all_rows(house.folder)
    packet = house.packet(house.candidate(3), house.candidate(row, changes))

    outcome = house.apply(packet)

    assert rule in rules_of(outcome)
    assert outcome.receipt.record["result"] == "aborted"
    assert all_rows(house.folder) == before


@pytest.mark.parametrize(
    ("score", "label"),
    [
        (0.0, "ignore"), (0.499, "ignore"), (0.5, "nice_to_have"), (0.799, "nice_to_have"),
        (0.8, "must_remember"), (1.0, "must_remember"), (None, "unknown"),
    ],
)  # fmt: skip
def test_a_score_has_the_label_of_its_bucket(score, label):
    assert label_of(score) == label


def apply_rows(house, rows, now=None, changes=SCORED):
    return house.apply(house.packet(*(house.candidate(row, changes) for row in rows)), now)


def test_a_run_with_more_than_five_rows_is_refused(house):
    before = all_rows(house.folder)
    outcome = apply_rows(house, range(3, 9))

    assert outcome.receipt.record["blocked_by_caps"] == ["max_rows_per_apply_run"]
    assert outcome.receipt.record["skipped_rows"] == [3, 4, 5, 6, 7, 8]
    assert all_rows(house.folder) == before


def test_a_packet_with_two_candidates_for_one_row_is_refused(house):
    assert "one_candidate_per_row" in rules_of(apply_rows(house, [3, 3]))


def test_a_candidate_may_have_five_pieces_of_evidence(house):
    outcome = house.apply(house.packet(house.candidate(3, refs=5)))
    assert outcome.receipt.record["result"] == "applied"


def test_a_candidate_with_six_pieces_of_evidence_is_refused(house):
    outcome = house.apply(house.packet(house.candidate(3, refs=6)))
    assert outcome.receipt.record["blocked_by_caps"] == ["max_evidence_refs_per_row"]


def twenty(house, now=None):
    for start in range(3, 23, 5):
        assert rules_of(apply_rows(house, range(start, start + 5), now)) == set()


@pytest.fixture(scope="module")
def after_twenty(prepared, tmp_path_factory):
    """A home in which a full day's number of rows was changed."""
    folder = tmp_path_factory.mktemp("twenty") / "home"
    house = House(shutil.copytree(prepared.folder, folder))
    twenty(house)
    return house


@pytest.fixture
def full(after_twenty, home):
    return House(shutil.copytree(after_twenty.folder, home))


def test_at_most_twenty_rows_are_changed_within_24_hours(full):
    house = full
    before = all_rows(house.folder)
    outcome = apply_rows(house, [23], at(23.99))

    assert outcome.receipt.record["blocked_by_caps"] == ["max_rows_per_24h"]
    assert all_rows(house.folder) == before


@pytest.mark.parametrize(
    ("now", "why"),
    [
        (at(1, wall=72), "the clock was set ahead"),
        (at(1, wall=-72), "the clock was set back"),
        (at(0.1, boot="b2", wall=-1), "a restart, and the clock was set back"),
        (at(0.1, boot="b2", wall=23), "a restart"),
        (at(0.1, boot="b2", wall=72, trusted=False), "a restart, and nobody knows the time"),
        (at(0.1, boot="b2", wall=25, synchronised=False), "a restart, and a time that may be"),
        (at(SECOND_TO_A_DAY), "a second early"),
        (at(0.1, boot="b2", wall=SECOND_TO_A_DAY), "a restart, and a second early"),
        (at(SECOND_TO_A_DAY - SINCE_BOOT, boot="b2", wall=-1), "a second early by uptime"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_daily_cap_holds_for_24_hours_despite_clock_changes_and_restarts(full, now, why):
    assert rules_of(apply_rows(full, [23], now)) == {"max_rows_per_24h"}, why


@pytest.mark.parametrize(
    "then",
    [at(synchronised=False), at(trusted=False)],
    ids=["a time that may have been", "nobody knew the time"],
)
def test_the_daily_cap_holds_if_the_start_of_the_day_is_unknown(house, then):
    twenty(house, then)
    outcome = apply_rows(house, [23], at(0.1, boot="b2", wall=25))

    assert rules_of(outcome) == {"max_rows_per_24h"}


@pytest.mark.parametrize(
    ("wall", "rules"), [(0, {"max_rows_per_24h"}), (24, set())], ids=["by uptime", "by wall time"]
)
def test_on_another_machine_the_daily_cap_follows_synchronised_wall_time(full, wall, rules):
    house = full
    packet = house.packet(house.candidate(23))
    record_rehearsal(replace(house.store, machine="f" * 64), Rehearsal(True, True, ()), NOON)
    elsewhere = house.as_set(enabled=True, machine="f" * 64)

    assert rules_of(elsewhere.apply(packet.id, at(30, boot="b2", wall=wall))) == rules


@pytest.mark.parametrize(
    "now",
    [
        at(24),
        at(0.1, boot="b2", wall=24),
        at(24 - SINCE_BOOT, boot="b2", wall=-5),
        at(24 - SINCE_BOOT, boot="b2", trusted=False),
    ],
    ids=["no restart", "by wall time that the kernel knows", "by uptime", "by uptime alone"],
)
def test_the_daily_cap_ends_after_24_hours(full, now):
    assert rules_of(apply_rows(full, [23], now)) == set()


def test_rolled_back_rows_count_for_the_daily_cap(full):
    run = full.assist.runs()[0]
    full.assist.roll_back(run.id, at(), ADA)

    assert rules_of(apply_rows(full, [23])) == {"max_rows_per_24h"}


def test_refusals_because_of_another_run_do_not_count_as_tries(house):
    stale = house.packet(house.candidate(3, {"/lifecycle/stale_candidate": True}))
    first = house.run(3)
    for _ in range(4):
        assert "max_field_families_per_row" in rules_of(house.apply(stale))
    house.assist.roll_back(first, at(), ADA)

    assert rules_of(house.apply(stale)) == set()


def test_refusals_by_the_daily_cap_do_not_count_as_tries(full):
    packet = full.packet(full.candidate(23))
    for _ in range(3):
        assert rules_of(full.apply(packet)) == {"max_rows_per_24h"}

    assert rules_of(full.apply(packet, at(24))) == set()


def test_a_run_interrupted_by_a_crash_counts_as_a_try(house):
    packet = house.packet(house.candidate(3))
    for _ in range(2):
        before = house.store.receipts.append("before", cut_off(house, packet))
        house.assist.recover(at())
        assert house.assist.runs()[-1].id == before.run_id

    outcome = house.apply(packet)

    assert outcome.receipt.record["blocked_by_caps"] == ["max_retries_per_packet"]


def cut_off(house, packet):
    """Return the before receipt of a run that is interrupted there."""
    order = RunOrder(house.store.new_id(), "ada", at())
    with house.store.database() as database:
        return order.before(before_fields(database, packet, database.texts(packet.rows)))


def test_a_packet_is_not_applied_twice(house):
    packet = house.packet(house.candidate(3))
    house.apply(packet)

    assert {"applied_once", "row_unchanged"} <= rules_of(house.apply(packet))


def test_a_rolled_back_packet_is_not_applied_again_with_the_same_approval(house):
    packet = house.packet(house.candidate(3))
    house.assist.roll_back(house.apply(packet).receipt.run_id, at(), ADA)

    assert rules_of(house.apply(packet)) == {"applied_once"}


def test_dry_runs_do_not_count_as_tries(house):
    packet = house.packet(house.candidate(3))
    for _ in range(3):
        house.assist.dry_run(packet.id, at())

    assert house.apply(packet).receipt.record["result"] == "applied"


def test_all_packets_of_a_day_share_one_limit_for_the_change_of_a_score(house):
    apply_rows(house, [2], changes={SCORE: 0.7})
    further = {SCORE: 0.76}
    assert rules_of(apply_rows(house, [2], changes=further)) == {"max_score_delta_per_row"}
    assert rules_of(apply_rows(house, [2], changes={SCORE: 0.75})) == set()
    assert rules_of(apply_rows(house, [2], changes=further)) == {"max_score_delta_per_row"}
    assert rules_of(apply_rows(house, [2], at(24), further)) == set()


def test_a_lifecycle_change_of_a_row_with_a_changed_importance_is_refused(house):
    apply_rows(house, [3])
    assert rules_of(apply_rows(house, [3], changes=OVER)) == {"max_field_families_per_row"}


def test_a_row_that_changed_since_its_proposal_is_not_changed(house):
    packet = house.packet(house.candidate(3))
    alter(house.folder, 3, '{"peak": 9.0}')

    assert rules_of(house.apply(packet)) == {"row_unchanged"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"peak":3.5}', "other spaces: the same bytes could not be made again"),
        ('{"peak": 3.50}', "another way to write a number"),
        ('{"a": 1, "a": 2}', "a name twice"),
        ("[1]", "no object"),
        ("nonsense", "no JSON"),
        ('{"peak": NaN}', "no number"),
        ('{"peak": 1' + "0" * 400 + "}", "a number that no receipt can hold"),
    ],
)
def test_a_row_written_by_another_tool_is_not_changed(house, text, why):
    alter(house.folder, 3, text)

    assert rules_of(house.apply(house.packet(house.candidate(3)))) == {"row_form"}, why


@pytest.mark.parametrize("held", [{"importance": 0.5}, {"optimization": "x"}, {"importance": None}])
def test_a_value_in_place_of_an_object_is_not_overwritten(home, held):
    house = make_house(home, held)

    assert rules_of(house.apply(house.packet(house.candidate(1)))) == {"row_form"}


@pytest.mark.parametrize("score", [5, True, "0.5", -0.1])
def test_a_row_with_an_invalid_score_gets_no_new_score(home, score):
    house = make_house(home, {"importance": {"score": score}})
    changes = {SCORE: 0.6, LABEL: "nice_to_have"}

    assert rules_of(house.apply(house.packet(house.candidate(1, changes)))) == {"row_form"}
    assert rules_of(house.apply(house.packet(house.candidate(1, {LABEL: "unknown"})))) == {
        "row_form"
    }
    assert rules_of(house.apply(house.packet(house.candidate(1, OVER)))) == set()


def test_an_approved_packet_edited_to_minus_zero_is_refused(home):
    house = make_house(home, {"importance": {"label": "ignore", "score": 0.1}})
    packet = house.packet(house.candidate(1, {SCORE: 0.0}))
    path = house.file("packets", packet.id)
    path.write_text(path.read_text().replace(f'"{SCORE}": 0.0', f'"{SCORE}": -0.0'))

    assert "value" in rules_of(house.apply(packet))


def test_a_packet_for_another_ledger_is_refused(house):
    packet = house.approved(edited(house.packet(house.candidate(3)), ledger_id="another"))

    assert "ledger" in rules_of(house.apply(packet))


def test_a_changed_row_gets_the_metadata_that_the_contract_lists(house):
    candidate = house.candidate(3, refs=2)
    outcome = house.apply(house.packet(candidate))

    assert json.loads(details(house.folder)[3])["optimization"]["assist"] == {
        "proposal_id": candidate.proposal_id,
        "evidence_refs": ["observation:1", "observation:2"],
        "applied_at": "2026-12-01T12:00:00Z",
        "operator": "ada",
        "rollback_ref": outcome.receipt.record["rollback_ref"],
    }


def test_a_proposal_with_several_defects_is_refused_with_all_of_them(house):
    both = house.candidate(3, {**SCORED, **OVER}, refs=6)
    with pytest.raises(InvalidPacket) as refusal:
        house.assist.propose([both], by="x", now=at())

    told = [defect.path for defect in refusal.value.defects]
    assert told == ["candidates[0].changes", "candidates[0].evidence_refs"]
    assert house.assist.packets() == ([], [])


@pytest.mark.parametrize("row", [2, 3])  # evidence for the candidate, and its row
def test_a_row_with_another_robots_statement_is_not_proposed(house, row):
    with sqlite3.connect(house.folder / "observations.db") as connection:
        connection.execute("UPDATE observations SET kind = 'peer' WHERE id = ?", (row,))
    connection.close()

    with pytest.raises(InvalidPacket, match=f"row {row} holds what another robot said"):
        house.assist.propose([house.candidate(3, refs=2)], by="x", now=at())


def test_a_proposal_without_evidence_is_refused(house):
    with pytest.raises(InvalidPacket, match="evidence_refs"):
        house.assist.propose([house.candidate(3, refs=0)], by="x", now=at())
